// What annotations read: see contents.h.
#include "emit/watchdog/contents.h"

#include "cfg/ir/rewrite.h"
#include "emit/knowledge/contents.h"
#include "emit/watchdog/memory.h"
#include "support/sound.h"

#include <algorithm>
#include <map>

namespace lockstep::emit::watchdog {

namespace b = boogie;
using cfg::Expr;

namespace {
// The thread whose map it is: the first's, if both have one.
Thread owner(const Context &c, cfg::ArrayId a, Thread t) {
  return map_name(c, a, Thread::First) == map_name(c, a, Thread::Second) ? Thread::First : t;
}
} // namespace

bool Contents::marks(cfg::ArrayId a) const { return c_.slice.relevant.claimed[a] && c_.follows(a); }

b::Expr Contents::marks_of(cfg::ArrayId a, Thread t) const {
  return b::ident(names::marks(c_.k, a, owner(c_, a, t)), b::map(c_.encoder.forms.offset_type(a), b::boolean()));
}

b::Expr Contents::knows_all(cfg::ArrayId a, Thread t) const {
  return b::ident(names::knows_all(c_.k, a, owner(c_, a, t)), b::boolean());
}

void Contents::declare(b::Procedure &p) const {
  for (cfg::ArrayId a = 0; a < c_.k.arrays.size(); ++a)
    if (marks(a))
      for (Thread t : both_threads)
        if (owner(c_, a, t) == t) {
          const b::Expr marked = marks_of(a, t);
          p.locals.push_back({marked->text, marked->type});
          p.locals.push_back({knows_all(a, t)->text, b::boolean()});
        }
}

void Contents::start() const {
  for (cfg::ArrayId a = 0; a < c_.k.arrays.size(); ++a)
    if (marks(a))
      for (Thread t : both_threads)
        if (owner(c_, a, t) == t)
          w_.command(b::AssignCmd{knows_all(a, t)->text, b::bool_lit(false)});
}

void Contents::mark(const lk::Guard &g, cfg::ArrayId a, const Expr &offset, std::size_t cells) const {
  if (!marks(a))
    return;
  for (Thread t : both_threads) {
    const b::Expr before = marks_of(a, t), at = c_.encoder.offset(a, offset, t);
    b::Expr after = before;
    for (std::size_t i = 0; i < cells; ++i)
      after = b::store(after, c_.decls.moved(at, static_cast<std::int64_t>(i)), b::bool_lit(true));
    w_.command(b::AssignCmd{before->text, b::ite(c_.guard(g, t), after, before)});
  }
}

// Quiet accesses race with nobody.
void Contents::access(const lk::Load &s) const {
  if (!s.quiet)
    mark(s.guard, s.array, s.offset, s.dests.size() * s.per_value);
}

void Contents::access(const lk::Store &s) const {
  if (!s.quiet)
    mark(s.guard, s.array, s.offset, s.values.size() * s.per_value);
}

void Contents::refresh(const lk::Lockstep::Stmt &s) const {
  const auto quiet = c_.quiet.find(&s);
  for (cfg::ArrayId a : std::get<lk::Refresh>(s.node).arrays)
    if (marks(a))
      for (Thread t : both_threads)
        if (owner(c_, a, t) == t) {
          if (support::unsound("contents.third_thread", true))
            w_.command(b::HavocCmd{{marks_of(a, t)->text}});
          w_.command(
              b::AssignCmd{knows_all(a, t)->text, b::bool_lit(quiet != c_.quiet.end() && quiet->second.count(a) != 0)});
        }
}

bool Contents::reads_only(const Expr &e, const std::function<bool(cfg::ArrayId)> &given) const {
  const std::set<cfg::ArrayId> read = arrays_read(e);
  return c_.encoder.representation.consistent(e) && std::all_of(read.begin(), read.end(), [&](cfg::ArrayId a) {
           return c_.p.array_info[a].memory == lk::Memory::Constant || given(a);
         });
}

bool Contents::can_claim(const Expr &e) const {
  return reads_only(e, [this](cfg::ArrayId a) { return marks(a); });
}

bool Contents::can_know(const Expr &e) const {
  const std::vector<cfg::VarId> used = cfg::variables(e);
  return std::all_of(used.begin(), used.end(), [this](cfg::VarId v) { return c_.slice.relevant.vars[v]; }) &&
         reads_only(e, [this](cfg::ArrayId a) { return c_.slice.relevant.arrays[a] && c_.follows(a); });
}

b::Expr Contents::claimed(const Expr &e, Thread t) const { return read_with(e, t, true); }

b::Expr Contents::known(const Expr &e, Thread t) const { return read_with(e, t, false); }

b::Expr Contents::read_with(const Expr &e, Thread t, bool claim) const {
  std::map<std::pair<const cfg::ExprNode *, Thread>, b::Expr> met;
  std::map<cfg::ArrayId, std::size_t> number;
  c_.encoder.reading.contents = [&](const Expr &read, Thread reader) -> b::Expr {
    const cfg::ArrayId a = read->array;
    if (model_of(c_, a) != Model::Map)
      return nullptr;
    const auto [known, fresh] = met.try_emplace({read.get(), reader});
    if (!fresh)
      return known->second;
    const b::Expr at = c_.encoder.offset(a, read->args[0], reader);
    b::Expr cell = b::select(map_of(c_, a, reader), at);
    assume_domain(a, cell);
    if (claim && support::unsound("contents.marks", true))
      cell = b::ite(b::disj({knows_all(a, reader), b::select(marks_of(a, reader), at)}), cell,
                    any_cell(a, number[a]++, t));
    return met[{read.get(), reader}] = cell;
  };
  b::Expr out = c_.encoder.boolean(e, t);
  c_.encoder.reading.contents = {};
  return out;
}

b::Expr Contents::any_cell(cfg::ArrayId a, std::size_t number, Thread t) const {
  b::Expr any = c_.decls.constant(names::any_cell(c_.k, a, number, t), c_.encoder.forms.map_type(a).parts.back());
  assume_domain(a, any);
  return any;
}

// Cells are read signed.
void Contents::assume_domain(cfg::ArrayId a, const b::Expr &cell) const {
  if (cell->type.kind != b::TypeKind::Int)
    return;
  const cfg::Bounds all = cfg::signed_bounds(c_.k.arrays[a].element);
  w_.assume(b::conj({b::binary("<=", b::int_lit(all.lo), cell), b::binary("<=", cell, b::int_lit(all.hi))}));
}

} // namespace lockstep::emit::watchdog
