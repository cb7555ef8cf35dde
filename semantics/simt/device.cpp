// A device with contexts and grids beside each other: see device.h.
#include "semantics/simt/device.h"

#include "semantics/simt/machine_impl.h"
#include "support/invariant.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace lockstep::semantics::simt {

using Kind = DeviceMessage::Kind;

struct Device::Grid {
  Grid(HostId of, const SimtCode &code, const Geometry &g, const Inputs &in, const SimtOptions &o)
      : context(of), machine(code, g, in, o) {}
  HostId context = 0;
  SimtMachine machine;
  bool begun = false;     // is among those that have blocks
  std::uint32_t last = 0; // warp that stepped
};

namespace {
DeviceMessage told(Kind kind, HostId context, HostId program, HostId grid, std::string why = {}) {
  DeviceMessage m;
  m.kind = kind;
  m.context = context;
  m.program = program;
  m.grid = grid;
  m.why = std::move(why);
  return m;
}
} // namespace

Device::Device(const SimtOptions &options, std::uint32_t grids_at_once)
    : options_(options), grids_at_once_(grids_at_once) {}
Device::~Device() = default;

std::vector<DeviceMessage> Device::take() { return std::exchange(out_, {}); }

// --- what can happen --------------------------------------------------------------------------------------------
bool Device::applicable(const DeviceMessage &m) const {
  const auto context = contexts_.find(m.context);
  const bool known = context != contexts_.end();
  switch (m.kind) {
  case Kind::Create: return true;
  case Kind::Destroy: return known;
  case Kind::Load: return known && m.code != nullptr;
  case Kind::Start: return known && context->second.programs.contains(m.program);
  case Kind::Abort: {
    const auto grid = grids_.find(m.grid);
    return known && grid != grids_.end() && grid->second->context == m.context;
  }
  case Kind::Created:
  case Kind::Loaded:
  case Kind::Started:
  case Kind::Completed:
  case Kind::Failed: return false; // what the device says, the host does not
  }
  LOCKSTEP_UNREACHABLE("every message has its case");
}

std::vector<DeviceMove> Device::moves() const {
  std::vector<DeviceMove> out;
  for (std::size_t i = 0; i < in_.size(); ++i)
    if (applicable(in_[i]))
      out.push_back({DeviceMove::Kind::Message, i});
  for (const auto &[id, grid] : grids_) {
    if (!grid->begun)
      continue;
    SimtMachine::Impl &m = grid->machine.impl();
    if (m.core.over() || m.core.warps.completed()) {
      out.push_back({DeviceMove::Kind::Complete, id});
      continue;
    }
    for (const Unit &u : m.scheduler.units())
      out.push_back({DeviceMove::Kind::Step, id, u.warp, u.lanes, u.pc});
  }
  return out;
}

// --- and what it does -------------------------------------------------------------------------------------------
void Device::apply(const DeviceMove &move, Choices &choices) {
  switch (move.kind) {
  case DeviceMove::Kind::Message: {
    const DeviceMessage m = std::move(in_[move.which]);
    in_.erase(in_.begin() + static_cast<std::ptrdiff_t>(move.which));
    return handle(m, choices);
  }
  case DeviceMove::Kind::Complete: return end(static_cast<HostId>(move.which), choices);
  case DeviceMove::Kind::Step: break;
  }
  turn_ = static_cast<HostId>(move.which);
  Grid &grid = *grids_.at(turn_);
  contexts_.at(grid.context).memory.hand_to(grid.machine);
  SimtMachine::Impl &m = grid.machine.impl();
  m.accesses.in_any_order(any_order_);
  grid.last = move.warp;
  m.step({move.warp, move.lanes, move.pc}, choices);
  if (options_.limits.limited() && m.core.warps.states[move.warp].branch.completed)
    issue(choices); // room for blocks of others
}

void Device::handle(const DeviceMessage &m, Choices &choices) {
  switch (m.kind) {
  case Kind::Create:
    contexts_[next_context_];
    out_.push_back(told(Kind::Created, next_context_++, 0, 0));
    return;
  case Kind::Destroy:
    std::erase_if(grids_, [&](const auto &g) { return g.second->context == m.context; });
    contexts_.erase(m.context);
    return issue(choices);
  case Kind::Load: {
    Context &c = contexts_.at(m.context);
    c.programs[next_program_] = m.code;
    c.memory.fetch();
    c.memory.declare(m.code->program->kernel);
    out_.push_back(told(Kind::Loaded, m.context, next_program_++, 0));
    return;
  }
  case Kind::Start: return start(m, choices);
  case Kind::Abort:
    contexts_.at(m.context).memory.fetch();
    grids_.erase(m.grid);
    return issue(choices);
  case Kind::Created:
  case Kind::Loaded:
  case Kind::Started:
  case Kind::Completed:
  case Kind::Failed: return; // what the device says, the host does not
  }
}

void Device::start(const DeviceMessage &m, Choices &choices) {
  Context &c = contexts_.at(m.context);
  const HostId id = next_grid_++;
  const SimtCode &code = *c.programs.at(m.program);
  auto grid = std::make_unique<Grid>(m.context, code, m.geometry, m.inputs, options_);
  c.memory.fetch();
  if (const auto other = c.memory.declare(grid->machine, code.program->kernel)) {
    out_.push_back(
        told(Kind::Failed, m.context, m.program, id, fmt::format("the context has another array '{}'", *other)));
    return;
  }
  if (options_.limits.limited())
    grid->machine.impl().blocks.share([this, id](ResidentBlocks::Loads &to) {
      for (const auto &[other, g] : grids_)
        if (other != id && g->begun)
          g->machine.impl().blocks.add_load(to);
    });
  grids_[id] = std::move(grid);
  out_.push_back(told(Kind::Started, m.context, m.program, id));
  issue(choices);
}

void Device::issue(Choices &choices) {
  std::uint32_t begun = 0;
  for (const auto &[id, g] : grids_)
    begun += g->begun;
  for (const auto &[id, g] : grids_) {
    SimtMachine::Impl &m = g->machine.impl();
    if (g->begun) {
      if (options_.limits.limited() && !m.core.over())
        m.blocks.issue(choices);
    } else if (grids_at_once_ == 0 || begun < grids_at_once_) {
      m.start(choices);
      g->begun = true;
      ++begun;
    }
  }
}

// A grid completes when all its blocks have; one that gets stuck fails.
void Device::end(HostId id, Choices &choices) {
  Grid &g = *grids_.at(id);
  contexts_.at(g.context).memory.fetch();
  const Outcome o = g.machine.impl().core.finish();
  out_.push_back(told(o.end == End::Completed ? Kind::Completed : Kind::Failed, g.context, 0, id,
                      o.end == End::Completed ? "" : fmt::format("{}: {}", name(o.end), o.reason)));
  grids_.erase(id);
  issue(choices);
}

std::vector<std::uint64_t> Device::contents(HostId context, const std::string &array) const {
  const auto found = contexts_.find(context);
  return found == contexts_.end() ? std::vector<std::uint64_t>() : found->second.memory.contents(array);
}

// --- scheduling -------------------------------------------------------------------------------------------------
bool Device::run(Pick pick, Choices &choices, std::uint64_t most_moves) {
  any_order_ = pick == Pick::Random;
  for (std::uint64_t n = 0; n < most_moves; ++n) {
    const std::vector<DeviceMove> all = moves();
    if (all.empty())
      break;
    if (pick == Pick::Random) {
      apply(all[choices.among(all.size())], choices);
      continue;
    }
    // The next grid in turn; of its warps the next behind the one that stepped last.
    const DeviceMove *best = &all.front();
    auto rank = [&](const DeviceMove &m) {
      if (m.kind == DeviceMove::Kind::Message)
        return std::tuple(0U, HostId(0), 0U);
      const auto id = static_cast<HostId>(m.which);
      const bool later = m.warp <= grids_.at(id)->last;
      return std::tuple(id > turn_ ? 1U : 2U, id, m.warp + (later ? 1U << 31 : 0));
    };
    for (const DeviceMove &m : all)
      if (rank(m) < rank(*best))
        best = &m;
    apply(*best, choices);
  }
  return grids_.empty();
}

} // namespace lockstep::semantics::simt
