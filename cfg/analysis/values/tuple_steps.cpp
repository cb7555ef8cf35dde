// Tuples through statements and conditions: see tuple_steps.h.
#include "cfg/analysis/values/tuple_steps.h"

#include "cfg/analysis/values/facts.h"
#include "cfg/ir/evaluate.h"
#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lockstep::cfg {

namespace {
// c == v, or a disjunction of such equations of one variable.
bool equations(const Expr &e, std::optional<VarId> &v, std::vector<std::uint64_t> &values) {
  if (e->op == Op::Or)
    return equations(e->args[0], v, values) && equations(e->args[1], v, values);
  if (e->op != Op::Eq)
    return false;
  const Expr &x = e->args[is_const(e->args[0]) ? 1 : 0], &c = e->args[is_const(e->args[0]) ? 0 : 1];
  if (x->op != Op::Var || !is_const(c) || (v && *v != x->var))
    return false;
  v = x->var;
  values.push_back(c->value);
  return true;
}
} // namespace

bool concerns(const Expr &e, const TuplePlaces &places) {
  bool other = false, ours = false;
  for (VarId v : variables(e)) {
    ours = ours || places.has(v);
    other = other || !places.has(v);
  }
  return ours || !other;
}

TupleSteps::TupleSteps(const Kernel &k, LaunchRange launch, bool asserts)
    : k_(k), launch_(std::move(launch)), asserts_(asserts) {
  std::vector<bool> written = written_arrays(k);
  for (ArrayId a = 0; a < k.arrays.size(); ++a)
    contents_.push_back(!written[a] && !k.arrays[a].initial.empty());
}

bool TupleSteps::known_contents(const Load &l) const {
  if (!contents_[l.array] || l.per_value != 1)
    return false;
  return std::ranges::all_of(l.dests, [&](VarId d) {
    return k_.vars[d].type.is_int() && k_.vars[d].type.width == k_.arrays[l.array].granule_bytes * 8;
  });
}

bool TupleSteps::gives_value(const Stmt &s, VarId v, const std::vector<bool> &known) const {
  if (auto *a = std::get_if<Assign>(&s.node))
    return a->var == v && has_value(a->value, known, launch_);
  auto *l = std::get_if<Load>(&s.node);
  return l && known_contents(*l) && has_value(l->offset, known, launch_);
}

void TupleSteps::assign(VarId v, const Expr &value, std::vector<Tuple> &tuples, const TuplePlaces &places) const {
  const std::size_t place = places.of(v);
  std::vector<Tuple> more;
  for (Tuple &t : tuples) {
    Alternatives values = evaluate(value, t, places, launch_);
    t[place] = values ? std::optional(values->front()) : std::nullopt;
    for (std::size_t i = 1; values && i < values->size(); ++i) {
      more.push_back(t);
      more.back()[place] = (*values)[i];
    }
  }
  tuples.insert(tuples.end(), more.begin(), more.end());
}

void TupleSteps::load(const Load &l, std::vector<Tuple> &tuples, const TuplePlaces &places) const {
  const std::vector<std::uint64_t> &cells = k_.arrays[l.array].initial;
  std::vector<Tuple> out;
  for (const Tuple &t : tuples) {
    Alternatives offsets = evaluate(l.offset, t, places, launch_);
    // Outside the known contents the value is any.
    if (!offsets || offsets->empty() || offsets->back() >= cells.size() ||
        cells.size() - offsets->back() < l.dests.size())
      offsets.reset();
    for (std::size_t i = 0; i < (offsets ? offsets->size() : 1); ++i) {
      out.push_back(t);
      for (std::size_t d = 0; d < l.dests.size(); ++d)
        if (places.has(l.dests[d]))
          out.back()[places.of(l.dests[d])] =
              offsets ? std::optional(mask_to_width(cells[(*offsets)[i] + d], k_.vars[l.dests[d]].type.width))
                      : std::nullopt;
    }
  }
  tuples = std::move(out);
}

void TupleSteps::assume(const Expr &condition, std::vector<Tuple> &tuples, const TuplePlaces &places) const {
  std::optional<VarId> v;
  std::vector<std::uint64_t> values;
  bool gives = equations(condition, v, values) && places.has(*v);
  std::vector<Tuple> out;
  for (Tuple &t : tuples) {
    if (gives && !t[places.of(*v)]) {
      for (std::uint64_t x : values) {
        out.push_back(t);
        out.back()[places.of(*v)] = x;
      }
      continue;
    }
    Alternatives c = evaluate(condition, t, places, launch_);
    if (c ? c->back() != 0 : !support::left_out("value_explorer.unknown"))
      out.push_back(std::move(t));
  }
  tuples = std::move(out);
}

void TupleSteps::execute(const Stmt &stmt, std::vector<Tuple> &tuples, const TuplePlaces &places) const {
  if (auto *a = std::get_if<Assign>(&stmt.node)) {
    if (places.has(a->var))
      assign(a->var, a->value, tuples, places);
    return;
  }
  const Expr *condition = nullptr;
  if (auto *a = std::get_if<Assume>(&stmt.node))
    condition = &a->condition;
  else if (auto *t = std::get_if<Assert>(&stmt.node); t && asserts_ && !is_pairwise(t->condition))
    condition = &t->condition;
  if (condition) {
    if (concerns(*condition, places))
      for (const Expr &c : conjuncts(*condition))
        assume(c, tuples, places);
    return;
  }
  std::vector<VarId> defined = defined_vars(stmt);
  std::erase_if(defined, [&](VarId v) { return !places.has(v); });
  if (defined.empty())
    return;
  if (auto *l = std::get_if<Load>(&stmt.node); l && known_contents(*l))
    return load(*l, tuples, places);
  for (Tuple &t : tuples)
    for (VarId v : defined)
      t[places.of(v)].reset();
}

} // namespace lockstep::cfg
