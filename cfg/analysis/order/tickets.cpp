// Tickets: see tickets.h.
#include "cfg/analysis/order/tickets.h"

#include "cfg/analysis/graph/definitions.h"
#include "cfg/analysis/order/places.h"
#include "cfg/analysis/order/ticket_parts.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

TicketSubject::TicketSubject(const Kernel &kernel, const LoopForest &loops, const Liveness &liveness,
                             const Facts &known, const Ranges &values, const Launch &sizes)
    : k(kernel), forest(loops), live(liveness), facts(known), ranges(values), launch(sizes),
      dominators(cfg::dominators(kernel)), definitions(cfg::definitions(kernel)),
      once(assigned_once(kernel, loops, liveness)) {}

bool TicketSubject::stable(const Expr &e) const { // variables that are assigned once, and no memory
  return !any_node(e, [&](const ExprNode &n) { return n.op == Op::Read || (n.op == Op::Var && !once[n.var]); });
}

CellRounds &TicketSubject::rounds() {
  if (!asked_rounds)
    asked_rounds.emplace(k, facts, launch);
  return *asked_rounds;
}

void TicketTable::add(const Ticket &t) {
  std::optional<Ticket> &now = found_[t.var];
  if (is_refused(t.var))
    return;
  if (!now) {
    now = t;
    return;
  }
  const auto known_by_all = [](const Ticket &x) { return x.shared || x.team != 0 || x.of_group; };
  if (now->team == t.team && known_by_all(*now) && known_by_all(t) && same_draws(*now, t))
    now->of_group = now->of_group || t.of_group, now->alike = now->alike == t.alike ? t.alike : std::nullopt;
  else
    refuse(t.var);
}

void TicketTable::refuse(VarId v) {
  found_[v].reset();
  refused_.insert(v);
}

std::vector<Ticket> TicketTable::all() const {
  std::vector<Ticket> out;
  for (const std::optional<Ticket> &t : found_)
    if (t)
      out.push_back(*t);
  return out;
}

namespace {

class TicketFinder {
public:
  explicit TicketFinder(TicketSubject &subject)
      : subject_(subject), table_(subject.k.vars.size()), of_group_(subject, table_), of_team_(subject, table_) {}

  std::vector<Ticket> run(const std::vector<DrawnCounter> &counters) {
    for (const DrawnCounter &c : counters)
      draws(c);
    while (copies())
      ;
    return table_.all();
  }

private:
  void draws(const DrawnCounter &c) {
    const Kernel &k = subject_.k;
    if (!c.regular || c.additions.empty() || k.arrays[c.array].space == Space::Private)
      return;
    const auto moved = movement(subject_, c);
    if (!moved)
      return;
    const Round round = comes_round(subject_, c, *moved);
    // Whoever sets a limit means the counter to come round.
    if (round == Round::Surely || support::unsound("tickets.limit", c.limit && round == Round::Unknown))
      return;
    const bool lasting = support::sound("tickets.lasting", !stored_after_addition(k, c));
    for (Point p : c.additions) {
      const Atomic &a = addition(k, p);
      if (!a.dest || k.vars[*a.dest].param || !k.vars[*a.dest].type.is_int() || subject_.live.at_entry[0][*a.dest] ||
          k.vars[*a.dest].type.width != 8 * k.arrays[c.array].granule_bytes)
        continue;
      Ticket t{*a.dest, c.array, a.offset, moved->constant ? moved->constant : step_of(a)};
      t.least = moved->least;
      t.if_positive = moved->each && !support::left_out("tickets.positive");
      t.shared = same_for_all(k, t.offset) && same_for_all(k, t.amount);
      t.stable = subject_.stable(t.offset) && subject_.stable(t.amount);
      t.lasting = lasting;
      t.assumed = round == Round::Unknown;
      bound(subject_, c, *moved, t);
      table_.drawn.insert(&statement(k, p));
      table_.add(t);
    }
  }

  // The tickets that are assigned to the variable; nothing: it is assigned something else, too.
  std::optional<std::vector<Ticket>> assigned(VarId v) const {
    std::vector<Ticket> held;
    bool only = true;
    for (Point p : subject_.definitions[v]) {
      const Stmt &s = statement(subject_.k, p);
      auto *assign = std::get_if<Assign>(&s.node);
      if (assign && assign->value->op == Op::Var && assign->value->var != v) {
        if (const auto &from = table_.of(assign->value->var); from && from->shared)
          held.push_back(*from);
        else
          only = false;
      } else if (const auto loaded = of_group_.loaded(p, v)) {
        held.push_back(*loaded);
      } else if (const auto shuffled = of_team_.shuffled(p)) {
        held.push_back(*shuffled);
      } else if (!table_.drawn.count(&s)) {
        only = false;
      }
    }
    if (support::unsound("tickets.only", !only))
      return std::nullopt;
    return held;
  }

  // Variables with tickets that are assigned something else lose theirs; those that are only assigned tickets get one.
  // True if something changed. Ends because a variable gets its ticket, and loses it, once.
  bool copies() {
    bool changed = false;
    for (VarId v = 0; v < subject_.k.vars.size(); ++v) {
      if (table_.is_refused(v) || subject_.k.vars[v].param || subject_.live.at_entry[0][v])
        continue;
      const std::optional<Ticket> &now = table_.of(v);
      const auto held = assigned(v);
      if (!held && now) {
        changed = true;
        table_.refuse(v);
      }
      for (Ticket t : held.value_or(std::vector<Ticket>())) {
        t.var = v;
        changed = changed || !now || (t.of_group && !now->of_group);
        table_.add(t);
        changed = changed || table_.is_refused(v);
      }
    }
    return changed;
  }

  TicketSubject &subject_;
  TicketTable table_;
  const TicketsOfGroup of_group_;
  const TicketsOfTeam of_team_;
};

} // namespace

std::vector<Ticket> tickets(const Kernel &k, const LoopForest &forest, const Liveness &live, const Facts &facts,
                            const Ranges &ranges, const Launch &launch) {
  const std::vector<DrawnCounter> counters = drawn_counters(k, launch);
  if (std::all_of(counters.begin(), counters.end(), [](const DrawnCounter &c) { return c.additions.empty(); }))
    return {};
  TicketSubject subject(k, forest, live, facts, ranges, launch);
  return TicketFinder(subject).run(counters);
}

} // namespace lockstep::cfg
