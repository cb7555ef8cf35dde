// The interleaving machine, step by step: machine.h. Barriers are in barriers.cpp.
#include "semantics/machines/machine.h"

#include "cfg/ir/evaluate_inline.h"
#include "semantics/code/atomics.h"
#include "support/invariant.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace lockstep::semantics {

using cfg::Op;

Interleaving::Impl::Impl(const Code &c, const Geometry &g, const Inputs &in, const RunOptions &o)
    : code(c), geometry(g), inputs(in), options(o), memory(c.kernel->arrays, geometry, in, o.track_uninitialised) {
  const auto n = static_cast<std::uint32_t>(geometry.threads());
  stride = static_cast<std::uint32_t>(code.initial.size());
  group_size = static_cast<std::uint32_t>(geometry.group_threads());
  fresh.reserve(std::size_t(n) * stride);
  std::vector<std::uint64_t> file = code.initial;
  for (cfg::VarId v = 0; v < code.kernel->vars.size(); ++v)
    if (code.kernel->vars[v].param || inputs.fill == Fill::Random) {
      auto given = inputs.scalars.find(v);
      std::uint64_t bits = given != inputs.scalars.end() ? given->second
                           : inputs.fill == Fill::Zero   ? 0
                                                         : mix(inputs.seed, v + 0x100000000ULL);
      file[v] = mask_to_width(bits, code.kernel->vars[v].type.width);
    }
  threads.resize(n);
  for (ThreadIndex t = 0; t < n; ++t) {
    const ThreadId id = geometry.id(t);
    for (const LeafCode &l : code.leaves) {
      const unsigned d = l.dimension;
      std::uint64_t v = l.op == Op::LocalId     ? id.local[d]
                        : l.op == Op::GroupId   ? id.group[d]
                        : l.op == Op::LocalSize ? geometry.local_size[d]
                        : l.op == Op::NumGroups ? geometry.num_groups[d]
                                                : geometry.global_offset[d];
      file[l.reg] = mask_to_width(v, l.width);
    }
    if (!inputs.unwritten.empty())
      for (cfg::VarId v = 0; v < code.kernel->vars.size(); ++v)
        if (!code.kernel->vars[v].param)
          file[v] = mask_to_width(inputs.unwritten[mix(mix(inputs.seed, v), t) % inputs.unwritten.size()],
                                  code.kernel->vars[v].type.width);
    fresh.insert(fresh.end(), file.begin(), file.end());
    threads[t].group = t / group_size;
  }
  groups.resize(n / group_size);
  group_epochs.resize(groups.size());
  team_epochs_.assign(code.teams.size(), std::vector<Epochs>(n));
  for (cfg::ArrayId a = 0; a < code.kernel->arrays.size(); ++a) {
    first_store.push_back(stores);
    stores += memory.copies(a);
  }
}

void Interleaving::Impl::start(Choices &c, bool go_on_after_stop) {
  choices = &c;
  go_on = go_on_after_stop;
  over_ = false;
  steps = 0;
  ending.reset();
  memory.reset();
  regs = fresh;
  counters.assign(threads.size() * code.loop_counters, 0);
  ways_.assign(code.joins.empty() ? 0 : threads.size(), {});
  for (Thread &t : threads) {
    t.pc = 0;
    t.status = Status::Runs;
    t.loud = 0;
  }
  std::fill(groups.begin(), groups.end(), Group{});
  numbered_.clear();
  std::fill(group_epochs.begin(), group_epochs.end(), Epochs{});
  for (std::vector<Epochs> &of_size : team_epochs_)
    std::fill(of_size.begin(), of_size.end(), Epochs{});
  grid_epochs = {};
  ready_.clear();
  released_.clear();
  releases.clear();
  for (Observer *o : observers)
    o->on_start(*code.kernel, geometry);
}

Execution Interleaving::Impl::finish() {
  Execution e = ending ? *ending : Execution{};
  e.steps = steps;
  for (Observer *o : observers)
    o->on_end(e);
  return e;
}

void Interleaving::Impl::stop(ThreadIndex t, std::uint32_t pc, Ending how, std::string why) {
  // An infeasible execution does not count, whatever else ends it; otherwise the first reason stands.
  if (!ending || (how == Ending::Infeasible && ending->ending != Ending::Infeasible))
    ending = Execution{how, steps, std::move(why), t, code.sites[pc], {}};
  if (!go_on || how == Ending::StepLimit || how == Ending::Divergence)
    over_ = true;
  if (threads[t].status == Status::Runs || threads[t].status == Status::AtAccess) {
    threads[t].status = Status::Stuck;
    if (!over_)
      rest(t);
  }
}

namespace {
// Operands for which the result is some value. Where the source language leaves the execution undefined instead, an
// assumption stands in front of the operation.
bool is_unspecified(Undefined what) {
  return what == Undefined::DivisionByZero || what == Undefined::DivisionOverflow || what == Undefined::ShiftAmount;
}
} // namespace

bool Interleaving::Impl::undefined(ThreadIndex t, std::uint32_t pc, Undefined what) {
  if (looking_ahead) {
    undefined_ahead = true;
    return true;
  }
  for (Observer *o : observers)
    o->on_undefined(t, code.sites[pc], cfg::describe(what));
  if (is_unspecified(what))
    return true;
  if (options.stop_at_undefined)
    stop(t, pc, Ending::Undefined, fmt::format("the source language does not define {}", cfg::describe(what)));
  return !options.stop_at_undefined;
}

// Executes private operations from `pc` on; returns the first other instruction. If the thread was stopped, its status
// says so.
template <bool Steps> std::uint32_t Interleaving::Impl::pure(std::uint32_t pc, std::uint64_t *r, ThreadIndex t) {
  const Instr *const instrs = code.instrs.data();
  std::uint64_t count = steps;
  for (;; ++pc) {
    const Instr &i = instrs[pc];
    const std::uint32_t at = pc;
    if (i.flags & flag_first) {
      ++count;
      if constexpr (Steps)
        for (Observer *o : steppers)
          o->on_step(t, code.sites[pc], count);
    }
    switch (i.code) {
#define OP(Name, text, typing)                                                                                         \
  case static_cast<std::uint8_t>(Op::Name): {                                                                          \
    Undefined u = Undefined::No;                                                                                       \
    const std::uint64_t v =                                                                                            \
        cfg::evaluate_bits(Op::Name, i.width, i.result, i.flags, r[i.a], r[i.b], Op::Name == Op::Ite ? r[i.c] : 0, u); \
    if (u != Undefined::No) [[unlikely]] {                                                                             \
      steps = count;                                                                                                   \
      if (!undefined(t, pc, u))                                                                                        \
        return pc;                                                                                                     \
    }                                                                                                                  \
    r[i.dst] = v;                                                                                                      \
    continue;                                                                                                          \
  }
#include "cfg/ir/ops.def"
    case static_cast<std::uint8_t>(Do::Copy): r[i.dst] = r[i.a]; continue;
    case static_cast<std::uint8_t>(Do::Nothing): continue;
    case static_cast<std::uint8_t>(Do::Jump): pc = i.c - 1; break;
    case static_cast<std::uint8_t>(Do::JumpIf):
      if (r[i.a] != 0)
        pc = i.c - 1;
      break;
    case static_cast<std::uint8_t>(Do::JumpIfNot):
      if (r[i.a] == 0)
        pc = i.c - 1;
      break;
    case static_cast<std::uint8_t>(Do::LoopHead): ++counters[t * code.loop_counters + i.c]; continue;
    case static_cast<std::uint8_t>(Do::LoopLeft): counters[t * code.loop_counters + i.c] = 0; continue;
    case static_cast<std::uint8_t>(Do::CallNamed): {
      const CallCode &c = code.calls[i.c];
      std::array<std::uint64_t, 32> few;
      std::vector<std::uint64_t> many(c.args.size() > few.size() ? c.args.size() : 0);
      std::uint64_t *args = many.empty() ? few.data() : many.data();
      for (std::size_t n = 0; n < c.args.size(); ++n)
        args[n] = r[c.args[n]];
      const std::span<const std::uint64_t> all(args, c.args.size());
      r[i.dst] =
          c.shape ? mask_to_width(c.shape->function(*c.shape, all), c.shape->result.width) : hashed_call(*c.node, all);
      continue;
    }
    case static_cast<std::uint8_t>(Do::ReadCell): {
      const ReadCode &c = code.reads[i.c];
      const cfg::Space space = code.kernel->arrays[c.array].space;
      const std::uint32_t copy = space == cfg::Space::Private ? t : space == cfg::Space::Group ? threads[t].group : 0;
      r[i.dst] = memory.load(c.array, copy, to_signed(r[i.a], c.offset_width), c.granules);
      continue;
    }
    default: steps = count; return pc;
    }
    if (count > options.max_steps) [[unlikely]] { // looked at where control goes elsewhere: every loop comes past here
      steps = count;
      stop(t, at, Ending::StepLimit, fmt::format("the limit of {} steps is reached", options.max_steps));
      return at;
    }
  }
}

bool Interleaving::Impl::guard_holds(ThreadIndex t, std::uint32_t pc) {
  std::uint64_t *r = &regs[std::size_t(t) * stride];
  for (;; ++pc) {
    pc = pure<false>(pc, r, t);
    if (threads[t].status == Status::Stuck || code.instrs[pc].code == static_cast<std::uint8_t>(Do::GuardEnd))
      return true;
    if (r[code.instrs[pc].a] == 0)
      return false;
  }
}

// Goto: one of the targets whose opening assumptions hold. False: the thread stops.
bool Interleaving::Impl::choose_target(ThreadIndex t, std::uint32_t pc, std::uint32_t &to) {
  const GotoCode &g = code.gotos[code.instrs[pc].c];
  std::array<std::uint32_t, 16> few;
  std::vector<std::uint32_t> many(g.targets.size() > few.size() ? g.targets.size() : 0);
  std::uint32_t *open = many.empty() ? few.data() : many.data();
  std::size_t n = 0;
  for (std::size_t i = 0; i < g.targets.size(); ++i) {
    const bool holds = g.guards[i] == no_guard || guard_holds(t, g.guards[i]);
    if (threads[t].status == Status::Stuck)
      return false;
    if (holds)
      open[n++] = g.targets[i];
  }
  if (n == 0) {
    stop(t, pc, Ending::Infeasible, "no target of a goto has assumptions that hold");
    return false;
  }
  to = open[n == 1 ? 0 : choices->among(n)];
  return true;
}

template <bool Steps> void Interleaving::Impl::advance_as(ThreadIndex t, bool through_accesses) {
  Thread &th = threads[t];
  std::uint64_t *r = &regs[std::size_t(t) * stride];
  std::uint32_t pc = th.pc;
  for (;;) {
    pc = pure<Steps>(pc, r, t);
    if (th.status != Status::Runs)
      return;
    th.pc = pc;
    const Instr &i = code.instrs[pc];
    switch (static_cast<Do>(i.code)) {
    case Do::Havoc: r[i.dst] = mask_to_width(choices->havoc(code.types[i.c]), code.types[i.c].width); break;
    case Do::Assume:
      if (r[i.a] == 0)
        return stop(t, pc, Ending::Infeasible,
                    static_cast<cfg::AssumeKind>(i.c) == cfg::AssumeKind::Requires ? "a precondition does not hold"
                                                                                   : "an assumption does not hold");
      break;
    case Do::Assert:
      if (r[i.a] == 0) {
        const cfg::Assert *a = code.asserts[i.c];
        for (Observer *o : observers)
          o->on_failed({t, steps, code.sites[pc], a});
        if (options.stop_at_assert)
          return stop(t, pc, Ending::Assertion,
                      a->message.empty() ? "an assertion fails" : "an assertion fails: " + a->message);
      }
      break;
    case Do::Load:
    case Do::Store:
    case Do::Atomic:
      if (code.accesses[i.c].visible && !through_accesses) {
        th.status = Status::AtAccess;
        ready_.insert(std::lower_bound(ready_.begin(), ready_.end(), t), t);
        return;
      }
      access(t, pc);
      if (th.status != Status::Runs)
        return;
      break;
    case Do::Fence:
      for (Observer *o : observers)
        o->on_fence(t, *code.fences[i.c]);
      break;
    case Do::Barrier: return arrive(t);
    case Do::Point:
      if (i.c != 0)
        enter_block(t);
      th.status = Status::AtPoint;
      return step_together(t);
    case Do::Numbered:
      if (!come_to(t, *code.numbered[i.c]))
        return;
      break;
    case Do::Switch: {
      const SwitchCode &s = code.switches[i.c];
      auto it = std::lower_bound(s.cases.begin(), s.cases.end(), std::pair{r[i.a], std::uint32_t(0)});
      pc = it != s.cases.end() && it->first == r[i.a] ? it->second : s.otherwise;
      continue;
    }
    case Do::Goto: {
      std::uint32_t to = 0;
      if (!choose_target(t, pc, to))
        return;
      pc = to;
      if (steps > options.max_steps)
        return stop(t, th.pc, Ending::StepLimit, fmt::format("the limit of {} steps is reached", options.max_steps));
      continue;
    }
    case Do::Return: th.status = Status::Done; return rest(t);
    default: LOCKSTEP_UNREACHABLE("an instruction that a thread cannot execute");
    }
    ++pc;
  }
}

void Interleaving::Impl::advance(ThreadIndex t, bool through_accesses) {
  through_ = through_accesses;
  steppers.empty() ? advance_as<false>(t, through_accesses) : advance_as<true>(t, through_accesses);
}

Pending Interleaving::Impl::pending(ThreadIndex t) const {
  const Thread &th = threads[t];
  const Instr &i = code.instrs[th.pc];
  const std::uint64_t *r = &regs[std::size_t(t) * stride];
  Pending p;
  p.access = &code.accesses[i.c];
  const std::uint32_t copy = code.kernel->arrays[p.access->array].space == cfg::Space::Group ? th.group : 0;
  p.store = first_store[p.access->array] + copy;
  p.lo = to_signed(r[i.a], p.access->offset_width);
  p.granules = p.access->granules;
  p.writes = p.access->kind == cfg::AccessKind::Write ||
             (p.access->kind == cfg::AccessKind::Atomic && p.access->op != cfg::AtomicOp::Load);
  if (p.access->kind == cfg::AccessKind::Write && p.access->regs.size() == 1)
    p.value = r[p.access->regs[0]];
  return p;
}

void Interleaving::Impl::perform(ThreadIndex t) {
  Thread &th = threads[t];
  ready_.erase(std::lower_bound(ready_.begin(), ready_.end(), t));
  th.status = Status::Runs;
  access(t, th.pc);
  ++th.pc;
}

ThreadIndex Interleaving::Impl::first_of_team(ThreadIndex t, unsigned lanes) const {
  return t - t % group_size % lanes;
}

Epoch Interleaving::Impl::epoch(ThreadIndex t, cfg::Space space) const {
  auto of = [&](const Epochs &e) { return space == cfg::Space::Group ? e.of_group_space : e.of_global_space; };
  Epoch e{of(group_epochs[threads[t].group]), of(grid_epochs), {}};
  for (std::size_t i = 0; i < code.teams.size(); ++i)
    e.teams[static_cast<std::size_t>(std::countr_zero(code.teams[i]))] =
        of(team_epochs_[i][first_of_team(t, code.teams[i])]);
  return e;
}

void Interleaving::Impl::tell(ThreadIndex t, std::uint32_t pc, const AccessCode &a, std::int64_t lo, std::uint32_t copy,
                              const std::uint64_t *values, bool outside, bool stores) {
  Access e;
  e.thread = t;
  e.step = steps;
  e.site = code.sites[pc];
  e.kind = a.meets;
  e.array = a.array;
  e.copy = copy;
  e.lo = lo;
  e.granules = a.granules;
  e.per_value = a.per_value;
  if (values)
    e.values = {values, a.regs.size()};
  e.epoch = epoch(t, code.kernel->arrays[a.array].space);
  e.fresh = a.fresh;
  e.incoherent = a.incoherent;
  e.atomic = a.atomic;
  e.stores = stores;
  const bool reads =
      a.kind == cfg::AccessKind::Read || (a.kind == cfg::AccessKind::Atomic && a.op != cfg::AtomicOp::Store);
  const bool fresh_cells =
      options.track_uninitialised && reads && !outside && !memory.initialised(a.array, copy, lo, a.granules);
  for (Observer *o : observers) {
    if (outside)
      o->on_outside(e, memory.extent(a.array));
    if (fresh_cells)
      o->on_uninitialised(e);
    if (a.shared && !a.quiet)
      o->on_access(e);
  }
}

void Interleaving::Impl::access(ThreadIndex t, std::uint32_t pc) {
  const Instr &i = code.instrs[pc];
  const AccessCode &a = code.accesses[i.c];
  std::uint64_t *r = &regs[std::size_t(t) * stride];
  const std::int64_t lo = to_signed(r[i.a], a.offset_width);
  const cfg::Space space = code.kernel->arrays[a.array].space;
  const std::uint32_t copy = space == cfg::Space::Private ? t : space == cfg::Space::Group ? threads[t].group : 0;
  if (!code.teams.empty() && space != cfg::Space::Private)
    threads[t].loud |= code.loud[code.sites[pc].block];
  const bool outside = !memory.inside(a.array, lo, a.granules);
  if (!observers.empty()) {
    std::array<std::uint64_t, 32> values;
    std::vector<std::uint64_t> many(a.regs.size() > values.size() ? a.regs.size() : 0);
    std::uint64_t *v = many.empty() ? values.data() : many.data();
    if (a.kind == cfg::AccessKind::Write)
      for (std::size_t n = 0; n < a.regs.size(); ++n)
        v[n] = r[a.regs[n]];
    const auto succeeds = [&] { // a weak one that puts back what it finds has failed
      return memory.load(a.array, copy, lo, a.per_value) == r[a.regs[0]] &&
             !(cfg::swap_of(*a.atomic).chance && r[a.regs[1]] == r[a.regs[0]]);
    };
    const bool stores = a.atomic && a.op != cfg::AtomicOp::Load && (a.op != cfg::AtomicOp::CmpXchg || succeeds());
    tell(t, pc, a, lo, copy, a.kind == cfg::AccessKind::Write ? v : nullptr, outside, stores);
  }
  if (outside && options.stop_outside)
    return stop(t, pc, Ending::Outside,
                fmt::format("access outside '{}' at offset {}", code.kernel->arrays[a.array].name, lo));
  switch (a.kind) {
  case cfg::AccessKind::Read:
    for (std::size_t n = 0; n < a.regs.size(); ++n)
      r[a.regs[n]] = memory.load(a.array, copy, lo + static_cast<std::int64_t>(n * a.per_value), a.per_value);
    break;
  case cfg::AccessKind::Write:
    for (std::size_t n = 0; n < a.regs.size(); ++n)
      memory.store(a.array, copy, lo + static_cast<std::int64_t>(n * a.per_value), a.per_value, r[a.regs[n]]);
    break;
  case cfg::AccessKind::Atomic: {
    const std::uint64_t old = memory.load(a.array, copy, lo, a.per_value);
    const std::uint64_t x = a.regs.empty() ? 0 : r[a.regs[0]], y = a.regs.size() > 1 ? r[a.regs[1]] : 0;
    memory.store(a.array, copy, lo, a.per_value, atomic_result(a, old, x, y));
    if (a.dest)
      r[*a.dest] = old;
    break;
  }
  case cfg::AccessKind::AtomicInGroup:
  case cfg::AccessKind::ReadInGroup:
  case cfg::AccessKind::AtomicAlone:
    LOCKSTEP_UNREACHABLE("what an access is to others (`meets`) says nothing of how it is made");
  }
}

} // namespace lockstep::semantics
