// Values that an execution has not chosen yet: a set of numbers that shrinks by what is asked of it. Choosing as late
// as possible lets assumptions, and the wish to see something happen, choose. Private to tests/execution.
//
// Each unknown stands for a set that is never empty, the sets do not depend on each other, and an answer
// removes what disagrees with it: at any time each choice of values from the sets is an execution that went as
// answered.
#pragma once

#include "tests/execution/code.h"

namespace lockstep::emit::execution {

// A small generator of our own: executions are the same with every library and on every machine.
class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  std::uint64_t below(std::uint64_t n) { return next() % n; } // n > 0
  bool one_in(std::uint64_t n) { return below(n) == 0; }

private:
  std::uint64_t state_;
};

// What an answer should be, if that can be had.
enum class Wish : std::uint8_t { Any, True, False };
inline Wish opposite(Wish w) { return w == Wish::Any ? w : w == Wish::True ? Wish::False : Wish::True; }

using UnknownId = std::uint32_t;

class Unknowns {
public:
  explicit Unknowns(Random &random) : random_(random) {}

  void clear() { all_.clear(); }
  UnknownId fresh(Number lo, Number hi); // lo <= hi
  bool is_known(UnknownId x) const { return all_[x].lo == all_[x].hi; }
  Number choose(UnknownId x);                     // from now on its value
  bool equal(UnknownId x, Number v, Wish wish);   // is x == v?
  bool at_most(UnknownId x, Number v, Wish wish); // is x <= v?
  void prefer_rest(UnknownId x, Number rest,
                   Number modulus); // if that is easily had, x mod modulus is `rest` from now on

private:
  struct Set {
    Number lo, hi;
    std::vector<Number> without; // each inside lo..hi
  };
  static bool has(const Set &s, Number v);
  static bool narrow(Set &s, Number lo, Number hi); // unless nothing would be left
  static void settle(Set &s, Number v);
  Number pick(Number lo, Number hi);

  Random &random_;
  std::vector<Set> all_;
};

} // namespace lockstep::emit::execution
