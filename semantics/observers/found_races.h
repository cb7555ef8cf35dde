// The races that an observer has found: one per pair of sites and kinds.
#pragma once

#include "semantics/observers/access_records.h"

namespace lockstep::semantics {

class FoundRaces {
public:
  const std::vector<Race> &kept() const { return kept_; }

  void start() { found_.clear(); } // an execution
  void add(const AccessRecord &a, const AccessRecord &b, cfg::ArrayId array, unsigned granule_bytes,
           const Geometry &geometry);
  void keep(const Execution &e); // those of the execution: it counts

private:
  std::vector<Race> found_, kept_; // of the execution that runs; of those that counted
};

} // namespace lockstep::semantics
