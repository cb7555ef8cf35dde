// See lane_variables.h.
#include "cost/walk/lane_variables.h"

#include <algorithm>

namespace lockstep::cost {

LaneValue value_in(const Environment &env, cfg::VarId v, Mask m, Masks &masks) {
  const std::vector<Held> &all = env[v];
  LaneValue out;
  Mask left = m; // lanes whose value is still to be found
  bool first = true;
  for (auto h = all.rbegin(); h != all.rend() && left != nobody; ++h) {
    const Mask here = masks.both(left, h->where);
    if (here == nobody)
      continue;
    out = first ? h->value : mixed(masks, masks.given(left, m), h->value, out);
    if (!out.known)
      return {};
    first = false;
    left = masks.both(left, masks.other(h->where));
  }
  return left == nobody ? out : LaneValue{};
}

LaneVariables::LaneVariables(const WalkInput &input, Masks &masks, Unknowns &unknowns)
    : input_(input), masks_(masks), unknowns_(unknowns), env_(input.kernel.vars.size()) {
  for (cfg::VarId v = 0; v < input_.kernel.vars.size(); ++v) {
    const cfg::Var &var = input_.kernel.vars[v];
    Held h;
    if (var.param && var.type.is_int()) {
      const bool without_sign = input_.options.without_sign.count(var.name) != 0;
      h.value = shared_value(input_.lanes(), parameter_symbol(var, without_sign));
      h.value.as_signed = !without_sign;
      h.value.as_unsigned = without_sign;
    } else if (var.type.is_bool()) {
      h.truth = unknowns_.condition(var.param);
    }
    env_[v].push_back(std::move(h));
  }
}

std::optional<Mask> LaneVariables::truth(cfg::VarId v, Mask m) const {
  for (auto h = env_[v].rbegin(); h != env_[v].rend(); ++h) {
    if (masks_.within(m, h->where))
      return h->truth;
    if (!masks_.apart(m, h->where))
      break;
  }
  return std::nullopt;
}

void LaneVariables::assign(cfg::VarId v, Mask m, Held held) {
  std::erase_if(env_[v], [&](const Held &h) { return masks_.within(h.where, m); });
  if (env_[v].size() > 8)
    env_[v].erase(env_[v].begin());
  held.where = m;
  env_[v].push_back(std::move(held));
}

void LaneVariables::forget(cfg::VarId v, Mask m) {
  const cfg::Type type = input_.kernel.vars[v].type;
  const bool uniform = input_.uniform.var_uniform[v];
  Held h;
  h.value = unknowns_.value(type, uniform);
  if (type.is_bool())
    h.truth = unknowns_.condition(uniform);
  assign(v, m, std::move(h));
}

} // namespace lockstep::cost
