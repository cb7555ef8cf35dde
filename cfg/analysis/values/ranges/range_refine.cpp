// Refinement of ranges by conditions: see range_state.h.
#include "cfg/analysis/values/ranges/range_state.h"

#include "cfg/ir/op_groups.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {
constexpr unsigned max_equation_depth = 6; // chains of variables followed by their equations
constexpr unsigned max_restrictions = 300; // steps backwards through expressions, per condition

class Refiner {
public:
  Refiner(RangeState &s, const RangeContext &c, const Equations &equations) : s_(s), c_(c), equations_(equations) {}

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
      restrict(e, truth(positive));
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
      if (r.as_unsigned.lo == r.as_unsigned.hi && (r.as_unsigned.lo == 1) != positive)
        s_.reachable = false;
    }
    }
  }

private:
  ExprRange range(const Expr &e) const { return evaluate(e, s_, c_); }
  static ExprRange truth(bool v) { return range_from_unsigned({v, v}, bool_type); }

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
    Refiner(with_a, c_, equations_).at_depth(depth_ + 1).condition_limited(a, pa);
    Refiner(with_b, c_, equations_).at_depth(depth_ + 1).condition_limited(b, pb);
    bool reachable = with_a.reachable || with_b.reachable;
    s_ = join(with_a, with_b);
    s_.reachable = reachable;
  }
  Refiner &at_depth(unsigned d) {
    depth_ = d;
    return *this;
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
        if (r.as_unsigned.lo == r.as_unsigned.hi)
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
    if (value.as_unsigned.lo != value.as_unsigned.hi)
      return;
    ExprRange r = range(e);
    auto cut = [](Bounds b, Wide v) { return Bounds{b.lo == v ? b.lo + 1 : b.lo, b.hi == v ? b.hi - 1 : b.hi}; };
    Bounds s = cut(r.as_signed, value.as_signed.lo), u = cut(r.as_unsigned, value.as_unsigned.lo);
    if (s.lo > s.hi || u.lo > u.hi)
      s_.reachable = false;
    else
      restrict_to(e, s, u);
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
    auto reading = [&](const ExprRange &r) { return is_signed ? r.as_signed : r.as_unsigned; };
    Bounds all = is_signed ? signed_bounds(a->type) : unsigned_bounds(a->type);
    bound(a, is_signed, {all.lo, reading(range(b)).hi - gap});
    if (s_.reachable)
      bound(b, is_signed, {reading(range(a)).lo + gap, all.hi});
  }

  // Restricts e to `b` under one reading; `b` may leave the type or be empty.
  void bound(const Expr &e, bool is_signed, Bounds b) {
    if (!s_.reachable)
      return;
    auto inside = b.lo > b.hi ? std::nullopt : meet(b, is_signed ? signed_bounds(e->type) : unsigned_bounds(e->type));
    if (!inside)
      s_.reachable = false;
    else if (is_signed)
      restrict_to(e, *inside, unsigned_bounds(e->type));
    else
      restrict_to(e, signed_bounds(e->type), *inside);
  }

  void restrict_to(const Expr &e, Bounds s, Bounds u) { restrict(e, ExprRange{s, u}); }

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
    case OPS_RIGHT_SHIFT: return shifted_right(e, r);
    case Op::UDiv:
    case Op::SDiv: return quotient(e, r);
    case OPS_MIN_MAX: return extremum(e, r);
    case Op::BitAnd: // no argument is below the result, read unsigned
      bound(e.args[0], false, {r.as_unsigned.lo, unsigned_bounds(e.type).hi});
      return bound(e.args[1], false, {r.as_unsigned.lo, unsigned_bounds(e.type).hi});
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
    auto reading = [&](const ExprRange &x) { return is_signed ? x.as_signed : x.as_unsigned; };
    Bounds x = reading(args[0]), y = reading(args[1]), z = reading(r);
    if (e.op == Op::Add) {
      bound(e.args[0], is_signed, subtract(z, y));
      bound(e.args[1], is_signed, subtract(z, x));
    } else if (e.op == Op::Sub) {
      bound(e.args[0], is_signed, add(z, y));
      bound(e.args[1], is_signed, subtract(x, z));
    } else if (e.op == Op::Mul) {
      divide_out(e.args[0], y, z, is_signed);
      divide_out(e.args[1], x, z, is_signed);
    } else if (e.op == Op::Shl && args[1].as_unsigned.lo == args[1].as_unsigned.hi &&
               args[1].as_unsigned.hi < e.type.width) {
      Wide f = Wide::power_of_two(static_cast<unsigned>(args[1].as_unsigned.lo.bits()));
      divide_out(e.args[0], {f, f}, z, is_signed);
    }
  }

  // e * factor lies within z.
  void divide_out(const Expr &e, const Bounds &factor, const Bounds &z, bool is_signed) {
    if (factor.lo == factor.hi && factor.lo > 0)
      bound(e, is_signed, {ceil_div(z.lo, factor.lo), floor_div(z.hi, factor.lo)});
  }

  void shifted_right(const ExprNode &e, const ExprRange &r) {
    ExprRange k = range(e.args[1]);
    if (k.as_unsigned.lo != k.as_unsigned.hi || k.as_unsigned.hi >= e.type.width)
      return;
    Bounds f{Wide::power_of_two(static_cast<unsigned>(k.as_unsigned.lo.bits())), 0};
    f.hi = f.lo;
    bool is_signed = e.op == Op::AShr;
    Bounds z = multiply(is_signed ? r.as_signed : r.as_unsigned, f);
    bound(e.args[0], is_signed, {z.lo, z.hi + f.lo - 1});
  }

  // x / c rounds towards zero; concluded for constants c > 0 only, and upwards and downwards only away from zero.
  void quotient(const ExprNode &e, const ExprRange &r) {
    bool is_signed = e.op == Op::SDiv;
    ExprRange y = range(e.args[1]);
    Bounds c = is_signed ? y.as_signed : y.as_unsigned, z = is_signed ? r.as_signed : r.as_unsigned;
    if (c.lo != c.hi || c.lo <= 0)
      return;
    Bounds x = is_signed ? signed_bounds(e.type) : unsigned_bounds(e.type);
    Bounds product = multiply(z, c);
    if (z.lo > 0)
      x.lo = product.lo;
    else
      x.lo = std::max(x.lo, product.lo - (c.lo - 1));
    if (z.hi >= 0)
      x.hi = std::min(x.hi, product.hi + (c.lo - 1));
    else
      x.hi = product.hi;
    bound(e.args[0], is_signed, x);
  }

  void extremum(const ExprNode &e, const ExprRange &r) {
    bool is_signed = e.op == Op::SMin || e.op == Op::SMax, is_min = e.op == Op::SMin || e.op == Op::UMin;
    Bounds all = is_signed ? signed_bounds(e.type) : unsigned_bounds(e.type);
    Bounds z = is_signed ? r.as_signed : r.as_unsigned;
    Bounds each = is_min ? Bounds{z.lo, all.hi} : Bounds{all.lo, z.hi};
    bound(e.args[0], is_signed, each);
    bound(e.args[1], is_signed, each);
  }

  RangeState &s_;
  const RangeContext &c_;
  const Equations &equations_;
  unsigned depth_ = 0;
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
