// Counters that give tickets: see tickets.h. Private to ticket*.cpp.
#pragma once

#include "cfg/analysis/order/tickets.h"

#include <functional>
#include <optional>
#include <vector>

namespace lockstep::cfg {

struct DrawPlace {
  BlockId block;
  std::uint32_t stmt;
};

// What is known of an array's use as a counter.
struct DrawnCounter {
  bool regular = true; // no access but loads, stores and additions of one granule
  std::vector<DrawPlace> additions, stores;
  std::optional<std::uint64_t> limit; // all are increments (decrements) that begin anew there
};
std::vector<DrawnCounter> drawn_counters(const Kernel &k, const Launch &launch); // per array

const Atomic *addition(const Kernel &k, const DrawPlace &p);
Expr step_of(const Atomic &a); // by which it moves the counter; null: it is none of those that do
bool goes_up(const Atomic &a);
bool stored_after_addition(const Kernel &k, const DrawnCounter &c); // does a path lead from behind one to a store?
bool same_for_all(const Kernel &k, const Expr &e);                  // threads of the launch, and at any time

// How far a counter is moved by its additions, all of them in one direction.
struct Movement {
  Expr constant; // by so much each time, the short or the long way round; null: by various amounts
  Wide least = 0, most = 0;
  Expr each; // likewise by this, whatever it is; what is said holds where it is positive
};
// `bounds`: of an addition's amount, read as signed.
using AmountBounds = std::function<Bounds(const DrawPlace &, const Expr &)>;
std::optional<Movement> movement(const Kernel &k, const DrawnCounter &c, const AmountBounds &bounds);

std::optional<Wide> sharers(const Launch &launch, Space space); // threads of a counter; nothing: a size is free

enum class Round : std::uint8_t { Never, Unknown, Surely };
// Do the counter's values come round? A draw behind a condition counts, and one in a loop counts once.
Round comes_round(const Kernel &k, ArrayId array, const DrawnCounter &c, const Movement &m, const LoopForest &forest,
                  const Launch &launch);
// The most that two draws can be apart.
std::optional<Wide> span_of(const Kernel &k, ArrayId array, const DrawnCounter &c, const Movement &m,
                            const LoopForest &forest, const Launch &launch);

} // namespace lockstep::cfg
