// Schedules and choices: see choices.h.
#include "semantics/machines/choices.h"

#include "cfg/ir/expr.h"

#include <algorithm>

namespace lockstep::semantics {

namespace {
// splitmix64
std::uint64_t draw(std::uint64_t &state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}
bool holds(std::span<const ThreadIndex> ready, ThreadIndex t) {
  return std::binary_search(ready.begin(), ready.end(), t);
}
} // namespace

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t state = a * 0x9e3779b97f4a7c15U ^ (b + 0x632be59bd9b4e019U);
  return draw(state);
}

std::size_t RandomChoices::among(std::size_t n) { return static_cast<std::size_t>(draw(state_) % n); }

std::uint64_t RandomChoices::havoc(cfg::Type type) {
  const std::uint64_t bits = draw(state_);
  switch (bits >> 62) {
  case 0: return cfg::mask_to_width(bits % 8, type.width);
  case 1: return cfg::mask_to_width(~(bits % 4), type.width);
  case 2: return cfg::mask_to_width(bits % 64, type.width);
  default: return cfg::mask_to_width(bits, type.width);
  }
}

ThreadIndex InOrder::next(std::span<const ThreadIndex> ready, ThreadIndex last) {
  return holds(ready, last) ? last : ready.front();
}

ThreadIndex RandomSchedule::next(std::span<const ThreadIndex> ready, ThreadIndex) {
  return ready[draw(state_) % ready.size()];
}

ThreadIndex GivenSchedule::next(std::span<const ThreadIndex> ready, ThreadIndex last) {
  while (at_ < steps_.size()) {
    ThreadIndex t = steps_[at_++];
    if (holds(ready, t))
      return t;
  }
  return holds(ready, last) ? last : ready.front();
}

} // namespace lockstep::semantics
