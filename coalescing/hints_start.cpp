// Hints about where rows and arrays start (hints.h).
#include "coalescing/advisor.h"

#include "cfg/analysis/rewrite.h"

#include <algorithm>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;
using cfg::Op;

constexpr std::size_t most_params = 3;

} // namespace

// Only the start's residue is at fault: with rows that are a multiple of a sector long there is nothing wasted.
std::optional<Hint> Advisor::rows(std::size_t access) {
  const AccessCost &a = all_[access];
  const auto s = sum(a);
  const std::uint64_t granule = k_.arrays[a.array].granule_bytes, e = element(a.array);
  if (!s || e == 0 || !a.ideal || !all_counted(a.array))
    return std::nullopt;
  const auto sector = static_cast<Number>(std::max<std::uint64_t>(o_.target.sector_bytes / granule, 1));
  const auto straight = [&](const AccessCost &c) { return c.ideal && c.full_sectors.hi <= c.ideal->hi; };
  for (const Sum::Term &t : s->terms) {
    const Number p = t.factor < 0 ? -t.factor : t.factor, longer = (p + sector - 1) / sector * sector;
    if (p <= sector || p == longer || p % static_cast<Number>(e) != 0)
      continue;
    const std::vector<std::size_t> touched = of_array(a.array);
    std::map<std::size_t, Expr> offsets;
    for (std::size_t i : touched)
      if (const auto other = sum(all_[i])) {
        const Split parts = sums_.split(*other, p);
        Sum changed = parts.rest;
        changed.add(parts.row, longer);
        offsets[i] = changed.expr();
      }
    if (offsets.size() != touched.size())
      return std::nullopt;
    auto counted = count_all([&](const AccessCost &c, const Expr &) -> Expr {
      for (const auto &[i, offset] : offsets)
        if (find({all_[i]}, c) != nullptr)
          return offset;
      return nullptr;
    });
    if (!counted)
      return std::nullopt;
    const Plan plan{static_cast<std::uint64_t>(p) / e, static_cast<std::uint64_t>(longer) / e, std::move(*counted)};
    auto out = lower_in_all(plan) ? of_plan(HintKind::Rows, plan, access, touched) : std::nullopt;
    if (out && straight(out->after))
      return out;
  }
  // Sizes that only the caller knows.
  std::vector<cfg::VarId> params;
  for (const Sum::Term &t : s->terms)
    for (cfg::VarId v : cfg::variables(t.atom))
      if (k_.vars[v].param && !k_.vars[v].source_name.empty() &&
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
    const auto after = count_one(a, changed);
    if (!after || !better(cost(*after), cost(a)) || !straight(*after))
      continue;
    Hint out{.kind = HintKind::Rows, .after = *after, .to = static_cast<std::uint64_t>(sector) / e,
             .together_before = cost(a), .together = cost(*after)};
    for (cfg::VarId v : which)
      out.index += (out.index.empty() ? "'" : "' and '") + k_.vars[v].source_name;
    out.index += "'";
    if (out.to == 0 || static_cast<std::uint64_t>(sector) % e != 0)
      return std::nullopt;
    return out;
  }
  return std::nullopt;
}

std::optional<Hint> Advisor::start(std::size_t access) {
  const AccessCost &a = all_[access];
  const std::uint64_t granule = k_.arrays[a.array].granule_bytes, e = element(a.array);
  if (o_.base_align < o_.target.line_bytes) { // nothing is known of the array's start
    Options aligned = o_;
    aligned.base_align = o_.target.line_bytes;
    if (!may_count())
      return std::nullopt;
    const AccessCost after = with_offset(k_, a_, aligned, a, offset(a));
    if (better(cost(after), cost(a)))
      return Hint{.kind = HintKind::Start, .after = after, .from = o_.target.line_bytes, .together_before = cost(a),
                  .together = cost(after)};
  }
  // A constant that is added to each index: elements in front of the array's first.
  const auto s = sum(a);
  const auto sector = static_cast<Number>(o_.target.sector_bytes / std::max<std::uint64_t>(granule, 1));
  if (!s || e == 0 || sector == 0 || s->constant % sector == 0 || !all_counted(a.array))
    return std::nullopt;
  const Number front = ((-s->constant) % sector + sector) % sector;
  if (front % static_cast<Number>(e) != 0)
    return std::nullopt;
  const std::vector<std::size_t> touched = of_array(a.array);
  auto counted = count_all([&](const AccessCost &c, const Expr &e64) -> Expr {
    if (c.array != a.array)
      return nullptr;
    return cfg::binary(Op::Add, e64, cfg::constant(e64->type, static_cast<std::uint64_t>(front)), true);
  });
  if (!counted)
    return std::nullopt;
  const Plan plan{o_.target.sector_bytes, static_cast<std::uint64_t>(front) / e, std::move(*counted)};
  return lower_in_all(plan) ? of_plan(HintKind::Start, plan, access, touched) : std::nullopt;
}

} // namespace lockstep::coalescing
