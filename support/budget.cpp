// What the judgement of one kernel may cost (budget.h).
#include "support/budget.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace lockstep::support {

namespace {
constexpr auto between_memory_looks = std::chrono::milliseconds(10);

// What the process has in memory, in MB; 0 where the system does not tell.
std::uint64_t resident_megabytes() {
  std::FILE *f = std::fopen("/proc/self/statm", "re");
  if (f == nullptr)
    return 0;
  unsigned long long total = 0, resident = 0;
  const bool read = std::fscanf(f, "%llu %llu", &total, &resident) == 2;
  std::fclose(f);
  return read ? resident * static_cast<unsigned long long>(::sysconf(_SC_PAGESIZE)) >> 20 : 0;
}
} // namespace

Budget::Budget(Limits limits)
    : limits_(limits),
      start_(std::chrono::steady_clock::now() - std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                    std::chrono::duration<double>(limits.gone))),
      next_memory_look_(start_), next_look_(steps_between_looks) {}

double Budget::seconds_left() const {
  if (limits_.seconds <= 0)
    return 0;
  const double gone = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  return std::max(limits_.seconds - gone, 1e-3);
}

void Budget::look() {
  next_look_ = spent_ + steps_between_looks;
  if (limits_.steps != 0 && spent_ >= limits_.steps)
    throw OutOfBudget{fmt::format("no end within {} steps", limits_.steps)};
  const auto now = std::chrono::steady_clock::now();
  if (limits_.seconds > 0 && std::chrono::duration<double>(now - start_).count() >= limits_.seconds + limits_.grace)
    throw OutOfBudget{fmt::format("no end within {} s (--timeout)", limits_.seconds), limits_.seconds};
  if (limits_.megabytes == 0 || now < next_memory_look_)
    return;
  next_memory_look_ = now + between_memory_looks;
  if (resident_megabytes() > limits_.megabytes + limits_.own)
    throw OutOfBudget{fmt::format("no end within {} MB of memory (--memory)", limits_.megabytes)};
}

Budget::InForce::InForce(Budget &budget) : before_(std::exchange(detail::budget_in_force(), &budget)) {}
Budget::InForce::~InForce() { detail::budget_in_force() = before_; }

} // namespace lockstep::support
