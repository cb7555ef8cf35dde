// A device with contexts and grids beside each other: see device.h.
#include "semantics/simt/device.h"

#include "semantics/simt/machine_impl.h"

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
bool of_context(const cfg::Array &a) { return a.space != cfg::Space::Private && a.space != cfg::Space::Group; }
} // namespace

Device::Device(const SimtOptions &options, std::uint32_t grids_at_once)
    : options_(options), grids_at_once_(grids_at_once) {}
Device::~Device() = default;

std::vector<DeviceMessage> Device::take() { return std::exchange(out_, {}); }

void Device::tell(Kind kind, HostId context, HostId program, HostId grid, std::string why) {
  DeviceMessage m;
  m.kind = kind;
  m.context = context;
  m.program = program;
  m.grid = grid;
  m.why = std::move(why);
  out_.push_back(std::move(m));
}

// --- what can happen --------------------------------------------------------------------------------------------
bool Device::applicable(const DeviceMessage &m) const {
  if (m.kind == Kind::Create)
    return true;
  const auto context = contexts_.find(m.context);
  if (context == contexts_.end())
    return false;
  switch (m.kind) {
  case Kind::Destroy: return true;
  case Kind::Load: return m.code != nullptr;
  case Kind::Start: return context->second.programs.contains(m.program);
  case Kind::Abort: {
    const auto grid = grids_.find(m.grid);
    return grid != grids_.end() && grid->second->context == m.context;
  }
  default: return false; // what the device says, the host does not
  }
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
    if (m.over() || m.completed()) {
      out.push_back({DeviceMove::Kind::Complete, id});
      continue;
    }
    for (const Unit &u : m.units())
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
  hand_memory_to(turn_);
  Grid &grid = *grids_.at(turn_);
  SimtMachine::Impl &m = grid.machine.impl();
  m.choices = &choices;
  m.any_order = any_order_;
  grid.last = move.warp;
  m.step({move.warp, move.lanes, move.pc});
  if (options_.limits.limited() && m.warps[move.warp].branch.completed)
    issue(choices); // room for blocks of others
}

void Device::handle(const DeviceMessage &m, Choices &choices) {
  switch (m.kind) {
  case Kind::Create: contexts_[next_context_]; return tell(Kind::Created, next_context_++, 0, 0);
  case Kind::Destroy:
    std::erase_if(grids_, [&](const auto &g) { return g.second->context == m.context; });
    contexts_.erase(m.context);
    return issue(choices);
  case Kind::Load: {
    Context &c = contexts_.at(m.context);
    c.programs[next_program_] = m.code;
    fetch_memory(c);
    for (const cfg::Array &a : m.code->program->kernel.arrays)
      if (of_context(a) && a.extent && !c.memory.contains(a.name)) {
        Cells cells{a.granule_bytes, a.initial};
        cells.values.resize(*a.extent);
        c.memory[a.name] = std::move(cells);
      }
    return tell(Kind::Loaded, m.context, next_program_++, 0);
  }
  case Kind::Start: return start(m, choices);
  case Kind::Abort:
    fetch_memory(contexts_.at(m.context));
    grids_.erase(m.grid);
    return issue(choices);
  default: return;
  }
}

void Device::start(const DeviceMessage &m, Choices &choices) {
  Context &c = contexts_.at(m.context);
  const HostId id = next_grid_++;
  const SimtCode &code = *c.programs.at(m.program);
  auto grid = std::make_unique<Grid>(m.context, code, m.geometry, m.inputs, options_);
  fetch_memory(c);
  const auto &arrays = code.program->kernel.arrays;
  for (cfg::ArrayId a = 0; a < arrays.size(); ++a) {
    if (!of_context(arrays[a]))
      continue;
    const Cells fresh{arrays[a].granule_bytes, grid->machine.memory().contents(a)};
    const Cells &cells = c.memory.try_emplace(arrays[a].name, fresh).first->second;
    if (cells.granule_bytes != fresh.granule_bytes || cells.values.size() != fresh.values.size())
      return tell(Kind::Failed, m.context, m.program, id,
                  fmt::format("the context has another array '{}'", arrays[a].name));
  }
  if (options_.limits.limited())
    grid->machine.impl().add_others = [this, id](std::vector<Load> &to) {
      for (const auto &[other, g] : grids_)
        if (other != id && g->begun)
          g->machine.impl().add_load(to);
    };
  grids_[id] = std::move(grid);
  tell(Kind::Started, m.context, m.program, id);
  issue(choices);
}

void Device::issue(Choices &choices) {
  std::uint32_t begun = 0;
  for (const auto &[id, g] : grids_)
    begun += g->begun;
  for (const auto &[id, g] : grids_) {
    SimtMachine::Impl &m = g->machine.impl();
    if (g->begun) {
      m.choices = &choices;
      if (options_.limits.limited() && !m.over())
        m.issue_blocks();
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
  fetch_memory(contexts_.at(g.context));
  const Outcome o = g.machine.impl().finish();
  tell(o.end == End::Completed ? Kind::Completed : Kind::Failed, g.context, 0, id,
       o.end == End::Completed ? "" : fmt::format("{}: {}", name(o.end), o.reason));
  grids_.erase(id);
  issue(choices);
}

// --- a context's memory -----------------------------------------------------------------------------------------
// The machine that stepped last has it.
void Device::fetch_memory(Context &c) {
  if (!c.in_use)
    return;
  const auto grid = grids_.find(*c.in_use);
  c.in_use.reset();
  if (grid == grids_.end())
    return;
  SimtMachine::Impl &m = grid->second->machine.impl();
  const auto &arrays = m.code.program->kernel.arrays;
  for (cfg::ArrayId a = 0; a < arrays.size(); ++a)
    if (of_context(arrays[a]))
      c.memory.at(arrays[a].name).values = m.m.memory.contents(a);
}

void Device::hand_memory_to(HostId id) {
  Grid &g = *grids_.at(id);
  Context &c = contexts_.at(g.context);
  if (c.in_use == id)
    return;
  fetch_memory(c);
  c.in_use = id;
  SimtMachine::Impl &m = g.machine.impl();
  const auto &arrays = m.code.program->kernel.arrays;
  for (cfg::ArrayId a = 0; a < arrays.size(); ++a)
    if (of_context(arrays[a])) {
      const std::vector<std::uint64_t> &values = c.memory.at(arrays[a].name).values;
      for (std::size_t i = 0; i < values.size(); ++i)
        m.m.memory.store(a, 0, static_cast<std::int64_t>(i), 1, values[i]);
    }
}

std::vector<std::uint64_t> Device::contents(HostId context, const std::string &array) const {
  const auto found = contexts_.find(context);
  if (found == contexts_.end())
    return {};
  const Context &c = found->second;
  if (const auto grid = c.in_use ? grids_.find(*c.in_use) : grids_.end(); grid != grids_.end()) {
    SimtMachine::Impl &m = grid->second->machine.impl();
    const auto &arrays = m.code.program->kernel.arrays;
    for (cfg::ArrayId a = 0; a < arrays.size(); ++a)
      if (of_context(arrays[a]) && arrays[a].name == array)
        return m.m.memory.contents(a);
  }
  const auto cells = c.memory.find(array);
  return cells == c.memory.end() ? std::vector<std::uint64_t>() : cells->second.values;
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
