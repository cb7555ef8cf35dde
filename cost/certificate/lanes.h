// What the lanes of a warp have, lane by lane an expression, and sets of lanes, as the checker of certificates computes
// them from the kernel's text (checker.h). It shares nothing with the walk that certificates come from.
//
// Sound because a value is the machine's number read with its sign, or unknown; sets are disjunctions of conjunctions
// of conditions, and are only rewritten by identities of Boolean algebra.
#pragma once

#include "cfg/kernel.h"
#include "cost/expr.h"

#include <stdexcept>

namespace lockstep::cost {

struct Refused : std::runtime_error { // why a certificate is none
  using std::runtime_error::runtime_error;
};

using PerLane = std::vector<std::optional<Expr>>;

struct LaneCondition {
  enum Kind : std::uint8_t { AtLeastZero, Zero, Unknown } kind = Unknown;
  PerLane lanes;
};

struct Conjunction {
  std::uint64_t set = ~0ULL;  // of lanes
  std::vector<long> literals; // ascending; c + 1: condition c, -(c + 1): its opposite
  bool operator==(const Conjunction &) const = default;
};
using LaneMask = std::vector<Conjunction>; // empty: nobody

class LaneState {
public:
  LaneState(const cfg::Kernel &k, std::size_t lanes) : k_(k), lanes_(lanes), vars_(k.vars.size()) {}

  LaneMask everybody() const { return {Conjunction{}}; }
  LaneMask both(const LaneMask &a, const LaneMask &b) const;
  LaneMask either(LaneMask a, const LaneMask &b) const;
  LaneMask other(const LaneMask &m) const;
  LaneMask condition(LaneCondition::Kind kind, const PerLane &lanes);
  const LaneCondition &condition(std::size_t c) const { return conditions_[c]; }

  PerLane value(const cfg::Expr &e, const LaneMask &m);
  LaneMask truth(const cfg::Expr &e, const LaneMask &m);
  PerLane read(cfg::VarId v, const LaneMask &m) const;
  void assign(cfg::VarId v, const LaneMask &m, const PerLane &value, const LaneMask &truth);
  void forget(cfg::VarId v, const LaneMask &m, bool uniform);
  Expr unknown(cfg::Type type); // a symbol that nobody knows

  struct Held {
    LaneMask where;
    PerLane value;
    LaneMask truth;
  };
  using Variables = std::vector<std::vector<Held>>; // by variable, the newest last
  const Variables &variables() const { return vars_; }
  void restore(const Variables &v) { vars_ = v; }

  std::array<PerLane, 3> local_id;
  std::array<Expr, 3> group_id, groups, local_size;
  std::array<std::uint64_t, 3> offset{};
  bool no_wrap = true; // signed arithmetic with that mark

private:
  bool within(const LaneMask &a, const LaneMask &b) const;
  PerLane arithmetic(const cfg::Expr &e, const PerLane &a, const PerLane &b) const;
  PerLane any() const { return PerLane(lanes_); }

  const cfg::Kernel &k_;
  std::size_t lanes_;
  Variables vars_;
  std::vector<LaneCondition> conditions_;
  std::map<std::string, std::size_t> known_;
  std::size_t unknowns_ = 0;
};

} // namespace lockstep::cost
