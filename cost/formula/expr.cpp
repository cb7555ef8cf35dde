// See expr.h.
#include "cost/formula/expr.h"

#include "support/budget.h"
#include "support/invariant.h"

#include <algorithm>

namespace lockstep::cost {

namespace {

constexpr std::size_t most_terms = 20'000, most_products = 20'000, longest_product = 64;

} // namespace

Integer floor_of(const Rational &r) {
  Integer out;
  mpz_fdiv_q(out.get_mpz_t(), r.get_num_mpz_t(), r.get_den_mpz_t());
  return out;
}

Rational ratio(const Integer &a, const Integer &b) {
  Rational out(a, b);
  out.canonicalize();
  return out;
}

bool ProductLess::operator()(const Product &a, const Product &b) const {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](const AtomRef &x, const AtomRef &y) { return x != y && x->key < y->key; });
}

Expr::Expr(Terms terms) {
  support::spend(1 + terms.size());
  if (!terms.empty())
    terms_ = std::make_shared<Terms>(std::move(terms));
}
Expr::Expr(const Rational &r) {
  if (r != 0)
    terms_ = std::make_shared<Terms>(Terms{{Product{}, r}});
}
Expr::Expr(AtomRef atom) : terms_(std::make_shared<Terms>(Terms{{Product{std::move(atom)}, Rational(1)}})) {}

const Terms &Expr::terms() const {
  static const Terms none;
  return terms_ ? *terms_ : none;
}

std::optional<Rational> Expr::constant() const {
  if (!terms_)
    return Rational(0);
  if (terms_->size() == 1 && terms_->begin()->first.empty())
    return terms_->begin()->second;
  return std::nullopt;
}

Rational Expr::constant_part() const {
  const auto found = terms().find(Product{});
  return found == terms().end() ? Rational(0) : found->second;
}

AtomRef Expr::single_atom() const {
  const bool one = terms().size() == 1 && terms().begin()->first.size() == 1 && terms().begin()->second == 1;
  return one ? terms().begin()->first[0] : nullptr;
}

bool Expr::operator==(const Expr &o) const {
  return terms_ == o.terms_ ||
         (terms().size() == o.terms().size() &&
          std::equal(terms().begin(), terms().end(), o.terms().begin(), [](auto &a, auto &b) {
            return a.second == b.second && !ProductLess()(a.first, b.first) && !ProductLess()(b.first, a.first);
          }));
}

Expr Expr::operator-() const {
  Terms out = terms();
  for (auto &[product, factor] : out)
    factor = -factor;
  return Expr(std::move(out));
}

Expr &Expr::operator+=(const Expr &o) {
  if (!terms_ || !o.terms_) {
    terms_ = terms_ ? terms_ : o.terms_;
    return *this;
  }
  const std::shared_ptr<Terms> added = o.terms_; // lives on if it is our own
  support::spend(added->size());
  if (terms_.use_count() > 1)
    terms_ = std::make_shared<Terms>(*terms_);
  for (const auto &[product, factor] : *added) {
    const auto [at, fresh] = terms_->try_emplace(product, factor);
    if (fresh)
      continue;
    at->second += factor;
    if (at->second == 0)
      terms_->erase(at);
  }
  if (terms_->empty())
    terms_.reset();
  if (terms_ && terms_->size() > most_terms)
    throw TooLarge{};
  return *this;
}

Expr operator+(const Expr &a, const Expr &b) {
  const bool more = a.terms().size() >= b.terms().size();
  Expr out = more ? a : b;
  return out += more ? b : a;
}

Expr operator*(const Expr &a, const Expr &b) {
  Terms out;
  if (a.terms().size() * b.terms().size() > most_products)
    throw TooLarge{};
  for (const auto &[p, f] : a.terms())
    for (const auto &[q, g] : b.terms()) {
      support::spend();
      Product both;
      if (p.size() + q.size() > longest_product)
        throw TooLarge{};
      std::merge(p.begin(), p.end(), q.begin(), q.end(), std::back_inserter(both),
                 [](const AtomRef &x, const AtomRef &y) { return x->key < y->key; });
      // A condition's square is the condition.
      both.erase(std::unique(both.begin(), both.end(),
                             [](const AtomRef &x, const AtomRef &y) {
                               return (x->kind == AtomKind::AtLeastZero || x->kind == AtomKind::IsZero) &&
                                      x->key == y->key;
                             }),
                 both.end());
      Rational &sum = out[both];
      sum += f * g;
      if (sum == 0)
        out.erase(both);
    }
  return Expr(std::move(out));
}

std::size_t characters(const Expr &e) {
  std::size_t out = 0;
  for (const auto &[product, factor] : e.terms()) {
    out += 6;
    for (const AtomRef &a : product)
      out += a->key.size() + 1;
  }
  return out;
}

// --- queries ----------------------------------------------------------------------------------------------------

bool mentions(const Atom &a, const std::string &symbol) {
  support::spend();
  if (a.kind == AtomKind::Symbol)
    return a.name == symbol;
  if (a.kind == AtomKind::Sum && a.name == symbol)
    return mentions(a.args[0], symbol);
  return std::any_of(a.args.begin(), a.args.end(), [&](const Expr &e) { return mentions(e, symbol); });
}

bool mentions(const Expr &e, const std::string &symbol) {
  for (const auto &[product, factor] : e.terms())
    for (const AtomRef &a : product)
      if (mentions(*a, symbol))
        return true;
  return false;
}

namespace {

void collect(const Expr &e, std::map<std::string, AtomRef> &out) {
  for (const auto &[product, factor] : e.terms())
    for (const AtomRef &a : product) {
      support::spend();
      if (a->kind == AtomKind::Symbol)
        out.emplace(a->name, a);
      else if (a->kind != AtomKind::Sum)
        for (const Expr &arg : a->args)
          collect(arg, out);
      else {
        std::map<std::string, AtomRef> inner;
        collect(a->args[1], inner);
        inner.erase(a->name);
        out.merge(inner);
        collect(a->args[0], out);
      }
    }
}

Expr rebuilt(const Atom &a, const std::vector<Expr> &args) {
  switch (a.kind) {
  case AtomKind::Symbol: break;
  case AtomKind::Floor: return floor_div(args[0], args[1]);
  case AtomKind::Mod: return mod(args[0], args[1]);
  case AtomKind::Min:
  case AtomKind::Max: {
    Expr out = args[0];
    for (std::size_t i = 1; i < args.size(); ++i)
      out = a.kind == AtomKind::Min ? minimum(out, args[i]) : maximum(out, args[i]);
    return out;
  }
  case AtomKind::AtLeastZero: return at_least_zero(args[0]);
  case AtomKind::IsZero: return is_zero(args[0]);
  case AtomKind::Log2: return log2(args[0]);
  case AtomKind::Table: return table(a.shape, a.values, args);
  case AtomKind::Sum: return open_sum(a.name, args[0], args[1]);
  }
  LOCKSTEP_INVARIANT(false, "a symbol has no parts");
}

} // namespace

std::map<std::string, AtomRef> symbols_of(const Expr &e) {
  std::map<std::string, AtomRef> out;
  collect(e, out);
  return out;
}

Expr substitute(const Expr &e, const std::string &symbol, const Expr &by) {
  if (!mentions(e, symbol))
    return e;
  Expr out;
  for (const auto &[product, factor] : e.terms()) {
    Expr term(factor);
    for (const AtomRef &a : product) {
      if (!mentions(*a, symbol)) {
        term = term * Expr(a);
      } else if (a->kind == AtomKind::Symbol) {
        term = term * by;
      } else {
        std::vector<Expr> args;
        for (std::size_t i = 0; i < a->args.size(); ++i) // the variable of a sum is its own
          args.push_back(a->kind == AtomKind::Sum && i == 1 && a->name == symbol ? a->args[i]
                                                                                 : substitute(a->args[i], symbol, by));
        term = term * rebuilt(*a, args);
      }
    }
    out += term;
  }
  return out;
}

std::optional<LinearIn> linear_in(const Expr &e, const std::string &symbol) {
  LinearIn out;
  for (const auto &[product, factor] : e.terms()) {
    Expr term(factor);
    unsigned times = 0;
    for (const AtomRef &a : product) {
      if (a->kind == AtomKind::Symbol && a->name == symbol)
        ++times;
      else if (mentions(*a, symbol))
        return std::nullopt;
      else
        term = term * Expr(a);
    }
    if (times > 1)
      return std::nullopt;
    (times == 1 ? out.factor : out.rest) += term;
  }
  return out;
}

bool is_whole(const Expr &e) {
  return std::all_of(e.terms().begin(), e.terms().end(), [](const auto &term) {
    return term.second.get_den() == 1 &&
           std::all_of(term.first.begin(), term.first.end(), [](const AtomRef &a) { return a->whole; });
  });
}

} // namespace lockstep::cost
