// The procedures of a watchdog program, one a question (split_by_interval.h): see watchdog.h. Statements are
// in statements.cpp, loops' heads in heads.cpp.
#include "emit/watchdog/watchdog.h"

#include "cfg/ir/rewrite.h"
#include "emit/encode/geometry.h"
#include "emit/watchdog/candidates.h"
#include "emit/watchdog/memory.h"
#include "emit/watchdog/statements.h"
#include "support/sound.h"

#include <algorithm>
#include <map>

namespace lockstep::emit::watchdog {

namespace b = boogie;
using cfg::Expr;

namespace {

// One question's procedure.
class ProcedureWriter {
public:
  ProcedureWriter(Context &c, GoalProgram &out)
      : c_(c), out_(out), logs_(c_), heads_(c_, logs_), w_(procedure_), statements_(c_, logs_, procedure_, w_, out_) {}

  // Without a name.
  b::Procedure run() {
    c_.encoder.lemmas.forget();
    declare();
    start();
    for (lk::BlockId block = 0; block < c_.p.blocks.size(); ++block)
      if (c_.slice.leads[block])
        write(block);
    return std::move(procedure_);
  }

private:
  // --- the procedure's beginning ----------------------------------------------------------------------------
  void declare() {
    for (cfg::VarId v = 0; v < c_.p.vars.size(); ++v)
      if (c_.slice.relevant.vars[v] || c_.p.vars[v].holds_block())
        if (!c_.p.vars[v].decl.param)
          for (Thread t : c_.threads(v))
            procedure_.locals.push_back({c_.name(v, t), c_.type(v)});
    std::set<std::string> maps;
    for (cfg::ArrayId a = 0; a < c_.p.arrays.size(); ++a)
      if (c_.slice.relevant.arrays[a] && model_of(c_, a) == Model::Map)
        for (Thread t : both_threads)
          if (maps.insert(map_name(c_, a, t)).second)
            procedure_.locals.push_back({map_name(c_, a, t), c_.encoder.forms.map_type(a)});
    statements_.declare(procedure_);
    logs_.declare(procedure_);
    heads_.declare(procedure_);
  }

  void start() {
    w_.open("entry");
    w_.assume(pair_of_threads(c_.a.launch, c_.decls, c_.options.pair));
    for (cfg::VarId v = 0; v < c_.p.vars.size(); ++v)
      if (c_.slice.relevant.vars[v] && !c_.p.vars[v].holds_block() && !c_.p.vars[v].decl.param)
        for (Thread t : c_.threads(v))
          w_.assume(c_.encoder.variables.domain(v, t, cfg::full_range(c_.p.vars[v].decl.type)));
    logs_.start(w_);
    statements_.start();
    w_.close({label(0)});
  }

  static std::string label(lk::BlockId block) { return "b" + std::to_string(block); }

  // --- blocks -----------------------------------------------------------------------------------------------
  void write(lk::BlockId block) {
    const lk::Lockstep::Block &from = c_.p.blocks[block];
    w_.open(label(block));
    std::set<std::uint32_t> done; // invariants written at the head's top
    if (const LoopInfo *l = c_.slice.headed_by(block))
      done = head(*l);
    else if (heads_.behind_loop(block))
      heads_.assume_behind_loops(w_, block);
    const auto targets = lk::successors(from.end);
    const bool goes_on = std::any_of(targets.begin(), targets.end(), [&](lk::BlockId t) { return c_.slice.leads[t]; });
    std::size_t left = from.stmts.size(); // nothing behind what is asked last matters
    while (!goes_on && left > 0 && !c_.question.asked.count(&from.stmts[left - 1]))
      --left;
    for (std::size_t i = 0; i < left; ++i)
      if (const lk::Lockstep::Stmt &s = from.stmts[i];
          !std::holds_alternative<lk::Assert>(s.node) || !s.kernel_stmt || !done.count(*s.kernel_stmt))
        statements_.write(s);
    if (!goes_on)
      return w_.close({});
    for (const LoopInfo &l : c_.slice.loops) {
      if (std::find(l.entries.begin(), l.entries.end(), block) != l.entries.end())
        heads_.enter(w_, l);
      if (std::find(l.loop.latches.begin(), l.loop.latches.end(), block) != l.loop.latches.end())
        heads_.again(w_, l);
    }
    end(block, from.end);
  }

  std::set<std::uint32_t> head(const LoopInfo &l) {
    heads_.assume_known(w_, l);
    for (CandidateFormula &f : candidates({c_, logs_, heads_, l})) {
      if (c_.options.without_rules.count(f.rule->name))
        continue;
      if (f.rule->stage > c_.options.stage) {
        ++out_.withheld;
        continue;
      }
      std::string name = names::candidate(out_.candidates.size());
      if (support::left_out("candidates.checked"))
        w_.assume(f.formula);
      w_.command(b::AssertCmd{b::implies(b::ident(name, b::boolean()), f.formula), {}});
      out_.candidates.push_back({name, f.rule->name, f.formula});
    }
    return invariants(l);
  }

  // The user's invariants, in terms of the values at the head: what the block defines in front of them is put in.
  std::set<std::uint32_t> invariants(const LoopInfo &l) {
    std::set<std::uint32_t> done;
    std::map<cfg::VarId, Expr> now; // null: not known
    auto at_head = [&](const Expr &e) -> Expr {
      for (cfg::VarId v : cfg::variables(e))
        if (auto it = now.find(v); it != now.end() && !it->second)
          return nullptr;
      return cfg::replace(e, [&](const Expr &x) -> Expr {
        auto it = x->op == cfg::Op::Var ? now.find(x->var) : now.end();
        return it == now.end() ? nullptr : it->second;
      });
    };
    const auto &stmts = c_.k.blocks[l.kernel_head].stmts;
    for (std::uint32_t i = 0; i < stmts.size(); ++i) {
      if (auto *a = std::get_if<cfg::Assert>(&stmts[i].node); a && a->kind == cfg::AssertKind::Invariant) {
        if (Expr condition = at_head(a->condition)) {
          lk::Guard guard = l.loop.predicated ? l.loop.guard : lk::Guard{};
          statements_.invariant({guard, a->condition, a->kind, a->message}, condition, stmts[i].origin);
          done.insert(i);
        }
      } else if (auto *x = std::get_if<cfg::Assign>(&stmts[i].node)) {
        now[x->var] = at_head(x->value);
      } else if (auto *x = std::get_if<cfg::Load>(&stmts[i].node); x && known_content(*x)) {
        Expr offset = at_head(x->offset);
        now[x->dests[0]] = offset ? cfg::read(x->array, c_.k.vars[x->dests[0]].type, offset) : nullptr;
      } else {
        for (cfg::VarId v : cfg::defined_vars(stmts[i]))
          now[v] = nullptr;
      }
    }
    return done;
  }
  bool known_content(const cfg::Load &l) const {
    return l.dests.size() == 1 && l.per_value == 1 && c_.p.array_info[l.array].memory == lk::Memory::Constant;
  }

  // --- ends of blocks ---------------------------------------------------------------------------------------
  void end(lk::BlockId block, const lk::Terminator &end) {
    std::vector<std::pair<lk::BlockId, Expr>> ways;
    if (auto *g = std::get_if<lk::Goto>(&end.node)) {
      std::vector<std::string> targets;
      for (lk::BlockId t : g->targets)
        if (c_.slice.leads[t])
          targets.push_back(label(t));
      return w_.close(targets);
    }
    if (std::holds_alternative<lk::End>(end.node))
      return w_.close({});
    if (auto *br = std::get_if<lk::Branch>(&end.node)) {
      ways = {{br->if_true, br->condition}, {br->if_false, cfg::negate(br->condition)}};
    } else if (auto *sw = std::get_if<lk::Switch>(&end.node)) {
      Expr others = cfg::boolean(true);
      for (const lk::SwitchCase &x : sw->cases) {
        Expr is = cfg::binary(cfg::Op::Eq, sw->value, cfg::constant(sw->value->type, x.value));
        ways.push_back({x.target, is});
        others = cfg::binary(cfg::Op::And, others, cfg::negate(is));
      }
      ways.push_back({sw->otherwise, others});
    }
    std::vector<std::string> edges;
    for (std::size_t i = 0; i < ways.size(); ++i)
      edges.push_back(w_.fresh(label(block) + "$to"));
    w_.close(edges);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      w_.open(edges[i]);
      if (c_.readable(ways[i].second)) {
        assume_defined(w_, c_, ways[i].second, b::bool_lit(true), Thread::First);
        w_.assume(c_.encoder.boolean(ways[i].second, Thread::First));
      }
      // A way that leads to nothing asked about ends there; it keeps the head of a loop apart from the body, whose
      // assertions Boogie would take for invariants.
      w_.close(c_.slice.leads[ways[i].first] ? std::vector{label(ways[i].first)} : std::vector<std::string>{});
    }
  }

  Context &c_;
  GoalProgram &out_;
  b::Procedure procedure_;
  Logs logs_;
  Heads heads_;
  BlockWriter w_;
  Statements statements_;
};

} // namespace

GoalProgram emit_watchdog(const lk::Lockstep &p, const cfg::Kernel &k, const cfg::Analyses &a, const Options &options) {
  GoalProgram out;
  if (!pair_exists(a.launch, options.pair))
    return out;
  std::vector<Question> asked = questions(p, options);
  if (asked.empty())
    return out;
  out.witness = {{"witness.site$1", "witness.site$2"},
                 {"witness.offset$1", "witness.offset$2"},
                 {"witness.length$1", "witness.length$2"},
                 {"witness.choice$1", "witness.choice$2"}};
  for (const lk::Site &s : p.sites) // the watched granule is the one that is touched: length 1
    out.sites.push_back({s.kind, {{0, 1, s.kind, s.origin}}});
  Context c(p, k, a, options);
  for (Question &q : asked) {
    c.ask(std::move(q));
    const std::size_t goals = out.goals.size();
    b::Procedure procedure = ProcedureWriter(c, out).run();
    if (out.goals.size() == goals)
      continue;
    procedure.name = "watchdog" + std::to_string(out.program.procedures.size());
    out.program.procedures.push_back(std::move(procedure));
  }
  if (out.goals.empty())
    return out;
  declare_geometry(a.launch, c.decls, out.assumptions);
  for (const Candidate &candidate : out.candidates)
    out.program.constants.push_back({candidate.constant, b::boolean(), false, {{"existential", {b::bool_lit(true)}}}});
  c.decls.move_into(out.program);
  out.assumptions.insert(c.encoder.relied.assumptions().begin(), c.encoder.relied.assumptions().end());
  return out;
}

} // namespace lockstep::emit::watchdog
