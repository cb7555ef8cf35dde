// The interleaving machine, step by step: for interleaving.cpp and explore.cpp. Private to semantics/.
#pragma once

#include "semantics/machines/barriers.h"
#include "semantics/machines/interleaving.h"

namespace lockstep::semantics {

// The visible step that a thread takes next.
struct Pending {
  std::uint32_t store = 0; // array and copy, as one number
  std::int64_t lo = 0;
  std::uint32_t granules = 0;
  const AccessCode *access = nullptr;
  std::uint64_t value = 0; // of a plain write of one value
  bool writes = false;
};

struct Interleaving::Impl {
  using Status = Interpreter::Status;
  enum class Mode : std::uint8_t {
    InOrder,   // threads run until they wait: they are not switched before accesses
    Scheduled, // they are, until a thread is stopped
    Explored   // they are; where a thread is stopped, the others go on
  };

  Impl(const Code &code, const Geometry &geometry, const Inputs &inputs, const RunOptions &options);

  // --- one execution: start, let each thread advance, then step until nobody is ready
  void start(Choices &choices, Mode mode);
  void advance(ThreadIndex t); // private steps, up to the next visible one
  void step(ThreadIndex t);    // the visible step that waits, and on to the next one
  void drain();                // runs the threads that were released
  bool over() const { return interpreter.over_; }
  const std::vector<ThreadIndex> &ready() const { return ready_; }
  Pending pending(ThreadIndex t) const;
  std::size_t memory_stores() const { return stores_; } // arrays, a copy each

  Interpreter interpreter;
  Barriers barriers{interpreter};

private:
  template <bool Steps> void advance_as(ThreadIndex t);
  bool choose_target(ThreadIndex t, std::uint32_t pc, std::uint32_t &to);
  bool guard_holds(ThreadIndex t, std::uint32_t pc);
  void rest_if_stuck(ThreadIndex t);

  std::vector<ThreadIndex> ready_;         // ascending
  std::vector<std::uint32_t> first_store_; // of an array: the number of its first copy
  std::uint32_t stores_ = 0;
  Choices *choices_ = nullptr;
  bool through_accesses_ = false; // threads are not switched there
};

} // namespace lockstep::semantics
