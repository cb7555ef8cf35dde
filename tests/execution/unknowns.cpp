// Values not chosen yet: see unknowns.h.
#include "tests/execution/unknowns.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::execution {

namespace {
constexpr std::size_t most_exclusions = 16; // then a value is chosen
constexpr std::uint64_t near = 64;
} // namespace

// splitmix64
std::uint64_t Random::next() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

UnknownId Unknowns::fresh(Number lo, Number hi) {
  all_.push_back({lo, hi, {}});
  return static_cast<UnknownId>(all_.size() - 1);
}

bool Unknowns::has(const Set &s, Number v) {
  return s.lo <= v && v <= s.hi && std::find(s.without.begin(), s.without.end(), v) == s.without.end();
}

void Unknowns::settle(Set &s, Number v) {
  s.lo = s.hi = v;
  s.without.clear();
}

bool Unknowns::narrow(Set &s, Number lo, Number hi) {
  lo = std::max(lo, s.lo);
  hi = std::min(hi, s.hi);
  auto is_without = [&](Number v) { return std::find(s.without.begin(), s.without.end(), v) != s.without.end(); };
  while (lo <= hi && is_without(lo))
    ++lo;
  while (lo <= hi && is_without(hi))
    --hi;
  if (lo > hi)
    return false;
  s.lo = lo;
  s.hi = hi;
  std::erase_if(s.without, [&](Number v) { return v < lo || hi < v; });
  return true;
}

// Boundaries and small numbers more often than others.
Number Unknowns::pick(Number lo, Number hi) {
  const Number least = std::clamp<Number>(0, lo, hi);
  auto from = [&](Number base, std::uint64_t more) { return std::min<Number>(base + static_cast<Number>(more), hi); };
  switch (random_.below(8)) {
  case 0: return lo;
  case 1: return hi;
  case 2: return from(least, random_.below(near));
  case 3: return from(lo, random_.below(4));
  case 4: {
    const Number size = hi - lo + 1;
    return size > INT64_MAX ? lo + static_cast<Number>(random_.next() >> 2U)
                            : lo + static_cast<Number>(random_.below(static_cast<std::uint64_t>(size)));
  }
  default: return from(least, random_.below(5));
  }
}

Number Unknowns::choose(UnknownId x) {
  Set &s = all_[x];
  if (s.lo == s.hi)
    return s.lo;
  Number v = pick(s.lo, s.hi);
  while (!has(s, v)) // neither boundary is excluded, so some value is found
    v = v >= s.hi ? s.lo : v + 1;
  settle(s, v);
  return v;
}

bool Unknowns::equal(UnknownId x, Number v, Wish wish) {
  Set &s = all_[x];
  if (!has(s, v))
    return false;
  if (s.lo == s.hi)
    return true;
  const bool small = s.hi - s.lo == 1; // a Boolean: both ways alike
  if (wish == Wish::True || (wish == Wish::Any && random_.one_in(small ? 2 : 3))) {
    settle(s, v);
    return true;
  }
  if (v == s.lo || v == s.hi) {
    narrow(s, v == s.lo ? v + 1 : s.lo, v == s.hi ? v - 1 : s.hi); // the other boundary is left
    return false;
  }
  s.without.push_back(v);
  if (s.without.size() > most_exclusions)
    choose(x);
  return false;
}

bool Unknowns::at_most(UnknownId x, Number v, Wish wish) {
  Set &s = all_[x];
  if (s.hi <= v)
    return true;
  if (v < s.lo)
    return false;
  if (wish == Wish::True || (wish == Wish::Any && random_.one_in(2))) {
    if (narrow(s, s.lo, v)) // the boundary s.lo is never excluded
      return true;
  }
  return !narrow(s, v + 1, s.hi); // nor is s.hi
}

void Unknowns::prefer_rest(UnknownId x, Number rest, Number modulus) {
  Set &s = all_[x];
  auto up = [&](Number v) { // the next number that is congruent
    const Number away = (rest - v) % modulus;
    return v + (away < 0 ? away + modulus : away);
  };
  Number v = up(pick(s.lo, s.hi));
  if (!has(s, v))
    v = up(s.lo);
  if (has(s, v))
    settle(s, v);
}

} // namespace lockstep::emit::execution
