// See access_costs.h.
#include "cost/walk/access_costs.h"

namespace lockstep::cost {

LaneCounter::Place AccessCosts::place(const WalkedAccess &a, LaneValue offset) const {
  const WalkOptions &options = input_.options;
  return {std::move(offset), a.array.granule_bytes, static_cast<std::int64_t>(a.granules * a.array.granule_bytes),
          static_cast<std::int64_t>(options.requests.align_of(a.array)),
          options.in_bounds ? a.array.extent : std::nullopt};
}

std::map<cfg::Atom, std::uint64_t> AccessCosts::of_one_lane(const LaneCounter::Place &p, cfg::Space space) const {
  const auto bytes = static_cast<std::uint64_t>(p.bytes), granule = static_cast<std::uint64_t>(p.granule);
  const auto units = [&](std::uint64_t unit) {
    const bool aligned = unit % bytes == 0 && bytes == granule && static_cast<std::uint64_t>(p.align) % bytes == 0;
    return aligned ? 1 : (bytes + unit - 2) / unit + 1;
  };
  if (space == cfg::Space::Global)
    return {{cfg::Atom::Sector, units(target_.sector_bytes)},
            {cfg::Atom::Line, units(target_.line_bytes)},
            {cfg::Atom::BytesMoved, units(target_.sector_bytes) * target_.sector_bytes},
            {cfg::Atom::BytesUsed, bytes}};
  if (space == cfg::Space::Constant)
    return {{cfg::Atom::Word, units(4)}};
  const std::uint64_t words = (bytes + target_.bank_bytes - 2) / target_.bank_bytes + 1;
  const std::uint64_t passes = (words + target_.banks - 1) / target_.banks;
  return {{cfg::Atom::Conflict, passes}, {cfg::Atom::Wavefront, passes}};
}

const std::map<cfg::Atom, CostBounds> &AccessCosts::of_lanes(const WalkedAccess &a, Mask m,
                                                             const LaneCounter::Place &place) {
  Known &known = known_[{a.block, a.stmt}];
  const bool same =
      known.valid && known.mask == m && known.offset == place.offset && known.offset.modulo == place.offset.modulo;
  if (!same)
    known = {true, m, place.offset, counted(m, place, a.array.space, a.atomic)};
  return known.costs;
}

std::map<cfg::Atom, CostBounds> AccessCosts::counted(Mask m, const LaneCounter::Place &place, cfg::Space space,
                                                     bool atomic) const {
  std::map<cfg::Atom, CostBounds> costs;
  try {
    const auto pieces = [&](std::uint64_t bytes) { return counter_.pieces(m, place, target_, bytes); };
    const std::uint64_t granule = static_cast<std::uint64_t>(place.granule);
    if (atomic && atoms_.has(cfg::Atom::Same))
      costs[cfg::Atom::Same] = counter_.same(m, place);
    if (space == cfg::Space::Global) {
      if (atoms_.has(cfg::Atom::Sector) || atoms_.has(cfg::Atom::BytesMoved))
        costs[cfg::Atom::Sector] = pieces(target_.sector_bytes);
      if (atoms_.has(cfg::Atom::Line))
        costs[cfg::Atom::Line] = pieces(target_.line_bytes);
      if (atoms_.has(cfg::Atom::BytesMoved))
        costs[cfg::Atom::BytesMoved] = times(costs[cfg::Atom::Sector], target_.sector_bytes);
      if (atoms_.has(cfg::Atom::BytesUsed))
        costs[cfg::Atom::BytesUsed] = times(pieces(granule), Rational(granule));
    } else if (space == cfg::Space::Constant && atoms_.has(cfg::Atom::Word)) {
      costs[cfg::Atom::Word] = pieces(4);
    } else if (space == cfg::Space::Group && (atoms_.has(cfg::Atom::Conflict) || atoms_.has(cfg::Atom::Wavefront))) {
      const CostBounds conflicts = costs[cfg::Atom::Conflict] = counter_.conflicts(m, place, target_);
      if (atoms_.has(cfg::Atom::Wavefront))
        costs[cfg::Atom::Wavefront] = plus(conflicts, counter_.phases(m, place, target_));
    }
  } catch (const TooLarge &) { // each lane by itself, at most
    for (const auto &[atom, most] : of_one_lane(place, space))
      costs[atom] = {0, Expr(Integer(static_cast<unsigned long>(most * input_.lanes())))};
    if (atomic)
      costs[cfg::Atom::Same] = {0, Expr(static_cast<long>(input_.lanes()))};
  }
  return costs;
}

} // namespace lockstep::cost
