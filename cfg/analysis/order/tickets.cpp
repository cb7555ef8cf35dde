// Tickets: see tickets.h.
#include "cfg/analysis/order/tickets.h"

#include "cfg/analysis/graph/definitions.h"
#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/order/ticket_parts.h"
#include "cfg/analysis/sharing/cell_rounds.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <optional>
#include <set>

namespace lockstep::cfg {

namespace {

class TicketFinder {
public:
  TicketFinder(const Kernel &k, const LoopForest &forest, const Liveness &live, const Facts &facts,
               const Ranges &ranges, const Launch &launch)
      : k_(k), forest_(forest), live_(live), facts_(facts), ranges_(ranges), launch_(launch),
        dominators_(dominators(k)), definitions_(definitions(k)), assigned_once_(assigned_once(k, forest, live)),
        found_(k.vars.size()) {}

  std::vector<Ticket> run() {
    const std::vector<DrawnCounter> all = drawn_counters(k_, launch_);
    if (std::all_of(all.begin(), all.end(), [](const DrawnCounter &c) { return c.additions.empty(); }))
      return {};
    for (ArrayId array = 0; array < all.size(); ++array)
      draws(array, all[array]);
    while (copies())
      ;
    std::vector<Ticket> out;
    for (const std::optional<Ticket> &t : found_)
      if (t)
        out.push_back(*t);
    return out;
  }

private:
  void draws(ArrayId array, const DrawnCounter &c) {
    if (!c.regular || c.additions.empty() || k_.arrays[array].space == Space::Private)
      return;
    const auto moved = movement(k_, c, [&](const DrawPlace &p, const Expr &by) {
      return ranges_.evaluate_before(by, k_, p.block, p.stmt).as_signed;
    });
    if (!moved)
      return;
    const Round round = comes_round(k_, array, c, *moved, forest_, launch_);
    // Whoever sets a limit means the counter to come round.
    if (round == Round::Surely || support::unsound("tickets.limit", c.limit && round == Round::Unknown))
      return;
    const bool lasting = support::sound("tickets.lasting", !stored_after_addition(k_, c));
    for (const DrawPlace &p : c.additions) {
      const Atomic &a = *addition(k_, p);
      if (!a.dest || k_.vars[*a.dest].param || !k_.vars[*a.dest].type.is_int() || live_.at_entry[0][*a.dest] ||
          k_.vars[*a.dest].type.width != 8 * k_.arrays[array].granule_bytes)
        continue;
      Ticket t{*a.dest, array, a.offset, moved->constant ? moved->constant : step_of(a)};
      t.least = moved->least;
      t.if_positive = moved->each && !support::left_out("tickets.positive");
      t.shared = same_for_all(k_, t.offset) && same_for_all(k_, t.amount);
      t.stable = stable(t.offset) && stable(t.amount);
      t.lasting = lasting;
      t.assumed = round == Round::Unknown;
      t.span = span_of(k_, array, c, *moved, forest_, launch_);
      if (t.span)
        t.first = first(array, c, a.offset, *t.span);
      if (!t.first)
        start_anew(t, array, c, *moved);
      drawn_.insert(&k_.blocks[p.block].stmts[p.stmt]);
      add(t);
    }
  }

  // The least ticket, if the counter's start is known.
  std::optional<Wide> first(ArrayId array, const DrawnCounter &c, const Expr &offset, const Wide &span) {
    if (k_.arrays[array].space != Space::Group || !is_const(offset) || c.stores.empty())
      return std::nullopt;
    std::optional<std::uint64_t> start;
    for (const DrawPlace &p : c.stores) {
      const Store &st = std::get<Store>(k_.blocks[p.block].stmts[p.stmt].node);
      if (!is_const(st.offset) || st.per_value != 1)
        return std::nullopt;
      const std::uint64_t part = offset->value - st.offset->value;
      if (part >= st.values.size())
        continue; // other cells
      const Expr &value = st.values[part];
      if (!is_const(value) || (start && *start != value->value))
        return std::nullopt;
      start = value->value;
    }
    for (const DrawPlace &p : c.additions)
      if (!support::left_out("tickets.start") &&
          !written_before_a_barrier(k_, launch_, dominators_, {p.block, p.stmt}, array, offset->value))
        return std::nullopt;
    if (!start)
      return std::nullopt;
    const bool back = backward(c);
    const Wide from = back ? Wide(*start) - span : Wide(*start), end = from + span;
    return from >= 0 && end < Wide::power_of_two(8 * k_.arrays[array].granule_bytes) ? std::optional(from)
                                                                                     : std::nullopt;
  }

  // Do the additions, all of one constant, move the counter the short way round down?
  bool backward(const DrawnCounter &c) const {
    const Atomic &a = *addition(k_, c.additions.front());
    const unsigned width = a.operands[0]->type.width;
    const std::uint64_t forth = mask_to_width(goes_up(a) ? step_of(a)->value : 0 - step_of(a)->value, width);
    return forth > mask_to_width(0 - forth, width);
  }

  // Do the tickets lie between two numbers, as the cell is set anew again and again?
  void start_anew(Ticket &t, ArrayId array, const DrawnCounter &c, const Movement &m) {
    const auto draws = sharers(launch_, k_.arrays[array].space);
    if (!draws || c.limit || !m.constant || k_.arrays[array].space != Space::Group || !is_const(t.offset) ||
        c.stores.empty() || backward(c))
      return;
    const auto start = rounds().set_anew(array, t.offset->value, places(c.additions), {});
    const Wide span = (*draws * Wide(c.additions.size()) - 1) * m.most;
    if (!start || Wide(*start) + span >= Wide::power_of_two(8 * k_.arrays[array].granule_bytes - 1))
      return;
    t.first = Wide(*start);
    t.span = span;
  }
  static std::vector<Point> places(const std::vector<DrawPlace> &from) {
    std::vector<Point> out;
    for (const DrawPlace &p : from)
      out.push_back({p.block, p.stmt});
    return out;
  }
  CellRounds &rounds() {
    if (!rounds_)
      rounds_.emplace(k_, facts_, launch_);
    return *rounds_;
  }

  // The statements that define it: loads of one cell of group memory, or something else.
  std::vector<std::pair<Point, const Load *>> loads_of(VarId v) const {
    std::vector<std::pair<Point, const Load *>> out;
    for (Point p : definitions_[v]) {
      auto *l = std::get_if<Load>(&statement(k_, p).node);
      const bool whole = l && l->dests.size() == 1 && l->per_value == 1 && is_const(l->offset) &&
                         k_.arrays[l->array].space == Space::Group;
      out.push_back({p, whole ? l : nullptr});
    }
    return out;
  }
  // A variable of each thread that has the value of this one, which one thread has read from a cell for all, wherever
  // the place is reached: all that is ever assigned to either are final loads of that cell.
  std::optional<VarId> own_copy(VarId of_one, Point place) {
    const auto cell = [&](VarId v) {
      std::optional<FinalCell> out;
      for (const auto &[at, load] : loads_of(v)) {
        const auto now = load ? rounds().final_cell(at, load->array, load->offset->value) : std::nullopt;
        if (!now || (out && *out != *now))
          return std::optional<FinalCell>();
        out = now;
      }
      return out;
    };
    const auto his = cell(of_one);
    for (VarId v = 0; his && v < k_.vars.size(); ++v) {
      if (k_.vars[v].param || live_.at_entry[0][v] || !(k_.vars[v].type == k_.vars[of_one].type))
        continue;
      if (cell(v) != his)
        continue;
      for (const auto &[at, load] : loads_of(v))
        if (at.first == place.first ? at.second < place.second : dominators_.dominates(at.first, place.first))
          return v;
    }
    return std::nullopt;
  }

  // The same value whenever it is evaluated by a thread: variables that are assigned once, and no memory.
  bool stable(const Expr &e) const {
    return !any_node(
        e, [&](const ExprNode &n) { return n.op == Op::Read || (n.op == Op::Var && !assigned_once_[n.var]); });
  }

  // Another ticket that the variable may hold.
  void add(const Ticket &t) {
    std::optional<Ticket> &now = found_[t.var];
    if (refused_.count(t.var))
      return;
    if (!now) {
      now = t;
      return;
    }
    const auto known_by_all = [](const Ticket &x) { return x.shared || x.team != 0 || x.of_group; };
    const bool same = now->counter == t.counter && now->team == t.team && known_by_all(*now) && known_by_all(t) &&
                      equal(now->offset, t.offset) && equal(now->amount, t.amount);
    if (!same)
      refuse(t.var);
    else
      now->of_group = now->of_group || t.of_group, now->alike = now->alike == t.alike ? t.alike : std::nullopt;
  }

  // The ticket that a load from group memory gives.
  std::optional<Ticket> handed_within_group(const Stmt &s, Point place, VarId v) {
    auto *l = std::get_if<Load>(&s.node);
    if (!l || k_.arrays[l->array].space != Space::Group || !is_const(l->offset))
      return std::nullopt;
    const auto part = static_cast<std::uint64_t>(std::find(l->dests.begin(), l->dests.end(), v) - l->dests.begin());
    const std::uint64_t cell = l->offset->value + part * l->per_value;
    const auto stores = stores_to_cell(k_, l->array, cell, l->per_value);
    if (!stores || stores->empty() ||
        support::unsound("tickets.written", !written_before_a_barrier(k_, launch_, dominators_, place, l->array, cell)))
      return std::nullopt;
    std::optional<Ticket> out;
    for (const CellStore &st : *stores) {
      if (st.value->op != Op::Var || !found_[st.value->var])
        return std::nullopt;
      Ticket t = *found_[st.value->var];
      if (!(t.shared || known_by_own(t, place)) || !t.lasting || k_.arrays[t.counter].space != Space::Global ||
          (out && !(out->counter == t.counter && equal(out->offset, t.offset) && equal(out->amount, t.amount))))
        return std::nullopt;
      out = t;
    }
    out->of_group = true;
    out->alike = rounds().final_cell(place, l->array, cell);
    out->first.reset();
    return out;
  }

  // Is the amount what the thread has read itself, and so known to it? It is said so, then.
  bool known_by_own(Ticket &t, Point place) {
    if (!same_for_all(k_, t.offset) || t.team != 0 || t.of_group || t.amount->op != Op::Var)
      return false;
    const auto own = own_copy(t.amount->var, place);
    if (!own)
      return false;
    t.amount = variable(*own, t.amount->type);
    t.stable = stable(t.amount);
    return true;
  }

  void refuse(VarId v) {
    found_[v].reset();
    refused_.insert(v);
  }

  // Variables with tickets that are assigned something else lose theirs; those that are only assigned tickets get one.
  // True if something changed. Ends because a variable gets its ticket, and loses it, once.
  bool copies() {
    bool changed = false;
    for (VarId v = 0; v < k_.vars.size(); ++v) {
      if (refused_.count(v) || k_.vars[v].param || live_.at_entry[0][v])
        continue;
      std::vector<Ticket> held;
      bool only = true;
      for (Point p : definitions_[v]) {
        const Stmt &s = statement(k_, p);
        auto *assign = std::get_if<Assign>(&s.node);
        if (assign && assign->value->op == Op::Var && assign->value->var != v) {
          if (const auto &from = found_[assign->value->var]; from && from->shared)
            held.push_back(*from);
          else
            only = false;
        } else if (const auto handed = handed_within_group(s, p, v)) {
          held.push_back(*handed);
        } else if (const auto shuffled = handed_within_team(s, p)) {
          held.push_back(*shuffled);
        } else if (!drawn_.count(&s)) {
          only = false;
        }
      }
      if (support::unsound("tickets.only", !only)) {
        changed = changed || found_[v].has_value();
        if (found_[v])
          refuse(v);
        continue;
      }
      for (Ticket &t : held) {
        t.var = v;
        changed = changed || !found_[v] || (t.of_group && !found_[v]->of_group);
        add(t);
        changed = changed || refused_.count(v);
      }
    }
    return changed;
  }

  // The ticket that a shuffle gives, of the first thread of each team.
  std::optional<Ticket> handed_within_team(const Stmt &s, Point place) {
    const Barrier *meets = warp_barrier(s);
    if (!meets || !meets->exchange || !is_shuffle(meets->exchange->op))
      return std::nullopt;
    const Exchange &x = *meets->exchange;
    if (!is_const(x.rank, 0) || x.value->op != Op::Var || x.value->var == x.dest || live_.at_entry[0][x.value->var] ||
        !always_met(place))
      return std::nullopt;
    std::optional<Ticket> out;
    for (Point p : definitions_[x.value->var]) {
      const Stmt &set = statement(k_, p);
      auto *assign = std::get_if<Assign>(&set.node);
      const VarId from = assign && assign->value->op == Op::Var ? assign->value->var : x.value->var;
      const bool is_ticket = (drawn_.count(&set) || from != x.value->var) && found_[from] && found_[from]->team == 0 &&
                             !found_[from]->of_group;
      if (!is_ticket) {
        if (is_of_others(p, meets->lanes))
          continue;
        return std::nullopt;
      }
      const Ticket &t = *found_[from];
      if (!t.lasting || !alike_in_team(t.amount, meets->lanes) || !same_for_all(k_, t.offset) ||
          (out && !(out->counter == t.counter && equal(out->offset, t.offset) && equal(out->amount, t.amount))))
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
  bool always_met(Point place) const {
    const Graph g = graph_of(k_);
    if (is_on_cycle(g, place.first))
      return false;
    const std::vector<bool> entered = reachable(g, {0}, [&](Node n, Node) { return n != place.first; });
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      if (entered[b] && b != place.first && std::holds_alternative<Return>(k_.blocks[b].end.node))
        return support::left_out("tickets.ended");
    return true;
  }
  // Do only threads of other ranks come there?
  bool is_of_others(Point place, unsigned lanes) {
    FactReader reader(k_, facts_);
    const std::vector<Fact> known = reader.before(place.first, place.second);
    const auto is_rank = [&](const Expr &e) {
      return ((e->op == Op::URem && is_const(e->args[1], lanes)) ||
              (e->op == Op::BitAnd && is_const(e->args[1], lanes - 1))) &&
             rank_in_team(e, launch_, lanes);
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
  bool alike_in_team(const Expr &e, unsigned lanes) const {
    if (any_node(e, [](const ExprNode &n) { return n.op == Op::Read || n.op == Op::LocalId || n.op == Op::Call; }))
      return false;
    const std::vector<VarId> vars = variables(e);
    return std::all_of(vars.begin(), vars.end(), [&](VarId v) {
      if (k_.vars[v].param)
        return true;
      const Barrier *meets = assigned_once_[v] ? warp_barrier(statement(k_, definitions_[v].front())) : nullptr;
      return support::sound("tickets.amount", meets && meets->exchange && meets->lanes == lanes &&
                                                  gives_all_alike(*meets->exchange, true));
    });
  }

  const Kernel &k_;
  const LoopForest &forest_;
  const Liveness &live_;
  const Facts &facts_;
  const Ranges &ranges_;
  const Launch &launch_;
  DominatorTree dominators_;
  std::optional<CellRounds> rounds_;
  std::vector<std::vector<Point>> definitions_; // per variable
  std::vector<bool> assigned_once_;             // per variable
  std::vector<std::optional<Ticket>> found_;    // per variable
  std::set<VarId> refused_;
  std::set<const Stmt *> drawn_; // atomics whose results are tickets
};

} // namespace

std::vector<Ticket> tickets(const Kernel &k, const LoopForest &forest, const Liveness &live, const Facts &facts,
                            const Ranges &ranges, const Launch &launch) {
  return TicketFinder(k, forest, live, facts, ranges, launch).run();
}

} // namespace lockstep::cfg
