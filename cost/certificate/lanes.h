// What the lanes of a warp have, lane by lane an expression, as the checker of certificates computes it from the
// kernel's text (checker.h). It shares nothing with the walk that certificates come from.
//
// Sound because a value is the machine's number under the readings that it claims, else the number up to multiples of a
// power of two, or unknown; sets are disjunctions of conjunctions of conditions, and are only rewritten by identities
// of Boolean algebra. A lane that is not among those asked about may have any value. What all lanes compute from the
// same numbers is the same for all, if nobody knows what.
#pragma once

#include "cfg/ir/kernel.h"
#include "cost/certificate/lane_masks.h"

#include <array>

namespace lockstep::cost::certificate {

struct Number {
  Expr e;
  bool as_signed = false, as_unsigned = false; // it is the machine's number, read so
  unsigned modulo = 64;                        // the machine's number is e up to multiples of 2^modulo
  bool sign_extended = false;                  // where that is less than its width: the bits above, else they are 0
  bool operator==(const Number &) const = default;
};
using PerLane = std::vector<std::optional<Number>>;

inline long rest_of(long a, long m) { return (a % m + m) % m; }

// A number that is the machine's up to multiples of 2^width, with the readings that it is claimed to have, and those
// that its bounds show.
Number number(const Expr &e, unsigned width, bool as_signed, bool as_unsigned);

// Do all lanes have the same?
bool alike(const PerLane &v);

// The ids of a warp's lanes, and sizes.
struct LaneIds {
  std::array<std::vector<Expr>, 3> local_id; // of each lane
  std::array<Expr, 3> group_id, groups, local_size;
  std::array<std::uint64_t, 3> offset{};
};

class LaneState {
public:
  // Both must outlive it.
  LaneState(const cfg::Kernel &k, const LaneIds &ids)
      : conditions(ids.local_id[0].size()), k_(k), ids_(ids), vars_(k.vars.size()) {}

  PerLane value(const cfg::Expr &e, const LaneMask &m);
  LaneMask truth(const cfg::Expr &e, const LaneMask &m);
  PerLane read(cfg::VarId v, const LaneMask &m) const;
  void assign(cfg::VarId v, const LaneMask &m, const PerLane &value, const LaneMask &truth);
  void forget(cfg::VarId v, const LaneMask &m, bool uniform);

  struct Held {
    LaneMask where;
    PerLane value;
    LaneMask truth;
  };
  using Variables = std::vector<std::vector<Held>>; // by variable, the newest last
  const Variables &variables() const { return vars_; }
  void restore(const Variables &v) { vars_ = v; }

  LaneConditions conditions;

private:
  PerLane value_of(const cfg::Expr &e, const LaneMask &m); // values.cpp
  PerLane arithmetic(const cfg::Expr &e, const PerLane &a, const PerLane &b);
  PerLane converted(const cfg::Expr &e, const LaneMask &m);
  PerLane chosen(const cfg::Expr &e, const LaneMask &m);
  LaneMask compared(const cfg::Expr &e, const LaneMask &m);
  PerLane any_uniform(cfg::Type type); // the same number for all
  void filled(PerLane &v, const LaneMask &m) const;

  const cfg::Kernel &k_;
  const LaneIds &ids_;
  Variables vars_;
};

} // namespace lockstep::cost::certificate
