// Edges of a kernel's control-flow graph in register code: instructions and tables that lead to blocks are filled in
// when all blocks have their places. Private to semantics/.
//
// An edge that leaves counted loops goes to a stub in front of its block, which resets the counters of those loops.
#pragma once

#include "semantics/code/code_builder.h"

namespace lockstep::semantics {

class LoopCounters { // of the loops that hold a barrier; in lock step, of all
public:
  LoopCounters(const cfg::Kernel &k, const cfg::LoopForest &forest, Code &code);

  std::optional<std::uint32_t> of(std::size_t loop) const { return counters_[loop]; }
  std::optional<std::uint32_t> headed_by(cfg::BlockId b) const;              // of the loop, if it is counted
  std::vector<std::uint32_t> left(cfg::BlockId from, cfg::BlockId to) const; // by the edge; outer loops first

private:
  const cfg::LoopForest &forest_;
  std::vector<std::optional<std::uint32_t>> counters_; // by loop
};

struct Target { // a place that holds the start of a block
  enum class Kind : std::uint8_t { Instruction, Case, Otherwise, Goto };
  Kind kind = Kind::Instruction;
  std::uint32_t of = 0;  // the instruction, or which switch or goto
  std::size_t which = 0; // of its cases or targets
};

class Edges {
public:
  Edges(Code &code, CodeBuilder &b, const LoopCounters &counters)
      : code_(code), b_(b), counters_(counters), starts_(code.kernel->blocks.size()) {}

  void start(cfg::BlockId b) { starts_[b] = b_.here(); } // its code begins here
  void add(Target target, cfg::BlockId from, cfg::BlockId to);
  void write_stubs(); // of the edges added since
  void resolve();     // all blocks have started

private:
  struct Edge {
    Target target;
    cfg::BlockId from, to;
  };

  Code &code_;
  CodeBuilder &b_;
  const LoopCounters &counters_;
  std::vector<std::uint32_t> starts_; // by block
  std::vector<Edge> direct_, by_stubs_;
};

} // namespace lockstep::semantics
