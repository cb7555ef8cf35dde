// What threads of a team get of one exchange, where both threads of a pair run it once in the interval: values that are
// the same for all, and the sums of what those before bring, which lie apart by what one brings.
#include "cfg/analysis/sharing/warp_teams.h"
#include "emit/encode/geometry.h"
#include "emit/pick/run/run.h"

#include "support/sound.h"

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

// Sound because the threads of a team that run the statement once in the interval run it together, or diverge.
void assume_given(BlockWriter &w, const Context &c, const cfg::Exchange &x, const cfg::SameIterationOfAllLoops &same,
                  std::uint32_t stmt, Thread t) {
  const b::Expr value =
      c.decls.constant(names::shared_load(c.k, x.dest, same.block(), stmt), c.encoder.forms.type(x.dest));
  w.assume(b::eq(c.encoder.variables.read(x.dest, t), value));
}

} // namespace

bool Run::write_exchange(BlockWriter &w, int node, std::uint32_t stmt) const {
  const cfg::BlockId block = interval_.nodes[static_cast<std::size_t>(node)].block;
  const cfg::Stmt &s = c_.k.blocks[block].stmts[stmt];
  const cfg::Barrier *bar = cfg::meeting(s);
  if (!bar)
    return false;
  const cfg::Exchange &x = *bar->exchange;
  if (!cone_.vars.count(x.dest))
    return true;
  const cfg::Type type = c_.k.vars[x.dest].type;
  const cfg::ExprRange brought = c_.a.ranges.evaluate_before(x.value, c_.k, block, stmt);
  const auto same = cfg::SameIterationOfAllLoops::in_block(c_.a.loops, interval_, block);
  const bool together = !cfg::gathered(s) && hooks_.team != 0 && bar->lanes >= hooks_.team;
  w.command(b::HavocCmd{{names::copy(c_.k, x.dest, t_)}});
  w.assume(c_.encoder.variables.domain(x.dest, t_, cfg::exchanged_range(x, bar->lanes, brought, type)));
  if (together && same && cfg::gives_all_alike(x, uniform_in_team(c_, hooks_.team).some_end))
    assume_given(w, c_, x, *same, stmt, t_);
  if (together && same && x.op == cfg::ExchangeOp::Before &&
      support::sound("exchange.wraps",
                     brought.as_unsigned.hi * cfg::Wide(bar->lanes) < cfg::Wide::power_of_two(type.width)))
    write_before(w, x, *same, stmt);
  return true;
}

// Sound because the sum that the thread of higher rank gets has what the other gets and brings among its summands, if
// all summands together do not wrap around; and as they run the statement once, together, it is one sum.
void Run::write_before(BlockWriter &w, const cfg::Exchange &x, const cfg::SameIterationOfAllLoops &same,
                       std::uint32_t stmt) const {
  const Representation &reps = c_.encoder.representation;
  if (reps.var_is_bv(x.dest) || reps.is_bv(x.value) || !c_.encoder.representation.consistent(x.value) ||
      !in_cone(x.value) || !reads_only_constants(c_, x.value))
    return;
  auto of = [&](const char *what, Thread t) {
    return c_.decls.constant(names::exchanged(c_.k, x.dest, same.block(), stmt, what, t), b::integer());
  };
  const cfg::Expr got = cfg::variable(x.dest, c_.k.vars[x.dest].type);
  w.assume(b::eq(of("before", t_), c_.encoder.integer(got, Sign::Unsigned, t_)));
  w.assume(b::eq(of("brought", t_), c_.encoder.integer(x.value, Sign::Unsigned, t_)));
  if (t_ == Thread::First)
    return;
  auto after = [&](Thread low, Thread high) {
    return b::implies(
        b::binary("<", linear_local_id(c_.a.launch, c_.decls, low), linear_local_id(c_.a.launch, c_.decls, high)),
        b::binary("<=", b::binary("+", of("before", low), of("brought", low)), of("before", high)));
  };
  w.assume(after(Thread::First, Thread::Second));
  w.assume(after(Thread::Second, Thread::First));
}

} // namespace lockstep::emit::pick
