// The memory environment: see memory_environment.h. Programs are P4.1 to P4.6 of the text, ld.cg after H 2.3.
#include "semantics/simt/memory/memory_environment.h"

#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace lockstep::semantics::simt {

namespace {
using enum Micro;
constexpr MicroStep y{Yield};

constexpr std::array load_ca{MicroStep{SkipIfInL1, 11},
                             MicroStep{ReserveL1},
                             y,
                             MicroStep{SkipIfInL2, 5},
                             MicroStep{ReserveL2},
                             y,
                             MicroStep{ReadMemory},
                             y,
                             MicroStep{UpdateL2},
                             MicroStep{ReadL2},
                             y,
                             MicroStep{UpdateL1},
                             MicroStep{ReadL1},
                             y,
                             MicroStep{ToRegisters},
                             y,
                             MicroStep{Release},
                             MicroStep{Micro::Finish}};
constexpr std::array load_cg{MicroStep{EvictL1},     y, MicroStep{SkipIfInL2, 5}, MicroStep{ReserveL2},    y,
                             MicroStep{ReadMemory},  y, MicroStep{UpdateL2},      MicroStep{ReadL2},       y,
                             MicroStep{ToRegisters}, y, MicroStep{Release},       MicroStep{Micro::Finish}};
constexpr std::array store_wb{MicroStep{DiscardL1},    y, MicroStep{WriteL2}, MicroStep{NormalL2}, MicroStep{Release},
                              MicroStep{Micro::Finish}};
constexpr std::array store_local{MicroStep{WriteL1}, MicroStep{FirstL1}, y, MicroStep{Release},
                                 MicroStep{Micro::Finish}};
constexpr std::array atomic_global{MicroStep{EvictL1},       y,
                                   MicroStep{SkipIfInL2, 7}, MicroStep{ReserveL2},
                                   MicroStep{NormalL2},      y,
                                   MicroStep{ReadMemory},    y,
                                   MicroStep{UpdateL2},      y,
                                   MicroStep{ReadL2},        MicroStep{Operate},
                                   MicroStep{WriteL2},       y,
                                   MicroStep{ToRegisters},   y,
                                   MicroStep{Release},       MicroStep{Micro::Finish}};
constexpr std::array load_shared{MicroStep{ReadMemory},   y, MicroStep{ToRegisters}, y, MicroStep{Release},
                                 MicroStep{Micro::Finish}};
constexpr std::array store_shared{MicroStep{WriteMemory}, y, MicroStep{Release}, MicroStep{Micro::Finish}};
constexpr std::array atomic_shared{MicroStep{Lock},
                                   MicroStep{ReadMemory},
                                   y,
                                   MicroStep{Operate},
                                   y,
                                   MicroStep{WriteMemory},
                                   y,
                                   MicroStep{Unlock},
                                   y,
                                   MicroStep{ToRegisters},
                                   y,
                                   MicroStep{Release},
                                   MicroStep{Micro::Finish}};

constexpr std::array micro_names{
    "yield",   "end",       "if (!isCachedL1)", "if (!isCachedL2)", "reserveL1",  "reserveL2",
    "readL1",  "readL2",    "writeL1",          "writeL2",          "updateL1",   "updateL2",
    "evictL1", "discardL1", "classifyFirstL1",  "classifyNormalL2", "readMem",    "writeMem",
    "atomOp",  "lock",      "unlock",           "writeToRegs",      "releaseRegs"};
} // namespace

MemoryProgram program_of(Access a) {
  switch (a) {
  case Access::Load: return load_ca;
  case Access::LoadL2: return load_cg;
  case Access::Store: return store_wb;
  case Access::StoreLocal: return store_local;
  case Access::Atomic: return atomic_global;
  case Access::LoadShared: return load_shared;
  case Access::StoreShared: return store_shared;
  case Access::AtomicShared: return atomic_shared;
  }
  LOCKSTEP_UNREACHABLE("every access has its program");
}

const char *name(Access a) {
  constexpr std::array names{"ld.ca",       "ld.cg",     "st.wb",     "st.local.cg",
                             "atom.global", "ld.shared", "st.shared", "atom.shared"};
  return names[static_cast<std::size_t>(a)];
}

std::string print(MemoryProgram p) {
  std::string out;
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const char *word = micro_names[static_cast<std::size_t>(p[i].what)];
    for (; !ends.empty() && ends.back() == i; ends.pop_back())
      out += "} ";
    if (p[i].what == SkipIfInL1 || p[i].what == SkipIfInL2) {
      out += fmt::format("{} {{ ", word);
      ends.push_back(i + 1 + p[i].over);
    } else
      out += fmt::format("{}; ", word);
  }
  out.pop_back();
  return out;
}

std::vector<unsigned> interleaved_banks(const Cell &c) {
  std::set<unsigned> out;
  for (std::int64_t g = c.lo; g < c.lo + c.granules; ++g)
    out.insert(static_cast<unsigned>(static_cast<std::uint64_t>(g) / 4 % 32));
  return {out.begin(), out.end()};
}

MemoryEnvironment::MemoryEnvironment(MemorySettings settings, MemoryFunctions functions)
    : settings_(settings), functions_(std::move(functions)) {
  if (!functions_.banks)
    functions_.banks = interleaved_banks;
  if (!functions_.waits_for)
    functions_.waits_for = [](const Operation &, const Operation &) { return false; };
  reset();
}

void MemoryEnvironment::reset() {
  s_ = {};
  s_.l2.most = settings_.l2_lines;
  s_.l1.assign(settings_.processors, {settings_.l1_lines, {}});
  s_.locked.assign(settings_.processors, {});
}

void MemoryEnvironment::issue(Operation o) {
  const auto at = std::lower_bound(s_.flying.begin(), s_.flying.end(), o.id,
                                   [](const Operation &x, std::uint32_t id) { return x.id < id; });
  LOCKSTEP_INVARIANT(at == s_.flying.end() || at->id != o.id, "operations in flight have ids of their own");
  s_.flying.insert(at, std::move(o));
}

bool MemoryEnvironment::of_thread(std::uint32_t thread) const {
  return std::any_of(s_.flying.begin(), s_.flying.end(), [&](const Operation &o) { return o.thread == thread; });
}
bool MemoryEnvironment::blocks(std::uint32_t thread, std::uint32_t reg) const {
  return std::any_of(s_.flying.begin(), s_.flying.end(),
                     [&](const Operation &o) { return o.thread == thread && o.dest == reg; });
}

std::vector<MemoryMove> MemoryEnvironment::moves() const {
  using Kind = MemoryMove::Kind;
  std::vector<MemoryMove> out;
  for (std::uint32_t i = 0; i < s_.flying.size(); ++i)
    if (std::none_of(s_.flying.begin(), s_.flying.end(),
                     [&](const Operation &other) { return functions_.waits_for(s_.flying[i], other); }))
      out.push_back({Kind::Step, i, {}});
  for (std::uint32_t p = 0; p < s_.l1.size(); ++p) {
    bool global = false, keeps = false;
    for (const Line &l : s_.l1[p].lines) {
      if (support::unsound("memory_environment.moves", settings_.evict && functions_.cache.evictable(s_.l1[p], l)))
        out.push_back({Kind::EvictL1, p, l.cell});
      if (settings_.write_back && l.valid && l.dirty)
        out.push_back({Kind::WriteBackL1, p, l.cell});
      if (!l.cell.local) {
        global |= l.valid || settings_.literal;
        keeps |= l.dirty;
      }
    }
    if (settings_.flush && global && !keeps)
      out.push_back({Kind::Flush, p, {}});
  }
  for (const Line &l : s_.l2.lines) {
    if (settings_.evict && settings_.evict_l2 && functions_.cache.evictable(s_.l2, l))
      out.push_back({Kind::EvictL2, 0, l.cell});
    if (settings_.write_back && l.valid && l.dirty)
      out.push_back({Kind::WriteBackL2, 0, l.cell});
  }
  return out;
}

Did MemoryEnvironment::reserve_for(Cache &c, const Operation &o, Choices &choices) {
  if (Line *l = c.find(o.cell)) {
    if (settings_.literal)
      return Did::Stuck;
    pin(*l, o.id);
    return Did::Continues;
  }
  bool full = false;
  const auto some = victims(c, o.cell, functions_.cache, full);
  if (full && some.empty())
    return Did::Defers;
  const auto victim = full ? std::optional(some[some.size() == 1 ? 0 : choices.among(some.size())]) : std::nullopt;
  reserve(c, o.cell, victim, o.id);
  return Did::Continues;
}

Did MemoryEnvironment::write_to(Cache &c, const Cell &at, std::uint64_t word, Choices &choices) {
  Line *l = c.find(at);
  if (!l) {
    bool full = false;
    const auto some = victims(c, at, functions_.cache, full);
    if (full && some.empty())
      return Did::Defers;
    l = &reserve(c, at, full ? std::optional(some[some.size() == 1 ? 0 : choices.among(some.size())]) : std::nullopt,
                 std::nullopt);
  }
  write_line(*l, word);
  return Did::Continues;
}

Did MemoryEnvironment::one(Operation &o, Micro what, Choices &choices) {
  Cache &l1 = s_.l1[o.processor];
  switch (what) {
  case ReserveL1: return reserve_for(l1, o, choices);
  case ReserveL2: return reserve_for(s_.l2, o, choices);
  case ReadL1: return read(l1, o.cell, o.id, o.word);
  case ReadL2: return read(s_.l2, o.cell, o.id, o.word);
  case WriteL1: return write_to(l1, o.cell, o.in1, choices);
  case WriteL2: return write_to(s_.l2, o.cell, o.in1, choices);
  case UpdateL1: return update(l1, o.cell, o.word);
  case UpdateL2: return update(s_.l2, o.cell, o.word);
  case EvictL1: return evict(l1, o.cell);
  case DiscardL1: return discard(l1, o.cell);
  case FirstL1: return classify(l1, o.cell, LineClass::First);
  case NormalL2: return classify(s_.l2, o.cell, LineClass::Normal);
  case ReadMemory: o.word = functions_.load(o.cell); return Did::Continues;
  case WriteMemory: functions_.store(o.cell, o.in1); return Did::Continues;
  case Operate: o.in1 = functions_.operate(o, o.word); return Did::Continues;
  case Lock: {
    const auto banks = functions_.banks(o.cell);
    auto &locked = s_.locked[o.processor];
    if (std::any_of(banks.begin(), banks.end(), [&](unsigned b) { return locked.contains(b); }))
      return Did::Defers; // all or none: no two wait for each other
    locked.insert(banks.begin(), banks.end());
    return Did::Continues;
  }
  case Unlock:
    for (unsigned b : functions_.banks(o.cell))
      s_.locked[o.processor].erase(b);
    return Did::Continues;
  case ToRegisters: functions_.to_registers(o); return Did::Continues;
  case Release: return Did::Continues; // a register is blocked as long as its operation is in flight
  case Yield:
  case Micro::Finish:
  case SkipIfInL1:
  case SkipIfInL2: break;
  }
  LOCKSTEP_UNREACHABLE("yield, end and tests are no operations");
}

std::optional<std::string> MemoryEnvironment::apply(const MemoryMove &m, Choices &choices, bool *moved) {
  using Kind = MemoryMove::Kind;
  if (moved)
    *moved = true;
  switch (m.kind) {
  case Kind::EvictL1: evict(s_.l1[m.which], m.cell); return std::nullopt;
  case Kind::EvictL2: evict(s_.l2, m.cell); return std::nullopt;
  case Kind::WriteBackL1: {
    Line &l = *s_.l1[m.which].find(m.cell);
    if (write_to(s_.l2, m.cell, *l.word, choices) == Did::Continues)
      l.dirty = false;
    else if (moved)
      *moved = false;
    return std::nullopt;
  }
  case Kind::WriteBackL2: {
    Line &l = *s_.l2.find(m.cell);
    functions_.store(m.cell, *l.word);
    l.dirty = false;
    return std::nullopt;
  }
  case Kind::Flush:
    std::erase_if(s_.l1[m.which].lines,
                  [&](const Line &l) { return !l.cell.local && (settings_.literal || l.pins.empty()); });
    return std::nullopt;
  case Kind::Step: break;
  }
  Operation &o = s_.flying[m.which];
  const MemoryProgram p = program_of(o.access);
  const std::uint32_t from = o.at;
  for (;;) {
    const MicroStep &step = p[o.at];
    switch (step.what) {
    case Yield: ++o.at; return std::nullopt;
    case Micro::Finish: s_.flying.erase(s_.flying.begin() + m.which); return std::nullopt;
    case SkipIfInL1: o.at += 1 + (s_.l1[o.processor].find(o.cell) ? step.over : 0); continue;
    case SkipIfInL2: o.at += 1 + (s_.l2.find(o.cell) ? step.over : 0); continue;
    case MICROS_L1:
    case MICROS_L2:
    case MICROS_NO_CACHE: break;
    }
    const Did did = one(o, step.what, choices);
    if (did == Did::Stuck)
      return fmt::format("{} of thread {}: {} finds no line for its cell, or one too many", name(o.access), o.thread,
                         micro_names[static_cast<std::size_t>(step.what)]);
    if (did == Did::Defers) {
      if (moved)
        *moved = o.at != from;
      return std::nullopt;
    }
    ++o.at;
  }
}

void MemoryEnvironment::write_all_back() {
  ZeroChoices zeros;
  for (Cache &c : s_.l1)
    for (Line &l : c.lines)
      if (l.dirty) {
        functions_.store(l.cell, *l.word);
        drop(s_.l2, l.cell);
        l.dirty = false;
      }
  for (Line &l : s_.l2.lines)
    if (l.dirty) {
      functions_.store(l.cell, *l.word);
      l.dirty = false;
    }
}

void MemoryEnvironment::flush_clean() {
  for (Cache &c : s_.l1)
    std::erase_if(c.lines, [](const Line &l) { return !l.dirty && l.pins.empty(); });
}

void MemoryEnvironment::append_key(std::string &out) const {
  auto number = [&](std::uint64_t v) { out.append(reinterpret_cast<const char *>(&v), sizeof v); };
  auto cell = [&](const Cell &c) {
    number((std::uint64_t(c.array) << 32) | c.copy);
    number(static_cast<std::uint64_t>(c.lo));
    number(2 * std::uint64_t(c.granules) + c.local);
  };
  auto cache = [&](const Cache &c) {
    number(c.lines.size());
    for (const Line &l : c.lines) {
      cell(l.cell);
      number(l.word.value_or(0));
      number(l.word.has_value() + 2 * l.dirty + 4 * l.valid + 8 * (l.kind == LineClass::First) + 16 * l.pins.size());
      for (std::uint32_t p : l.pins)
        number(p);
    }
  };
  cache(s_.l2);
  for (const Cache &c : s_.l1)
    cache(c);
  for (const auto &locked : s_.locked) {
    number(locked.size());
    for (unsigned b : locked)
      number(b);
  }
  number(s_.flying.size());
  for (const Operation &o : s_.flying) {
    number((std::uint64_t(o.id) << 32) | (std::uint64_t(o.access) << 24) | o.at);
    number((std::uint64_t(o.thread) << 32) | o.processor);
    cell(o.cell);
    number(o.in1);
    number(o.in2);
    number(o.word);
    number((std::uint64_t(o.what) << 32) | (o.dest ? *o.dest + 1 : 0));
    number(o.fresh);
  }
}

} // namespace lockstep::semantics::simt
