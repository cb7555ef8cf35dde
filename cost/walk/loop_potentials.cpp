// Loops of a walk (walk.h) without a formula for their rounds: bounded by potentials (potentials.h).
//
// Sound because the warp goes round as long as some lane does, each lane at most as often as the potential of its own
// values says, and none of these is above the one of the largest forms.
#include "cost/walk/walker.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::cost {

// The largest value of a form over the lanes, and whether all have it. Empty: it is not known.
std::optional<std::pair<Expr, bool>> Walker::most_of_form(const Affine &form, const std::vector<LaneValue> &values) {
  if (!form.constant.fits_slong_p())
    return std::nullopt;
  LaneValue sum = constant_value(lanes_, form.constant.get_si());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (form.factors[i] == 0)
      continue;
    if (!values[i].known || !form.factors[i].fits_slong_p())
      return std::nullopt;
    sum = added(sum, scaled(values[i], constant_value(lanes_, form.factors[i].get_si())), 1);
  }
  if (!sum.known || !sum.terms.empty())
    return std::nullopt;
  const auto [least, most] = std::minmax_element(sum.lanes.begin(), sum.lanes.end());
  return std::pair(sum.shared + Expr(integer(support::left_out("walk.most_lane") ? *least : *most)), sum.uniform());
}

std::optional<Expr> Walker::potential_of(std::size_t around, std::size_t l, const Environment &entry, Mask m) {
  const auto [known, fresh] = potentials_.try_emplace({around, l});
  if (fresh)
    if (const auto s = loop_system(k_, a_.loops, around, l))
      if (const auto p = upper_potential(s->system))
        known->second = std::pair(*s, *p);
  if (!known->second)
    return std::nullopt;
  const auto &[system, found] = *known->second;
  const Environment now = env_;
  env_ = entry;
  std::vector<LaneValue> values; // unknown ones, too
  for (const cfg::VarId v : system.variables) {
    LaneValue start = reading(read(v, m), k_.vars[v].type.width, true);
    start.known = start.known && start.as_signed && !is_unknown(start.shared);
    values.push_back(std::move(start));
  }
  env_ = now;
  Expr count;
  for (const PotentialTerm &t : found) {
    Expr product(t.factor);
    for (const Affine &form : t.forms) {
      const auto most = most_of_form(form, values);
      // Of the lane that has most rounds, no product is more than that of the largest factors; one that is taken away
      // is not.
      if (!most || (!most->second && t.factor < 0))
        return std::nullopt;
      product = product * maximum(most->first, 0);
    }
    count += product;
  }
  if (system.relied_on_no_wrap)
    out_.assumptions.insert(cfg::assumption::no_signed_overflow);
  return floor_div(count, 1);
}

std::optional<Walker::Total> Walker::potential(std::size_t l) {
  for (std::size_t i = entered_.size(); i-- > 0;) {
    const Entered &e = entered_[i];
    const cfg::Loop &loop = a_.loops.loops[e.loop];
    const bool alike = uniform_.block_uniform[loop.head] &&
                       std::all_of(loop.exits.begin(), loop.exits.end(),
                                   [&](const auto &exit) { return uniform_.branch_uniform[exit.first]; });
    if (e.loop != l && !alike)
      return std::nullopt;
    if (auto count = potential_of(e.loop, l, e.entry, e.mask))
      return Total{std::move(*count), e.depth};
    if (!alike)
      return std::nullopt;
  }
  return std::nullopt;
}

} // namespace lockstep::cost
