// Goals of the pick tier that are asked once more: see pick_rounds.h.
#include "verify/pick_rounds.h"

#include <algorithm>

namespace lockstep::verify {

namespace {
constexpr unsigned bits_ms = 1000; // per goal, of products as bit-vectors
}

void PickRounds::with_bits(emit::pick::Options &po, std::vector<Settled> &settled) {
  const auto has_answer = [](const Settled &s) {
    return s.result.outcome == Outcome::Proved || s.result.outcome == Outcome::Refuted;
  };
  emit::pick::Options other = po;
  other.integers = options_.integers;
  for (const Settled &s : settled)
    if (s.result.outcome == Outcome::TimedOut)
      other.only.insert(s.goal.id);
  if (std::none_of(settled.begin(), settled.end(), has_answer))
    po.integers = options_.integers;
  std::vector<Settled> answers =
      asking_.ask(programs_.goals(a_, other), Tier::Pick, {std::min(options_.time_limit_ms, bits_ms), true});
  std::erase_if(answers, [&](const Settled &s) { return !has_answer(s); });
  replace(settled, std::move(answers));
}

bool PickRounds::settled_soon(emit::pick::Options po, std::vector<Settled> &settled, const Asking::Manner &soon) {
  if (hesitates(settled))
    return false;
  po.coarse = false;
  std::vector<Settled> answers = settled;
  precisely(po, answers, soon);
  with_values(po, answers, soon);
  if (hesitates(answers))
    return false;
  settled = std::move(answers);
  return true;
}

void PickRounds::patiently(emit::pick::Options po, std::vector<Settled> &settled, const Asking::Manner &manner) {
  for (const Settled &s : settled)
    if (s.result.outcome == Outcome::TimedOut && !s.goal.coarse)
      po.only.insert(s.goal.id);
  if (!po.only.empty())
    replace(settled, asking_.ask(programs_.goals(a_, po), Tier::Pick, manner));
}

void PickRounds::precisely(emit::pick::Options po, std::vector<Settled> &settled, const Asking::Manner &manner) {
  for (const Settled &s : settled)
    if (s.goal.coarse && s.result.outcome != Outcome::Proved)
      po.only.insert(s.goal.id);
  if (!po.only.empty())
    replace(settled, asking_.ask(programs_.goals(a_, po), Tier::Pick, manner));
}

void PickRounds::with_values(emit::pick::Options po, std::vector<Settled> &settled, const Asking::Manner &manner) {
  if (!cfg::tolerates_writes(options_.tolerance) || po.benign_values || !asking_.failure().empty())
    return;
  for (const Settled &s : settled)
    if (s.goal.kind == emit::GoalKind::Race && s.result.outcome != Outcome::Proved && may_be_of_two_writes(s))
      po.only.insert(s.goal.id);
  if (po.only.empty())
    return;
  po.benign_values = true;
  replace(settled, asking_.ask(programs_.goals(a_, po), Tier::Pick, manner));
}

} // namespace lockstep::verify
