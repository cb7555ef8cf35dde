// The values that variables which all lanes of a warp share take together at an access, where these are few: an answer
// can be had for each.
//
// Sound because a variable has one of the values that the sets of its values hold, or, in a narrow range, one of the
// numbers there, and all of these are tried.
#pragma once

#include "cost/requests/accesses.h"

#include <set>

namespace lockstep::coalescing {

struct Values {
  std::string text; // "s = 4": those that have a name in the source
  std::map<cfg::VarId, std::uint64_t> of;
};

class SharedValues {
public:
  SharedValues(const cfg::Kernel &k, const cfg::Analyses &a, const cfg::Uniformity &uniform);
  // Never empty: one without values if nothing is known.
  const std::vector<Values> &at(const Place &place);
  // Those of parameters that have a narrow range there, too, from now on for this place. False: there are none.
  bool narrow(const Place &place);

private:
  std::set<cfg::VarId> mentioned(const Place &place);
  bool add(const std::vector<cfg::VarId> &vars, const std::vector<std::vector<std::uint64_t>> &tuples);

  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  const cfg::Uniformity &uniform_;
  cfg::FactReader facts_;
  std::pair<cfg::BlockId, std::size_t> asked_{~cfg::BlockId(0), 0};
  std::vector<Values> found_;
};

} // namespace lockstep::coalescing
