// The memory that grids of a context share: see context_memory.h.
#include "semantics/simt/context_memory.h"

#include "semantics/simt/machine_impl.h"

#include <utility>

namespace lockstep::semantics::simt {

namespace {
bool of_context(const cfg::Array &a) { return a.space != cfg::Space::Private && a.space != cfg::Space::Group; }
} // namespace

void ContextMemory::declare(const cfg::Kernel &k) {
  for (const cfg::Array &a : k.arrays)
    if (of_context(a) && a.extent && !arrays_.contains(a.name)) {
      Cells cells{a.granule_bytes, a.initial};
      cells.values.resize(*a.extent);
      arrays_[a.name] = std::move(cells);
    }
}

std::optional<std::string> ContextMemory::declare(const SimtMachine &machine, const cfg::Kernel &k) {
  std::map<std::string, Cells> all = arrays_;
  for (cfg::ArrayId a = 0; a < k.arrays.size(); ++a) {
    if (!of_context(k.arrays[a]))
      continue;
    const Cells fresh{k.arrays[a].granule_bytes, machine.memory().contents(a)};
    const Cells &cells = all.try_emplace(k.arrays[a].name, fresh).first->second;
    if (cells.granule_bytes != fresh.granule_bytes || cells.values.size() != fresh.values.size())
      return k.arrays[a].name;
  }
  arrays_ = std::move(all);
  return std::nullopt;
}

void ContextMemory::fetch() {
  if (!in_use_)
    return;
  const SimtMachine::Impl &m = std::exchange(in_use_, nullptr)->impl();
  const auto &arrays = m.core.code.program->kernel.arrays;
  for (cfg::ArrayId a = 0; a < arrays.size(); ++a)
    if (of_context(arrays[a]))
      arrays_.at(arrays[a].name).values = m.core.m.memory.contents(a);
}

void ContextMemory::hand_to(SimtMachine &machine) {
  if (in_use_ == &machine)
    return;
  fetch();
  in_use_ = &machine;
  SimtMachine::Impl &m = machine.impl();
  const auto &arrays = m.core.code.program->kernel.arrays;
  for (cfg::ArrayId a = 0; a < arrays.size(); ++a)
    if (of_context(arrays[a])) {
      const std::vector<std::uint64_t> &values = arrays_.at(arrays[a].name).values;
      for (std::size_t i = 0; i < values.size(); ++i)
        m.core.m.memory.store(a, 0, static_cast<std::int64_t>(i), 1, values[i]);
    }
}

std::vector<std::uint64_t> ContextMemory::contents(const std::string &array) const {
  if (in_use_) {
    const SimtMachine::Impl &m = in_use_->impl();
    const auto &arrays = m.core.code.program->kernel.arrays;
    for (cfg::ArrayId a = 0; a < arrays.size(); ++a)
      if (of_context(arrays[a]) && arrays[a].name == array)
        return m.core.m.memory.contents(a);
  }
  const auto cells = arrays_.find(array);
  return cells == arrays_.end() ? std::vector<std::uint64_t>() : cells->second.values;
}

} // namespace lockstep::semantics::simt
