// Who decides what a semantics leaves open: schedules (which thread takes the next visible step) and choices (havoc,
// non-deterministic goto, the psi of a lock-step store).
#pragma once

#include "semantics/semantics.h"

#include <span>

namespace lockstep::semantics {

class Choices {
public:
  virtual ~Choices() = default;
  virtual std::size_t among(std::size_t n) = 0;    // 0 .. n-1, n >= 2
  virtual std::uint64_t havoc(cfg::Type type) = 0; // any bits of the type
};
class ZeroChoices final : public Choices { // the first target, zeros
public:
  std::size_t among(std::size_t) override { return 0; }
  std::uint64_t havoc(cfg::Type) override { return 0; }
};
class RandomChoices final : public Choices { // small numbers, edge values and any bits, by turns
public:
  explicit RandomChoices(std::uint64_t seed) : state_(seed) {}
  std::size_t among(std::size_t n) override;
  std::uint64_t havoc(cfg::Type type) override;

private:
  std::uint64_t state_;
};

class Schedule {
public:
  virtual ~Schedule() = default;
  // One of `ready` (ascending, not empty): threads that have a visible step to take. `last` took the one before; it may
  // not be ready any more.
  virtual ThreadIndex next(std::span<const ThreadIndex> ready, ThreadIndex last) = 0;
  virtual bool in_order() const { return false; } // threads run until they wait: the machine need not ask
};
class InOrder final : public Schedule { // a thread runs until it waits
public:
  bool in_order() const override { return true; }
  ThreadIndex next(std::span<const ThreadIndex> ready, ThreadIndex last) override;
};
class RandomSchedule final : public Schedule {
public:
  explicit RandomSchedule(std::uint64_t seed) : state_(seed) {}
  ThreadIndex next(std::span<const ThreadIndex> ready, ThreadIndex last) override;

private:
  std::uint64_t state_;
};
// The listed threads in turn, one visible step each (an entry that is not ready is skipped), then in order.
class GivenSchedule final : public Schedule {
public:
  explicit GivenSchedule(std::vector<ThreadIndex> steps) : steps_(std::move(steps)) {}
  ThreadIndex next(std::span<const ThreadIndex> ready, ThreadIndex last) override;

private:
  std::vector<ThreadIndex> steps_;
  std::size_t at_ = 0;
};

} // namespace lockstep::semantics
