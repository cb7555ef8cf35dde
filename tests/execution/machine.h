// One execution after the other of a procedure (execution.h). Private to tests/execution.
#pragma once

#include "tests/execution/code.h"
#include "tests/execution/unknowns.h"

#include <map>
#include <optional>
#include <set>

namespace lockstep::emit::execution {

class Machine {
public:
  Machine(const Code &code, Random &random) : code_(code), random_(random), unknowns_(random) {}

  // One execution of at most so many steps; true if it came to the end.
  bool run(std::uint64_t steps);
  std::uint64_t steps() const { return steps_; }                      // of the last run
  const std::set<std::uint32_t> &refuted() const { return refuted_; } // candidates, by all runs so far

private:
  // An unknown moved by a number, or a number alone; of a map: its version.
  struct Value {
    std::int64_t unknown = -1;
    Number number = 0;
    bool is_known() const { return unknown < 0; }
  };
  struct Version {            // of a map
    std::int64_t before = -1; // the version that this one differs from at `key`; none: the map is arbitrary
    Number key = 0;
    Value value;
  };
  struct Ended {}; // without a conclusion: too long, or something is not known

  void count(std::uint64_t steps = 1);
  bool start();                                         // false: an axiom does not hold
  bool block(const CodeBlock &b, std::size_t from);     // the steps from this one on; false: the execution ends there
  std::optional<std::size_t> enter(const CodeBlock &b); // leading assumptions; how many; none: one does not hold

  Value fresh(const boogie::Type &type);
  Value value(std::uint32_t term);
  Value present(Value v); // with what is known by now
  Number chosen(Value v);
  Number number(std::uint32_t term) { return chosen(value(term)); }
  Value sum(const Term &t, bool minus);
  Value call(const Term &t);
  Value at(std::int64_t version, Number key, const boogie::Type &type);

  bool truth(std::uint32_t term, Wish wish);
  bool either(std::uint32_t a, bool not_a, std::uint32_t b, bool not_b, Wish wish); // a || b
  bool equal(const Term &t, Wish wish);
  bool less(const Term &t, Wish wish);
  void choose_within(const Term &difference, std::uint32_t length, Wish wish);
  void choose_rest(const Term &mod, std::uint32_t rest);

  const Code &code_;
  Random &random_;
  Unknowns unknowns_;
  std::vector<Value> slots_;
  std::vector<Version> versions_;
  std::map<std::pair<std::int64_t, Number>, Value> cells_; // of arbitrary maps, as far as looked at
  std::map<std::pair<std::uint32_t, std::vector<Number>>, Value> calls_;
  std::set<std::uint32_t> refuted_;
  std::uint64_t steps_ = 0, limit_ = 0;
};

} // namespace lockstep::emit::execution
