// Sets of lanes of a warp, as the checker of certificates has them (checker.h): disjunctions of conjunctions of
// conditions, each lane by lane an expression, which are only rewritten by identities of Boolean algebra (lanes.h).
#pragma once

#include "cfg/ir/expr.h"
#include "cost/formula/expr.h"

#include <stdexcept>

namespace lockstep::cost::certificate {

struct Refused : std::runtime_error { // why a certificate is none
  using std::runtime_error::runtime_error;
};

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
bool inside(const Conjunction &c, const Conjunction &of);              // at a glance

using LaneMask = std::vector<Conjunction>; // empty: nobody
inline LaneMask everybody() { return {Conjunction{}}; }
LaneMask both(const LaneMask &a, const LaneMask &b);
LaneMask either(LaneMask a, const LaneMask &b);    // Refused: it has too many parts
bool inside(const LaneMask &a, const LaneMask &b); // at a glance

// The conditions of a walk, and symbols for what nobody knows.
class LaneConditions {
public:
  explicit LaneConditions(std::size_t lanes) : lanes_(lanes) {}

  std::size_t lanes() const { return lanes_; }
  const LaneCondition &of(long literal) const { return conditions_[static_cast<std::size_t>(std::abs(literal)) - 1]; }
  std::optional<Expr> holds(long literal, std::size_t lane) const; // 1 or 0, where that is known
  LaneMask condition(LaneCondition::Kind kind, const std::vector<std::optional<Expr>> &lanes);
  LaneMask perhaps(bool all_alike); // those that nobody knows; or all of them or nobody
  LaneMask other(const LaneMask &m) const;
  std::uint64_t all() const { return lanes_ < 64 ? (1ULL << lanes_) - 1 : ~0ULL; }
  std::uint64_t lanes_of(const LaneMask &m) const; // those that may be in it
  // Are the lanes of `of` all in m, or all not, whatever its conditions are?
  bool all_alike(const LaneMask &m, const LaneMask &of) const;

  Expr unknown(cfg::Type type); // any number, with its sign
  Expr any_natural(std::optional<Expr> below);

private:
  std::string fresh() { return "?" + std::to_string(++unknowns_); }

  const std::size_t lanes_;
  std::vector<LaneCondition> conditions_;
  std::map<std::string, std::size_t> known_;
  std::size_t unknowns_ = 0;
};

} // namespace lockstep::cost::certificate
