// See splits.h.
#include "cost/certificate/splits.h"

#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace lockstep::cost::certificate {

namespace {

constexpr std::size_t most_question_parts = 4'000, longest_table = 80;
constexpr long largest_period = 64;

void each_atom(const Expr &e, const std::function<void(const Atom &)> &visit) {
  for (const auto &[product, factor] : e.terms())
    for (const AtomRef &a : product) {
      visit(*a);
      for (const Expr &arg : a->args)
        each_atom(arg, visit);
    }
}

// With which period the quotients and remainders in e repeat as x runs, as far as that is seen at a glance.
long period(const Expr &e, const std::string &x) {
  Integer out = 1;
  each_atom(e, [&](const Atom &a) {
    const auto d = a.kind == AtomKind::Floor || a.kind == AtomKind::Mod ? a.args[1].constant() : std::nullopt;
    if (!d || d->get_den() != 1 || *d <= 1 || out > largest_period || !mentions(a.args[0], x))
      return;
    const std::function<void(const Expr &)> factors = [&](const Expr &arg) {
      for (const auto &[product, factor] : arg.terms())
        for (const AtomRef &inner : product) {
          if (inner->kind == AtomKind::Symbol && inner->name == x)
            out = lcm(out, factor.get_den() == 1 ? Integer(d->get_num() / gcd(d->get_num(), factor.get_num()))
                                                 : d->get_num());
          for (const Expr &part : inner->args)
            factors(part);
        }
    };
    factors(a.args[0]);
  });
  return out <= largest_period ? out.get_si() : 1;
}

// e with the atom of this key replaced.
Expr without(const Expr &e, const std::string &key, const Expr &by) {
  Expr out;
  for (const auto &[product, factor] : e.terms()) {
    Expr term(factor);
    for (const AtomRef &a : product) {
      std::vector<Expr> x;
      for (const Expr &arg : a->args)
        x.push_back(without(arg, key, by));
      if (a->key == key)
        term = term * by;
      else if (x == a->args)
        term = term * Expr(a);
      else
        switch (a->kind) {
        case AtomKind::Floor: term = term * floor_div(x[0], x[1]); break;
        case AtomKind::Mod: term = term * mod(x[0], x[1]); break;
        case AtomKind::Min:
        case AtomKind::Max: {
          Expr all = x[0];
          for (std::size_t i = 1; i < x.size(); ++i)
            all = a->kind == AtomKind::Min ? minimum(all, x[i]) : maximum(all, x[i]);
          term = term * all;
          break;
        }
        case AtomKind::AtLeastZero: term = term * at_least_zero(x[0]); break;
        case AtomKind::IsZero: term = term * is_zero(x[0]); break;
        case AtomKind::Log2: term = term * log2(x[0]); break;
        case AtomKind::Table: term = term * table(a->shape, a->values, x); break;
        case AtomKind::Symbol:
        case AtomKind::Sum: term = term * Expr(a); break; // binds names: stays as it is
        }
    }
    out += term;
  }
  return out;
}

class Splitter {
public:
  explicit Splitter(std::string counter) : counter_(std::move(counter)) {}

  std::vector<Question> left;
  bool fine = true; // not too many

  void of(const Question &q, unsigned depth) {
    if (const auto c = q.zero.constant(); c && *c == 0)
      return;
    if (left.size() > most_question_parts || ++asked_ > most_question_parts) {
      fine = false;
      return;
    }
    if (depth < 10) {
      if (mentions(q.zero, counter_) && by_residue(q, counter_, depth))
        return;
      if (by_table(q, depth))
        return;
      if (by_extremum(q, depth))
        return;
      for (const auto &[name, atom] : symbols_of(q.zero))
        if (by_residue(q, name, depth))
          return;
    }
    left.push_back(q);
  }

private:
  Expr fresh(std::optional<Integer> lo) { return symbol(fmt::format("?s{}", ++fresh_), std::move(lo)); }

  static Question replaced(const Question &q, const std::string &x, const Expr &by) {
    Question out{substitute(q.zero, x, by), {}};
    for (const auto &[name, span] : q.premises.bounds)
      if (name != x)
        out.premises.bounds[name] = {substitute(span.first, x, by), substitute(span.second, x, by)};
      else
        out.premises.at_least_zero.insert(out.premises.at_least_zero.end(), {by - span.first, span.second - by});
    for (const Expr &p : q.premises.at_least_zero)
      out.premises.at_least_zero.push_back(substitute(p, x, by));
    for (const auto &[name, atom] : symbols_of(by))
      if (atom->lo && name.starts_with("?s"))
        out.premises.at_least_zero.push_back(Expr(atom) - *atom->lo);
    return out;
  }

  bool by_residue(const Question &q, const std::string &x, unsigned depth) {
    const long m = period(q.zero, x);
    if (m <= 1)
      return false;
    const auto known = symbols_of(q.zero).at(x);
    const bool natural = known->lo && *known->lo >= 0;
    const Expr whole = fresh(natural ? std::optional(Integer(0)) : std::nullopt);
    for (long r = 0; r < m && fine; ++r)
      if (r + 1 < m || !support::left_out("certificate.residues"))
        of(replaced(q, x, whole * Expr(m) + Expr(r)), depth + 1);
    return true;
  }

  // Of an extremum without others inside: each part is it where no other lies beyond.
  bool by_extremum(const Question &q, unsigned depth) {
    AtomRef found;
    const std::function<void(const Expr &)> look = [&](const Expr &e) {
      for (const auto &[product, factor] : e.terms())
        for (const AtomRef &a : product) {
          if (a->kind == AtomKind::Sum)
            continue;
          for (const Expr &arg : a->args)
            look(arg);
          if (!found && (a->kind == AtomKind::Min || a->kind == AtomKind::Max))
            found = a;
        }
    };
    look(q.zero);
    if (!found)
      return false;
    for (const Expr &part : found->args) {
      Question one{without(q.zero, found->key, part), q.premises};
      bool possible = true;
      for (const Expr &other : found->args) {
        const Expr apart = found->kind == AtomKind::Min ? other - part : part - other;
        const auto most = cost::most(apart);
        possible = possible && !(most && *most < 0);
        if (!(other == part))
          one.premises.at_least_zero.push_back(apart);
      }
      if (possible)
        of(one, depth + 1);
    }
    return true;
  }

  // Of the first table that has an index with a symbol of factor 1 or -1.
  bool by_table(const Question &q, unsigned depth) {
    std::optional<std::pair<std::string, Expr>> found; // the symbol, and the index
    std::size_t length = 0;
    each_atom(q.zero, [&](const Atom &a) {
      for (std::size_t d = 0; d < a.shape.size() && !found; ++d)
        for (const auto &[name, atom] : symbols_of(a.args[d])) {
          const auto in = linear_in(a.args[d], name);
          const auto factor = in ? in->factor.constant() : std::nullopt;
          if (found || !factor || abs(*factor) != 1 || name == counter_ || a.shape[d] > longest_table ||
              !is_whole(a.args[d]))
            continue;
          found = {name, a.args[d]};
          length = a.shape[d];
        }
    });
    if (!found)
      return false;
    const auto &[x, index] = *found;
    const auto in = linear_in(index, x);
    const Rational sign = *in->factor.constant();
    const auto at = [&](const Expr &i) { of(replaced(q, x, (i - in->rest) * Expr(sign)), depth + 1); };
    at(-Expr(1) - fresh(Integer(0)));
    for (std::size_t i = 0; i < length && fine; ++i)
      at(Expr(static_cast<long>(i)));
    at(Expr(static_cast<long>(length)) + fresh(Integer(0)));
    return true;
  }

  const std::string counter_;
  std::size_t fresh_ = 0, asked_ = 0;
};

} // namespace

std::vector<Question> taken_apart(const Question &q, const std::string &counter) {
  Splitter s(counter);
  s.of(q, 0);
  return s.fine ? s.left : std::vector<Question>{q};
}

} // namespace lockstep::cost::certificate
