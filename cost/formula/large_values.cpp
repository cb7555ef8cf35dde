// See large_values.h.
#include "cost/formula/large_values.h"

#include "cost/formula/quasi_polynomial.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace lockstep::cost {

namespace {

constexpr std::size_t most_steps = 2; // floors in a short form
constexpr std::size_t longest_table = 32;
constexpr long farthest_down = 1024;     // below where the quasi-polynomial holds
constexpr std::size_t short_enough = 48; // characters; shorter ones stay as they are

// The differences of a function from one value of n to the next, less `slope`, are 0 but at some residues: there a
// quotient has its steps.
struct Step {
  std::size_t period = 1, at = 0; // from a value that is `at` mod `period` to the next
  Rational height;
};

// Residues mod `all` where the differences are `height`, as residues mod a smaller period.
void steps_of(const std::vector<bool> &where, const Rational &height, std::vector<Step> &out) {
  const std::size_t all = where.size();
  std::size_t period = 1;
  const auto repeats = [&](std::size_t p) {
    for (std::size_t r = 0; r + p < all; ++r)
      if (where[r] != where[r + p])
        return false;
    return true;
  };
  while (all % period != 0 || !repeats(period))
    ++period;
  for (std::size_t r = 0; r < period; ++r)
    if (where[r])
      out.push_back({period, r, height});
}

// floor((n + c) / period), or the ceiling if that reads better.
Expr quotient(const Expr &n, const Step &s) {
  const auto period = static_cast<long>(s.period), c = period - 1 - static_cast<long>(s.at);
  return 2 * c <= period ? floor_div(n + Expr(c), period) : ceil_div(n - Expr(period - 1 - c), period);
}

// `height` where n mod period lies behind the first step and not behind the second, which goes down.
Expr window(const Expr &n, const Step &up, const Step &down) {
  const auto period = static_cast<long>(up.period);
  const long first = (static_cast<long>(up.at) + 1) % period, past = (static_cast<long>(down.at) + 1) % period;
  const long length = (past - first + period) % period;
  if (length == 1)
    return Expr(up.height) * is_zero(mod(n - Expr(first), period));
  if (length == period - 1)
    return Expr(up.height) * (Expr(1) - is_zero(mod(n - Expr(past), period)));
  return Expr(up.height) * at_least_zero(Expr(length - 1) - mod(n - Expr(first), period));
}

std::optional<Expr> short_form(const Quasi &q, const Expr &n) {
  Expr out, power = n * n; // what all residues have in common, from the square on
  std::size_t degree = 0;
  for (const auto &p : q.pieces)
    degree = std::max(degree, p.size());
  for (std::size_t d = 2; d < degree; ++d, power = power * n)
    for (const auto &p : q.pieces) {
      if (p.size() <= d || p[d] != q.pieces[0][d])
        return std::nullopt;
      if (&p == q.pieces.data())
        out += Expr(p[d]) * power;
    }
  const auto coefficient = [&](std::size_t r, std::size_t d) {
    const auto &p = q.pieces[r];
    return p.size() > d ? p[d] : Rational(0);
  };
  const std::size_t period = q.pieces.size();
  std::map<Rational, std::vector<bool>> differences;
  for (std::size_t r = 0; r < period; ++r) {
    if (coefficient(r, 1) != coefficient(0, 1))
      return std::nullopt;
    const Rational d = coefficient(0, 1) + coefficient((r + 1) % period, 0) - coefficient(r, 0);
    auto &where = differences[d];
    where.resize(period);
    where[r] = true;
  }
  std::optional<Expr> best;
  if (period <= longest_table) { // a line, and a table
    std::vector<Rational> values;
    for (std::size_t r = 0; r < period; ++r)
      values.push_back(coefficient(r, 0));
    best = out + Expr(coefficient(0, 1)) * n + table({period}, values, {mod(n, static_cast<long>(period))});
  }
  if (differences.size() > most_steps + 1)
    return best;
  for (const auto &[slope, its] : differences) {
    std::vector<Step> steps;
    for (const auto &[d, where] : differences)
      if (d != slope)
        steps_of(where, d - slope, steps);
    if (steps.size() > most_steps)
      continue;
    Expr line = Expr(slope) * n;
    if (steps.size() == 2 && steps[0].period == steps[1].period && steps[0].height == -steps[1].height)
      line += steps[0].height > 0 ? window(n, steps[0], steps[1]) : window(n, steps[1], steps[0]);
    else
      for (const Step &s : steps)
        line += Expr(s.height) * quotient(n, s);
    const Integer at = static_cast<unsigned long>(1024 * period); // a multiple of the period, above what is known of n
    const Value there = evaluate(line, {{n.single_atom()->name, at}});
    if (!there.number)
      continue;
    line += out + Expr(Rational(coefficient(0, 1) * at + coefficient(0, 0) - *there.number));
    if (!best || line.str().size() < best->str().size())
      best = line;
  }
  return best;
}

// The terms by their factors that are not `inner`: sum of key * value.
template <typename Inner> std::vector<std::pair<Expr, Expr>> grouped(const Expr &e, const Inner &inner) {
  std::vector<std::pair<Expr, Expr>> out;
  for (const auto &[atoms, factor] : e.terms()) {
    Expr others = 1, own = factor;
    for (const AtomRef &a : atoms) {
      Expr &part = inner(a) ? own : others;
      part = part * Expr(a);
    }
    const auto same = std::find_if(out.begin(), out.end(), [&](const auto &g) { return g.first == others; });
    if (same == out.end())
      out.emplace_back(others, own);
    else
      same->second += own;
  }
  return out;
}

// The terms by their factors that grow with the symbol: sum of key * value, where the values only repeat.
std::vector<std::pair<Expr, Expr>> by_growth(const Expr &e, QuasiReader &quasis) {
  const auto grows = [&](const AtomRef &a) {
    const auto q = quasis.of(Expr(a));
    return !q || std::any_of(q->pieces.begin(), q->pieces.end(), [](const auto &p) { return p.size() > 1; });
  };
  return grouped(e, [&](const AtomRef &a) { return !grows(a); });
}

struct InOne { // of one symbol
  Integer from;
  Expr value;
};

std::optional<InOne> in_one(const Expr &e, const AtomRef &symbol) {
  const std::string &name = symbol->name;
  const Expr n(symbol);
  std::vector<std::pair<Expr, Expr>> replaced; // by its short form
  std::optional<Integer> from;
  InOne out;
  QuasiReader quasis(name);
  const auto shortened = [&](const Expr &own) -> std::optional<Expr> {
    const auto q = quasis.of(own);
    const auto form = q ? short_form(*q, n) : std::nullopt;
    const auto again = form ? quasis.of(*form) : std::nullopt;
    if (!again || !alike(*q, *again))
      return std::nullopt;
    from = std::max({from.value_or(q->from), q->from, again->from});
    replaced.emplace_back(own, *form);
    return form;
  };
  for (const auto &[others, own] : grouped(e, [&](const AtomRef &a) { return mentions(*a, name); })) {
    std::optional<Expr> form = shortened(own);
    if (!form) {
      form = Expr();
      for (const auto &[growing, periodic] : by_growth(own, quasis)) {
        const auto first = shortened(growing), second = first ? shortened(periodic) : std::nullopt;
        form = form && second ? std::optional(*form + *first * *second) : std::nullopt;
      }
    }
    if (!form)
      return std::nullopt;
    out.value += others * *form;
  }
  if (!from)
    return std::nullopt;
  const auto agree = [&](const Integer &at) {
    for (const auto &[whole, form] : replaced) {
      const Value a = evaluate(whole, {{name, at}}), b = evaluate(form, {{name, at}});
      if (!a.number || !b.number || *a.number != *b.number)
        return false;
    }
    return true;
  };
  const Integer down = std::max(Integer(*from - farthest_down), symbol->lo.value_or(Integer(*from - farthest_down)));
  while (*from > down && support::sound("large.agree", agree(*from - 1)))
    --*from;
  out.from = *from;
  return out;
}

} // namespace

std::optional<LargeValues> for_large_values(const Expr &e) {
  const std::size_t length = e.str().size();
  if (length < short_enough)
    return std::nullopt;
  LargeValues out{{}, e};
  const Integer always = Integer(-1) << 64; // no parameter is below
  for (const auto &[name, symbol] : symbols_of(e)) {
    const auto one = in_one(out.value, symbol);
    if (!one || one->value.str().size() >= out.value.str().size())
      continue;
    out.value = one->value;
    if (one->from > symbol->lo.value_or(always))
      out.from.emplace_back(name, one->from);
  }
  if (2 * (out.value.str().size() + where_text(out).size()) > length)
    return std::nullopt;
  return out;
}

std::string where_text(const LargeValues &v) {
  std::string out;
  for (const auto &[name, from] : v.from)
    out += fmt::format("{}{} >= {}", out.empty() ? "" : " and ", name, from.get_str());
  return out;
}

} // namespace lockstep::cost
