// Counts of the barriers of some threads (Numbered) that a thread has come to since it passed a barrier of its group
// that fences all memory:
//
//   sync 1 of 64;    ==>    sync 1 of 64 counted bar.1.waited;
//                           bar.1.waited := add(bar.1.waited, 1:i64);
//
// and with `arrive`, bar.1.arrived; both are 0 at the entry, and from each such barrier on. No execution counts to
// 2^63. With them two accesses are ordered (cfg/analysis/order/named_barriers.h), and they are variables like all
// others to the analyses. Sound because intervals of all arrays end where counts restart, so that counts of accesses in
// one interval have one beginning.
#pragma once

#include "cfg/ir/kernel.h"

namespace lockstep::cfg {

Kernel with_counted_barriers(Kernel k);

} // namespace lockstep::cfg
