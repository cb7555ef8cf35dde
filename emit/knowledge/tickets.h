// What two threads' tickets say of each other (cfg/analysis/order/tickets.h), over the values that an encoding has of
// them.
//
// Sound in either reading of the values, if it is one for both: the tickets' distance is taken modulo 2^width. Of
// tickets that are held as bits only those of counters that are advanced by 1 are spoken of (`can_be_bits`): that they
// differ, and the bounds of all.
#pragma once

#include "cfg/analysis/graph/flow.h"
#include "cfg/analysis/graph/intervals.h"
#include "cfg/analysis/order/tickets.h"
#include "emit/encode/geometry.h"
#include "emit/terms/encoder.h"

namespace lockstep::emit::knowledge {

// A ticket that a thread has taken where `held`, from a counter at `place` that was advanced by `amount`.
struct Taken {
  const cfg::Ticket &ticket;
  boogie::Expr held, place, amount;
  boogie::Expr as_signed, as_unsigned; // the ticket; null where it is held as bits
  boogie::Expr bits;                   // the ticket where it is held as bits, else null
  boogie::Expr positive;               // is the amount, read as signed? Null: it does not matter
};
bool can_be_bits(const cfg::Ticket &ticket);
// With the values that the encoder reads now.
Taken taken(Encoder &encoder, const cfg::Kernel &k, const cfg::Ticket &ticket, Thread t, boogie::Expr held);
// What is known of them: `first` are those of the first thread, `second` of the second.
std::vector<boogie::Expr> tickets(const Encoder &encoder, Declarations &decls, const cfg::Kernel &k, Pair pair,
                                  const std::vector<Taken> &first, const std::vector<Taken> &second,
                                  std::set<std::string> &assumptions);

// Tickets that do not last: within barrier intervals.
class SinceBarrier {
public:
  SinceBarrier(const cfg::Kernel &k, const std::vector<cfg::Ticket> &tickets, const cfg::EndsInterval &ends);
  // Has a thread at the statement drawn the ticket since the interval began?
  bool drawn(const cfg::Ticket &t, cfg::BlockId block, std::size_t stmt) const;
  // May a store to the counter follow an addition in an interval?
  bool sets_back(cfg::ArrayId counter) const { return stored_after_.count(counter) != 0; }

private:
  struct State {
    std::set<cfg::VarId> drawn;   // on every way
    std::set<cfg::ArrayId> added; // on some way
  };
  void step(State &now, const cfg::Stmt &s) const;

  const cfg::Kernel &k_;
  const cfg::EndsInterval ends_;
  std::set<cfg::VarId> vars_;           // with tickets
  cfg::FlowStates<State> at_;           // per block, at its start
  std::set<cfg::ArrayId> stored_after_; // an addition
};

} // namespace lockstep::emit::knowledge
