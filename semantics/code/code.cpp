// Kernels to register code: see code.h.
#include "semantics/code/code.h"

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/graph/sort_order.h"
#include "cfg/analysis/order/endings.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/analysis/values/facts.h"
#include "semantics/code/edges.h"
#include "semantics/code/statements.h"

#include <algorithm>

namespace lockstep::semantics {

namespace {

// What lock_step.cpp wants to know of the graph.
void note_positions(Code &code, const cfg::LoopForest &forest, const LoopCounters &counters) {
  const cfg::Kernel &k = *code.kernel;
  code.position = cfg::sort_order(k, forest).position;
  const cfg::DominatorTree post = cfg::post_dominators(k);
  for (cfg::BlockId b = 0; b < k.blocks.size(); ++b)
    code.joins.push_back(cfg::successors(k.blocks[b].end).size() > 1 ? post.parent(b) : cfg::no_node);
  code.around.resize(k.blocks.size());
  for (std::size_t l = 0; l < forest.loops.size(); ++l) // outer before inner
    for (cfg::BlockId b : forest.loops[l].blocks)
      code.around[b].push_back(*counters.of(l));
}

// In lock step, does a thread wait before the statement?
bool waits_before(const cfg::Stmt &s, const cfg::Kernel &k, const std::vector<bool> &written) {
  auto seen = [&](cfg::ArrayId a) { return k.arrays[a].space != cfg::Space::Private && written[a]; };
  if (auto *l = std::get_if<cfg::Load>(&s.node))
    return seen(l->array);
  if (auto *st = std::get_if<cfg::Store>(&s.node))
    return seen(st->array);
  auto *a = std::get_if<cfg::Atomic>(&s.node);
  return a && seen(a->array);
}

// Code that tests the assumptions with which a block opens.
std::uint32_t opening(Code &code, CodeBuilder &b, cfg::BlockId to, cfg::BlockId from) {
  const cfg::Kernel &k = *code.kernel;
  std::vector<cfg::Expr> conditions;
  for (const cfg::Stmt &s : k.blocks[to].stmts) {
    if (auto *a = std::get_if<cfg::Assume>(&s.node))
      conditions.push_back(a->condition);
    else if (!std::holds_alternative<cfg::Skip>(s.node))
      break;
  }
  if (conditions.empty())
    return no_guard;
  const std::uint32_t at = b.here();
  const Site site{from, static_cast<std::uint32_t>(k.blocks[from].stmts.size())};
  for (const cfg::Expr &e : conditions) {
    const std::uint32_t start = b.here();
    b.begin(site, k.blocks[to].origin);
    Reg r = b.expr(e);
    b.emit(Do::GuardTest, 0, r);
    for (std::uint32_t i = start; i < b.here(); ++i)
      code.instrs[i].flags &= static_cast<std::uint8_t>(~flag_first); // looking ahead is not a step
  }
  b.emit(Do::GuardEnd);
  code.instrs.back().flags = 0;
  return at;
}

class Compiler {
public:
  Compiler(Code &code, const cfg::Kernel &k, const cfg::LoopForest &forest, const CodeOptions &options,
           support::Diagnostics &diags)
      : code_(code), k_(k), b_(code, k, options, diags), counters_(k, forest, code), edges_(code, b_, counters_) {
    if (k.terms.lock_step == 0)
      return;
    written_ = cfg::written_arrays(k);
    note_positions(code, forest, counters_);
  }

  void run() {
    for (cfg::BlockId id = 0; id < k_.blocks.size(); ++id)
      block(id);
    edges_.resolve();
    b_.finish();
  }

private:
  using To = Target::Kind;

  // Where a thread waits for those with whom it runs in lock step: lock_step.cpp.
  void point(Site site, const support::Origin &where, bool block_starts = false) {
    b_.begin(site, where);
    b_.emit(Do::Point, 0, 0, block_starts);
    code_.instrs.back().flags = 0; // not a statement
  }

  void block(cfg::BlockId id) {
    const cfg::Block &block = k_.blocks[id];
    edges_.start(id);
    if (const auto counter = counters_.headed_by(id)) {
      b_.begin({id, 0}, block.origin);
      b_.emit(Do::LoopHead, 0, 0, *counter);
      code_.instrs.back().flags = 0; // not a statement
    }
    if (k_.terms.lock_step != 0)
      point({id, 0}, block.origin, true);
    for (std::uint32_t s = 0; s < block.stmts.size(); ++s) {
      here_ = {id, s};
      if (k_.terms.lock_step != 0 && waits_before(block.stmts[s], k_, written_))
        point(here_, block.stmts[s].origin);
      b_.begin(here_, block.stmts[s].origin);
      std::visit([this](const auto &node) { stmt(node); }, block.stmts[s].node);
    }
    b_.begin({id, static_cast<std::uint32_t>(block.stmts.size())}, block.end.origin);
    std::visit([this, id](const auto &node) { end(node, id); }, block.end.node);
    edges_.write_stubs();
  }

  // --- statements
  template <typename Node> void stmt(const Node &node) { compile_statement(code_, b_, node); }
  void stmt(const cfg::Assign &a) {
    // One instruction at least: the statement counts even where the value is there already.
    const std::uint32_t before = b_.here();
    b_.into(a.var, a.value);
    if (b_.here() == before)
      b_.emit(Do::Nothing);
  }
  void stmt(const cfg::Assume &a) {
    if (a.kind == cfg::AssumeKind::Barrier)
      b_.emit(Do::Nothing);
    else
      compile_statement(code_, b_, a);
  }
  void stmt(const cfg::Skip &) { b_.emit(Do::Nothing); }
  void stmt(const cfg::Barrier &bar) {
    compile_barrier(code_, b_, bar, nullptr, cfg::is_end(k_, here_.block, here_.stmt));
  }
  void stmt(const cfg::Gather &g) {
    code_.has_gathers = true;
    compile_barrier(code_, b_, g.meet, &g, cfg::is_end(k_, here_.block, here_.stmt));
  }
  void stmt(const cfg::Numbered &n) {
    code_.numbered.push_back(&n);
    b_.emit(Do::Numbered, 0, 0, last_index(code_.numbered));
  }

  // --- terminators
  void end(const cfg::Return &, cfg::BlockId) { b_.emit(Do::Return); }
  void end(const cfg::Branch &br, cfg::BlockId id) {
    const Reg r = b_.expr(br.condition);
    edges_.add({To::Instruction, b_.emit(Do::JumpIfNot, 0, r)}, id, br.if_false);
    edges_.add({To::Instruction, b_.emit(Do::Jump)}, id, br.if_true);
  }
  void end(const cfg::Switch &s, cfg::BlockId id) {
    const Reg r = b_.expr(s.value);
    code_.switches.emplace_back();
    const std::uint32_t n = last_index(code_.switches);
    std::vector<cfg::SwitchCase> cases = s.cases;
    std::sort(cases.begin(), cases.end(), [](const auto &x, const auto &y) { return x.value < y.value; });
    for (std::size_t i = 0; i < cases.size(); ++i) {
      code_.switches[n].cases.push_back({cases[i].value, 0});
      edges_.add({To::Case, n, i}, id, cases[i].target);
    }
    edges_.add({To::Otherwise, n}, id, s.otherwise);
    b_.emit(Do::Switch, 0, r, n);
  }
  void end(const cfg::Goto &g, cfg::BlockId id) {
    if (g.targets.size() == 1)
      return edges_.add({To::Instruction, b_.emit(Do::Jump)}, id, g.targets[0]);
    code_.gotos.emplace_back();
    const std::uint32_t n = last_index(code_.gotos);
    b_.emit(Do::Goto, 0, 0, n);
    code_.gotos[n].targets.resize(g.targets.size());
    for (std::size_t i = 0; i < g.targets.size(); ++i) {
      edges_.add({To::Goto, n, i}, id, g.targets[i]);
      const std::uint32_t guard = opening(code_, b_, g.targets[i], id); // no reference into the table is held
      code_.gotos[n].guards.push_back(guard);
    }
  }

  Code &code_;
  const cfg::Kernel &k_;
  CodeBuilder b_;
  LoopCounters counters_;
  Edges edges_;
  Site here_;
  std::vector<bool> written_; // in lock step: arrays
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
