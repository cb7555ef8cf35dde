// The observers: races, other violations, counters.
//
// A data race (Def. 3.1 of [CDKQ13], docs/design.md 5): two accesses by distinct threads to overlapping bytes of one
// array, at least one a write or an atomic and not both atomic, and no barrier that fences the array's space and that
// both threads take part in between them. Threads of different groups race on global arrays only, where group barriers
// do not order.
//
// Tolerance (cfg/ir/tolerance.h), as emit/pick/races/race_goal.h and emit/watchdog/logs.cpp have it: a store writes
// values of `per_value` granules each. Two plain writes do not race where the granules of the two *values* are exactly
// the same and the values are the same bits. Values that overlap in part race, even if the bytes written are the same.
// Where reads are tolerated, a read races with a later plain write of its granules only if it has found something else;
// with an earlier one it does not race here: of two accesses that nothing orders there is an execution in the other
// order.
#pragma once

#include "semantics/observers/observer.h"

#include <memory>

namespace lockstep::semantics {

struct Side {
  ThreadIndex thread = 0;
  ThreadId id;
  Site site;
  cfg::AccessKind kind = cfg::AccessKind::Read;
  std::uint64_t step = 0;
  std::int64_t lo = 0; // the whole access: granules [lo, lo + granules)
  std::uint64_t granules = 0;
};

struct Race {
  cfg::ArrayId array = 0;
  std::int64_t first_byte = 0, last_byte = 0; // that both touch
  std::array<Side, 2> sides;                  // in the order in which they happened
  std::vector<ThreadIndex> schedule;          // of the execution that shows it, if it was recorded
};

struct RaceOptions {
  cfg::Tolerance tolerance = cfg::Tolerance::Same;
  bool stop_at_first = false;   // exploration may stop at the first race
  bool before_undefined = true; // races of executions that end in undefined behaviour count
};

class RaceObserver final : public Observer {
public:
  explicit RaceObserver(const RaceOptions &options = {});
  ~RaceObserver() override;
  // One race per pair of sites and kinds, of the executions that counted.
  const std::vector<Race> &races() const;

  void on_start(const cfg::Kernel &, const Geometry &) override;
  void on_access(const Access &) override;
  void on_lock_step(std::span<const ThreadIndex>) override;
  void on_fence(ThreadIndex, const cfg::Fence &) override;
  void on_come(ThreadIndex, const cfg::Numbered &) override;
  void on_pass(ThreadIndex last, std::span<const ThreadIndex>, const cfg::Numbered &) override;
  void on_release(std::span<const ThreadIndex>, Site, const cfg::Barrier &) override;
  void on_end(const Execution &) override;
  bool satisfied() const override;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

enum class ViolationKind : std::uint8_t { Divergence, Assertion, Bounds, Uninitialised, Undefined };
struct Violation {
  ViolationKind kind = ViolationKind::Assertion;
  ThreadIndex thread = 0;
  ThreadId id;
  Site site;
  std::string message;                  // one line, without the place
  std::optional<cfg::AssertKind> check; // Assertion
  std::optional<cfg::ArrayId> array;    // Bounds, Uninitialised
  std::int64_t lo = 0;                  // Bounds, Uninitialised: first granule of the access
  std::optional<Divergence> divergence;
  std::optional<ThreadId> other; // Divergence
};

// One violation per kind and site, of the executions that counted.
class ViolationObserver final : public Observer {
public:
  explicit ViolationObserver(bool stop_at_first = false) : stop_at_first_(stop_at_first) {}
  const std::vector<Violation> &violations() const { return kept_; }
  bool has(ViolationKind kind) const;

  void on_start(const cfg::Kernel &, const Geometry &) override;
  void on_outside(const Access &, std::optional<std::uint64_t>) override;
  void on_uninitialised(const Access &) override;
  void on_divergence(const Divergence &) override;
  void on_failed(const CheckEvent &) override;
  void on_undefined(ThreadIndex, Site, const std::string &) override;
  void on_end(const Execution &) override;
  bool satisfied() const override { return stop_at_first_ && !kept_.empty(); }

private:
  void add(Violation v);
  const cfg::Kernel *kernel_ = nullptr;
  const Geometry *geometry_ = nullptr;
  bool stop_at_first_;
  std::vector<Violation> kept_, seen_; // seen_: of the execution that runs
};

struct Counts {
  std::uint64_t executions = 0, steps = 0, reads = 0, writes = 0, atomics = 0, barriers = 0;
};
class Counters final : public Observer { // of all executions, those that do not count as well
public:
  const Counts &counts() const { return counts_; }
  void on_access(const Access &) override;
  void on_release(std::span<const ThreadIndex>, Site, const cfg::Barrier &) override;
  void on_end(const Execution &) override;

private:
  Counts counts_;
};

} // namespace lockstep::semantics
