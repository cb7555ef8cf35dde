// A shadow of every array: per granule, the accesses that later ones may race with (AccessRecords). A shadow cell is
// empty again once all of them are ordered before whatever comes.
#pragma once

#include "semantics/observers/observer.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace lockstep::semantics {

class ShadowMemory {
public:
  struct Cell {
    std::uint64_t execution = 0;
    std::uint32_t group_epoch = 0, grid_epoch = 0;
    std::vector<std::uint32_t> records;
  };
  struct Shadow {
    std::vector<Cell> dense;
    std::unordered_map<std::int64_t, Cell> far;
    Cell &at(std::int64_t granule) {
      if (granule < 0 || granule >= (std::int64_t(1) << 22))
        return far[granule];
      if (static_cast<std::size_t>(granule) >= dense.size())
        dense.resize(std::max<std::size_t>(static_cast<std::size_t>(granule) + 1, dense.size() * 2));
      return dense[static_cast<std::size_t>(granule)];
    }
  };

  void shape(const cfg::Kernel &k, const Geometry &g); // for this kernel and launch
  void start() { ++execution_; }                       // an execution: no granule has been accessed
  // Array after array, copy after copy.
  std::uint32_t index_of(cfg::ArrayId array, std::uint32_t copy) const { return first_[array] + copy; }
  Shadow &shadow(std::uint32_t index) { return shadows_[index]; }
  // What an access in this epoch may race with. `of_one_group`: others cannot access the cell.
  std::vector<std::uint32_t> &records_at(Shadow &shadow, std::int64_t granule, const Epoch &now, bool of_one_group) {
    Cell &c = shadow.at(granule);
    if (c.execution != execution_ || c.grid_epoch != now.grid || (of_one_group && c.group_epoch != now.group)) {
      c.records.clear(); // ordered before everything from here on
      c.execution = execution_;
      c.grid_epoch = now.grid;
      c.group_epoch = now.group;
    }
    return c.records;
  }

private:
  std::uint64_t execution_ = 0;
  std::vector<Shadow> shadows_;
  std::vector<std::uint32_t> first_; // of each array
};

} // namespace lockstep::semantics
