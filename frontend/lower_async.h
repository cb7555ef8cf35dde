// What the front end knows of a kernel's asynchronous copies (lower_builtins_async.cpp).
#pragma once

#include "cfg/kernel.h"
#include "frontend/async_copies.h"
#include "frontend/points_to.h"

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

} // namespace lockstep::frontend
