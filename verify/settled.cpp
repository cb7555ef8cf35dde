// Answers to goals: see settled.h.
#include "verify/settled.h"

#include "support/invariant.h"
#include "verify/witness.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace lockstep::verify {

bool may_be_of_two_writes(const Settled &s) {
  if (s.result.outcome != Outcome::Refuted)
    return true;
  return std::all_of(std::begin(s.program->witness.site), std::end(s.program->witness.site),
                     [&](const std::string &constant) {
                       const auto value = s.result.model.find(constant);
                       std::size_t site = 0;
                       if (value != s.result.model.end())
                         std::from_chars(value->second.data(), value->second.data() + value->second.size(), site);
                       site += s.goal.first_site;
                       return site >= s.program->sites.size() || s.program->sites[site].kind == cfg::AccessKind::Write;
                     });
}

void replace(std::vector<Settled> &settled, std::vector<Settled> answers) {
  for (Settled &again : answers)
    for (Settled &s : settled)
      if (s.goal.id == again.goal.id) {
        LOCKSTEP_INVARIANT(s.goal.kind == again.goal.kind && s.goal.origin == again.goal.origin &&
                               s.goal.round == again.goal.round && s.goal.message == again.goal.message,
                           "a goal has one name, whatever is asked along with it");
        s = std::move(again);
        break;
      }
}

bool hesitates(const std::vector<Settled> &settled) {
  return std::any_of(settled.begin(), settled.end(),
                     [](const Settled &s) { return s.result.outcome == Outcome::TimedOut; });
}

bool is_race_of_few_groups(const cfg::Kernel &k, const cfg::Launch &launch, const std::vector<Settled> &settled) {
  constexpr std::uint64_t few = 64; // in each dimension
  return std::any_of(settled.begin(), settled.end(), [&](const Settled &s) {
    if (s.goal.kind != emit::GoalKind::Race || s.result.outcome != Outcome::Refuted)
      return false;
    const Finding f = make_finding(k, launch, *s.program, s.goal, s.result.model);
    return std::all_of(f.num_groups.begin(), f.num_groups.end(), [](std::uint64_t n) { return n <= few; });
  });
}

} // namespace lockstep::verify
