// Scheme `flags`: one Boolean for each block that not all threads run together (predicate.h, flag_plan.h).
//
// A thread's flag of a block says that it runs the block in this iteration. A flag is set where a predecessor ends:
//     from the first predecessor in sort order   in_T := in_B and c      (if it runs before T in every iteration)
//     from the others                            in_T := in_T or (in_B and c)
// and starts as false where that does not suffice: at the head of T's loop, or where the region is entered. The flag of
// a loop's head is set again at the loop's end, where the loop's Back and Exit blocks look at it.
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

class FlagsPredicator {
public:
  FlagsPredicator(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order,
                  const cfg::Uniformity &uniform)
      : k_(k), forest_(forest), order_(order), plan_(plan_flags(k, forest, order, uniform)),
        waiting_(k, forest, order, plan_), builder_(k), id_(k.blocks.size()), flag_(k.blocks.size()),
        again_(forest.loops.size()), set_(k.blocks.size()), next_(k.blocks.size()), stubs_(k.blocks.size()),
        ends_(k.blocks.size()) {}

  Predicated run() {
    Predicated &p = builder_.program;
    p.scheme = Scheme::Flags;
    for (VarId v = 0; v < k_.vars.size(); ++v)
      p.vars[v].uniform = plan_.uniform_var[v];
    number_blocks();
    for (cfg::BlockId b : order_.order)
      if (plan_.predicated[b] && plan_.leader[b] == b)
        plan_flag(b);
    for (cfg::BlockId b : order_.order)
      block(b);
    return std::move(p);
  }

private:
  // How the flag of a leader comes about.
  struct Setting {
    int context = -1;                  // the predicated loop whose every iteration sets it anew, or -1: the region
    cfg::BlockId first = cfg::no_node; // the predecessor that overwrites it; no_node: it starts as false
    bool starts_at_entry = false;      // where the region is entered
    bool direct_back_edge = false;     // a loop head: the loop's last block overwrites it
  };
  struct LoopEnd {
    BlockId back, exit;
    int loop;
  };
  struct Stub { // where a kept branch enters a region
    cfg::BlockId target;
    BlockId block;
  };

  // --- numbering --------------------------------------------------------------------------------------------------
  bool predicated_loop(int l) const { return plan_.predicated[forest_.loops[l].head]; }

  void number_blocks() {
    for (const Region &r : plan_.regions)
      for (std::size_t i = 0; i < r.blocks.size(); ++i)
        next_[r.blocks[i]] = i + 1 < r.blocks.size() ? r.blocks[i + 1] : r.exit;
    for (cfg::BlockId b : order_.order) {
      const cfg::Block &block = k_.blocks[b];
      id_[b] = builder_.add_block(block.name, forest_.is_head(b) ? BlockKind::Head : BlockKind::Plain, b, block.origin);
      if (!plan_.predicated[b]) {
        auto targets = cfg::successors(block.end);
        if (!plan_.divergent[b] && targets.size() > 1)
          for (cfg::BlockId t : targets)
            if (plan_.predicated[t])
              stubs_[b].push_back({t, builder_.add_block(block.name + "_to_" + k_.blocks[t].name, BlockKind::Plain,
                                                         std::nullopt, block.end.origin)});
        continue;
      }
      for (int l = forest_.loop_of[b]; l >= 0 && order_.last_of_loop[l] == b && predicated_loop(l);
           l = forest_.loops[l].parent) {
        const cfg::Block &head = k_.blocks[forest_.loops[l].head];
        BlockId back = builder_.add_block(head.name + "_back", BlockKind::Back, std::nullopt, head.origin);
        BlockId exit = builder_.add_block(head.name + "_exit", BlockKind::Exit, std::nullopt, head.origin);
        ends_[b].push_back({back, exit, l});
      }
    }
  }

  // --- flags ------------------------------------------------------------------------------------------------------
  int context_of_block(cfg::BlockId b) const {
    int l = forest_.loop_of[b];
    return l >= 0 && predicated_loop(l) ? l : -1;
  }
  int context_of_flag(cfg::BlockId b) const { // a head's flag is set before the loop
    int l = context_of_block(b);
    if (l >= 0 && forest_.loops[l].head == b)
      l = forest_.loops[l].parent;
    return l >= 0 && predicated_loop(l) ? l : -1;
  }

  void plan_flag(cfg::BlockId b) {
    flag_[b] = builder_.add_var("in_" + k_.blocks[b].name, cfg::bool_type, Role::Flag, k_.blocks[b].origin);
    Setting &s = set_[b];
    s.context = context_of_flag(b);
    int loop = forest_.headed_by(b);
    bool entered = false;
    for (cfg::BlockId from : order_.order) {
      auto targets = cfg::successors(k_.blocks[from].end);
      if (std::find(targets.begin(), targets.end(), b) == targets.end() || forest_.is_back_edge(from, b))
        continue;
      if (!plan_.predicated[from])
        entered = true;
      else if (s.first == cfg::no_node)
        s.first = from;
    }
    if (entered || s.first == cfg::no_node || context_of_block(s.first) != s.context)
      s.first = cfg::no_node;
    s.starts_at_entry = s.context < 0 && s.first == cfg::no_node;
    if (loop < 0)
      return;
    const cfg::Loop &l = forest_.loops[loop];
    s.direct_back_edge =
        l.latches.size() == 1 && forest_.loop_of[l.latches[0]] == loop && order_.last_of_loop[loop] == l.latches[0];
    if (!s.direct_back_edge)
      again_[loop] = builder_.add_var("again_" + k_.blocks[b].name, cfg::bool_type, Role::Flag, k_.blocks[b].origin);
  }

  VarId flag_of(cfg::BlockId b) const { return flag_[plan_.leader[b]]; }
  Guard guard_of(cfg::BlockId b) const {
    return plan_.predicated[b] ? Guard{Guard::Kind::Flag, flag_of(b), 0} : Guard{};
  }
  void set_flag(BlockId in, VarId flag, Expr value, const Origin &o) {
    builder_.append(in, Assign{flag, {}, std::move(value)}, o);
  }
  void add_to_flag(BlockId in, VarId flag, Expr value, const Origin &o) {
    set_flag(in, flag, cfg::binary(cfg::Op::Or, builder_.read(flag), std::move(value)), o);
  }

  // --- ends of blocks -----------------------------------------------------------------------------------------------
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

  // The threads that take these edges enter the region that `first` stands first in; all others of its flags are off.
  void enter_region(BlockId in, int region, const std::vector<EdgeOut> &taken, const Origin &o) {
    for (cfg::BlockId t : plan_.regions[region].blocks) {
      if (plan_.leader[t] != t || !set_[t].starts_at_entry)
        continue;
      Expr value = cfg::boolean(false);
      for (const EdgeOut &e : taken)
        if (e.target == t)
          value = cfg::binary(cfg::Op::Or, value, e.condition);
      set_flag(in, flag_[t], value, o);
    }
    builder_.end(in, Goto{{id_[plan_.regions[region].blocks[0]]}}, o);
  }

  void block(cfg::BlockId b) {
    const cfg::Block &from = k_.blocks[b];
    const Guard guard = guard_of(b);
    const auto keeps = [&](VarId v) { return waiting_.needs(b, v); };
    // Asserted invariants stand first in a loop's head.
    std::uint32_t i = 0;
    auto annotation = [](const cfg::Stmt &s) {
      return std::holds_alternative<cfg::Assert>(s.node) || std::holds_alternative<cfg::Assume>(s.node) ||
             std::holds_alternative<cfg::Skip>(s.node);
    };
    for (; i < from.stmts.size() && annotation(from.stmts[i]); ++i)
      builder_.statement(id_[b], from.stmts[i], i, guard, keeps);
    start_iteration(b);
    for (; i < from.stmts.size(); ++i)
      builder_.statement(id_[b], from.stmts[i], i, guard, keeps);
    if (plan_.predicated[b])
      end_predicated(b);
    else
      end_kept(b);
  }

  // At the head of a predicated loop: the flags that its body adds to.
  void start_iteration(cfg::BlockId head) {
    int loop = forest_.headed_by(head);
    if (loop < 0 || !plan_.predicated[head])
      return;
    const Origin &o = k_.blocks[head].origin;
    for (cfg::BlockId b : forest_.loops[loop].blocks)
      if (plan_.leader[b] == b && set_[b].context == loop && set_[b].first == cfg::no_node)
        set_flag(id_[head], flag_[b], cfg::boolean(false), o);
    if (!set_[head].direct_back_edge)
      set_flag(id_[head], *again_[loop], cfg::boolean(false), o);
  }

  void end_predicated(cfg::BlockId b) {
    const cfg::Terminator &end = k_.blocks[b].end;
    std::optional<EdgeOut> to_head; // last: the other edges still read the flag that it changes
    for (const EdgeOut &e : edges(b, id_[b])) {
      if (!plan_.predicated[e.target] || plan_.leader[e.target] != e.target)
        continue;
      Expr value = cfg::binary(cfg::Op::And, builder_.read(flag_of(b)), e.condition);
      const Setting &s = set_[e.target];
      if (forest_.is_back_edge(b, e.target)) {
        if (s.direct_back_edge)
          to_head = EdgeOut{e.target, value};
        else
          add_to_flag(id_[b], *again_[forest_.headed_by(e.target)], value, end.origin);
      } else if (s.first == b)
        set_flag(id_[b], flag_[e.target], value, end.origin);
      else
        add_to_flag(id_[b], flag_[e.target], value, end.origin);
    }
    if (to_head && !cfg::equal(to_head->condition, builder_.read(flag_[to_head->target])))
      set_flag(id_[b], flag_[to_head->target], to_head->condition, end.origin);

    BlockId here = id_[b];
    for (const LoopEnd &e : ends_[b]) {
      cfg::BlockId head = forest_.loops[e.loop].head;
      if (!set_[head].direct_back_edge)
        set_flag(here, flag_[head], builder_.read(*again_[e.loop]), end.origin);
      builder_.loop_end(here, e.back, e.exit, id_[head], guard_of(head), end.origin);
      here = e.exit;
    }
    if (next_[b] == k_.blocks.size())
      builder_.end(here, End{}, end.origin);
    else
      builder_.end(here, Goto{{id_[next_[b]]}}, end.origin);
  }

  // A block that all threads run together: a kept branch, or the entry of a region.
  void end_kept(cfg::BlockId b) {
    const cfg::Terminator &end = k_.blocks[b].end;
    auto targets = cfg::successors(end);
    if (plan_.divergent[b] || (targets.size() == 1 && plan_.predicated[targets[0]])) {
      auto taken = edges(b, id_[b]);
      for (const EdgeOut &e : taken)
        if (plan_.predicated[e.target])
          return enter_region(id_[b], plan_.region_of[e.target], taken, end.origin);
      LOCKSTEP_UNREACHABLE("threads that part at a branch run some block apart");
    }
    for (const Stub &s : stubs_[b])
      enter_region(s.block, plan_.region_of[s.target], {{s.target, cfg::boolean(true)}}, end.origin);
    auto to = [&](cfg::BlockId t) {
      for (const Stub &s : stubs_[b])
        if (s.target == t)
          return s.block;
      return id_[t];
    };
    if (targets.empty())
      builder_.end(id_[b], End{}, end.origin);
    else if (targets.size() == 1)
      builder_.end(id_[b], Goto{{to(targets[0])}}, end.origin);
    else if (auto *br = std::get_if<cfg::Branch>(&end.node))
      builder_.end(id_[b], Branch{br->condition, to(br->if_true), to(br->if_false)}, end.origin);
    else {
      auto &sw = std::get<cfg::Switch>(end.node);
      Switch out{sw.value, {}, to(sw.otherwise)};
      for (const cfg::SwitchCase &c : sw.cases)
        out.cases.push_back({c.value, to(c.target)});
      builder_.end(id_[b], std::move(out), end.origin);
    }
  }

  const cfg::Kernel &k_;
  const cfg::LoopForest &forest_;
  const cfg::SortOrder &order_;
  const FlagPlan plan_;
  const Waiting waiting_;
  Builder builder_;
  std::vector<BlockId> id_;                 // of each kernel block in the program
  std::vector<VarId> flag_;                 // of each leader
  std::vector<std::optional<VarId>> again_; // per loop: the head's flag for the next iteration
  std::vector<Setting> set_;                // of each leader
  std::vector<cfg::Node> next_;             // of each predicated block, in its region
  std::vector<std::vector<Stub>> stubs_;
  std::vector<std::vector<LoopEnd>> ends_; // per block: the predicated loops that it stands last in, inner first
};
} // namespace

Predicated predicate_flags(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order,
                           const cfg::Uniformity &uniform) {
  return FlagsPredicator(k, forest, order, uniform).run();
}

} // namespace lockstep::predication
