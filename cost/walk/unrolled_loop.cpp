// Loops that are walked round by round (walk.h).
#include "cost/walk/walker.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost {

namespace {

constexpr std::size_t most_unrolled = 66, most_events = 20'000;
constexpr long few_rounds = 8; // so many are walked one by one even if it is not known who comes along

} // namespace

// Is each lane's way known, as far as the conditions of `m` go that are not among `open`?
bool Walker::decided(Mask m, const std::vector<std::size_t> &open) const {
  const std::vector<std::size_t> all = masks_.conditions_of(m);
  return std::all_of(all.begin(), all.end(), [&](std::size_t c) {
    return std::find(open.begin(), open.end(), c) != open.end() ||
           (masks_.condition(c).kind != Condition::Unknown && masks_.condition(c).value.concrete());
  });
}

bool Walker::has_few_rounds(std::size_t l) const {
  const auto &most = a_.induction.loops[l].trips.most;
  const auto rounds = most ? most->exact_as<std::int64_t>() : std::nullopt;
  return rounds && *rounds <= few_rounds;
}

// Not at all where the test alone shows that unrolled() fails (else nests of loops would be walked twice a level), or
// that there is a formula and no lane's way is known.
Walker::Unrolling Walker::unrolling(std::size_t l, const std::vector<cfg::BlockId> &list, Mask entry) {
  const auto test = test_of(l, list);
  if (!test)
    return has_few_rounds(l) ? Unrolling::Few : Unrolling::Decided;
  if (test->at != 0)
    return Unrolling::Decided;
  const Environment env = env_;
  const std::set<std::string> assumptions = out_.assumptions;
  const std::vector<std::size_t> open = masks_.conditions_of(entry);
  Flow ignored;
  ++silent_;
  const Mask first = before_test(l, list, *test, entry, ignored);
  Unrolling out = Unrolling::Decided;
  const bool open_test =
      !decided(masks_.both(entry, first), open) || !decided(masks_.both(entry, masks_.other(first)), open);
  if (!open_test || has_few_rounds(l)) {
    const std::string k = fmt::format("k.{}", counters_ + 1);
    at_round(l, env, entry, symbol(k, Integer(0)));
    const Trips t = trips(l, before_test(l, list, *test, entry, ignored), k);
    const bool formula = t.kind == Trips::Exact || t.kind == Trips::ByLane;
    const auto rounds = t.count ? t.count->constant() : std::nullopt;
    if (open_test)
      out = formula ? Unrolling::Not : Unrolling::Few;
    else if (formula && rounds && *rounds >= static_cast<long>(most_unrolled))
      out = Unrolling::Not;
  } else {
    out = Unrolling::Not;
  }
  --silent_;
  env_ = env;
  out_.assumptions = assumptions;
  return out;
}

// Round by round, as long as each lane's way is known, or to the end of the few rounds that there are.
bool Walker::unrolled(std::size_t l, const std::vector<cfg::BlockId> &list, Mask entry, Unrolling way, Flow &out) {
  const Environment env = env_;
  const std::size_t events = out_.events.size(), rounds = out_.rounds.size();
  const std::vector<Stretch> stretches = out_.stretches;
  const cfg::BlockId head = a_.loops.loops[l].head;
  const std::vector<std::size_t> open = masks_.conditions_of(entry);
  const auto empty = [&](Mask m) {
    for (std::size_t i = 0; i < lanes_; ++i)
      if (masks_.of_lane(m, i) != Truth::No)
        return false;
    return true;
  };
  Flow left;
  Mask m = entry;
  const bool few = way == Unrolling::Few;
  const std::size_t most = few ? few_rounds + 2 : most_unrolled;
  for (std::size_t round = 0; round < most && out_.events.size() < most_events; ++round) {
    Flow in{{head, m}}, leaving;
    blocks(static_cast<int>(l), list, 0, list.size(), in, leaving);
    m = nobody;
    bool fine = true;
    for (const auto &[target, mask] : leaving) {
      fine = fine && (few || decided(mask, open));
      if (target == head)
        m = mask;
      else
        left[target] = left.count(target) != 0 ? masks_.either(left[target], mask) : mask;
    }
    if (!fine)
      break;
    if (m == nobody || empty(m)) {
      out = std::move(left);
      return true;
    }
  }
  env_ = env;
  out_.events.resize(events);
  out_.rounds.resize(rounds);
  out_.stretches = stretches;
  return false;
}

} // namespace lockstep::cost
