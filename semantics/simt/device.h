// A device: contexts, the programs they have loaded, grids beside each other, blocks on processors
// ([Hab11] 2.10, 2.11). The host puts in messages and takes out messages, both without an order; moves() lists what can
// happen next, apply() makes it happen. run() chooses.
//
//   in    create | destroy context | load a program | start a grid | abort a grid
//   out   created | loaded | started | completed | failed (why)
//
// A message that is not applicable (to start a program that is not loaded) stays in the bag. Blocks of all grids share
// the processors; a block stays where it is until it has completed. One instruction of one warp at a time: warps that
// the text lets step at once read their own registers only, so some order of theirs is the same.
//
// Contexts share no memory. Within one, arrays of the same name in global or constant memory are one array; loading a
// program gives those that are new their initial contents, before any step. Memory takes effect at once (ideal): an
// aborted grid has nothing in flight.
#pragma once

#include "semantics/simt/context_memory.h"

#include <deque>
#include <map>
#include <memory>

namespace lockstep::semantics::simt {

using HostId = std::uint32_t; // of contexts, programs and grids, each from 0 on; never used again

struct DeviceMessage {
  enum class Kind : std::uint8_t { Create, Destroy, Load, Start, Abort, Created, Loaded, Started, Completed, Failed };
  Kind kind = Kind::Create;
  HostId context = 0;
  HostId program = 0;             // Start, Loaded
  HostId grid = 0;                // Abort, Started, Completed, Failed
  const SimtCode *code = nullptr; // Load; must outlive the device
  Geometry geometry = {};         // Start, with what the kernel's parameters are
  Inputs inputs = {};
  std::string why = {}; // Failed
};

struct DeviceMove {
  enum class Kind : std::uint8_t { Message, Step, Complete };
  Kind kind = Kind::Message;
  std::size_t which = 0;  // the message's position, or the grid
  std::uint32_t warp = 0; // Step: the warp, the lanes and where they are
  Mask lanes = 0;
  Pc pc = 0;
};

class Device {
public:
  // `options`: of all grids; the limits are the device's. `grids_at_once`: with blocks on processors; 0: any number.
  Device(const SimtOptions &options, std::uint32_t grids_at_once = 0);
  ~Device();

  void put(DeviceMessage m) { in_.push_back(std::move(m)); }
  std::vector<DeviceMessage> take(); // what has come out since
  const std::deque<DeviceMessage> &waiting() const { return in_; }

  std::vector<DeviceMove> moves() const;
  void apply(const DeviceMove &m, Choices &choices);
  // Until nothing can happen, or so many moves. In order: messages first, then grids in turn, of each the warps in
  // turn. Says whether all grids have ended.
  bool run(Pick pick, Choices &choices, std::uint64_t most_moves = 1'000'000);

  // Of an array of a context; empty: there is none.
  std::vector<std::uint64_t> contents(HostId context, const std::string &array) const;
  std::size_t running() const { return grids_.size(); }

private:
  struct Grid;
  struct Context {
    std::map<HostId, const SimtCode *> programs;
    ContextMemory memory;
  };

  bool applicable(const DeviceMessage &m) const;
  void handle(const DeviceMessage &m, Choices &choices);
  void start(const DeviceMessage &m, Choices &choices);
  void issue(Choices &choices); // blocks of the grids that may have some, in order
  void end(HostId grid, Choices &choices);

  SimtOptions options_;
  std::uint32_t grids_at_once_;
  bool any_order_ = false; // of lanes that touch the same cells
  std::map<HostId, Context> contexts_;
  std::map<HostId, std::unique_ptr<Grid>> grids_; // that run
  HostId next_context_ = 0, next_program_ = 0, next_grid_ = 0;
  HostId turn_ = 0; // the grid that stepped last
  std::deque<DeviceMessage> in_;
  std::vector<DeviceMessage> out_;
};

} // namespace lockstep::semantics::simt
