// Hints about where rows and arrays start (hints.h).
#include "cost/advice/advisor.h"

#include "cfg/ir/rewrite.h"

#include <algorithm>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;
using cfg::Op;

constexpr std::size_t most_params = 3;

} // namespace

// Only the start's residue is at fault: with rows that are a multiple of a sector long there is nothing wasted.
std::optional<Hint> RowsRule::hint(std::size_t access) {
  const AccessCost &a = k_.accesses[access];
  const auto &s = k_.sum(access);
  k_.stand_at(access);
  const std::uint64_t granule = k_.kernel.arrays[a.array].granule_bytes, e = k_.element(a.array);
  if (!s || e == 0 || !a.ideal || !k_.all_counted(a.array))
    return std::nullopt;
  const auto sector = static_cast<Number>(std::max<std::uint64_t>(k_.options.target.sector_bytes / granule, 1));
  const auto straight = [&](const AccessCost &c) { return c.ideal && c.full_sectors.hi <= c.ideal->hi; };
  for (const Sum::Term &t : s->terms) {
    const Number p = t.factor < 0 ? -t.factor : t.factor, longer = (p + sector - 1) / sector * sector;
    if (p <= sector || p == longer || p % static_cast<Number>(e) != 0)
      continue;
    const auto [known, fresh] = plans_.try_emplace({a.array, p});
    if (fresh)
      known->second = plan(a.array, p, longer);
    auto out =
        known->second ? recounts_.hint(HintKind::Rows, *known->second, access, k_.of_array(a.array)) : std::nullopt;
    if (out && straight(out->after))
      return out;
  }
  // Sizes that only the caller knows.
  std::vector<cfg::VarId> params;
  for (const Sum::Term &t : s->terms)
    for (cfg::VarId v : cfg::variables(t.atom))
      if (k_.kernel.vars[v].param && !k_.kernel.vars[v].source_name.empty() &&
          std::find(params.begin(), params.end(), v) == params.end())
        params.push_back(v);
  if (params.empty() || params.size() > most_params)
    return std::nullopt;
  std::vector<std::vector<cfg::VarId>> tries;
  for (cfg::VarId v : params)
    tries.push_back({v});
  if (params.size() > 1)
    tries.push_back(params);
  for (const std::vector<cfg::VarId> &which : tries) {
    const Expr changed = cfg::replace(s->expr(), [&](const Expr &n) -> Expr {
      const Expr &v = n->op == Op::Sext ? n->args[0] : n;
      if (n->type.width != 64 || v->op != Op::Var || std::find(which.begin(), which.end(), v->var) == which.end())
        return nullptr;
      return cfg::binary(Op::Mul, n, cfg::constant(n->type, static_cast<std::uint64_t>(sector)), true);
    });
    const auto after = recounts_.with_offset(a, changed);
    if (!after || !better(*after, a) || !straight(*after))
      continue;
    Hint out{.kind = HintKind::Rows,
             .after = *after,
             .to = static_cast<std::uint64_t>(sector) / e,
             .together_before = cost(a),
             .together = cost(*after)};
    for (cfg::VarId v : which)
      out.index += (out.index.empty() ? "'" : "' and '") + k_.kernel.vars[v].source_name;
    out.index += "'";
    out.from = std::any_of(s->terms.begin(), s->terms.end(), [&](const Sum::Term &t) {
      return t.atom->op == Op::Mul &&
             std::any_of(which.begin(), which.end(), [&](cfg::VarId v) { return cfg::mentions(t.atom, v); });
    });
    if (out.to == 0 || static_cast<std::uint64_t>(sector) % e != 0)
      return std::nullopt;
    return out;
  }
  return std::nullopt;
}

std::optional<Hint> StartRule::hint(std::size_t access) {
  const AccessCost &a = k_.accesses[access];
  const std::uint64_t granule = k_.kernel.arrays[a.array].granule_bytes, e = k_.element(a.array);
  if (k_.options.base_align < k_.options.target.line_bytes) { // nothing is known of the array's start
    Options aligned = k_.options;
    aligned.base_align = k_.options.target.line_bytes;
    if (!recounts_.may_count(1))
      return std::nullopt;
    const AccessCost after = Recounter(k_.kernel, k_.analyses, aligned).with_offset(a, k_.offset(a));
    if (better(after, a))
      return Hint{.kind = HintKind::Start,
                  .after = after,
                  .from = k_.options.target.line_bytes,
                  .together_before = cost(a),
                  .together = cost(after)};
  }
  // A constant that is added to each index: elements in front of the array's first.
  const auto &s = k_.sum(access);
  k_.stand_at(access);
  const auto sector = static_cast<Number>(k_.options.target.sector_bytes / std::max<std::uint64_t>(granule, 1));
  if (!s || e == 0 || sector == 0 || s->constant % sector == 0 || !k_.all_counted(a.array))
    return std::nullopt;
  const Number front = ((-s->constant) % sector + sector) % sector;
  if (front % static_cast<Number>(e) != 0)
    return std::nullopt;
  int gained = 0; // accesses that would start with a sector then, less those that do now
  for (std::size_t i : k_.of_array(a.array))
    if (const auto &other = k_.sum(i)) {
      gained += (other->constant + front) % sector == 0 ? 1 : 0;
      gained -= other->constant % sector == 0 ? 1 : 0;
    }
  if (gained <= 0)
    return std::nullopt;
  const auto [known, fresh] = plans_.try_emplace({a.array, front});
  if (fresh)
    known->second = plan(a.array, front);
  return known->second ? recounts_.hint(HintKind::Start, *known->second, access, k_.of_array(a.array)) : std::nullopt;
}

std::optional<Plan> StartRule::plan(cfg::ArrayId array, Number front) {
  auto counted = recounts_.with_offsets([&](std::size_t i, const Expr &e) -> Expr {
    return k_.accesses[i].array != array
               ? nullptr
               : cfg::binary(Op::Add, e, cfg::constant(e->type, static_cast<std::uint64_t>(front)), true);
  });
  if (!counted)
    return std::nullopt;
  Plan out{k_.options.target.sector_bytes, static_cast<std::uint64_t>(front) / k_.element(array), std::move(*counted)};
  return recounts_.lower_in_all(out) ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<Plan> RowsRule::plan(cfg::ArrayId array, Number pitch, Number longer) {
  std::map<std::size_t, Expr> offsets;
  for (std::size_t i : k_.of_array(array)) {
    const auto &s = k_.sum(i);
    k_.stand_at(i);
    if (!s)
      return std::nullopt;
    const Split parts = k_.sums.split(*s, pitch);
    const cfg::Bounds rest = k_.sums.range(parts.rest);
    const auto lo = rest.lo.exact(), hi = rest.hi.exact();
    const auto width = static_cast<Number>(k_.accesses[i].bytes / k_.kernel.arrays[array].granule_bytes);
    if (!lo || !hi || *lo < 0 || *hi + width > pitch) // no row, or beyond its end
      return std::nullopt;
    Sum changed = parts.rest;
    changed.add(parts.row, longer);
    offsets[i] = changed.expr();
  }
  auto counted = recounts_.with_offsets([&](std::size_t i, const Expr &) -> Expr {
    const auto found = offsets.find(i);
    return found == offsets.end() ? nullptr : found->second;
  });
  if (!counted)
    return std::nullopt;
  const std::uint64_t e = k_.element(array);
  Plan out{static_cast<std::uint64_t>(pitch) / e, static_cast<std::uint64_t>(longer) / e, std::move(*counted)};
  return recounts_.lower_in_all(out) ? std::optional(std::move(out)) : std::nullopt;
}

} // namespace lockstep::coalescing
