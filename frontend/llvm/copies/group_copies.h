// Which of OpenCL's asynchronous copies may be under way where, and whose event a value surely is: an analysis of
// LLVM's code after the pipeline (passes/events.cpp has made the events that a wait names operands of the call).
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace lockstep::frontend {

bool is_event(const llvm::Type *type);
bool is_copy_start(const llvm::Instruction &i); // async_work_group_copy and its strided form
bool is_event_wait(const llvm::Instruction &i); // wait_group_events

inline constexpr const char *waited_events = "lockstep.events"; // operand bundle of a wait

// Copies of one call (a *site*) by age, as a loop may start the next one before it waits for the last.
enum Age : unsigned { Latest, Previous, Older };
inline constexpr unsigned ages = 3;

// A forward analysis: per site and age, the values that are the copy's event if such a copy is under way. A copy's
// event is the result of its start, and the event that this start joins; phis and selects pass it on. Ways to a point
// on which different copies are under way are told apart, up to a number (a copy that only some rounds of a loop
// start). Sound because a value counts only if it is the event on every way on which the copy has been started and not
// been waited for: an intersection over all ways, from which only those drop out on which there is no such copy.
class CopiesUnderWay {
public:
  explicit CopiesUnderWay(const llvm::Function &f);

  const std::vector<const llvm::CallBase *> &starts() const { return starts_; } // a site is an index into it
  bool repeats(std::size_t site) const { return !loops_[site].empty(); }        // it stands in a loop
  // Is its event always its own? Then a value can be compared with it when the kernel runs.
  bool has_own_event(std::size_t site) const;

  // In front of `at`: surely there is no copy of this site and age under way.
  bool none(const llvm::Instruction &at, std::size_t site, Age age) const;
  // In front of `at`: if there is one, `event` is surely its event.
  bool covers(const llvm::Instruction &at, const llvm::Value *event, std::size_t site, Age age) const;
  // In front of `at`: if there is one, no loop around its start has gone on to another round since.
  bool is_of_this_round(const llvm::Instruction &at, std::size_t site, Age age) const;
  // Is some wait for this site's copies on some ways to it only?
  bool waited_on_some_ways(std::size_t site) const;
  // The values that are its event if there is one, and are known whenever `at` is reached.
  std::vector<const llvm::Value *> events(const llvm::Instruction &at, std::size_t site, Age age) const;

private:
  struct Copy {
    std::set<const llvm::Value *> events;
    bool of_this_round = true;
    auto operator<=>(const Copy &) const = default;
  };
  using Held = std::optional<Copy>; // empty: no such copy is under way
  using Way = std::vector<std::array<Held, ages>>;
  enum class Apart {
    Always,
    ByPresence,
    Never
  }; // are ways told apart: where anything differs, or which copies are under way
  struct State {             // no ways: not reached
    std::map<Way, Way> ways; // by what tells them apart
    Apart apart = Apart::Always;
    bool operator==(const State &) const = default;
  };

  static Held join(const Held &a, const Held &b);
  static Way key_of(const Way &way, Apart apart);
  static void add(State &s, Way way);
  void step(const llvm::Instruction &i, State &s) const;
  void wait(const llvm::CallBase &call, State &s) const;
  void on_edge(Way &way, const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;
  State before(const llvm::Instruction &at) const;

  const llvm::Function &function_;
  std::vector<const llvm::CallBase *> starts_;
  std::vector<std::set<const llvm::BasicBlock *>> loops_; // by site: the heads of the loops around it
  std::map<const llvm::BasicBlock *, State> at_entry_;
};

} // namespace lockstep::frontend
