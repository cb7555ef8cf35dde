// The values that variables which all lanes of a warp share take together at an access, where these are few: an answer
// can be had for each.
#pragma once

#include "coalescing/places.h"

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

private:
  std::set<cfg::VarId> mentioned(const Place &place);

  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  const cfg::Uniformity &uniform_;
  cfg::FactReader facts_;
  std::pair<cfg::BlockId, std::size_t> asked_{~cfg::BlockId(0), 0};
  std::vector<Values> found_;
};

} // namespace lockstep::coalescing
