// See loops_before.h.
#include "verify/loops_before.h"

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/graph/loops.h"

#include <optional>

namespace lockstep::verify {

namespace {

bool is_about(const emit::Goal &goal, const cfg::Stmt &s) {
  return (goal.kind == emit::GoalKind::Assertion ? std::holds_alternative<cfg::Assert>(s.node)
                                                 : std::holds_alternative<cfg::Barrier>(s.node)) &&
         s.origin == goal.origin;
}

std::optional<cfg::BlockId> block_of(const cfg::Kernel &k, const emit::Goal &goal) {
  std::optional<cfg::BlockId> out;
  for (cfg::BlockId b = 0; b < k.blocks.size(); ++b)
    for (const cfg::Stmt &s : k.blocks[b].stmts)
      if (is_about(goal, s)) {
        if (out && *out != b)
          return std::nullopt;
        out = b;
      }
  return out;
}

// Where the source says what happens first at the head.
support::Origin place_of(const cfg::Block &head) {
  for (const cfg::Stmt &s : head.stmts)
    if (s.origin.known())
      return s.origin;
  return head.end.origin;
}

} // namespace

std::vector<LoopBefore> loops_before(const cfg::Kernel &k, const emit::Goal &goal) {
  const auto block = block_of(k, goal);
  support::Diagnostics ignored;
  const auto forest = block ? cfg::loops(k, ignored) : support::Result<cfg::LoopForest>(support::failure);
  if (!forest)
    return {};
  const cfg::DominatorTree before = cfg::dominators(k);
  std::vector<LoopBefore> out;
  for (const cfg::Loop &loop : forest->loops) {
    const bool own =
        loop.head == *block && goal.kind == emit::GoalKind::Assertion && goal.assertion == cfg::AssertKind::Invariant;
    if (!before.dominates(loop.head, *block) || (own && goal.round != emit::Goal::Round::Next))
      continue;
    if (const support::Origin head = place_of(k.blocks[loop.head]); head.known())
      out.push_back({head, own});
  }
  return out;
}

} // namespace lockstep::verify
