// Asynchronous memory of the machine of warps: see asynchronous.h.
#include "semantics/simt/memory/asynchronous.h"

#include "semantics/code/atomics.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::semantics::simt {

namespace {

struct Uses {
  std::vector<cfg::VarId> vars;
  bool all = false;

  void of(const cfg::Expr &e) {
    if (e)
      cfg::collect_vars(e, vars);
  }
  void stmt(const cfg::Stmt &s) {
    if (const auto *a = std::get_if<cfg::Assign>(&s.node)) {
      vars.push_back(a->var);
      of(a->value);
    } else if (const auto *l = std::get_if<cfg::Load>(&s.node)) {
      vars.insert(vars.end(), l->dests.begin(), l->dests.end());
      of(l->offset);
    } else if (const auto *w = std::get_if<cfg::Store>(&s.node)) {
      for (const cfg::Expr &e : w->values)
        of(e);
      of(w->offset);
    } else if (const auto *t = std::get_if<cfg::Atomic>(&s.node)) {
      if (t->dest)
        vars.push_back(*t->dest);
      for (const cfg::Expr &e : t->operands)
        of(e);
      of(t->offset);
    } else if (!std::holds_alternative<cfg::Skip>(s.node) && !std::holds_alternative<cfg::Fence>(s.node))
      all = true;
  }
  void body(const Body &b) {
    if (const auto *s = std::get_if<cfg::Stmt>(&b))
      stmt(*s);
    else if (const auto *j = std::get_if<Jump>(&b))
      of(j->computed);
    else if (const auto *v = std::get_if<Vote>(&b)) {
      vars.push_back(v->dest);
      of(v->value);
    } else if (std::holds_alternative<Bar>(b))
      all = true;
  }
};

// May the operation only go after the earlier one of its thread?
bool waits(const AsynchronousOptions &options, const Operation &o, const Operation &earlier) {
  const bool same_cell = options.same_address_order && earlier.cell == o.cell;
  const bool both_volatile =
      options.volatile_order && support::sound("asynchronous.volatile", earlier.fresh && o.fresh);
  return earlier.thread == o.thread && earlier.id < o.id && (same_cell || both_volatile);
}

MemoryFunctions functions_of(const SimtCode &code, Interpreter *const &m, const AsynchronousOptions &options) {
  MemoryFunctions f;
  f.load = [&m](const Cell &c) { return m->memory.load(c.array, c.copy, c.lo, c.granules); };
  f.store = [&m](const Cell &c, std::uint64_t v) { m->memory.store(c.array, c.copy, c.lo, c.granules, v); };
  f.to_registers = [&m](const Operation &o) {
    if (o.dest)
      m->regs[std::size_t(o.thread) * m->stride + *o.dest] = o.word;
  };
  f.operate = [&code](const Operation &o, std::uint64_t old) {
    return atomic_result(code.code.accesses[o.what], old, o.in1, o.in2);
  };
  f.cache = options.cache;
  f.waits_for = [&options](const Operation &o, const Operation &earlier) { return waits(options, o, earlier); };
  return f;
}

MemorySettings with_processors(MemorySettings s, std::uint32_t blocks) {
  if (s.processors == 0)
    s.processors = std::max(blocks, 1U);
  return s;
}

// Does another cell share granules with this one? If not, it becomes one of them. One line holds one cell: accesses
// that overlap in part are not for this memory.
bool overlaps(std::set<Cell> &cells, const Cell &c) {
  for (const Cell &o : cells)
    if (o.array == c.array && o.copy == c.copy && !(o == c) && o.lo < c.lo + c.granules && c.lo < o.lo + o.granules)
      return true;
  cells.insert(c);
  return false;
}

constexpr std::uint32_t a_thread = 1 << 10; // operations in flight that one may have

} // namespace

std::optional<std::string> AsynchronousMemory::refuses(const SimtCode &code) {
  for (const ReadCode &r : code.code.reads) {
    const cfg::Array &array = code.program->kernel.arrays[r.array];
    if (array.space != cfg::Space::Private)
      return fmt::format("an expression reads '{}': asynchronous memory has loads by statements only", array.name);
  }
  return std::nullopt;
}

AsynchronousMemory::AsynchronousMemory(const SimtCode &code, std::uint32_t blocks, const AsynchronousOptions &options)
    : code_(code), options_(options),
      environment_(with_processors(options.memory, blocks), functions_of(code, m_, options_)) {
  only_stored_.assign(code.program->kernel.arrays.size(), true);
  for (const AccessCode &a : code.code.accesses)
    if (a.kind != cfg::AccessKind::Write)
      only_stored_[a.array] = false;
  for (const Instruction &i : code.program->code) {
    Uses u;
    u.of(i.guard);
    u.body(i.body);
    std::sort(u.vars.begin(), u.vars.end());
    u.vars.erase(std::unique(u.vars.begin(), u.vars.end()), u.vars.end());
    touches_.push_back({{u.vars.begin(), u.vars.end()}, u.all});
  }
}

void AsynchronousMemory::start(Interpreter &m) {
  m_ = &m;
  environment_.reset();
  fenced_.assign(m.threads.size(), false);
  stored_.clear();
}

void AsynchronousMemory::restore(const State &s) {
  environment_.restore(s.environment);
  fenced_ = s.fenced;
  stored_ = s.stored;
}

void AsynchronousMemory::append_key(std::string &out) const {
  environment_.append_key(out);
  for (std::size_t t = 0; t < fenced_.size(); ++t)
    out += fenced_[t] && environment_.of_thread(static_cast<std::uint32_t>(t)) ? '1' : '0';
  for (const Cell &c : stored_)
    out += fmt::format("{}.{}.{},", c.array, c.copy, c.lo);
}

bool AsynchronousMemory::ready(ThreadIndex t, Pc pc) const {
  if (environment_.idle() || pc >= touches_.size())
    return true;
  const Touches &touches = touches_[pc];
  if ((touches.all || fenced_[t]) && environment_.of_thread(t))
    return false;
  return std::none_of(touches.regs.begin(), touches.regs.end(), [&](Reg r) { return environment_.blocks(t, r); });
}

void AsynchronousMemory::fence(Interpreter &m, ThreadIndex lane, std::uint32_t pc) {
  fenced_[lane] = environment_.of_thread(lane);
  for (Observer *o : m.observers)
    o->on_fence(lane, *m.code.fences[m.code.instrs[pc].c]);
}

void AsynchronousMemory::access(Interpreter &m, std::span<const ThreadIndex> lanes, std::uint32_t pc) {
  for (ThreadIndex t : lanes) {
    issue(m, t, pc);
    if (m.over_)
      return;
  }
}

void AsynchronousMemory::issue(Interpreter &m, ThreadIndex t, std::uint32_t pc) {
  const Instr &i = m.code.instrs[pc];
  const AccessCode &a = m.code.accesses[i.c];
  const std::uint64_t *r = &m.regs[std::size_t(t) * m.stride];
  const std::int64_t lo = to_signed(r[i.a], a.offset_width);
  const cfg::Space space = m.code.kernel->arrays[a.array].space;
  if (space == cfg::Space::Private || !m.memory.inside(a.array, lo, a.granules))
    return m.access(t, pc);
  const bool group = space == cfg::Space::Group;
  const std::uint32_t block = m.threads[t].group;
  if (!m.observers.empty()) {
    std::vector<std::uint64_t> values;
    if (a.kind == cfg::AccessKind::Write)
      for (Reg v : a.regs)
        values.push_back(r[v]);
    tell_access(m, t, pc, a, lo, group ? block : 0, values.empty() ? nullptr : values.data(), false,
                a.atomic && a.op != cfg::AtomicOp::Load);
  }
  std::uint32_t id = t * a_thread;
  for (const Operation &o : environment_.state().flying)
    if (o.thread == t)
      id = o.id + 1; // sorted: behind its last
  if (id + a.regs.size() >= (t + 1) * a_thread)
    return m.stop(t, pc, Ending::Outside, fmt::format("more than {} operations of one thread in flight", a_thread));
  const std::size_t many = a.kind == cfg::AccessKind::Atomic ? 1 : a.regs.size();
  for (std::size_t n = 0; n < many; ++n) {
    Operation o;
    o.id = id++;
    o.thread = t;
    o.processor = (places_ ? (*places_)[block] : block) % static_cast<std::uint32_t>(environment_.state().l1.size());
    o.cell = {a.array, group ? block : 0, lo + static_cast<std::int64_t>(n * a.per_value), a.per_value, false};
    o.what = i.c;
    o.fresh = a.fresh;
    switch (a.kind) {
    case cfg::AccessKind::Read:
      o.access = group ? Access::LoadShared : a.fresh ? Access::LoadL2 : Access::Load;
      o.dest = a.regs[n];
      break;
    case cfg::AccessKind::Write:
      o.access = group ? Access::StoreShared : Access::Store;
      o.in1 = r[a.regs[n]];
      break;
    case cfg::AccessKind::Atomic:
    case cfg::AccessKind::AtomicInGroup:
    case cfg::AccessKind::ReadInGroup:
    case cfg::AccessKind::AtomicAlone:
      o.access = group ? Access::AtomicShared : Access::Atomic;
      o.in1 = a.regs.empty() ? 0 : r[a.regs[0]];
      o.in2 = a.regs.size() > 1 ? r[a.regs[1]] : 0;
      o.dest = a.dest;
    }
    if (overlaps(cells_, o.cell))
      return m.stop(t, pc, Ending::Outside,
                    fmt::format("accesses to '{}' overlap in part: asynchronous memory has whole cells only",
                                m.code.kernel->arrays[a.array].name));
    if (options_.results_at_once && only_stored_[a.array]) {
      stored_twice_ |= !stored_.insert(o.cell).second;
      m.memory.store(o.cell.array, o.cell.copy, o.cell.lo, o.cell.granules, o.in1);
    } else
      environment_.issue(std::move(o));
  }
}

} // namespace lockstep::semantics::simt
