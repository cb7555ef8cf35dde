// See scaled_loop.h.
#include "cost/walk/scaled_loop.h"

#include "cfg/ir/op_groups.h"
#include "cost/walk/loop_round.h"
#include "support/sound.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>

namespace lockstep::cost {

namespace {

using cfg::Op;

constexpr std::array<long, 22> scales{2,  3,  4,  5,  6,  7,  8,   9,   10,  11,  12,
                                      13, 14, 15, 16, 32, 64, 100, 128, 256, 512, 1024};

// The power of two that it is.
std::optional<unsigned> exponent(long n) {
  for (unsigned k = 1; k < 32; ++k)
    if (n == (1L << k))
      return k;
  return std::nullopt;
}

// floor(log(x)) to base `c`, for x of at least 1, or a number that is not below it: log2(x) < floor(log2(x)) + 1, and
// log2(c) is at least a sixteenth of what c^16 has as whole logarithm.
Expr logarithm(const Expr &x, long c) {
  if (const auto k = exponent(c))
    return *k == 1 ? log2(x) : floor_div(log2(x), Expr(static_cast<long>(*k)));
  Integer power = 1;
  for (int i = 0; i < 16; ++i)
    power *= c;
  return floor_div((log2(x) + 1) * Expr(16), Expr(static_cast<long>(mpz_sizeinbase(power.get_mpz_t(), 2) - 1)));
}

std::optional<long> whole(const Expr &e) {
  const auto c = e.constant();
  if (!c || c->get_den() != 1 || !c->get_num().fits_slong_p())
    return std::nullopt;
  return c->get_num().get_si();
}

// How far `now` lies above `head`, where that is a number; of a remainder, up to multiples of what it is one of.
struct Moved {
  Integer by;
  bool wraps = false;
};
std::optional<Moved> moved(const Expr &head, const Expr &now, const Integer &all) {
  if (const auto plain = whole(now - head))
    return Moved{Integer(*plain), false};
  const AtomRef atom = now.single_atom();
  if (!atom || atom->kind != AtomKind::Mod || !(atom->args[1] == Expr(all)))
    return std::nullopt;
  const auto by = (atom->args[0] - head).constant();
  if (!by || by->get_den() != 1)
    return std::nullopt;
  Integer rest = by->get_num();
  mpz_fdiv_r(rest.get_mpz_t(), rest.get_mpz_t(), all.get_mpz_t());
  return Moved{rest > all / 2 ? Integer(rest - all) : rest, true};
}

// Is it `head` divided by c, rounded down, or towards zero?
bool divided(const Expr &head, const Expr &now, long c) {
  return now == floor_div(head, Expr(c)) || now == floor_div(head + Expr(c - 1) * at_least_zero(-head - 1), Expr(c));
}

// Is there something in the loop that rounds_by_scaling() may find: a variable without a formula that is divided,
// multiplied or moved by a number?
bool may_be_scaled(const WalkInput &input, const EnteredLoop &l) {
  const cfg::LoopInduction &induction = input.analyses.induction.loops[l.number];
  const auto open = [&](cfg::VarId v) {
    const cfg::Recurrence *r = input.analyses.induction.linear(l.number, v);
    return std::find(induction.modified.begin(), induction.modified.end(), v) != induction.modified.end() &&
           (r == nullptr || (!r->as_signed && !r->as_unsigned));
  };
  bool out = false;
  for (const cfg::BlockId b : l.loop.blocks)
    for (const cfg::Stmt &s : input.kernel.blocks[b].stmts)
      if (const auto *assigned = std::get_if<cfg::Assign>(&s.node))
        cfg::for_each_node(assigned->value, [&](const cfg::ExprNode &n) {
          switch (n.op) {
          case OPS_MAY_WRAP:
          case Op::UDiv:
          case Op::SDiv:
          case OPS_RIGHT_SHIFT:
            for (const cfg::Expr &arg : n.args)
              cfg::for_each_node(arg, [&](const cfg::ExprNode &x) { out = out || (x.op == Op::Var && open(x.var)); });
            break;
          case OPS_LEAF:
          case OPS_REMAINDER:
          case OPS_BITWISE:
          case OPS_MIN_MAX:
          case OPS_CAST:
          case OPS_TRUTH:
          case Op::Ite:
          case OPS_FLOAT:
          case OPS_OPAQUE: break;
          }
        });
  return out;
}

// A variable that is scaled in each round: `head` at the head, `next` behind the round, `start` on entry.
struct ScaledVariable {
  ScaledVariable(const cfg::Var &var, HeadReading reading, const Expr &at_head, const Expr &behind,
                 const LaneValue &first, std::string &reason)
      : v(var), as(reading), head(at_head), next(behind), start(first), why(reason), all(two_to(v.type.width)),
        half(two_to(v.type.width - 1)), top(as.without_sign ? Integer(all - 1) : Integer(half - 1)),
        formula(start.known && start.uniform() && !is_unknown(start.uniform_expr()) && !as.alone) {
    bool none_lo = false, none_hi = false;
    const Rational least_known = start.known ? least_of(start, none_lo) : Rational(0);
    const Rational most_known = start.known ? most_of(start, none_hi) : Rational(0);
    from_least = start.known && !none_lo ? floor_of(least_known) : bottom();
    from_most = start.known && !none_hi ? floor_of(most_known) : top;
  }

  std::optional<ScaledRounds> rounds(const Expr &test, const std::string &k) const; // k counts them

private:
  std::optional<ScaledRounds> growing(Expr last) const;
  std::optional<ScaledRounds> falling(long above, bool of_next) const;

  using Count = std::function<Expr(const Expr &)>;
  std::nullopt_t say(const std::string &what) const {
    if (!v.source_name.empty())
      why = fmt::format("'{}' {}", v.source_name, what);
    return std::nullopt;
  }
  Integer bottom() const { return as.without_sign ? Integer(0) : Integer(-half); }
  Expr head_symbol() const { return symbol("head." + v.name); }
  ScaledRounds found(const Count &count, const Integer &worst, bool exact, std::vector<Expr> always) const {
    ScaledRounds out;
    out.exact = exact && formula;
    out.count = formula ? count(start.uniform_expr()) : count(Expr(worst));
    if (out.exact && !as.without_sign) {
      out.ranking = count(head_symbol());
      out.always = std::move(always);
    }
    return out;
  }

  const cfg::Var &v;
  const HeadReading as;
  const Expr &head, &next;
  const LaneValue &start;
  std::string &why;
  const Integer all, half, top;
  const bool formula; // where it starts is one; else the ends of what is known of it
  Integer from_least, from_most;
};

// It stays while the variable is at most `last`.
std::optional<ScaledRounds> ScaledVariable::growing(Expr last) const {
  const auto last_most = most(last);
  const bool exact = !is_unknown(last);
  if (!exact) {
    if (!last_most)
      return std::nullopt;
    last = Expr(floor_of(*last_most));
  }
  const auto fits = [&](const Rational &n) { return last_most && n <= Rational(top); };
  for (const long c : scales) {
    const bool plain = support::sound("walk.doubled", next == head * Expr(c));
    if (!plain && !(next == mod(head * Expr(c), Expr(all))))
      continue;
    if (from_least < 1)
      return say("may start at 0 or below, and does not grow then");
    if (!plain && !fits(*last_most * Rational(c)))
      return say("may wrap around");
    return found([&](const Expr &e) { return at_least_zero(last - e) * (logarithm(floor_div(last, e), c) + 1); },
                 from_least, exact && exponent(c).has_value(), {head_symbol() - 1});
  }
  const auto step = moved(head, next, all);
  if (!step || step->by < 1)
    return std::nullopt;
  if (step->wraps && !(last_most && fits(*last_most + Rational(step->by))))
    return say("may wrap around");
  return found([&](const Expr &e) { return at_least_zero(last - e) * (floor_div(last - e, Expr(step->by)) + 1); },
               from_least, exact, {});
}

// It stays while the variable, or what it is in the next round, is at least `above`.
std::optional<ScaledRounds> ScaledVariable::falling(long above, bool of_next) const {
  const Expr more = head + 1;
  const bool raised = next == floor_div(more, 2) || next == floor_div(more + at_least_zero(-more - 1), 2);
  for (const long c : scales) {
    if (!divided(head, next, c) && !(raised && support::left_out("walk.raised")))
      continue;
    if (above < 1)
      return say("stays where it is at 0 or below, and goes on there");
    if (of_next && above > (1L << 40))
      return std::nullopt;
    const Expr from(of_next ? above * c : above); // as the variable itself
    return found([&](const Expr &e) { return at_least_zero(e - from) * (logarithm(floor_div(e, from), c) + 1); },
                 from_most, exponent(c).has_value(), {});
  }
  if (of_next)
    return std::nullopt;
  // Rounded up: one less is halved and rounded down, down to 1.
  if (raised) {
    if (above < 2)
      return say("stays at 1");
    const Expr from(above - 1);
    return found([&](const Expr &e) { return at_least_zero(e - 1 - from) * (log2(floor_div(e - 1, from)) + 1); },
                 from_most, true, {});
  }
  const auto step = moved(head, next, all);
  if (!step || step->by > -1)
    return std::nullopt;
  if (step->wraps && Integer(above) + step->by < bottom())
    return say("may wrap around");
  const Expr from(above), by(Integer(-step->by));
  return found([&](const Expr &e) { return at_least_zero(e - from) * (floor_div(e - from, by) + 1); }, from_most, true,
               {});
}

// The rounds in which `test` is above 0.
std::optional<ScaledRounds> ScaledVariable::rounds(const Expr &test, const std::string &k) const {
  const std::string name = head.single_atom()->name;
  const auto ours = [&](const Expr &e) { return mentions(e, name) || mentions(e, k); };
  const auto in = linear_in(test, name);
  const auto factor = in ? in->factor.constant() : std::nullopt;
  if (factor && *factor == -1 && !ours(in->rest))
    return growing(in->rest - 1);
  const bool of_next = !factor && !ours(test - next);
  std::optional<long> above;
  if (factor && *factor == 1)
    above = whole(Expr(1) - in->rest);
  else if (of_next)
    above = whole(Expr(1) - (test - next));
  return above ? falling(*above, of_next) : std::nullopt;
}

// By one of the variables in `heads`, symbols at the head of loop l. `stay`: who passes the test; `back`: who comes to
// the head again. Variables are as they are behind the round.
std::optional<ScaledRounds> by_some_variable(WalkState &state, const EnteredLoop &l, const HeadSymbols &heads,
                                             HeadReading as, Mask stay, Mask back, const std::string &k,
                                             std::string &why) {
  const auto one = state.masks.literal(stay);
  if (!one || state.masks.condition(one->condition).kind == Condition::Unknown)
    return std::nullopt;
  LaneValue tested = state.masks.condition(one->condition).value;
  if (state.masks.condition(one->condition).kind == Condition::Zero) { // other than zero: above it, if it is not below
    if (one->holds)
      return std::nullopt;
    bool none_lo = false, none_hi = false;
    const Rational lo = least_of(tested, none_lo), hi = most_of(tested, none_hi);
    if (!none_hi && hi <= 0) {
      tested = added(constant_value(state.input.lanes(), 0), tested, -1);
    } else if (none_lo || lo < 0) {
      why = "its test is `!=`, and what it tests may be below 0";
      return std::nullopt;
    }
  } else if (!one->holds) {
    tested = added(constant_value(state.input.lanes(), 1), tested, -1);
  }
  if (!tested.known || !tested.terms.empty() || (!tested.uniform() && !as.alone))
    return std::nullopt;
  // The lane that stays longest.
  const Expr test = tested.shared + Expr(integer(*std::max_element(tested.lanes.begin(), tested.lanes.end())));
  for (const auto &[v, head] : heads) {
    if (!head.single_atom() || head.single_atom()->name.empty())
      continue;
    const cfg::Var &var = state.input.kernel.vars[v];
    const LaneValue then = reading(state.variables.value(v, back), var.type.width, !as.without_sign);
    const LaneValue given = value_in(l.env, v, l.lanes, state.masks);
    const LaneValue start =
        support::left_out("walk.reading") ? given : reading(given, var.type.width, !as.without_sign);
    if (!then.known || !then.uniform())
      continue;
    const Expr next = then.uniform_expr();
    if (auto out = ScaledVariable(var, as, head, next, start, why).rounds(test, k))
      return out;
  }
  return std::nullopt;
}

// With variables at the head in one reading.
std::optional<ScaledRounds> in_reading(Walker &walker, const EnteredLoop &l, const LoopTest &test, HeadReading as,
                                       const std::string &k, std::string &why) {
  WalkState &state = walker.state();
  LoopRound round(walker, l, test);
  const HeadSymbols heads = round.begin(symbol(k, Integer(0)), as);
  const Environment at_head = state.variables.environment();
  const Mask stay = round.up_to_test(l.lanes);
  Mask back = l.lanes;
  if (l.loop.exits.size() == 1) {
    round.behind_test(l.lanes);
  } else {
    state.variables.restore(at_head);
    Flow in{{l.blocks[0], l.lanes}}, leaving;
    walker.blocks(static_cast<int>(l.number), l.blocks, 0, l.blocks.size(), in, leaving);
    const auto again = leaving.find(l.blocks[0]);
    back = again == leaving.end() ? nobody : again->second;
  }
  try {
    if (back != nobody)
      return by_some_variable(state, l, heads, as, stay, back, k, why);
  } catch (const TooLarge &) {
    why = "the formula of its rounds is too large";
  }
  return std::nullopt;
}

} // namespace

std::optional<ScaledRounds> rounds_by_scaling(Walker &walker, const EnteredLoop &l, const LoopTest &test,
                                              const std::string &k, std::string &why) {
  WalkState &state = walker.state();
  if (!may_be_scaled(state.input, l))
    return std::nullopt;
  const Environment before = state.variables.environment();
  const std::set<std::string> assumptions = state.assumptions;
  std::optional<ScaledRounds> out;
  for (const HeadReading as :
       {HeadReading{false, false}, HeadReading{true, false}, HeadReading{false, true}, HeadReading{true, true}}) {
    const std::set<std::string> until_now = state.assumptions;
    std::string reason;
    std::optional<ScaledRounds> found = in_reading(walker, l, test, as, k, reason);
    if (!reason.empty() && (why.empty() || !as.alone))
      why = reason;
    if (!found) {
      state.assumptions = until_now;
      continue;
    }
    if (l.loop.exits.size() != 1)
      found->exact = false;
    if (!out || found->exact)
      out = std::move(found);
    if (out->exact || as.without_sign)
      break;
  }
  state.variables.restore(before);
  if (!out)
    state.assumptions = assumptions;
  else
    why.clear();
  return out;
}

} // namespace lockstep::cost
