// Jump threading: see thread_jumps.h.
#include "cfg/analysis/values/thread_jumps.h"

#include "cfg/analysis/values/facts.h"
#include "cfg/ir/edit.h"
#include "support/sound.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lockstep::cfg {

namespace {
// v == c, where the one side is a constant.
struct ConstantTest {
  Expr value;
  std::uint64_t is = 0;
};

std::optional<ConstantTest> constant_test(const Expr &e) {
  if (e->op != Op::Eq)
    return {};
  for (unsigned i : {0u, 1u})
    if (is_const(e->args[i]))
      return ConstantTest{e->args[1 - i], e->args[i]->value};
  return {};
}

// Does `fact` imply `e`?
bool implies(const Expr &fact, const Expr &e) {
  if (equal(fact, e))
    return true;
  auto holds = constant_test(fact), other = constant_test(negate(e)); // v == 1 implies v != 2
  return holds && other && holds->is != other->is && equal(holds->value, other->value);
}

class Threading {
public:
  Threading(Kernel &k, const LoopForest &forest) : k_(k), forest_(forest) {}

  bool run() {
    std::vector<std::pair<BlockId, BlockId>> edges; // into blocks that only decide
    const std::vector<std::vector<BlockId>> before = predecessors(k_);
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      if (before[b].size() > 1 && only_decides(b))
        for (BlockId p : before[b])
          edges.emplace_back(p, b);
    if (edges.empty())
      return false;
    // Assertions may fail, and what follows is executed all the same.
    const Facts facts = available_facts(k_, {.asserts = false, .derive = false, .prune = false});
    FactReader known(k_, facts);
    std::map<BlockId, std::map<BlockId, BlockId>> jumps; // per block: its successor -> where the edge goes instead
    for (auto [from, over] : edges)
      if (facts.reachable[from])
        if (BlockId to = destination(over, known.on_edge(from, over)); to != over)
          jumps[from][over] = to;
    for (const auto &[from, over] : jumps)
      map_targets(k_.blocks[from].end, [&over = over](BlockId t) { return over.contains(t) ? over.at(t) : t; });
    return !jumps.empty();
  }

private:
  // No statements, no loop's head, and what it goes to lies in the same loop and is no head either.
  bool idle(BlockId b) const {
    if (support::unsound("thread_jumps.statements", !k_.blocks[b].stmts.empty()) || forest_.is_head(b))
      return false;
    const std::vector<BlockId> next = successors(k_.blocks[b].end);
    return std::ranges::all_of(
        next, [&](BlockId t) { return forest_.loop_of[t] == forest_.loop_of[b] && !forest_.is_head(t); });
  }

  // Does an execution that enters b get, without any statement, to a block that decides?
  bool only_decides(BlockId b) const {
    while (idle(b)) { // ends: the way stays in one loop and passes no head
      auto *jump = std::get_if<Goto>(&k_.blocks[b].end.node);
      if (!jump)
        return !std::holds_alternative<Return>(k_.blocks[b].end.node);
      if (jump->targets.size() != 1)
        return false;
      b = jump->targets[0];
    }
    return false;
  }

  // Where an execution that enters b gets to behind the last decision that the facts settle; b if they settle none.
  BlockId destination(BlockId b, const std::vector<Fact> &facts) const {
    BlockId out = b;
    while (idle(b)) {
      if (auto *jump = std::get_if<Goto>(&k_.blocks[b].end.node); jump && jump->targets.size() == 1)
        b = jump->targets[0];
      else if (auto to = decision(b, facts))
        out = b = *to;
      else
        break;
    }
    return out;
  }

  std::optional<BlockId> decision(BlockId b, const std::vector<Fact> &facts) const {
    for (BlockId t : successors(k_.blocks[b].end)) {
      const std::vector<Expr> needed = edge_conditions(k_.blocks[b], t);
      if (!needed.empty() && std::ranges::all_of(needed, [&](const Expr &e) {
            return std::ranges::any_of(facts,
                                       [&](const Fact &f) { return f.kind == Fact::Condition && implies(f.expr, e); });
          }))
        return t;
    }
    return {};
  }

  Kernel &k_;
  const LoopForest &forest_;
};
} // namespace

bool thread_jumps(Kernel &k, const LoopForest &forest) { return Threading(k, forest).run(); }

} // namespace lockstep::cfg
