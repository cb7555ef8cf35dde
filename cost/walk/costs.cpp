// What a walk (walk.h) records: of each event the atoms of device/atoms.def that it counts, weighed by each metric.
//
// Sound because a metric is a sum of atoms with weights that are not negative, so bounds of the atoms, weighed, are
// bounds of it. What a pass issues whatever its lanes have (operands, operations, tests) is counted as the machines
// count it (semantics/costs/trace_costs.h) and weighs as often as the pass takes place.
#include "cost/walk/walker.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::cost {

namespace {

using CountedAtom = cfg::Atom; // beside those of expressions

CostBounds times(const CostBounds &c, const Rational &n) {
  const Expr by(n);
  return {c.lo * by, c.hi ? std::optional(*c.hi * by) : std::nullopt};
}

CostBounds plus(const CostBounds &a, const CostBounds &b) {
  return {a.lo + b.lo, a.hi && b.hi ? std::optional(*a.hi + *b.hi) : std::nullopt};
}

// What a lane costs at most, whatever its address, if it comes alone: units that its bytes can meet; of group memory
// the words that may stand in one bank.
std::map<cfg::Atom, std::uint64_t> of_one_lane(const LaneCounter::Place &p, const cfg::Target &t, cfg::Space space) {
  const auto bytes = static_cast<std::uint64_t>(p.bytes), granule = static_cast<std::uint64_t>(p.granule);
  const auto units = [&](std::uint64_t unit) {
    const bool aligned = unit % bytes == 0 && bytes == granule && static_cast<std::uint64_t>(p.align) % bytes == 0;
    return aligned ? 1 : (bytes + unit - 2) / unit + 1;
  };
  if (space == cfg::Space::Global)
    return {{CountedAtom::Sector, units(t.sector_bytes)},
            {CountedAtom::Line, units(t.line_bytes)},
            {CountedAtom::BytesMoved, units(t.sector_bytes) * t.sector_bytes},
            {CountedAtom::BytesUsed, bytes}};
  if (space == cfg::Space::Constant)
    return {{CountedAtom::Word, units(4)}};
  const std::uint64_t words = (bytes + t.bank_bytes - 2) / t.bank_bytes + 1;
  const std::uint64_t passes = (words + t.banks - 1) / t.banks;
  return {{CountedAtom::Conflict, passes}, {CountedAtom::Wavefront, passes}};
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
void Walker::come_apart(cfg::BlockId b, Mask m, Counted &counted) {
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
  wider(counted.issued, 1);
  for (auto &[atom, cost] : counted.others) {
    if (atom == CountedAtom::Lane)
      continue;
    const auto of_lane = counted.of_lane.find(atom);
    wider(cost, of_lane == counted.of_lane.end() ? 1 : of_lane->second);
    if (atom == CountedAtom::Conflict || atom == CountedAtom::Same || atom == CountedAtom::Split)
      cost.lo = 0;
  }
}

void Walker::record(cfg::BlockId b, std::size_t i, Mask m, Counted counted) {
  if (silent_ > 0)
    return;
  come_apart(b, m, counted);
  const auto weighed = [&](const cfg::Metric &m, const cfg::Metric::Weights &weights) {
    const auto over = [&](std::int64_t n) { return ratio(Integer(n), Integer(m.denominator)); };
    const std::int64_t each = cfg::weigh(weights, counted.each);
    CostBounds out = each == 0 ? CostBounds{0, Expr(0)} : times(counted.issued, over(each));
    for (const auto &[atom, cost] : counted.others) {
      const auto weight = weights.of.find(atom);
      if (weight != weights.of.end() && weight->second != 0)
        out = plus(out, times(cost, over(weight->second)));
    }
    return out;
  };
  Event e{b, i, {}, {}, around_, out_.stretches.size() - 1, counted.splits_only, counted.issue};
  for (const cfg::Metric &m : options_.metrics) {
    e.cost.push_back(weighed(m, m.work));
    if (options_.spans)
      e.latency.push_back(m.latency ? weighed(m, *m.latency) : e.cost.back());
  }
  out_.events.push_back(std::move(e));
}

// Behind a barrier of the group that is `surely` passed; else loosely, where a loop with barriers is entered or left,
// or a barrier perhaps passed.
void Walker::new_stretch(bool surely) {
  if (silent_ > 0)
    return;
  out_.stretches.back().to_barrier = surely;
  Stretch next{{}, surely, true};
  std::copy_if(around_.begin(), around_.end(), std::back_inserter(next.loops),
               [&](std::size_t r) { return out_.rounds[r].barriers; });
  out_.stretches.push_back(std::move(next));
}

bool Walker::has_barriers(const std::vector<cfg::BlockId> &list) const {
  return std::any_of(list.begin(), list.end(), [&](cfg::BlockId b) {
    return std::any_of(k_.blocks[b].stmts.begin(), k_.blocks[b].stmts.end(), [](const cfg::Stmt &s) {
      const auto *barrier = std::get_if<cfg::Barrier>(&s.node);
      return barrier != nullptr && !barrier->end && barrier->scope != cfg::Scope::Warp;
    });
  });
}

void Walker::issue(cfg::BlockId b, Mask m) {
  if (silent_ > 0 || (!counts(CountedAtom::Issue) && !counts(CountedAtom::Lane)))
    return;
  Counted cost(counter_.issued(m));
  cost.issue = true;
  cost.each[CountedAtom::Issue] = 1;
  if (counts(CountedAtom::Lane))
    cost.others[CountedAtom::Lane] = counter_.number(m);
  record(b, 0, m, std::move(cost));
}

void Walker::branch_costs(cfg::BlockId b, Mask m, const std::vector<std::pair<cfg::BlockId, Mask>> &ways, bool splits) {
  const cfg::Terminator &end = k_.blocks[b].end;
  if (silent_ > 0 || ways.size() < 2)
    return;
  Counted cost(counter_.issued(m));
  for (const cfg::Expr &e : cfg::used_exprs(end))
    cost.each += cfg::atoms_of(e);
  cost.each[CountedAtom::Test] = std::holds_alternative<cfg::Goto>(end.node) ? 0 : 1; // it tests nothing
  if (splits && counts(CountedAtom::Split)) {
    std::vector<Mask> masks;
    for (const auto &[target, mask] : ways)
      masks.push_back(mask);
    cost.others[CountedAtom::Split] = counter_.splits(masks);
  }
  record(b, k_.blocks[b].stmts.size(), m, std::move(cost));
}

void Walker::split_costs(cfg::BlockId b, Mask m, CostBounds splits) {
  Counted cost({0, Expr(0)});
  cost.others[CountedAtom::Split] = std::move(splits);
  cost.splits_only = true;
  record(b, k_.blocks[b].stmts.size(), m, std::move(cost));
}

void Walker::access(cfg::BlockId b, std::size_t i, Mask m, cfg::ArrayId array, const cfg::Expr &offset,
                    std::uint64_t granules, cfg::AtomCounts work, bool atomic) {
  if (silent_ > 0)
    return;
  const cfg::Array &a = k_.arrays[array];
  Counted cost(counter_.issued(m));
  cost.each = std::move(work);
  cost.each += cfg::atoms_of(offset);
  const cfg::Target &target = options_.requests.target;
  if (a.space != cfg::Space::Private) {
    cost.each[CountedAtom::Request] = 1;
    const LaneCounter::Place place{
        value(offset, m), a.granule_bytes, static_cast<std::int64_t>(granules * a.granule_bytes),
        static_cast<std::int64_t>(options_.requests.align_of(a)), options_.in_bounds ? a.extent : std::nullopt};
    if (options_.in_bounds && a.extent && !place.offset.known)
      out_.assumptions.insert("accesses stay within arrays of known size");
    cost.of_lane = of_one_lane(place, target, a.space);
    Known &known = known_accesses_[{b, i}];
    if (known.valid && known.mask == m && known.offset == place.offset &&
        known.offset.modulo == place.offset.modulo) { // as in the round before
      cost.others = known.others;
      record(b, i, m, std::move(cost));
      return;
    }
    cost.others = of_request(m, place, a.space, atomic);
    known = {true, m, place.offset, cost.others};
  }
  record(b, i, m, std::move(cost));
}

// What metrics count of a request.
std::map<cfg::Atom, CostBounds> Walker::of_request(Mask m, const LaneCounter::Place &place, cfg::Space space,
                                                   bool atomic) {
  const cfg::Target &target = options_.requests.target;
  std::map<cfg::Atom, CostBounds> others;
  try {
    const auto pieces = [&](std::uint64_t bytes) { return counter_.pieces(m, place, target, bytes); };
    const std::uint64_t granule = static_cast<std::uint64_t>(place.granule);
    if (atomic && counts(CountedAtom::Same))
      others[CountedAtom::Same] = counter_.same(m, place);
    if (space == cfg::Space::Global) {
      if (counts(CountedAtom::Sector) || counts(CountedAtom::BytesMoved))
        others[CountedAtom::Sector] = pieces(target.sector_bytes);
      if (counts(CountedAtom::Line))
        others[CountedAtom::Line] = pieces(target.line_bytes);
      if (counts(CountedAtom::BytesMoved))
        others[CountedAtom::BytesMoved] = times(others[CountedAtom::Sector], target.sector_bytes);
      if (counts(CountedAtom::BytesUsed))
        others[CountedAtom::BytesUsed] = times(pieces(granule), Rational(granule));
    } else if (space == cfg::Space::Constant && counts(CountedAtom::Word)) {
      others[CountedAtom::Word] = pieces(4);
    } else if (space == cfg::Space::Group && (counts(CountedAtom::Conflict) || counts(CountedAtom::Wavefront))) {
      const CostBounds conflicts = others[CountedAtom::Conflict] = counter_.conflicts(m, place, target);
      if (counts(CountedAtom::Wavefront))
        others[CountedAtom::Wavefront] = plus(conflicts, counter_.phases(m, place, target));
    }
  } catch (const TooLarge &) { // each lane by itself, at most
    for (const auto &[atom, most] : of_one_lane(place, target, space))
      others[atom] = {0, Expr(Integer(static_cast<unsigned long>(most * lanes_)))};
    if (atomic)
      others[CountedAtom::Same] = {0, Expr(static_cast<long>(lanes_))};
  }
  return others;
}

} // namespace lockstep::cost
