// See lane_form.h.
#include "cost/requests/form_arithmetic.h"

#include "support/sound.h"

#include <algorithm>
#include <utility>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;

constexpr Number largest_factor = Number(1) << 100;

bool fits(Number n) { return -largest_factor < n && n < largest_factor; }

bool all_equal(const std::vector<Number> &v) {
  return std::adjacent_find(v.begin(), v.end(), std::not_equal_to<>()) == v.end();
}

void tighten(LaneForm &f) { // no spread is none
  if (std::all_of(f.spread.begin(), f.spread.end(), [](Number n) { return n == 0; }))
    f.spread.clear();
}

} // namespace

bool fits(const LaneForm &f) {
  return std::all_of(f.lanes.begin(), f.lanes.end(), [](Number n) { return fits(n); }) &&
         std::all_of(f.spread.begin(), f.spread.end(), [](Number n) { return fits(n); }) &&
         std::all_of(f.terms.begin(), f.terms.end(), [](const Term &t) {
           return std::all_of(t.factors.begin(), t.factors.end(), [](Number n) { return fits(n); });
         });
}

bool shares(const LaneForm &f) {
  return std::all_of(f.terms.begin(), f.terms.end(), [](const Term &t) { return all_equal(t.factors); });
}

bool alike(const LaneForm &f) { return all_equal(f.lanes) && !f.loose() && shares(f); }

bool same_terms(const LaneForm &a, const LaneForm &b) {
  return a.terms.size() == b.terms.size() && std::all_of(a.terms.begin(), a.terms.end(), [&](const Term &t) {
           return std::any_of(b.terms.begin(), b.terms.end(),
                              [&](const Term &u) { return cfg::equal(t.symbol, u.symbol) && t.factors == u.factors; });
         });
}

LaneForm hull(LaneForm a, const LaneForm &b) {
  LaneForm out = a;
  out.spread.assign(a.lanes.size(), 0);
  for (std::size_t i = 0; i < a.lanes.size(); ++i) {
    out.lanes[i] = std::min(a.lanes[i], b.lanes[i]);
    out.spread[i] = std::max(a.highest(i), b.highest(i)) - out.lanes[i];
  }
  out.modulo = std::min(a.modulo, b.modulo);
  tighten(out);
  return out;
}

void add_term(LaneForm &to, const Expr &symbol, std::size_t lane, Number factor) {
  if (factor == 0)
    return;
  for (Term &t : to.terms)
    if (cfg::equal(t.symbol, symbol)) {
      t.factors[lane] += factor;
      return;
    }
  to.terms.push_back({symbol, std::vector<Number>(to.lanes.size(), 0)});
  to.terms.back().factors[lane] = factor;
}

void drop_nothing(LaneForm &f) {
  std::erase_if(f.terms, [](const Term &t) {
    return std::all_of(t.factors.begin(), t.factors.end(), [](Number n) { return n == 0; });
  });
}

LaneForm added(LaneForm a, const LaneForm &b, Number sign) {
  if (b.loose() && !a.loose())
    a.spread.assign(a.lanes.size(), 0);
  for (std::size_t i = 0; i < a.lanes.size(); ++i) {
    a.lanes[i] += sign > 0 ? b.lanes[i] : -b.highest(i);
    if (b.loose())
      a.spread[i] += b.spread[i];
    for (const Term &t : b.terms)
      add_term(a, t.symbol, i, sign * t.factors[i]);
  }
  a.modulo = std::min(a.modulo, b.modulo);
  a.shifted = a.shifted || b.shifted;
  drop_nothing(a);
  return a;
}

LaneForm scaled(LaneForm a, const std::vector<Number> &by) {
  for (std::size_t i = 0; i < a.lanes.size(); ++i) {
    a.lanes[i] = (by[i] < 0 ? a.highest(i) : a.lanes[i]) * by[i];
    if (a.loose())
      a.spread[i] *= by[i] < 0 ? -by[i] : by[i];
    for (Term &t : a.terms)
      t.factors[i] *= by[i];
  }
  a.shifted = a.shifted || std::any_of(by.begin(), by.end(), [](Number n) { return n <= 0; });
  drop_nothing(a);
  tighten(a);
  return a;
}

bool divides(Number d, const LaneForm &f) {
  return std::all_of(f.terms.begin(), f.terms.end(), [&](const Term &t) {
    return std::all_of(t.factors.begin(), t.factors.end(), [&](Number n) { return n % d == 0; });
  });
}

Number floored(Number a, Number b) {
  const auto down = [](auto x, auto y) { return x / y - (x % y != 0 && (x < 0) != (y < 0) ? 1 : 0); };
  const auto narrow_a = static_cast<std::int64_t>(a), narrow_b = static_cast<std::int64_t>(b);
  if (narrow_a == a && narrow_b == b && narrow_b > 0) // a division of 128 bits is some ten times as dear
    return down(narrow_a, narrow_b);
  return down(a, b);
}

LaneForm wrapped(LaneForm f, const Expr &e) {
  if (support::left_out("lane_form.wrap"))
    return f;
  f.shifted = f.shifted && f.modulo < e->type.width;
  f.modulo = std::min(f.modulo, e->type.width);
  return f;
}

Expr widened(Expr e) {
  while (e->op == cfg::Op::Sext || e->op == cfg::Op::Zext)
    e = e->args[0];
  return e;
}

Number common_factor(Number a, Number b) {
  while (b != 0)
    a = std::exchange(b, a % b);
  return a < 0 ? -a : a;
}

namespace {

constexpr std::uint64_t most_threads = 65536, most_kinds = 64;

Warp warp_from(std::uint64_t first, std::uint64_t threads, const std::array<std::uint64_t, 2> &rows) {
  Warp out;
  for (std::uint64_t t = first; t < threads; ++t)
    out.lanes.push_back({t % rows[0], t / rows[0] % rows[1], t / rows[0] / rows[1]});
  return out;
}

} // namespace

// Sound because threads are numbered row by row: where all sizes but the last that is more than one are known, a warp's
// ids repeat after as many warps as fill whole rows, but for the row's number.
std::vector<Warp> warps_of(const cfg::Launch &launch, unsigned lanes) {
  std::array<std::uint64_t, 2> rows{1, 1};
  std::uint64_t threads = 1;
  std::optional<unsigned> open; // the dimension whose size is not known
  for (unsigned d = 0; d < 3; ++d) {
    const cfg::Launch::Extent &n = launch.local_size[d];
    if (open && n != cfg::Launch::Extent(1))
      return {};
    if (d < 2)
      rows[d] = open || !n ? most_threads * lanes : *n; // ids of that dimension are not cut
    if (!n)
      open = d;
    else if (*n == 0 || *n > most_threads || threads * *n > most_threads)
      return {};
    else
      threads *= *n;
  }
  std::vector<Warp> out;
  if (!open) {
    for (std::uint64_t t = 0; t < threads; t += lanes)
      out.push_back(warp_from(t, std::min<std::uint64_t>(threads, t + lanes), rows));
    return out;
  }
  const auto shared = static_cast<std::uint64_t>(common_factor(static_cast<Number>(threads), lanes));
  const std::uint64_t kinds = threads / shared;
  if (kinds > most_kinds)
    return {};
  for (const bool later : {false, true})
    for (std::uint64_t w = 0; w < kinds; ++w) {
      if (launch.most_local[*open] * threads <= (w + (later ? kinds : 0)) * lanes ||
          (later && support::left_out("lane_form.later")))
        break;
      Warp next = warp_from(w * lanes, (w + 1) * lanes, rows);
      next.whole = false;
      next.dimension = *open;
      next.step = later ? lanes / shared : 0;
      out.push_back(std::move(next));
    }
  return out;
}

// Sound because no warp lies across rows that are whole warps long: threads are numbered row by row. Each begins at a
// multiple of its lanes.
std::vector<Warp> warps_of_rows(const cfg::Launch &launch, unsigned lanes) {
  std::vector<Warp> out;
  for (const bool later : {false, true}) {
    if (launch.most_local[0] < (later ? 2 : 1) * std::uint64_t(lanes) || (later && support::left_out("lane_form.rows")))
      break;
    Warp next = warp_from(0, lanes, {most_threads * lanes, 1});
    next.in_row = true;
    next.step = later ? lanes : 0;
    out.push_back(std::move(next));
  }
  return out;
}

std::vector<LaneGroup> groups_of(const LaneForm &f, const std::vector<bool> &of_interest) {
  std::vector<LaneGroup> out;
  for (std::size_t i = 0; i < f.lanes.size(); ++i) {
    if (!of_interest[i])
      continue;
    const auto mine = [&](const LaneGroup &g) {
      const std::size_t first = g.lanes.front();
      return std::all_of(f.terms.begin(), f.terms.end(),
                         [&](const Term &t) { return t.factors[i] == t.factors[first]; });
    };
    const auto known = std::find_if(out.begin(), out.end(), mine);
    if (known != out.end()) {
      known->lanes.push_back(i);
      continue;
    }
    Number step = 0;
    for (const Term &t : f.terms)
      step = common_factor(step, t.factors[i] < 0 ? -t.factors[i] : t.factors[i]);
    out.push_back({{i}, step});
  }
  return out;
}

} // namespace lockstep::coalescing
