// What the lanes of a warp have, lane by lane an expression, and sets of lanes, as the checker of certificates computes
// them from the kernel's text (checker.h). It shares nothing with the walk that certificates come from.
//
// Sound because a value is the machine's number under the readings that it claims, else the number up to multiples of a
// power of two, or unknown; sets are disjunctions of conjunctions of conditions, and are only rewritten by identities
// of Boolean algebra. A lane that is not among those asked about may have any value. What all lanes compute from the
// same numbers is the same for all, if nobody knows what.
#pragma once

#include "cfg/ir/kernel.h"
#include "cost/formula/expr.h"

#include <array>
#include <stdexcept>

namespace lockstep::cost::certificate {

struct Refused : std::runtime_error { // why a certificate is none
  using std::runtime_error::runtime_error;
};

struct Number {
  Expr e;
  bool as_signed = false, as_unsigned = false; // it is the machine's number, read so
  unsigned modulo = 64;                        // the machine's number is e up to multiples of 2^modulo
  bool sign_extended = false;                  // where that is less than its width: the bits above, else they are 0
  bool operator==(const Number &) const = default;
};
using PerLane = std::vector<std::optional<Number>>;

inline long rest_of(long a, long m) { return (a % m + m) % m; }

struct LaneCondition {
  enum Kind : std::uint8_t { AtLeastZero, Zero, Unknown } kind = Unknown;
  std::vector<std::optional<Expr>> lanes;
  bool alike() const; // for all lanes
};

struct Conjunction {
  std::uint64_t set = ~0ULL;  // of lanes
  std::vector<long> literals; // ascending; c + 1: condition c, -(c + 1): its opposite
  bool operator==(const Conjunction &) const = default;
};
std::vector<long> beyond(const Conjunction &c, const Conjunction &of); // the literals of `c` that `of` lacks
using LaneMask = std::vector<Conjunction>;                             // empty: nobody

// A number that is the machine's up to multiples of 2^width, with the readings that it is claimed to have, and those
// that its bounds show.
Number number(const Expr &e, unsigned width, bool as_signed, bool as_unsigned);

// Do all lanes have the same?
bool alike(const PerLane &v);

class LaneState {
public:
  LaneState(const cfg::Kernel &k, std::size_t lanes) : k_(k), lanes_(lanes), vars_(k.vars.size()) {}

  LaneMask everybody() const { return {Conjunction{}}; }
  LaneMask both(const LaneMask &a, const LaneMask &b) const;
  LaneMask either(LaneMask a, const LaneMask &b) const;
  LaneMask other(const LaneMask &m) const;
  LaneMask condition(LaneCondition::Kind kind, const std::vector<std::optional<Expr>> &lanes);
  LaneMask perhaps(bool all_alike); // those that nobody knows; or all of them or nobody
  const LaneCondition &condition(std::size_t c) const { return conditions_[c]; }
  std::uint64_t lanes_of(const LaneMask &m) const; // those that may be in it

  PerLane value(const cfg::Expr &e, const LaneMask &m);
  LaneMask truth(const cfg::Expr &e, const LaneMask &m);
  PerLane read(cfg::VarId v, const LaneMask &m) const;
  void assign(cfg::VarId v, const LaneMask &m, const PerLane &value, const LaneMask &truth);
  void forget(cfg::VarId v, const LaneMask &m, bool uniform);
  Number unknown(cfg::Type type); // a symbol that nobody knows
  Expr any_natural(std::optional<Expr> below);

  struct Held {
    LaneMask where;
    PerLane value;
    LaneMask truth;
  };
  using Variables = std::vector<std::vector<Held>>; // by variable, the newest last
  const Variables &variables() const { return vars_; }
  void restore(const Variables &v) { vars_ = v; }

  std::array<std::vector<Expr>, 3> local_id;
  std::array<Expr, 3> group_id, groups, local_size;
  std::array<std::uint64_t, 3> offset{};
  bool no_wrap = true; // signed arithmetic with that mark

private:
  bool within(const LaneMask &a, const LaneMask &b) const;
  PerLane value_of(const cfg::Expr &e, const LaneMask &m); // values.cpp
  PerLane arithmetic(const cfg::Expr &e, const PerLane &a, const PerLane &b);
  std::optional<Number> quotient(const cfg::Expr &e, const Number &a, const Number &b, bool alike) const;
  std::optional<Number> bitwise(const cfg::Expr &e, const Number &a, const Number &b) const;
  PerLane converted(const cfg::Expr &e, const LaneMask &m);
  PerLane chosen(const cfg::Expr &e, const LaneMask &m);
  LaneMask compared(const cfg::Expr &e, const LaneMask &m);
  PerLane any() const { return PerLane(lanes_); }
  void filled(PerLane &v, const LaneMask &m) const;

  const cfg::Kernel &k_;
  std::size_t lanes_;
  Variables vars_;
  std::vector<LaneCondition> conditions_;
  std::map<std::string, std::size_t> known_;
  std::size_t unknowns_ = 0;
};

} // namespace lockstep::cost::certificate
