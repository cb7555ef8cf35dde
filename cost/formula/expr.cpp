// See expr.h.
#include "cost/formula/expr.h"

#include "support/budget.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

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

namespace {
// What the atom says of itself, since expressions share their parts: a walk down would see each as often as it is used.
bool whole_atom(const Atom &a) {
  switch (a.kind) {
  case AtomKind::Table:
    return std::all_of(a.values.begin(), a.values.end(), [](const Rational &v) { return v.get_den() == 1; });
  case AtomKind::Mod:
  case AtomKind::Min:
  case AtomKind::Max:
  case AtomKind::Sum: return std::all_of(a.args.begin(), a.args.end(), is_whole);
  case AtomKind::Symbol:
  case AtomKind::Floor:
  case AtomKind::AtLeastZero:
  case AtomKind::IsZero:
  case AtomKind::Log2: return true;
  }
  LOCKSTEP_INVARIANT(false, "each kind of atom is whole or not");
}
} // namespace

namespace {

struct Span { // empty: no bound
  std::optional<Rational> lo, hi;
};

Span bounds(const Expr &e);

Span bounds(const Atom &a) {
  switch (a.kind) {
  case AtomKind::Symbol: {
    Span out;
    if (a.lo)
      out.lo = *a.lo;
    if (a.hi)
      out.hi = *a.hi;
    if (a.below)
      if (const auto top = bounds(*a.below).hi)
        out.hi = out.hi ? std::min<Rational>(*out.hi, *top - 1) : *top - 1;
    return out;
  }
  case AtomKind::Floor: {
    const Span n = bounds(a.args[0]), d = bounds(a.args[1]);
    Span out;
    if (!d.lo || *d.lo <= 0)
      return out;
    if (n.lo && (*n.lo >= 0 ? true : d.lo.has_value()))
      out.lo =
          *n.lo >= 0 ? (d.hi ? Rational(floor_of(*n.lo / *d.hi)) : Rational(0)) : Rational(floor_of(*n.lo / *d.lo));
    if (n.hi)
      out.hi = *n.hi >= 0 ? Rational(floor_of(*n.hi / *d.lo)) : Rational(-1);
    if (n.hi && *n.hi < 0 && d.hi)
      out.hi = Rational(floor_of(*n.hi / *d.hi));
    return out;
  }
  case AtomKind::Mod: {
    const Span d = bounds(a.args[1]);
    if (!d.lo || *d.lo <= 0)
      return {};
    Span out{Rational(0), {}};
    if (d.hi)
      out.hi = is_whole(a.args[0]) && is_whole(a.args[1]) ? Rational(*d.hi - 1) : *d.hi;
    return out;
  }
  case AtomKind::Min:
  case AtomKind::Max: {
    Span out = bounds(a.args[0]);
    const bool least_of = a.kind == AtomKind::Min;
    for (std::size_t i = 1; i < a.args.size(); ++i) {
      const Span s = bounds(a.args[i]);
      // One end needs all parts' bounds, the other any part's.
      auto &all = least_of ? out.lo : out.hi;
      auto &any = least_of ? out.hi : out.lo;
      const auto &all_s = least_of ? s.lo : s.hi;
      const auto &any_s = least_of ? s.hi : s.lo;
      const auto pick = [&](const Rational &x, const Rational &y) {
        return least_of ? std::min(x, y) : std::max(x, y);
      };
      all = all && all_s ? std::optional(pick(*all, *all_s)) : std::nullopt;
      any = any && any_s ? std::optional(pick(*any, *any_s)) : any ? any : any_s;
    }
    return out;
  }
  case AtomKind::AtLeastZero:
  case AtomKind::IsZero: return {Rational(0), Rational(1)};
  case AtomKind::Log2: {
    Span out{Rational(0), {}};
    if (const auto top = bounds(a.args[0]).hi)
      out.hi = *top < 1 ? Rational(0) : Rational(static_cast<long>(mpz_sizeinbase(floor_of(*top).get_mpz_t(), 2)) - 1);
    return out;
  }
  case AtomKind::Table: {
    const auto [lo, hi] = std::minmax_element(a.values.begin(), a.values.end());
    return {*lo, *hi};
  }
  case AtomKind::Sum: {
    const Span n = bounds(a.args[0]), each = bounds(a.args[1]);
    Span out;
    if (each.lo && *each.lo >= 0)
      out.lo = Rational(0);
    if (each.hi && *each.hi <= 0)
      out.hi = Rational(0);
    else if (each.hi && n.hi)
      out.hi = *each.hi * std::max<Rational>(0, *n.hi);
    return out;
  }
  }
  return {};
}

Span times(const Span &a, const Span &b) {
  if (a.lo && *a.lo >= 0 && b.lo && *b.lo >= 0)
    return {*a.lo * *b.lo, a.hi && b.hi ? std::optional<Rational>(*a.hi * *b.hi) : std::nullopt};
  if (!a.lo || !a.hi || !b.lo || !b.hi)
    return {};
  const std::vector<Rational> all{*a.lo * *b.lo, *a.lo * *b.hi, *a.hi * *b.lo, *a.hi * *b.hi};
  return {*std::min_element(all.begin(), all.end()), *std::max_element(all.begin(), all.end())};
}

Span bounds(const Expr &e) {
  Span out{Rational(0), Rational(0)};
  for (const auto &[product, factor] : e.terms()) {
    Span term{Rational(1), Rational(1)};
    for (const AtomRef &a : product)
      term = times(term, {a->least, a->most});
    if (factor < 0)
      std::swap(term.lo, term.hi);
    out.lo = out.lo && term.lo ? std::optional<Rational>(*out.lo + factor * *term.lo) : std::nullopt;
    out.hi = out.hi && term.hi ? std::optional<Rational>(*out.hi + factor * *term.hi) : std::nullopt;
  }
  return out;
}

// Counters are below what they count to: replacing one by its largest value, where the expression falls with it, gives
// something smaller; so does replacing a symbol by its least value where the expression rises with it. At most a few in
// a row.
std::optional<Rational> bound(const Expr &e, bool lower, unsigned depth) {
  if (const auto number = e.constant())
    return number;
  const Span plain = bounds(e);
  std::optional<Rational> out = lower ? plain.lo : plain.hi;
  if (depth > 3)
    return out;
  const auto better = [&](const std::optional<Rational> &found) {
    if (found && (!out || (lower ? *found > *out : *found < *out)))
      out = found;
  };
  const bool products =
      std::any_of(e.terms().begin(), e.terms().end(), [](const auto &t) { return t.first.size() > 1; });
  for (const auto &[name, atom] : symbols_of(e)) {
    if (!atom->below && !(products && atom->lo))
      continue;
    const auto in = linear_in(e, name);
    if (!in)
      continue;
    const Span factor = bounds(in->factor);
    const bool falls = lower ? factor.hi && *factor.hi <= 0 : factor.lo && *factor.lo >= 0;
    const bool rises = lower ? factor.lo && *factor.lo >= 0 : factor.hi && *factor.hi <= 0;
    if (products && atom->lo && !in->factor.constant() && (rises || support::left_out("expr.rises")))
      better(bound(in->rest + in->factor * *atom->lo, lower, depth + 1));
    if (!atom->below || (!falls && !support::left_out("expr.falls")))
      continue;
    const auto found = bound(in->rest + in->factor * (*atom->below - 1), lower, depth + 1);
    better(found);
  }
  // floor(a/c) is (a - r)/c with a remainder r from 0 to c - 1, where this cancels something.
  for (const auto &[product, factor] : e.terms()) {
    const bool floor = product.size() == 1 && product[0]->kind == AtomKind::Floor;
    const auto c = floor ? product[0]->args[1].constant() : std::nullopt;
    if (!c || *c <= 1 || c->get_den() != 1 || !is_whole(product[0]->args[0]))
      continue;
    const Expr rest = e - Expr(product[0]) * Expr(factor) + product[0]->args[0] * Expr(Rational(factor / *c));
    if (rest.terms().size() >= e.terms().size())
      continue;
    if (auto found = bound(rest, lower, depth + 1)) {
      if (lower == (factor > 0))
        *found -= Rational(factor * (*c - 1) / *c);
      better(found);
    }
  }
  return out;
}

} // namespace

void bound(Atom &a) {
  a.whole = whole_atom(a);
  Span found = bounds(a);
  a.least = std::move(found.lo);
  a.most = std::move(found.hi);
}

std::optional<Rational> least(const Expr &e) { return bound(e, true, 0); }
std::optional<Rational> most(const Expr &e) { return bound(e, false, 0); }

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
    default: break;
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
