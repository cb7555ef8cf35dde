// Lemmas about products and quotients of unknowns, of which solvers know little: see encode.h.
#include "emit/encode/encode.h"

#include "support/sound.h"

namespace lockstep::emit {

namespace b = boogie;
using cfg::Op;

std::vector<b::Expr> Encoder::product_lemmas() const {
  static constexpr std::size_t most = 64; // help, not meaning: leaving some out is harmless
  std::vector<b::Expr> out;
  std::set<std::string> seen;
  auto ordered = [&](const b::Expr &x, const b::Expr &y, const b::Expr &p, const b::Expr &x2, const b::Expr &y2,
                     const b::Expr &p2) {
    if (b::print(x) == b::print(x2))
      return; // nothing is less than itself
    b::Expr lemma =
        b::implies(b::conj({b::eq(y, y2),
                            support::left_out("encode.products") ? b::bool_lit(true) : b::binary("<", b::int_lit(0), y),
                            b::binary("<", x, x2)}),
                   b::binary("<=", b::binary("+", p, y), p2));
    if (out.size() < most && seen.insert(b::print(lemma)).second)
      out.push_back(std::move(lemma));
    if (quotients_.empty())
      return;
    b::Expr mirrored = b::implies(b::conj({b::eq(y, y2), b::binary("<", y, b::int_lit(0)), b::binary("<", x, x2)}),
                                  b::binary("<=", p2, b::binary("+", p, y)));
    if (out.size() < most && seen.insert(b::print(mirrored)).second)
      out.push_back(std::move(mirrored));
  };
  for (b::Expr &lemma : quotient_lemmas())
    if (seen.insert(b::print(lemma)).second)
      out.push_back(std::move(lemma));
  for (const Product &p : products_)
    for (const Product &q : products_)
      if (p.thread == Thread::First && q.thread == Thread::Second)
        for (int i : {0, 1})
          for (int j : {0, 1})
            if (p.factor[i] && q.factor[j] && cfg::equal(p.factor[i], q.factor[j])) {
              const b::Expr &x = p.operand[1 - i], &x2 = q.operand[1 - j];
              ordered(x, p.operand[i], p.product, x2, q.operand[j], q.product);
              ordered(x2, q.operand[j], q.product, x, p.operand[i], p.product);
              b::Expr same =
                  b::implies(b::conj({b::eq(x, x2), b::eq(p.operand[i], q.operand[j])}), b::eq(p.product, q.product));
              if (out.size() < most && seen.insert(b::print(same)).second)
                out.push_back(std::move(same));
            }
  return out;
}

std::vector<b::Expr> Encoder::quotient_lemmas() const {
  std::vector<b::Expr> out;
  auto is_nested = [](const Quotient &q, const Quotient &whole, const Quotient &rest) {
    const bool is_signed = q.e->op == Op::SDiv;
    return (is_signed || q.e->op == Op::UDiv) && whole.e->op == q.e->op &&
           rest.e->op == (is_signed ? Op::SRem : Op::URem) && q.thread == whole.thread && q.thread == rest.thread &&
           cfg::equal(q.e->args[0], whole.e->args[0]) && cfg::equal(rest.e->args[0], q.e) &&
           !cfg::equal(q.e->args[1], whole.e->args[1]);
  };
  for (const Quotient &q : quotients_)
    for (const Quotient &whole : quotients_)
      for (const Quotient &rest : quotients_)
        if (is_nested(q, whole, rest)) {
          const b::Expr &y = q.divisor, &z = rest.divisor;
          std::vector<b::Expr> premise{b::not_(b::eq(y, b::int_lit(0))), b::not_(b::eq(z, b::int_lit(0)))};
          premise.push_back(b::eq(whole.divisor, b::binary("*", y, z)));
          for (const Quotient *part : {&q, &whole, &rest})
            if (!part->towards_zero)
              premise.push_back(b::binary("<=", b::int_lit(0), part->dividend));
          out.push_back(b::implies(b::conj(std::move(premise)),
                                   b::eq(q.value, b::binary("+", b::binary("*", whole.value, z), rest.value))));
        }
  return out;
}

} // namespace lockstep::emit
