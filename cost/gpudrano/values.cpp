// See values.h.
#include "cost/gpudrano/values.h"

#include "cfg/ir/op_groups.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::coalescing::paper {

namespace {

using cfg::Expr;
using cfg::ExprNode;
using cfg::Op;

constexpr int most_lanes = 64; // of a request

Rule first_of(Rule a, Rule b) { return a == Rule::None ? b : b == Rule::None ? a : std::min(a, b); }

// `why`: if none of the two is top yet.
Part part(Slope slope, Part a, Part b, Rule why) {
  if (slope != Slope::Top)
    return {slope, Rule::None};
  const Rule before = first_of(a.rule, b.rule);
  return {slope, before == Rule::None ? why : before};
}

Value of_truth(Truth t) {
  Value v;
  v.truth = t;
  return v;
}

} // namespace

std::string_view name(Rule r) {
  switch (r) {
  case Rule::None: return "none";
  case Rule::Product: return "product";
  case Rule::Sum: return "sum";
  case Rule::Division: return "division";
  case Rule::Remainder: return "remainder";
  case Rule::Shift: return "shift";
  case Rule::Bits: return "bits";
  case Rule::Extremum: return "extremum";
  case Rule::Floating: return "floating";
  case Rule::Conversion: return "conversion";
  case Rule::Read: return "read";
  case Rule::Private: return "private";
  case Rule::Call: return "call";
  case Rule::Atomic: return "atomic";
  case Rule::Choice: return "choice";
  case Rule::Join: return "join";
  case Rule::Merge: return "merge";
  case Rule::Loop: return "loop";
  case Rule::Start: return "start";
  case Rule::Wide: return "wide";
  }
  return "";
}

Value join(const Value &a, const Value &b) {
  Value out;
  out.number = part(join(a.number.slope, b.number.slope), a.number, b.number, Rule::Join);
  out.elements = part(join(a.elements.slope, b.elements.slope), a.elements, b.elements, Rule::Join);
  out.as_signed = a.as_signed && b.as_signed;
  out.as_unsigned = a.as_unsigned && b.as_unsigned;
  out.truth = join(a.truth, b.truth);
  return out;
}

Value top(Rule why) { return {{Slope::Top, why}, {Slope::Top, why}, false, false, Truth::Top}; }
Value uniform() { return {{Slope::Zero, Rule::None}, {Slope::Zero, Rule::None}, true, true, Truth::TF}; }

Value Evaluator::value(const Expr &e, const State &state) {
  state_ = &state;
  seen_.clear();
  return find(e);
}

Value Evaluator::find(const Expr &e) {
  if (const auto known = seen_.find(e.get()); known != seen_.end())
    return known->second;
  Value v = node(*e);
  if (v.number.slope == Slope::Zero)
    v.elements = v.number;
  else if (scale_ == 1)
    v.elements = v.number;
  return seen_[e.get()] = v;
}

Value Evaluator::node(const ExprNode &e) {
  const auto truth = [&](std::size_t i) { return find(e.args[i]).truth; };
  const auto slope = [&](std::size_t i) { return find(e.args[i]).number.slope; };
  switch (e.op) {
  case Op::Const: return uniform();
  case Op::Var: return (*state_)[e.var];
  case Op::LocalId: {
    if (e.value != 0)
      return uniform();
    Value v = uniform();
    v.number.slope = Slope::One;
    v.elements = {Slope::Top, Rule::Product};
    v.as_signed = v.as_unsigned = e.type.width >= 32;
    return v;
  }
  case Op::GroupId:
  case Op::LocalSize:
  case Op::NumGroups:
  case Op::GlobalOffset: return uniform();
  case Op::Add: return sum(e, 1);
  case Op::Sub: return sum(e, -1);
  case Op::Mul:
    for (std::size_t i : {1, 0})
      if (cfg::is_const(e.args[i]))
        return times(e, e.args[1 - i], cfg::signed_value(*e.args[i]), true);
    return other(e, Rule::Product);
  case Op::Shl:
    if (cfg::is_const(e.args[1]) && e.args[1]->value < 62)
      return times(e, e.args[0], std::int64_t(1) << e.args[1]->value, false);
    return other(e, Rule::Shift);
  case Op::UDiv:
  case Op::SDiv: return other(e, Rule::Division);
  case Op::URem:
  case Op::SRem: return other(e, Rule::Remainder);
  case OPS_RIGHT_SHIFT: return other(e, Rule::Shift);
  case OPS_BITWISE: return other(e, Rule::Bits);
  case OPS_MIN_MAX: return other(e, Rule::Extremum);
  case OPS_CAST: return cast(e);
  case OPS_FLOAT_RESULT:
  case OPS_FLOAT_TO_INT:
  case Op::BitCast: return other(e, Rule::Floating);
  case Op::Call: return top(Rule::Call);
  case Op::Read: return top(Rule::Read);
  case Op::Ite: return choice(e);
  case Op::Ult:
  case Op::Ule: return of_truth(order(e, false));
  case Op::Slt:
  case Op::Sle: return of_truth(order(e, true));
  case OPS_FLOAT_TEST: {
    Slope all = Slope::Zero;
    for (std::size_t i = 0; i < e.args.size(); ++i)
      all = paper::other(all, slope(i));
    return of_truth(equal(all, Slope::Zero));
  }
  case OPS_EQUALITY: {
    const Truth alike = e.args[0]->type.is_bool()    ? same(truth(0), truth(1))
                        : e.args[0]->type.is_float() ? equal(paper::other(slope(0), slope(1)), Slope::Zero)
                                                     : equality(e);
    return of_truth(e.op == Op::Eq ? alike : negate(alike));
  }
  case Op::Not: return of_truth(negate(truth(0)));
  case Op::And: return of_truth(conjunction(truth(0), truth(1)));
  case Op::Or: return of_truth(disjunction(truth(0), truth(1)));
  case Op::Implies: return of_truth(disjunction(negate(truth(0)), truth(1)));
  }
  return top(Rule::Call);
}

Value Evaluator::sum(const ExprNode &e, int sign) {
  const Value a = find(e.args[0]), b = find(e.args[1]);
  const auto add_up = [&](Part x, Part y) {
    return part(add(x.slope, sign < 0 ? negate(y.slope) : y.slope), x, y, Rule::Sum);
  };
  Value v = uniform();
  v.number = add_up(a.number, b.number);
  v.elements = add_up(a.elements, b.elements);
  if (v.number.slope == Slope::Zero || v.number.slope == Slope::Bottom)
    return v;
  const cfg::WrapInfo wrap = a_.ranges.wrap_of(&e);
  v.as_signed = a.as_signed && b.as_signed && wrap.signed_ok != cfg::NoWrap::MayWrap;
  v.as_unsigned = a.as_unsigned && b.as_unsigned && wrap.unsigned_ok != cfg::NoWrap::MayWrap;
  return v;
}

// A shift is a product only where an address is counted in elements.
Value Evaluator::times(const ExprNode &e, const Expr &x, std::int64_t literal, bool is_product) {
  const Value a = find(x);
  const Rule why = is_product ? Rule::Product : Rule::Shift;
  Value v = uniform();
  v.number = part(is_product || literal == 1 ? paper::times(a.number.slope, literal)
                                             : paper::other(a.number.slope, Slope::Zero),
                  a.number, a.number, why);
  const auto scale = static_cast<std::int64_t>(scale_);
  v.elements = literal % scale == 0 ? part(paper::times(a.number.slope, literal / scale), a.number, a.number, why)
                                    : part(paper::times(a.elements.slope, literal), a.elements, a.elements, why);
  if (v.number.slope == Slope::Zero || v.number.slope == Slope::Bottom)
    return v;
  const cfg::WrapInfo wrap = a_.ranges.wrap_of(&e);
  v.as_signed = a.as_signed && wrap.signed_ok != cfg::NoWrap::MayWrap;
  v.as_unsigned = a.as_unsigned && wrap.unsigned_ok != cfg::NoWrap::MayWrap;
  return v;
}

Value Evaluator::other(const ExprNode &e, Rule why) {
  Part all{Slope::Zero, Rule::None};
  for (const Expr &a : e.args) {
    const Part x =
        a->type.is_bool() ? Part{is_uniform(find(a).truth) ? Slope::Zero : Slope::Top, Rule::None} : find(a).number;
    all = part(paper::other(all.slope, x.slope), all, x, why);
  }
  Value v = uniform();
  v.number = v.elements = all;
  v.as_signed = v.as_unsigned = all.slope != Slope::Top;
  return v;
}

bool Evaluator::far_from_wrap(const cfg::Bounds &b, unsigned width, bool is_signed) const {
  using support::Wide;
  const Wide least = is_signed ? -Wide::power_of_two(width - 1) : Wide(0);
  const Wide most = least + Wide::power_of_two(width) - Wide(1);
  const Wide span = Wide(most_lanes) * Wide(scale_);
  return b.hi + span <= most || b.lo - span >= least;
}

bool Evaluator::on_line(const Expr &e, bool is_signed) {
  const Value v = find(e);
  if (support::sound("paper.on_line", v.number.slope == Slope::Zero || (is_signed ? v.as_signed : v.as_unsigned)))
    return true;
  const cfg::ExprRange r = a_.ranges.range_of(e);
  return far_from_wrap(is_signed ? r.as_signed : r.as_unsigned, e->type.width, is_signed);
}

Value Evaluator::cast(const ExprNode &e) {
  Value v = find(e.args[0]);
  if (v.number.slope == Slope::Zero || v.number.slope == Slope::Bottom)
    return v;
  const bool has_line = is_linear(v.number.slope) || is_linear(v.elements.slope);
  bool kept = has_line;
  if (e.op != Op::Trunc) {
    const bool is_signed = e.op == Op::Sext;
    kept = kept && on_line(e.args[0], is_signed);
    v.as_signed = true;
    v.as_unsigned = !is_signed || a_.ranges.range_of(e.args[0]).as_signed.lo >= support::Wide(0);
  } else {
    // The number fits the narrower type, as signed or unsigned.
    const cfg::ExprRange r = a_.ranges.range_of(e.args[0]);
    const support::Wide all = support::Wide::power_of_two(e.type.width);
    const support::Wide half = support::Wide::power_of_two(e.type.width - 1);
    v.as_unsigned = r.as_unsigned.hi < all && on_line(e.args[0], false);
    v.as_signed = r.as_signed.lo >= -half && r.as_signed.hi < half && on_line(e.args[0], true);
    kept = kept && (v.as_unsigned || v.as_signed);
  }
  if (has_line && !kept)
    return top(Rule::Conversion);
  return v;
}

Value Evaluator::choice(const ExprNode &e) {
  const Truth c = find(e.args[0]).truth;
  const Value a = find(e.args[1]), b = find(e.args[2]);
  if (e.type.is_bool()) { // `and` and `or` are written so, too
    const auto known = [](const Expr &arm, Truth t) {
      return cfg::is_const(arm) ? (arm->value != 0 ? Truth::T : Truth::F) : t;
    };
    return of_truth(
        disjunction(conjunction(c, known(e.args[1], a.truth)), conjunction(negate(c), known(e.args[2], b.truth))));
  }
  return support::sound("paper.choice", is_uniform(c)) ? join(a, b) : top(Rule::Choice);
}

// So few bits come round again within a request.
Truth Evaluator::equality(const ExprNode &e) {
  const Slope a = find(e.args[0]).number.slope, b = find(e.args[1]).number.slope;
  const Truth out = equal(a, b);
  return out == Truth::FFMinus && e.args[0]->type.width < 8 ? Truth::Top : out;
}

Truth Evaluator::order(const ExprNode &e, bool is_signed) {
  const Value a = find(e.args[0]), b = find(e.args[1]);
  const Truth out = less(a.number.slope, b.number.slope);
  if (!is_linear(a.number.slope) || out != Truth::TF)
    return out;
  return on_line(e.args[0], is_signed) && on_line(e.args[1], is_signed) ? out : Truth::Top;
}

} // namespace lockstep::coalescing::paper
