// The cone of influence of a run's targets: see run.h.
#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "emit/encode/plain_arrays.h"
#include "emit/knowledge/only_claimed.h"
#include "emit/pick/run/run.h"
#include "emit/pick/sites/joins.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

using cfg::Expr;

namespace {

class Builder {
public:
  Builder(const Context &c, const cfg::Interval &interval, bool assertions)
      : c_(c), interval_(interval), assertions_(assertions) {}

  Cone build(const std::vector<bool> &targets, const std::vector<Expr> &seeds) {
    reach(targets);
    for (const Expr &e : seeds)
      need(e);
    collect_facts();
    const Joins joins(interval_, out_.nodes);
    out_.skips.assign(interval_.nodes.size(), no_join);
    std::vector<bool> matters = targets;
    do {
      support::spend_round();
      changed_ = false;
      for (std::size_t n = interval_.nodes.size(); n-- > 0;)
        if (out_.nodes[n]) {
          statements(interval_.nodes[n]);
          matters[n] = matters[n] || matters_in(interval_.nodes[n]);
          out_.skips[n] = joins.idle_branch(static_cast<int>(n), matters);
          if (out_.skips[n] != no_join && is_asked_on_entry(out_.skips[n]))
            out_.skips[n] = no_join;
          if (out_.skips[n] == no_join)
            branch(interval_.nodes[n]);
        }
      knowledge::sources(
          c_.k, c_.a, facts_, loops_, [this](cfg::VarId v) { return out_.vars.count(v) != 0; },
          [this](const Expr &e) { need(e); });
      for (const cfg::Ticket &t : c_.tickets)
        if (!t.shared && out_.vars.count(t.var)) {
          need(t.offset);
          need(t.amount);
        }
    } while (changed_);
    leave_out_skipped();
    return std::move(out_);
  }

private:
  void reach(const std::vector<bool> &targets) {
    out_.nodes = targets;
    for (std::size_t n = interval_.nodes.size(); n-- > 0;)
      for (const cfg::IntervalEdge &e : interval_.nodes[n].edges)
        if (e.node != cfg::dropped_back_edge && out_.nodes[static_cast<std::size_t>(e.node)])
          out_.nodes[n] = true;
  }

  void collect_facts() {
    if (!interval_.from_entry) {
      facts_ = c_.points.facts.before(interval_.barrier_block, interval_.barrier_stmt + 1);
      abstract("the state behind a barrier is any that the facts known there allow");
    }
    if (!interval_.from_entry)
      for (int l = c_.a.loops.loop_of[interval_.barrier_block]; l != -1;
           l = c_.a.loops.loops[static_cast<std::size_t>(l)].parent)
        loops_.insert(static_cast<std::size_t>(l));
    for (std::size_t n = 0; n < interval_.nodes.size(); ++n)
      if (out_.nodes[n] && interval_.nodes[n].cut_loop != -1) {
        loops_.insert(static_cast<std::size_t>(interval_.nodes[n].cut_loop));
        const auto &more = c_.a.facts.at_entry[interval_.nodes[n].block];
        facts_.insert(facts_.end(), more.begin(), more.end());
        abstract("a loop is entered at an arbitrary iteration");
      }
  }

  void branch(const cfg::IntervalNode &n) {
    if (n.at_barrier)
      return;
    for (const cfg::IntervalEdge &e : n.edges)
      if (e.node == cfg::dropped_back_edge ? has_invariant(e.target) : out_.nodes[static_cast<std::size_t>(e.node)])
        for (const Expr &condition : cfg::edge_conditions(c_.k.blocks[n.block], e.target))
          need(condition);
  }

  void statements(const cfg::IntervalNode &n) {
    for (std::uint32_t i = n.end; i-- > n.begin;)
      statement(c_.k.blocks[n.block].stmts[i]);
  }

  // Does a run through the node leave a trace in what the cone carries?
  bool matters_in(const cfg::IntervalNode &n) const {
    const auto &stmts = c_.k.blocks[n.block].stmts;
    return n.cut_loop != -1 || std::any_of(stmts.begin() + n.begin, stmts.begin() + n.end, [&](const cfg::Stmt &s) {
             if (auto *as = std::get_if<cfg::Assume>(&s.node))
               return is_readable(c_, as->condition);
             if (auto *at = std::get_if<cfg::Assert>(&s.node))
               return is_known(at->condition);
             if (auto *st = std::get_if<cfg::Store>(&s.node))
               return out_.maps.count(st->array) != 0;
             if (auto *l = std::get_if<cfg::Load>(&s.node); l && marks(l->array))
               return true;
             if (std::any_of(out_.maps.begin(), out_.maps.end(),
                             [&](cfg::ArrayId a) { return c_.memory.forgets(a, s); }))
               return true;
             const std::vector<cfg::VarId> defined = cfg::defined_vars(s);
             return std::any_of(defined.begin(), defined.end(), [&](cfg::VarId v) { return out_.vars.count(v) != 0; });
           });
  }

  void leave_out_skipped() {
    std::vector<bool> reached(interval_.nodes.size(), false);
    reached[0] = out_.nodes[0];
    for (std::size_t n = 0; n < interval_.nodes.size(); ++n) {
      if (!reached[n])
        continue;
      if (out_.skips[n] != no_join) {
        reached[static_cast<std::size_t>(out_.skips[n])] = true;
        continue;
      }
      for (const cfg::IntervalEdge &e : interval_.nodes[n].edges)
        if (e.node != cfg::dropped_back_edge && out_.nodes[static_cast<std::size_t>(e.node)])
          reached[static_cast<std::size_t>(e.node)] = true;
    }
    out_.nodes = std::move(reached);
  }

  // An invariant is asserted on each edge by which its loop is entered.
  bool is_asked_on_entry(int node) const {
    const cfg::IntervalNode &n = interval_.nodes[static_cast<std::size_t>(node)];
    return assertions_ && support::unsound("pick.entered", n.cut_loop != -1 && has_invariant(n.block));
  }

  // An invariant is asserted on the way back to its loop's head.
  bool has_invariant(cfg::BlockId head) const {
    for (const cfg::Stmt &s : c_.k.blocks[head].stmts)
      if (const auto *a = std::get_if<cfg::Assert>(&s.node); a && a->kind == cfg::AssertKind::Invariant)
        return true;
    return false;
  }

  void statement(const cfg::Stmt &s) {
    if (auto *a = std::get_if<cfg::Assign>(&s.node)) {
      if (out_.vars.count(a->var))
        need(a->value);
    } else if (auto *as = std::get_if<cfg::Assume>(&s.node)) {
      said(as->condition, is_readable(c_, as->condition));
    } else if (auto *at = std::get_if<cfg::Assert>(&s.node)) {
      said(at->condition, is_known(at->condition));
    } else if (auto *l = std::get_if<cfg::Load>(&s.node)) {
      load(*l);
    } else if (auto *st = std::get_if<cfg::Store>(&s.node)) {
      if (out_.maps.count(st->array)) { // whose marks, if it has any, need no more
        need(st->offset);
        for (const Expr &v : st->values)
          need(v);
      }
    } else if (auto *am = std::get_if<cfg::Atomic>(&s.node)) {
      if (am->dest && out_.vars.count(*am->dest))
        abstract("the result of an atomic operation is any value");
    } else if (const cfg::Barrier *met = cfg::meeting(s); met && out_.vars.count(met->exchange->dest)) {
      abstract("what threads of a warp exchange is any value");
      if (met->exchange->op == cfg::ExchangeOp::Before && reads_only_constants(c_, met->exchange->value))
        need(met->exchange->value); // exchanges.cpp
    }
  }

  void load(const cfg::Load &l) {
    if (marks(l.array))
      need(l.offset);
    bool wanted = false;
    for (cfg::VarId d : l.dests)
      wanted = wanted || out_.vars.count(d);
    if (!wanted)
      return;
    if (c_.unwritten.count(&l)) {
      // Any value is what it reads: no abstraction.
    } else if (c_.maps(l.array)) {
      map(l.array);
      need(l.offset);
    } else if (support::sound("run.load", c_.a.fixed[l.array])) {
      need(l.offset);
      if (c_.encoder.forms.is_function(l.array, l.offset))
        abstract("a place in '" + c_.k.arrays[l.array].source_name + "' is some function of what it is computed from");
    } else {
      abstract("a value read from '" + c_.k.arrays[l.array].source_name + "' is any value of its type");
      out_.of_contents = true;
    }
  }

  void map(cfg::ArrayId a) {
    if (!out_.maps.insert(a).second)
      return;
    changed_ = true;
    if (c_.memory.maps(a))
      abstract("'" + c_.k.arrays[a].source_name + "' holds anything where nothing is known of it");
  }

  bool marks(cfg::ArrayId a) const { return c_.memory.marks(a) && out_.maps.count(a) != 0; }

  // What holds here if `known`; without it, executions are followed that there are not.
  void said(const Expr &condition, bool known) {
    if (known) {
      need(condition);
    } else if (!is_readable(c_, condition) && !cfg::is_pairwise(condition)) {
      abstract("what is said of memory that the kernel writes is left out");
      out_.of_contents = true;
    }
  }

  // Does an assertion's condition matter for what is asked?
  bool is_known(const Expr &e) const { return is_readable(c_, e) && (assertions_ || !speaks_of(e, c_.claimed)); }

  void need(const Expr &e) {
    for (cfg::VarId v : cfg::variables(e))
      if (out_.vars.insert(v).second)
        changed_ = true;
    for (cfg::ArrayId a : arrays_read(e))
      if (c_.maps(a))
        map(a);
  }

  void abstract(const std::string &what) {
    if (out_.abstraction.empty())
      out_.abstraction = what;
  }

  const Context &c_;
  const cfg::Interval &interval_;
  const bool assertions_;
  std::vector<cfg::Fact> facts_;
  std::set<std::size_t> loops_; // whose closed forms are used
  bool changed_ = false;
  Cone out_;
};

} // namespace

Cone cone_of_influence(const Context &c, const cfg::Interval &interval, const std::vector<bool> &targets,
                       const std::vector<Expr> &seeds, bool assertions) {
  return Builder(c, interval, assertions).build(targets, seeds);
}

std::vector<cfg::Interval> intervals_of(const Context &c, const cfg::EndsInterval &ends,
                                        const cfg::EndsInterval &starts) {
  const auto open = [&](cfg::BlockId from, cfg::BlockId through, cfg::BlockId to) {
    return cfg::can_go(c.k, c.a, from, through, to);
  };
  return cfg::barrier_intervals(c.k, c.a.loops, ends, open, starts);
}

std::vector<bool> plain_private_arrays(const cfg::Kernel &k) {
  std::vector<bool> plain =
      plain_arrays<cfg::Load, cfg::Store, cfg::Atomic>(k, [&k](cfg::VarId v) { return k.vars[v].type; });
  for (cfg::ArrayId a = 0; a < k.arrays.size(); ++a)
    plain[a] = plain[a] && k.arrays[a].space == cfg::Space::Private;
  return plain;
}

std::set<const cfg::Load *> unwritten_loads(const cfg::Kernel &k, const cfg::Analyses &a) {
  std::set<const cfg::Load *> out;
  for (cfg::BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i)
      if (auto *l = std::get_if<cfg::Load>(&k.blocks[b].stmts[i].node);
          l && (a.first.count({b, i}) ||
                (k.arrays[l->array].space == cfg::Space::Group && !a.written[l->array] && !a.fixed[l->array])))
        out.insert(l);
  return out;
}

bool reads_only_constants(const Context &c, const Expr &e) {
  const std::set<cfg::ArrayId> read = arrays_read(e);
  return !cfg::is_pairwise(e) &&
         std::all_of(read.begin(), read.end(), [&](cfg::ArrayId a) { return bool(c.a.fixed[a]); });
}

bool is_readable(const Context &c, const Expr &e) {
  const std::set<cfg::ArrayId> read = arrays_read(e);
  return !cfg::is_pairwise(e) &&
         std::all_of(read.begin(), read.end(), [&](cfg::ArrayId a) { return c.a.fixed[a] || c.memory.maps(a); });
}

} // namespace lockstep::emit::pick
