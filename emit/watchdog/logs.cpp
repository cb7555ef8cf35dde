// Slots and the race condition: see logs.h. What is known at sites is in knowledge.cpp.
#include "emit/watchdog/logs.h"

#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::watchdog {

namespace b = boogie;

Logs::Logs(Context &c) : c_(c), watched_(c), stable_(cfg::assigned_once(c.k, c.a.loops, c.a.live)) {
  stable_.resize(c.p.vars.size(), false);
  find_slots();
}

void Logs::find_slots() {
  using K = cfg::AccessKind;
  std::map<cfg::ArrayId, std::map<K, std::vector<lk::SiteId>>> arrays;
  for (lk::BlockId block = 0; block < c_.p.blocks.size(); ++block)
    for (const lk::Lockstep::Stmt &s : c_.p.blocks[block].stmts)
      if (auto *l = std::get_if<lk::Log>(&s.node); l && c_.question.sites.count(l->site)) {
        arrays[l->array][kind_of(c_, *l)].push_back(l->site);
        sites_[l->site].log = l;
        sites_[l->site].block = block;
      }
  for (auto &[array, sites] : arrays) {
    bool reads = sites.count(K::Read), writes = sites.count(K::Write);
    auto add = [&](K kind, Thread t, bool wanted) {
      if (wanted && sites.count(kind))
        slots_.push_back({array, kind, t, names::logged(c_.k, array, kind, t), sites[kind], {}});
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

void Logs::declare(b::Procedure &p) {
  for (const Slot &s : slots_) {
    p.locals.push_back({s.name, b::integer()});
    for (const Kept &what : s.kept) {
      b::Expr copy = kept_copy(c_, s, what);
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

// --- logging ----------------------------------------------------------------------------------------------

void Logs::log(BlockWriter &w, const lk::Log &l) {
  if (!c_.question.sites.count(l.site))
    return;
  for (Thread t : both_threads) {
    const Slot *s = slot(l.array, kind_of(c_, l), t);
    if (!s)
      continue;
    b::Expr guard = c_.guard(l.guard, t);
    w.assume(b::implies(guard, c_.encoder.partial.defined(l.lo, t)));
    b::Expr now = watched_.touched(l, t, guard);
    if (b::is_false(now))
      continue;
    b::Expr hit = b::ident(names::hit(t), b::boolean());
    w.command(b::AssignCmd{hit->text, now});
    w.command(b::AssignCmd{
        s->name, b::ite(hit, b::int_lit(static_cast<std::int64_t>(l.site)), b::ident(s->name, b::integer()))});
    for (const Kept &what : s->kept) {
      b::Expr copy = kept_copy(c_, *s, what);
      b::Expr present = what.counter ? b::ident(names::counter(what.loop, what.width), copy->type)
                                     : c_.encoder.variables.read(what.var, t);
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
    return s ? b::not_(is_empty(*s)) : b::bool_lit(false);
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
        out = b::ite(b::not_(is_empty(*s)), b::ident(s->name, b::integer()), out);
    return out;
  };
  const Slot *write1 = slot(a, K::Write, Thread::First);
  b::Expr wrote1 = write1 ? b::not_(is_empty(*write1)) : b::bool_lit(false);
  b::Expr second =
      b::ite(wrote1, first_of(Thread::Second, {K::Read, K::Write, K::Atomic}), first_of(Thread::Second, {K::Read}));
  b::Expr sites[2] = {first_of(Thread::First, {K::Write, K::Atomic}), second};
  b::Type type = c_.encoder.forms.offset_type(a);
  std::string tail = type.kind == b::TypeKind::Int ? "" : "$bits";
  for (std::size_t i = 0; i < 2; ++i) {
    w.assume(b::eq(c_.decls.constant(names.site[i], b::integer()), sites[i]));
    w.assume(b::eq(c_.decls.constant(names.offset[i] + tail, type), watched_.place(a)));
    w.assume(b::eq(c_.decls.constant(names.length[i] + tail, type), length_literal(type, 1)));
    w.assume(b::eq(c_.decls.constant(names.choice[i] + tail, type), length_literal(type, 0)));
  }
}

// --- loops ------------------------------------------------------------------------------------------------

bool Logs::assigned_in(const Slot &s, const LoopInfo &l) const {
  for (lk::SiteId site : s.sites)
    if (l.loop.contains(sites_.at(site).block))
      return true;
  return reset_in(c_, s, l);
}

} // namespace lockstep::emit::watchdog
