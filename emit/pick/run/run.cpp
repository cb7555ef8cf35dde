// One thread's run through a barrier interval: see run.h.
#include "emit/pick/run/run.h"

#include "cfg/analysis/graph/graph.h"
#include "cfg/passes/own_values.h"
#include "emit/pick/sites/joins.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;
using cfg::Expr;

namespace {

std::set<int> cut_loops(const cfg::Interval &interval, const Cone &cone) {
  std::set<int> cut;
  for (std::size_t n = 0; n < interval.nodes.size(); ++n)
    if (cone.nodes[n] && interval.nodes[n].cut_loop != -1)
      cut.insert(interval.nodes[n].cut_loop);
  return cut;
}

// The variable counts the loop's iterations, and does not wrap around.
bool exactly_linear(const cfg::Analyses &a, std::size_t loop, cfg::VarId v) {
  const cfg::Recurrence *linear = a.induction.linear(loop, v);
  return linear && linear->wrap.signed_ok != cfg::NoWrap::MayWrap;
}

// Does the barrier at the interval's start give it a value?
bool given_at_start(const cfg::Kernel &k, const cfg::Interval &interval, cfg::VarId v) {
  if (interval.from_entry)
    return false;
  const auto defined = cfg::defined_vars(k.blocks[interval.barrier_block].stmts[interval.barrier_stmt]);
  return std::find(defined.begin(), defined.end(), v) != defined.end();
}

// Does the statement stand at the beginning of the kernel, with nothing in front that may order threads?
bool is_at_beginning(const cfg::Kernel &k, const cfg::Interval &interval, const cfg::Stmt &s) {
  if (!interval.from_entry)
    return false;
  const auto before = cfg::predecessors(k);
  for (cfg::BlockId at = 0;;) {
    for (const cfg::Stmt &here : k.blocks[at].stmts) {
      if (&here == &s)
        return true;
      if (support::unsound("memory.beginning", cfg::may_order(here)))
        return false;
    }
    const std::vector<cfg::BlockId> next = cfg::successors(k.blocks[at].end);
    if (next.size() != 1 || before[next[0]].size() != 1)
      return false;
    at = next[0];
  }
}

} // namespace

// --- the run ----------------------------------------------------------------------------------------------

void Run::declare(b::Procedure &p) const {
  for (cfg::VarId v : cone_.vars)
    if (!c_.k.vars[v].param)
      p.locals.push_back({names::copy(c_.k, v, t_), c_.encoder.forms.type(v)});
  for (cfg::VarId v : cone_.vars)
    if (cfg::moves_in_steps(c_.k, v, c_.a.congruences[v]))
      p.locals.push_back({names::steps(c_.k, v, t_), b::integer()});
  for (cfg::ArrayId a : cone_.maps)
    p.locals.push_back({names::private_array(c_.k, a, t_), c_.encoder.forms.map_type(a)});
  memory_.declare(p);
  for (int l : cut_loops(interval_, cone_)) {
    std::size_t loop = static_cast<std::size_t>(l);
    p.locals.push_back({names::iteration(loop, t_), b::integer()});
    for (cfg::VarId v : c_.a.induction.loops[loop].modified)
      if (cone_.vars.count(v))
        p.locals.push_back({names::on_entry(c_.k, v, loop, t_), c_.encoder.forms.type(v)});
    for (unsigned width : counter_widths(loop))
      p.locals.push_back({names::iteration_bits(loop, width, t_), b::bv(width)});
  }
  // Those with closed forms: here and around the barrier at the start.
  std::set<int> counted = cut_loops(interval_, cone_);
  if (!interval_.from_entry)
    for (int l = c_.a.loops.loop_of[interval_.barrier_block]; l != -1;
         l = c_.a.loops.loops[static_cast<std::size_t>(l)].parent)
      counted.insert(l);
  for (int l : counted)
    for (const cfg::Recurrence &x : c_.a.induction.loops[static_cast<std::size_t>(l)].recurrences)
      if (x.linear() && cone_.vars.count(x.var))
        p.locals.push_back({names::turns(c_.k, x.var, static_cast<std::size_t>(l), t_), b::integer()});
}

std::set<unsigned> Run::counter_widths(std::size_t loop) const {
  return knowledge::counter_widths(c_.encoder, c_.k, c_.a.induction.loops[loop],
                                   [this](cfg::VarId v) { return cone_.vars.count(v) != 0; });
}

knowledge::View Run::view(BlockWriter &w) const {
  auto some_number = [this, &w](cfg::VarId v, std::optional<std::size_t> loop) {
    b::Expr n = b::ident(loop ? names::turns(c_.k, v, *loop, t_) : names::steps(c_.k, v, t_), b::integer());
    w.command(b::HavocCmd{{n->text}});
    return n;
  };
  return {c_.k,
          c_.a,
          c_.encoder,
          t_,
          [this](cfg::VarId v) { return cone_.vars.count(v) != 0; },
          [this](cfg::ArrayId a) { return c_.a.fixed[a]; },
          some_number,
          [&w](b::Expr e) { w.assume(std::move(e)); }};
}

void Run::assume_condition(BlockWriter &w, const Expr &e, bool at_first) const {
  if (is_readable(c_, e) && c_.encoder.representation.consistent(e))
    w.assume(at_first ? memory_.held(w, e) : memory_.claim(w, e));
}

bool Run::in_cone(const Expr &e) const {
  std::vector<cfg::VarId> vars;
  cfg::collect_vars(e, vars);
  return std::all_of(vars.begin(), vars.end(), [&](cfg::VarId v) { return cone_.vars.count(v) != 0; });
}

void Run::write_start(BlockWriter &w) const {
  for (int l : cut_loops(interval_, cone_))
    w.command(b::AssignCmd{names::iteration(static_cast<std::size_t>(l), t_), b::int_lit(-1)});
  for (cfg::VarId v : cone_.vars)
    if (!c_.k.vars[v].param) {
      cfg::BlockId at = interval_.from_entry ? 0 : interval_.barrier_block;
      w.assume(interval_.from_entry || given_at_start(c_.k, interval_, v)
                   ? c_.encoder.variables.domain(v, t_, cfg::full_range(c_.k.vars[v].type))
                   : c_.encoder.variables.domain(v, t_,
                                                 c_.points.ranges.evaluate_before(cfg::variable(v, c_.k.vars[v].type),
                                                                                  at, interval_.barrier_stmt)));
    }
  memory_.start(w,
                interval_.from_entry ? nullptr : &c_.k.blocks[interval_.barrier_block].stmts[interval_.barrier_stmt]);
  const auto together = cfg::SameIterationOfAllLoops::at_start(interval_);
  if (!together)
    return;
  const knowledge::View known = view(w);
  knowledge::View before = known; // of variables that have the value they had before the barrier
  before.has = [this](cfg::VarId v) { return cone_.vars.count(v) != 0 && !given_at_start(c_.k, interval_, v); };
  knowledge::value_sets(before, c_.a.value_sets.joint_before(interval_.barrier_block, interval_.barrier_stmt));
  knowledge::facts(known, c_.points.facts.before(interval_.barrier_block, interval_.barrier_stmt + 1));
  start_inside_loops(w, *together);
  for (cfg::VarId v : cone_.vars)
    if (c_.points.live_before(interval_.barrier_block, interval_.barrier_stmt + 1, v))
      knowledge::congruence(known, v);
}

// An interval that starts behind a barrier inside loops: their closed forms start from the symbolic initial values, and
// the number of the visit is one for both threads.
// Sound because both threads of a pair stand at the barrier in the same iteration of every loop around it (that is
// what barrier divergence freedom means, rule B2 of [CDKQ13], Sect. 3.2).
void Run::start_inside_loops(BlockWriter &w, const cfg::SameIterationOfAllLoops &same) const {
  knowledge::View known = view(w);
  known.has = [this](cfg::VarId v) { return cone_.vars.count(v) != 0 && !given_at_start(c_.k, interval_, v); };
  for (int l = c_.a.loops.loop_of[same.block()]; l != -1; l = c_.a.loops.loops[static_cast<std::size_t>(l)].parent) {
    const std::size_t loop = static_cast<std::size_t>(l);
    const b::Expr k = c_.decls.constant(names::shared_iteration(loop), b::integer());
    const std::map<cfg::VarId, std::int64_t> moved =
        cfg::moved_since_head(c_.k, c_.a.loops.loops[loop], interval_.barrier_block, interval_.barrier_stmt);
    knowledge::Visit visit;
    visit.loop = loop;
    visit.at_head = [&](cfg::VarId v) { return known.has(v) && moved.count(v) && moved.at(v) == 0; };
    visit.on_entry = [&](cfg::VarId v, const Expr &init) -> b::Expr {
      if (!init || !known.readable(init) || !c_.encoder.forms.fits(v, init) ||
          c_.encoder.forms.type(v).kind == b::TypeKind::Bv)
        return nullptr;
      return c_.encoder.assigned_to(v, init, t_);
    };
    visit.counter = [&](unsigned) { return k; };
    w.assume(b::binary("<=", b::int_lit(0), k));
    knowledge::closed_forms(known, visit);
  }
}

std::string Run::write_nodes(BlockWriter &w, const std::string &prefix) const {
  for (std::size_t n = 0; n < interval_.nodes.size(); ++n)
    if (cone_.nodes[n])
      write_node(w, static_cast<int>(n), prefix);
  return prefix + "0";
}

void Run::write_node(BlockWriter &w, int index, const std::string &prefix) const {
  const cfg::IntervalNode &n = interval_.nodes[static_cast<std::size_t>(index)];
  const cfg::Block &block = c_.k.blocks[n.block];
  w.open(prefix + std::to_string(index));
  if (n.cut_loop != -1)
    enter_cut_loop(w, n.cut_loop, n.block);
  if (hooks_.at_node)
    hooks_.at_node(w, index);
  for (std::uint32_t i = n.begin; i < n.end; ++i) {
    if (hooks_.before_statement)
      hooks_.before_statement(w, index, i);
    const cfg::Stmt &s = block.stmts[i];
    if (auto *a = std::get_if<cfg::Assert>(&s.node); a && hooks_.on_assert && hooks_.on_assert(w, index, i, *a))
      continue;
    write_at(w, index, i);
  }
  bool ends = n.at_barrier || std::holds_alternative<cfg::Return>(block.end.node);
  if (ends && hooks_.at_end) {
    hooks_.at_end(w, index);
    return;
  }
  if (const int join = cone_.skips[static_cast<std::size_t>(index)]; join != no_join) {
    w.close({prefix + std::to_string(join)});
    return;
  }
  std::vector<std::string> targets;
  std::vector<std::pair<std::string, std::size_t>> edges; // label of the edge's block, edge
  for (std::size_t e = 0; e < n.edges.size(); ++e) {
    bool dropped = n.edges[e].node == cfg::dropped_back_edge;
    if (dropped ? !hooks_.on_back_edge : !cone_.nodes[static_cast<std::size_t>(n.edges[e].node)])
      continue;
    std::vector<Expr> conditions = cfg::edge_conditions(block, n.edges[e].target);
    if (!dropped && conditions.empty() && !hooks_.on_entry_edge) {
      targets.push_back(prefix + std::to_string(n.edges[e].node));
    } else {
      targets.push_back(w.fresh(prefix + std::to_string(index) + "$to"));
      edges.push_back({targets.back(), e});
    }
  }
  bool stuck = targets.empty();
  if (stuck) // the path has nothing more to offer
    w.command(b::AssumeCmd{b::bool_lit(false), {}});
  w.close(targets);
  for (auto &[label, e] : edges) {
    w.open(label);
    for (const Expr &condition : cfg::edge_conditions(block, n.edges[e].target)) {
      if (!in_cone(condition)) // of a back edge to a head without an invariant: nothing behind it matters
        continue;
      if (!reads_only_constants(c_, condition) || !c_.encoder.representation.consistent(condition))
        continue;
      w.assume(c_.encoder.partial.defined(condition, t_));
      assume_condition(w, condition);
    }
    int target = n.edges[e].node;
    if (target == cfg::dropped_back_edge) {
      hooks_.on_back_edge(w, n.edges[e].target, std::to_string(index) + "." + std::to_string(e));
      continue;
    }
    if (hooks_.on_entry_edge && interval_.nodes[static_cast<std::size_t>(target)].cut_loop != -1)
      hooks_.on_entry_edge(w, n.edges[e].target, std::to_string(index) + "." + std::to_string(e));
    w.close({prefix + std::to_string(target)});
  }
}

void Run::write_at(BlockWriter &w, int node, std::uint32_t stmt) const {
  const cfg::Stmt &s = c_.k.blocks[interval_.nodes[static_cast<std::size_t>(node)].block].stmts[stmt];
  if (write_exchange(w, node, stmt))
    memory_.forget(w, s);
  else if (!write_shared_load(w, node, stmt))
    write_statement(w, s);
}

void Run::write_statement(BlockWriter &w, const cfg::Stmt &s) const {
  memory_.forget(w, s);
  if (auto *a = std::get_if<cfg::Assign>(&s.node)) {
    if (!cone_.vars.count(a->var))
      return;
    w.assume(c_.encoder.partial.defined_when_assigned(a->value, t_));
    w.command(b::AssignCmd{names::copy(c_.k, a->var, t_), c_.encoder.assigned_to(a->var, a->value, t_)});
  } else if (auto *h = std::get_if<cfg::Havoc>(&s.node)) {
    if (cone_.vars.count(h->var))
      havoc(w, c_, t_, h->var);
  } else if (auto *as = std::get_if<cfg::Assume>(&s.node)) {
    assume_condition(w, as->condition,
                     as->kind == cfg::AssumeKind::Barrier ||
                         (as->kind == cfg::AssumeKind::Requires && is_at_beginning(c_.k, interval_, s)));
  } else if (auto *at = std::get_if<cfg::Assert>(&s.node)) {
    if (in_cone(at->condition))
      memory_.assume_claimed(w, at->condition); // a failing assertion is a goal of its own
  } else if (auto *l = std::get_if<cfg::Load>(&s.node)) {
    write_load(w, *l);
  } else if (auto *st = std::get_if<cfg::Store>(&s.node)) {
    memory_.store(w, *st);
  } else if (auto *am = std::get_if<cfg::Atomic>(&s.node)) {
    if (am->dest && cone_.vars.count(*am->dest))
      havoc(w, c_, t_, *am->dest);
  } else if (const cfg::Barrier *met = cfg::meeting(s)) {
    if (cone_.vars.count(met->exchange->dest))
      havoc(w, c_, t_, met->exchange->dest);
  } else {
    // Skip does nothing; what a fence orders is asked elsewhere (ordering.cpp); a barrier that does not end the
    // interval orders nothing for the arrays at hand, and the values it could make visible are arbitrary already.
    LOCKSTEP_INVARIANT(std::holds_alternative<cfg::Skip>(s.node) || std::holds_alternative<cfg::Fence>(s.node) ||
                           std::holds_alternative<cfg::Barrier>(s.node) ||
                           std::holds_alternative<cfg::Gather>(s.node) || std::holds_alternative<cfg::Numbered>(s.node),
                       "every statement is written");
  }
}

void Run::write_load(BlockWriter &w, const cfg::Load &l) const {
  memory_.access(w, l);
  for (std::size_t i = 0; i < l.dests.size(); ++i) {
    cfg::VarId d = l.dests[i];
    if (!cone_.vars.count(d))
      continue;
    auto at = [&] {
      return c_.decls.moved(c_.encoder.offset(l.array, l.offset, t_), static_cast<std::int64_t>(i * l.per_value));
    };
    if (c_.unwritten.count(&l)) {
      havoc(w, c_, t_, d);
    } else if (cone_.maps.count(l.array)) {
      memory_.load(w, l, d, at());
    } else if (support::sound("run.load", c_.a.fixed[l.array])) {
      w.command(b::AssignCmd{names::copy(c_.k, d, t_), c_.encoder.variables.content(l.array, at(), d)});
      w.assume(c_.encoder.variables.domain(d, t_, cfg::full_range(c_.k.vars[d].type)));
    } else {
      havoc(w, c_, t_, d);
    }
  }
}

void Run::enter_cut_loop(BlockWriter &w, int loop, cfg::BlockId head) const {
  std::size_t l = static_cast<std::size_t>(loop);
  std::set<cfg::VarId> modified;
  std::set<cfg::ArrayId> stored;
  for (cfg::BlockId block : c_.a.loops.loops[l].blocks)
    for (const cfg::Stmt &s : c_.k.blocks[block].stmts) {
      for (cfg::VarId v : cfg::defined_vars(s))
        if (cone_.vars.count(v))
          modified.insert(v);
      if (auto *st = std::get_if<cfg::Store>(&s.node); st && cone_.maps.count(st->array))
        stored.insert(st->array);
    }
  const b::Expr k = b::ident(names::iteration(l, t_), b::integer());
  std::map<cfg::VarId, b::Expr> on_entry;
  for (cfg::VarId v : modified) {
    std::string before = names::on_entry(c_.k, v, l, t_);
    w.command(b::AssignCmd{before, c_.encoder.variables.read(v, t_)});
    on_entry[v] = b::ident(before, c_.encoder.forms.type(v));
  }
  std::vector<std::string> names{k->text};
  for (cfg::VarId v : modified)
    names.push_back(names::copy(c_.k, v, t_));
  for (cfg::ArrayId a : stored)
    names.push_back(names::private_array(c_.k, a, t_));
  for (std::string &name : memory_.forgotten_in(loop))
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  for (unsigned width : counter_widths(l))
    names.push_back(names::iteration_bits(l, width, t_));
  w.command(b::HavocCmd{names});
  w.assume(b::binary("<=", b::int_lit(0), k));
  for (cfg::VarId v : modified)
    w.assume(c_.encoder.variables.domain(v, t_, c_.a.ranges.at_entry(head, v)));
  const knowledge::View known = view(w);
  knowledge::Visit visit;
  visit.loop = l;
  visit.at_head = [&](cfg::VarId v) { return modified.count(v) != 0; };
  visit.on_entry = [&](cfg::VarId v, const Expr &) { return on_entry.at(v); };
  visit.counter = [&](unsigned width) {
    return width == 0 ? k : b::ident(names::iteration_bits(l, width, t_), b::bv(width));
  };
  visit.counted_from_inside = !interval_.from_entry && c_.a.loops.contains(loop, interval_.barrier_block);
  knowledge::value_sets(known, c_.a.value_sets.joint_at_entry(head));
  knowledge::closed_forms(known, visit);
  knowledge::entered(known, visit, head);
  knowledge::facts(known, c_.a.facts.at_entry[head]);
  for (cfg::VarId v : modified)
    if (c_.a.live.at_entry[head][v] && !exactly_linear(c_.a, l, v)) // those that are have closed forms
      knowledge::congruence(known, v);
}

} // namespace lockstep::emit::pick
