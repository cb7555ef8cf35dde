// See asked.h. The seam is a function without an object, so what it counts is the program's.
#include "tests/oracle/asked.h"

#include "support/sound.h"

#include <atomic>
#include <cstdlib>

namespace lockstep {

namespace {

struct Watched {
  std::string condition; // changes only while nothing is verified
  std::atomic<std::uint64_t> times = 0;
};
Watched &watched() {
  static Watched one;
  return one;
}

} // namespace

namespace oracle {

void watch(const std::string &condition) {
  watched().condition = condition;
  watched().times = 0;
}
std::uint64_t asked() { return watched().times; }

bool is_left_out(const std::string &condition) {
  static const char *const named = std::getenv("LOCKSTEP_LEFT_OUT");
  return named && condition == named;
}

} // namespace oracle

// In place of the product's answer ("none", support/sound.cpp).
bool support::left_out(const char *condition) {
  if (watched().condition == condition)
    ++watched().times;
  static const char *const named = std::getenv("LOCKSTEP_LEFT_OUT");
  return named && std::string_view(named) == condition;
}

} // namespace lockstep
