// See by_stride.h.
#include "cost/requests/by_stride.h"

#include "cfg/ir/rewrite.h"

#include "cost/requests/form_arithmetic.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace lockstep::coalescing {

namespace {

Number magnitude(Number n) { return n < 0 ? -n : n; }

bool same(const StrideCost &a, const StrideCost &b) {
  return a.sectors == b.sectors && a.lines == b.lines && a.full_sectors == b.full_sectors &&
         a.full_lines == b.full_lines && a.degree == b.degree;
}

// How often the variable is a factor of the symbol, which otherwise does not depend on it.
constexpr unsigned most_power = 2;
std::optional<unsigned> power_in(const cfg::Expr &symbol, cfg::VarId variable) {
  if (!cfg::mentions(symbol, variable))
    return 0;
  const cfg::Expr inner = widened(symbol);
  if (inner->op == cfg::Op::Var)
    return 1;
  if (inner->op != cfg::Op::Call || inner->name != product_of_symbols)
    return support::left_out("by_stride.products") ? std::optional(1U) : std::nullopt;
  unsigned out = 0;
  for (const cfg::Expr &e : inner->args) {
    const auto power = power_in(e, variable);
    if (!power)
      return std::nullopt;
    out += *power;
  }
  return out;
}

Interval shown(const StrideCost &p, bool group) { return group ? p.degree : p.full_sectors; }

} // namespace

// Sound because two accesses whose first bytes are a unit and all but one of an access's bytes apart, either way round
// the circle on which the form's numbers lie, touch no unit together; and |d + f * w| is at least f * w - |d|, and at
// most f * w + |d|.
std::optional<Slope> slope_of(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule,
                              std::uint64_t bytes, std::uint64_t unit) {
  if (f.loose())
    return std::nullopt;
  const std::vector<LaneGroup> groups = groups_of(f, lanes);
  const Term *sloped = nullptr;
  for (const Term &t : f.terms)
    for (const LaneGroup &g : groups)
      if (t.factors[g.lanes[0]] != t.factors[groups[0].lanes[0]]) {
        if (sloped != nullptr && sloped != &t)
          return std::nullopt;
        sloped = &t;
      }
  if (sloped == nullptr)
    return std::nullopt;
  const cfg::Expr inner = widened(sloped->symbol);
  if (inner->op != cfg::Op::Var)
    return std::nullopt;
  const auto each = static_cast<Number>(granule);
  const bool whole = bytes == granule && unit % granule == 0;
  const Number need = (static_cast<Number>(unit) + (whole ? 0 : static_cast<Number>(bytes) - 1) + each - 1) / each;
  const bool positive = sloped->symbol->op == cfg::Op::Zext;
  Slope out{inner->var, 0, (Number(1) << (positive ? inner->type.width : inner->type.width - 1)) - 1};
  for (std::size_t a = 0; a < groups.size(); ++a)
    for (std::size_t b = a + 1; b < groups.size(); ++b) {
      const Number factor = magnitude(sloped->factors[groups[a].lanes[0]] - sloped->factors[groups[b].lanes[0]]);
      Number apart = 0;
      for (std::size_t i : groups[a].lanes)
        for (std::size_t j : groups[b].lanes)
          apart = std::max(apart, magnitude(f.lanes[i] - f.lanes[j]));
      if (support::left_out("by_stride.distances"))
        apart = 0;
      out.from = std::max(out.from, (need + apart + factor - 1) / factor);
      if (f.modulo != LaneForm::exact)
        out.to = std::min(out.to, ((Number(1) << f.modulo) - need - apart) / factor);
    }
  return out;
}

LaneForm Folded::at(std::uint64_t value) const {
  LaneForm out = form;
  for (std::size_t i = 0; i < out.lanes.size(); ++i) {
    out.lanes[i] += factors[i] * static_cast<Number>(value);
    for (std::size_t t = 0; t < powers.size(); ++t)
      for (unsigned n = 0; n < powers[t]; ++n)
        out.terms[t].factors[i] *= static_cast<Number>(value);
  }
  return out;
}

std::optional<Folded> fold(LaneForm f, cfg::VarId variable, std::vector<bool> lanes) {
  const auto is_it = [&](const Term &t) {
    const cfg::Expr inner = widened(t.symbol);
    return inner->op == cfg::Op::Var && inner->var == variable;
  };
  const auto own = std::find_if(f.terms.begin(), f.terms.end(), is_it);
  if (own == f.terms.end())
    return std::nullopt;
  Folded out{{}, std::move(own->factors), {}, std::move(lanes)};
  f.terms.erase(own);
  for (const Term &t : f.terms) {
    const auto power = power_in(t.symbol, variable);
    if (!power || *power > most_power)
      return std::nullopt;
    out.powers.push_back(*power);
  }
  out.form = std::move(f);
  return out;
}

std::vector<StrideCost> merged(std::vector<StrideCost> pieces, std::uint64_t period) {
  std::vector<StrideCost> out;
  std::size_t tail = pieces.size();
  while (period != 0 && tail > 0 && pieces[tail - 1].every == period)
    --tail;
  for (std::size_t i = 0; i < tail; ++i) {
    if (!out.empty() && out.back().to && *out.back().to + 1 == pieces[i].from && same(out.back(), pieces[i]))
      out.back().to = pieces[i].to;
    else
      out.push_back(pieces[i]);
  }
  if (tail == pieces.size())
    return out;
  // Those with one divisor: the numbers from `d` on that are `d` more than a multiple of 2 * d.
  const auto divisor = [&](std::uint64_t v) { return std::gcd(v, period); };
  const auto of_divisor = [&](const StrideCost &p) {
    return std::all_of(pieces.begin() + static_cast<std::ptrdiff_t>(tail), pieces.end(),
                       [&](const StrideCost &q) { return divisor(p.from) != divisor(q.from) || same(p, q); });
  };
  const bool power = (period & (period - 1)) == 0;
  if (!power || !std::all_of(pieces.begin() + static_cast<std::ptrdiff_t>(tail), pieces.end(), of_divisor)) {
    out.insert(out.end(), pieces.begin() + static_cast<std::ptrdiff_t>(tail), pieces.end());
    return out;
  }
  for (std::uint64_t d = 1; d <= period; d *= 2)
    for (std::size_t i = tail; i < pieces.size(); ++i)
      if (divisor(pieces[i].from) == d) { // the least of them
        pieces[i].every = d == period ? period : 2 * d;
        out.push_back(pieces[i]);
        break;
      }
  return out;
}

std::string text(const ByStride &s, bool group) {
  constexpr std::size_t most_parts = 6;
  const std::string &w = s.variable;
  std::vector<std::string> parts;
  const auto unit = [&](Interval i) { return group ? "" : i.hi == 1 ? " sector" : " sectors"; };
  const auto range = [&](std::uint64_t from, std::optional<std::uint64_t> to) {
    return !to           ? fmt::format("{} >= {}", w, from)
           : from == *to ? fmt::format("{} = {}", w, from)
                         : fmt::format("{} = {} to {}", w, from, *to);
  };
  const auto small = static_cast<std::size_t>(
      std::find_if(s.pieces.begin(), s.pieces.end(), [](const StrideCost &p) { return p.every != 1; }) -
      s.pieces.begin());
  for (std::size_t i = 0; i < small;) {
    const StrideCost &p = s.pieces[i];
    const Interval n = shown(p, group);
    // Of those from here on that are the same multiple of their value, up to the same number.
    const auto in_line = [&](const StrideCost &q) {
      const Interval m = shown(q, group);
      return q.to == q.from && m.lo * p.from == n.lo * q.from && m.hi - m.lo == n.hi - n.lo;
    };
    std::size_t end = i;
    while (end < small && p.from != 0 && n.lo % p.from == 0 && in_line(s.pieces[end]) &&
           s.pieces[end].from == p.from + (end - i))
      ++end;
    if (end >= i + 3) {
      const std::uint64_t times = n.lo / p.from;
      const std::string multiple = (times == 1 ? "" : fmt::format("{} * ", times)) + w;
      const std::string most = n.exact() ? "" : fmt::format(" to {} + {}", multiple, n.hi - n.lo);
      parts.push_back(
          fmt::format("{}{}{} for {}", multiple, most, group ? "" : " sectors", range(p.from, s.pieces[end - 1].from)));
      i = end;
      continue;
    }
    for (end = i + 1; end < small && shown(s.pieces[end], group) == n && s.pieces[end - 1].to &&
                      s.pieces[end].from == *s.pieces[end - 1].to + 1;)
      ++end;
    parts.push_back(fmt::format("{}{} for {}", text(n), unit(n), range(p.from, s.pieces[end - 1].to)));
    i = end;
  }
  // What counts by what it leaves.
  const auto rests = s.pieces.begin() + static_cast<std::ptrdiff_t>(small);
  const bool divisor = std::all_of(rests, s.pieces.end(), [&](const StrideCost &p) {
    return p.degree.exact() && p.degree.lo == std::gcd(p.from, s.period);
  });
  if (rests != s.pieces.end() && divisor)
    parts.push_back(fmt::format("{}gcd({}, {})", small == 0 ? "" : "else ", w, s.period));
  else
    for (auto p = rests; p != s.pieces.end(); ++p)
      parts.push_back(fmt::format("{} for {} = {}, {}, ...", text(p->degree), w, p->from, p->from + p->every));
  if (parts.size() > most_parts) { // the last ones are of the most values
    const std::string left_out = fmt::format("{} more (see --format json)", parts.size() - most_parts + 1);
    parts.erase(parts.begin() + most_parts / 2, parts.end() - (most_parts - 1 - most_parts / 2));
    parts.insert(parts.begin() + most_parts / 2, left_out);
  }
  return fmt::format("{}{}", fmt::join(parts, ", "), group ? " threads at one bank" : "");
}

} // namespace lockstep::coalescing
