// What requests cost (request_costs.h).
#include "semantics/costs/request_costs.h"

namespace lockstep::semantics {

void RequestCosts::on_start(const cfg::Kernel &k, const Geometry &) {
  kernel_ = &k;
  seen_ = {};
}

void RequestCosts::on_end(const Execution &e) {
  kept_ = e.ending != Ending::Infeasible && e.ending != Ending::Redundant ? seen_ : CostCounts{};
}

void RequestCosts::on_request(const Request &r) {
  const cfg::Target &target = options_.target;
  const RequestCounts c = request_counts(r, kernel_->arrays[r.array], {target, options_.base});
  cfg::AtomCounts n;
  n[cfg::Atom::Request] = 1;
  n[cfg::Atom::Sector] = c.sectors.sum;
  n[cfg::Atom::Line] = c.lines.sum;
  n[cfg::Atom::BytesMoved] = c.sectors.sum * target.sector_bytes;
  n[cfg::Atom::BytesUsed] = kernel_->arrays[r.array].space == cfg::Space::Global ? c.bytes.sum : 0;
  n[cfg::Atom::Wavefront] = c.wavefronts.sum;
  n[cfg::Atom::Conflict] = kernel_->arrays[r.array].space == cfg::Space::Group ? c.wavefronts.sum - c.ideal.sum : 0;
  n[cfg::Atom::Word] = c.words.sum;
  n[cfg::Atom::Same] = c.same.sum > 0 ? c.same.sum - 1 : 0;
  seen_.sites[r.site] += n;
  seen_.warps[{r.group, r.warp}] += n;
}

} // namespace lockstep::semantics
