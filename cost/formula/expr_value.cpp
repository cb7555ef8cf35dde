// An expression's value, with numbers for its symbols (expr.h).
#include "cost/formula/expr.h"

#include "support/invariant.h"

#include <algorithm>

namespace lockstep::cost {

namespace {

constexpr long longest_sum = 2'000'000; // rounds that are added up one by one

struct Evaluation {
  std::map<std::string, Integer> values;
  long left = longest_sum;
  std::string problem;

  std::optional<Rational> of(const Expr &e) {
    Rational out = 0;
    for (const auto &[product, factor] : e.terms()) {
      Rational term = factor;
      for (const AtomRef &a : product) {
        const auto v = of(*a);
        if (!v)
          return std::nullopt;
        term *= *v;
      }
      out += term;
    }
    return out;
  }

  std::optional<Rational> fail(std::string why) {
    if (problem.empty())
      problem = std::move(why);
    return std::nullopt;
  }

  std::optional<Rational> of(const Atom &a) {
    if (a.kind == AtomKind::Symbol) {
      const auto found = values.find(a.name);
      return found == values.end() ? fail("'" + a.name + "' has no value") : std::optional<Rational>(found->second);
    }
    if (a.kind == AtomKind::Sum)
      return sum(a);
    std::vector<Rational> args;
    for (const Expr &e : a.args) {
      const auto v = of(e);
      if (!v)
        return std::nullopt;
      args.push_back(*v);
    }
    switch (a.kind) {
    case AtomKind::Floor:
    case AtomKind::Mod: {
      if (args[1] == 0)
        return fail("a division by 0");
      const Rational whole = floor_of(args[0] / args[1]);
      return a.kind == AtomKind::Floor ? whole : Rational(args[0] - args[1] * whole);
    }
    case AtomKind::Min: return *std::min_element(args.begin(), args.end());
    case AtomKind::Max: return *std::max_element(args.begin(), args.end());
    case AtomKind::AtLeastZero: return Rational(args[0] >= 0 ? 1 : 0);
    case AtomKind::IsZero: return Rational(args[0] == 0 ? 1 : 0);
    case AtomKind::Log2: {
      const Integer n = floor_of(args[0]);
      return n < 2 ? Rational(0) : Rational(static_cast<long>(mpz_sizeinbase(n.get_mpz_t(), 2)) - 1);
    }
    case AtomKind::Table: {
      std::size_t at = 0;
      for (std::size_t d = 0; d < a.shape.size(); ++d) {
        const Integer i = floor_of(args[d]);
        const Integer last = static_cast<unsigned long>(a.shape[d] - 1);
        const Integer inside = i < 0 ? Integer(0) : i > last ? last : i;
        at = at * a.shape[d] + inside.get_ui();
      }
      return a.values[at];
    }
    case AtomKind::Symbol:
    case AtomKind::Sum: break; // above
    }
    LOCKSTEP_INVARIANT(false, "each kind of atom has a value");
  }

  std::optional<Rational> sum(const Atom &a) {
    const auto count = of(a.args[0]);
    if (!count)
      return std::nullopt;
    if (*count > left)
      return fail("a sum of more than " + std::to_string(longest_sum) + " rounds");
    const auto outer = values.find(a.name) == values.end() ? std::optional<Integer>() : std::optional(values[a.name]);
    Rational out = 0;
    for (Integer i = 0; i < *count; ++i) {
      if (--left < 0)
        return fail("a sum of more than " + std::to_string(longest_sum) + " rounds");
      values[a.name] = i;
      const auto v = of(a.args[1]);
      if (!v)
        return std::nullopt;
      out += *v;
    }
    values.erase(a.name);
    if (outer)
      values[a.name] = *outer;
    return out;
  }
};

} // namespace

Value evaluate(const Expr &e, const std::map<std::string, Integer> &values) {
  Evaluation run{values, longest_sum, {}};
  const auto found = run.of(e);
  return {found, run.problem};
}

} // namespace lockstep::cost
