// A thread of a random kernel that is held, at every step, against what the analyses say.
#pragma once

#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/values/congruence.h"
#include "cfg/analysis/values/induction.h"
#include "cfg/analysis/values/value_sets.h"
#include "cfg/ir/evaluate.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/text/print.h"
#include "tests/unit/cfg/random_kernel.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <vector>

namespace lockstep::cfg::random_run {

using Bits = std::uint64_t;
using Store_ = std::vector<Bits>; // per variable

struct Shared {
  std::vector<std::vector<Bits>> arrays; // 256 cells each
};

inline __int128 reading(Bits bits, Type t, bool is_signed) {
  return is_signed && t.is_int() ? static_cast<__int128>(signed_value(*constant(t, bits)))
                                 : static_cast<__int128>(bits);
}

struct Analyses_ {
  LoopForest forest;
  Liveness live;
  Facts facts;
  std::vector<std::vector<std::vector<Fact>>> facts_at; // [block][statement]
  ValueSets sets;
  std::vector<std::vector<std::vector<TupleSet>>> sets_at; // [block][statement]
  std::optional<Ranges> ranges;
  Induction induction;
  std::vector<std::optional<Congruence>> congruences;
};

// `with_sets`: the ranges rest on the value sets.
inline Analyses_ analyse(const Kernel &k, const Launch &launch, bool trust, bool with_sets) {
  Analyses_ a;
  support::Diagnostics diags;
  auto forest = loops(k, diags);
  EXPECT_TRUE(forest) << "random kernels are reducible";
  a.forest = *forest;
  a.live = liveness(k);
  a.facts = available_facts(k);
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i <= k.blocks[b].stmts.size(); ++i)
      all.push_back(i);
    a.facts_at.push_back(FactReader(k, a.facts).before(b, all));
  }
  a.sets = value_sets(k, a.forest, a.live, a.facts, launch);
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    a.sets_at.emplace_back();
    for (std::size_t i = 0; i <= k.blocks[b].stmts.size(); ++i)
      a.sets_at.back().push_back(a.sets.joint_before(b, i));
  }
  a.ranges = ranges(k, a.forest, a.facts, launch, {trust, with_sets ? &a.sets : nullptr});
  a.induction = induction(k, a.forest, a.live, a.facts, *a.ranges);
  a.congruences = congruences(k, a.forest, a.live, *a.ranges);
  return a;
}

// One thread. `stopped`: it returned, failed an assumption or assertion, or did something undefined.
class Thread {
public:
  Thread(const Kernel &k, const Analyses_ &a, const Launch &launch, Shared &shared, unsigned id, bool trust,
         unsigned seed, bool check = true)
      : check_(check), k_(k), a_(a), launch_(launch), shared_(shared), id_(id), trust_(trust), random_(seed) {
    for (const Var &v : k.vars)
      vars.push_back(mask_to_width(random_(), v.type.width));
  }

  Store_ vars;
  BlockId at = 0;
  bool stopped = false, undefined = false;
  std::uint64_t checks = 0, bands = 0; // bands: checks of banded variables behind a loop's first visit

  void step() {
    if (check_)
      enter();
    const Block &b = k_.blocks[at];
    for (std::size_t i = 0; i < b.stmts.size() && !stopped; ++i) {
      check_facts(a_.facts_at[at][i]);
      check_sets(a_.sets_at[at][i]);
      execute(b.stmts[i]);
    }
    if (stopped)
      return;
    check_facts(a_.facts_at[at].back());
    check_sets(a_.sets_at[at].back());
    auto to = next(b.end);
    if (stopped || !to) {
      stopped = true;
      return;
    }
    if (check_)
      check_facts(FactReader(k_, a_.facts).on_edge(at, *to));
    came_from_ = at;
    at = *to;
  }

private:
  struct Visit {
    std::size_t k = 0;
    Store_ entry, previous;
  };

  void undefined_behaviour() { stopped = undefined = true; }

  // --- evaluation -------------------------------------------------------------------------------------------
  // Empty: undefined. `check`: compare with the ranges recorded for the node.
  std::optional<Bits> value(const Expr &e, bool check) {
    auto v = plain_value(e, check);
    if (v && check && check_ && !e->type.is_float())
      check_range(a_.ranges->range_of(e), *v, e->type, print(e, k_));
    return v;
  }

  std::optional<Bits> plain_value(const Expr &e, bool check) {
    switch (e->op) {
    case Op::Const: return e->value;
    case Op::Var: return vars[e->var];
    case Op::LocalId: return mask_to_width(id_, e->type.width);
    case Op::LocalSize: return mask_to_width(*launch_.local_size[0], e->type.width);
    case Op::Ite: {
      auto c = value(e->args[0], check);
      return c ? value(e->args[*c ? 1 : 2], check) : std::nullopt;
    }
    case Op::Read: {
      auto i = value(e->args[0], check);
      return i ? std::optional(shared_.arrays[e->array][*i & 255]) : std::nullopt;
    }
    case Op::GroupId:
    case Op::NumGroups:
    case Op::GlobalOffset:
    case OPS_FLOAT:
    case Op::Call: return std::nullopt; // not in these kernels
    case OPS_NUMBER:
    case OPS_CAST:
    case OPS_TRUTH: break;
    }
    std::vector<Bits> args;
    for (const Expr &a : e->args) {
      auto v = value(a, check);
      if (!v)
        return std::nullopt;
      args.push_back(*v);
    }
    auto v = defined_value(*e, args);
    if (v && !exact(*e, args, *v, check))
      return std::nullopt;
    return v;
  }

  // False if the operation is undefined because of its flags.
  bool exact(const ExprNode &n, const std::vector<Bits> &args, Bits result, bool check) {
    if (n.op != Op::Add && n.op != Op::Sub && n.op != Op::Mul && n.op != Op::Shl && n.op != Op::Zext &&
        n.op != Op::Sext && n.op != Op::Trunc)
      return true;
    WrapInfo w = a_.ranges->wrap_of(&n);
    for (bool is_signed : {true, false}) {
      Type from = n.args[0]->type;
      __int128 x = reading(args[0], from, is_signed), y = args.size() > 1 ? reading(args[1], from, is_signed) : 0;
      __int128 m = n.op == Op::Add   ? x + y
                   : n.op == Op::Sub ? x - y
                   : n.op == Op::Mul ? x * y
                   : n.op == Op::Shl ? x << static_cast<int>(args[1])
                                     : x;
      if (m == reading(result, n.type, is_signed))
        continue;
      if (trust_ && (is_signed ? n.nsw : n.nuw))
        return false;
      if (check && check_) {
        EXPECT_EQ(is_signed ? w.signed_ok : w.unsigned_ok, NoWrap::MayWrap) << op_info(n.op).text;
      }
    }
    return true;
  }

  void check_range(const ExprRange &r, Bits v, Type t, const std::string &what) {
    ++checks;
    __int128 s = reading(v, t, true), u = reading(v, t, false);
    EXPECT_TRUE(r.as_signed.lo <= s && s <= r.as_signed.hi && r.as_unsigned.lo <= u && u <= r.as_unsigned.hi)
        << what << " is " << v;
  }

  void check_facts(const std::vector<Fact> &facts) {
    for (std::size_t i = 0; check_ && i < facts.size(); ++i) {
      const Fact &f = facts[i];
      auto v = value(f.expr, true);
      ++checks;
      Bits expected = f.kind == Fact::Equation ? vars[f.var] : 1;
      EXPECT_TRUE(!v || *v == expected) << "fact " << (f.kind == Fact::Equation ? k_.vars[f.var].name + " == " : "")
                                        << print(f.expr, k_) << " at " << k_.blocks[at].name;
    }
  }

  void check_sets(const std::vector<TupleSet> &sets) {
    for (std::size_t i = 0; check_ && i < sets.size(); ++i) {
      Store_ now;
      for (VarId v : sets[i].vars)
        now.push_back(vars[v]);
      ++checks;
      EXPECT_TRUE(std::binary_search(sets[i].tuples.begin(), sets[i].tuples.end(), now))
          << k_.vars[sets[i].vars[0]].name << " ... at " << k_.blocks[at].name;
    }
  }

  // --- blocks -----------------------------------------------------------------------------------------------
  void enter() {
    EXPECT_TRUE(a_.facts.reachable[at] && a_.ranges->reachable(at) && a_.sets.reachable(at)) << k_.blocks[at].name;
    for (VarId v = 0; v < k_.vars.size(); ++v)
      if (a_.live.at_entry[at][v])
        check_range(a_.ranges->at_entry(at, v), vars[v], k_.vars[v].type,
                    k_.vars[v].name + " at " + k_.blocks[at].name);
    check_congruences();
    check_facts(a_.facts.at_entry[at]);
    int loop = a_.forest.headed_by(at);
    if (loop < 0)
      return;
    Visit &visit = visits_[loop];
    if (came_from_ && a_.forest.contains(loop, *came_from_)) {
      ++visit.k;
      check_progress(a_.induction.loops[static_cast<std::size_t>(loop)], visit);
    } else {
      visit = {0, vars, vars};
    }
    check_forms(a_.induction.loops[static_cast<std::size_t>(loop)], visit);
    visit.previous = vars;
  }

  void check_congruences() {
    for (VarId v = 0; v < k_.vars.size(); ++v) {
      const auto &c = a_.congruences[v];
      if (!c || !a_.live.at_entry[at][v])
        continue;
      Wide away = reading(vars[v], k_.vars[v].type, true) - c->base.constant;
      bool known = true;
      for (const Linear::Term &t : c->base.terms) {
        auto x = value(t.atom, false);
        known = known && x;
        away -= x ? t.factor * reading(*x, t.atom->type, true) : Wide(0);
      }
      ++checks;
      EXPECT_TRUE(!known || (c->modulus == 0 ? away == 0 : away / c->modulus * c->modulus == away))
          << k_.vars[v].name << " modulo " << support::text(c->modulus) << " at " << k_.blocks[at].name;
    }
  }

  void check_forms(const LoopInduction &l, const Visit &visit) {
    for (const Recurrence &v : l.recurrences) {
      if (!v.linear())
        continue;
      Type t = k_.vars[v.var].type;
      auto step = value(v.step, visit.k > 0); // not evaluated yet at the first visit
      if (!step)
        continue;
      ++checks;
      EXPECT_EQ(vars[v.var], mask_to_width(visit.entry[v.var] + visit.k * *step, t.width)) << k_.vars[v.var].name;
      if (v.init) {
        auto init = value(v.init, true);
        EXPECT_TRUE(!init || *init == visit.entry[v.var]);
      }
      for (bool is_signed : {true, false})
        if ((is_signed ? v.wrap.signed_ok : v.wrap.unsigned_ok) != NoWrap::MayWrap) {
          EXPECT_TRUE(reading(vars[v.var], t, is_signed) ==
                      reading(visit.entry[v.var], t, is_signed) +
                          static_cast<__int128>(visit.k) * reading(*step, t, is_signed))
              << "exact " << k_.vars[v.var].name << " step " << print(v.step, k_);
        }
    }
    for (const Recurrence &b : l.recurrences)
      for (bool is_signed : {true, false})
        if (const auto &band = is_signed ? b.as_signed : b.as_unsigned) {
          Type t = k_.vars[b.var].type;
          __int128 moved = reading(vars[b.var], t, is_signed) - reading(visit.entry[b.var], t, is_signed);
          const Wide k = visit.k;
          EXPECT_TRUE(k * band->lo <= moved && moved <= k * band->hi)
              << k_.vars[b.var].name << " by " << static_cast<int>(moved) << " in " << visit.k << " rounds";
          if (b.init) {
            auto init = value(b.init, true);
            EXPECT_TRUE(!init || *init == visit.entry[b.var]);
          }
          ++checks;
          bands += visit.k > 0 && !b.linear();
        }
    if (l.trips.most) {
      EXPECT_TRUE(Wide(visit.k) <= *l.trips.most) << "round " << visit.k;
      ++checks;
    }
    for (const Orbit &o : l.orbits) {
      std::size_t n = visit.k;
      if (n >= o.tuples.size()) {
        ASSERT_TRUE(o.cycle) << "visit beyond the end of an orbit";
        n = *o.cycle + (n - *o.cycle) % (o.tuples.size() - *o.cycle);
      }
      for (std::size_t i = 0; i < o.vars.size(); ++i)
        EXPECT_EQ(vars[o.vars[i]], o.tuples[n][i]) << "orbit of " << k_.vars[o.vars[i]].name;
      ++checks;
    }
  }

  void check_progress(const LoopInduction &l, const Visit &visit) {
    for (const Recurrence &m : l.recurrences)
      for (bool is_signed : {true, false})
        if (auto d = direction(is_signed ? m.as_signed : m.as_unsigned)) {
          Type t = k_.vars[m.var].type;
          __int128 before = reading(visit.previous[m.var], t, is_signed), now = reading(vars[m.var], t, is_signed);
          EXPECT_TRUE(*d == Direction::Up ? now >= before : now <= before) << "monotone " << k_.vars[m.var].name;
          ++checks;
        }
  }

  // --- statements -------------------------------------------------------------------------------------------
  void execute(const Stmt &s) {
    for (const Expr &e : used_exprs(s))
      if (!value(e, true))
        return undefined_behaviour();
    if (auto *a = std::get_if<Assign>(&s.node))
      vars[a->var] = *value(a->value, false);
    else if (auto *h = std::get_if<Havoc>(&s.node))
      vars[h->var] = mask_to_width(random_(), k_.vars[h->var].type.width);
    else if (auto *c = std::get_if<Assume>(&s.node))
      stopped = *value(c->condition, false) == 0;
    else if (auto *t = std::get_if<Assert>(&s.node))
      stopped = *value(t->condition, false) == 0;
    else if (auto *l = std::get_if<Load>(&s.node))
      vars[l->dests[0]] = shared_.arrays[l->array][*value(l->offset, false) & 255];
    else if (auto *w = std::get_if<Store>(&s.node))
      shared_.arrays[w->array][*value(w->offset, false) & 255] = *value(w->values[0], false);
  }

  std::optional<BlockId> next(const Terminator &t) {
    for (const Expr &e : used_exprs(t))
      if (!value(e, true)) {
        undefined_behaviour();
        return std::nullopt;
      }
    if (auto *b = std::get_if<Branch>(&t.node))
      return *value(b->condition, false) ? b->if_true : b->if_false;
    if (auto *g = std::get_if<Goto>(&t.node))
      return g->targets[choose(*g)];
    if (auto *s = std::get_if<Switch>(&t.node)) {
      Bits v = *value(s->value, false);
      for (const SwitchCase &c : s->cases)
        if (c.value == v)
          return c.target;
      return s->otherwise;
    }
    return std::nullopt;
  }

  // Prefers a target whose opening assumption holds, so that runs get on.
  std::size_t choose(const Goto &g) {
    std::size_t i = random_() % g.targets.size();
    const auto &stmts = k_.blocks[g.targets[i]].stmts;
    if (!stmts.empty() && g.targets.size() == 2)
      if (auto *a = std::get_if<Assume>(&stmts[0].node)) {
        auto c = value(a->condition, false);
        if (!c)
          undefined_behaviour();
        return c == std::optional<Bits>(0) ? 1 - i : i;
      }
    return i;
  }

  bool check_;
  const Kernel &k_;
  const Analyses_ &a_;
  const Launch &launch_;
  Shared &shared_;
  unsigned id_;
  bool trust_;
  std::mt19937 random_;
  std::optional<BlockId> came_from_;
  std::map<int, Visit> visits_;
};

} // namespace lockstep::cfg::random_run
