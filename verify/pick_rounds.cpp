// Goals of the pick tier that are asked once more: see pick_rounds.h.
#include "verify/pick_rounds.h"

#include "cfg/ir/text/shown_name.h"
#include "verify/witness.h"

#include <algorithm>

namespace lockstep::verify {

namespace {
constexpr unsigned bits_ms = 1000; // per goal, of products as bit-vectors
constexpr unsigned further_ms = 1000;

bool is_between(const Finding &f, const emit::SiteMember &one, const emit::SiteMember &other) {
  const auto is = [](const Access &a, const emit::SiteMember &m) {
    return a.origin == m.origin && a.what == access_word(m.kind);
  };
  return f.accesses.size() == 2 && is(f.accesses[0], one) && is(f.accesses[1], other);
}

bool between_the_same(const Finding &a, const Finding &b) {
  return a.array == b.array && a.accesses.size() == b.accesses.size() &&
         std::equal(a.accesses.begin(), a.accesses.end(), b.accesses.begin(),
                    [](const Access &x, const Access &y) { return x.origin == y.origin && x.what == y.what; });
}
} // namespace

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

void PickRounds::further_races(emit::pick::Options po, const std::vector<Settled> &settled, const cfg::Kernel &k,
                               std::vector<Finding> &found) {
  const std::size_t most = found.size() + options_.further_races;
  const Asking::Manner soon{std::min(options_.time_limit_ms, further_ms), true};
  std::vector<Finding> not_shown;
  po.merge = false; // each access by itself
  for (const Settled &s : settled) {
    const bool counts = !s.doubtful || cfg::tolerates_reads(options_.tolerance); // by what executions show
    if (s.goal.kind != emit::GoalKind::Race || s.result.outcome != Outcome::Refuted || !counts || s.tier != Tier::Pick)
      continue;
    const std::string &array = cfg::shown_name(k.arrays[s.goal.array]);
    const auto is_known = [&](const emit::SiteMember &one, const emit::SiteMember &other) {
      const auto is = [&](const Finding &f) {
        return f.array == array && (is_between(f, one, other) || is_between(f, other, one));
      };
      return std::ranges::any_of(found, is) || std::ranges::any_of(not_shown, is);
    };
    po.only = {s.goal.id};
    // What is stored matters between two writes only; where it does, the question is seldom exact.
    const bool tolerant = cfg::tolerates_writes(options_.tolerance);
    for (const bool of_writes : {false, true}) {
      if (of_writes && !tolerant)
        continue;
      po.benign_values = of_writes;
      po.known = [&, of_writes, tolerant](const emit::SiteMember &one, const emit::SiteMember &other) {
        const bool both_write = one.kind == cfg::AccessKind::Write && other.kind == cfg::AccessKind::Write;
        return (tolerant && both_write != of_writes) || is_known(one, other);
      };
      while (found.size() + not_shown.size() < most && asking_.failure().empty()) {
        std::optional<Finding> f = one_more(po, s.goal.id, k, soon);
        const auto same = [&](const Finding &x) { return between_the_same(x, *f); };
        if (!f || std::ranges::any_of(found, same) || std::ranges::any_of(not_shown, same))
          break;
        const bool exact = f->abstraction.empty() && (of_writes || !cfg::tolerates_reads(options_.tolerance));
        const bool shown = exact || (options_.shows && options_.shows(*f));
        (shown ? found : not_shown).push_back(*std::move(f));
      }
    }
  }
}

std::optional<Finding> PickRounds::one_more(const emit::pick::Options &po, const std::string &id, const cfg::Kernel &k,
                                            const Asking::Manner &manner) {
  const std::vector<Settled> answers = asking_.ask(programs_.goals(a_, po), Tier::Pick, manner);
  const auto of_goal = std::find_if(answers.begin(), answers.end(), [&](const Settled &s) { return s.goal.id == id; });
  if (of_goal == answers.end() || of_goal->result.outcome != Outcome::Refuted)
    return std::nullopt;
  return make_finding(k, options_.launch, *of_goal->program, of_goal->goal, of_goal->result.model);
}

} // namespace lockstep::verify
