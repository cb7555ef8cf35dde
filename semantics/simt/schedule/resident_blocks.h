// The blocks of a grid, and the processors that they are on ([Hab11] 2.11): which are there. Private to
// semantics/simt/.
//
// A block gets its processor once and keeps it, also when it has completed. Without limits all blocks are there from
// the start, each on a processor of its own.
#pragma once

#include "semantics/machines/choices.h"
#include "semantics/simt/core.h"

#include <functional>

namespace lockstep::semantics::simt {

class ResidentBlocks {
public:
  explicit ResidentBlocks(Core &core);

  using Loads = std::vector<Load>;                                                             // by processor
  void share(std::function<void(Loads &)> add_others) { add_others_ = std::move(add_others); } // with other grids
  void start(Choices &choices);
  void issue(Choices &choices);   // as many as find room
  void add_load(Loads &to) const; // of those that are there and have not completed

  bool resident(std::uint32_t block) const { return processors_[block] != not_issued; }
  const std::vector<std::uint32_t> &processors() const { return processors_; } // by block, or not_issued
  void restore(const std::vector<std::uint32_t> &processors) { processors_ = processors; }
  void append_key(std::string &out) const;

private:
  Core &core_;
  const Load a_block_;
  std::function<void(Loads &)> add_others_;
  std::vector<std::uint32_t> processors_;
};

} // namespace lockstep::semantics::simt
