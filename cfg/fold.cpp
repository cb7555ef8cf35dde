// Constant folding: see fold.h.
#include "cfg/fold.h"

namespace lockstep::cfg {

namespace {
std::int64_t to_signed(std::uint64_t bits, unsigned width) {
  if (width >= 64)
    return static_cast<std::int64_t>(bits);
  std::uint64_t sign = std::uint64_t(1) << (width - 1);
  return static_cast<std::int64_t>((mask_to_width(bits, width) ^ sign) - sign);
}

Expr fold_bool(const Expr &n) {
  const auto &a = n->args;
  switch (n->op) {
  case Op::Not:
    if (is_const(a[0]))
      return boolean(a[0]->value == 0);
    if (a[0]->op == Op::Not)
      return a[0]->args[0];
    return n;
  case Op::And:
    if (is_const(a[0]))
      return a[0]->value ? a[1] : a[0];
    if (is_const(a[1]))
      return a[1]->value ? a[0] : a[1];
    return equal(a[0], a[1]) ? a[0] : n;
  case Op::Or:
    if (is_const(a[0]))
      return a[0]->value ? a[0] : a[1];
    if (is_const(a[1]))
      return a[1]->value ? a[1] : a[0];
    return equal(a[0], a[1]) ? a[0] : n;
  case Op::Implies:
    if (is_const(a[0]))
      return a[0]->value ? a[1] : boolean(true);
    if (is_const(a[1]) && a[1]->value)
      return a[1];
    return n;
  default: return n;
  }
}

Expr fold_identity(const Expr &n) {
  const auto &a = n->args;
  switch (n->op) {
  case Op::Add:
  case Op::BitOr:
  case Op::BitXor:
    if (is_const(a[0], 0))
      return a[1];
    [[fallthrough]];
  case Op::Sub:
  case Op::Shl:
  case Op::LShr:
  case Op::AShr: return is_const(a[1], 0) ? a[0] : n;
  case Op::Mul:
    if (is_const(a[0], 0) || is_const(a[1], 1))
      return a[0];
    return is_const(a[0], 1) || is_const(a[1], 0) ? a[1] : n;
  case Op::BitAnd:
    if (is_const(a[0], 0) || is_const(a[1], ~std::uint64_t(0)))
      return a[0];
    return is_const(a[1], 0) || is_const(a[0], ~std::uint64_t(0)) ? a[1] : n;
  case Op::UDiv:
  case Op::SDiv: return is_const(a[1], 1) ? a[0] : n;
  case Op::Eq: return !a[0]->type.is_float() && equal(a[0], a[1]) ? boolean(true) : n;
  case Op::Ne: return !a[0]->type.is_float() && equal(a[0], a[1]) ? boolean(false) : n;
  case Op::Ite:
    if (is_const(a[0]))
      return a[0]->value ? a[1] : a[2];
    if (equal(a[1], a[2]))
      return a[1];
    if (n->type.is_bool() && is_const(a[1]) && is_const(a[2]))
      return a[1]->value ? a[0] : unary(Op::Not, a[0]);
    return n;
  default: return n;
  }
}
} // namespace

std::optional<std::uint64_t> evaluate(Op op, Type result, Type arg_type, const std::vector<std::uint64_t> &args) {
  unsigned w = arg_type.width;
  auto u = [&](std::size_t i) { return mask_to_width(args[i], w); };
  auto s = [&](std::size_t i) { return to_signed(args[i], w); };
  auto out = [&](std::uint64_t bits) { return std::optional(mask_to_width(bits, result.width)); };
  bool min_by_minus_one = w > 0 && s(0) == to_signed(std::uint64_t(1) << (w - 1), w) && args.size() > 1 && s(1) == -1;
  switch (op) {
  case Op::Add: return out(u(0) + u(1));
  case Op::Sub: return out(u(0) - u(1));
  case Op::Mul: return out(u(0) * u(1));
  case Op::UDiv: return u(1) ? out(u(0) / u(1)) : std::nullopt;
  case Op::URem: return u(1) ? out(u(0) % u(1)) : std::nullopt;
  case Op::SDiv: return s(1) && !min_by_minus_one ? out(static_cast<std::uint64_t>(s(0) / s(1))) : std::nullopt;
  case Op::SRem: return s(1) && !min_by_minus_one ? out(static_cast<std::uint64_t>(s(0) % s(1))) : std::nullopt;
  case Op::Shl: return u(1) < w ? out(u(0) << u(1)) : std::nullopt;
  case Op::LShr: return u(1) < w ? out(u(0) >> u(1)) : std::nullopt;
  case Op::AShr: return u(1) < w ? out(static_cast<std::uint64_t>(s(0) >> u(1))) : std::nullopt;
  case Op::BitAnd: return out(u(0) & u(1));
  case Op::BitOr: return out(u(0) | u(1));
  case Op::BitXor: return out(u(0) ^ u(1));
  case Op::SMin: return out(s(0) < s(1) ? u(0) : u(1));
  case Op::SMax: return out(s(0) > s(1) ? u(0) : u(1));
  case Op::UMin: return out(u(0) < u(1) ? u(0) : u(1));
  case Op::UMax: return out(u(0) > u(1) ? u(0) : u(1));
  case Op::Ult: return out(u(0) < u(1));
  case Op::Ule: return out(u(0) <= u(1));
  case Op::Slt: return out(s(0) < s(1));
  case Op::Sle: return out(s(0) <= s(1));
  case Op::Eq: return arg_type.is_float() ? std::nullopt : out(u(0) == u(1));
  case Op::Ne: return arg_type.is_float() ? std::nullopt : out(u(0) != u(1));
  case Op::Zext:
  case Op::Trunc: return out(u(0));
  case Op::Sext: return out(static_cast<std::uint64_t>(s(0)));
  case Op::Not: return out(u(0) == 0);
  case Op::And: return out(u(0) && u(1));
  case Op::Or: return out(u(0) || u(1));
  case Op::Implies: return out(!u(0) || u(1));
  default: return std::nullopt;
  }
}

Expr fold(Expr n) {
  bool all_constant = !n->args.empty();
  for (const Expr &a : n->args)
    all_constant = all_constant && is_const(a) && !a->type.is_float();
  if (all_constant && n->op != Op::Ite && !n->type.is_float()) {
    std::vector<std::uint64_t> bits;
    for (const Expr &a : n->args)
      bits.push_back(a->value);
    if (auto v = evaluate(n->op, n->type, n->args[0]->type, bits))
      return constant(n->type, *v);
  }
  return n->type.is_bool() && n->op != Op::Ite && n->op != Op::Eq && n->op != Op::Ne ? fold_bool(n) : fold_identity(n);
}

} // namespace lockstep::cfg
