// Candidate invariants: see candidate_invariants.h.
#include "verify/annotations/candidate_invariants.h"

#include "support/sound.h"

namespace lockstep::verify {

namespace {
const cfg::Assign *candidate(const cfg::Kernel &k, const cfg::Stmt &s) {
  const auto *a = std::get_if<cfg::Assign>(&s.node);
  return a && k.vars[a->var].kind == cfg::VarKind::Candidate ? a : nullptr;
}
} // namespace

std::set<cfg::Point> candidate_invariants(const cfg::Kernel &k) {
  std::set<cfg::Point> out;
  for (cfg::BlockId b = 0; b < k.blocks.size(); ++b) {
    const std::vector<cfg::Stmt> &stmts = k.blocks[b].stmts;
    for (std::uint32_t i = 0; i < stmts.size(); ++i)
      if (candidate(k, stmts[i]))
        out.insert({b, i});
      else if (!std::holds_alternative<cfg::Assert>(stmts[i].node) &&
               !std::holds_alternative<cfg::Assume>(stmts[i].node) && !std::holds_alternative<cfg::Skip>(stmts[i].node))
        break;
  }
  return out;
}

cfg::Kernel with_invariants(cfg::Kernel k, const std::set<cfg::Point> &claimed) {
  for (cfg::BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      cfg::Stmt &s = k.blocks[b].stmts[i];
      const cfg::Assign *a = candidate(k, s);
      if (a && support::left_out("candidate_invariants.claimed"))
        s.node = cfg::Assume{cfg::Expr(a->value), cfg::AssumeKind::Plain};
      else if (a && claimed.count({b, i}))
        s.node = cfg::Assert{cfg::Expr(a->value), cfg::AssertKind::Invariant, "a candidate"};
      else if (a)
        s.node = cfg::Skip{};
    }
  return k;
}

} // namespace lockstep::verify
