// The table of facts: see fact_table.h and facts.h.
#include "cfg/analysis/values/fact_table.h"

#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <utility>

namespace lockstep::cfg {

namespace {
constexpr unsigned max_chain = 32; // equations that lead from a live variable to others
} // namespace

void FactSet::add(FactId f) {
  if (f / 64 >= words_.size())
    words_.resize(f / 64 + 1);
  words_[f / 64] |= std::uint64_t(1) << (f % 64);
}

void FactSet::remove(FactId f) {
  if (f / 64 < words_.size())
    words_[f / 64] &= ~(std::uint64_t(1) << (f % 64));
}

std::size_t FactSet::size() const {
  std::size_t out = 0;
  for (const std::uint64_t w : words_)
    out += static_cast<std::size_t>(__builtin_popcountll(w));
  return out;
}

bool FactSet::intersect(const FactSet &other) {
  bool changed = false;
  for (std::size_t w = 0; w < words_.size(); ++w) {
    std::uint64_t both = words_[w] & (w < other.words_.size() ? other.words_[w] : 0);
    changed = changed || both != words_[w];
    words_[w] = both;
  }
  return changed;
}

FactId FactTable::intern(Fact f) {
  std::size_t h = hash(f.expr) * 2 + (f.kind == Fact::Equation ? 1 + f.var : 0);
  auto [begin, end] = index_.equal_range(h);
  for (auto it = begin; it != end; ++it)
    if (Fact &known = facts_[it->second]; known == f) {
      Expr merged = merge_occurrences(known.expr, f.expr);
      if (merged != known.expr)
        kept_alive_.push_back(std::exchange(known.expr, merged));
      return it->second;
    }
  FactId id = static_cast<FactId>(facts_.size());
  std::vector<VarId> vars = variables(f.expr);
  if (f.kind == Fact::Equation) {
    equations_[f.var].push_back(id);
    vars.push_back(f.var);
  }
  for (VarId v : vars)
    mentioning_[v].push_back(id);
  vars_.push_back(std::move(vars));
  facts_.push_back(std::move(f));
  index_.emplace(h, id);
  return id;
}

FactSet FactTable::intern(const std::vector<Fact> &facts) {
  FactSet s;
  for (const Fact &f : facts) {
    s.add(intern(f));
    s.contradictory = s.contradictory || (f.kind == Fact::Condition && is_const(f.expr, 0));
  }
  return s;
}

void FactTable::forget() {
  for (FactId f = 0; f < facts_.size(); ++f) {
    for (VarId v : vars_[f])
      mentioning_[v].clear();
    if (facts_[f].kind == Fact::Equation)
      equations_[facts_[f].var].clear();
  }
  facts_.clear();
  vars_.clear();
  index_.clear();
  kept_alive_.clear();
}

std::vector<Fact> FactTable::facts(const FactSet &s) const {
  std::vector<Fact> out;
  s.for_each([&](FactId f) { out.push_back(facts_[f]); });
  return out;
}

// Sound because facts are only removed. What stays: conditions, equations of live variables, and, up to a distance,
// equations of the variables that these mention. Conditions stay even over parameters, which all threads share: they
// may tell threads apart where the parameter itself is dead (`local_id == n`).
void FactTable::prune(FactSet &s, const std::vector<bool> &live) const {
  std::vector<FactId> nearer, further;
  FactSet kept;
  kept.contradictory = s.contradictory;
  s.for_each([&](FactId f) {
    if (facts_[f].kind == Fact::Condition || live[facts_[f].var]) {
      kept.add(f);
      further.push_back(f);
    }
  });
  for (unsigned distance = 0; distance < max_chain && !further.empty(); ++distance) {
    nearer.clear();
    nearer.swap(further);
    for (FactId f : nearer)
      for (VarId v : vars_[f])
        if (!live[v])
          for (FactId g : equations_[v])
            if (s.has(g) && !kept.has(g)) {
              kept.add(g);
              further.push_back(g);
            }
  }
  s = std::move(kept);
}

void FactTable::kill(VarId v, FactSet &s) const {
  for (FactId f : mentioning_[v])
    s.remove(f);
}

Expr FactTable::equation_of(VarId v, const FactSet &s) const {
  for (FactId f : equations_[v])
    if (support::sound("facts.equation", s.has(f)))
      return facts_[f].expr;
  return nullptr;
}

} // namespace lockstep::cfg
