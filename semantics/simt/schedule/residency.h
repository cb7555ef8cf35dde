// Which blocks of a launch are on which processor ([Hab11] 2.11, issueBlocks): a processor takes a block if it has room
// for it, keeps it until it has completed, and gives it to no other. Nothing is preempted: a block that waits for one
// that finds no room waits for ever.
#pragma once

#include "cfg/ir/kernel.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep::semantics::simt {

enum class BlockOrder : std::uint8_t {
  InOrder, // the block with the lowest number that waits goes next
  Any      // a choice
};

struct DeviceLimits {
  std::uint32_t processors = 0; // 0: one for each block, and all blocks are there from the start
  // Of each processor; 0: no limit.
  std::uint32_t blocks = 0, threads = 0; // threads: with those that a part-filled last warp lacks
  std::uint64_t shared_bytes = 0;        // of the memory of groups
  BlockOrder order = BlockOrder::InOrder;

  bool limited() const { return processors != 0; }
};

struct Load { // of a processor, or what a block adds to it
  std::uint32_t blocks = 0, threads = 0;
  std::uint64_t shared_bytes = 0;
  Load &operator+=(const Load &o);
};

// What a block of `threads` threads in warps of `warp_size` lanes needs.
Load needs_of_block(const cfg::Kernel &k, std::uint64_t threads, unsigned warp_size);

// Why a block finds no room on an empty processor; empty: it does.
std::optional<std::string> never_fits(const DeviceLimits &limits, const Load &block);

// Where the block goes: of the processors with room the first of those with the fewest blocks. Empty: none has room.
std::optional<std::uint32_t> processor_with_room(const DeviceLimits &limits, const Load &block,
                                                 std::span<const Load> now);

inline constexpr std::uint32_t not_issued = ~std::uint32_t(0); // in place of a processor

} // namespace lockstep::semantics::simt
