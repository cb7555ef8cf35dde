// Logs of shared accesses and the race condition. Private to emit/watchdog.
//
// Per asked array, access kind and thread a *slot*: a variable that holds the site which last touched the watched
// offset since the thread's last barrier, or no_site. The first thread logs writes (of the watched value) and atomics,
// the second reads, writes (of any other value) and atomics:
//
//   race on A  :=  write1 && (read2 || write2 || atomic2)  ||  atomic1 && read2
//
// Sound because a race of two threads has a write or an atomic of one of them, and the pair is arbitrary: it is also
// there with the two the other way round. The watched value is arbitrary as well, hence also the one that was written;
// two writes of different values are a write of the watched value and one of another.
//
// Where a loop's head is cut, a slot alone would say little. Beside it stand *kept* copies of the variables that tell
// where the access went, as they were at the access. For these, all that is known at the site (facts, ranges, closed
// forms) holds at any later time: an invariant by construction, which needs no inference.
#pragma once

#include "emit/knowledge/knowledge.h"
#include "emit/watchdog/context.h"
#include "emit/watchdog/slots.h"
#include "emit/watchdog/watched.h"

#include <map>

namespace lockstep::emit::watchdog {

// What holds at a site for the thread that executes it.
struct SiteKnowledge {
  const lk::Log *log = nullptr;
  lk::BlockId block = 0;
  std::vector<cfg::Fact> facts; // all of whose variables are kept or stable
  std::vector<std::pair<cfg::VarId, cfg::ExprRange>> ranges;
  std::vector<std::size_t> loops; // kernel loops around it whose closed forms are used
  std::map<std::size_t, std::map<cfg::VarId, std::int64_t>>
      moved;                 // per such loop: by how much since its head; no further than the type reaches
  std::set<cfg::VarId> vars; // all that it speaks of
  std::vector<const cfg::Ticket *> tickets; // that the thread surely holds there
  std::vector<cfg::TupleSet> values;
};

class Logs {
public:
  explicit Logs(Context &c);

  bool any() const { return !slots_.empty(); }
  const std::vector<Slot> &slots() const { return slots_; }
  const SiteKnowledge &site(lk::SiteId s) const { return sites_.at(s); }
  void declare(boogie::Procedure &p);
  void start(BlockWriter &w);
  void log(BlockWriter &w, const lk::Log &l);
  void reset(BlockWriter &w, const lk::EndInterval &e);
  boogie::Expr race(cfg::ArrayId a) const;
  // Ties the witness constants to what the logs say; where a race on `a` is assumed.
  void witness(BlockWriter &w, cfg::ArrayId a, const WitnessNames &names);

  bool assigned_in(const Slot &s, const LoopInfo &l) const; // may the loop change it?
  // Tickets with which the two threads' logged accesses to the array were made differ (cfg/analysis/order/tickets.h).
  std::vector<boogie::Expr> tickets_differ(cfg::ArrayId a, std::set<std::string> &assumptions);
  std::vector<boogie::Expr> lemmas(cfg::ArrayId a); // true whatever the logs say; where a race on `a` is assumed
  // What holds of the slot at the loop's head, by construction.
  std::vector<boogie::Expr> invariants(const Slot &s, const LoopInfo &l);
  bool stable(cfg::VarId v) const { return stable_[v]; }

private:
  void find_slots();
  void know(lk::SiteId site, const lk::Log &l, lk::BlockId block);
  void keep(Slot &s);
  const Slot *slot(cfg::ArrayId a, cfg::AccessKind k, Thread t) const;

  Context &c_;
  const Watched watched_;
  std::vector<Slot> slots_;
  std::map<lk::SiteId, SiteKnowledge> sites_;
  std::vector<bool> stable_; // per variable: assigned once, in no loop
};

} // namespace lockstep::emit::watchdog
