// What the front end knows of a kernel's asynchronous copies (copying.h).
#pragma once

#include "cfg/ir/kernel.h"
#include "frontend/llvm/copies/group_copies.h"
#include "frontend/llvm/copies/thread_copies.h"
#include "frontend/llvm/points_to.h"

namespace lockstep::frontend {

// The arguments of a copy: where the two pointers lead, and how much is copied.
struct CopyArguments {
  cfg::Expr to, to_object, from, from_object; // granules
  cfg::Expr count, stride;                    // elements; stride empty: dense
};

// A call that starts copies.
struct CopySite {
  const llvm::CallBase *call = nullptr;
  std::uint64_t number = 0; // from 1 on
  bool repeats = false;     // in a loop
  bool by_number = false;   // some wait has to compare events to know whether it is for this copy
  Targets to, from;
  bool from_global = false;
  std::uint64_t granules = 1;             // of an element
  cfg::Expr started;                      // a variable: how often so far
  std::optional<CopyArguments> arguments; // of the start, over the values there
  std::array<std::optional<CopyArguments>, 2>
      last; // by age: variables that keep the arguments, if somebody asks for them
  support::Origin origin;
};

// A watched element of a watched copy: unknown parameters, the same for all threads.
struct CopyWatch {
  cfg::Expr site, turn, element;                              // turn: the copy's number among those of its site
  std::vector<std::pair<cfg::Expr, cfg::Expr>> thread, group; // ids and what they are: who makes it, in which group
};

struct AsyncCopies {
  explicit AsyncCopies(const llvm::Function &f) : flow(f) {}
  CopiesUnderWay flow;
  std::vector<CopySite> sites;
  std::vector<CopyWatch> watches;
};

// --- copies of a thread's own (builtins/thread_copies.cpp) ---

// A copy of a site, of one age: variables, or what is the same for all copies of the site.
struct OwnCopy {
  cfg::Expr group;                            // the group that it is in, counted from 1; 0: none
  cfg::Expr to, to_object, from, from_object; // granules
  cfg::Expr bytes, read;                      // granules written, and read of them; the others become zeros
  cfg::Expr first;                            // of a group of threads: the first granule that is this thread's
};

struct OwnSite {
  const llvm::CallBase *call = nullptr;
  unsigned lanes = 0; // 0: a thread copies; else a group of threads, each a part: 1 the block, n a tile
  Targets to, from;
  unsigned granule = 1;
  std::vector<OwnCopy> ring;    // by age; `any`: one
  bool any = false;             // any number may be under way: one of them, whichever
  cfg::Expr rounds;             // `any`, in a loop: how often its head has been met since that one's start
  std::optional<OwnCopy> start; // what it was started with, over the values there
  bool phase = false;           // it is waited for with a barrier
  support::Origin origin;
};

struct OwnCopies {
  explicit OwnCopies(const llvm::Function &f) : flow(f) {}
  ThreadCopies flow;
  std::vector<OwnSite> sites;
  cfg::Expr committed, waited, done; // groups: variables
  cfg::Expr odd;                     // a variable: of the barriers in two halves that have been waited for
  cfg::Expr half, other_half;        // do the next ones stand at the arrival? Of odd ones the other
  ThreadCopies::State now;           // in front of what is being lowered
  bool ordered = false;              // what is being lowered may order accesses
  bool moving = false;               // accesses are those of a copy that is under way
  struct Note {                      // a place where to say what is so by construction
    cfg::BlockId block;
    cfg::Expr mark; // of the statement there
    const llvm::BasicBlock *at;
    const llvm::Loop *loop;
    ThreadCopies::State state;
    support::Origin origin;
  };
  std::vector<Note> notes;
  std::set<ThreadCopies::Key> held(const ThreadCopies::State &s) const; // those in the rings
};

} // namespace lockstep::frontend
