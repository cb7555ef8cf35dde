// What a race goal knows of tickets: see tickets.h.
#include "emit/pick/races/tickets.h"

#include "emit/knowledge/tickets.h"
#include "emit/pick/goals/log.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

b::Expr taken(const Context &c, cfg::VarId v, Thread t) { return b::ident(names::taken(c.k, v, t), b::boolean()); }

} // namespace

TicketsHeld::TicketsHeld(Context &c, cfg::ArrayId array, Pair pair, Teams teams, const Cone &cone)
    : c_(c), pair_(pair) {
  const knowledge::SinceBarrier within(
      c_.k, c_.tickets, [space = c_.k.arrays[array].space, team = teams.within](const cfg::Barrier &bar) {
        return fences(bar, space, team);
      });
  for (const cfg::Ticket &t : c_.tickets)
    if (cone.vars.count(t.var) &&
        support::sound("pick_tickets.of_group",
                       pair == Pair::DifferentGroups || ((!t.of_group || t.alike) && t.team <= teams.apart)) &&
        (pair == Pair::SameGroup || t.first || (t.lasting && c_.k.arrays[t.counter].space == cfg::Space::Global)) &&
        (t.lasting || !within.sets_back(t.counter)) &&
        (c_.encoder.forms.type(t.var).kind == b::TypeKind::Int || knowledge::can_be_bits(t)) &&
        !c_.encoder.representation.is_bv(t.amount) && reads_only_constants(c_, t.offset) &&
        c_.encoder.representation.consistent(t.offset) && reads_only_constants(c_, t.amount) &&
        c_.encoder.representation.consistent(t.amount))
      tickets_.push_back(&t);
}

b::Expr TicketsHeld::place(const cfg::Ticket &ticket, Thread t) {
  return ticket.shared ? c_.encoder.offset(ticket.counter, ticket.offset, t)
                       : b::ident(names::ticket_place(c_.k, ticket.var, t),
                                  c_.encoder.offset(ticket.counter, ticket.offset, t)->type);
}

b::Expr TicketsHeld::amount(const cfg::Ticket &ticket, Thread t) {
  return ticket.shared || cfg::is_const(ticket.amount)
             ? c_.encoder.integer(ticket.amount, Sign::Unsigned, t)
             : b::ident(names::ticket_amount(c_.k, ticket.var, t), b::integer());
}

// The ticket's counter and amount, as they are now.
void TicketsHeld::note_now(BlockWriter &w, const cfg::Ticket &ticket, Thread t) {
  if (ticket.shared)
    return;
  w.command(
      b::AssignCmd{names::ticket_place(c_.k, ticket.var, t), c_.encoder.offset(ticket.counter, ticket.offset, t)});
  if (!cfg::is_const(ticket.amount))
    w.command(
        b::AssignCmd{names::ticket_amount(c_.k, ticket.var, t), c_.encoder.integer(ticket.amount, Sign::Unsigned, t)});
}

void TicketsHeld::start(BlockWriter &w, b::Procedure &p, const cfg::Interval &interval) {
  const auto live = [&](cfg::VarId v) {
    return !interval.from_entry && c_.points.live_before(interval.barrier_block, interval.barrier_stmt + 1, v);
  };
  for (const cfg::Ticket *ticket : tickets_)
    for (Thread t : both_threads) {
      declare(p, names::taken(c_.k, ticket->var, t), b::boolean());
      if (!ticket->shared) {
        declare(p, names::ticket_place(c_.k, ticket->var, t), place(*ticket, t)->type);
        declare(p, names::ticket_amount(c_.k, ticket->var, t), b::integer());
      }
      const bool before = support::sound("pick_tickets.before", ticket->lasting && ticket->stable && live(ticket->var));
      w.command(b::AssignCmd{names::taken(c_.k, ticket->var, t), b::bool_lit(before)});
      if (before)
        note_now(w, *ticket, t);
    }
}

void TicketsHeld::lose(BlockWriter &w, const cfg::IntervalNode &node, Thread t) const {
  if (node.cut_loop == -1)
    return;
  const std::vector<cfg::VarId> &modified = c_.a.induction.loops[static_cast<std::size_t>(node.cut_loop)].modified;
  for (const cfg::Ticket *ticket : tickets_)
    if (std::find(modified.begin(), modified.end(), ticket->var) != modified.end()) {
      const bool still = ticket->lasting && ticket->shared && c_.a.live.at_entry[node.block][ticket->var];
      w.command(b::AssignCmd{names::taken(c_.k, ticket->var, t), b::bool_lit(still)});
    }
}

void TicketsHeld::take(BlockWriter &w, const cfg::IntervalNode &node, std::uint32_t stmt, Thread t) {
  const cfg::Stmt &s = c_.k.blocks[node.block].stmts[stmt];
  for (const cfg::Ticket *ticket : tickets_) {
    auto *a = std::get_if<cfg::Atomic>(&s.node);
    auto *l = std::get_if<cfg::Load>(&s.node);
    const cfg::Barrier *meets = cfg::warp_barrier(s);
    if ((meets && meets->exchange && meets->exchange->dest == ticket->var) || (a && a->dest == ticket->var) ||
        (l && std::find(l->dests.begin(), l->dests.end(), ticket->var) != l->dests.end())) {
      w.command(b::AssignCmd{names::taken(c_.k, ticket->var, t), b::bool_lit(true)});
      note_now(w, *ticket, t);
    } else if (auto *copy = std::get_if<cfg::Assign>(&s.node); copy && copy->var == ticket->var) {
      const bool known = std::any_of(tickets_.begin(), tickets_.end(),
                                     [&](const cfg::Ticket *from) { return from->var == copy->value->var; });
      w.command(b::AssignCmd{names::taken(c_.k, ticket->var, t),
                             known ? taken(c_, copy->value->var, t) : b::bool_lit(false)});
    }
  }
}

void TicketsHeld::assume_they_differ(BlockWriter &w, std::set<std::string> &assumptions) {
  std::vector<knowledge::Taken> held[2];
  for (const cfg::Ticket *ticket : tickets_)
    for (Thread t : both_threads) {
      knowledge::Taken now = knowledge::taken(c_.encoder, c_.k, *ticket, t, taken(c_, ticket->var, t));
      now.place = place(*ticket, t);
      now.amount = amount(*ticket, t);
      held[t == Thread::First ? 0 : 1].push_back(std::move(now));
    }
  for (b::Expr &e : knowledge::tickets(c_.encoder, c_.decls, c_.k, pair_, held[0], held[1], assumptions))
    w.assume(std::move(e));
}

} // namespace lockstep::emit::pick
