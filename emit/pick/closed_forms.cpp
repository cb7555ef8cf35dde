// Closed forms of induction variables, as assumptions at a loop's head (cfg/analysis/induction.h says why they hold).
//
// A cut loop's head is reached in the state of some visit; its variables are tied to their values on entry, which the
// run still has, and to the number k of the visit. An interval that starts behind a barrier inside a loop has no such
// values: there the closed forms start from the loop's symbolic initial values, and k is one number for both threads.
//
// Sound because both threads of a pair stand at the barrier in the same iteration of every loop around it (that is
// what barrier divergence freedom means, rule B2 of the lock-step paper, Sect. 3.2).
#include "cfg/analysis/rewrite.h"
#include "emit/pick/run.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

std::set<cfg::VarId> unchanged_since_head(const Context &c, const cfg::Interval &interval, std::size_t loop) {
  const cfg::Loop &l = c.a.loops.loops[loop];
  std::set<cfg::VarId> out(c.a.induction.loops[loop].modified.begin(), c.a.induction.loops[loop].modified.end());
  // Backwards from the barrier to the head, whatever is assigned on the way.
  std::vector<std::vector<cfg::BlockId>> preds = cfg::predecessors(c.k);
  std::set<cfg::BlockId> seen;
  std::vector<cfg::BlockId> work;
  auto scan = [&](cfg::BlockId block, std::size_t end) {
    for (std::size_t i = 0; i < end; ++i)
      for (cfg::VarId v : cfg::defined_vars(c.k.blocks[block].stmts[i]))
        out.erase(v);
    if (block == l.head)
      return;
    for (cfg::BlockId p : preds[block])
      if (c.a.loops.contains(static_cast<int>(loop), p) && seen.insert(p).second)
        work.push_back(p);
  };
  scan(interval.barrier_block, interval.barrier_stmt);
  while (!work.empty()) {
    cfg::BlockId block = work.back();
    work.pop_back();
    scan(block, c.k.blocks[block].stmts.size());
  }
  return out;
}

void Run::assume_closed_forms(BlockWriter &w, const LoopState &state) const {
  const cfg::LoopInduction &in = c_.a.induction.loops[state.loop];
  auto known = [&](cfg::VarId v) { return cone_.vars.count(v) && state.on_entry.count(v); };
  auto readable = [&](const cfg::Expr &e) { return c_.encoder.encodable(e) && reads_only_constants(c_, e); };
  auto holds = [&](const cfg::WrapInfo &wrap, Sign sign) {
    return c_.encoder.relies_on(sign == Sign::Signed ? wrap.signed_ok : wrap.unsigned_ok, sign);
  };
  for (const cfg::LinearVar &l : in.linear) {
    if (!known(l.var) || !readable(l.step) || !c_.encoder.same_world(l.var, l.step))
      continue;
    bool bits = c_.encoder.var_type(l.var).kind == b::TypeKind::Bv;
    Sign sign = c_.encoder.representation().var_sign(l.var);
    bool wraps = !bits && !holds(l.wrap, sign);
    // Where it may wrap only a known step is of use: then the congruence is linear.
    if (wraps && c_.encoder.integer(l.step, sign, t_)->kind != b::Kind::IntLit)
      continue;
    b::Expr k = bits ? b::ident(names::iteration_bits(state.loop, c_.k.vars[l.var].type.width, t_),
                                b::bv(c_.k.vars[l.var].type.width))
                     : state.k;
    b::Expr from = state.on_entry.at(l.var), x = c_.encoder.var(l.var, t_);
    b::Expr moved = c_.encoder.advanced(l.var, from, k, l.step, t_);
    if (wraps) { // equal modulo 2^width: some multiple of it apart
      b::Expr turns = b::ident(names::turns(c_.k, l.var, state.loop, t_), b::integer());
      w.command(b::HavocCmd{{turns->text}});
      moved = b::binary("-", moved, b::binary("*", c_.encoder.power_of_two(c_.k.vars[l.var].type.width), turns));
    }
    w.assume(b::eq(x, moved));
    if (bits && cfg::is_const(l.step))
      for (Sign s : {Sign::Signed, Sign::Unsigned})
        if (holds(l.wrap, s)) {
          bool up = s == Sign::Unsigned || cfg::signed_value(*l.step) >= 0;
          w.assume(c_.encoder.less_or_equal(l.var, s, up ? from : x, up ? x : from));
        }
  }
  for (const cfg::MonotoneVar &m : in.monotone) {
    if (!known(m.var))
      continue;
    b::Expr from = state.on_entry.at(m.var), x = c_.encoder.var(m.var, t_);
    bool bits = c_.encoder.var_type(m.var).kind == b::TypeKind::Bv;
    for (Sign s : {Sign::Signed, Sign::Unsigned}) {
      auto direction = s == Sign::Signed ? m.as_signed : m.as_unsigned;
      if (!direction || (!bits && s != c_.encoder.representation().var_sign(m.var)))
        continue;
      c_.encoder.relies_on(s == Sign::Signed ? m.wrap.signed_ok : m.wrap.unsigned_ok, s);
      bool up = *direction == cfg::MonotoneVar::Up;
      w.assume(c_.encoder.less_or_equal(m.var, s, up ? from : x, up ? x : from));
    }
  }
  for (const cfg::BandedVar &m : in.banded)
    if (known(m.var))
      w.assume(c_.encoder.within_band(m, c_.encoder.var(m.var, t_), state.on_entry.at(m.var), state.k));
  for (const cfg::Orbit &o : in.orbits) {
    std::vector<b::Expr> ways;
    bool any = false;
    for (std::size_t i = 0; i < o.tuples.size(); ++i) {
      std::vector<b::Expr> all;
      if (!state.counted_from_inside) {
        b::Expr at = b::int_lit(static_cast<std::int64_t>(i));
        all.push_back(o.cycle && i >= *o.cycle ? b::binary("<=", at, state.k) : b::eq(state.k, at));
      }
      for (std::size_t v = 0; v < o.vars.size(); ++v)
        if (cone_.vars.count(o.vars[v])) {
          any = true;
          all.push_back(b::eq(c_.encoder.var(o.vars[v], t_), c_.encoder.value(o.vars[v], o.tuples[i][v])));
        }
      ways.push_back(b::conj(all));
    }
    bool applies = any;
    for (cfg::VarId v : o.vars)
      applies = applies && (!cone_.vars.count(v) || state.at_head.count(v));
    if (applies)
      w.assume(b::disj(ways));
  }
}

// A loop that has been gone round was entered with what its head asks for:  for (x = tid; x < w; x += 64)  has tid < w.
// Sound because nothing is executed between the head's top and its branch, and the condition was that of staying in the
// loop at visit 0, with the variables' values on entry, if there has been a later visit.
void Run::assume_entered(BlockWriter &w, const LoopState &state, cfg::BlockId head) const {
  const cfg::Block &block = c_.k.blocks[head];
  auto *branch = std::get_if<cfg::Branch>(&block.end.node);
  const int loop = static_cast<int>(state.loop);
  if (!branch || (!block.stmts.empty() && !support::left_out("closed_forms.entered")) || state.counted_from_inside ||
      c_.a.loops.contains(loop, branch->if_true) == c_.a.loops.contains(loop, branch->if_false))
    return;
  const cfg::Expr stays =
      c_.a.loops.contains(loop, branch->if_true) ? branch->condition : cfg::negate(branch->condition);
  if (!in_cone(stays) || !reads_only_constants(c_, stays) || !c_.encoder.encodable(stays))
    return;
  c_.encoder.read_variables([&](cfg::VarId v, Thread t) {
    auto before = state.on_entry.find(v);
    return t == t_ && before != state.on_entry.end() ? before->second : nullptr;
  });
  b::Expr entered = c_.encoder.boolean(stays, t_);
  c_.encoder.read_variables({});
  w.assume(b::disj({b::eq(state.k, b::int_lit(0)), std::move(entered)}));
  assume_no_turns(w, state, stays);
}

// A variable that may wrap around, where the loop's condition keeps it from that:  x < w  with  w <= 2^31 - 64  for
// steps of 64. Sound by induction: where the loop goes on, x < w, so that x + 64 does not wrap.
void Run::assume_no_turns(BlockWriter &w, const LoopState &state, const cfg::Expr &stays) const {
  const bool is_signed = stays->op == cfg::Op::Slt || stays->op == cfg::Op::Sle;
  if ((!is_signed && stays->op != cfg::Op::Ult && stays->op != cfg::Op::Ule) || stays->args[0]->op != cfg::Op::Var)
    return;
  const Sign sign = is_signed ? Sign::Signed : Sign::Unsigned;
  const cfg::VarId v = stays->args[0]->var;
  const cfg::Expr &bound = stays->args[1];
  const std::vector<cfg::VarId> &modified = c_.a.induction.loops[state.loop].modified;
  const cfg::LinearVar *l = c_.a.induction.linear(state.loop, v);
  auto from = state.on_entry.find(v);
  auto integers = [&](const cfg::Expr &e) {
    return reads_only_constants(c_, e) && c_.encoder.encodable(e) && !c_.encoder.representation().is_bv(e);
  };
  if (!l || from == state.on_entry.end() ||
      (is_signed ? l->wrap.signed_ok : l->wrap.unsigned_ok) != cfg::NoWrap::MayWrap ||
      c_.encoder.var_type(v).kind != b::TypeKind::Int || c_.encoder.representation().var_sign(v) != sign ||
      !integers(l->step) || !integers(bound) ||
      std::any_of(modified.begin(), modified.end(), [&](cfg::VarId m) { return cfg::mentions(bound, m); }))
    return;
  const b::Expr step = c_.encoder.integer(l->step, Sign::Signed, t_);
  if (step->kind != b::Kind::IntLit || step->text.front() == '-')
    return;
  const unsigned width = c_.k.vars[v].type.width;
  const b::Expr most = b::binary("-", c_.encoder.power_of_two(is_signed ? width - 1 : width),
                                 step); // of v for the next to be there, and 1
  b::Expr safe = b::binary(stays->op == cfg::Op::Slt || stays->op == cfg::Op::Ult ? "<=" : "<",
                           c_.encoder.integer(bound, sign, t_), most);
  w.assume(b::implies(support::left_out("closed_forms.no_turns") ? b::bool_lit(true) : std::move(safe),
                      b::eq(c_.encoder.var(v, t_), c_.encoder.advanced(v, from->second, state.k, l->step, t_))));
}

void Run::start_closed_forms(BlockWriter &w) const {
  for (int loop = c_.a.loops.loop_of[interval_.barrier_block]; loop != -1;
       loop = c_.a.loops.loops[static_cast<std::size_t>(loop)].parent) {
    std::size_t l = static_cast<std::size_t>(loop);
    b::Expr k = c_.decls.constant(names::shared_iteration(l), b::integer());
    std::set<cfg::VarId> unchanged = unchanged_since_head(c_, interval_, l);
    LoopState state{l, k, {}, unchanged, false};
    auto start_from = [&](cfg::VarId v, const cfg::Expr &init) {
      if (cone_.vars.count(v) && unchanged.count(v) && init && reads_only_constants(c_, init) &&
          c_.encoder.encodable(init) && c_.encoder.same_world(v, init) &&
          c_.encoder.var_type(v).kind != b::TypeKind::Bv)
        state.on_entry[v] = c_.encoder.assigned_to(v, init, t_);
    };
    const cfg::LoopInduction &in = c_.a.induction.loops[l];
    for (const cfg::LinearVar &x : in.linear)
      start_from(x.var, x.init);
    for (const cfg::MonotoneVar &x : in.monotone)
      start_from(x.var, x.init);
    for (const cfg::BandedVar &x : in.banded)
      start_from(x.var, x.init);
    w.assume(b::binary("<=", b::int_lit(0), k));
    assume_closed_forms(w, state);
  }
}

} // namespace lockstep::emit::pick
