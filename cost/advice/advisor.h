// Parts that the rules for hints share (hints.h).
#pragma once

#include "cost/advice/hints.h"

#include <functional>
#include <memory>

namespace lockstep::coalescing {

using Offsets = std::function<cfg::Expr(std::size_t, const cfg::Expr &)>; // an access's new one; null: as it is

Interval cost(const AccessCost &a);         // sectors of full requests, or wavefronts
bool better(Interval now, Interval before); // less at the most, no more at the least
// Likewise; at the least it may be more where that is not wasted: before, these requests were for less data.
bool better(const AccessCost &now, const AccessCost &before);

class Advisor {
public:
  Advisor(const cfg::Kernel &k, const cfg::Analyses &a, const Options &o, const AdviceOptions &how,
          const std::vector<AccessCost> &all);

  std::vector<Hint> hints(std::size_t access);
  Lanes lanes(std::size_t access);

private:
  void tell(const LaneForm &form, const Warp &warp, const std::vector<unsigned> &active, Number granule, Number element,
            Lanes &out);
  // hints_layout.cpp
  std::optional<Hint> pad(std::size_t access);
  std::optional<Hint> structs(std::size_t access);
  std::optional<Hint> vector(std::size_t access);
  std::uint64_t group_room() const;
  std::uint64_t group_bytes(std::optional<cfg::ArrayId> without) const;
  // hints_chunk.cpp
  struct Index { // of an element, within a chunk of a thread
    const Sum &sum;
    Number factor = 1; // granules of an element
  };
  std::optional<Hint> chunk(std::size_t access);
  std::optional<Sum> owner_of_chunk(const Sum &s, const Sum::Term &round);
  bool deals_out(std::size_t access, std::size_t loop, const Index &index);
  bool of_element(const cfg::Expr &e, std::size_t loop, const Index &index);
  // hints_start.cpp
  std::optional<Hint> rows(std::size_t access);
  std::optional<Hint> start(std::size_t access);
  // hints_threads.cpp
  std::optional<Hint> swap(std::size_t access);
  std::optional<Hint> transpose(std::size_t access);
  std::optional<Hint> shape(std::size_t access);

  struct Plan { // a change that was counted
    std::uint64_t from = 0, to = 0;
    std::vector<AccessCost> costs; // of all accesses of the kernel
    std::array<std::uint64_t, 3> block{};
  };
  struct RowForms {
    LaneForm rows, rest;
  };
  bool split_into_rows(const std::vector<std::size_t> &touched, const std::map<std::size_t, Sum> &all, Number pitch,
                       std::uint64_t granule, std::map<std::size_t, Split> &splits,
                       std::map<std::size_t, std::vector<RowForms>> &forms);
  std::optional<Plan> plan_pad(cfg::ArrayId array);
  std::optional<Plan> plan_rows(cfg::ArrayId array, Number pitch, Number longer);
  std::optional<Plan> plan_start(cfg::ArrayId array, Number front);
  std::optional<Plan> plan_swap();
  std::optional<Plan> plan_shape();
  std::optional<Plan> recount(const cfg::Kernel &k, const cfg::Launch &launch); // analysed anew
  bool lower_in_all(const Plan &p) const;
  std::optional<Hint> of_plan(HintKind kind, const Plan &p, std::size_t access,
                              const std::vector<std::size_t> &touched);

  cfg::Space space(const AccessCost &a) const { return k_.arrays[a.array].space; }
  std::uint64_t element(cfg::ArrayId a) const; // granules; 0: no whole number of them
  const cfg::Expr &offset(const AccessCost &a) const;
  const std::optional<Sum> &sum(std::size_t access);
  void stand_at(std::size_t access) { sums_.stand_at(all_[access].block, all_[access].stmt); }
  std::vector<std::size_t> of_array(cfg::ArrayId a) const;
  bool parted(const std::vector<std::size_t> &group) const;
  bool all_counted(cfg::ArrayId a) const;    // no access is quiet
  bool of_lane(const cfg::Expr &atom) const; // may differ in a warp
  bool compares_places(const AccessCost &a); // does a condition around it compare x with y of a thread?
  // Counted with other offsets; empty where the budget is spent.
  std::optional<std::vector<AccessCost>> count_all(const Offsets &offsets);
  std::optional<AccessCost> count_one(const AccessCost &a, const cfg::Expr &offset);
  bool may_count(std::size_t accesses);
  const AccessCost *find(const std::vector<AccessCost> &in, std::size_t access) const;

  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  const Options &o_;
  const AdviceOptions &how_;
  const std::vector<AccessCost> &all_;
  const cfg::UniformityOptions level_;
  const cfg::Uniformity uniform_;
  const std::vector<Warp> warps_;
  const std::vector<std::vector<cfg::BlockId>> branches_; // by block: all there are, any of which may decide about it
  SumReader sums_;
  Recounter recounter_{k_, a_, o_};
  std::map<std::size_t, std::optional<Sum>> known_sums_;
  std::size_t size_ = 0, spent_ = 0; // statements
  std::size_t counted_ = 0;          // accesses, anew
  std::map<cfg::ArrayId, std::optional<Plan>> pads_;
  std::map<std::pair<cfg::ArrayId, Number>, std::optional<Plan>> rows_, starts_;
  std::optional<std::optional<Plan>> swap_, shape_;
  std::vector<bool> in_vector_; // by access: a vector hint speaks of it
};

// How many wavefronts the warps' lanes need that access `bytes` bytes at these offsets, added up: a search asks often.
std::optional<std::uint64_t> wavefronts(const std::vector<LaneForm> &warps, std::uint64_t granule, std::uint64_t bytes,
                                        const cfg::Target &target);

} // namespace lockstep::coalescing
