// See loop_round.h.
#include "cost/walk/loop_round.h"

#include "cfg/ir/assumptions.h"
#include "support/sound.h"

namespace lockstep::cost {

// Not known: there is no recurrence, or its additions may wrap around.
LaneValue LoopRound::by_recurrence(cfg::VarId v, const Expr &round) {
  const cfg::Recurrence *r = state_.input.analyses.induction.linear(l_.number, v);
  if (r == nullptr || !support::sound("walk.wrap", r->as_signed || r->as_unsigned))
    return {};
  const LaneValue start = state_.variables.value(v, l_.lanes), step = state_.values.value(r->step, l_.lanes);
  const bool wraps = !r->as_signed && !r->as_unsigned;
  const bool s = (r->as_signed || wraps) && start.as_signed && step.as_signed;
  const bool u = r->as_unsigned && start.as_unsigned && step.as_unsigned;
  if (!start.known || !step.known || (!s && !u))
    return {};
  LaneValue now;
  try {
    now = added(start, scaled(step, shared_value(state_.input.lanes(), round)), 1);
  } catch (const TooLarge &) { // nothing is known of it
  }
  now.as_signed = s;
  now.as_unsigned = u;
  if (now.known && s && r->wrap.signed_ok == cfg::NoWrap::ByAssumption)
    state_.assumptions.insert(cfg::assumption::no_signed_overflow);
  return now;
}

LaneValue LoopRound::symbol_at_head(cfg::VarId v, HeadReading as) {
  const cfg::Type type = state_.input.kernel.vars[v].type;
  if (!type.is_int() || (!state_.input.uniform.var_uniform[v] && !as.alone))
    return {};
  const Integer half = two_to(type.width - 1);
  LaneValue out =
      shared_value(state_.input.lanes(), as.without_sign ? state_.unknowns.symbol(Integer(0), Integer(2 * half - 1))
                                                         : state_.unknowns.symbol(Integer(-half), Integer(half - 1)));
  out.as_signed = !as.without_sign;
  out.as_unsigned = as.without_sign;
  return out;
}

HeadSymbols LoopRound::begin(const Expr &round, HeadReading as) {
  state_.variables.restore(l_.env);
  std::vector<std::pair<cfg::VarId, LaneValue>> found;
  for (const cfg::VarId v : state_.input.analyses.induction.loops[l_.number].modified)
    found.emplace_back(v, by_recurrence(v, round));
  HeadSymbols symbols;
  const Mask m = l_.lanes;
  for (auto &[v, now] : found) {
    if (now.known) {
      state_.variables.assign(v, m, {m, std::move(now), nobody});
      continue;
    }
    state_.variables.forget(v, m);
    if (LaneValue any = symbol_at_head(v, as); any.known) {
      symbols.emplace(v, any.uniform_expr());
      state_.variables.assign(v, m, {m, std::move(any), nobody});
    }
  }
  return symbols;
}

Mask LoopRound::up_to_test(Mask m) {
  Flow in{{l_.blocks[0], m}};
  walker_.blocks(static_cast<int>(l_.number), l_.blocks, 0, test_->at, in, left_);
  const Mask here = test_->at == 0 ? m : in[test_->block];
  walker_.block(test_->block, here);
  const auto &branch = std::get<cfg::Branch>(state_.input.kernel.blocks[test_->block].end.node);
  const Mask c = state_.values.truth(branch.condition, here);
  return branch.if_true == test_->stay ? c : state_.masks.other(c);
}

void LoopRound::behind_test(Mask stay) {
  Flow in{{test_->stay, stay}};
  if (test_->at + 1 < l_.blocks.size())
    walker_.blocks(static_cast<int>(l_.number), l_.blocks, test_->at + 1, l_.blocks.size(), in, left_);
}

void LoopRound::whole(Mask m) {
  Flow in{{l_.blocks[0], m}};
  walker_.blocks(static_cast<int>(l_.number), l_.blocks, 0, l_.blocks.size(), in, left_);
}

} // namespace lockstep::cost
