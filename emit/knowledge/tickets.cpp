// Tickets of two threads: see tickets.h.
#include "emit/knowledge/tickets.h"

#include "support/sound.h"

namespace lockstep::emit::knowledge {

namespace b = boogie;

bool may_share_counter(const cfg::Kernel &k, const cfg::Ticket &first, const cfg::Ticket &second, Pair pair) {
  if (pair == Pair::DifferentGroups && k.arrays[first.counter].space != cfg::Space::Global)
    return false; // the groups' counters are different ones
  return (first.counter == second.counter || support::left_out("tickets.counter")) &&
         (!first.shared || !second.shared || cfg::equal(first.offset, second.offset));
}

Sign reading(const Encoder &encoder, const cfg::Ticket &first, const cfg::Ticket &second) {
  const Representation &reps = encoder.representation();
  return reps.var_sign(first.var) == reps.var_sign(second.var) ? reps.var_sign(first.var) : Sign::Unsigned;
}

b::Expr tickets_apart(const Encoder &encoder, const cfg::Kernel &k, const Taken &first, const Taken &second) {
  if (cfg::is_const(first.ticket.amount, 1) && cfg::is_const(second.ticket.amount, 1))
    return b::not_(b::eq(first.value, second.value));
  // One of the two came first. The other is at least its amount further on, and its own amount from coming round.
  const b::Expr round = encoder.power_of_two(k.vars[first.ticket.var].type.width);
  auto further = [&](const Taken &from, const Taken &to) {
    const b::Expr way = b::binary("-", to.value, from.value);
    return b::conj({b::binary("<=", from.amount, way), b::binary("<=", b::int_lit(first.ticket.least), way),
                    b::binary("<=", way, b::binary("-", round, to.amount))});
  };
  return b::disj({further(first, second), further(second, first)});
}

b::Expr tickets_near(const Encoder &encoder, const cfg::Kernel &k, const Taken &first, const Taken &second) {
  if (!first.ticket.span || (first.ticket.first && second.ticket.first))
    return nullptr;
  const b::Expr round = encoder.power_of_two(k.vars[first.ticket.var].type.width),
                most = b::int_lit(*first.ticket.span);
  std::vector<b::Expr> ways;
  for (const auto &[from, to] : {std::pair(&first, &second), std::pair(&second, &first)}) {
    const b::Expr way = b::binary("-", to->value, from->value);
    ways.push_back(b::conj({b::binary("<=", b::int_lit(0), way), b::binary("<=", way, most)}));
    ways.push_back(b::binary("<=", b::binary("-", round, most), way));
  }
  return b::disj(ways);
}

} // namespace lockstep::emit::knowledge
