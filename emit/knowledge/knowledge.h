// What the analyses of cfg/analysis know at a point, as Boogie expressions about one thread. The only place that turns
// facts, ranges, value sets, congruences and loops' closed forms into Boogie; both encodings read it through a View.
//
// Sound because each analysis says what holds whenever a thread is at the point (their heads say why), and a View reads
// a variable only where it has the value that the variable has there; what cannot be written so is left out, never
// invented.
#pragma once

#include "cfg/analysis/analyses.h"
#include "emit/terms/encoder.h"

#include <functional>

namespace lockstep::emit::knowledge {

// How an encoding reads a thread's variables at the point that is spoken of.
struct View {
  const cfg::Kernel &k;
  const cfg::Analyses &a;
  Encoder &encoder;
  Thread thread;
  // Is what the encoder reads the value that v has at the point?
  std::function<bool(cfg::VarId)> has;
  // May the contents of the array be spoken of: is it one map that all threads read, whenever they do?
  std::function<bool(cfg::ArrayId)> fixed;
  // An integer that may be anything, for "some number of times": `loop` is where v wraps around, none: how many steps v
  // is from its base. Absent: the encoding has none, and a remainder says it instead.
  std::function<boogie::Expr(cfg::VarId v, std::optional<std::size_t> loop)> some_number;
  // Takes what is known, one assumption at a time.
  std::function<void(boogie::Expr)> say;

  bool has_all(const cfg::Expr &e) const;
  bool readable(const cfg::Expr &e) const; // can it be written with what there is?
};

void facts(const View &view, const std::vector<cfg::Fact> &facts);
// Few values that variables can have together. Variables that are independent of the others have a set of their own.
void value_sets(const View &view, const std::vector<cfg::TupleSet> &sets);
// v is a whole number of steps from its base (cfg/analysis/values/congruence.h).
void congruence(const View &view, cfg::VarId v);

// What facts speak of: representations are chosen for it as well.
std::vector<cfg::Expr> expressions_of_facts(const cfg::Analyses &a);

// A visit of a loop's head (cfg/analysis/values/induction.h).
struct Visit {
  std::size_t loop = 0;
  // Has v, as the encoder reads it, the value that it had at the visit? Implies View::has.
  std::function<bool(cfg::VarId)> at_head;
  // The value of v when the loop was entered, which was that of `init` if that is not null; null if not known.
  std::function<boogie::Expr(cfg::VarId v, const cfg::Expr &init)> on_entry;
  std::function<boogie::Expr(unsigned width)> counter; // the visit's number, from 0; width 0: an integer, else bits
  bool counted_from_inside = false; // `on_entry` and `counter` are about some later visit than the loop's first
};
void closed_forms(const View &view, const Visit &visit);
// A loop that has been gone round was entered with what its head asks for. `head`: the loop's.
void entered(const View &view, const Visit &visit, cfg::BlockId head);
// Widths of bit-vector counters that the loop's closed forms use for variables that an encoding has.
std::set<unsigned> counter_widths(const Encoder &encoder, const cfg::Kernel &k, const cfg::LoopInduction &in,
                                  const std::function<bool(cfg::VarId)> &has);

// Calls `need` with each expression that what is said of the variables `has` is written with: an encoding that has its
// variables as well leaves nothing out. To be repeated until nothing is added.
void sources(const cfg::Kernel &k, const cfg::Analyses &a, const std::vector<cfg::Fact> &facts,
             const std::set<std::size_t> &loops, const std::function<bool(cfg::VarId)> &has,
             const std::function<void(const cfg::Expr &)> &need);

} // namespace lockstep::emit::knowledge
