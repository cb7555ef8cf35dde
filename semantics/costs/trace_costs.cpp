// Traces merged warp by warp, and what they cost (trace_costs.h).
#include "semantics/costs/trace_costs.h"

#include "cfg/analysis/graph/dominators.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <numeric>

namespace lockstep::semantics {

namespace {

using cfg::Atom;
using cfg::AtomCounts;

// Atoms of each statement and terminator that do not depend on who executes it.
AtomCounts atoms_of_stmt(const cfg::Stmt &s) {
  AtomCounts n;
  if (auto *assign = std::get_if<cfg::Assign>(&s.node)) {
    n = cfg::atoms_of(assign->value);
    ++n[Atom::Assignment];
  } else if (auto *load = std::get_if<cfg::Load>(&s.node)) {
    n = cfg::atoms_of(load->offset);
    n[Atom::Assignment] += load->dests.size();
  } else if (auto *store = std::get_if<cfg::Store>(&s.node)) {
    n = cfg::atoms_of(store->offset);
    for (const cfg::Expr &v : store->values)
      n += cfg::atoms_of(v);
  } else if (auto *atomic = std::get_if<cfg::Atomic>(&s.node)) {
    n = cfg::atoms_of(atomic->offset);
    for (const cfg::Expr &v : atomic->operands)
      n += cfg::atoms_of(v);
    n[Atom::Assignment] += atomic->dest.has_value();
  } else if (auto *barrier = std::get_if<cfg::Barrier>(&s.node)) {
    n[Atom::Barrier] = !barrier->end;
  } else if (std::holds_alternative<cfg::Gather>(s.node) || std::holds_alternative<cfg::Numbered>(s.node)) {
    n[Atom::Barrier] = 1;
  }
  return n;
}

AtomCounts atoms_of_end(const cfg::Terminator &t) {
  AtomCounts n;
  if (auto *branch = std::get_if<cfg::Branch>(&t.node)) {
    n = cfg::atoms_of(branch->condition);
    n[Atom::Test] = 1;
  } else if (auto *sw = std::get_if<cfg::Switch>(&t.node)) {
    n = cfg::atoms_of(sw->value);
    n[Atom::Test] = 1;
  }
  return n;
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0); }

std::uint64_t distinct(std::vector<std::int64_t> &of) {
  std::sort(of.begin(), of.end());
  return static_cast<std::uint64_t>(std::unique(of.begin(), of.end()) - of.begin());
}

struct LaneBytes {
  unsigned lane;
  std::int64_t first, last; // bytes, both included
};

std::uint64_t units(const std::vector<LaneBytes> &lanes, std::uint64_t size) {
  std::vector<std::int64_t> all;
  for (const LaneBytes &l : lanes)
    for (std::int64_t u = floor_div(l.first, std::int64_t(size)); u <= floor_div(l.last, std::int64_t(size)); ++u)
      all.push_back(u);
  return distinct(all);
}

void add_banks(AtomCounts &n, const std::vector<LaneBytes> &lanes, const cfg::Target &t) {
  const unsigned together = t.lanes_a_phase(static_cast<std::uint64_t>(lanes.front().last - lanes.front().first + 1));
  for (std::size_t i = 0; i < lanes.size();) {
    const unsigned phase = lanes[i].lane / together;
    std::vector<std::int64_t> words;
    for (; i < lanes.size() && lanes[i].lane / together == phase; ++i)
      for (std::int64_t b = lanes[i].first; b <= lanes[i].last; ++b)
        words.push_back(floor_div(b, std::int64_t(t.bank_bytes)));
    words.resize(distinct(words));
    std::vector<std::uint64_t> on(t.banks);
    for (std::int64_t w : words)
      ++on[static_cast<std::size_t>(w - floor_div(w, std::int64_t(t.banks)) * std::int64_t(t.banks))];
    const std::uint64_t passes = *std::max_element(on.begin(), on.end());
    n[Atom::Wavefront] += passes;
    n[Atom::Conflict] += passes - 1;
  }
}

AtomCounts atoms_of_request(const std::vector<LaneBytes> &lanes, cfg::Space space, bool atomic, const cfg::Target &t) {
  AtomCounts n;
  n[Atom::Request] = 1;
  if (space == cfg::Space::Group) {
    add_banks(n, lanes, t);
  } else if (space == cfg::Space::Constant) {
    n[Atom::Word] = units(lanes, 4);
  } else {
    n[Atom::Sector] = units(lanes, t.sector_bytes);
    n[Atom::Line] = units(lanes, t.line_bytes);
    n[Atom::BytesMoved] = n[Atom::Sector] * t.sector_bytes;
    n[Atom::BytesUsed] = units(lanes, 1);
  }
  if (atomic) {
    std::map<std::int64_t, std::uint64_t> on;
    for (const LaneBytes &l : lanes)
      n[Atom::Same] = std::max(n[Atom::Same], on[l.first]++);
  }
  return n;
}

bool ends_interval(const cfg::Stmt &s) {
  auto *barrier = std::get_if<cfg::Barrier>(&s.node);
  return barrier && barrier->scope != cfg::Scope::Warp && !barrier->end;
}

} // namespace

// Of one warp.
struct TraceCosts::Way {
  Way(TraceCosts &all, const cfg::SortOrder &order, const cfg::LoopForest &loops, const cfg::DominatorTree &post,
      WarpId warp, CostCounts &counts)
      : all(all), kernel(*all.kernel_), order(order), loops(loops), post(post), warp(warp), counts(counts) {
    counts.warps[warp];
    counts.intervals[warp].emplace_back();
  }

  void walk(ThreadIndex first, std::uint32_t size, bool by_stack) {
    next.assign(size, 0);
    traces = {&all.traces_[first], size};
    if (by_stack) {
      std::vector<unsigned> lanes(size);
      std::iota(lanes.begin(), lanes.end(), 0U);
      up_to(post.root(), lanes);
    } else {
      in_order(size);
    }
    for (unsigned l = 0; l < size; ++l)
      LOCKSTEP_INVARIANT(next[l] == traces[l].visits.size(), "a trace that follows no order of blocks");
  }

private:
  void in_order(std::uint32_t size) {
    for (std::size_t at = 0; at < order.order.size();) {
      const cfg::BlockId b = order.order[at];
      std::vector<unsigned> lanes;
      for (unsigned l = 0; l < size; ++l)
        if (place(l) == b)
          lanes.push_back(l);
      if (!lanes.empty())
        issue(b, lanes);
      at = behind(b, at);
    }
  }

  // Lanes at one block, as far as `join`, or as their traces go.
  void up_to(cfg::Node join, std::vector<unsigned> lanes) {
    for (;;) {
      std::erase_if(lanes, [&](unsigned l) { return !place(l) || *place(l) == join; });
      if (lanes.empty())
        return;
      const cfg::BlockId b = *place(lanes[0]);
      issue(b, lanes);
      std::map<cfg::BlockId, std::vector<unsigned>> ways;
      for (const unsigned l : lanes)
        if (place(l))
          ways[*place(l)].push_back(l);
      const cfg::Node meet = post.contains(b) ? post.parent(b) : post.root();
      if (ways.size() > 1)
        for (const auto &[to, some] : ways)
          up_to(meet, some);
    }
  }

  std::optional<cfg::BlockId> place(unsigned lane) const {
    const Trace &t = traces[lane];
    return next[lane] < t.visits.size() ? std::optional(t.visits[next[lane]].block) : std::nullopt;
  }

  // Where control goes behind `b`: to the head of the innermost loop that ends here and for whose head a lane waits.
  std::size_t behind(cfg::BlockId b, std::size_t at) const {
    for (int l = loops.loop_of[b]; l >= 0; l = loops.loops[std::size_t(l)].parent) {
      if (order.last_of_loop[std::size_t(l)] != b)
        break;
      const cfg::BlockId head = loops.loops[std::size_t(l)].head;
      for (unsigned lane = 0; lane < traces.size(); ++lane)
        if (support::unsound("trace_costs.back", place(lane) == head))
          return order.position[head];
    }
    return at + 1;
  }

  void count(Site site, const AtomCounts &n) {
    counts.sites[site] += n;
    counts.warps[warp] += n;
    counts.intervals[warp].back() += n;
  }

  void issue(cfg::BlockId b, const std::vector<unsigned> &lanes) {
    const cfg::Block &block = kernel.blocks[b];
    AtomCounts n;
    n[Atom::Issue] = 1;
    n[Atom::Lane] = lanes.size();
    count({b, 0}, n);
    std::uint32_t reached = 0;
    for (unsigned l : lanes)
      reached = std::max(reached, visit(l).reached);
    for (std::uint32_t s = 0; s <= reached; ++s) {
      if (s == block.stmts.size()) {
        end(b, lanes);
        break;
      }
      count({b, s}, atoms_of_stmt(block.stmts[s]));
      request({b, s}, lanes);
      if (ends_interval(block.stmts[s]))
        counts.intervals[warp].emplace_back();
    }
    for (unsigned l : lanes)
      ++next[l];
  }

  void end(cfg::BlockId b, const std::vector<unsigned> &lanes) {
    const cfg::Block &block = kernel.blocks[b];
    AtomCounts n = atoms_of_end(block.end);
    std::vector<std::int64_t> to;
    for (unsigned l : lanes)
      if (next[l] + 1 < traces[l].visits.size())
        to.push_back(traces[l].visits[next[l] + 1].block);
    const std::uint64_t ways = distinct(to);
    n[Atom::Split] = ways > 1 ? ways - 1 : 0;
    count({b, std::uint32_t(block.stmts.size())}, n);
  }

  void request(Site site, const std::vector<unsigned> &lanes) {
    std::vector<LaneBytes> bytes;
    cfg::ArrayId array = 0;
    bool atomic = false;
    for (unsigned l : lanes) {
      const Visit &v = visit(l);
      for (std::uint32_t i = v.first_touch; i < v.first_touch + v.touches; ++i) {
        const Touch &t = traces[l].touches[i];
        if (t.stmt != site.stmt)
          continue;
        const auto granule = static_cast<std::int64_t>(kernel.arrays[t.array].granule_bytes);
        const auto base = all.options_.base.find(t.array);
        const std::int64_t start = base == all.options_.base.end() ? 0 : std::int64_t(base->second);
        bytes.push_back({l, start + t.lo * granule, start + (t.lo + std::int64_t(t.granules)) * granule - 1});
        array = t.array;
        atomic = t.atomic;
      }
    }
    if (!bytes.empty())
      count(site, atoms_of_request(bytes, kernel.arrays[array].space, atomic, all.options_.target));
  }
  const Visit &visit(unsigned lane) const { return traces[lane].visits[next[lane]]; }

  TraceCosts &all;
  const cfg::Kernel &kernel;
  const cfg::SortOrder &order;
  const cfg::LoopForest &loops;
  const cfg::DominatorTree &post;
  WarpId warp;
  CostCounts &counts;
  std::span<const Trace> traces;
  std::vector<std::size_t> next; // visit of each lane
};

TraceCosts::TraceCosts(CostOptions options) : options_(std::move(options)) {}
TraceCosts::~TraceCosts() = default;

void TraceCosts::on_start(const cfg::Kernel &k, const Geometry &g) {
  kernel_ = &k;
  geometry_ = &g;
  traces_.assign(g.threads(), {});
}

void TraceCosts::on_step(ThreadIndex t, Site site, std::uint64_t) {
  Trace &trace = traces_[t];
  if (trace.visits.empty() || trace.visits.back().block != site.block || site.stmt <= trace.visits.back().reached)
    trace.visits.push_back({site.block, site.stmt, std::uint32_t(trace.touches.size()), 0});
  else
    trace.visits.back().reached = site.stmt;
}

void TraceCosts::on_access(const Access &a) {
  Trace &trace = traces_[a.thread];
  LOCKSTEP_INVARIANT(!trace.visits.empty() && trace.visits.back().block == a.site.block, "an access of no visit");
  ++trace.visits.back().touches;
  const bool atomic = a.kind != cfg::AccessKind::Read && a.kind != cfg::AccessKind::Write;
  trace.touches.push_back({a.site.stmt, atomic, a.array, a.lo, a.granules});
}

void TraceCosts::on_end(const Execution &e) {
  counts_ = late_ = {};
  if (e.ending == Ending::Infeasible || e.ending == Ending::Redundant)
    return;
  support::Diagnostics diags;
  const auto loops = cfg::loops(*kernel_, diags);
  LOCKSTEP_INVARIANT(bool(loops), "a kernel that is not reducible was executed");
  const cfg::SortOrder order = cfg::sort_order(*kernel_, *loops);
  const cfg::DominatorTree post = cfg::post_dominators(*kernel_);
  const std::uint64_t group = geometry_->group_threads();
  for (std::uint64_t g = 0; g < geometry_->run_groups(); ++g)
    for (std::uint64_t from = 0; from < group; from += geometry_->warp_size) {
      const WarpId warp{geometry_->groups.empty() ? g : geometry_->groups[g],
                        static_cast<std::uint32_t>(from / geometry_->warp_size)};
      const auto first = static_cast<ThreadIndex>(g * group + from);
      const auto size = static_cast<std::uint32_t>(std::min<std::uint64_t>(geometry_->warp_size, group - from));
      Way(*this, order, *loops, post, warp, counts_).walk(first, size, false);
      Way(*this, order, *loops, post, warp, late_).walk(first, size, true);
    }
}

} // namespace lockstep::semantics
