// The memory of a grid, as its warps use it: see grid_memory.h.
#include "semantics/simt/memory/grid_memory.h"

#include "support/sound.h"

#include <fmt/format.h>

namespace lockstep::semantics::simt {

void GridMemory::start() {
  moves_ = 0;
  if (asynchronous_)
    asynchronous_->start(core_.m);
}

bool GridMemory::filled(const Unit &u) const {
  for (unsigned l : Lanes{u.lanes})
    if (!asynchronous_->ready(core_.warps.thread(u.warp, l), u.pc))
      return false;
  return true;
}

void GridMemory::grid_barrier() {
  if (asynchronous_)
    asynchronous_->grid_barrier();
}

std::vector<MemoryMove> GridMemory::moves() const {
  return asynchronous_ ? asynchronous_->environment().moves() : std::vector<MemoryMove>();
}

void GridMemory::move(const MemoryMove &move, Choices &choices, bool *moved) {
  if (++moves_ > core_.options.max_steps)
    return core_.stop(End::StepLimit, {},
                      fmt::format("the limit of {} steps of memory is reached", core_.options.max_steps));
  if (const auto why = asynchronous_->environment().apply(move, choices, moved))
    core_.stop(End::Stuck, {}, *why);
}

bool GridMemory::turn(Choices &choices) {
  if (drained())
    return false;
  for (const MemoryMove &one : moves()) {
    bool moved = false;
    move(one, choices, &moved);
    if (moved || core_.over())
      return true;
  }
  return false;
}

void GridMemory::write_all_back() {
  if (asynchronous_)
    asynchronous_->environment().write_all_back();
}

GridMemory::State GridMemory::save() const {
  return {core_.m.memory.save(), asynchronous_ ? std::optional(asynchronous_->save()) : std::nullopt};
}

void GridMemory::restore(const State &s) {
  moves_ = 0;
  core_.m.memory.restore(s.cells);
  if (asynchronous_)
    asynchronous_->restore(*s.flying);
}

void GridMemory::append_key(std::string &out) const {
  if (!support::left_out("simt.key"))
    core_.m.memory.append_key(out);
  if (asynchronous_)
    asynchronous_->append_key(out);
}

} // namespace lockstep::semantics::simt
