// What a race goal knows of tickets (cfg/analysis/tickets.h): a flag a thread and variable says that the variable holds
// a ticket that may be compared with those of others; where both threads hold tickets of one counter, the tickets
// differ.
//
// Sound because a flag is set only in front of the atomic that takes the ticket, or with the variable's whole past
// behind it: where the variable is live, which it is only if it was assigned, and nothing but tickets is assigned to
// it. A ticket whose counter or amount is not the threads' common one is known by the values that these had when it was
// taken.
#include "emit/knowledge/tickets.h"
#include "emit/pick/program.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

// In some execution of the interval by one thread, may a store to the counter's array follow an addition?
bool stored_after_addition(const cfg::Kernel &k, const cfg::Interval &interval, cfg::ArrayId counter) {
  std::vector<bool> added(interval.nodes.size(), false); // at the node's start
  std::vector<std::size_t> work;
  for (std::size_t n = 0; n < interval.nodes.size(); ++n)
    work.push_back(n);
  while (!work.empty()) {
    const std::size_t n = work.back();
    work.pop_back();
    const cfg::IntervalNode &node = interval.nodes[n];
    bool before = added[n];
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      const cfg::Stmt &s = k.blocks[node.block].stmts[i];
      if (auto *a = std::get_if<cfg::Atomic>(&s.node); a && a->array == counter && a->op != cfg::AtomicOp::Load)
        before = true;
      else if (auto *st = std::get_if<cfg::Store>(&s.node); st && st->array == counter && before)
        return true;
    }
    if (!before)
      continue;
    for (const cfg::IntervalEdge &e : node.edges)
      for (std::size_t to = 0; to < interval.nodes.size(); ++to) // round a cut loop, to its head
        if ((e.node == cfg::dropped_back_edge ? interval.nodes[to].block == e.target
                                              : static_cast<std::size_t>(e.node) == to) &&
            !added[to]) {
          added[to] = true;
          work.push_back(to);
        }
  }
  return false;
}

b::Expr taken(const Context &c, cfg::VarId v, Thread t) { return b::ident(names::taken(c.k, v, t), b::boolean()); }

} // namespace

std::vector<const cfg::Ticket *> ProgramBuilder::tickets_for(const cfg::Interval &interval, Pair pair,
                                                             const Cone &cone) const {
  std::vector<const cfg::Ticket *> out;
  for (const cfg::Ticket &t : c_.tickets)
    if (cone.vars.count(t.var) &&
        (pair == Pair::SameGroup || (t.lasting && (t.first || c_.k.arrays[t.counter].space == cfg::Space::Global))) &&
        (t.lasting || !stored_after_addition(c_.k, interval, t.counter)) &&
        c_.encoder.var_type(t.var).kind == b::TypeKind::Int && !c_.encoder.representation().is_bv(t.amount) &&
        reads_only_constants(c_, t.offset) && c_.encoder.encodable(t.offset) && reads_only_constants(c_, t.amount) &&
        c_.encoder.encodable(t.amount))
      out.push_back(&t);
  return out;
}

b::Expr ProgramBuilder::place(const cfg::Ticket &ticket, Thread t) {
  return ticket.shared ? c_.encoder.offset(ticket.counter, ticket.offset, t)
                       : b::ident(names::ticket_place(c_.k, ticket.var, t),
                                  c_.encoder.offset(ticket.counter, ticket.offset, t)->type);
}

b::Expr ProgramBuilder::amount(const cfg::Ticket &ticket, Thread t) {
  return ticket.shared || cfg::is_const(ticket.amount)
             ? c_.encoder.integer(ticket.amount, Sign::Unsigned, t)
             : b::ident(names::ticket_amount(c_.k, ticket.var, t), b::integer());
}

// The ticket's counter and amount, as they are now.
void ProgramBuilder::note_ticket(BlockWriter &w, const cfg::Ticket &ticket, Thread t) {
  if (ticket.shared)
    return;
  w.command(
      b::AssignCmd{names::ticket_place(c_.k, ticket.var, t), c_.encoder.offset(ticket.counter, ticket.offset, t)});
  if (!cfg::is_const(ticket.amount))
    w.command(
        b::AssignCmd{names::ticket_amount(c_.k, ticket.var, t), c_.encoder.integer(ticket.amount, Sign::Unsigned, t)});
}

void ProgramBuilder::start_tickets(BlockWriter &w, b::Procedure &p, const cfg::Interval &interval) {
  const std::vector<bool> live =
      interval.from_entry ? std::vector<bool>(c_.k.vars.size(), false)
                          : cfg::live_before(c_.k, c_.live, interval.barrier_block, interval.barrier_stmt + 1);
  for (const cfg::Ticket *ticket : tickets_)
    for (Thread t : both_threads) {
      declare(p, names::taken(c_.k, ticket->var, t), b::boolean());
      if (!ticket->shared) {
        declare(p, names::ticket_place(c_.k, ticket->var, t), place(*ticket, t)->type);
        declare(p, names::ticket_amount(c_.k, ticket->var, t), b::integer());
      }
      const bool before =
          (ticket->lasting && ticket->stable && live[ticket->var]) || support::left_out("pick_tickets.before");
      w.command(b::AssignCmd{names::taken(c_.k, ticket->var, t), b::bool_lit(before)});
      if (before)
        note_ticket(w, *ticket, t);
    }
}

void ProgramBuilder::lose_tickets(BlockWriter &w, const cfg::IntervalNode &node, Thread t) const {
  if (node.cut_loop == -1)
    return;
  const std::vector<cfg::VarId> &modified = c_.a.induction.loops[static_cast<std::size_t>(node.cut_loop)].modified;
  for (const cfg::Ticket *ticket : tickets_)
    if (std::find(modified.begin(), modified.end(), ticket->var) != modified.end()) {
      const bool still = ticket->lasting && ticket->shared && c_.live.at_entry[node.block][ticket->var];
      w.command(b::AssignCmd{names::taken(c_.k, ticket->var, t), b::bool_lit(still)});
    }
}

void ProgramBuilder::take_tickets(BlockWriter &w, const cfg::IntervalNode &node, std::uint32_t stmt, Thread t) {
  const cfg::Stmt &s = c_.k.blocks[node.block].stmts[stmt];
  for (const cfg::Ticket *ticket : tickets_) {
    if (auto *a = std::get_if<cfg::Atomic>(&s.node); a && a->dest == ticket->var) {
      w.command(b::AssignCmd{names::taken(c_.k, ticket->var, t), b::bool_lit(true)});
      note_ticket(w, *ticket, t);
    } else if (auto *copy = std::get_if<cfg::Assign>(&s.node); copy && copy->var == ticket->var) {
      const bool known = std::any_of(tickets_.begin(), tickets_.end(),
                                     [&](const cfg::Ticket *from) { return from->var == copy->value->var; });
      w.command(b::AssignCmd{names::taken(c_.k, ticket->var, t),
                             known ? taken(c_, copy->value->var, t) : b::bool_lit(false)});
    }
  }
}

// first <= ticket <= first + span, whoever holds it.
void ProgramBuilder::assume_ticket_bounds(BlockWriter &w, const cfg::Ticket &ticket) {
  for (Thread t : both_threads) {
    const b::Expr x = c_.encoder.integer(cfg::variable(ticket.var, c_.k.vars[ticket.var].type), Sign::Unsigned, t);
    w.assume(b::disj(
        {b::not_(taken(c_, ticket.var, t)), b::conj({b::binary("<=", b::int_lit(*ticket.first), x),
                                                     b::binary("<=", x, b::int_lit(*ticket.first + *ticket.span))})}));
  }
}

void ProgramBuilder::assume_tickets_differ(BlockWriter &w) {
  for (const cfg::Ticket *first : tickets_) {
    if (first->first)
      assume_ticket_bounds(w, *first);
    for (const cfg::Ticket *second : tickets_) {
      if (!knowledge::may_share_counter(c_.k, *first, *second, pair_))
        continue;
      if (first->assumed)
        out_.assumptions.insert(assumption::tickets);
      const Sign sign = knowledge::reading(c_.encoder, *first, *second);
      auto held = [&](const cfg::Ticket &ticket, Thread t) {
        const Sign own = c_.encoder.representation().var_sign(ticket.var);
        return knowledge::Taken{ticket,
                                c_.encoder.integer(cfg::variable(ticket.var, c_.k.vars[ticket.var].type),
                                                   support::left_out("pick_tickets.reading") ? own : sign, t),
                                amount(ticket, t)};
      };
      const knowledge::Taken one = held(*first, Thread::First), other = held(*second, Thread::Second);
      std::vector<b::Expr> unless{b::not_(taken(c_, first->var, Thread::First)),
                                  b::not_(taken(c_, second->var, Thread::Second))};
      if (!first->shared || !second->shared)
        unless.push_back(b::not_(b::eq(place(*first, Thread::First), place(*second, Thread::Second))));
      for (b::Expr &fact : std::vector{knowledge::tickets_apart(c_.encoder, c_.k, one, other),
                                       knowledge::tickets_near(c_.encoder, c_.k, one, other)})
        if (fact) {
          std::vector<b::Expr> ways = unless;
          ways.push_back(std::move(fact));
          w.assume(b::disj(ways));
        }
    }
  }
}

} // namespace lockstep::emit::pick
