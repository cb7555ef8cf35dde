// Refinement of ranges by conditions: see range_state.h.
#include "cfg/analysis/values/ranges/range_state.h"

#include "cfg/ir/op_groups.h"
#include "support/sound.h"

#include <algorithm>
#include <optional>

namespace lockstep::cfg {

namespace {
constexpr unsigned max_equation_depth = 6; // chains of variables followed by their equations
constexpr unsigned max_restrictions = 300; // steps backwards through expressions, per condition

Bounds reading(const ExprRange &r, bool is_signed) { return is_signed ? r.as_signed : r.as_unsigned; }
Bounds all_values(Type type, bool is_signed) { return is_signed ? signed_bounds(type) : unsigned_bounds(type); }
ExprRange range_of_truth(bool v) { return range_from_unsigned({v, v}, bool_type); }

// --- within what an argument lies where the result lies within z; nothing: that is not known ------------------------

// x * factor
std::optional<Bounds> before_product(const Bounds &z, const Bounds &factor) {
  if (factor.lo != factor.hi || factor.lo <= 0)
    return std::nullopt;
  return Bounds{ceil_div(z.lo, factor.lo), floor_div(z.hi, factor.lo)};
}

// x >> by, in a type of this width.
std::optional<Bounds> before_right_shift(const Bounds &z, const ExprRange &by, unsigned width) {
  if (!is_one_value(by) || by.as_unsigned.hi >= width)
    return std::nullopt;
  const Wide f = Wide::power_of_two(static_cast<unsigned>(by.as_unsigned.lo.bits()));
  const Bounds product = multiply(z, {f, f});
  return Bounds{product.lo, product.hi + f - 1};
}

// x / c, which rounds towards zero; `all`: what x can be. Concluded for constants c > 0 only, and upwards and downwards
// only away from zero.
std::optional<Bounds> before_quotient(const Bounds &z, const Bounds &c, const Bounds &all) {
  if (c.lo != c.hi || c.lo <= 0)
    return std::nullopt;
  const Bounds product = multiply(z, c);
  Bounds x = all;
  if (z.lo > 0)
    x.lo = product.lo;
  else
    x.lo = std::max(x.lo, product.lo - (c.lo - 1));
  if (z.hi >= 0)
    x.hi = std::min(x.hi, product.hi + (c.lo - 1));
  else
    x.hi = product.hi;
  return x;
}

// The smaller or the larger of x and another; `all`: what x can be.
Bounds before_extremum(const Bounds &z, bool is_min, const Bounds &all) {
  return is_min ? Bounds{z.lo, all.hi} : Bounds{all.lo, z.hi};
}

class Refiner {
public:
  Refiner(RangeState &s, const RangeContext &c, const Equations &equations, unsigned depth = 0)
      : s_(s), c_(c), equations_(equations), depth_(depth) {}

  void condition(const Expr &e, bool positive) {
    if (!s_.reachable)
      return;
    switch (e->op) {
    case Op::Const: s_.reachable = (e->value != 0) == positive; return;
    case Op::Not: return condition(e->args[0], !positive);
    case Op::And:
      return positive ? both(e->args[0], true, e->args[1], true) : either(e->args[0], false, e->args[1], false);
    case Op::Or:
      return positive ? either(e->args[0], true, e->args[1], true) : both(e->args[0], false, e->args[1], false);
    case Op::Implies:
      return positive ? either(e->args[0], false, e->args[1], true) : both(e->args[0], true, e->args[1], false);
    case Op::Eq: return equality(e, positive);
    case Op::Ne: return equality(e, !positive);
    case OPS_ORDER: return comparison(e, positive);
    case Op::Var: {
      restrict(e, range_of_truth(positive));
      if (Expr def = definition(e->var)) {
        ++depth_;
        condition(def, positive);
        --depth_;
      }
      return;
    }
    case OPS_LAUNCH:
    case OPS_NUMBER:
    case OPS_CAST:
    case Op::Ite:
    case OPS_FLOAT:
    case OPS_OPAQUE: {
      // A choice between Booleans, a read, a call: at least notice where its value is known.
      ExprRange r = range(e);
      if (is_one_value(r) && (r.as_unsigned.lo == 1) != positive)
        s_.reachable = false;
    }
    }
  }

private:
  ExprRange range(const Expr &e) const { return evaluate(e, s_, c_); }

  Expr definition(VarId v) const {
    if (depth_ < max_equation_depth)
      for (const auto &[var, e] : equations_)
        if (var == v)
          return e;
    return nullptr;
  }

  void both(const Expr &a, bool pa, const Expr &b, bool pb) {
    condition(a, pa);
    condition(b, pb);
  }

  void either(const Expr &a, bool pa, const Expr &b, bool pb) {
    RangeState with_a = s_, with_b = s_;
    Refiner(with_a, c_, equations_, depth_ + 1).condition_limited(a, pa);
    Refiner(with_b, c_, equations_, depth_ + 1).condition_limited(b, pb);
    bool reachable = with_a.reachable || with_b.reachable;
    s_ = join(with_a, with_b);
    s_.reachable = reachable;
  }
  void condition_limited(const Expr &e, bool positive) {
    if (depth_ <= 2 * max_equation_depth)
      condition(e, positive);
  }

  void equality(const Expr &e, bool equal) {
    const Expr &a = e->args[0], &b = e->args[1];
    if (a->type.is_float())
      return;
    if (a->type.is_bool()) {
      for (bool swap : {false, true}) {
        const Expr &known = swap ? b : a, &other = swap ? a : b;
        ExprRange r = range(known);
        if (is_one_value(r))
          return condition(other, (r.as_unsigned.lo == 1) == equal);
      }
      return;
    }
    if (equal) {
      restrict(a, range(b));
      if (s_.reachable)
        restrict(b, range(a));
      return;
    }
    exclude(a, range(b));
    if (s_.reachable)
      exclude(b, range(a));
  }

  // e is not `value`, if that is one value: cuts it off where it is an end of e's range.
  void exclude(const Expr &e, const ExprRange &value) {
    if (!is_one_value(value))
      return;
    ExprRange r = range(e);
    auto cut = [](Bounds b, Wide v) { return Bounds{b.lo == v ? b.lo + 1 : b.lo, b.hi == v ? b.hi - 1 : b.hi}; };
    Bounds s = cut(r.as_signed, value.as_signed.lo), u = cut(r.as_unsigned, value.as_unsigned.lo);
    if (s.lo > s.hi || u.lo > u.hi)
      s_.reachable = false;
    else
      restrict(e, {s, u});
  }

  void comparison(const Expr &e, bool positive) {
    bool is_signed = e->op == Op::Slt || e->op == Op::Sle;
    bool strict = e->op == Op::Ult || e->op == Op::Slt;
    Expr a = e->args[0], b = e->args[1];
    if (!positive) { // not (a < b) is b <= a
      std::swap(a, b);
      strict = !strict;
    }
    Wide gap = strict ? 1 : 0;
    Bounds all = all_values(a->type, is_signed);
    bound(a, is_signed, Bounds{all.lo, reading(range(b), is_signed).hi - gap});
    if (s_.reachable)
      bound(b, is_signed, Bounds{reading(range(a), is_signed).lo + gap, all.hi});
  }

  // Restricts e to `b`, if that is known, under one reading; `b` may leave the type or be empty.
  void bound(const Expr &e, bool is_signed, const std::optional<Bounds> &b) {
    if (!s_.reachable || !b)
      return;
    auto inside = b->lo > b->hi ? std::nullopt : meet(*b, all_values(e->type, is_signed));
    if (!inside)
      s_.reachable = false;
    else if (is_signed)
      restrict(e, {*inside, unsigned_bounds(e->type)});
    else
      restrict(e, {signed_bounds(e->type), *inside});
  }

  void restrict(const Expr &e, const ExprRange &to) {
    if (!s_.reachable || e->type.is_float() || budget_ == 0)
      return;
    --budget_;
    ExprRange now = range(e);
    auto r = meet(now, to, e->type);
    if (!r) {
      s_.reachable = false;
      return;
    }
    if (e->op == Op::Var) {
      s_.set(e->var, *r, e->type);
      if (*r == now)
        return;
      if (Expr def = definition(e->var)) {
        ++depth_;
        restrict(def, *r);
        --depth_;
      }
      return;
    }
    if (!(*r == now))
      backwards(*e, *r);
  }

  // e's value is within r: what does that say about its arguments?
  void backwards(const ExprNode &e, const ExprRange &r) {
    switch (e.op) {
    case Op::Zext: return bound(e.args[0], false, r.as_unsigned);
    case Op::Sext: return bound(e.args[0], true, r.as_signed);
    case Op::Trunc: {
      ExprRange x = range(e.args[0]);
      if (x.as_signed.within(signed_bounds(e.type)))
        bound(e.args[0], true, r.as_signed);
      else if (x.as_unsigned.within(unsigned_bounds(e.type)))
        bound(e.args[0], false, r.as_unsigned);
      return;
    }
    case OPS_MAY_WRAP: arithmetic(e, r, true); return arithmetic(e, r, false);
    case OPS_RIGHT_SHIFT: {
      const bool is_signed = e.op == Op::AShr;
      return bound(e.args[0], is_signed, before_right_shift(reading(r, is_signed), range(e.args[1]), e.type.width));
    }
    case Op::UDiv:
    case Op::SDiv: {
      const bool is_signed = e.op == Op::SDiv;
      return bound(
          e.args[0], is_signed,
          before_quotient(reading(r, is_signed), reading(range(e.args[1]), is_signed), all_values(e.type, is_signed)));
    }
    case OPS_MIN_MAX: {
      const bool is_signed = e.op == Op::SMin || e.op == Op::SMax, is_min = e.op == Op::SMin || e.op == Op::UMin;
      const Bounds each = before_extremum(reading(r, is_signed), is_min, all_values(e.type, is_signed));
      bound(e.args[0], is_signed, each);
      return bound(e.args[1], is_signed, each);
    }
    case Op::BitAnd: // no argument is below the result, read unsigned
      bound(e.args[0], false, Bounds{r.as_unsigned.lo, unsigned_bounds(e.type).hi});
      return bound(e.args[1], false, Bounds{r.as_unsigned.lo, unsigned_bounds(e.type).hi});
    case OPS_LEAF:
    case Op::URem:
    case Op::SRem:
    case Op::BitOr:
    case Op::BitXor:
    case OPS_TRUTH:
    case Op::Ite:
    case OPS_FLOAT:
    case OPS_OPAQUE: return;
    }
  }

  void arithmetic(const ExprNode &e, const ExprRange &r, bool is_signed) {
    if (!s_.reachable)
      return;
    std::vector<ExprRange> args{range(e.args[0]), range(e.args[1])};
    WrapInfo w = apply(e, args, c_.trust_flags).wrap;
    // Sound because under this reading the result is the mathematical one, or the execution is undefined.
    if (support::unsound("ranges.refine", (is_signed ? w.signed_ok : w.unsigned_ok) == NoWrap::MayWrap))
      return;
    Bounds x = reading(args[0], is_signed), y = reading(args[1], is_signed), z = reading(r, is_signed);
    if (e.op == Op::Add) {
      bound(e.args[0], is_signed, subtract(z, y));
      bound(e.args[1], is_signed, subtract(z, x));
    } else if (e.op == Op::Sub) {
      bound(e.args[0], is_signed, add(z, y));
      bound(e.args[1], is_signed, subtract(x, z));
    } else if (e.op == Op::Mul) {
      bound(e.args[0], is_signed, before_product(z, y));
      bound(e.args[1], is_signed, before_product(z, x));
    } else if (e.op == Op::Shl && is_one_value(args[1]) && args[1].as_unsigned.hi < e.type.width) {
      Wide f = Wide::power_of_two(static_cast<unsigned>(args[1].as_unsigned.lo.bits()));
      bound(e.args[0], is_signed, before_product(z, {f, f}));
    }
  }

  RangeState &s_;
  const RangeContext &c_;
  const Equations &equations_;
  unsigned depth_;
  unsigned budget_ = max_restrictions;
};
} // namespace

void refine(RangeState &s, const Expr &condition, bool positive, const RangeContext &c, const Equations &equations) {
  if (s.reachable)
    Refiner(s, c, equations).condition(condition, positive);
}

void refine_by(RangeState &s, const RangeContext &c, const Equations &equations) {
  for (const auto &[v, e] : equations) {
    if (!s.reachable)
      return;
    const ExprRange *now = s.find(v);
    ExprRange own = evaluate(e, s, c);
    auto r = meet(now ? *now : full_range(e->type), own, e->type);
    if (r)
      s.set(v, *r, e->type);
    else
      s.reachable = false;
  }
}

} // namespace lockstep::cfg
