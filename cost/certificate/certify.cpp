// See certify.h.
#include "cost/certificate/certify.h"

#include "cfg/ir/text/print.h"
#include "cost/formula/sums.h"

#include <fmt/format.h>
#include <stdexcept>

namespace lockstep::cost {

namespace {

struct None : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string at_line(const Rounds &r) {
  return r.origin.known() ? fmt::format("the loop in line {}", r.origin.place().line) : "a loop";
}

class Certifier {
public:
  Certifier(const cfg::Kernel &k, const cfg::Analyses &a, const coalescing::Options &options,
            const KernelBounds &bounds)
      : k_(k), a_(a), options_(options), bounds_(bounds) {}

  certificate::Certificate run() {
    certificate::Certificate out;
    if (!bounds_.refused.empty())
      throw None(bounds_.refused);
    out.kernel = k_.name;
    out.text = cfg::print(k_);
    out.target = options_.target.name;
    for (const cfg::Array &array : k_.arrays)
      out.aligned[array.name] = options_.align_of(array);
    for (const cfg::Var &v : k_.vars)
      if (v.param && bounds_.without_sign.count(v.name) != 0)
        out.without_sign.insert(v.name);
    for (std::size_t d = 0; d < 3; ++d) {
      if (!a_.launch.local_size[d])
        throw None("the size of groups is not given");
      out.local_size[d] = *a_.launch.local_size[d];
      out.offset[d] = a_.launch.global_offset[d];
      const auto most = cost::most(bounds_.groups[d]);
      if (!most)
        throw None("there may be any number of groups");
      out.most_groups[d] = floor_of(*most).get_ui();
      out.free_groups[d] = !bounds_.groups[d].constant();
      if (out.free_groups[d] || out.most_groups[d] > 1)
        groups_.push_back({fmt::format("group.{}", "xyz"[d]), bounds_.groups[d]});
    }
    for (const WalkOf &w : bounds_.walks)
      out.walks.push_back(of(w));
    for (const cfg::Metric &m : bounds_.metrics)
      if (!cfg::metric(m.name))
        out.metrics[m.name] = m;
    for (std::size_t m = 0; m < bounds_.metrics.size(); ++m)
      out.totals[bounds_.metrics[m].name] = {bounds_.grid[m].lo, bounds_.grid[m].hi};
    return out;
  }

private:
  certificate::CertifiedWalk of(const WalkOf &w) {
    certificate::CertifiedWalk out;
    for (const Rounds &n : w.numbers)
      out.numbers.emplace_back(n.variable, n.count->constant()->get_num().get_ui());
    for (std::size_t d = 0; d < 3; ++d) {
      const LaneValue &id = w.shape.ids[d];
      for (std::size_t i = 0; i < id.lanes.size(); ++i)
        out.ids[d].push_back(id.shared + Expr(integer(id.lanes[i])));
    }
    for (const Rounds &r : w.walked.rounds) {
      if (r.bounded && !r.count && !r.most)
        throw None(fmt::format("how often {} goes round is not known", at_line(r)));
      certificate::CertifiedLoop loop{k_.blocks[r.head].name, r.variable};
      loop.kind = !r.bounded || !r.exact ? certificate::Trips::AtMost
                  : r.count              ? certificate::Trips::Exact
                                         : certificate::Trips::ByLane;
      if (r.bounded)
        loop.count = r.count ? *r.count : *r.most;
      loop.ranking = r.ranking;
      loop.invariants = r.invariants;
      for (const cfg::Recurrence &v :
           a_.induction.loops[static_cast<std::size_t>(a_.loops.headed_by(r.head))].recurrences)
        if (v.linear() && v.step && (v.as_signed || v.as_unsigned))
          loop.steps[k_.vars[v.var].name] = cfg::print(v.step, k_);
      out.loops.push_back(std::move(loop));
    }
    const Event *last = nullptr;
    std::vector<CostBounds> sum;
    const auto flush = [&] {
      if (last != nullptr)
        put(out, *last, sum);
    };
    for (const Event &e : w.walked.events) {
      if (last != nullptr && last->block == e.block && last->stmt == e.stmt && last->loops == e.loops &&
          e.splits_only) { // of one branch, in two parts
        for (std::size_t m = 0; m < sum.size(); ++m) {
          sum[m].lo += e.cost[m].lo;
          sum[m].hi = sum[m].hi && e.cost[m].hi ? std::optional(*sum[m].hi + *e.cost[m].hi) : std::nullopt;
        }
        continue;
      }
      flush();
      last = &e;
      sum = e.cost;
    }
    flush();
    return out;
  }

  void put(certificate::CertifiedWalk &out, const Event &e, const std::vector<CostBounds> &cost) {
    certificate::CertifiedEvent event{k_.blocks[e.block].name, e.stmt, e.loops, e.issue, {}};
    std::vector<Range> ranges;
    bool ends = true;
    for (auto l = e.loops.rbegin(); l != e.loops.rend(); ++l) {
      ends = ends && out.loops[*l].count.has_value();
      ranges.push_back({out.loops[*l].counter, out.loops[*l].count});
    }
    for (const auto &[name, count] : out.numbers)
      ranges.push_back({name, Expr(static_cast<long>(count))});
    ranges.insert(ranges.end(), groups_.begin(), groups_.end());
    for (std::size_t m = 0; m < cost.size(); ++m) {
      if ((cost[m].lo.is_zero() && cost[m].hi && cost[m].hi->is_zero()))
        continue;
      auto &to = event.costs[bounds_.metrics[m].name];
      const std::size_t joint = out.numbers.empty() || groups_.empty() ? 0 : e.loops.size() + out.numbers.size();
      if (!ends && !cost[m].lo.is_zero())
        throw None("a loop without an end costs something");
      to.first = summed(cost[m].lo, ranges, joint);
      if (cost[m].hi && (ends || cost[m].hi->is_zero()))
        to.second = cost[m].lo == *cost[m].hi ? to.first : summed(*cost[m].hi, ranges, joint);
    }
    out.events.push_back(std::move(event));
  }

  // `joint`: the range that may be joined with the one before it; 0: none.
  certificate::SummedCost summed(const Expr &cost, std::vector<Range> ranges, std::size_t joint) {
    certificate::SummedCost out{cost, {}, false};
    if (cost.is_zero())
      return out;
    Expr now = cost;
    const Expr n = symbol(certificate::summed_so_far, Integer(0));
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      Range r = ranges[i];
      if (joint > 0 && i + 1 == joint)
        if (const auto flat = certificate::joined_cost(now, r.variable, *r.count, ranges[joint].variable)) {
          out.joined = true;
          now = *flat;
          r = {certificate::summed_so_far, *r.count * *ranges[joint].count};
          ranges.erase(ranges.begin() + static_cast<std::ptrdiff_t>(joint));
        }
      const std::string counter = fmt::format("sum.k{}", i);
      const auto sum = summer_.summed(substitute(now, r.variable, symbol(counter, Integer(0))), {{counter, n}});
      if (!sum)
        throw None("a sum has no closed form");
      out.sums.push_back(*sum);
      now = substitute(*sum, certificate::summed_so_far, *r.count);
    }
    return out;
  }

  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  const coalescing::Options &options_;
  const KernelBounds &bounds_;
  std::vector<Range> groups_;
  Summer summer_;
};

} // namespace

std::variant<certificate::Certificate, std::string> certificate_of(const cfg::Kernel &k, const cfg::Analyses &a,
                                                                   const coalescing::Options &options,
                                                                   const KernelBounds &bounds) {
  try {
    return Certifier(k, a, options, bounds).run();
  } catch (const None &e) {
    return std::string(e.what());
  }
}

} // namespace lockstep::cost
