// Cells of group memory that are counted up in rounds, and cells that nobody changes any more.
//
//   for (...) {
//     if (t == 0)
//       c = 0;
//     barrier;
//     s = atomic_add(&c, 1);      0 <= s < threads, in each round
//     barrier;
//   }
//
// A cell is *set anew* if on the way from one barrier to the next one thread surely stores the same constant to it, and
// if no thread comes to any addition to it, from the entry or from the same addition, without passing two such
// barriers. Sound because the threads of a group pass the same barriers one after the other (that they do is barrier
// divergence's question), so that the thread that stores has done so whenever another one has passed the two barriers:
// since then each thread has run each addition once at most. What else stores to the cell stores the same constant.
//
// A load is *final* if no change of its array comes behind it, nor lies in one barrier interval with it. Sound because
// all changes are over then: all final loads of a cell by threads of a group give one value. What is concluded from it
// of two loads takes a FinalCell, which says of which cell: those of two cells are two values.
#pragma once

#include "cfg/analysis/values/facts.h"
#include "cfg/analysis/values/ranges/range_domain.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

#include <map>
#include <optional>
#include <vector>

namespace lockstep::cfg {

class FinalCell {
public:
  bool operator==(const FinalCell &) const = default;

private:
  friend class CellRounds;
  FinalCell(ArrayId array, std::uint64_t cell) : array_(array), cell_(cell) {}
  ArrayId array_;
  std::uint64_t cell_;
};

class CellRounds {
public:
  CellRounds(const Kernel &k, const Facts &facts, const Launch &launch) : k_(k), reader_(k, facts), launch_(launch) {}

  // The constant from which the cell is counted up, if it is set anew in front of each of these places.
  std::optional<std::uint64_t> set_anew(ArrayId array, std::uint64_t cell, const std::vector<Point> &additions,
                                        const std::vector<Point> &also_behind);
  // Of a load of the cell; nothing: it is not final.
  std::optional<FinalCell> final_cell(Point load, ArrayId array, std::uint64_t cell) const;

private:
  bool is_final(Point load, ArrayId array) const;
  const Kernel &k_;
  FactReader reader_;
  const Launch &launch_;
};

// The numbers that loads may find in cells of group memory that are set anew to a constant and counted up by one from
// there. Sound because since the cell was set each thread of the group has run each addition once at most.
std::map<Point, Bounds> counted_loads(const Kernel &k, const Facts &facts, const Launch &launch);

} // namespace lockstep::cfg
