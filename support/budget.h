// What the judgement of one kernel may cost: time, memory, steps. There is one budget a kernel; whatever stage is at
// work asks it, so that no stage runs on when the user's limit is over.
//
//   Budget budget({.seconds = 60, .megabytes = 4000});
//   const Budget::InForce now(budget);   // for this thread, until the end of the scope
//   ...
//   spend();                             // anywhere below: throws OutOfBudget if the budget is used up
//
// Steps are counted where things are made that more things are made of: nodes of expressions, statements of kernels,
// rounds of fixpoints. A loop without an end makes such things, or counts its rounds itself; so it ends.
//
// The budget in force is the one value of the program that is reached without being passed: nearly every function of
// nearly every stage would have to hand it on to the few that ask. It decides nothing but that a stage is given up.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace lockstep::support {

// Thrown by spend(), caught where the pipeline of a kernel was started (as Stopped, stage.h). It is no std::exception,
// so that nobody takes it for a mistake.
struct OutOfBudget {
  std::string why; // "no end within 60 s (--timeout)"
  double time = 0; // seconds, where it was time that ended
};

class Budget {
public:
  struct Limits {
    double seconds = 0;          // 0: none
    double gone = 0;             // of these, before
    double grace = 0;            // seconds that may pass beyond, for what is wound up then
    std::uint64_t megabytes = 0; // that the process may have in memory; 0: none
    std::uint64_t own = 0;       // megabytes beyond, for the program itself
    std::uint64_t steps = 0;     // 0: none
  };
  explicit Budget(Limits limits);

  // `weight`: of a step that does more than make one node.
  void spend(std::uint64_t weight) {
    spent_ += weight;
    if (spent_ >= next_look_)
      look();
  }
  // What the clock leaves; never 0 (which would be no limit) where there is one. 0: no limit.
  double seconds_left() const;

  // The budget of this thread while the object lives; the one before comes back afterwards.
  class InForce {
  public:
    explicit InForce(Budget &budget);
    ~InForce();
    InForce(const InForce &) = delete;
    InForce &operator=(const InForce &) = delete;

  private:
    Budget *before_;
  };
  static constexpr std::uint64_t steps_between_looks = 256; // at the clock and the process

private:
  void look();

  Limits limits_;
  std::chrono::steady_clock::time_point start_, next_memory_look_;
  std::uint64_t spent_ = 0;
  std::uint64_t next_look_;
};

namespace detail {
inline Budget *&budget_in_force() {
  thread_local Budget *budget = nullptr;
  return budget;
}
} // namespace detail

// Of the budget in force; nothing where there is none.
inline void spend(std::uint64_t weight = 1) {
  if (Budget *b = detail::budget_in_force())
    b->spend(weight);
}
// One round of a fixpoint over a whole kernel or program.
inline void spend_round() { spend(Budget::steps_between_looks); }
// 0: no limit.
inline double seconds_left() {
  const Budget *b = detail::budget_in_force();
  return b != nullptr ? b->seconds_left() : 0;
}

} // namespace lockstep::support
