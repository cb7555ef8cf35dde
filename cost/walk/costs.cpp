// See costs.h.
#include "cost/walk/costs.h"

#include "support/sound.h"

namespace lockstep::cost {

namespace {

CostBounds weighed(const EventCost &event, const cfg::Metric &metric, const cfg::Metric::Weights &weights) {
  const auto over = [&](std::int64_t n) { return ratio(Integer(n), Integer(metric.denominator)); };
  const std::int64_t each = cfg::weigh(weights, event.each);
  CostBounds out = each == 0 ? CostBounds{0, Expr(0)} : times(event.issued, over(each));
  for (const auto &[atom, cost] : event.others) {
    const auto weight = weights.of.find(atom);
    if (weight != weights.of.end() && weight->second != 0)
      out = plus(out, times(cost, over(weight->second)));
  }
  return out;
}

} // namespace

Metrics all_metrics() {
  Metrics out;
  for (const std::string &name : cfg::metric_names())
    out.push_back(*cfg::metric(name));
  return out;
}

// Where lanes may come to a block in parts (cfg/analysis/sharing/warp_parts.h), each part issues it. Sound because what
// a request costs grows with its lanes, so each part costs at most what all would together, and of parts of single
// lanes there are as many as lanes come; from below, all may come together, as the lock-step program has it, which
// costs at most what parts do, but for what lanes do to each other (conflicts, equal addresses, splits): alone they do
// nothing.
void CostRecorder::come_apart(cfg::BlockId b, Mask m, EventCost &event) {
  if (support::sound("walk.parts", parts_.together(b)))
    return;
  const bool each_lane = parts_.most(b) == cfg::WarpParts::each_lane;
  const Rational parts(static_cast<long>(each_lane ? 0 : parts_.most(b)));
  const std::optional<Expr> lanes = each_lane ? counter_.number(m).hi : std::nullopt;
  const auto wider = [&](CostBounds &c, std::uint64_t of_lane) {
    if (each_lane)
      c.hi = lanes ? std::optional(*lanes * Expr(Integer(static_cast<unsigned long>(of_lane)))) : std::nullopt;
    else if (c.hi)
      c.hi = *c.hi * Expr(parts);
    if (parts_.mixes_rounds(b))
      c.lo = 0;
  };
  wider(event.issued, 1);
  for (auto &[atom, cost] : event.others) {
    if (atom == cfg::Atom::Lane)
      continue;
    const auto of_lane = event.of_lane.find(atom);
    wider(cost, of_lane == event.of_lane.end() ? 1 : of_lane->second);
    if (atom == cfg::Atom::Conflict || atom == cfg::Atom::Same || atom == cfg::Atom::Split)
      cost.lo = 0;
  }
}

void CostRecorder::record(cfg::BlockId b, std::size_t i, Mask m, EventCost cost) {
  if (log_.silent())
    return;
  come_apart(b, m, cost);
  Event e;
  e.block = b;
  e.stmt = i;
  e.splits_only = cost.splits_only;
  e.issue = cost.issue;
  for (const cfg::Metric &metric : input_.options.metrics) {
    e.cost.push_back(weighed(cost, metric, metric.work));
    if (input_.options.spans)
      e.latency.push_back(metric.latency ? weighed(cost, metric, *metric.latency) : e.cost.back());
  }
  log_.add(std::move(e));
}

void CostRecorder::issue(cfg::BlockId b, Mask m) {
  if (log_.silent() || (!atoms_.has(cfg::Atom::Issue) && !atoms_.has(cfg::Atom::Lane)))
    return;
  EventCost cost(counter_.issued(m));
  cost.issue = true;
  cost.each[cfg::Atom::Issue] = 1;
  if (atoms_.has(cfg::Atom::Lane))
    cost.others[cfg::Atom::Lane] = counter_.number(m);
  record(b, 0, m, std::move(cost));
}

void CostRecorder::assignment(cfg::BlockId b, std::size_t i, Mask m, const cfg::Expr &value) {
  if (log_.silent())
    return;
  EventCost cost(counter_.issued(m));
  cost.each = cfg::atoms_of(value);
  ++cost.each[cfg::Atom::Assignment];
  record(b, i, m, std::move(cost));
}

void CostRecorder::access(const WalkedAccess &a, Mask m, cfg::AtomCounts work) {
  if (log_.silent())
    return;
  EventCost cost(counter_.issued(m));
  cost.each = std::move(work);
  cost.each += cfg::atoms_of(a.offset);
  if (a.array.space != cfg::Space::Private) {
    cost.each[cfg::Atom::Request] = 1;
    const LaneCounter::Place place = accesses_.place(a, values_.value(a.offset, m));
    if (input_.options.in_bounds && a.array.extent && !place.offset.known)
      assumptions_.insert("accesses stay within arrays of known size");
    cost.of_lane = accesses_.of_one_lane(place, a.array.space);
    cost.others = accesses_.of_lanes(a, m, place);
  }
  record(a.block, a.stmt, m, std::move(cost));
}

void CostRecorder::barrier(cfg::BlockId b, std::size_t i, Mask m, bool all, bool of_group) {
  if (log_.silent())
    return;
  EventCost cost(counter_.issued(m));
  cost.each[cfg::Atom::Barrier] = 1;
  const bool surely = all || cost.issued.lo == Expr(1);
  record(b, i, m, std::move(cost));
  if (of_group)
    log_.new_stretch(surely);
}

void CostRecorder::branch(cfg::BlockId b, Mask m, const Ways &ways, bool splits) {
  const cfg::Terminator &end = input_.kernel.blocks[b].end;
  if (log_.silent() || ways.size() < 2)
    return;
  EventCost cost(counter_.issued(m));
  for (const cfg::Expr &e : cfg::used_exprs(end))
    cost.each += cfg::atoms_of(e);
  cost.each[cfg::Atom::Test] = std::holds_alternative<cfg::Goto>(end.node) ? 0 : 1; // it tests nothing
  if (splits && atoms_.has(cfg::Atom::Split)) {
    std::vector<Mask> masks;
    for (const auto &[target, mask] : ways)
      masks.push_back(mask);
    cost.others[cfg::Atom::Split] = counter_.splits(masks);
  }
  record(b, input_.kernel.blocks[b].stmts.size(), m, std::move(cost));
}

void CostRecorder::splits(cfg::BlockId b, Mask m, CostBounds splits) {
  EventCost cost({0, Expr(0)});
  cost.others[cfg::Atom::Split] = std::move(splits);
  cost.splits_only = true;
  record(b, input_.kernel.blocks[b].stmts.size(), m, std::move(cost));
}

} // namespace lockstep::cost
