// Small edits of a kernel that the stages on it share: fresh names, redirected and split edges, renumbered blocks.
#pragma once

#include "cfg/ir/kernel.h"

#include <functional>
#include <string>
#include <unordered_set>

namespace lockstep::cfg {

// Names that a kernel does not use yet, for new variables, arrays and blocks alike.
class FreshNames {
public:
  explicit FreshNames(const Kernel &k);
  std::string operator()(const std::string &base); // base, base.1, base.2, ...: the first that is free

private:
  std::unordered_set<std::string> taken_;
};

// Every target of the terminator becomes `f` of it.
void map_targets(Terminator &t, const std::function<BlockId(BlockId)> &f);
void redirect(Terminator &t, BlockId from, BlockId to);

// Puts a new block on the edge: `from` goes to it wherever it went to `to`, and it goes to `to`. Returns the new block.
BlockId split_edge(Kernel &k, FreshNames &fresh, BlockId from, BlockId to);

// The kernel's blocks become those of `order`, in that order. Blocks left out must not be targets of those kept.
void reorder_blocks(Kernel &k, const std::vector<BlockId> &order);

} // namespace lockstep::cfg
