// What all parts of a watchdog program share: the variables of the two threads as Boogie has them, the memory model of
// each array, the loops. Private to emit/watchdog.
//
// The encoder works on the kernel extended by what predication added: its variables, so that they have names and
// types, and its assignments, so that both sides of each get one representation.
#pragma once

#include "cfg/analysis/order/tickets.h"
#include "emit/boogie/block_writer.h"
#include "emit/knowledge/knowledge.h"
#include "emit/watchdog/relevance.h"
#include "emit/watchdog/watchdog.h"

namespace lockstep::emit::watchdog {

// What a load returns.
enum class Model : std::uint8_t {
  Anything, // any value of the destination's type
  Function, // never written: an uninterpreted function of the offset
  Map       // a Boogie map that stores update
};

struct LoopInfo {
  lk::Loop loop;
  std::size_t kernel_loop = 0; // the same loop of the kernel, by its number in the forest
  cfg::BlockId kernel_head = 0;
  std::set<cfg::VarId> assigned;    // variables, lock-step numbering, relevant ones only
  std::set<cfg::VarId> carried;     // those of them whose value at the head is read
  std::vector<bool> before;         // per block: control can go from there to the head
  std::vector<lk::BlockId> entries; // blocks outside with an edge to the head
};

struct Context {
  Context(const lk::Lockstep &p, const cfg::Kernel &k, const cfg::Analyses &a, const Options &options);

  const lk::Lockstep &p;
  const cfg::Kernel &k;
  const cfg::Analyses &a;
  const Options &options;
  const std::vector<bool> plain; // per array: every access is of single granules of the element's type
  const cfg::Kernel extended;
  std::vector<cfg::Ticket> tickets; // of counters and amounts that do not change while they are held
  Representation reps;
  Declarations decls;
  Encoder encoder;
  const std::vector<std::vector<bool>> live_at_entry; // of the lock-step program (watchdog/lockstep_liveness.h)

  // --- the question at hand
  void ask(Question q);
  Question question;
  Relevance relevant;
  std::vector<bool> leads; // per block: to something asked about
  std::vector<LoopInfo> loops;

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
  std::set<unsigned> counter_widths(std::size_t kernel_loop) const;

  // --- memory
  Model model(cfg::ArrayId a) const;
  bool map_per_thread(cfg::ArrayId a) const;
  std::string map_name(cfg::ArrayId a, Thread t) const;
  boogie::Expr map(cfg::ArrayId a, Thread t);
  bool is_group_array(cfg::ArrayId a) const { return p.arrays[a].space == cfg::Space::Group; }
  // Is reading this in an assumption sound: no memory that the kernel writes?
  bool reads_only_constants(const cfg::Expr &e) const;
  bool readable(const cfg::Expr &e) const { return reads_only_constants(e) && encoder.encodable(e); }

  bool covers(cfg::Scope scope) const { return watchdog::covers(options.pair, scope); }
  const LoopInfo *headed_by(lk::BlockId b) const;
};

} // namespace lockstep::emit::watchdog
