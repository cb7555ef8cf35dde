// What a race goal knows of tickets (cfg/analysis/order/tickets.h): a flag a thread and variable says that the variable
// holds a ticket that may be compared with those of others; where both threads hold tickets of one counter, the tickets
// differ. Private to emit/pick.
//
// Sound because a flag is set only in front of the atomic that takes the ticket (the load that hears of it), or with
// the variable's whole past behind it: where the variable is live, which it is only if it was assigned, and nothing but
// tickets is assigned to it. A ticket whose counter or amount is not the threads' common one is known by the values
// that these had when it was taken.
#pragma once

#include "emit/boogie/block_writer.h"
#include "emit/encode/geometry.h"
#include "emit/pick/run/context.h"

#include <set>
#include <string>
#include <vector>

namespace lockstep::emit::pick {

class TicketsHeld {
public:
  // Those that matter for the pair's accesses to the array.
  TicketsHeld(Context &c, cfg::ArrayId array, Pair pair, Teams teams, const Cone &cone);

  void start(BlockWriter &w, boogie::Procedure &p, const cfg::Interval &interval);
  void lose(BlockWriter &w, const cfg::IntervalNode &node, Thread t) const; // at the node's start, in any round
  void take(BlockWriter &w, const cfg::IntervalNode &node, std::uint32_t stmt, Thread t);
  void assume_they_differ(BlockWriter &w, std::set<std::string> &assumptions);

private:
  boogie::Expr place(const cfg::Ticket &ticket, Thread t);  // of its counter
  boogie::Expr amount(const cfg::Ticket &ticket, Thread t); // by which the counter was advanced
  void note_now(BlockWriter &w, const cfg::Ticket &ticket, Thread t);

  Context &c_;
  const Pair pair_;
  std::vector<const cfg::Ticket *> tickets_;
};

} // namespace lockstep::emit::pick
