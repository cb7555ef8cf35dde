// Counters that give tickets: see tickets.h. Private to ticket*.cpp.
#pragma once

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/order/tickets.h"

#include <optional>
#include <set>
#include <vector>

namespace lockstep::cfg {

// A kernel with what is asked about it.
struct TicketSubject {
  TicketSubject(const Kernel &kernel, const LoopForest &loops, const Liveness &liveness, const Facts &known,
                const Ranges &values, const Launch &sizes);
  bool stable(const Expr &e) const; // the same value whenever a thread evaluates it
  CellRounds &rounds();

  const Kernel &k;
  const LoopForest &forest;
  const Liveness &live;
  const Facts &facts;
  const Ranges &ranges;
  const Launch &launch;
  const DominatorTree dominators;
  const std::vector<std::vector<Point>> definitions; // per variable
  const std::vector<bool> once;                      // per variable: assigned
  std::optional<CellRounds> asked_rounds;
};

// What is known of an array's use as a counter.
struct DrawnCounter {
  ArrayId array = 0;
  bool regular = true; // no access but loads, stores and additions of one granule
  std::vector<Point> additions, stores;
  std::optional<std::uint64_t> limit; // all are increments (decrements) that begin anew there
};
std::vector<DrawnCounter> drawn_counters(const Kernel &k, const Launch &launch); // per array

const Atomic &addition(const Kernel &k, Point p);
Expr step_of(const Atomic &a); // by which it moves the counter; null: it is none of those that do
bool stored_after_addition(const Kernel &k, const DrawnCounter &c); // does a path lead from behind one to a store?

// How far a counter is moved by its additions, all of them in one direction.
struct Movement {
  Expr constant; // by so much each time, the short or the long way round; null: by various amounts
  Wide least = 0, most = 0;
  Expr each; // likewise by this, whatever it is; what is said holds where it is positive
};
std::optional<Movement> movement(const TicketSubject &subject, const DrawnCounter &c);

enum class Round : std::uint8_t { Never, Unknown, Surely };
// Do the counter's values come round? A draw behind a condition counts, and one in a loop counts once.
Round comes_round(const TicketSubject &subject, const DrawnCounter &c, const Movement &m);
// Notes between which numbers the counter's tickets lie, and how far they can be apart, as far as it is known.
void bound(TicketSubject &subject, const DrawnCounter &c, const Movement &m, Ticket &t);

// The tickets that variables hold, as far as they have been found. A variable gets its ticket, and loses it, once.
class TicketTable {
public:
  explicit TicketTable(std::size_t vars) : found_(vars) {}
  const std::optional<Ticket> &of(VarId v) const { return found_[v]; }
  bool is_refused(VarId v) const { return refused_.count(v) != 0; }
  void add(const Ticket &t); // another one that the variable may hold
  void refuse(VarId v);
  std::vector<Ticket> all() const;

  std::set<const Stmt *> drawn; // atomics whose results are tickets

private:
  std::vector<std::optional<Ticket>> found_; // per variable
  std::set<VarId> refused_;
};
bool same_draws(const Ticket &a, const Ticket &b); // of one cell, and of one amount

// Tickets that a thread has from another one of its group, which has stored them into a cell that the thread loads.
class TicketsOfGroup {
public:
  TicketsOfGroup(TicketSubject &subject, const TicketTable &table) : subject_(subject), table_(table) {}
  std::optional<Ticket> loaded(Point place, VarId v) const; // by the statement that defines the variable

private:
  bool is_known(Ticket &t, Point place) const;
  std::optional<FinalCell> cell_of(VarId v) const;
  std::optional<VarId> own_copy(VarId of_one, Point place) const;

  TicketSubject &subject_;
  const TicketTable &table_;
};

// Tickets that a thread has from the first one of its team, by a shuffle.
class TicketsOfTeam {
public:
  TicketsOfTeam(const TicketSubject &subject, const TicketTable &table) : subject_(subject), table_(table) {}
  std::optional<Ticket> shuffled(Point place) const;

private:
  bool always_met(Point place) const;
  bool is_of_others(Point place, unsigned lanes) const;
  bool is_alike(const Expr &e, unsigned lanes) const;

  const TicketSubject &subject_;
  const TicketTable &table_;
};

} // namespace lockstep::cfg
