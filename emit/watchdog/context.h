// What all parts of a watchdog program share: the variables of the two threads as Boogie has them, and what the
// question at hand leaves of the program. Private to emit/watchdog.
//
// The encoder works on the kernel extended by what predication added: its variables, so that they have names and
// types, and its assignments, so that both sides of each get one representation.
#pragma once

#include "cfg/analysis/order/tickets.h"
#include "emit/boogie/block_writer.h"
#include "emit/knowledge/knowledge.h"
#include "emit/watchdog/slice.h"
#include "emit/watchdog/watchdog.h"

#include <map>
#include <set>

namespace lockstep::emit::watchdog {

struct Context {
  Context(const lk::Lockstep &p, const cfg::Kernel &k, const cfg::Analyses &a, const Options &options);

  const lk::Lockstep &p;
  const cfg::Kernel &k;
  const cfg::Analyses &a;
  const Options &options;
  const std::vector<bool> plain; // per array: every access is of single granules of the element's type
  const cfg::Kernel extended;
  const std::vector<bool> followed; // per array: annotations can read what it holds (emit/knowledge/contents.h)
  std::map<const lk::Lockstep::Stmt *, std::set<cfg::ArrayId>>
      quiet;                        // refreshes: whose cells nobody writes behind them
  std::vector<cfg::Ticket> tickets; // of counters and amounts that do not change while they are held
  Representation reps;
  Declarations decls;
  Encoder encoder;
  const std::vector<std::vector<bool>> live_at_entry; // of the lock-step program (watchdog/lockstep_liveness.h)

  // --- the question at hand
  void ask(Question q);
  Question question;
  Slice slice;

  bool follows(cfg::ArrayId a) const { return followed[a] && p.array_info[a].memory == lk::Memory::Equal && plain[a]; }
  bool kernel_var(cfg::VarId v) const { return v < k.vars.size(); }

  // --- variables
  bool shared(cfg::VarId v) const { return p.vars[v].uniform; }
  std::vector<Thread> threads(cfg::VarId v) const; // those that have a copy: the first alone if it is shared
  std::string name(cfg::VarId v, Thread t) const;
  boogie::Type type(cfg::VarId v) const;
  boogie::Expr var(cfg::VarId v, Thread t);
  boogie::Expr guard(const lk::Guard &g, Thread t);
  void read_current(); // expressions are about the variables' present values
  // What is known where `has` tells the variables that the encoder reads rightly.
  knowledge::View view(Thread t, std::function<bool(cfg::VarId)> has, std::function<void(boogie::Expr)> say);
  // Can it be encoded, and is reading it in an assumption sound: no memory that the kernel writes?
  bool readable(const cfg::Expr &e) const;
};

// Of the counters that the closed forms of the loop's relevant variables need (knowledge.h).
std::set<unsigned> counter_widths(const Context &c, std::size_t kernel_loop);

} // namespace lockstep::emit::watchdog
