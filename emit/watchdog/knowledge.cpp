// What is known of a logged access: see logs.h.
//
// Sound because each fact, range and closed form holds whenever the thread executes the site (cfg/analysis); it speaks
// of kept copies, taken there, and of stable variables, which are assigned once and before the site. Of the others only
// those count that are live at the site: a dead one may hold anything in a predicated program (Assign::keeps).
#include "emit/watchdog/logs.h"

#include "cfg/ir/rewrite.h"
#include "emit/knowledge/rows.h"
#include "emit/knowledge/tickets.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::watchdog {

namespace b = boogie;

namespace {

constexpr std::size_t most_vars = 32; // of one site; facts that would need more are left out, which is harmless

class Collector {
public:
  Collector(const Context &c, const std::vector<bool> &stable, SiteKnowledge &out, const lk::Site &site)
      : c_(c), stable_(stable), out_(out), site_(site) {}

  void run() {
    for (int l = c_.a.loops.loop_of[site_.block]; l != -1; l = c_.a.loops.loops[static_cast<std::size_t>(l)].parent) {
      std::size_t loop = static_cast<std::size_t>(l);
      out_.loops.push_back(loop);
      out_.moved[loop] = cfg::moved_since_head(c_.k, c_.a.loops.loops[loop], site_.block, site_.stmt);
      std::erase_if(out_.moved[loop],
                    [this](const auto &x) { return x.second != 0 && !was_in_reach(x.first, x.second); });
    }
    for (cfg::VarId v : cfg::variables(out_.log->lo))
      out_.vars.insert(v);
    for (const cfg::Expr &value : out_.log->values)
      grow(value);
    std::vector<cfg::Fact> left = cfg::FactReader(c_.k, c_.a.facts).before(site_.block, site_.stmt);
    for (std::size_t before = 0; before != out_.vars.size();) {
      before = out_.vars.size();
      std::erase_if(left, [&](const cfg::Fact &f) { return take(f); });
      for (std::size_t loop : out_.loops)
        for (const cfg::Recurrence &l : c_.a.induction.loops[loop].recurrences)
          if (l.linear() && out_.vars.count(l.var) && out_.moved[loop].count(l.var) && l.init)
            grow(l.init) && grow(l.step);
    }
    out_.values = c_.a.value_sets.joint_before(site_.block, site_.stmt);
    for (cfg::VarId v : out_.vars)
      if (c_.k.vars[v].type.is_int())
        out_.ranges.push_back(
            {v, c_.a.ranges.evaluate_before(cfg::variable(v, c_.k.vars[v].type), c_.k, site_.block, site_.stmt)});
  }

  // Was v assigned, and is its value needed, or just assigned, where the thread is?
  bool carries(cfg::VarId v) const {
    if (!c_.kernel_var(v) || !c_.slice.relevant.vars[v])
      return false;
    if (c_.a.live.at_entry[site_.block][v])
      return true;
    for (std::uint32_t i = 0; i < site_.stmt; ++i)
      for (cfg::VarId d : cfg::defined_vars(c_.k.blocks[site_.block].stmts[i]))
        if (d == v)
          return true;
    return false;
  }
  bool has(const cfg::Expr &e) const { // what it reads, kept or not
    const std::vector<cfg::VarId> vars = cfg::variables(e);
    return std::all_of(vars.begin(), vars.end(), [this](cfg::VarId v) { return right(v) && stable_[v]; });
  }

private:
  // Is v, an integer, as it is read at the site, less `by`, what was read at the head? Sound because the two are equal
  // modulo 2^width, and both are within the type.
  bool was_in_reach(cfg::VarId v, std::int64_t by) const {
    if (c_.encoder.forms.type(v).kind != b::TypeKind::Int)
      return false;
    const cfg::ExprRange type = cfg::full_range(c_.k.vars[v].type),
                         now = c_.a.ranges.evaluate_before(cfg::variable(v, c_.k.vars[v].type), c_.k, site_.block,
                                                           site_.stmt);
    const bool is_signed = c_.reps.var_sign(v) == Sign::Signed;
    const cfg::Bounds &all = is_signed ? type.as_signed : type.as_unsigned,
                      &x = is_signed ? now.as_signed : now.as_unsigned;
    return support::sound("knowledge.reach", cfg::Bounds{x.lo - by, x.hi - by}.within(all));
  }
  bool right(cfg::VarId v) const { // does the thread that executes the site hold the kernel's value?
    return c_.kernel_var(v) && c_.slice.relevant.vars[v] && (stable_[v] || carries(v));
  }
  bool grow(const cfg::Expr &e) { // all variables of e, or none
    std::vector<cfg::VarId> vars = cfg::variables(e);
    std::size_t fresh = 0;
    for (cfg::VarId v : vars) {
      if (!right(v))
        return false;
      fresh += !out_.vars.count(v);
    }
    if (out_.vars.size() + fresh > most_vars)
      return false;
    out_.vars.insert(vars.begin(), vars.end());
    return true;
  }
  bool take(const cfg::Fact &f) {
    if (!c_.readable(f.expr))
      return false;
    bool equation = f.kind == cfg::Fact::Equation;
    if (equation && (!out_.vars.count(f.var) || !right(f.var)))
      return false;
    if (!equation && f.expr->op != cfg::Op::Eq) { // one that speaks of what is at hand, or says what something is
      auto vars = cfg::variables(f.expr);
      if (std::none_of(vars.begin(), vars.end(), [&](cfg::VarId v) { return out_.vars.count(v) != 0; }))
        return false;
    }
    if (!grow(f.expr))
      return false;
    out_.facts.push_back(f);
    return true;
  }

  const Context &c_;
  const std::vector<bool> &stable_;
  SiteKnowledge &out_;
  const lk::Site &site_;
};

// Expressions are about the copies kept beside the slot, where there are some.
void read_kept(Context &c, const Slot &s) {
  c.encoder.reading.variable = [&c, &s](cfg::VarId v, Thread t) {
    Kept what{false, v, 0, 0};
    return support::unsound("knowledge.kept", s.kept.count(what)) ? kept_copy(c, s, what)
                                                                  : b::ident(c.name(v, t), c.encoder.forms.type(v));
  };
}

} // namespace

void Logs::keep(Slot &s) {
  // Else no loop's head forgets what was logged.
  const bool forgotten =
      std::any_of(c_.slice.loops.begin(), c_.slice.loops.end(), [&](const LoopInfo &l) { return assigned_in(s, l); });
  const knowledge::SinceBarrier drawn(
      c_.k, c_.tickets, [space = c_.k.arrays[s.array].space](const cfg::Barrier &bar) { return fences(bar, space); });
  for (lk::SiteId site : s.sites) {
    SiteKnowledge &known = sites_.at(site);
    Collector collector(c_, stable_, known, c_.p.sites[site]);
    if (known.tickets.empty())
      for (const cfg::Ticket &t : c_.tickets)
        if (collector.carries(t.var) && !c_.shared(t.var) && collector.has(t.offset) && collector.has(t.amount) &&
            (t.lasting ||
             (drawn.drawn(t, c_.p.sites[site].block, c_.p.sites[site].stmt) && !drawn.sets_back(t.counter))))
          known.tickets.push_back(&t);
    for (const cfg::Ticket *t : known.tickets)
      if (!stable_[t->var])
        s.kept.insert({false, t->var, 0, 0});
    if (!forgotten)
      continue;
    if (known.vars.empty() && known.facts.empty())
      collector.run();
    for (cfg::VarId v : known.vars)
      if (!stable_[v])
        s.kept.insert({false, v, 0, 0});
    for (std::size_t loop : known.loops) {
      s.kept.insert({true, 0, loop, 0});
      for (unsigned width : counter_widths(c_, loop))
        s.kept.insert({true, 0, loop, width});
    }
  }
}

// Sound because a thread that was at a site held the tickets whose variables are live there, or that it has drawn in
// the same interval; these are kept with the log. Their counters' places and amounts are computed from what does not
// change.
std::vector<b::Expr> Logs::tickets_differ(cfg::ArrayId a, std::set<std::string> &assumptions) {
  std::vector<knowledge::Taken> held[2];
  for (const Slot &s : slots_) {
    if (s.array != a)
      continue;
    read_kept(c_, s);
    for (lk::SiteId site : s.sites)
      for (const cfg::Ticket *t : sites_.at(site).tickets)
        held[s.thread == Thread::First ? 0 : 1].push_back(
            knowledge::taken(c_.encoder, c_.k, *t, s.thread, holds(s, site)));
  }
  c_.read_current();
  return knowledge::tickets(c_.encoder, c_.decls, c_.k, c_.options.pair, held[0], held[1], assumptions);
}

// Theorems about the places that the two threads' logs tell of.
std::vector<b::Expr> Logs::lemmas(cfg::ArrayId a) {
  std::vector<b::Expr> out = c_.encoder.lemmas.all();
  cfg::FactReader facts(c_.k, c_.a.facts);
  std::map<lk::SiteId, cfg::Linear> forms;
  std::vector<cfg::Linear> all;
  for (auto &[id, known] : sites_)
    if (known.log->array == a && known.log->granules == 1) {
      const lk::Site &at = c_.p.sites[id];
      all.push_back(forms[id] = knowledge::form_at(knowledge::equations_at(facts, at.block, at.stmt), c_.a.ranges,
                                                   known.log->lo));
    }
  if (all.size() != sites_.size() || watched_.place(a)->type.kind != b::TypeKind::Int)
    return out;
  for (std::int64_t radix : knowledge::radices(all)) {
    knowledge::Row at[2];
    for (Thread t : both_threads) {
      knowledge::Row &row = at[t == Thread::First ? 0 : 1];
      row = {b::int_lit(0), b::int_lit(0)};
      for (const Slot &s : slots_)
        if (s.thread == t) {
          read_kept(c_, s);
          for (lk::SiteId site : s.sites) {
            const knowledge::Row its = knowledge::row_of(
                c_.view(t, [this](cfg::VarId v) { return c_.slice.relevant.vars[v]; }, {}), forms.at(site), radix);
            row = {b::ite(holds(s, site), its.row, row.row), b::ite(holds(s, site), its.column, row.column)};
          }
        }
    }
    c_.read_current();
    out.push_back(knowledge::same_row(radix, watched_.place(a), at[0], watched_.place(a), at[1]));
  }
  return out;
}

std::vector<b::Expr> Logs::invariants(const Slot &s, const LoopInfo &l) {
  std::vector<b::Expr> out, one_of{is_empty(s)};
  read_kept(c_, s);
  for (lk::SiteId site : s.sites) {
    const SiteKnowledge &known = sites_.at(site);
    if (!l.before[known.block])
      continue; // the site comes later
    one_of.push_back(holds(s, site));
    std::vector<b::Expr> all;
    const knowledge::View view = c_.view(
        s.thread, [&](cfg::VarId v) { return known.vars.count(v) || (c_.slice.relevant.vars[v] && stable_[v]); },
        [&all](b::Expr e) { all.push_back(std::move(e)); });
    // What was logged touched the watched place, and with the value in question if that can still be told.
    const auto &values = known.log->values;
    all.push_back(
        std::all_of(values.begin(), values.end(), [&](const cfg::Expr &e) { return view.has_all(e); })
            ? watched_.touched(*known.log, s.thread, b::bool_lit(true))
            : watched_.in_range(s.array, c_.encoder.offset(s.array, known.log->lo, s.thread), known.log->granules));
    knowledge::facts(view, known.facts);
    for (auto &[v, range] : known.ranges) {
      all.push_back(c_.encoder.variables.domain(v, s.thread, range));
      knowledge::congruence(view, v);
    }
    knowledge::value_sets(view, known.values);
    for (std::size_t loop : known.loops) {
      knowledge::Visit visit;
      visit.loop = loop;
      const std::map<cfg::VarId, std::int64_t> &moved = known.moved.at(loop);
      const Reading::Lookup there = c_.encoder.reading.variable;
      c_.encoder.reading.variable = [&moved, there](cfg::VarId v, Thread t) { // as they were at the head
        const auto by = moved.find(v);
        return by == moved.end() || by->second == 0 ? there(v, t) : b::binary("-", there(v, t), b::int_lit(by->second));
      };
      visit.at_head = [&](cfg::VarId v) { return view.has(v) && moved.count(v); };
      visit.on_entry = [&](cfg::VarId v, const cfg::Expr &init) -> b::Expr {
        if (!init || !view.readable(init) || !c_.encoder.forms.fits(v, init))
          return nullptr;
        return c_.encoder.assigned_to(v, init, s.thread);
      };
      visit.counter = [&, loop](unsigned width) { return kept_copy(c_, s, {true, 0, loop, width}); };
      all.push_back(b::binary("<=", b::int_lit(0), visit.counter(0)));
      knowledge::closed_forms(view, visit);
      c_.encoder.reading.variable = there;
    }
    out.push_back(b::implies(holds(s, site), b::conj(std::move(all))));
  }
  out.insert(out.begin(), b::disj(one_of));
  c_.read_current();
  return out;
}

} // namespace lockstep::emit::watchdog
