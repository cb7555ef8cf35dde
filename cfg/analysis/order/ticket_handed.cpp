// Tickets that a thread has from another one: see tickets.h.
#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/order/places.h"
#include "cfg/analysis/order/ticket_parts.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

bool same_draws(const Ticket &a, const Ticket &b) {
  return a.counter == b.counter && equal(a.offset, b.offset) && equal(a.amount, b.amount);
}

std::optional<Ticket> TicketsOfGroup::loaded(Point place, VarId v) const {
  const Kernel &k = subject_.k;
  auto *l = std::get_if<Load>(&statement(k, place).node);
  if (!l || k.arrays[l->array].space != Space::Group || !is_const(l->offset))
    return std::nullopt;
  const auto part = static_cast<std::uint64_t>(std::find(l->dests.begin(), l->dests.end(), v) - l->dests.begin());
  const std::uint64_t cell = l->offset->value + part * l->per_value;
  const auto stores = stores_to_cell(k, l->array, cell, l->per_value);
  if (!stores || stores->empty() ||
      support::unsound("tickets.written",
                       !written_before_a_barrier(k, subject_.launch, subject_.dominators, place, l->array, cell)))
    return std::nullopt;
  std::optional<Ticket> out;
  for (const CellStore &st : *stores) {
    if (st.value->op != Op::Var || !table_.of(st.value->var))
      return std::nullopt;
    Ticket t = *table_.of(st.value->var);
    if (!(t.shared || is_known(t, place)) || !t.lasting || k.arrays[t.counter].space != Space::Global ||
        (out && !same_draws(*out, t)))
      return std::nullopt;
    out = t;
  }
  out->of_group = true;
  out->alike = subject_.rounds().final_cell(place, l->array, cell);
  out->first.reset();
  return out;
}

// Is the amount what the thread has read itself, and so known to it? It is said so, then.
bool TicketsOfGroup::is_known(Ticket &t, Point place) const {
  if (!same_for_all(subject_.k, t.offset) || t.team != 0 || t.of_group || t.amount->op != Op::Var)
    return false;
  const auto own = own_copy(t.amount->var, place);
  if (!own)
    return false;
  t.amount = variable(*own, t.amount->type);
  t.stable = subject_.stable(t.amount);
  return true;
}

// The cell of group memory of which final loads are all that is ever assigned to the variable.
std::optional<FinalCell> TicketsOfGroup::cell_of(VarId v) const {
  std::optional<FinalCell> out;
  for (Point at : subject_.definitions[v]) {
    auto *l = std::get_if<Load>(&statement(subject_.k, at).node);
    const bool whole = l && l->dests.size() == 1 && l->per_value == 1 && is_const(l->offset) &&
                       subject_.k.arrays[l->array].space == Space::Group;
    const auto now = whole ? subject_.rounds().final_cell(at, l->array, l->offset->value) : std::nullopt;
    if (!now || (out && *out != *now))
      return std::nullopt;
    out = now;
  }
  return out;
}

// A variable of each thread that has the value of this one, which one thread has read from a cell for all, wherever the
// place is reached.
std::optional<VarId> TicketsOfGroup::own_copy(VarId of_one, Point place) const {
  const Kernel &k = subject_.k;
  const auto his = cell_of(of_one);
  for (VarId v = 0; his && v < k.vars.size(); ++v) {
    if (k.vars[v].param || subject_.live.at_entry[0][v] || !(k.vars[v].type == k.vars[of_one].type) ||
        cell_of(v) != his)
      continue;
    const std::vector<Point> &loads = subject_.definitions[v];
    if (std::any_of(loads.begin(), loads.end(), [&](Point at) { return precedes(subject_.dominators, at, place); }))
      return v;
  }
  return std::nullopt;
}

std::optional<Ticket> TicketsOfTeam::shuffled(Point place) const {
  const Barrier *meets = warp_barrier(statement(subject_.k, place));
  if (!meets || !meets->exchange || !is_shuffle(meets->exchange->op))
    return std::nullopt;
  const Exchange &x = *meets->exchange;
  if (!is_const(x.rank, 0) || x.value->op != Op::Var || x.value->var == x.dest ||
      subject_.live.at_entry[0][x.value->var] || !always_met(place))
    return std::nullopt;
  std::optional<Ticket> out;
  for (Point p : subject_.definitions[x.value->var]) {
    const Stmt &set = statement(subject_.k, p);
    auto *assign = std::get_if<Assign>(&set.node);
    const VarId from = assign && assign->value->op == Op::Var ? assign->value->var : x.value->var;
    const std::optional<Ticket> &t = table_.of(from);
    if (!((table_.drawn.count(&set) || from != x.value->var) && t && t->team == 0 && !t->of_group)) {
      if (is_of_others(p, meets->lanes))
        continue;
      return std::nullopt;
    }
    if (!t->lasting || !is_alike(t->amount, meets->lanes) || !same_for_all(subject_.k, t->offset) ||
        (out && !same_draws(*out, *t)))
      return std::nullopt;
    out = t;
  }
  if (out) {
    out->team = meets->lanes;
    out->first.reset();
  }
  return out;
}

// Once, by each thread before it ends?
bool TicketsOfTeam::always_met(Point place) const {
  const Graph g = graph_of(subject_.k);
  if (is_on_cycle(g, place.first))
    return false;
  const std::vector<bool> entered = reachable(g, {0}, [&](Node n, Node) { return n != place.first; });
  for (BlockId b = 0; b < g.size(); ++b)
    if (entered[b] && b != place.first && std::holds_alternative<Return>(subject_.k.blocks[b].end.node))
      return support::left_out("tickets.ended");
  return true;
}

// Do only threads of other ranks come there?
bool TicketsOfTeam::is_of_others(Point place, unsigned lanes) const {
  FactReader reader(subject_.k, subject_.facts);
  const std::vector<Fact> known = reader.before(place.first, place.second);
  const auto is_rank = [&](const Expr &e) {
    return ((e->op == Op::URem && is_const(e->args[1], lanes)) ||
            (e->op == Op::BitAnd && is_const(e->args[1], lanes - 1))) &&
           rank_in_team(e, subject_.launch, lanes);
  };
  return std::any_of(known.begin(), known.end(), [&](const Fact &f) {
    if (f.kind != Fact::Condition)
      return false;
    const Expr his = replace(f.expr, [&](const Expr &n) -> Expr {
      if (is_rank(n))
        return constant(n->type, 0);
      if (n->op != Op::Var || !n->type.is_int())
        return nullptr;
      const auto says = std::find_if(known.begin(), known.end(), [&](const Fact &e) {
        return e.kind == Fact::Equation && e.var == n->var && is_rank(e.expr);
      });
      return says == known.end() ? nullptr : constant(n->type, 0);
    });
    return support::sound("tickets.rank", is_const(his, 0));
  });
}

// The same for all threads of the team, at any time?
bool TicketsOfTeam::is_alike(const Expr &e, unsigned lanes) const {
  if (any_node(e, [](const ExprNode &n) { return n.op == Op::Read || n.op == Op::LocalId || n.op == Op::Call; }))
    return false;
  const std::vector<VarId> vars = variables(e);
  return std::all_of(vars.begin(), vars.end(), [&](VarId v) {
    if (subject_.k.vars[v].param)
      return true;
    const Barrier *meets =
        subject_.once[v] ? warp_barrier(statement(subject_.k, subject_.definitions[v].front())) : nullptr;
    return support::sound("tickets.amount",
                          meets && meets->exchange && meets->lanes == lanes && gives_all_alike(*meets->exchange, true));
  });
}

} // namespace lockstep::cfg
