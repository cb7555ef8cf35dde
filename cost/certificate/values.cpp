// Values of expressions in the lanes of a warp (lanes.h).
#include "cost/certificate/lanes.h"

#include "cfg/ir/op_groups.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cost::certificate {

using cfg::Op;

namespace {

bool lies(const Expr &e, const Integer &lo, const Integer &hi) {
  const auto least = cost::least(e), most = cost::most(e);
  return least && most && *least >= Rational(lo) && *most <= Rational(hi);
}

// e with its sign, or without; where all lanes share it, a reading that is not known is a remainder.
std::optional<Expr> reading(const Number &n, unsigned width, bool with_sign, bool alike) {
  if (with_sign ? n.as_signed : n.as_unsigned)
    return n.e;
  if (!alike || n.modulo < width)
    return std::nullopt;
  const Expr all(two_to(width)), half(two_to(width - 1));
  return with_sign ? mod(n.e + half, all) - half : mod(n.e, all);
}

template <typename F> PerLane by_lane(const PerLane &a, const PerLane &b, const F &f) {
  PerLane out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    if (i > 0 && a[i] == a[i - 1] && b[i] == b[i - 1])
      out[i] = out[i - 1];
    else if (a[i] && b[i])
      out[i] = f(*a[i], *b[i]);
  return out;
}

std::optional<Rational> constant(const Number &n) {
  return n.as_signed || n.as_unsigned ? n.e.constant() : std::nullopt;
}

// 2^n of a shift by n.
std::optional<Integer> shifted(const Number &by, unsigned width) {
  const auto c = constant(by);
  return c && *c >= 0 && *c < static_cast<long>(width) ? std::optional(two_to(static_cast<unsigned>(c->get_d())))
                                                       : std::nullopt;
}

std::optional<Number> quotient(const cfg::Expr &e, const Number &a, const Number &b, bool alike) {
  const unsigned width = e->type.width;
  const bool shift = e->op == Op::LShr || e->op == Op::AShr, rest = e->op == Op::URem || e->op == Op::SRem,
             with_sign = e->op == Op::SDiv || e->op == Op::SRem || e->op == Op::AShr;
  const auto x = reading(a, width, with_sign, alike);
  std::optional<Expr> y;
  if (!shift)
    y = reading(b, width, with_sign, alike);
  else if (const auto by = shifted(b, width))
    y = Expr(*by);
  const auto from = y ? least(*y) : std::nullopt;
  if (!x || !from || *from < 1 || (!y->constant() && !alike))
    return std::nullopt;
  Expr whole = floor_div(*x, *y);
  if (const auto lo = least(*x); with_sign && !shift && !(lo && *lo >= 0)) { // towards zero
    if (!alike)
      return std::nullopt;
    whole = floor_div(*x + (*y - 1) * at_least_zero(-*x - 1), *y);
  }
  return number(!rest                                        ? whole
                : with_sign && !(whole == floor_div(*x, *y)) ? *x - *y * whole
                                                             : mod(*x, *y),
                width, with_sign, !with_sign);
}

std::optional<Number> bitwise(const cfg::Expr &e, const Number &a, const Number &b) {
  const unsigned width = e->type.width;
  const auto bits = [](const Rational &r) {
    Integer out;
    mpz_fdiv_r_2exp(out.get_mpz_t(), r.get_num_mpz_t(), 64);
    return out.get_ui();
  };
  const auto p = constant(a), q = constant(b);
  if (p && q) {
    const std::uint64_t x = bits(*p), y = bits(*q),
                        out = e->op == Op::BitAnd  ? x & y
                              : e->op == Op::BitOr ? x | y
                                                   : x ^ y;
    return number(Expr(static_cast<long>(cfg::to_signed(out, width))), width, true, false);
  }
  const auto &c = q ? q : p;
  const Number &of = q ? a : b;
  const Integer all = c ? Integer(c->get_num() + 1) : Integer(0);
  if (e->op == Op::BitAnd && all > 1 && (all & (all - 1)) == 0 && all <= two_to(of.modulo)) // the low bits
    return number(mod(of.e, Expr(all)), width, false, true);
  return std::nullopt;
}

} // namespace

// Within the range of a reading it is that reading.
Number number(const Expr &e, unsigned width, bool as_signed, bool as_unsigned) {
  const Integer half = two_to(width - 1);
  const bool s = support::sound("certificate.wraps", as_signed || lies(e, -half, half - 1)),
             u = as_unsigned || lies(e, 0, 2 * half - 1);
  const auto lo = least(e), hi = most(e);
  return {e, s || (u && hi && *hi < Rational(half)), u || (s && lo && *lo >= 0), width, false};
}

PerLane LaneState::arithmetic(const cfg::Expr &e, const PerLane &a, const PerLane &b) {
  const unsigned width = e->type.width;
  const bool alike = certificate::alike(a) && certificate::alike(b),
             no_wrap = k_.terms.overflow != cfg::Overflow::Wraps;
  PerLane out = by_lane(a, b, [&](const Number &x, const Number &y) -> std::optional<Number> {
    const auto sum = [&](const Expr &z) { // what the marks promise holds of it
      return x.modulo < width || y.modulo < width
                 ? std::nullopt
                 : std::optional(number(z, width, no_wrap && e->nsw && x.as_signed && y.as_signed,
                                        no_wrap && e->nuw && x.as_unsigned && y.as_unsigned));
    };
    switch (e->op) {
    case Op::Add: return sum(x.e + y.e);
    case Op::Sub: return sum(x.e - y.e);
    case Op::Mul: return sum(x.e * y.e);
    case Op::Shl: {
      const auto by = shifted(y, width);
      return by ? sum(x.e * Expr(*by)) : std::nullopt;
    }
    case OPS_MIN_MAX: {
      const bool with_sign = e->op == Op::SMin || e->op == Op::SMax;
      const auto p = reading(x, width, with_sign, alike), q = reading(y, width, with_sign, alike);
      if (!p || !q)
        return std::nullopt;
      const bool low = e->op == Op::SMin || e->op == Op::UMin;
      return number(low ? minimum(*p, *q) : maximum(*p, *q), width, with_sign, !with_sign);
    }
    case OPS_DIVISION:
    case OPS_RIGHT_SHIFT: return quotient(e, x, y, alike);
    case OPS_BITWISE: return bitwise(e, x, y);
    case OPS_LEAF:
    case OPS_CAST:
    case OPS_TRUTH:
    case Op::Ite:
    case OPS_FLOAT:
    case OPS_OPAQUE: return std::nullopt;
    }
    LOCKSTEP_UNREACHABLE("every operation has its case");
  });
  if (alike && !out[0])
    return any_uniform(e->type);
  return out;
}

PerLane LaneState::converted(const cfg::Expr &e, const LaneMask &m) {
  const unsigned from = e->args[0]->type.width, to = e->type.width;
  PerLane v = value(e->args[0], m);
  const bool same = alike(v);
  for (auto &n : v) {
    if (!n)
      continue;
    const bool with_sign = e->op == Op::Sext;
    if (const auto read = e->op == Op::Trunc ? std::nullopt : reading(*n, from, with_sign, same))
      n = number(*read, to, with_sign || to > from, !with_sign);
    else if (e->op == Op::Trunc && n->modulo >= to)
      n = number(n->e, to, false, false);
    else if (n->modulo < from && n->sign_extended && e->op == Op::Zext)
      n.reset();
    else // of the low bits; what stands above them is not known, but that it is 0, or the sign
      n = Number{n->e, false, false, std::min(n->modulo, from), n->modulo < from ? n->sign_extended : with_sign};
  }
  return v;
}

PerLane LaneState::chosen(const cfg::Expr &e, const LaneMask &m) {
  const LaneMask c = truth(e->args[0], m);
  const PerLane yes = value(e->args[1], both(m, c)), no = value(e->args[2], both(m, conditions.other(c)));
  const bool decided = std::all_of(c.begin(), c.end(), [](const Conjunction &x) { return x.literals.empty(); });
  PerLane out(conditions.lanes());
  for (std::size_t i = 0; i < conditions.lanes(); ++i) {
    const auto &a = yes[i], &b = no[i];
    if (decided) {
      out[i] = std::any_of(c.begin(), c.end(), [&](const Conjunction &x) { return x.set >> i & 1; }) ? a : b;
    } else if (a && a == b) {
      out[i] = a;
    } else if (a && b && c.size() == 1 && c[0].set == ~0ULL && c[0].literals.size() == 1) {
      const auto holds = conditions.holds(c[0].literals[0], i);
      if (holds && std::min(a->modulo, b->modulo) >= e->type.width)
        out[i] = number(b->e + *holds * (a->e - b->e), e->type.width, a->as_signed && b->as_signed,
                        a->as_unsigned && b->as_unsigned);
    }
  }
  return out;
}

PerLane LaneState::value(const cfg::Expr &e, const LaneMask &m) {
  PerLane out = e->type.is_int() ? value_of(e, m) : PerLane(conditions.lanes());
  filled(out, m);
  return out;
}

PerLane LaneState::value_of(const cfg::Expr &e, const LaneMask &m) {
  const auto dimension = static_cast<std::size_t>(e->value);
  const unsigned width = e->type.width;
  // Ids and sizes are cut by narrow types.
  const auto all = [&](const Expr &x) { return PerLane(conditions.lanes(), number(x, width, false, false)); };
  switch (e->op) {
  case Op::Const: return all(Expr(static_cast<long>(cfg::to_signed(e->value, width))));
  case Op::Var: return read(e->var, m);
  case Op::LocalId: {
    PerLane out;
    for (const Expr &id : ids_.local_id[dimension])
      out.emplace_back(number(id, width, false, false));
    return out;
  }
  case Op::GroupId: return all(ids_.group_id[dimension]);
  case Op::NumGroups: return all(ids_.groups[dimension]);
  case Op::LocalSize: return all(ids_.local_size[dimension]);
  case Op::GlobalOffset: return all(Expr(Integer(static_cast<unsigned long>(ids_.offset[dimension]))));
  case OPS_CAST:
    if (!e->args[0]->type.is_bool())
      return converted(e, m);
    return value(cfg::ite(e->args[0], cfg::constant(e->type, e->op == Op::Sext ? cfg::mask_to_width(~0ULL, width) : 1),
                          cfg::constant(e->type, 0)),
                 m);
  case Op::Ite: return chosen(e, m);
  case OPS_NUMBER:
  case OPS_TRUTH:
  case OPS_FLOAT:
  case OPS_OPAQUE:
    if (e->args.size() != 2 || !e->args[0]->type.is_int() || !e->args[1]->type.is_int())
      return PerLane(conditions.lanes());
    return arithmetic(e, value(e->args[0], m), value(e->args[1], m));
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

LaneMask LaneState::compared(const cfg::Expr &e, const LaneMask &m) {
  const PerLane a = value(e->args[0], m), b = value(e->args[1], m);
  const unsigned width = e->args[0]->type.width;
  const bool same = alike(a) && alike(b), order = e->op != Op::Eq && e->op != Op::Ne,
             strict = e->op == Op::Slt || e->op == Op::Ult;
  std::vector<std::optional<Expr>> apart(conditions.lanes());
  for (std::size_t i = 0; i < conditions.lanes(); ++i) {
    if (i > 0 && a[i] == a[i - 1] && b[i] == b[i - 1]) {
      apart[i] = apart[i - 1];
      continue;
    }
    const auto read = [&](bool with_sign) {
      const auto x = a[i] ? reading(*a[i], width, with_sign, same) : std::nullopt,
                 y = b[i] ? reading(*b[i], width, with_sign, same) : std::nullopt;
      if (x && y)
        apart[i] = *y - *x - (strict ? 1 : 0);
    };
    // Equal under one reading, equal under the other.
    const bool without =
        a[i] && b[i] && a[i]->as_unsigned && b[i]->as_unsigned && !(a[i]->as_signed && b[i]->as_signed);
    read(order ? e->op == Op::Slt || e->op == Op::Sle : !without);
  }
  if (order)
    return conditions.condition(LaneCondition::AtLeastZero, apart);
  const LaneMask equal = conditions.condition(LaneCondition::Zero, apart);
  return e->op == Op::Eq ? equal : conditions.other(equal);
}

LaneMask LaneState::truth(const cfg::Expr &e, const LaneMask &m) {
  const auto arg = [&](std::size_t i) { return truth(e->args[i], m); };
  switch (e->op) {
  case Op::Const: return e->value != 0 ? everybody() : LaneMask{};
  case Op::Not: return conditions.other(arg(0));
  case Op::And: return both(arg(0), arg(1));
  case Op::Or: return either(arg(0), arg(1));
  case Op::Implies: return either(conditions.other(arg(0)), arg(1));
  case Op::Ite: return either(both(arg(0), arg(1)), both(conditions.other(arg(0)), arg(2)));
  case Op::Var:
    for (auto h = vars_[e->var].rbegin(); h != vars_[e->var].rend(); ++h) {
      if (inside(m, h->where))
        return h->truth;
      if (!both(m, h->where).empty())
        break;
    }
    break;
  case OPS_EQUALITY:
  case OPS_ORDER:
    if (e->args[0]->type.is_int())
      return compared(e, m);
    break;
  case OPS_LAUNCH:
  case OPS_NUMBER:
  case OPS_CAST:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
  return conditions.perhaps(false);
}

} // namespace lockstep::cost::certificate
