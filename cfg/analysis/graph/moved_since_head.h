// By how much variables that a loop assigns, inner loops included, have moved on every way from its head to a statement
// of a block inside: 0 if they have the value that they had at the head. Modulo 2^width; those of which it is not known
// are left out.
#pragma once

#include "cfg/analysis/graph/flow.h"
#include "cfg/analysis/graph/loops.h"

#include <map>
#include <optional>

namespace lockstep::cfg {

using Moved = std::map<VarId, std::int64_t>;

// Of one loop, for any number of statements: those of a block are best asked for in their order.
class MovedSinceHead {
public:
  MovedSinceHead(const Kernel &k, const Loop &loop);
  const Moved &before(BlockId block, std::size_t stmt);

private:
  void pass(Moved &now, BlockId b, std::size_t from, std::size_t to) const;

  const Kernel &k_;
  FlowStates<Moved> at_; // by block, at its beginning
  struct Asked {
    BlockId block;
    std::size_t stmt;
    Moved moved;
  };
  std::optional<Asked> last_;
};

} // namespace lockstep::cfg
