// What one request costs, from the form that its lanes' places have, and how the costs of several requests of an access
// become one.
#pragma once

#include "cost/requests/accesses.h"

#include <vector>

namespace lockstep::coalescing {

struct Request {
  const Place &place;
  const LaneForm &form; // of the offset
  const std::vector<bool> &lanes;
  bool all;    // come together; else any of them
  bool apart;  // lanes with other factors share no unit
  bool loaded; // the offset has to do with what memory holds
};

// False: the form says too little.
bool count_banks(const cfg::Target &target, const Request &r, AccessCost &out);
bool count_units(const cfg::Target &target, const Request &r, AccessCost &out);
bool count_sectors(const cfg::Target &target, const Request &r, AccessCost &out); // and lines, no more
// Whatever the offsets are, within their range.
void count_trivial(const cfg::Target &target, const Place &place, const cfg::Bounds &range, Trivial why,
                   AccessCost &out);
Trivial why_trivial(bool loaded); // `loaded`: as above

Precision precision_of(const LaneForm &form, const std::vector<bool> &lanes, bool group, const AccessCost &c);
// Where lanes come in parts (cfg/analysis/sharing/warp_parts.h) a request has any of them.
void in_parts(bool group, AccessCost &out);

// `first`: of `out` nothing has been counted.
void merge(AccessCost &out, const AccessCost &found, bool first);
// One entry for all warps; none if all are alike.
void merge_values(AccessCost &out);

} // namespace lockstep::coalescing
