// Lemmas about quotients and remainders by unknowns, of which solvers know little. Each is a theorem of integer
// arithmetic about division as Integers::divide encodes it: towards zero, or Euclid's where the dividend is not
// negative.
#include "cfg/analysis/values/polynomial.h"
#include "cfg/ir/rewrite.h"
#include "emit/terms/arithmetic.h"
#include "emit/terms/lemmas.h"

#include "support/sound.h"

#include <algorithm>
#include <optional>

namespace lockstep::emit {

namespace b = boogie;
using cfg::Op;

namespace {

bool is_quotient(Op op) { return op == Op::SDiv || op == Op::UDiv; }
Op rest_of(Op quotient) { return quotient == Op::SDiv ? Op::SRem : Op::URem; }

// The numbers that the expression is a product of, as its definitions in the kernel have it: a guess at what to say,
// whose truth is part of what is said.
void factors(const cfg::Expr &e, const std::map<cfg::VarId, cfg::Expr> &definitions, std::vector<cfg::Expr> &out,
             unsigned depth = 0) {
  if (e->op == Op::Mul && depth < 16) {
    factors(e->args[0], definitions, out, depth + 1);
    return factors(e->args[1], definitions, out, depth + 1);
  }
  if ((e->op == Op::Sext || e->op == Op::Zext) && depth < 16)
    return factors(e->args[0], definitions, out, depth + 1);
  const auto it = e->op == Op::Var ? definitions.find(e->var) : definitions.end();
  if (it != definitions.end() && depth < 16)
    if (it->second->op == Op::Mul || it->second->op == Op::Sext || it->second->op == Op::Zext)
      return factors(it->second, definitions, out, depth + 1);
  out.push_back(e);
}

// Those of `whole` that are not factors of `part`; none if these are not all among them.
std::optional<std::vector<cfg::Expr>> cofactors(std::vector<cfg::Expr> whole, const cfg::Expr &part,
                                                const std::map<cfg::VarId, cfg::Expr> &definitions) {
  std::vector<cfg::Expr> taken;
  factors(part, definitions, taken);
  for (const cfg::Expr &p : taken) {
    const auto it = std::find_if(whole.begin(), whole.end(), [&](const cfg::Expr &w) { return cfg::equal(w, p); });
    if (it == whole.end())
      return std::nullopt;
    whole.erase(it);
  }
  return whole;
}

// Are the two products of the same factors?
bool is_product_of(const cfg::Expr &whole, const std::vector<cfg::Expr> &parts,
                   const std::map<cfg::VarId, cfg::Expr> &definitions) {
  std::vector<cfg::Expr> left;
  factors(whole, definitions, left);
  for (const cfg::Expr &p : parts) {
    auto rest = cofactors(std::move(left), p, definitions);
    if (!rest)
      return false;
    left = std::move(*rest);
  }
  return left.empty();
}

bool is_group(const cfg::Expr &e) {
  return e && (e->op == Op::GroupId || ((e->op == Op::Zext || e->op == Op::Sext) && is_group(e->args[0])));
}

std::map<cfg::VarId, cfg::Expr> only_definitions(const cfg::Kernel &k) {
  std::map<cfg::VarId, cfg::Expr> out;
  std::set<cfg::VarId> several;
  for (const cfg::Block &block : k.blocks)
    for (const cfg::Stmt &s : block.stmts)
      if (const auto *assign = std::get_if<cfg::Assign>(&s.node))
        if (!out.emplace(assign->var, assign->value).second)
          several.insert(assign->var);
  for (cfg::VarId v : several)
    out.erase(v);
  const auto known = [&](cfg::VarId v) {
    const auto it = out.find(v);
    return it == out.end() ? nullptr : it->second;
  };
  for (auto &[v, e] : out)
    e = cfg::as_remainder(e, known);
  return out;
}

} // namespace

// What a quotient and a remainder are at most, and their signs.
std::vector<b::Expr> Lemmas::quotient_bounds() const {
  std::vector<b::Expr> out;
  const b::Expr zero = b::int_lit(0);
  for (const Quotient &q : quotients_) {
    const b::Expr &x = q.dividend, &y = q.divisor, &v = q.value;
    const auto at_most = [](const b::Expr &lo, const b::Expr &e, const b::Expr &hi) {
      return b::conj({b::binary("<=", lo, e), b::binary("<=", e, hi)});
    };
    const b::Expr up = b::binary("<=", zero, x), down = b::binary("<=", x, zero), minus = b::unary("-", x);
    const b::Expr positive = b::binary("<", zero, y), negative = b::binary("<", y, zero);
    if (is_quotient(q.e->op)) {
      out.push_back(b::implies(b::conj({up, positive}), at_most(zero, v, x)));
      out.push_back(b::implies(b::conj({up, negative}), at_most(minus, v, zero)));
      if (q.towards_zero) {
        out.push_back(b::implies(b::conj({down, positive}), at_most(x, v, zero)));
        out.push_back(b::implies(b::conj({down, negative}), at_most(zero, v, minus)));
      }
      continue;
    }
    const b::Expr divided = b::not_(b::eq(y, zero));
    out.push_back(b::implies(b::conj({up, divided}), at_most(zero, v, x)));
    if (q.towards_zero)
      out.push_back(b::implies(b::conj({down, divided}), at_most(x, v, zero)));
    const b::Expr farthest = b::unary("-", v);
    out.push_back(b::implies(positive, b::conj({b::binary("<", v, y), b::binary("<", farthest, y)})));
    out.push_back(b::implies(
        negative, b::conj({b::binary("<", v, b::unary("-", y)), b::binary("<", farthest, b::unary("-", y))})));
  }
  return out;
}

// The product of the factors, if it can be written with parameters, or with variables that `read` reads already.
// Null if it cannot: what a definition speaks of need not be declared where only the variable is read.
b::Expr Lemmas::product_of(const std::vector<cfg::Expr> &factors, const cfg::Expr &read, Sign sign, Thread t) {
  std::set<cfg::VarId> known;
  if (read)
    for (cfg::VarId v : cfg::variables(read))
      known.insert(v);
  b::Expr out;
  for (const cfg::Expr &f : factors) {
    const std::vector<cfg::VarId> vars = cfg::variables(f);
    if (!reps_.consistent(f) || reps_.is_bv(f) ||
        !std::all_of(vars.begin(), vars.end(), [&](cfg::VarId v) { return k_.vars[v].param || known.count(v) != 0; }))
      return nullptr;
    b::Expr next = of_.integer(f, sign, t);
    out = out ? b::binary("*", out, std::move(next)) : std::move(next);
  }
  return out;
}

// a / y is less than z, but for signs, where a is less than y * z: a remainder, what has been compared with a product
// of sizes, a quotient of which the same has been said.
std::vector<b::Expr> Lemmas::quotients_below() {
  struct Bound { // a number that dividends may be less than
    std::vector<cfg::Expr> factors;
    b::Expr value;
    cfg::Expr read; // the kernel's expression that was encoded; null: parameters and launch sizes only
  };
  std::vector<b::Expr> out;
  const std::vector<Quotient> all = quotients_; // `integer` adds to them
  const b::Expr zero = b::int_lit(0);
  const auto is_below = [](const b::Expr &x, const b::Expr &z) { // |x| < |z|
    const b::Expr far = b::unary("-", x), minus = b::unary("-", z);
    return b::conj({b::disj({b::binary("<", x, z), b::binary("<", x, minus)}),
                    b::disj({b::binary("<", far, z), b::binary("<", far, minus)})});
  };
  const auto say = [&](const Quotient &q, std::vector<b::Expr> premise, const b::Expr &z) {
    premise.push_back(b::not_(b::eq(q.divisor, zero)));
    if (!q.towards_zero)
      premise.push_back(b::binary("<=", zero, q.dividend));
    out.push_back(b::implies(b::conj(std::move(premise)), is_below(q.value, z)));
  };
  std::vector<Bound> sizes; // products of parameters and launch sizes
  std::set<std::string> seen;
  for (const Product &p : products_)
    if (p.factor[0] && p.factor[1] && sizes.size() < 8 && seen.insert(b::print(p.product)).second) {
      Bound b{{}, p.product, nullptr};
      for (const cfg::Expr &f : p.factor)
        factors(f, definitions(), b.factors);
      if (std::all_of(b.factors.begin(), b.factors.end(), [&](const cfg::Expr &f) {
            return f->op == Op::Var ? k_.vars[f->var].param
                                    : cfg::is_const(f) || f->op == Op::LocalSize || f->op == Op::NumGroups;
          }))
        sizes.push_back(std::move(b));
    }
  std::vector<std::vector<Bound>> known(all.size()); // of each quotient's value
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Quotient &q = all[i];
    if (!is_quotient(q.e->op))
      continue;
    const Sign sign = q.e->op == Op::SDiv ? Sign::Signed : Sign::Unsigned;
    std::vector<Bound> bounds = sizes;
    for (std::size_t j = 0; j < all.size(); ++j) {
      const Quotient &r = all[j];
      if (q.thread != r.thread)
        continue;
      if (is_result(r, q.e->args[0])) {
        if (r.e->op == rest_of(q.e->op)) {
          Bound b{{}, r.divisor, r.e->args[1]};
          factors(r.e->args[1], definitions(), b.factors);
          bounds.push_back(std::move(b));
        } else if (r.e->op == q.e->op) {
          bounds.insert(bounds.end(), known[j].begin(), known[j].end());
        }
      } else if (r.e->op == q.e->op && is_result(r, q.e->args[1])) { // y is itself a quotient, m / z, without a rest
        for (const Quotient &none : all)
          if (are_parts(r, none))
            say(q,
                {equal_terms(r.value, q.divisor), equal_terms(r.divisor, none.divisor), b::eq(none.value, zero),
                 b::not_(b::eq(r.divisor, zero)), is_below(q.dividend, r.dividend)},
                r.divisor);
      }
    }
    for (const Bound &whole : bounds)
      if (auto rest = cofactors(whole.factors, q.e->args[1], definitions()); rest && !rest->empty())
        if (const b::Expr z = product_of(*rest, whole.read, sign, q.thread)) {
          say(q, {is_below(q.dividend, whole.value), b::eq(whole.value, b::binary("*", q.divisor, z))}, z);
          known[i].push_back({std::move(*rest), z, whole.read});
        }
  }
  return out;
}

const std::map<cfg::VarId, cfg::Expr> &Lemmas::definitions() {
  if (!definitions_)
    definitions_ = only_definitions(k_);
  return *definitions_;
}

// Does the expression name the quotient's value? A guess: that it equals it is part of what is said.
bool Lemmas::is_result(const Quotient &q, const cfg::Expr &e) {
  if (cfg::equal(q.e, e))
    return true;
  const auto it = e->op == Op::Var ? definitions().find(e->var) : definitions().end();
  return it != definitions().end() && cfg::equal(it->second, q.e);
}

// x / y * y and x % y make x: where the product is the kernel's own, and the remainder perhaps is not.
std::vector<b::Expr> Lemmas::products_of_quotients() {
  std::vector<b::Expr> out;
  const std::vector<Product> products = products_;
  for (const Product &p : products)
    for (std::size_t i : {0, 1}) {
      const std::vector<Quotient> all = quotients_; // `integer` adds to them
      for (const Quotient &q : all) {
        const cfg::Expr &of = p.factor[i], &by = p.factor[1 - i];
        if (!of || !by || !is_quotient(q.e->op) || q.thread != p.thread || !is_result(q, of) ||
            !is_product_of(by, {q.e->args[1]}, definitions()))
          continue;
        const cfg::Expr rest = cfg::binary(rest_of(q.e->op), q.e->args[0], q.e->args[1]);
        of_.integer(rest, q.e->op == Op::SDiv ? Sign::Signed : Sign::Unsigned, q.thread);
        for (const Quotient &r : quotients_)
          if (are_parts(q, r) && cfg::equal(r.e, rest))
            out.push_back(
                b::implies(b::conj({equal_terms(p.operand[i], q.value), equal_terms(p.operand[1 - i], q.divisor),
                                    b::not_(b::eq(q.divisor, b::int_lit(0)))}),
                           b::eq(b::binary("+", p.product, r.value), q.dividend)));
      }
    }
  return out;
}

// x * y lies in a's part number x of d, for x < a / d and d = y * c with a number c: c * (x * y + y) <= a. Since x < a
// / d and 0 <= x, the quotient is positive, and with d so is a; then (x + 1) * d <= a / d * d <= a. True of any x; said
// of the groups of a launch, of which there are often a / d.
std::vector<b::Expr> Lemmas::products_below_quotients() {
  std::vector<b::Expr> out;
  const b::Expr zero = b::int_lit(0);
  for (const Product &p : products_)
    for (const std::size_t i : {0, 1})
      for (const Quotient &q : quotients_) {
        if (!p.factor[i] || !is_group(p.factor[1 - i]) || !is_quotient(q.e->op) || q.thread != p.thread)
          continue;
        std::vector<cfg::Expr> of_divisor;
        factors(q.e->args[1], definitions(), of_divisor);
        const auto rest = cofactors(std::move(of_divisor), p.factor[i], definitions());
        if (!rest || rest->size() > 1 || (rest->size() == 1 && !cfg::is_const(rest->front())))
          continue;
        const b::Expr &x = p.operand[1 - i], &y = p.operand[i];
        const b::Expr c = b::int_lit(rest->empty() ? 1 : cfg::signed_value(*rest->front()));
        std::vector<b::Expr> premise{b::binary("<=", zero, x), b::binary("<", zero, q.divisor),
                                     b::eq(q.divisor, b::binary("*", c, y))};
        if (!support::left_out("encode.groups"))
          premise.push_back(b::binary("<", x, q.value));
        out.push_back(b::implies(b::conj(std::move(premise)),
                                 b::binary("<=", b::binary("*", c, b::binary("+", p.product, y)), q.dividend)));
      }
  return out;
}

std::vector<b::Expr> Lemmas::of_quotients() {
  std::vector<b::Expr> out = products_of_quotients();
  for (b::Expr &lemma : products_below_quotients())
    out.push_back(std::move(lemma));
  for (b::Expr &lemma : nested_quotients())
    out.push_back(std::move(lemma));
  for (auto more : {quotient_bounds(), quotients_below()})
    out.insert(out.end(), more.begin(), more.end());
  // A number is what its quotient and remainder make of it: two with the same are the same.
  std::vector<std::pair<const Quotient *, const Quotient *>> parts;
  for (const Quotient &q : quotients_)
    for (const Quotient &r : quotients_)
      if (are_parts(q, r))
        parts.emplace_back(&q, &r);
  for (const auto &[q1, r1] : parts)
    for (const auto &[q2, r2] : parts)
      if (q1->thread == Thread::First && q2->thread == Thread::Second && cfg::equal(q1->e, q2->e) &&
          q1->towards_zero == q2->towards_zero) {
        std::vector<b::Expr> premise{equal_terms(q1->divisor, q2->divisor), b::not_(b::eq(q1->divisor, b::int_lit(0))),
                                     equal_terms(q1->divisor, r1->divisor), equal_terms(q2->divisor, r2->divisor),
                                     b::eq(q1->value, q2->value)};
        if (!support::left_out("encode.parts"))
          premise.push_back(b::eq(r1->value, r2->value));
        out.push_back(b::implies(b::conj(std::move(premise)), b::eq(q1->dividend, q2->dividend)));
      }
  return out;
}

// Are they the quotient and the remainder of one dividend by one thread, rounded alike? That the divisors are equal,
// too, is part of what is said.
bool Lemmas::are_parts(const Quotient &quotient, const Quotient &rest) {
  if (!is_quotient(quotient.e->op) || rest.e->op != rest_of(quotient.e->op) || quotient.thread != rest.thread ||
      quotient.towards_zero != rest.towards_zero || !cfg::equal(quotient.e->args[0], rest.e->args[0]))
    return false;
  return is_product_of(quotient.e->args[1], {rest.e->args[1]}, definitions());
}

std::vector<b::Expr> Lemmas::nested_quotients() {
  const auto number_of_factors = [&](const Quotient &q) { // of the divisor; which they are, is part of what is said
    std::vector<cfg::Expr> out;
    factors(q.e->args[1], definitions(), out);
    return out.size();
  };
  struct Nested {
    const Quotient *q, *whole, *rest; // x / y, x / (y * z), (x / y) % z
    std::vector<b::Expr> premise;
  };
  std::vector<Nested> all;
  for (const Quotient &q : quotients_)
    for (const Quotient &whole : quotients_)
      for (const Quotient &rest : quotients_)
        if (is_quotient(q.e->op) && whole.e->op == q.e->op && rest.e->op == rest_of(q.e->op) &&
            q.thread == whole.thread && q.thread == rest.thread && cfg::equal(q.e->args[0], whole.e->args[0]) &&
            is_result(q, rest.e->args[0]) &&
            number_of_factors(whole) == number_of_factors(q) + number_of_factors(rest)) {
          const b::Expr &y = q.divisor, &z = rest.divisor;
          std::vector<b::Expr> premise{b::not_(b::eq(y, b::int_lit(0))), b::not_(b::eq(z, b::int_lit(0)))};
          premise.push_back(equal_terms(rest.dividend, q.value));
          premise.push_back(b::eq(whole.divisor, b::binary("*", y, z)));
          for (const Quotient *part : {&q, &whole, &rest})
            if (!part->towards_zero)
              premise.push_back(b::binary("<=", b::int_lit(0), part->dividend));
          all.push_back({&q, &whole, &rest, std::move(premise)});
        }
  std::vector<b::Expr> out;
  for (const Nested &n : all)
    out.push_back(
        b::implies(b::conj(n.premise),
                   b::eq(n.q->value, b::binary("+", b::binary("*", n.whole->value, n.rest->divisor), n.rest->value))));
  for (const Nested &n : all)
    for (const Nested &m : all)
      if (n.q->thread == Thread::First && m.q->thread == Thread::Second && cfg::equal(n.q->e, m.q->e) &&
          cfg::equal(n.whole->e, m.whole->e) && cfg::equal(n.rest->e, m.rest->e)) {
        std::vector<b::Expr> premise = n.premise;
        premise.insert(premise.end(), m.premise.begin(), m.premise.end());
        premise.push_back(equal_terms(n.rest->divisor, m.rest->divisor));
        premise.push_back(b::eq(n.whole->value, m.whole->value));
        premise.push_back(b::eq(n.rest->value, m.rest->value));
        out.push_back(b::implies(b::conj(std::move(premise)), b::eq(n.q->value, m.q->value)));
      }
  return out;
}

} // namespace lockstep::emit
