// Runs .kir text on the interpreter; helpers of the unit tests of semantics.
#pragma once

#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "semantics/machines/explore.h"
#include "semantics/observers/observers.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

namespace lockstep::semantics::test {

inline std::string messages(const support::Diagnostics &diags) {
  std::string out;
  for (const auto &d : diags.all())
    out += support::format(d) + "\n";
  return out;
}

inline cfg::Kernel kernel_of(const std::string &text) {
  support::Diagnostics diags;
  auto k = cfg::parse(text, "test.kir", diags);
  if (!k || !cfg::check(*k, diags))
    throw std::runtime_error(messages(diags));
  return *k;
}

inline Code code_of(const cfg::Kernel &k, bool hash = false) {
  support::Diagnostics diags;
  auto c = compile(k, {.hash_unknown_calls = hash}, diags);
  if (!c)
    throw std::runtime_error(messages(diags));
  return *c;
}

inline Geometry launch(std::uint64_t threads, std::uint64_t groups = 1, unsigned warp = 32) {
  Geometry g;
  g.local_size[0] = threads;
  g.num_groups[0] = groups;
  g.warp_size = warp;
  return g;
}

inline cfg::ArrayId array(const cfg::Kernel &k, const std::string &name) {
  for (cfg::ArrayId a = 0; a < k.arrays.size(); ++a)
    if (k.arrays[a].name == name)
      return a;
  throw std::runtime_error("no array " + name);
}
inline cfg::VarId var(const cfg::Kernel &k, const std::string &name) {
  for (cfg::VarId v = 0; v < k.vars.size(); ++v)
    if (k.vars[v].name == name)
      return v;
  throw std::runtime_error("no variable " + name);
}

// A machine with its observers, on one kernel.
struct Bench {
  cfg::Kernel kernel;
  Code code;
  Interleaving machine;
  RaceObserver races;
  ViolationObserver violations;
  Counters counters;

  Bench(const std::string &text, const Geometry &g, const Inputs &in = {}, const RunOptions &o = {},
        const RaceOptions &r = {})
      : kernel(kernel_of(text)), code(code_of(kernel)), machine(code, g, in, o), races(r) {
    machine.attach(races);
    machine.attach(violations);
    machine.attach(counters);
  }
  Execution run() {
    InOrder order;
    ZeroChoices choices;
    return machine.run(order, choices);
  }
  Exploration all(const ExploreOptions &o = {}) { return explore(machine, o); }
  std::vector<std::uint64_t> contents(const std::string &name, std::uint32_t copy = 0) {
    return machine.memory().contents(array(kernel, name), copy);
  }
};

} // namespace lockstep::semantics::test
