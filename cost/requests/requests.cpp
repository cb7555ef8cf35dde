// See requests.h.
#include "cost/requests/form_arithmetic.h"
#include "cost/requests/stride_counter.h"

#include <algorithm>
#include <functional>
#include <set>

namespace lockstep::coalescing {

using cfg::Expr;

namespace {

// The requests of a kernel's accesses, all warps together.
class KernelRequests {
public:
  KernelRequests(const cfg::Kernel &k, const cfg::Analyses &a, const Options &o)
      : KernelRequests(k, a, o, warps_of(a.launch, o.target.lanes), {}) {}
  // `known`: of what lanes share.
  KernelRequests(const cfg::Kernel &k, const cfg::Analyses &a, const Options &o, std::vector<Warp> warps,
                 WarpReaders::Rests known)
      : kernel_(k, a, o), warps_(kernel_, std::move(warps), std::move(known)) {}

  AccessCost with_stride(const Place &place) {
    AccessCost out = counter_.count(place);
    out.by_stride = strides_.by_stride(place, out);
    out.from_memory = kernel_.is_loaded(place);
    return out;
  }
  AccessCost count(const Place &place) { return counter_.count(place); }

private:
  const CountedKernel kernel_;
  WarpReaders warps_;
  SharedValues values_{kernel_.kernel, kernel_.analyses, kernel_.uniform};
  RequestCounter counter_{kernel_, warps_, values_};
  StrideCounter strides_{kernel_, warps_, values_, counter_};
};

} // namespace

cfg::Launch promised_sizes(const cfg::Kernel &k, const cfg::Analyses &a) {
  cfg::Launch out = a.launch;
  cfg::FactReader facts(k, a.facts);
  std::array<std::set<std::uint64_t>, 3> promised; // 0: nothing, at some access
  for (const Place &p : places_of(k, {})) {
    std::array<std::uint64_t, 3> here{};
    for (const cfg::Fact &f : facts.before(p.cost.block, p.cost.stmt)) {
      if (f.kind != cfg::Fact::Condition || f.expr->op != cfg::Op::Eq)
        continue;
      for (const std::size_t side : {0U, 1U}) {
        const Expr size = widened(f.expr->args[side]), other = widened(f.expr->args[1 - side]);
        if (size->op != cfg::Op::LocalSize || size->type.width < 16) // no size has more bits
          continue;
        if (cfg::is_const(other))
          here[size->value] = other->value;
        else if (other->op == cfg::Op::LocalSize && other->type.width >= 16)
          here[size->value] = a.launch.local_size[other->value].value_or(here[size->value]);
      }
    }
    for (unsigned d = 0; d < 3; ++d)
      promised[d].insert(here[d]);
  }
  for (unsigned d = 0; d < 3; ++d)
    if (!out.local_size[d] && promised[d].size() == 1 && *promised[d].begin() != 0)
      out.local_size[d] = *promised[d].begin();
  return out;
}

namespace {

std::vector<AccessCost> in_order(const cfg::Kernel &k, const Options &options,
                                 const std::function<AccessCost(const Place &)> &count) {
  std::vector<AccessCost> out;
  for (const Place &p : places_of(k, options))
    out.push_back(count(p));
  std::stable_sort(out.begin(), out.end(), [](const AccessCost &x, const AccessCost &y) {
    const auto key = [](const AccessCost &c) { return std::pair(c.origin.place().line, c.origin.place().column); };
    return key(x) < key(y);
  });
  return out;
}

} // namespace

std::vector<AccessCost> requests(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options) {
  KernelRequests all(k, a, options);
  return in_order(k, options, [&](const Place &p) { return all.with_stride(p); });
}

std::vector<AccessCost> requests_of_rows(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options) {
  const unsigned lanes = options.target.lanes;
  KernelRequests all(k, a, options, warps_of_rows(a.launch, lanes), FormReader::multiples_of(0, lanes));
  return in_order(k, options, [&](const Place &p) { return all.count(p); });
}

struct Recounter::Parts {
  std::vector<Place> places;
  KernelRequests requests;
};

Recounter::Recounter(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options)
    : parts_(new Parts{places_of(k, options), KernelRequests(k, a, options)}) {}
Recounter::~Recounter() = default;

// Without an answer by a stride, for which nobody asks here.
AccessCost Recounter::with_offset(const AccessCost &access, const Expr &offset) {
  for (Place p : parts_->places)
    if (p.cost.block == access.block && p.cost.stmt == access.stmt && p.cost.array == access.array) {
      p.offset = offset;
      return parts_->requests.count(p);
    }
  return access;
}

} // namespace lockstep::coalescing
