// Holds a certificate of what a kernel costs against the kernel's text (docs/design.md 13).
//
// It goes along the blocks in sort order, once for each claimed walk, and finds at each place what the certificate says
// of it. By itself it sees: that the walks are the warps of a group, each once; the values and sets of lanes
// (lanes.h), with each loop's variables as start + step * k, or as the same for all lanes, which a pass from k to k + 1
// confirms (head_variables.h); and what a request costs, with plain sets for every case of what it depends on
// (cases.h). What is left are obligations about expressions, which Z3 and cvc5 prove (smt.h): that a loop's test holds
// for k below the count and fails at it, or that a ranking falls in each round; that each sum is 0 at 0 and grows by
// the cost from N to N + 1 (walk_claims.cpp); that all sums together are the total.
//
// Sound because whatever is not covered by a claim is refused, claims speak only of parameters, ids and counters that
// run around them, and an obligation that no solver proves leaves the certificate unproved.
#pragma once

#include "cost/certificate/certificate.h"

namespace lockstep::cost::certificate {

struct CheckedCertificate {
  std::string refused;                  // not empty: why
  std::vector<std::string> obligations; // scripts for a solver, each to be unsatisfiable; different ones
};

CheckedCertificate check(const Certificate &c);

} // namespace lockstep::cost::certificate
