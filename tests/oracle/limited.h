// Limits of time and memory around each thing that is judged (a mutant, a file): Clang's, LLVM's and our own work on a
// text that nobody has written may not end, may take all memory, or may crash.
//
// What asks the budget (support/budget.h) is given up, and the process goes on. What does not (Clang, LLVM) ends the
// process, which says of what (jobs/process/supervisor.h): so it is a process of its own, and another one goes on
// behind the thing that ended it. Nothing is dropped: what was given up is told, by its number, to whoever counts.
#pragma once

#include "jobs/process/supervisor.h"
#include "support/budget.h"

#include <cstdint>
#include <functional>
#include <new>
#include <string>
#include <sys/mman.h>
#include <type_traits>

namespace lockstep::oracle {

// One thing, while it is judged.
class Limited {
public:
  Limited(jobs::Supervisor &supervisor, double seconds, unsigned megabytes);
  ~Limited();
  Limited(const Limited &) = delete;
  Limited &operator=(const Limited &) = delete;

private:
  jobs::Supervisor::Work work_;
  support::Budget budget_;
  support::Budget::InForce in_force_;
};

// Things numbered from 0, one after another, in processes beside this one, which has no other thread. What they print
// is printed here.
struct Things {
  double seconds = 60; // for each, proofs and executions among it
  unsigned megabytes = 2500;
  std::function<bool(std::uint64_t)> more; // is this one to be judged?
  // In each process: first, for each thing, and at its end. `say`: comes to `said`.
  using Say = std::function<void(const std::string &)>;
  std::function<jobs::Supervisor &()> open;
  std::function<void(std::uint64_t, const Say &say)> judge;
  std::function<void()> close;
  // In this one.
  Say said;
  std::function<void(std::uint64_t, const std::string &why)> over, crashed;
};
// A value that all these processes and this one have in common.
template <typename T> class Shared {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
  Shared() : at_(::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (at_ == MAP_FAILED)
      throw std::bad_alloc();
    new (at_) T();
  }
  ~Shared() { ::munmap(at_, sizeof(T)); }
  Shared(const Shared &) = delete;
  Shared &operator=(const Shared &) = delete;
  T *operator->() { return static_cast<T *>(at_); }
  const T *operator->() const { return static_cast<const T *>(at_); }

private:
  void *at_;
};

// How many have been judged, those that were given up among them.
std::uint64_t judge_apart(const Things &things);

} // namespace lockstep::oracle
