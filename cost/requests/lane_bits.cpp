// See lane_bits.h.
#include "cost/requests/lane_bits.h"

#include "cfg/ir/evaluate.h"
#include "cfg/ir/op_groups.h"
#include "cost/requests/point_forms.h"
#include "support/invariant.h"

#include <algorithm>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;
using cfg::Op;

// What is known of a comparison whose sides are `lo` to `hi` apart.
std::optional<bool> compared(Op op, std::optional<Number> lo, std::optional<Number> hi) {
  switch (op) {
  case Op::Slt:
  case Op::Ult:
    if (hi && *hi < 0)
      return true;
    return lo && *lo >= 0 ? std::optional(false) : std::nullopt;
  case Op::Sle:
  case Op::Ule:
    if (hi && *hi <= 0)
      return true;
    return lo && *lo > 0 ? std::optional(false) : std::nullopt;
  case OPS_EQUALITY:
  case OPS_LEAF:
  case OPS_NUMBER:
  case OPS_CAST:
  case OPS_LOGIC:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE:
    if ((lo && *lo > 0) || (hi && *hi < 0))
      return op == Op::Ne;
    return lo && hi && *lo == 0 && *hi == 0 ? std::optional(op == Op::Eq) : std::nullopt;
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

} // namespace

std::optional<LaneBits::Bits> LaneBits::bits(const Expr &e) {
  if (at_.is_deep())
    return std::nullopt;
  if (const auto known = bits_.find(e); known != bits_.end())
    return known->second;
  auto out = find_bits(e);
  bits_[e] = out;
  return out;
}

std::optional<LaneBits::Bits> LaneBits::find_bits(const Expr &e) {
  Bits out(at_.lanes());
  if (e->type.is_int()) {
    const auto f = at_.read(e);
    if (!f || !f->concrete() || f->modulo < e->type.width)
      return std::nullopt;
    std::transform(f->lanes.begin(), f->lanes.end(), out.begin(),
                   [&](Number n) { return cfg::mask_to_width(static_cast<std::uint64_t>(n), e->type.width); });
    return out;
  }
  if (!e->type.is_bool())
    return std::nullopt;
  if (e->op == Op::Const)
    return Bits(at_.lanes(), e->value);
  if (e->op == Op::Var) {
    if (const auto known = at_.value_of(e->var))
      return Bits(at_.lanes(), *known);
    for (const cfg::Fact &f : at_.point.facts)
      if (f.kind == cfg::Fact::Equation && f.var == e->var) {
        const PointForms::Deeper deeper(at_);
        if (auto defined = bits(f.expr))
          return defined;
      }
    return std::nullopt;
  }
  if (e->args.empty() || e->op == Op::Call || e->op == Op::Read)
    return std::nullopt;
  std::vector<std::optional<Bits>> args;
  std::optional<std::vector<SharedSymbols::Reach>> apart; // of what both sides share nothing is left
  {
    const PointForms::Deeper deeper(at_);
    for (const Expr &a : e->args)
      args.push_back(bits(a));
    if (std::any_of(args.begin(), args.end(), [](const auto &known) { return !known; }))
      apart = compared_by(at_, e);
  }
  if (apart) {
    for (std::size_t i = 0; i < at_.lanes(); ++i) {
      const auto known = compared(e->op, (*apart)[i].lo, (*apart)[i].hi);
      if (!known)
        return std::nullopt;
      out[i] = *known ? 1 : 0;
    }
    return out;
  }
  for (std::size_t i = 0; i < at_.lanes(); ++i) {
    const auto is = [&](std::size_t arg, std::uint64_t value) { return args[arg] && (*args[arg])[i] == value; };
    if ((e->op == Op::And && (is(0, 0) || is(1, 0)))) {
      out[i] = 0;
      continue;
    }
    if (e->op == Op::Or && (is(0, 1) || is(1, 1))) {
      out[i] = 1;
      continue;
    }
    std::vector<std::uint64_t> values;
    for (const auto &a : args) {
      if (!a)
        return std::nullopt;
      values.push_back((*a)[i]);
    }
    const auto value = cfg::defined_value(*e, values);
    if (!value)
      return std::nullopt;
    out[i] = *value;
  }
  return out;
}

std::vector<bool> LaneBits::may_hold(const Expr &e) {
  if (const auto known = holds_.find(e); known != holds_.end())
    return known->second;
  return holds_[e] = find_may_hold(e);
}

std::vector<bool> LaneBits::find_may_hold(const Expr &e) {
  std::vector<bool> out(at_.lanes(), true);
  if (const auto known = bits(e)) {
    for (std::size_t i = 0; i < at_.lanes(); ++i)
      out[i] = (*known)[i] != 0;
    return out;
  }
  if (e->op == Op::And || e->op == Op::Or) {
    const std::vector<bool> a = may_hold(e->args[0]), b = may_hold(e->args[1]);
    for (std::size_t i = 0; i < at_.lanes(); ++i)
      out[i] = e->op == Op::And ? a[i] && b[i] : a[i] || b[i];
    return out;
  }
  const bool negated = e->op == Op::Not;
  const Expr &asked = negated ? e->args[0] : e;
  if (const auto apart = compared_by(at_, asked))
    for (std::size_t i = 0; i < at_.lanes(); ++i)
      if (const auto known = compared(asked->op, (*apart)[i].lo, (*apart)[i].hi))
        out[i] = *known != negated;
  return out;
}

std::optional<LaneForm> computed(PointForms &at, const Expr &e) {
  if (e->args.empty() || e->op == Op::Call || e->op == Op::Read)
    return std::nullopt;
  std::vector<LaneBits::Bits> args;
  for (const Expr &a : e->args) {
    auto known = at.bits(a);
    if (!known)
      return std::nullopt;
    args.push_back(std::move(*known));
  }
  LaneForm out{std::vector<Number>(at.lanes(), 0), {}};
  for (std::size_t i = 0; i < at.lanes(); ++i) {
    std::vector<std::uint64_t> values;
    for (const auto &a : args)
      values.push_back(a[i]);
    const auto value = cfg::defined_value(*e, values);
    if (!value)
      return std::nullopt;
    out.lanes[i] = cfg::to_signed(*value, e->type.width);
  }
  return out;
}

} // namespace lockstep::coalescing
