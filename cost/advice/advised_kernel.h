// A kernel whose accesses get hints, and changes of it that are counted anew (hints.h): what the rules share.
#pragma once

#include "cost/advice/hints.h"

#include <functional>

namespace lockstep::coalescing {

Interval cost(const AccessCost &a);         // sectors of full requests, or wavefronts
bool better(Interval now, Interval before); // less at the most, no more at the least
// Likewise; at the least it may be more where that is not wasted: before, these requests were for less data.
bool better(const AccessCost &now, const AccessCost &before);

class AdvisedKernel {
public:
  // All must outlive it.
  AdvisedKernel(const cfg::Kernel &k, const cfg::Analyses &a, const Options &o, const AdviceOptions &how,
                const std::vector<AccessCost> &all);

  const cfg::Kernel &kernel;
  const cfg::Analyses &analyses;
  const Options &options;
  const AdviceOptions &how;
  const std::vector<AccessCost> &accesses;
  const std::vector<Warp> warps;
  SumReader sums;

  cfg::Space space(const AccessCost &a) const { return kernel.arrays[a.array].space; }
  std::uint64_t element(cfg::ArrayId a) const; // granules; 0: no whole number of them
  const cfg::Expr &offset(const AccessCost &a) const;
  const std::optional<Sum> &sum(std::size_t access); // its offset
  void stand_at(std::size_t access) { sums.stand_at(accesses[access].block, accesses[access].stmt); }
  std::vector<std::size_t> of_array(cfg::ArrayId a) const;
  bool all_counted(cfg::ArrayId a) const;    // no access is quiet
  bool of_lane(const cfg::Expr &atom) const; // may differ in a warp
  FormReader forms(const Warp &warp) const;
  std::uint64_t group_room() const; // group memory that a block of the target has without asking for more, in bytes
  std::uint64_t group_bytes(std::optional<cfg::ArrayId> without) const; // of group arrays, as far as these are known

private:
  const cfg::UniformityOptions level_;
  const cfg::Uniformity uniform_;
  const std::vector<std::vector<cfg::BlockId>> branches_; // by block: all there are, any of which may decide about it
  std::map<std::size_t, std::optional<Sum>> known_sums_;
};

std::array<std::uint64_t, 3> shape_of(const cfg::Launch &l); // of blocks; 0: not known

struct Plan { // a change that was counted
  std::uint64_t from = 0, to = 0;
  std::vector<AccessCost> costs; // of all accesses of the kernel
  std::array<std::uint64_t, 3> block{};
};

using Offsets = std::function<cfg::Expr(std::size_t, const cfg::Expr &)>; // an access's new one; null: as it is

// Counts changed kernels, as long as the budget lasts, which the kernel's size gives; then it gives nothing.
class Recounts {
public:
  explicit Recounts(const AdvisedKernel &k); // which must outlive it

  bool may_count(std::size_t accesses);
  std::optional<std::vector<AccessCost>> with_offsets(const Offsets &offsets);
  std::optional<AccessCost> with_offset(const AccessCost &a, const cfg::Expr &offset);
  std::optional<Plan> of_launch(const cfg::Kernel &k,
                                const cfg::Launch &launch); // analysed anew, if it is lower in all
  bool lower_in_all(const Plan &p) const;
  std::optional<Hint> hint(HintKind kind, const Plan &p, std::size_t access,
                           const std::vector<std::size_t> &touched) const; // if the access is better
  const AccessCost *find(const std::vector<AccessCost> &in, std::size_t access) const;

private:
  const AdvisedKernel &k_;
  Recounter recounter_;
  const std::size_t size_;
  std::size_t spent_ = 0;   // statements
  std::size_t counted_ = 0; // accesses, anew
};

} // namespace lockstep::coalescing
