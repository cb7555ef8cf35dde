// What one thread computes in two launches that have the same total sizes but blocks of different sizes: the thread
// with the same global id in both.
//
// A value is a sum of products of symbols (ids, sizes, parameters, variables that are set once) times factors, plus
// perhaps something that is the same in both launches. Global ids and total sizes are symbols of their own.
//
// Sound because in each launch the value is what the sum gives, up to multiples of 2^width (or of 2^bits) or, if
// `exact`, as mathematics in the signed reading; what is added or left out as "the same" has the same value in both; a
// group's id times a group's size is the global id less the local one, and the number of groups times their size the
// total, in both; so a sum without ids and sizes of blocks is the same in both.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "cost/requests/lane_form.h"

#include <map>
#include <string>
#include <vector>

namespace lockstep::coalescing {

// The first four depend on the size of a block.
enum class Quantity : std::uint8_t { LocalId, GroupId, LocalSize, NumGroups, GlobalId, GlobalSize };
struct Symbol {
  std::uint32_t number = 0;
  static Symbol of(Quantity q, unsigned dimension) { return {static_cast<std::uint32_t>(q) * 3 + dimension}; }
  static Symbol of(cfg::VarId v) { return {18 + v}; }
  bool is_variable() const { return number >= 18; }
  cfg::VarId variable() const { return number - 18; }
  Quantity quantity() const { return static_cast<Quantity>(number / 3); }
  unsigned dimension() const { return number % 3; }
  bool of_block() const { return number < 12; }
  auto operator<=>(const Symbol &) const = default;
};
using Product = std::vector<Symbol>; // ascending; the empty one is 1

struct BlockValue {
  std::map<Product, Number> terms; // no zeros
  bool more = false;               // plus something that is the same in both
  bool exact = false;
  unsigned bits = 0; // not 0: known up to multiples of 2^bits only, fewer than the width
  std::string lost;  // not empty: nothing is known, for this reason

  bool same() const; // in both launches
  std::map<Product, Number> of_block() const;
  bool operator==(const BlockValue &) const = default;
};

class BlockArithmetic {
public:
  // The total sizes are the launch's, or as it bounds them.
  BlockArithmetic(const cfg::Kernel &k, const cfg::Launch &launch);

  BlockValue something() const {
    return {.terms = {}, .more = true, .exact = false, .bits = 0, .lost = {}};
  } // the same in both
  BlockValue number(std::uint64_t bits, unsigned width) const;
  BlockValue symbol(Symbol s, unsigned width) const;
  // `no_wrap`: an overflow in the signed reading is undefined.
  BlockValue sum(const BlockValue &a, const BlockValue &b, int sign, unsigned width, bool no_wrap) const;
  BlockValue product(const BlockValue &a, const BlockValue &b, unsigned width, bool no_wrap) const;
  BlockValue extended(const BlockValue &a, bool with_sign, unsigned width) const; // from that width
  BlockValue truncated(const BlockValue &a, unsigned width) const;
  // Is a - b the same in both? `exactly`: as mathematics.
  bool same_distance(const BlockValue &a, const BlockValue &b, unsigned width, bool exactly) const;
  bool never_negative(const BlockValue &a) const; // an exact one
  // What has one of the two values, in both launches the same one.
  BlockValue either(const BlockValue &a, const BlockValue &b, unsigned width) const;

  bool alone(unsigned dimension) const { return threads_[dimension] == 1; } // all threads have id 0 there

private:
  struct Range {
    Number lo = 0, hi = 0;
  };
  std::optional<Range> range(const std::map<Product, Number> &terms) const;
  std::optional<Range> range_of(Symbol s) const;
  BlockValue settled(BlockValue v, unsigned width, bool exact) const;
  void add(std::map<Product, Number> &to, Product p, Number factor) const;

  const cfg::Kernel &k_;
  std::array<Number, 3> threads_{}, most_local_{}; // at most, in each dimension
};

} // namespace lockstep::coalescing
