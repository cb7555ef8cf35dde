// Scheme `flags`: one Boolean for each block that not all threads run together (predicate.h, flag_plan.h).
//
// A thread's flag of a block says that it runs the block in this iteration. A flag is set where a predecessor ends:
//     from the first predecessor in sort order   in_T := in_B and c      (if it runs before T in every iteration)
//     from the others                            in_T := in_T or (in_B and c)
// and starts as false where that does not suffice: at the head of T's loop, or where the region is entered. The flag of
// a loop's head is set again at the loop's end, where the loop's Back and Exit blocks look at it.
#include "cfg/ir/edit.h"
#include "predication/builder.h"
#include "predication/flag_plan.h"
#include "predication/schemes.h"
#include "predication/waiting.h"
#include "support/invariant.h"

#include <algorithm>

namespace lockstep::predication {

namespace {
struct EdgeOut {
  cfg::BlockId target;
  Expr condition; // under which the thread takes it, evaluated at the block's end
};

// Of each leader its flag, and the assignments that set it.
class Flags {
public:
  Flags(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order, const FlagPlan &plan,
        Builder &builder)
      : k_(k), forest_(forest), plan_(plan), builder_(builder), flag_(k.blocks.size()), again_(forest.loops.size()),
        set_(k.blocks.size()) {
    for (cfg::BlockId b : order.order)
      if (leads(b))
        add(b, order);
  }

  Guard guard(cfg::BlockId b) const {
    return plan_.predicated[b] ? Guard{Guard::Kind::Flag, flag_[plan_.leader[b]], 0} : Guard{};
  }

  // At the end of `in`: the threads that take these edges enter the region; all others of its flags are off.
  void enter(BlockId in, const Region &region, const std::vector<EdgeOut> &taken, const Origin &o) {
    for (cfg::BlockId t : region.blocks) {
      if (!leads(t) || !set_[t].starts_at_entry)
        continue;
      Expr value = cfg::boolean(false);
      for (const EdgeOut &e : taken)
        if (e.target == t)
          value = cfg::binary(cfg::Op::Or, value, e.condition);
      set(in, flag_[t], value, o);
    }
  }

  // At the head of a predicated loop: the flags that its body adds to.
  void start_iteration(BlockId in, cfg::BlockId head) {
    const int loop = forest_.headed_by(head);
    if (loop < 0 || !plan_.predicated[head])
      return;
    const Origin &o = k_.blocks[head].origin;
    for (cfg::BlockId b : forest_.loops[loop].blocks)
      if (leads(b) && set_[b].context == loop && set_[b].first == cfg::no_node)
        set(in, flag_[b], cfg::boolean(false), o);
    if (!set_[head].direct_back_edge)
      set(in, *again_[loop], cfg::boolean(false), o);
  }

  // At the end of predicated block `b`, whose threads take these edges.
  void leave(BlockId in, cfg::BlockId b, const std::vector<EdgeOut> &edges, const Origin &o) {
    std::optional<EdgeOut> to_head; // last: the other edges still read the flag that it changes
    for (const EdgeOut &e : edges) {
      if (!leads(e.target))
        continue;
      Expr value = cfg::binary(cfg::Op::And, builder_.read(guard(b).var), e.condition);
      const Setting &s = set_[e.target];
      const bool back = forest_.is_back_edge(b, e.target);
      if (back && s.direct_back_edge) {
        to_head = EdgeOut{e.target, value};
        continue;
      }
      const VarId flag = back ? *again_[forest_.headed_by(e.target)] : flag_[e.target];
      const bool overwrites = !back && s.first == b;
      set(in, flag, overwrites ? value : cfg::binary(cfg::Op::Or, builder_.read(flag), value), o);
    }
    if (to_head && !cfg::equal(to_head->condition, builder_.read(flag_[to_head->target])))
      set(in, flag_[to_head->target], to_head->condition, o);
  }

  // At the end of a predicated loop: who goes on.
  void end_iteration(BlockId in, int loop, const Origin &o) {
    if (again_[loop])
      set(in, flag_[forest_.loops[loop].head], builder_.read(*again_[loop]), o);
  }

private:
  // How the flag of a leader comes about.
  struct Setting {
    int context = -1;                  // the predicated loop whose every iteration sets it anew, or -1: the region
    cfg::BlockId first = cfg::no_node; // the predecessor that overwrites it; no_node: it starts as false
    bool starts_at_entry = false;      // where the region is entered
    bool direct_back_edge = false;     // a loop head: the loop's last block overwrites it
  };

  bool leads(cfg::BlockId b) const { return plan_.predicated[b] && plan_.leader[b] == b; }
  int predicated_loop(int l) const { return l >= 0 && plan_.predicated[forest_.loops[l].head] ? l : -1; }

  void add(cfg::BlockId b, const cfg::SortOrder &order) {
    const cfg::Block &block = k_.blocks[b];
    flag_[b] = builder_.add_var("in_" + block.name, cfg::bool_type, Role::Flag, block.origin);
    const int loop = forest_.headed_by(b);
    Setting &s = set_[b];
    // A head's flag is set before the loop.
    s.context = predicated_loop(loop < 0 ? forest_.loop_of[b] : forest_.loops[loop].parent);
    bool entered = false;
    for (cfg::BlockId from : order.order) {
      auto targets = cfg::successors(k_.blocks[from].end);
      if (std::find(targets.begin(), targets.end(), b) == targets.end() || forest_.is_back_edge(from, b))
        continue;
      if (!plan_.predicated[from])
        entered = true;
      else if (s.first == cfg::no_node)
        s.first = from;
    }
    if (entered || s.first == cfg::no_node || predicated_loop(forest_.loop_of[s.first]) != s.context)
      s.first = cfg::no_node;
    s.starts_at_entry = s.context < 0 && s.first == cfg::no_node;
    if (loop < 0)
      return;
    const cfg::Loop &l = forest_.loops[loop];
    s.direct_back_edge =
        l.latches.size() == 1 && forest_.loop_of[l.latches[0]] == loop && order.last_of_loop[loop] == l.latches[0];
    if (!s.direct_back_edge)
      again_[loop] = builder_.add_var("again_" + block.name, cfg::bool_type, Role::Flag, block.origin);
  }

  void set(BlockId in, VarId flag, Expr value, const Origin &o) {
    builder_.append(in, Assign{flag, {}, std::move(value)}, o);
  }

  const cfg::Kernel &k_;
  const cfg::LoopForest &forest_;
  const FlagPlan &plan_;
  Builder &builder_;
  std::vector<VarId> flag_;                 // of each leader
  std::vector<std::optional<VarId>> again_; // per loop: the head's flag for the next iteration
  std::vector<Setting> set_;                // of each leader
};

class FlagsPredicator {
public:
  FlagsPredicator(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order,
                  const cfg::Uniformity &uniform)
      : k_(k), forest_(forest), order_(order), plan_(plan_flags(k, forest, order, uniform)),
        waiting_(k, forest, order, plan_), builder_(k), layout_(k, forest, order, predicated_loops(), builder_),
        flags_(k, forest, order, plan_, builder_), next_(k.blocks.size()), stubs_(k.blocks.size()) {}

  Predicated run() {
    Predicated &p = builder_.program;
    p.scheme = Scheme::Flags;
    for (VarId v = 0; v < k_.vars.size(); ++v)
      p.vars[v].uniform = plan_.uniform_var[v];
    for (const Region &r : plan_.regions)
      for (std::size_t i = 0; i < r.blocks.size(); ++i)
        next_[r.blocks[i]] = i + 1 < r.blocks.size() ? r.blocks[i + 1] : r.exit;
    for (cfg::BlockId b : order_.order) {
      layout_.add(b);
      add_stubs(b);
    }
    for (cfg::BlockId b : order_.order)
      block(b);
    return std::move(p);
  }

private:
  std::vector<bool> predicated_loops() const {
    std::vector<bool> out;
    for (const cfg::Loop &l : forest_.loops)
      out.push_back(plan_.predicated[l.head]);
    return out;
  }

  // Where a kept branch enters a region, a block of its own sets the region's flags.
  void add_stubs(cfg::BlockId b) {
    const cfg::Block &block = k_.blocks[b];
    const auto targets = cfg::successors(block.end);
    if (plan_.predicated[b] || plan_.divergent[b] || targets.size() < 2)
      return;
    for (cfg::BlockId t : targets)
      if (plan_.predicated[t])
        stubs_[b][t] = builder_.add_block(block.name + "_to_" + k_.blocks[t].name, BlockKind::Plain, std::nullopt,
                                          block.end.origin);
  }

  std::vector<EdgeOut> edges(cfg::BlockId b, BlockId in) {
    const cfg::Terminator &end = k_.blocks[b].end;
    std::vector<EdgeOut> out;
    auto targets = cfg::successors(end);
    if (targets.empty())
      return {};
    if (targets.size() == 1)
      return {{targets[0], cfg::boolean(true)}};
    if (auto *br = std::get_if<cfg::Branch>(&end.node))
      return {{br->if_true, br->condition}, {br->if_false, cfg::negate(br->condition)}};
    if (auto *sw = std::get_if<cfg::Switch>(&end.node)) {
      Expr others = cfg::boolean(false);
      for (cfg::BlockId t : targets) {
        if (t == sw->otherwise)
          continue;
        Expr any = cfg::boolean(false);
        for (const cfg::SwitchCase &c : sw->cases)
          if (c.target == t)
            any = cfg::binary(cfg::Op::Or, any,
                              cfg::binary(cfg::Op::Eq, sw->value, cfg::constant(sw->value->type, c.value)));
        others = cfg::binary(cfg::Op::Or, others, any);
        out.push_back({t, any});
      }
      out.push_back({sw->otherwise, cfg::negate(others)});
      return out;
    }
    // A free choice: any value of the choice variable names a target, the last one for all values beyond.
    VarId choice = builder_.add_var("choice_" + k_.blocks[b].name, cfg::int_type(32), Role::Choice, end.origin);
    builder_.append(in, Havoc{choice}, end.origin);
    Expr earlier = cfg::boolean(false);
    for (std::size_t i = 0; i + 1 < targets.size(); ++i) {
      Expr chosen = cfg::binary(cfg::Op::Eq, builder_.read(choice), cfg::constant(cfg::int_type(32), i));
      earlier = cfg::binary(cfg::Op::Or, earlier, chosen);
      out.push_back({targets[i], chosen});
    }
    out.push_back({targets.back(), cfg::negate(earlier)});
    return out;
  }

  void enter_region(BlockId in, cfg::BlockId by, const std::vector<EdgeOut> &taken, const Origin &o) {
    const Region &region = plan_.regions[plan_.region_of[by]];
    flags_.enter(in, region, taken, o);
    builder_.end(in, Goto{{layout_[region.blocks[0]]}}, o);
  }

  void block(cfg::BlockId b) {
    const cfg::Block &from = k_.blocks[b];
    const Guard guard = flags_.guard(b);
    const auto keeps = [&](VarId v) { return waiting_.needs(b, v); };
    // Asserted invariants stand first in a loop's head.
    std::uint32_t i = 0;
    auto annotation = [](const cfg::Stmt &s) {
      return std::holds_alternative<cfg::Assert>(s.node) || std::holds_alternative<cfg::Assume>(s.node) ||
             std::holds_alternative<cfg::Skip>(s.node);
    };
    for (; i < from.stmts.size() && annotation(from.stmts[i]); ++i)
      builder_.statement(layout_[b], from.stmts[i], i, guard, keeps);
    flags_.start_iteration(layout_[b], b);
    for (; i < from.stmts.size(); ++i)
      builder_.statement(layout_[b], from.stmts[i], i, guard, keeps);
    if (plan_.predicated[b])
      end_predicated(b);
    else
      end_kept(b);
  }

  void end_predicated(cfg::BlockId b) {
    const Origin &o = k_.blocks[b].end.origin;
    flags_.leave(layout_[b], b, edges(b, layout_[b]), o);
    const auto next = next_[b] == k_.blocks.size() ? std::nullopt : std::optional<cfg::BlockId>(next_[b]);
    layout_.end(b, next, [&](int loop, BlockId at) {
      flags_.end_iteration(at, loop, o);
      return flags_.guard(forest_.loops[loop].head);
    });
  }

  // A block that all threads run together: a kept branch, or the entry of a region.
  void end_kept(cfg::BlockId b) {
    cfg::Terminator end = k_.blocks[b].end;
    const auto targets = cfg::successors(end);
    if (plan_.divergent[b] || (targets.size() == 1 && plan_.predicated[targets[0]])) {
      const auto taken = edges(b, layout_[b]);
      for (const EdgeOut &e : taken)
        if (plan_.predicated[e.target])
          return enter_region(layout_[b], e.target, taken, end.origin);
      LOCKSTEP_UNREACHABLE("threads that part at a branch run some block apart");
    }
    for (const auto &[target, stub] : stubs_[b])
      enter_region(stub, target, {{target, cfg::boolean(true)}}, end.origin);
    if (targets.size() == 1)
      end.node = Goto{{targets[0]}};
    cfg::map_targets(end, [&](cfg::BlockId t) {
      const auto stub = stubs_[b].find(t);
      return stub == stubs_[b].end() ? layout_[t] : stub->second;
    });
    builder_.end(layout_[b], std::move(end.node), end.origin);
  }

  const cfg::Kernel &k_;
  const cfg::LoopForest &forest_;
  const cfg::SortOrder &order_;
  const FlagPlan plan_;
  const Waiting waiting_;
  Builder builder_;
  Layout layout_;
  Flags flags_;
  std::vector<cfg::Node> next_;                        // of each predicated block, in its region
  std::vector<std::map<cfg::BlockId, BlockId>> stubs_; // per kept branch: the stubs of its targets
};
} // namespace

Predicated predicate_flags(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order,
                           const cfg::Uniformity &uniform) {
  return FlagsPredicator(k, forest, order, uniform).run();
}

} // namespace lockstep::predication
