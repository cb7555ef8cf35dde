// The table of verdicts (verdict.h).
#include "verify/verdict.h"

#include "support/invariant.h"

#include <algorithm>
#include <array>

namespace lockstep::verify {

const std::vector<VerdictInfo> &verdicts() {
  static const std::vector<VerdictInfo> table = {
      {Verdict::Verified, "verified", exit_verified,
       "no race, no divergence, no failing assertion, for every schedule"},
      {Verdict::Race, "race", exit_violation, "two threads may access the same bytes, one of them writing, unordered"},
      {Verdict::Divergence, "divergence", exit_violation, "threads that must meet at a barrier may not all reach it"},
      {Verdict::Assertion, "assertion", exit_violation, "an assertion, a contract or an invariant may not hold"},
      {Verdict::Bounds, "bounds", exit_violation, "an access may lie outside its array"},
      {Verdict::Unknown, "unknown", exit_undecided, "neither proved nor refuted: time-out, or the solver gave up"},
      {Verdict::Unsupported, "unsupported", exit_undecided, "the kernel uses a construct that Lockstep does not model"},
      {Verdict::Error, "error", exit_internal, "Lockstep itself failed, or the proof would have been vacuous"},
  };
  return table;
}

const VerdictInfo &info(Verdict v) {
  const VerdictInfo &row = verdicts().at(static_cast<std::size_t>(v));
  LOCKSTEP_INVARIANT(row.verdict == v, "the rows of the table stand in the order of the enumeration");
  return row;
}

std::optional<Verdict> find_verdict(std::string_view name) {
  for (const VerdictInfo &row : verdicts())
    if (row.name == name)
      return row.verdict;
  return std::nullopt;
}

bool is_violation(Verdict v) { return info(v).exit_status == exit_violation; }

int worse_exit_status(int a, int b) {
  static constexpr std::array order = {exit_verified, exit_undecided, exit_violation,
                                       exit_usage,    exit_internal,  exit_interrupted};
  const auto rank = [](int status) { return std::find(order.begin(), order.end(), status) - order.begin(); };
  return rank(a) >= rank(b) ? a : b;
}

} // namespace lockstep::verify
