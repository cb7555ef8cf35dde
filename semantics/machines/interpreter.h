// What all machines have in common: threads that execute their own instructions, on registers of their own and on
// memory, while observers watch. Who goes on when, and what barriers do, is each machine's own. Private to semantics/.
#pragma once

#include "semantics/code/code.h"
#include "semantics/code/memory.h"
#include "semantics/machines/epochs.h"
#include "semantics/observers/observer.h"

namespace lockstep::semantics {

struct Interpreter {
  enum class Status : std::uint8_t {
    Runs,
    AtAccess,
    AtBarrier,
    AtPoint,    // in lock step (lock_step.h)
    AtNumbered, // a barrier of some threads (named_barriers.cpp)
    Done,
    Stuck
  }; // Stuck: what ended it is recorded, others go on
  struct Thread {
    std::uint32_t pc = 0;
    Status status = Status::Runs;
    std::uint32_t group = 0; // position among the groups that run
    std::uint64_t loud = 0;  // for those who wait at which barriers it has not ended quietly: bits of Code::waits
  };

  Interpreter(const Code &code, const Geometry &geometry, const Inputs &inputs, const RunOptions &options);

  void attach(Observer &observer);
  void start(bool go_on_after_stop); // an execution
  Execution finish();                // tells the observers

  // Executes private operations from `pc` on; returns the first other instruction. If the thread was stopped, its
  // status says so. `Steps`: observers are told of each.
  template <bool Steps> std::uint32_t pure(std::uint32_t pc, std::uint64_t *r, ThreadIndex t);
  void access(ThreadIndex t, std::uint32_t pc);
  void stop(ThreadIndex t, std::uint32_t pc, Ending how, std::string why);
  bool undefined(ThreadIndex t, std::uint32_t pc, Undefined what); // false: the thread stops

  const Code &code;
  Geometry geometry;
  RunOptions options;
  Memory memory;
  std::vector<Observer *> observers;
  std::vector<Observer *> steppers; // those of them that are told of steps

  std::uint32_t stride, group_size;
  std::vector<std::uint64_t> fresh; // the register files at the start
  std::vector<std::uint64_t> regs;
  std::vector<std::uint32_t> counters; // loop counters, thread by thread
  std::vector<Thread> threads;
  Epochs epochs;
  bool go_on = false; // after a thread was stopped
  bool over_ = false;
  // While what may not be reached is evaluated, nothing undefined happens yet: would it?
  std::optional<bool> undefined_ahead;
  std::uint64_t steps = 0;
  std::optional<Execution> ending;
};

// Tells the observers of an access. `values`: of a plain write; `stores`: the atomic does.
void tell_access(const Interpreter &m, ThreadIndex t, std::uint32_t pc, const AccessCode &a, std::int64_t lo,
                 std::uint32_t copy, const std::uint64_t *values, bool outside, bool stores);

} // namespace lockstep::semantics
