// The counts of barriers that order accesses: of every team, of every group, of the grid (Epoch in observer.h). Private
// to semantics/.
#pragma once

#include "semantics/observers/observer.h"

#include <algorithm>
#include <ranges>
#include <vector>

namespace lockstep::semantics {

// Teams are consecutive threads of a group; its last one may have fewer than `lanes`.
inline ThreadIndex first_of_team(ThreadIndex t, unsigned lanes, std::uint32_t group_size) {
  return t - t % group_size % lanes;
}
inline auto team_of(ThreadIndex t, unsigned lanes, std::uint32_t group_size) {
  const ThreadIndex first = first_of_team(t, lanes, group_size);
  return std::views::iota(first, first + std::min(lanes, group_size - first % group_size));
}

class Epochs {
public:
  // `team_sizes` is kept by reference.
  Epochs(const std::vector<unsigned> &team_sizes, std::uint32_t threads, std::uint32_t group_size);

  void start(); // no barrier has been passed
  // All threads that the barrier is for, t among them, pass it together.
  void pass(ThreadIndex t, const cfg::Barrier &bar);
  Epoch of(ThreadIndex t, cfg::Space space) const;

private:
  struct Passed { // barriers that fence
    std::uint32_t of_group_space = 0, of_global_space = 0;
  };

  Passed &counted_by(ThreadIndex t, const cfg::Barrier &bar);

  const std::vector<unsigned> &team_sizes_;
  std::uint32_t group_size_;
  std::vector<std::vector<Passed>> teams_; // by size, then of each thread's team, at its first thread
  std::vector<Passed> groups_;
  Passed grid_;
};

} // namespace lockstep::semantics
