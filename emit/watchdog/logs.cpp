// Slots and the race condition: see logs.h. What is known at sites is in knowledge.cpp.
#include "emit/watchdog/logs.h"

#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::watchdog {

namespace b = boogie;

namespace {

// Ids and constants fit any representation.
bool flexible(const cfg::Expr &e) {
  return e->type.is_int() && e->args.empty() && e->op != cfg::Op::Var && e->op != cfg::Op::Call;
}

b::Expr length_literal(const b::Type &t, std::uint64_t v) {
  return t.kind == b::TypeKind::Int ? b::int_lit(static_cast<std::int64_t>(v)) : b::bv_lit(t.width, v);
}

} // namespace

Logs::Logs(Context &c) : c_(c), stable_(cfg::assigned_once(c.k, c.a.loops, c.a.live)) {
  stable_.resize(c.p.vars.size(), false);
  find_slots();
}

cfg::AccessKind Logs::kind_of(const lk::Log &l) const {
  return cfg::between(l.kind, c_.options.pair != Pair::DifferentGroups);
}

void Logs::find_slots() {
  struct Uses {
    std::map<cfg::AccessKind, std::vector<lk::SiteId>> sites;
    bool by_value = true;
    std::optional<unsigned> per_value;
    std::optional<b::Type> type;
    bool numbers = false; // some that fit any representation of numbers
  };
  std::map<cfg::ArrayId, Uses> arrays;
  for (lk::BlockId block = 0; block < c_.p.blocks.size(); ++block)
    for (const lk::Lockstep::Stmt &s : c_.p.blocks[block].stmts)
      if (auto *l = std::get_if<lk::Log>(&s.node); l && c_.question.sites.count(l->site)) {
        Uses &u = arrays[l->array];
        u.sites[kind_of(*l)].push_back(l->site);
        sites_[l->site].log = l;
        sites_[l->site].block = block;
        if (kind_of(*l) != cfg::AccessKind::Write)
          continue;
        u.by_value = u.by_value && !l->values.empty() && (!u.per_value || *u.per_value == l->per_value);
        u.per_value = l->per_value;
        for (const cfg::Expr &v : l->values)
          if (flexible(v)) {
            u.numbers = true;
          } else {
            b::Type t = c_.encoder.stored(v, Thread::First)->type;
            u.by_value = u.by_value && (!u.type || *u.type == t);
            u.type = t;
          }
      }
  for (auto &[array, u] : arrays) {
    using K = cfg::AccessKind;
    bool reads = u.sites.count(K::Read), writes = u.sites.count(K::Write);
    const bool fits = !u.numbers || !u.type || u.type->kind == b::TypeKind::Int || u.type->kind == b::TypeKind::Bv;
    if (writes && u.by_value && fits) {
      values_[array] = u.per_value;
      value_type_[array] = u.type ? *u.type : b::integer();
    }
    auto add = [&](K kind, Thread t, bool wanted) {
      if (wanted && u.sites.count(kind))
        slots_.push_back({array, kind, t, names::logged(c_.k, array, kind, t), u.sites[kind], {}});
    };
    add(K::Write, Thread::First, true);
    add(K::Atomic, Thread::First, reads);
    add(K::Read, Thread::Second, !support::left_out("logs.reads"));
    add(K::Write, Thread::Second, true);
    add(K::Atomic, Thread::Second, writes);
  }
  for (Slot &s : slots_)
    keep(s);
}

const Slot *Logs::slot(cfg::ArrayId a, cfg::AccessKind k, Thread t) const {
  for (const Slot &s : slots_)
    if (s.array == a && s.kind == k && s.thread == t)
      return &s;
  return nullptr;
}

// --- variables --------------------------------------------------------------------------------------------

b::Expr Logs::kept(const Slot &s, const Kept &what) const {
  if (what.counter)
    return b::ident(names::kept(s.name, names::counter(what.loop, what.width)),
                    what.width ? b::bv(what.width) : b::integer());
  return b::ident(names::kept(s.name, names::shared(c_.extended, what.var)), c_.encoder.var_type(what.var));
}

b::Expr Logs::empty(const Slot &s) const { return b::eq(b::ident(s.name, b::integer()), b::int_lit(no_site)); }
b::Expr Logs::holds(const Slot &s, lk::SiteId site) const {
  return b::eq(b::ident(s.name, b::integer()), b::int_lit(static_cast<std::int64_t>(site)));
}

void Logs::declare(b::Procedure &p) {
  for (const Slot &s : slots_) {
    p.locals.push_back({s.name, b::integer()});
    for (const Kept &what : s.kept) {
      b::Expr copy = kept(s, what);
      p.locals.push_back({copy->text, copy->type});
    }
  }
  if (any())
    for (Thread t : both_threads)
      p.locals.push_back({names::hit(t), b::boolean()});
}

void Logs::start(BlockWriter &w) {
  for (const Slot &s : slots_)
    w.command(b::AssignCmd{s.name, b::int_lit(no_site)});
}

b::Expr Logs::watched(cfg::ArrayId a) const {
  return c_.decls.constant(names::watched(c_.k, a), c_.encoder.offset_type(a));
}

// --- logging ----------------------------------------------------------------------------------------------

b::Expr Logs::in_range(cfg::ArrayId a, const b::Expr &lo, std::uint64_t length) {
  b::Expr w = watched(a);
  if (length == 1)
    return b::eq(lo, w);
  if (lo->type.kind == b::TypeKind::Int)
    return b::conj(
        {b::binary("<=", lo, w), b::binary("<", w, c_.encoder.moved(lo, static_cast<std::int64_t>(length)))});
  return c_.decls.bv_compare("bvult", c_.decls.bv_binary("bvsub", w, lo), length_literal(lo->type, length));
}

b::Expr Logs::touched(const lk::Log &l, Thread t, const b::Expr &guard) {
  b::Expr lo = c_.encoder.offset(l.array, l.lo, t);
  auto by_value = values_.find(l.array);
  if (kind_of(l) != cfg::AccessKind::Write || by_value == values_.end())
    return b::conj({guard, in_range(l.array, lo, l.granules)});
  const b::Type &type = value_type_.at(l.array);
  const std::string name = names::watched_value(c_.k, l.array, b::print(type)); // questions may hold values differently
  const b::Expr value = c_.decls.constant(name, type);
  std::vector<b::Expr> ways;
  for (std::size_t i = 0; i < l.values.size(); ++i) {
    b::Expr stored = flexible(l.values[i]) && type.kind == b::TypeKind::Bv ? c_.encoder.bits(l.values[i], t)
                                                                           : c_.encoder.stored(l.values[i], t);
    b::Expr from = c_.encoder.moved(lo, static_cast<std::int64_t>(i * l.per_value));
    std::vector<b::Expr> same{b::eq(stored, value)};
    if (l.per_value > 1) // parts of values are the same only if they are the same part
      same.push_back(
          b::eq(c_.decls.constant(names::watched_base(c_.k, l.array), c_.encoder.offset_type(l.array)), from));
    b::Expr matches = b::conj(same);
    ways.push_back(b::conj({in_range(l.array, from, l.per_value), t == Thread::First ? matches : b::not_(matches)}));
  }
  return b::conj({guard, b::disj(ways)});
}

void Logs::log(BlockWriter &w, const lk::Log &l) {
  if (!c_.question.sites.count(l.site))
    return;
  for (Thread t : both_threads) {
    const Slot *s = slot(l.array, kind_of(l), t);
    if (!s)
      continue;
    b::Expr guard = c_.guard(l.guard, t);
    w.assume(b::implies(guard, c_.encoder.defined(l.lo, t)));
    b::Expr now = touched(l, t, guard);
    if (b::is_false(now))
      continue;
    b::Expr hit = b::ident(names::hit(t), b::boolean());
    w.command(b::AssignCmd{hit->text, now});
    w.command(b::AssignCmd{
        s->name, b::ite(hit, b::int_lit(static_cast<std::int64_t>(l.site)), b::ident(s->name, b::integer()))});
    for (const Kept &what : s->kept) {
      b::Expr copy = kept(*s, what);
      b::Expr present =
          what.counter ? b::ident(names::counter(what.loop, what.width), copy->type) : c_.encoder.var(what.var, t);
      w.command(b::AssignCmd{copy->text, b::ite(hit, present, copy)});
    }
  }
}

void Logs::reset(BlockWriter &w, const lk::EndInterval &e) {
  b::Expr both = b::conj({c_.guard(e.guard, Thread::First), c_.guard(e.guard, Thread::Second)});
  for (const Slot &s : slots_)
    if (std::find(e.arrays.begin(), e.arrays.end(), s.array) != e.arrays.end())
      w.command(b::AssignCmd{s.name, b::ite(both, b::int_lit(no_site), b::ident(s.name, b::integer()))});
}

// --- races ------------------------------------------------------------------------------------------------

b::Expr Logs::race(cfg::ArrayId a) const {
  using K = cfg::AccessKind;
  auto logged = [&](K k, Thread t) {
    const Slot *s = slot(a, k, t);
    return s ? b::not_(empty(*s)) : b::bool_lit(false);
  };
  b::Expr read2 = logged(K::Read, Thread::Second);
  b::Expr any2 = b::disj({read2, logged(K::Write, Thread::Second), logged(K::Atomic, Thread::Second)});
  return b::disj(
      {b::conj({logged(K::Write, Thread::First), any2}), b::conj({logged(K::Atomic, Thread::First), read2})});
}

void Logs::witness(BlockWriter &w, cfg::ArrayId a, const WitnessNames &names) {
  using K = cfg::AccessKind;
  auto first_of = [&](Thread t, std::vector<K> kinds) {
    b::Expr out = b::int_lit(no_site);
    for (auto k = kinds.rbegin(); k != kinds.rend(); ++k)
      if (const Slot *s = slot(a, *k, t))
        out = b::ite(b::not_(empty(*s)), b::ident(s->name, b::integer()), out);
    return out;
  };
  const Slot *write1 = slot(a, K::Write, Thread::First);
  b::Expr wrote1 = write1 ? b::not_(empty(*write1)) : b::bool_lit(false);
  b::Expr second =
      b::ite(wrote1, first_of(Thread::Second, {K::Read, K::Write, K::Atomic}), first_of(Thread::Second, {K::Read}));
  b::Expr sites[2] = {first_of(Thread::First, {K::Write, K::Atomic}), second};
  b::Type type = c_.encoder.offset_type(a);
  std::string tail = type.kind == b::TypeKind::Int ? "" : "$bits";
  for (std::size_t i = 0; i < 2; ++i) {
    w.assume(b::eq(c_.decls.constant(names.site[i], b::integer()), sites[i]));
    w.assume(b::eq(c_.decls.constant(names.offset[i] + tail, type), watched(a)));
    w.assume(b::eq(c_.decls.constant(names.length[i] + tail, type), length_literal(type, 1)));
    w.assume(b::eq(c_.decls.constant(names.choice[i] + tail, type), length_literal(type, 0)));
  }
}

// --- loops ------------------------------------------------------------------------------------------------

bool Logs::assigned_in(const Slot &s, const LoopInfo &l) const {
  for (lk::SiteId site : s.sites)
    if (l.loop.contains(sites_.at(site).block))
      return true;
  return reset_in(s, l);
}

bool Logs::reset_in(const Slot &s, const LoopInfo &l) const {
  for (lk::BlockId block : l.loop.blocks)
    for (const lk::Lockstep::Stmt &x : c_.p.blocks[block].stmts)
      if (c_.question.array == s.array && c_.question.ends.count(&x))
        return true;
  return false;
}

} // namespace lockstep::emit::watchdog
