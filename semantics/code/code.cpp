// Kernels to register code: see code.h.
#include "semantics/code/code.h"

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/graph/sort_order.h"
#include "cfg/analysis/order/endings.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/ir/pairwise.h"
#include "semantics/code/code_builder.h"
#include "support/invariant.h"

#include <algorithm>

namespace lockstep::semantics {

namespace {

class Compiler {
public:
  Compiler(Code &code, const cfg::Kernel &k, const cfg::LoopForest &forest, const CodeOptions &options,
           support::Diagnostics &diags)
      : code_(code), k_(k), forest_(forest), b_(code, k, options, diags) {}

  void run() {
    counter_.assign(forest_.loops.size(), -1);
    for (std::size_t l = 0; l < forest_.loops.size(); ++l)
      if (k_.terms.lock_step != 0 || holds_barrier(forest_.loops[l]))
        counter_[l] = static_cast<int>(code_.loop_counters++);
    if (k_.terms.lock_step != 0)
      note_positions();
    starts_.resize(k_.blocks.size());
    for (cfg::BlockId id = 0; id < k_.blocks.size(); ++id)
      block(id);
    for (const Fix &f : fixes_) {
      std::uint32_t to = starts_[f.to];
      if (f.switch_case >= 0)
        code_.switches[f.table].cases[static_cast<std::size_t>(f.switch_case)].second = to;
      else if (f.switch_case == otherwise)
        code_.switches[f.table].otherwise = to;
      else if (f.switch_case == instruction)
        code_.instrs[f.table].c = to;
      else
        code_.gotos[f.table].targets[static_cast<std::size_t>(-f.switch_case - first_goto)] = to;
    }
    b_.finish();
  }

private:
  // Places that hold the start of a block: a case of a switch (its number), or one of these.
  static constexpr int otherwise = -1, instruction = -2, first_goto = 3; // target n of a goto: -(first_goto + n)
  struct Fix {
    std::uint32_t table;
    int switch_case;
    cfg::BlockId to;
  };

  void note_positions() {
    written_ = cfg::written_arrays(k_);
    code_.position = cfg::sort_order(k_, forest_).position;
    const cfg::DominatorTree post = cfg::post_dominators(k_);
    for (cfg::BlockId b = 0; b < k_.blocks.size(); ++b)
      code_.joins.push_back(cfg::successors(k_.blocks[b].end).size() > 1 ? post.parent(b) : cfg::no_node);
    code_.around.resize(k_.blocks.size());
    for (std::size_t l = 0; l < forest_.loops.size(); ++l) // outer before inner
      for (cfg::BlockId b : forest_.loops[l].blocks)
        code_.around[b].push_back(static_cast<std::uint32_t>(counter_[l]));
  }
  // Where a thread waits for those with whom it runs in lock step: lock_step.cpp.
  void point(Site site, const support::Origin &where, bool block_starts = false) {
    b_.begin(site, where);
    b_.emit(Do::Point, 0, 0, block_starts);
    code_.instrs.back().flags = 0; // not a statement
  }
  bool waits_before(const cfg::Stmt &s) const {
    auto seen = [&](cfg::ArrayId a) { return k_.arrays[a].space != cfg::Space::Private && written_[a]; };
    if (auto *l = std::get_if<cfg::Load>(&s.node))
      return seen(l->array);
    if (auto *st = std::get_if<cfg::Store>(&s.node))
      return seen(st->array);
    auto *a = std::get_if<cfg::Atomic>(&s.node);
    return a && seen(a->array);
  }

  bool holds_barrier(const cfg::Loop &l) const {
    for (cfg::BlockId id : l.blocks)
      for (const cfg::Stmt &s : k_.blocks[id].stmts)
        if (std::holds_alternative<cfg::Barrier>(s.node))
          return true;
    return false;
  }

  bool leaves_counted_loop(cfg::BlockId from, cfg::BlockId to) const {
    for (std::size_t l = 0; l < forest_.loops.size(); ++l)
      if (counter_[l] >= 0 && forest_.contains(static_cast<int>(l), from) && !forest_.contains(static_cast<int>(l), to))
        return true;
    return false;
  }

  // Where an edge goes: the block, or a stub in front of it that resets the counters of the loops it leaves.
  void edge(std::uint32_t table, int place, cfg::BlockId from, cfg::BlockId to) {
    if (!leaves_counted_loop(from, to))
      return fixes_.push_back({table, place, to});
    stubs_.push_back({table, place, from, to});
  }
  struct Stub {
    std::uint32_t table;
    int place;
    cfg::BlockId from, to;
  };
  void write_stubs() {
    for (const Stub &s : stubs_) {
      const std::uint32_t at = b_.here();
      for (std::size_t l = 0; l < forest_.loops.size(); ++l)
        if (counter_[l] >= 0 && forest_.contains(static_cast<int>(l), s.from) &&
            !forest_.contains(static_cast<int>(l), s.to))
          b_.emit(Do::LoopLeft, 0, 0, static_cast<std::uint32_t>(counter_[l]));
      fixes_.push_back({b_.emit(Do::Jump), instruction, s.to});
      if (s.place >= 0)
        code_.switches[s.table].cases[static_cast<std::size_t>(s.place)].second = at;
      else if (s.place == otherwise)
        code_.switches[s.table].otherwise = at;
      else if (s.place == instruction)
        code_.instrs[s.table].c = at;
      else
        code_.gotos[s.table].targets[static_cast<std::size_t>(-s.place - first_goto)] = at;
    }
    stubs_.clear();
  }

  void block(cfg::BlockId id) {
    const cfg::Block &block = k_.blocks[id];
    starts_[id] = b_.here();
    if (int l = forest_.headed_by(id); l >= 0 && counter_[static_cast<std::size_t>(l)] >= 0) {
      b_.begin({id, 0}, block.origin);
      b_.emit(Do::LoopHead, 0, 0, static_cast<std::uint32_t>(counter_[static_cast<std::size_t>(l)]));
      code_.instrs.back().flags = 0; // not a statement
    }
    if (k_.terms.lock_step != 0)
      point({id, 0}, block.origin, true);
    for (std::uint32_t s = 0; s < block.stmts.size(); ++s) {
      here_ = {id, s};
      if (k_.terms.lock_step != 0 && waits_before(block.stmts[s]))
        point(here_, block.stmts[s].origin);
      b_.begin(here_, block.stmts[s].origin);
      std::visit([this](const auto &node) { stmt(node); }, block.stmts[s].node);
    }
    b_.begin({id, static_cast<std::uint32_t>(block.stmts.size())}, block.end.origin);
    std::visit([this, id](const auto &node) { end(node, id); }, block.end.node);
    write_stubs();
  }

  // --- statements
  template <typename T> static std::uint32_t index(const std::vector<T> &v) {
    return static_cast<std::uint32_t>(v.size() - 1);
  }

  void stmt(const cfg::Assign &a) {
    // One instruction at least: the statement counts even where the value is there already.
    const std::uint32_t before = b_.here();
    b_.into(a.var, a.value);
    if (b_.here() == before)
      b_.emit(Do::Nothing);
  }
  void stmt(const cfg::Havoc &h) {
    code_.types.push_back(k_.vars[h.var].type);
    b_.emit(Do::Havoc, h.var, 0, index(code_.types));
  }
  void stmt(const cfg::Assume &a) {
    if (a.kind == cfg::AssumeKind::Barrier) {
      b_.emit(Do::Nothing);
      return;
    }
    Reg r = b_.expr(a.condition);
    b_.emit(Do::Assume, 0, r, static_cast<std::uint32_t>(a.kind));
  }
  void stmt(const cfg::Assert &a) {
    code_.asserts.push_back(&a);
    std::uint32_t n = index(code_.asserts);
    Reg r = b_.expr(cfg::of_one_thread(a.condition));
    b_.emit(Do::Assert, 0, r, n);
  }
  void stmt(const cfg::Skip &) { b_.emit(Do::Nothing); }
  void stmt(const cfg::Barrier &bar) { barrier(bar, nullptr); }
  void stmt(const cfg::Gather &g) { barrier(g.meet, &g); }
  void barrier(const cfg::Barrier &bar, const cfg::Gather *g) {
    const auto &x = bar.exchange;
    const Reg mask = g && g->mask ? b_.expr(g->mask) : 0, value = x ? b_.expr(x->value) : 0;
    const Reg rank = x && x->rank ? b_.expr(x->rank) : 0;
    code_.barriers.push_back(&bar);
    code_.gathers.push_back(g);
    code_.has_gathers = code_.has_gathers || g;
    code_.masks.push_back(mask);
    code_.ends.push_back(cfg::is_end(k_, here_.block, here_.stmt));
    const std::uint32_t at = b_.emit(Do::Barrier, x ? x->dest : 0, value, index(code_.barriers));
    code_.instrs[at].b = rank;
  }
  void stmt(const cfg::Load &l) {
    Reg r = b_.expr(l.offset);
    b_.access(l.array, cfg::AccessKind::Read, r, l.offset->type, b_.access_shape(l), Do::Load);
  }
  void stmt(const cfg::Store &s) {
    Reg r = b_.expr(s.offset);
    b_.access(s.array, cfg::AccessKind::Write, r, s.offset->type, b_.access_shape(s), Do::Store);
  }
  void stmt(const cfg::Atomic &a) {
    Reg r = b_.expr(a.offset);
    b_.access(a.array, cfg::AccessKind::Atomic, r, a.offset->type, b_.access_shape(a), Do::Atomic);
    code_.accesses.back().atomic = &a;
  }
  void stmt(const cfg::Fence &f) {
    code_.fences.push_back(&f);
    b_.emit(Do::Fence, 0, 0, index(code_.fences));
  }

  void stmt(const cfg::Numbered &n) {
    code_.numbered.push_back(&n);
    b_.emit(Do::Numbered, 0, 0, index(code_.numbered));
  }

  // --- terminators
  void end(const cfg::Return &, cfg::BlockId) { b_.emit(Do::Return); }
  void end(const cfg::Branch &br, cfg::BlockId id) {
    Reg r = b_.expr(br.condition);
    const std::uint32_t test = b_.emit(Do::JumpIfNot, 0, r);
    edge(test, instruction, id, br.if_false);
    const std::uint32_t jump = b_.emit(Do::Jump);
    edge(jump, instruction, id, br.if_true);
  }
  void end(const cfg::Switch &s, cfg::BlockId id) {
    Reg r = b_.expr(s.value);
    code_.switches.emplace_back();
    const std::uint32_t n = index(code_.switches);
    std::vector<cfg::SwitchCase> cases = s.cases;
    std::sort(cases.begin(), cases.end(), [](const auto &x, const auto &y) { return x.value < y.value; });
    for (std::size_t i = 0; i < cases.size(); ++i) {
      code_.switches[n].cases.push_back({cases[i].value, 0});
      edge(n, static_cast<int>(i), id, cases[i].target);
    }
    edge(n, otherwise, id, s.otherwise);
    b_.emit(Do::Switch, 0, r, n);
  }
  void end(const cfg::Goto &g, cfg::BlockId id) {
    if (g.targets.size() == 1) {
      const std::uint32_t jump = b_.emit(Do::Jump);
      return edge(jump, instruction, id, g.targets[0]);
    }
    code_.gotos.emplace_back();
    const std::uint32_t n = index(code_.gotos);
    b_.emit(Do::Goto, 0, 0, n);
    code_.gotos[n].targets.resize(g.targets.size());
    for (std::size_t i = 0; i < g.targets.size(); ++i) {
      edge(n, -(first_goto + static_cast<int>(i)), id, g.targets[i]);
      std::uint32_t guard = opening(g.targets[i], id); // emits code: no reference into the table is held
      code_.gotos[n].guards.push_back(guard);
    }
  }

  // Code that tests the assumptions with which a block opens.
  std::uint32_t opening(cfg::BlockId to, cfg::BlockId from) {
    std::vector<cfg::Expr> conditions;
    for (const cfg::Stmt &s : k_.blocks[to].stmts) {
      if (auto *a = std::get_if<cfg::Assume>(&s.node))
        conditions.push_back(a->condition);
      else if (!std::holds_alternative<cfg::Skip>(s.node))
        break;
    }
    if (conditions.empty())
      return no_guard;
    const std::uint32_t at = b_.here();
    const Site site{from, static_cast<std::uint32_t>(k_.blocks[from].stmts.size())};
    for (const cfg::Expr &e : conditions) {
      const std::uint32_t start = b_.here();
      b_.begin(site, k_.blocks[to].origin);
      Reg r = b_.expr(e);
      b_.emit(Do::GuardTest, 0, r);
      for (std::uint32_t i = start; i < b_.here(); ++i)
        code_.instrs[i].flags &= static_cast<std::uint8_t>(~flag_first); // looking ahead is not a step
    }
    b_.emit(Do::GuardEnd);
    code_.instrs.back().flags = 0;
    return at;
  }

  Code &code_;
  const cfg::Kernel &k_;
  const cfg::LoopForest &forest_;
  CodeBuilder b_;
  Site here_;
  std::vector<bool> written_; // in lock step: arrays
  std::vector<int> counter_;  // per loop: the number of its counter, or -1
  std::vector<std::uint32_t> starts_;
  std::vector<Fix> fixes_;
  std::vector<Stub> stubs_;
};

void note_endings(Code &code, const cfg::Kernel &k) {
  const cfg::Endings endings(k);
  code.loud.assign(k.blocks.size(), 0);
  code.waits.assign(k.blocks.size(), 0);
  for (std::size_t i = 0; i < endings.barriers().size(); ++i) {
    const std::uint64_t bit = std::uint64_t(1) << std::min<std::size_t>(i, 63);
    const cfg::BlockId barrier = endings.barriers()[i];
    code.waits[barrier] = bit;
    const std::vector<bool> loud = endings.loud(barrier);
    for (cfg::BlockId b = 0; b < k.blocks.size(); ++b)
      code.loud[b] |= loud[b] ? bit : 0;
  }
}

} // namespace

support::Result<Code> compile(const cfg::Kernel &k, const CodeOptions &options, support::Diagnostics &diags) {
  const auto forest = cfg::loops(k, diags);
  if (!forest)
    return support::failure;
  Code code;
  code.kernel = &k;
  code.teams = cfg::team_sizes(k);
  note_endings(code, k);
  const std::size_t before = diags.all().size();
  Compiler(code, k, *forest, options, diags).run();
  for (std::size_t i = before; i < diags.all().size(); ++i)
    if (diags.all()[i].severity >= support::Severity::Error)
      return support::failure;
  return code;
}

} // namespace lockstep::semantics
