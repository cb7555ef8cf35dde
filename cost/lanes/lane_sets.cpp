// See lane_sets.h.
#include "cost/lanes/lane_sets.h"

#include "support/budget.h"

#include <algorithm>
#include <set>

namespace lockstep::cost {

namespace {

LaneValue negative(const LaneValue &v) { return added(constant_value(v.lanes.size(), 0), v, -1); }

} // namespace

Mask Masks::node(std::size_t condition, Mask yes, Mask no) {
  if (yes == no)
    return yes;
  const auto [at, fresh] = known_.try_emplace({condition, yes, no}, static_cast<Mask>(nodes_.size()));
  if (fresh)
    nodes_.push_back({condition, yes, no});
  return at->second;
}

Mask Masks::choose(Mask c, Mask yes, Mask no) {
  if (c <= everybody)
    return c == everybody ? yes : no;
  if (yes == no)
    return yes;
  if (yes == everybody && no == nobody)
    return c;
  // Numbers of three sets in one key.
  const auto key = std::make_tuple((static_cast<std::size_t>(c) << 32) | yes, no, Mask(0));
  if (const auto at = chosen_.find(key); at != chosen_.end())
    return at->second;
  const std::size_t top = std::min({nodes_[c].condition, nodes_[yes].condition, nodes_[no].condition});
  const auto part = [&](Mask m, bool of_yes) {
    return nodes_[m].condition != top ? m : of_yes ? nodes_[m].yes : nodes_[m].no;
  };
  const Mask a = choose(part(c, true), part(yes, true), part(no, true));
  const Mask b = choose(part(c, false), part(yes, false), part(no, false));
  return chosen_[key] = node(top, a, b);
}

// The generalised cofactor (O. Coudert, J. C. Madre, 1990).
Mask Masks::given(Mask a, Mask m) {
  if (m <= everybody || a <= everybody)
    return a;
  const std::size_t top = std::min(nodes_[a].condition, nodes_[m].condition);
  const auto part = [&](Mask of, bool of_yes) {
    return nodes_[of].condition != top ? of : of_yes ? nodes_[of].yes : nodes_[of].no;
  };
  if (part(m, true) == nobody)
    return given(part(a, false), part(m, false));
  if (part(m, false) == nobody)
    return given(part(a, true), part(m, true));
  const Mask yes = given(part(a, true), part(m, true)), no = given(part(a, false), part(m, false));
  return node(top, yes, no);
}

Mask Masks::of(Condition c) {
  for (std::size_t i = 0; i < conditions_.size(); ++i)
    if (c.kind != Condition::Unknown && conditions_[i].kind == c.kind && conditions_[i].value == c.value)
      return node(i, everybody, nobody);
  conditions_.push_back(std::move(c));
  return node(conditions_.size() - 1, everybody, nobody);
}

Mask Masks::positive(const LaneValue &v) {
  if (!v.known)
    return unknown();
  bool none = false;
  if (const Rational lo = least_of(v, none); !none && lo > 0)
    return everybody;
  if (const Rational hi = most_of(v, none); !none && hi <= 0)
    return nobody;
  // v > 0 is not (1 - v > 0).
  const LaneValue turned = added(constant_value(v.lanes.size(), 1), v, -1);
  for (std::size_t i = 0; i < conditions_.size(); ++i)
    if (conditions_[i].kind == Condition::Positive && conditions_[i].value == turned)
      return node(i, nobody, everybody);
  return of({Condition::Positive, v});
}

Mask Masks::zero(const LaneValue &v) {
  if (!v.known)
    return unknown();
  bool none = false;
  if (const Rational lo = least_of(v, none); !none && lo > 0)
    return nobody;
  if (const Rational hi = most_of(v, none); !none && hi < 0)
    return nobody;
  if (v.concrete() && std::all_of(v.lanes.begin(), v.lanes.end(), [](Number n) { return n == 0; }))
    return everybody;
  const LaneValue turned = negative(v);
  for (std::size_t i = 0; i < conditions_.size(); ++i)
    if (conditions_[i].kind == Condition::Zero && conditions_[i].value == turned)
      return node(i, everybody, nobody);
  return of({Condition::Zero, v});
}

Mask Masks::unknown() { return of({Condition::Unknown, {}}); }

// Nodes are numbered after their parts.
std::set<Mask> Masks::parts_of(Mask m) const {
  std::set<Mask> out;
  std::vector<Mask> todo{m};
  while (!todo.empty()) {
    support::spend();
    const Mask at = todo.back();
    todo.pop_back();
    if (at <= everybody || !out.insert(at).second)
      continue;
    todo.push_back(nodes_[at].yes);
    todo.push_back(nodes_[at].no);
  }
  return out;
}

std::vector<std::size_t> Masks::conditions_of(Mask m) const {
  std::set<std::size_t> out;
  for (const Mask n : parts_of(m))
    out.insert(nodes_[n].condition);
  return {out.begin(), out.end()};
}

std::optional<Masks::Literal> Masks::literal(Mask m) const {
  if (m <= everybody || nodes_[m].yes > everybody || nodes_[m].no > everybody)
    return std::nullopt;
  return Literal{nodes_[m].condition, nodes_[m].yes == everybody};
}

Truth Masks::holds(std::size_t c, std::size_t lane) const {
  const Condition &it = conditions_[c];
  if (it.kind == Condition::Unknown || !it.value.concrete())
    return Truth::Maybe;
  const Number n = it.value.lanes[lane];
  return (it.kind == Condition::Positive ? n > 0 : n == 0) ? Truth::Yes : Truth::No;
}

Truth Masks::of_lane(Mask m, std::size_t lane) const {
  return truth(m, [&](std::size_t c) { return holds(c, lane); });
}

LaneValue mixed(const Masks &masks, Mask c, const LaneValue &yes, const LaneValue &no) {
  if (c == everybody || c == nobody)
    return c == everybody ? yes : no;
  if (!yes.known || !no.known)
    return {};
  const bool s = yes.as_signed && no.as_signed, u = yes.as_unsigned && no.as_unsigned;
  if (yes == no)
    return read_as(yes, s, u);
  LaneValue out = no;
  bool decided = yes.shared == no.shared && yes.terms.empty() && no.terms.empty();
  for (std::size_t i = 0; i < no.lanes.size() && decided; ++i) {
    const Truth here = masks.of_lane(c, i);
    decided = here != Truth::Maybe;
    if (here == Truth::Yes)
      out.lanes[i] = yes.lanes[i];
  }
  if (decided)
    return read_as(std::move(out), s, u);
  if (const auto one = masks.literal(c); one && yes.uniform() && no.uniform()) {
    const Condition &it = masks.condition(one->condition);
    if (it.kind != Condition::Unknown && it.value.uniform()) {
      const Expr e = it.value.uniform_expr();
      const Expr holds = it.kind == Condition::Positive ? at_least_zero(e - 1) : is_zero(e);
      const Expr chance = one->holds ? holds : Expr(1) - holds;
      return read_as(
          shared_value(no.lanes.size(), no.uniform_expr() + chance * (yes.uniform_expr() - no.uniform_expr())), s, u);
    }
  }
  return {};
}

} // namespace lockstep::cost
