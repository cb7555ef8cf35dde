// Lemmas about products of unknowns, of which solvers know little: see lemmas.h. Those about quotients: quotients.cpp.
#include "emit/terms/lemmas.h"
#include "emit/terms/arithmetic.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit {

namespace b = boogie;
using cfg::Op;

void Lemmas::note(Quotient q) {
  static constexpr std::size_t most = 24; // help, not meaning
  const bool known = std::any_of(quotients_.begin(), quotients_.end(), [&](const Quotient &other) {
    return other.thread == q.thread && cfg::equal(other.e, q.e) && b::print(other.value) == b::print(q.value);
  });
  if (!known && quotients_.size() < most)
    quotients_.push_back(std::move(q));
}

std::vector<b::Expr> Lemmas::all() {
  std::vector<b::Expr> out;
  std::size_t most = 64; // help, not meaning: leaving some out is harmless
  std::set<std::string> seen;
  const auto say = [&](b::Expr lemma) {
    if (out.size() < most && seen.insert(b::print(lemma)).second)
      out.push_back(std::move(lemma));
  };
  auto ordered = [&](const b::Expr &x, const b::Expr &y, const b::Expr &p, const b::Expr &x2, const b::Expr &y2,
                     const b::Expr &p2) {
    if (b::print(x) == b::print(x2))
      return; // nothing is less than itself
    say(b::implies(b::conj({equal_terms(y, y2),
                            support::left_out("encode.products") ? b::bool_lit(true) : b::binary("<", b::int_lit(0), y),
                            b::binary("<", x, x2)}),
                   b::binary("<=", b::binary("+", p, y), p2)));
    if (!quotients_.empty())
      say(b::implies(b::conj({equal_terms(y, y2), b::binary("<", y, b::int_lit(0)), b::binary("<", x, x2)}),
                     b::binary("<=", p2, b::binary("+", p, y))));
  };
  for (b::Expr &lemma : of_quotients())
    if (seen.insert(b::print(lemma)).second)
      out.push_back(std::move(lemma));
  most += out.size();
  if (!quotients_.empty())
    for (const Product &p : products_) {
      const b::Expr zero = b::int_lit(0), &x = p.operand[0], &y = p.operand[1];
      say(b::implies(b::conj({b::binary("<=", zero, x), b::binary("<=", zero, y)}), b::binary("<=", zero, p.product)));
    }
  // Those of launch sizes first: by them threads have different ids.
  std::vector<Product> products = products_;
  std::stable_partition(products.begin(), products.end(), [](const Product &p) {
    return std::any_of(std::begin(p.factor), std::end(p.factor),
                       [](const cfg::Expr &f) { return f && (f->op == Op::LocalSize || f->op == Op::NumGroups); });
  });
  for (const Product &p : products)
    for (const Product &q : products)
      if (p.thread == Thread::First && q.thread == Thread::Second)
        for (int i : {0, 1})
          for (int j : {0, 1})
            if (p.factor[i] && q.factor[j] && cfg::equal(p.factor[i], q.factor[j])) {
              const b::Expr &x = p.operand[1 - i], &x2 = q.operand[1 - j];
              ordered(x, p.operand[i], p.product, x2, q.operand[j], q.product);
              ordered(x2, q.operand[j], q.product, x, p.operand[i], p.product);
              b::Expr same = b::implies(b::conj({equal_terms(x, x2), equal_terms(p.operand[i], q.operand[j])}),
                                        equal_terms(p.product, q.product));
              if (!b::is_true(same))
                say(std::move(same));
            }
  return out;
}

} // namespace lockstep::emit
