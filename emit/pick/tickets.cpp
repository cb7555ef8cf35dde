// What a race goal knows of tickets (cfg/analysis/tickets.h): a flag a thread and ticket says that the thread's variable
// holds a ticket it has taken; where both threads have taken theirs from one counter, the tickets differ.
//
// Sound because a flag is set only in front of the atomic that takes the ticket, or where that atomic dominates the
// interval's start, and is cleared where the variable becomes arbitrary: at the head of a loop that takes the ticket.
#include "emit/pick/program.h"

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

b::Expr taken(const cfg::Ticket &ticket, Thread t) {
  return b::ident("taken$" + std::to_string(ticket.block) + "." + std::to_string(ticket.stmt) + suffix(t), b::boolean());
}

} // namespace

std::vector<const cfg::Ticket *> ProgramBuilder::tickets_for(Pair pair, const Cone &cone) const {
  std::vector<const cfg::Ticket *> out;
  for (const cfg::Ticket &t : c_.tickets)
    if (cone.vars.count(t.var) && (pair == Pair::SameGroup || c_.k.arrays[t.counter].space == cfg::Space::Global) &&
        c_.encoder.var_type(t.var).kind == b::TypeKind::Int)
      out.push_back(&t);
  return out;
}

void ProgramBuilder::start_tickets(BlockWriter &w, b::Procedure &p, const cfg::Interval &interval) {
  for (const cfg::Ticket *ticket : tickets_)
    for (Thread t : both_threads) {
      declare(p, taken(*ticket, t)->text, b::boolean());
      const bool before = !interval.from_entry && cfg::taken_before(c_.k, *ticket, interval.barrier_block, interval.barrier_stmt);
      w.command(b::AssignCmd{taken(*ticket, t)->text, b::bool_lit(before)});
    }
}

void ProgramBuilder::lose_tickets(BlockWriter &w, const cfg::IntervalNode &node, Thread t) const {
  if (node.cut_loop == -1)
    return;
  for (const cfg::Ticket *ticket : tickets_)
    if (c_.a.loops.contains(node.cut_loop, ticket->block))
      w.command(b::AssignCmd{taken(*ticket, t)->text, b::bool_lit(false)});
}

void ProgramBuilder::take_tickets(BlockWriter &w, const cfg::IntervalNode &node, std::uint32_t stmt, Thread t) const {
  for (const cfg::Ticket *ticket : tickets_)
    if (ticket->block == node.block && ticket->stmt == stmt)
      w.command(b::AssignCmd{taken(*ticket, t)->text, b::bool_lit(true)});
}

void ProgramBuilder::assume_tickets_differ(BlockWriter &w) {
  for (const cfg::Ticket *first : tickets_)
    for (const cfg::Ticket *second : tickets_) {
      if (first->counter != second->counter || !cfg::equal(first->offset, second->offset))
        continue;
      out_.assumptions.insert("an atomic counter is not advanced so often that its values come round again");
      b::Expr x = c_.encoder.var(first->var, Thread::First), y = c_.encoder.var(second->var, Thread::Second);
      b::Expr apart = b::disj({b::not_(taken(*first, Thread::First)), b::not_(taken(*second, Thread::Second)), b::not_(b::eq(x, y))});
      w.assume(std::move(apart));
      if (first->stride == 1)
        continue;
      b::Expr stride = b::int_lit(static_cast<std::int64_t>(first->stride));
      b::Expr way = b::binary("-", x, y), back = b::binary("-", y, x);
      // The long way round is at least a stride from coming round.
      b::Expr most = b::binary("-", c_.encoder.power_of_two(c_.k.vars[first->var].type.width), stride);
      w.assume(b::disj({b::not_(taken(*first, Thread::First)), b::not_(taken(*second, Thread::Second)),
                        b::conj({b::binary("<=", stride, way), b::binary("<=", way, most)}),
                        b::conj({b::binary("<=", stride, back), b::binary("<=", back, most)})}));
    }
}

} // namespace lockstep::emit::pick
