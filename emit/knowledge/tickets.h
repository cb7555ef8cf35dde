// What two threads' tickets say of each other (cfg/analysis/tickets.h), over the values that an encoding has of them.
//
// Sound in either reading of the values, if it is one for both: the tickets' distance is taken modulo 2^width.
#pragma once

#include "cfg/analysis/tickets.h"
#include "emit/encode.h"
#include "emit/geometry.h"

namespace lockstep::emit::knowledge {

// May tickets of the two be of one counter, for such a pair of threads? (`first` is the first thread's.)
bool may_share_counter(const cfg::Kernel &k, const cfg::Ticket &first, const cfg::Ticket &second, Pair pair);
Sign reading(const Encoder &encoder, const cfg::Ticket &first, const cfg::Ticket &second);

// A ticket that a thread has taken, and by how much its counter was advanced.
struct Taken {
  const cfg::Ticket &ticket;
  boogie::Expr value, amount; // `value` in the common reading
};
// They differ by at least what was drawn. If they are of one counter.
boogie::Expr tickets_apart(const Encoder &encoder, const cfg::Kernel &k, const Taken &first, const Taken &second);
// They are no further apart than the tickets' span says; null where it says nothing that their bounds do not.
boogie::Expr tickets_near(const Encoder &encoder, const cfg::Kernel &k, const Taken &first, const Taken &second);

} // namespace lockstep::emit::knowledge
