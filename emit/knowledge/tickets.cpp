// Tickets of two threads: see tickets.h.
#include "emit/knowledge/tickets.h"

#include "cfg/ir/assumptions.h"
#include "emit/terms/arithmetic.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::knowledge {

namespace b = boogie;

namespace {

// May tickets of the two be of one counter, for such a pair of threads?
bool may_share_counter(const cfg::Kernel &k, const cfg::Ticket &first, const cfg::Ticket &second, Pair pair) {
  if (pair == Pair::DifferentGroups && k.arrays[first.counter].space != cfg::Space::Global)
    return false; // the groups' counters are different ones
  return support::sound("tickets.counter", first.counter == second.counter) &&
         (!first.shared || !second.shared || cfg::equal(first.offset, second.offset));
}

// They differ by at least what was drawn. x, y: the tickets in one reading.
b::Expr apart(const b::Expr &round, const Taken &one, const b::Expr &x, const Taken &other, const b::Expr &y) {
  if (cfg::is_const(one.ticket.amount, 1) && cfg::is_const(other.ticket.amount, 1))
    return b::not_(b::eq(x, y));
  // One of the two came first. The other is at least its amount further on, and its own amount from coming round.
  auto further = [&](const b::Expr &way, const b::Expr &from, const b::Expr &to) {
    return b::conj({b::binary("<=", from, way), b::binary("<=", b::int_lit(one.ticket.least), way),
                    b::binary("<=", way, b::binary("-", round, to))});
  };
  return b::disj({further(b::binary("-", y, x), one.amount, other.amount),
                  further(b::binary("-", x, y), other.amount, one.amount)});
}

// They are no further apart than the span says, either way round.
b::Expr near(const b::Expr &round, const cfg::Wide &span, const b::Expr &x, const b::Expr &y) {
  std::vector<b::Expr> ways;
  for (const b::Expr &way : {b::binary("-", y, x), b::binary("-", x, y)}) {
    ways.push_back(b::conj({b::binary("<=", b::int_lit(0), way), b::binary("<=", way, b::int_lit(span))}));
    ways.push_back(b::binary("<=", b::binary("-", round, b::int_lit(span)), way));
  }
  return b::disj(ways);
}

} // namespace

bool can_be_bits(const cfg::Ticket &ticket) {
  return cfg::is_const(ticket.amount, 1) && !ticket.of_group && !ticket.if_positive;
}

Taken taken(Encoder &encoder, const cfg::Kernel &k, const cfg::Ticket &ticket, Thread t, b::Expr held) {
  const cfg::Expr x = cfg::variable(ticket.var, k.vars[ticket.var].type);
  const bool bits = encoder.forms.type(ticket.var).kind == b::TypeKind::Bv;
  return {ticket,
          std::move(held),
          encoder.offset(ticket.counter, ticket.offset, t),
          encoder.integer(ticket.amount, Sign::Unsigned, t),
          bits ? nullptr : encoder.integer(x, Sign::Signed, t),
          bits ? nullptr : encoder.integer(x, Sign::Unsigned, t),
          bits ? encoder.bits(x, t) : nullptr,
          ticket.if_positive ? b::binary("<", b::int_lit(0), encoder.integer(ticket.amount, Sign::Signed, t))
                             : nullptr};
}

namespace {

// first <= ticket <= first + span, whoever holds it.
b::Expr bounds(Declarations &decls, const Taken &t) {
  const cfg::Wide lo = *t.ticket.first, hi = lo + *t.ticket.span;
  if (!t.bits)
    return b::conj({b::binary("<=", b::int_lit(lo), t.as_unsigned), b::binary("<=", t.as_unsigned, b::int_lit(hi))});
  const unsigned width = t.bits->type.width;
  return b::conj({decls.bv_compare("bvule", b::bv_lit(width, lo.bits()), t.bits),
                  decls.bv_compare("bvule", t.bits, b::bv_lit(width, hi.bits()))});
}

} // namespace

std::vector<b::Expr> tickets(const Encoder &encoder, Declarations &decls, const cfg::Kernel &k, Pair pair,
                             const std::vector<Taken> &first, const std::vector<Taken> &second,
                             std::set<std::string> &assumptions) {
  std::vector<b::Expr> out;
  for (const auto *all : {&first, &second})
    for (const Taken &t : *all)
      if (t.ticket.first)
        out.push_back(b::implies(t.held, bounds(decls, t)));
  for (const Taken &one : first)
    for (const Taken &other : second) {
      if (!may_share_counter(k, one.ticket, other.ticket, pair))
        continue;
      if (one.ticket.assumed)
        assumptions.insert(cfg::assumption::tickets);
      if (one.bits || other.bits) { // both are counted by 1, of no group: can_be_bits
        if (one.bits && other.bits && one.bits->type.width == other.bits->type.width)
          out.push_back(b::implies(b::conj({one.held, other.held, b::eq(one.place, other.place)}),
                                   b::not_(b::eq(one.bits, other.bits))));
        continue;
      }
      const Representation &reps = encoder.representation;
      const Sign own = reps.var_sign(one.ticket.var), its = reps.var_sign(other.ticket.var);
      auto reading = [&](const Taken &t, Sign sign) {
        return sign == Sign::Signed && support::sound("tickets.reading", own == its) ? t.as_signed : t.as_unsigned;
      };
      const b::Expr x = reading(one, own), y = reading(other, its),
                    round = power_of_two(k.vars[one.ticket.var].type.width);
      std::vector<b::Expr> both{one.held, other.held};
      if (support::unsound("pick_tickets.of_group",
                           pair == Pair::SameGroup && (one.ticket.of_group || other.ticket.of_group))) {
        if (one.ticket.alike && one.ticket.alike == other.ticket.alike) // what one of the group has drawn for all
          out.push_back(b::implies(b::conj(both), b::eq(x, y)));
        continue;
      }
      if (one.positive)
        both.push_back(one.positive);
      if (!one.ticket.shared || !other.ticket.shared)
        both.push_back(b::eq(one.place, other.place));
      out.push_back(b::implies(b::conj(both), apart(round, one, x, other, y)));
      if (one.ticket.span && !(one.ticket.first && other.ticket.first)) // else the bounds say it
        out.push_back(b::implies(b::conj(both), near(round, *one.ticket.span, x, y)));
    }
  return out;
}

// --- within intervals -----------------------------------------------------------------------------------------------

SinceBarrier::SinceBarrier(const cfg::Kernel &k, const std::vector<cfg::Ticket> &tickets, const cfg::EndsInterval &ends)
    : k_(k), ends_(ends) {
  for (const cfg::Ticket &t : tickets)
    vars_.insert(t.var);
  at_ = cfg::solve(
      cfg::graph_of(k), 0, State{},
      [&](cfg::BlockId block, State &now) {
        for (const cfg::Stmt &s : k.blocks[block].stmts) {
          if (auto *st = std::get_if<cfg::Store>(&s.node); st && now.added.count(st->array))
            stored_after_.insert(st->array);
          step(now, s);
        }
      },
      [](cfg::BlockId, cfg::BlockId, const State &) { return true; },
      [](State &into, const State &now) {
        const std::size_t added = into.added.size();
        into.added.insert(now.added.begin(), now.added.end());
        return std::erase_if(into.drawn, [&](cfg::VarId v) { return !now.drawn.count(v); }) != 0 ||
               into.added.size() != added;
      });
}

void SinceBarrier::step(State &now, const cfg::Stmt &s) const {
  if (auto *bar = std::get_if<cfg::Barrier>(&s.node); bar && ends_(*bar)) {
    now = {};
  } else if (auto *a = std::get_if<cfg::Atomic>(&s.node)) {
    if (a->op != cfg::AtomicOp::Load)
      now.added.insert(a->array);
    if (a->dest && vars_.count(*a->dest))
      now.drawn.insert(*a->dest);
  } else if (auto *copy = std::get_if<cfg::Assign>(&s.node); copy && vars_.count(copy->var)) {
    now.drawn.erase(copy->var);
    if (now.drawn.count(copy->value->var))
      now.drawn.insert(copy->var);
  }
}

bool SinceBarrier::drawn(const cfg::Ticket &t, cfg::BlockId block, std::size_t stmt) const {
  State now = at_[block].value_or(State{});
  for (std::size_t i = 0; i < stmt; ++i)
    step(now, k_.blocks[block].stmts[i]);
  return now.drawn.count(t.var) != 0;
}

} // namespace lockstep::emit::knowledge
