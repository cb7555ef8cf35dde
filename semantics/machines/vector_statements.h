// The statements of a lock-step program, as all threads execute them together: each for the threads that its guard
// enables (Sect. 4.2 of [CDKQ13]). Private to semantics/.
#pragma once

#include "semantics/machines/choices.h"
#include "semantics/machines/guarded_threads.h"
#include "semantics/machines/warp_requests.h"
#include "support/invariant.h"

namespace lockstep::semantics {

class VectorStatements {
public:
  // `starts`: of each statement's segment (LockstepCode). All are kept by reference.
  VectorStatements(const predication::Lockstep &program, const std::vector<std::vector<std::uint32_t>> &starts,
                   Interpreter &m, WarpRequests &requests)
      : program_(program), starts_(starts), m_(m), threads_(m), requests_(requests) {}

  void start(Choices &choices) { choices_ = &choices; }

  // `pc`: the statement's segment.
  void run(const predication::Assign &s, std::uint32_t pc);
  void run(const predication::SetBlock &s, std::uint32_t pc);
  void run(const predication::Choose &s, std::uint32_t pc);
  void run(const predication::Havoc &s, std::uint32_t pc);
  void run(const predication::Assume &s, std::uint32_t pc);
  void run(const predication::Assert &s, std::uint32_t pc);
  void run(const predication::Skip &, std::uint32_t) {}
  void run(const predication::Load &s, std::uint32_t pc);
  void run(const predication::Store &s, std::uint32_t pc);
  void run(const predication::Atomic &s, std::uint32_t pc);
  void run(const predication::AtHead &, std::uint32_t) {} // looked at where control comes from
  void run(const predication::Sync &s, std::uint32_t pc);
  template <typename T> void run(const T &, std::uint32_t) {
    LOCKSTEP_UNREACHABLE("instrumentation is refused by LockstepMachine::make");
  }

private:
  void gather(const predication::Guard &g); // the threads that it enables
  void touch(std::uint32_t pc);             // the access, by each of them

  const predication::Lockstep &program_;
  const std::vector<std::vector<std::uint32_t>> &starts_;
  Interpreter &m_;
  GuardedThreads threads_;
  WarpRequests &requests_;
  Choices *choices_ = nullptr;
  std::vector<ThreadIndex> enabled_; // of the statement that runs
};

} // namespace lockstep::semantics
