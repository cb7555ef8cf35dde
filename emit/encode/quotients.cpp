// Lemmas about quotients and remainders by unknowns, of which solvers know little. Each is a theorem of integer
// arithmetic about division as `divide` encodes it: towards zero, or Euclid's where the dividend is not negative.
#include "cfg/ir/rewrite.h"
#include "emit/encode/encode.h"
#include "emit/encode/terms.h"

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

// The factors of `whole` that are not those of `part`; none if these are not all among them.
std::optional<std::vector<cfg::Expr>> cofactors(const cfg::Expr &whole, const cfg::Expr &part,
                                                const std::map<cfg::VarId, cfg::Expr> &definitions) {
  std::vector<cfg::Expr> out, taken;
  factors(whole, definitions, out);
  factors(part, definitions, taken);
  for (const cfg::Expr &p : taken) {
    const auto it = std::find_if(out.begin(), out.end(), [&](const cfg::Expr &w) { return cfg::equal(w, p); });
    if (it == out.end())
      return std::nullopt;
    out.erase(it);
  }
  return out;
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
  return out;
}

} // namespace

// What a quotient and a remainder are at most, and their signs.
std::vector<b::Expr> Encoder::quotient_bounds() const {
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
    out.push_back(b::implies(negative, b::conj({b::binary("<", v, b::unary("-", y)),
                                                b::binary("<", farthest, b::unary("-", y))})));
  }
  return out;
}

// (a % (y * z)) / y is less than z, but for signs.
std::vector<b::Expr> Encoder::quotients_of_rests() {
  std::vector<b::Expr> out;
  // Is it written with parameters, or with variables that have been read already?
  const auto is_at_hand = [&](const cfg::Expr &e, const cfg::Expr &read) {
    const std::vector<cfg::VarId> vars = cfg::variables(e), known = cfg::variables(read);
    return std::all_of(vars.begin(), vars.end(), [&](cfg::VarId v) {
      return k_.vars[v].param || std::find(known.begin(), known.end(), v) != known.end();
    });
  };
  const std::vector<Quotient> all = quotients_; // `integer` adds to them
  for (const Quotient &q : all)
    for (const Quotient &r : all) {
      if (!is_quotient(q.e->op) || r.e->op != rest_of(q.e->op) || q.thread != r.thread || !is_result(r, q.e->args[0]))
        continue;
      const auto whole = cofactors(r.e->args[1], q.e->args[1], definitions());
      if (!whole || whole->empty())
        continue;
      b::Expr z;
      for (const cfg::Expr &w : *whole) {
        if (!encodable(w) || reps_.is_bv(w) || !is_at_hand(w, r.e->args[1])) {
          z = nullptr;
          break;
        }
        b::Expr next = integer(w, q.e->op == Op::SDiv ? Sign::Signed : Sign::Unsigned, q.thread);
        z = z ? b::binary("*", z, std::move(next)) : std::move(next);
      }
      if (!z)
        continue;
      const b::Expr zero = b::int_lit(0), far = b::unary("-", q.value), minus = b::unary("-", z);
      std::vector<b::Expr> premise{b::eq(q.dividend, r.value), b::not_(b::eq(q.divisor, zero)),
                                   b::not_(b::eq(z, zero))};
      premise.push_back(b::eq(r.divisor, b::binary("*", q.divisor, z)));
      for (const Quotient *of : {&q, &r})
        if (!of->towards_zero)
          premise.push_back(b::binary("<=", zero, of->dividend));
      out.push_back(b::implies(b::conj(std::move(premise)),
                               b::conj({b::disj({b::binary("<", q.value, z), b::binary("<", q.value, minus)}),
                                        b::disj({b::binary("<", far, z), b::binary("<", far, minus)})})));
    }
  return out;
}

const std::map<cfg::VarId, cfg::Expr> &Encoder::definitions() {
  if (!definitions_)
    definitions_ = only_definitions(k_);
  return *definitions_;
}

// Does the expression name the quotient's value? A guess: that it equals it is part of what is said.
bool Encoder::is_result(const Quotient &q, const cfg::Expr &e) {
  if (cfg::equal(q.e, e))
    return true;
  const auto it = e->op == Op::Var ? definitions().find(e->var) : definitions().end();
  return it != definitions().end() && cfg::equal(it->second, q.e);
}

std::vector<b::Expr> Encoder::quotient_lemmas() {
  std::vector<b::Expr> out = nested_quotients();
  for (auto more : {quotient_bounds(), quotients_of_rests()})
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
bool Encoder::are_parts(const Quotient &quotient, const Quotient &rest) {
  if (!is_quotient(quotient.e->op) || rest.e->op != rest_of(quotient.e->op) || quotient.thread != rest.thread ||
      quotient.towards_zero != rest.towards_zero || !cfg::equal(quotient.e->args[0], rest.e->args[0]))
    return false;
  const auto left = cofactors(quotient.e->args[1], rest.e->args[1], definitions());
  return left && left->empty() && cofactors(rest.e->args[1], quotient.e->args[1], definitions());
}

std::vector<b::Expr> Encoder::nested_quotients() {
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
            is_result(q, rest.e->args[0]) && !cfg::equal(q.e->args[1], whole.e->args[1])) {
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
