// See affine.h.
#include "cost/potentials/affine.h"

#include <algorithm>

namespace lockstep::cost {

bool is_constant(const Affine &a) {
  return std::all_of(a.factors.begin(), a.factors.end(), [](const mpz_class &f) { return f == 0; });
}

Affine plus(Affine a, const mpz_class &n) {
  a.constant += n;
  return a;
}

Affine negated(Affine a) {
  for (mpz_class &f : a.factors)
    f = -f;
  a.constant = -a.constant;
  return a;
}

void add(Forms &to, const Affine &form) {
  if (!is_constant(form) && std::find(to.begin(), to.end(), form) == to.end())
    to.push_back(form);
}

PotentialPolynomial polynomial(const Affine &a) {
  PotentialPolynomial p;
  for (std::size_t v = 0; v < a.factors.size(); ++v)
    if (a.factors[v] != 0)
      p[{v}] = a.factors[v];
  if (a.constant != 0)
    p[{}] = a.constant;
  return p;
}

PotentialPolynomial multiplied(const PotentialPolynomial &a, const PotentialPolynomial &b) {
  PotentialPolynomial out;
  for (const auto &[m, x] : a)
    for (const auto &[n, y] : b) {
      Monomial both = m;
      both.insert(both.end(), n.begin(), n.end());
      std::sort(both.begin(), both.end());
      out[both] += x * y;
    }
  return out;
}

mpz_class value_of(const Affine &a, const std::vector<mpz_class> &values) {
  mpz_class sum = a.constant;
  for (std::size_t v = 0; v < a.factors.size(); ++v)
    sum += a.factors[v] * values[v];
  return sum;
}

PotentialStep::PotentialStep(const TransitionSystem &s, const Transition &t)
    : transition(t), width(s.variables.size()) {
  width += static_cast<std::size_t>(
      std::count_if(t.update.begin(), t.update.end(), [](const auto &u) { return !u.has_value(); }));
  std::size_t fresh = s.variables.size();
  for (const auto &u : t.update) {
    Affine a = u ? *u : Affine{};
    a.factors.resize(width);
    if (!u)
      a.factors[fresh++] = 1;
    after.push_back(std::move(a));
  }
}

Affine PotentialStep::before(Affine form) const {
  form.factors.resize(width);
  return form;
}

Affine PotentialStep::behind(const Affine &form) const {
  Affine out{std::vector<mpz_class>(width), form.constant};
  for (std::size_t v = 0; v < form.factors.size(); ++v) {
    for (std::size_t w = 0; w < width; ++w)
      out.factors[w] += form.factors[v] * after[v].factors[w];
    out.constant += form.factors[v] * after[v].constant;
  }
  return out;
}

std::optional<Affine> PotentialStep::substituted(const Affine &form, std::size_t variables) const {
  Affine out = behind(form);
  for (std::size_t w = variables; w < width; ++w)
    if (out.factors[w] != 0)
      return std::nullopt;
  out.factors.resize(variables);
  return out;
}

} // namespace lockstep::cost
