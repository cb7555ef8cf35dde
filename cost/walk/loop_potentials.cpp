// See loop_potentials.h.
#include "cost/walk/loop_potentials.h"

#include "cfg/ir/assumptions.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cost {

namespace {

// The largest value of a form over the lanes, and whether all have it. Empty: it is not known.
std::optional<std::pair<Expr, bool>> most_of_form(const Affine &form, const std::vector<LaneValue> &values,
                                                  std::size_t lanes) {
  if (!form.constant.fits_slong_p())
    return std::nullopt;
  LaneValue sum = constant_value(lanes, form.constant.get_si());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (form.factors[i] == 0)
      continue;
    if (!values[i].known || !form.factors[i].fits_slong_p())
      return std::nullopt;
    sum = added(sum, scaled(values[i], constant_value(lanes, form.factors[i].get_si())), 1);
  }
  if (!sum.known || !sum.terms.empty())
    return std::nullopt;
  const auto [least, most] = std::minmax_element(sum.lanes.begin(), sum.lanes.end());
  return std::pair(sum.shared + Expr(integer(support::left_out("walk.most_lane") ? *least : *most)), sum.uniform());
}

} // namespace

std::optional<Expr> LoopPotentials::in_one_run(const EnteredLoop &around, std::size_t l) {
  const auto [known, fresh] = potentials_.try_emplace({around.number, l});
  if (fresh)
    if (const auto s = loop_system(input_.kernel, input_.analyses.loops, around.number, l))
      if (const auto p = upper_potential(s->system))
        known->second = std::pair(*s, *p);
  if (!known->second)
    return std::nullopt;
  const auto &[system, found] = *known->second;
  std::vector<LaneValue> values; // unknown ones, too
  for (const cfg::VarId v : system.variables) {
    LaneValue start = reading(value_in(around.env, v, around.lanes, masks_), input_.kernel.vars[v].type.width, true);
    start.known = start.known && start.as_signed && !is_unknown(start.shared);
    values.push_back(std::move(start));
  }
  Expr count;
  for (const PotentialTerm &t : found) {
    Expr product(t.factor);
    for (const Affine &form : t.forms) {
      const auto most = most_of_form(form, values, input_.lanes());
      // Of the lane that has most rounds, no product is more than that of the largest factors; one that is taken away
      // is not.
      if (!most || (!most->second && t.factor < 0))
        return std::nullopt;
      product = product * maximum(most->first, 0);
    }
    count += product;
  }
  if (system.relied_on_no_wrap)
    assumptions_.insert(cfg::assumption::no_signed_overflow);
  return floor_div(count, 1);
}

std::optional<LoopPotentials::Total> LoopPotentials::total() {
  const std::size_t l = entered_.back().loop->number;
  for (std::size_t i = entered_.size(); i-- > 0;) {
    const EnteredLoop &around = *entered_[i].loop;
    const bool alike = input_.is_alike(around.loop);
    if (around.number != l && !alike)
      return std::nullopt;
    if (auto count = in_one_run(around, l))
      return Total{std::move(*count), entered_[i].depth};
    if (!alike)
      return std::nullopt;
  }
  return std::nullopt;
}

} // namespace lockstep::cost
