// Threads that execute their own instructions: interpreter.h.
#include "semantics/machines/interpreter.h"

#include "cfg/ir/evaluate_inline.h"
#include "semantics/code/atomics.h"
#include "support/invariant.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace lockstep::semantics {

using cfg::Op;

namespace {
std::vector<std::uint64_t> fresh_registers(const Code &code, const Geometry &geometry, const Inputs &inputs) {
  const auto n = static_cast<std::uint32_t>(geometry.threads());
  std::vector<std::uint64_t> fresh;
  fresh.reserve(std::size_t(n) * code.initial.size());
  std::vector<std::uint64_t> file = code.initial;
  for (cfg::VarId v = 0; v < code.kernel->vars.size(); ++v)
    if (code.kernel->vars[v].param || inputs.fill == Fill::Random) {
      auto given = inputs.scalars.find(v);
      std::uint64_t bits = given != inputs.scalars.end() ? given->second
                           : inputs.fill == Fill::Zero   ? 0
                                                         : mix(inputs.seed, v + 0x100000000ULL);
      file[v] = mask_to_width(bits, code.kernel->vars[v].type.width);
    }
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
  }
  return fresh;
}
} // namespace

Interpreter::Interpreter(const Code &c, const Geometry &g, const Inputs &inputs, const RunOptions &o)
    : code(c), geometry(g), options(o), memory(c.kernel->arrays, geometry, inputs, o.track_uninitialised),
      stride(static_cast<std::uint32_t>(c.initial.size())), group_size(static_cast<std::uint32_t>(g.group_threads())),
      fresh(fresh_registers(c, geometry, inputs)), threads(geometry.threads()),
      epochs(c.teams, static_cast<std::uint32_t>(geometry.threads()), group_size) {
  for (ThreadIndex t = 0; t < threads.size(); ++t)
    threads[t].group = t / group_size;
}

void Interpreter::attach(Observer &observer) {
  observers.push_back(&observer);
  if (observer.wants_steps())
    steppers.push_back(&observer);
}

void Interpreter::start(bool go_on_after_stop) {
  go_on = go_on_after_stop;
  over_ = false;
  steps = 0;
  ending.reset();
  memory.reset();
  regs = fresh;
  counters.assign(threads.size() * code.loop_counters, 0);
  for (Thread &t : threads) {
    t.pc = 0;
    t.status = Status::Runs;
    t.loud = 0;
  }
  epochs.start();
  for (Observer *o : observers)
    o->on_start(*code.kernel, geometry);
}

Execution Interpreter::finish() {
  Execution e = ending ? *ending : Execution{};
  e.steps = steps;
  for (Observer *o : observers)
    o->on_end(e);
  return e;
}

void Interpreter::stop(ThreadIndex t, std::uint32_t pc, Ending how, std::string why) {
  // An infeasible execution does not count, whatever else ends it; otherwise the first reason stands.
  if (!ending || (how == Ending::Infeasible && ending->ending != Ending::Infeasible))
    ending = Execution{how, steps, std::move(why), t, code.sites[pc], {}};
  if (!go_on || how == Ending::StepLimit || how == Ending::Divergence)
    over_ = true;
  if (threads[t].status == Status::Runs || threads[t].status == Status::AtAccess)
    threads[t].status = Status::Stuck;
}

namespace {
// Operands for which the result is some value. Where the source language leaves the execution undefined instead, an
// assumption stands in front of the operation.
bool is_unspecified(Undefined what) {
  return what == Undefined::DivisionByZero || what == Undefined::DivisionOverflow || what == Undefined::ShiftAmount;
}
} // namespace

bool Interpreter::undefined(ThreadIndex t, std::uint32_t pc, Undefined what) {
  if (undefined_ahead) {
    *undefined_ahead = true;
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

template <bool Steps> std::uint32_t Interpreter::pure(std::uint32_t pc, std::uint64_t *r, ThreadIndex t) {
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
  case Do::Name: {                                                                                                     \
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
    case Do::Copy: r[i.dst] = r[i.a]; continue;
    case Do::Nothing: continue;
    case Do::Jump: pc = i.c - 1; break;
    case Do::JumpIf:
      if (r[i.a] != 0)
        pc = i.c - 1;
      break;
    case Do::JumpIfNot:
      if (r[i.a] == 0)
        pc = i.c - 1;
      break;
    case Do::LoopHead: ++counters[t * code.loop_counters + i.c]; continue;
    case Do::LoopLeft: counters[t * code.loop_counters + i.c] = 0; continue;
    case Do::CallNamed: {
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
    case Do::ReadCell: {
      const ReadCode &c = code.reads[i.c];
      const cfg::Space space = code.kernel->arrays[c.array].space;
      const std::uint32_t copy = space == cfg::Space::Private ? t : space == cfg::Space::Group ? threads[t].group : 0;
      r[i.dst] = memory.load(c.array, copy, to_signed(r[i.a], c.offset_width), c.granules);
      continue;
    }
    case Do::Havoc:
    case Do::Assume:
    case Do::Assert:
    case Do::Fence:
    case DO_ACCESS:
    case DO_WAIT:
    case DO_BRANCH:
    case DO_GUARD: steps = count; return pc;
    }
    if (count > options.max_steps) [[unlikely]] { // looked at where control goes elsewhere: every loop comes past here
      steps = count;
      stop(t, at, Ending::StepLimit, fmt::format("the limit of {} steps is reached", options.max_steps));
      return at;
    }
  }
}

template std::uint32_t Interpreter::pure<false>(std::uint32_t, std::uint64_t *, ThreadIndex);
template std::uint32_t Interpreter::pure<true>(std::uint32_t, std::uint64_t *, ThreadIndex);

void tell_access(const Interpreter &m, ThreadIndex t, std::uint32_t pc, const AccessCode &a, std::int64_t lo,
                 std::uint32_t copy, const std::uint64_t *values, bool outside, bool stores) {
  Access e;
  e.thread = t;
  e.step = m.steps;
  e.site = m.code.sites[pc];
  e.kind = a.meets;
  e.array = a.array;
  e.copy = copy;
  e.lo = lo;
  e.granules = a.granules;
  e.per_value = a.per_value;
  if (values)
    e.values = {values, a.regs.size()};
  e.epoch = m.epochs.of(t, m.code.kernel->arrays[a.array].space);
  e.fresh = a.fresh;
  e.incoherent = a.incoherent;
  e.atomic = a.atomic;
  e.stores = stores;
  const bool reads =
      a.kind == cfg::AccessKind::Read || (a.kind == cfg::AccessKind::Atomic && a.op != cfg::AtomicOp::Store);
  const bool fresh_cells =
      m.options.track_uninitialised && reads && !outside && !m.memory.initialised(a.array, copy, lo, a.granules);
  for (Observer *o : m.observers) {
    if (outside)
      o->on_outside(e, m.memory.extent(a.array));
    if (fresh_cells)
      o->on_uninitialised(e);
    if (a.shared && !a.quiet)
      o->on_access(e);
  }
}

void Interpreter::access(ThreadIndex t, std::uint32_t pc) {
  const Instr &i = code.instrs[pc];
  const AccessCode &a = code.accesses[i.c];
  std::uint64_t *r = &regs[std::size_t(t) * stride];
  const std::int64_t lo = to_signed(r[i.a], a.offset_width);
  const cfg::Space space = code.kernel->arrays[a.array].space;
  const std::uint32_t copy = space == cfg::Space::Private ? t : space == cfg::Space::Group ? threads[t].group : 0;
  if (!code.teams.empty() && space != cfg::Space::Private)
    threads[t].loud |= code.loud[code.sites[pc].block];
  const bool outside = !memory.inside(a.array, lo, a.granules);
  const bool plain = a.kind == cfg::AccessKind::Write || a.kind == cfg::AccessKind::Read;
  std::array<std::uint64_t, 32> values;
  std::vector<std::uint64_t> many(plain && a.regs.size() > values.size() ? a.regs.size() : 0);
  std::uint64_t *v = many.empty() ? values.data() : many.data();
  for (std::size_t n = 0; plain && n < a.regs.size(); ++n)
    v[n] = a.kind == cfg::AccessKind::Write
               ? r[a.regs[n]]
               : memory.load(a.array, copy, lo + static_cast<std::int64_t>(n * a.per_value), a.per_value);
  if (!observers.empty()) {
    const auto succeeds = [&] { // a weak one that puts back what it finds has failed
      return memory.load(a.array, copy, lo, a.per_value) == r[a.regs[0]] &&
             !(cfg::swap_of(*a.atomic).chance && r[a.regs[1]] == r[a.regs[0]]);
    };
    const bool stores = a.atomic && a.op != cfg::AtomicOp::Load && (a.op != cfg::AtomicOp::CmpXchg || succeeds());
    tell_access(*this, t, pc, a, lo, copy, plain ? v : nullptr, outside, stores);
  }
  if (outside && options.stop_outside)
    return stop(t, pc, Ending::Outside,
                fmt::format("access outside '{}' at offset {}", code.kernel->arrays[a.array].name, lo));
  switch (a.kind) {
  case cfg::AccessKind::Read:
    for (std::size_t n = 0; n < a.regs.size(); ++n)
      r[a.regs[n]] = v[n];
    break;
  case cfg::AccessKind::Write:
    for (std::size_t n = 0; n < a.regs.size(); ++n)
      memory.store(a.array, copy, lo + static_cast<std::int64_t>(n * a.per_value), a.per_value, v[n]);
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
