// Polynomials: see polynomial.h.
#include "cfg/analysis/values/polynomial.h"

#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

constexpr std::size_t most_terms = 48;
constexpr unsigned deepest = 64;
constexpr std::size_t most_sources = 256;

class Reader {
public:
  Reader(const Ranges &ranges, const PolynomialOptions &options) : ranges_(ranges), options_(options) {}

  // None: too large, or with numbers that cannot be written.
  std::optional<Polynomial> read(const Expr &e) {
    if (depth_ >= deepest || (depth_ != 0 && options_.is_atom(e)))
      return of_atom(e);
    ++depth_;
    const Linear sum = linear_form(e, ranges_, options_.definition);
    if (!note_definitions(e))
      return std::nullopt;
    Polynomial out;
    add(out, {{}, sum.constant});
    for (const Linear::Term &t : sum.terms) {
      std::optional<Polynomial> product = read_term(t.atom);
      if (!product)
        return std::nullopt;
      for (Monomial &m : product->terms)
        add(out, {std::move(m.atoms), m.factor * t.factor});
    }
    --depth_;
    std::erase_if(out.terms, [](const Monomial &m) { return m.factor.is_exact() && m.factor == 0; });
    const bool is_exact = std::ranges::all_of(out.terms, [](const Monomial &m) { return m.factor.is_exact(); });
    return is_exact && out.terms.size() <= most_terms ? std::optional(std::move(out)) : std::nullopt;
  }

  std::vector<Expr> rests_on;

private:
  static Polynomial of_atom(const Expr &e) { return {{{{e}, 1}}, {}}; }

  std::optional<Polynomial> read_term(const Expr &atom) {
    const bool is_product = atom->op == Op::Mul && (ranges_.wrap_of(atom).signed_ok != NoWrap::MayWrap ||
                                                    support::left_out("polynomial.exact"));
    if (!is_product)
      return of_atom(atom);
    const std::optional<Polynomial> x = read(atom->args[0]), y = read(atom->args[1]);
    if (!x || !y)
      return std::nullopt;
    Polynomial out;
    for (const Monomial &m : x->terms)
      for (const Monomial &n : y->terms) {
        std::vector<Expr> atoms = m.atoms;
        atoms.insert(atoms.end(), n.atoms.begin(), n.atoms.end());
        std::ranges::stable_sort(atoms, [](const Expr &a, const Expr &b) { return hash(a) < hash(b); });
        add(out, {std::move(atoms), m.factor * n.factor});
        if (out.terms.size() > most_terms)
          return std::nullopt;
      }
    return out;
  }

  static void add(Polynomial &to, Monomial m) {
    for (Monomial &t : to.terms)
      if (same_atoms(t.atoms, m.atoms)) {
        t.factor += m.factor;
        return;
      }
    to.terms.push_back(std::move(m));
  }

  bool note_definitions(const Expr &e) {
    for (std::vector<Expr> open{e}; !open.empty();) {
      const Expr x = std::move(open.back());
      open.pop_back();
      if (std::ranges::find(rests_on, x) != rests_on.end())
        continue;
      if (rests_on.size() == most_sources)
        return false;
      rests_on.push_back(x);
      for (VarId v : variables(x))
        if (Expr d = options_.definition(v))
          open.push_back(std::move(d));
    }
    return true;
  }

  const Ranges &ranges_;
  const PolynomialOptions &options_;
  unsigned depth_ = 0;
};

} // namespace

Polynomial polynomial_form(const Expr &e, const Ranges &ranges, const PolynomialOptions &options) {
  Reader reader(ranges, options);
  std::optional<Polynomial> out = reader.read(e);
  if (!out)
    out = Polynomial{{{{e}, 1}}, {}};
  out->rests_on = std::move(reader.rests_on);
  return std::move(*out);
}

Expr as_remainder(const Expr &e, const std::function<Expr(VarId)> &definition) {
  if (e->op != Op::Sub || e->args[1]->op != Op::Mul)
    return e;
  const Expr &x = e->args[0], &product = e->args[1];
  for (std::size_t i : {0, 1}) {
    const Expr &y = product->args[1 - i];
    Expr q = product->args[i];
    if (q->op == Op::Var)
      if (Expr d = definition(q->var))
        q = std::move(d);
    if ((q->op == Op::SDiv || q->op == Op::UDiv) && equal(q->args[0], x) && equal(q->args[1], y))
      return binary(q->op == Op::SDiv ? Op::SRem : Op::URem, x, y);
  }
  return e;
}

bool same_atoms(const std::vector<Expr> &a, const std::vector<Expr> &b) {
  return a.size() == b.size() && without(a, b);
}

std::optional<std::vector<Expr>> without(std::vector<Expr> atoms, const std::vector<Expr> &part) {
  for (const Expr &p : part) {
    const auto it = std::ranges::find_if(atoms, [&](const Expr &x) { return equal(x, p); });
    if (it == atoms.end())
      return std::nullopt;
    atoms.erase(it);
  }
  return atoms;
}

} // namespace lockstep::cfg
