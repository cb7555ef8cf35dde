// The procedures of a pick program, one goal each: races (race.cpp, tickets.cpp), divergence, assertions (checks.cpp),
// vacuity (vacuity.cpp). Private to emit/pick.
#pragma once

#include "cfg/analysis/order/ended.h"
#include "cfg/analysis/sharing/named_lanes.h"
#include "emit/encode/geometry.h"
#include "emit/pick/pick.h"
#include "emit/pick/run.h"
#include "emit/pick/sites.h"

#include <unordered_map>

namespace lockstep::emit::pick {

// Two threads of a group, by the smallest team that both are in: each kind has barriers of its own that order it. One
// kind where there are no barriers of warps.
std::vector<Teams> kinds_of_pairs(const cfg::Analyses &a);

class ProgramBuilder {
public:
  ProgramBuilder(Context &c, const Options &options, GoalProgram &out);

  bool may_race(cfg::Space space) const; // is some array of the space written, and accessed by two threads at all?
  // Of Pair::Any: of writes and incoherent loads; the interval is the whole kernel.
  void race(const cfg::Interval &interval, std::size_t index, cfg::ArrayId array, Pair pair, Teams teams = {});
  // Do two threads of the pair ever touch one cell of the array, one of them writing, whatever lies between?
  void touched_apart(const cfg::Interval &whole, std::size_t index, cfg::ArrayId array, Pair pair);
  void race_with_ended(cfg::Space space, Teams teams); // ended.cpp
  void divergence();
  void masked_divergence();
  void numbered_divergence();
  void ask_doubtful(const std::string &id, cfg::Point place, const std::string &missing);
  void assertions();
  void vacuity();
  void finish();

private:
  bool wanted(const std::string &id) const { return options_.only.empty() || options_.only.count(id); }
  // Variables that are the same for threads of one group behind the barrier at which the interval starts.
  void assume_uniform(BlockWriter &w, const cfg::Interval &interval, const Cone &cone, Pair pair, Teams teams);
  // What the two find in memory where their runs start.
  void start_together(BlockWriter &w, const Cone &cone, Pair pair) const;
  const cfg::Uniformity &uniform(Pair pair, Teams teams) const;
  void declare(boogie::Procedure &p, const std::string &name, const boogie::Type &type);
  void write_picks(BlockWriter &w, boogie::Procedure &p, const cfg::Interval &interval, const Cone &cone,
                   const std::vector<PlacedSite> &sites, const std::vector<std::size_t> &ids, Thread t,
                   const std::string &next, bool values);
  void note(BlockWriter &w, const std::string &log, boogie::Expr value) const; // of what is picked
  void ask_once(boogie::Procedure p, Goal &g);
  Goal goal(const std::string &id, GoalKind kind, const Cone &cone) const;
  bool meets_elsewhere(cfg::Point place) const;
  void divergence_of(const cfg::Interval &interval, std::size_t index, Pair pair, Teams teams,
                     const std::set<cfg::Point> &suspects);

  // Tickets (tickets.cpp): which of them matter for a pair, when a thread has taken them, and that they differ.
  std::vector<const cfg::Ticket *> tickets_for(Pair pair, const Cone &cone) const;
  boogie::Expr place(const cfg::Ticket &ticket, Thread t);  // of its counter
  boogie::Expr amount(const cfg::Ticket &ticket, Thread t); // by which the counter was advanced
  void note_ticket(BlockWriter &w, const cfg::Ticket &ticket, Thread t);
  void start_tickets(BlockWriter &w, boogie::Procedure &p, const cfg::Interval &interval);
  void lose_tickets(BlockWriter &w, const cfg::IntervalNode &node, Thread t) const;
  void take_tickets(BlockWriter &w, const cfg::IntervalNode &node, std::uint32_t stmt, Thread t);
  void assume_tickets_differ(BlockWriter &w);

  // Ordering (ordering.cpp): what accesses give and take, where a thread has picked one, and that two are ordered.
  struct OfChannel {
    std::vector<const cfg::Token *> gives, takes;
  };
  struct Slots { // so many of each by one access, at most; held: all give what they take, and meet both ways
    std::size_t gives = 0, takes = 0;
    bool held = true;
  };
  bool counts(const cfg::Token &token) const;
  std::map<std::size_t, OfChannel> tokens_of(const PlacedSite &s) const;
  void find_slots(const std::vector<PlacedSite> &sites);
  std::vector<cfg::Expr> keys_of(const std::vector<PlacedSite> &sites) const;
  boogie::Type key_type(std::size_t channel) const;
  boogie::Expr key(std::size_t channel, const cfg::Expr &e, Thread t);
  boogie::Expr meet(std::size_t channel, const boogie::Expr &given, const boogie::Expr &taken) const;
  void declare_slots(boogie::Procedure &p, const std::vector<PlacedSite> &sites);
  void note_tokens(BlockWriter &w, const PlacedSite &s, Thread t);
  std::vector<boogie::Expr> ordered() const;              // any of them: the accesses are
  void start_ended(BlockWriter &w, boogie::Procedure &p); // ended.cpp
  void note_rounds(BlockWriter &w, const cfg::IntervalNode &n, Thread t) const;
  void note_barrier(BlockWriter &w, const cfg::IntervalNode &n, std::uint32_t stmt, Thread t) const;
  void note_end(BlockWriter &w, const cfg::IntervalNode &n, Thread t, const std::string &next) const;
  void note_round(BlockWriter &w, Thread t, const std::string &next) const;
  void note_alone(BlockWriter &w, const cfg::IntervalNode &n, const PlacedSite &s, Thread t) const;
  boogie::Expr one_has_ended() const;
  const cfg::NamedLanes &named(); // masks.cpp
  bool masks_may_order(Teams teams);
  void give_mask_tokens(const cfg::Interval &interval, std::vector<PlacedSite> &sites, Teams teams);

  bool is_uniform(const PlacedSite &s, std::size_t part) const;
  void write_rows(BlockWriter &w, const PlacedSite &s, Thread t);
  void assume_row_lemmas(BlockWriter &w, const boogie::Expr &low1, const boogie::Expr &low2);
  void declare_digits(boogie::Procedure &p, const std::vector<PlacedSite> &sites);
  void write_digits(BlockWriter &w, const PlacedSite &s, Thread t);
  void assume_digit_lemmas(BlockWriter &w, const boogie::Expr &low1, const boogie::Expr &low2);
  std::size_t value_code(const boogie::Type &type);
  boogie::Expr same_value(boogie::Procedure &p, const boogie::Expr &low1, const boogie::Expr &low2,
                          const boogie::Expr &len1, const boogie::Expr &len2);

  Context &c_;
  const Options &options_;
  GoalProgram &out_;
  cfg::ArrayId array_ = 0; // the array whose race goal is being written, and the pair it is about
  Pair pair_ = Pair::SameGroup;
  Teams teams_;
  bool apart_ = false; // nothing orders the two
  std::optional<cfg::NamedLanes> named_;
  const cfg::EndedAlone *ended_ = nullptr;             // it is about threads one of which has ended
  cfg::EndsInterval ended_met_;                        // the barriers at which they would have met
  std::unordered_map<std::string, std::string> asked_; // race procedures without names, and the goals that ask them
  std::set<cfg::VarId> cone_vars_;
  std::vector<std::int64_t> radices_;
  std::vector<knowledge::Chain> chains_;
  std::vector<const cfg::Ticket *> tickets_; // of the goal that is being written
  std::vector<cfg::Channel> channels_;       // likewise
  std::map<std::size_t, Slots> slots_;       // by channel
  std::vector<std::pair<std::string, boogie::Type>> value_types_;
};

// Log variables of thread t: what it picked.
namespace log {
std::string site(Thread t);
std::string low(Thread t);
std::string length(Thread t);
std::string kind(Thread t);
std::string value(Thread t, const boogie::Type &type);
std::string value_kind(Thread t);
std::string together(Thread t); // the site, if both threads store one value there
std::string choice(Thread t);
std::string alone(Thread t);                   // the thread ends, and passes no barrier after the access
std::string row(std::int64_t radix, Thread t); // low == radix * row + column
std::string column(std::int64_t radix, Thread t);
std::string digit(std::size_t chain, std::size_t i, Thread t); // emit/knowledge/digits.h
std::string radix(std::size_t chain, std::size_t i, Thread t);
} // namespace log

} // namespace lockstep::emit::pick
