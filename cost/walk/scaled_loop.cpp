// Loops whose variable is divided, multiplied or moved in each round, as far as a bound of it (walk.h): how often the
// test lets the variable pass.
//
// Sound because the variable at the head is a symbol of its own, in one reading, and what it is behind the round is
// computed from that symbol; the start is read as the symbol is. A value that may wrap around is used only where who
// stays has one that does not. In a walk of one lane alone a variable's symbol is that lane's, so that the count bounds
// every lane's rounds, whatever the start of each.
#include "cost/walk/walker.h"

#include "support/sound.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>

namespace lockstep::cost {

namespace {

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

} // namespace

// A variable at the head of loop `l`, as a symbol.
LaneValue Walker::symbol_at_head(std::size_t l, cfg::VarId v) {
  const cfg::Type type = k_.vars[v].type;
  const HeadsAs as = heads_as_.loop == l ? heads_as_ : HeadsAs{};
  if (!type.is_int() || (!uniform_.var_uniform[v] && !as.alone))
    return {};
  const Integer half = two_to(type.width - 1);
  LaneValue out = shared_value(lanes_, as.without_sign ? unknown_symbol(Integer(0), Integer(2 * half - 1))
                                                       : unknown_symbol(Integer(-half), Integer(half - 1)));
  out.as_signed = !as.without_sign;
  out.as_unsigned = as.without_sign;
  return out;
}

// Is there something in the loop that by_scaling() may find: a variable without a formula that is divided, multiplied
// or moved by a number?
bool Walker::may_be_scaled(std::size_t l) const {
  const cfg::LoopInduction &induction = a_.induction.loops[l];
  const auto open = [&](cfg::VarId v) {
    const cfg::Recurrence *r = a_.induction.linear(l, v);
    return std::find(induction.modified.begin(), induction.modified.end(), v) != induction.modified.end() &&
           (r == nullptr || (!r->as_signed && !r->as_unsigned));
  };
  bool out = false;
  for (const cfg::BlockId b : a_.loops.loops[l].blocks)
    for (const cfg::Stmt &s : k_.blocks[b].stmts)
      if (const auto *assigned = std::get_if<cfg::Assign>(&s.node))
        cfg::for_each_node(assigned->value, [&](const cfg::ExprNode &n) {
          switch (n.op) {
          case cfg::Op::LShr:
          case cfg::Op::AShr:
          case cfg::Op::UDiv:
          case cfg::Op::SDiv:
          case cfg::Op::Shl:
          case cfg::Op::Mul:
          case cfg::Op::Add:
          case cfg::Op::Sub:
            for (const cfg::Expr &arg : n.args)
              cfg::for_each_node(arg,
                                 [&](const cfg::ExprNode &x) { out = out || (x.op == cfg::Op::Var && open(x.var)); });
            break;
          default: break;
          }
        });
  return out;
}

// `stay`: who passes the test; `m`: of whom variables are read behind the round, in environment `behind`. `k` counts
// the loop's rounds.
std::optional<Walker::Scaled> Walker::scaled_rounds(Mask stay, const Environment &behind, Mask m,
                                                    const Environment &entry, Mask entered, const std::string &k,
                                                    std::string &why) {
  const auto one = masks_.literal(stay);
  if (!one || masks_.condition(one->condition).kind == Condition::Unknown)
    return std::nullopt;
  LaneValue v = masks_.condition(one->condition).value;
  if (masks_.condition(one->condition).kind == Condition::Zero) { // other than zero: above it, if it is not below
    if (one->holds)
      return std::nullopt;
    bool none_lo = false, none_hi = false;
    const Rational lo = least_of(v, none_lo), hi = most_of(v, none_hi);
    if (!none_hi && hi <= 0) {
      v = added(constant_value(lanes_, 0), v, -1);
    } else if (none_lo || lo < 0) {
      why = "its test is `!=`, and what it tests may be below 0";
      return std::nullopt;
    }
  } else if (!one->holds) {
    v = added(constant_value(lanes_, 1), v, -1);
  }
  if (!v.known || !v.terms.empty() || (!v.uniform() && !heads_as_.alone))
    return std::nullopt;
  // The lane that stays longest.
  const Expr test = v.shared + Expr(integer(*std::max_element(v.lanes.begin(), v.lanes.end())));
  const Environment now = env_;
  std::optional<Scaled> out;
  for (const auto &[var, head] : heads_) {
    const std::string name = head.single_atom() ? head.single_atom()->name : "";
    if (name.empty())
      continue;
    env_ = behind;
    const unsigned width = k_.vars[var].type.width;
    const LaneValue then = reading(read(var, m), width, !heads_as_.without_sign);
    env_ = entry;
    const LaneValue given = read(var, entered);
    const LaneValue start = support::left_out("walk.reading") ? given : reading(given, width, !heads_as_.without_sign);
    env_ = now;
    if (!then.known || !then.uniform())
      continue;
    out = scaled_by(var, head, test, then.uniform_expr(), start, k, why);
    if (out)
      break;
  }
  env_ = now;
  return out;
}

// A variable that is scaled in each round: `head` at the head, `next` behind the round, `start` on entry.
struct Walker::ScaledVariable {
  ScaledVariable(const Walker &walker, cfg::VarId var, const Expr &at_head, const Expr &behind, const LaneValue &first,
                 std::string &reason)
      : w(walker), v(w.k_.vars[var]), head(at_head), next(behind), start(first), why(reason), all(two_to(v.type.width)),
        half(two_to(v.type.width - 1)), top(w.heads_as_.without_sign ? Integer(all - 1) : Integer(half - 1)),
        formula(start.known && start.uniform() && !is_unknown(start.uniform_expr()) && !w.heads_as_.alone) {
    bool none_lo = false, none_hi = false;
    const Rational least_known = start.known ? least_of(start, none_lo) : Rational(0);
    const Rational most_known = start.known ? most_of(start, none_hi) : Rational(0);
    from_least = start.known && !none_lo ? floor_of(least_known) : bottom();
    from_most = start.known && !none_hi ? floor_of(most_known) : top;
  }

  std::optional<Scaled> growing(Expr last) const;
  std::optional<Scaled> falling(long above, bool of_next) const;

private:
  using Count = std::function<Expr(const Expr &)>;
  std::nullopt_t say(const std::string &what) const {
    if (!v.source_name.empty())
      why = fmt::format("'{}' {}", v.source_name, what);
    return std::nullopt;
  }
  Integer bottom() const { return w.heads_as_.without_sign ? Integer(0) : Integer(-half); }
  Expr head_symbol() const { return symbol("head." + v.name); }
  Scaled found(const Count &count, const Integer &worst, bool exact, std::vector<Expr> always) const {
    Scaled out;
    out.exact = exact && formula;
    out.count = formula ? count(start.uniform_expr()) : count(Expr(worst));
    if (out.exact && !w.heads_as_.without_sign) {
      out.ranking = count(head_symbol());
      out.always = std::move(always);
    }
    return out;
  }

  const Walker &w;
  const cfg::Var &v;
  const Expr &head, &next;
  const LaneValue &start;
  std::string &why;
  const Integer all, half, top;
  const bool formula; // where it starts is one; else the ends of what is known of it
  Integer from_least, from_most;
};

// It stays while the variable is at most `last`.
std::optional<Walker::Scaled> Walker::ScaledVariable::growing(Expr last) const {
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
std::optional<Walker::Scaled> Walker::ScaledVariable::falling(long above, bool of_next) const {
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

std::optional<Walker::Scaled> Walker::scaled_by(cfg::VarId var, const Expr &head, const Expr &test, const Expr &next,
                                                const LaneValue &start, const std::string &k, std::string &why) {
  const std::string name = head.single_atom()->name;
  const ScaledVariable scaled(*this, var, head, next, start, why);
  const auto ours = [&](const Expr &e) { return mentions(e, name) || mentions(e, k); };
  const auto in = linear_in(test, name);
  const auto factor = in ? in->factor.constant() : std::nullopt;
  if (factor && *factor == -1 && !ours(in->rest))
    return scaled.growing(in->rest - 1);
  const bool of_next = !factor && !ours(test - next);
  std::optional<long> above;
  if (factor && *factor == 1)
    above = whole(Expr(1) - in->rest);
  else if (of_next)
    above = whole(Expr(1) - (test - next));
  return above ? scaled.falling(*above, of_next) : std::nullopt;
}

// The best that is found with variables at the head signed or unsigned, the same for all lanes or one lane's.
std::optional<Walker::Scaled> Walker::by_scaling(std::size_t l, const std::vector<cfg::BlockId> &list, const Test &test,
                                                 const Environment &entry, Mask m, const std::string &k,
                                                 std::string &why) {
  if (!may_be_scaled(l))
    return std::nullopt;
  const Environment before = env_;
  const std::set<std::string> assumptions = out_.assumptions;
  const HeadsAs outer = heads_as_;
  std::optional<Scaled> out;
  const bool only = a_.loops.loops[l].exits.size() == 1;
  for (const HeadsAs as :
       {HeadsAs{l, false, false}, HeadsAs{l, true, false}, HeadsAs{l, false, true}, HeadsAs{l, true, true}}) {
    const std::set<std::string> until_now = out_.assumptions;
    heads_as_ = as;
    Flow ignored;
    at_round(l, entry, m, symbol(k, Integer(0)));
    const auto heads = heads_;
    const Environment at_head = env_;
    const Mask stay = before_test(l, list, test, m, ignored);
    Mask back = m;
    if (only) {
      Flow in{{test.stay, m}};
      if (test.at + 1 < list.size())
        blocks(static_cast<int>(l), list, test.at + 1, list.size(), in, ignored);
    } else {
      env_ = at_head;
      Flow in{{list[0], m}}, leaving;
      blocks(static_cast<int>(l), list, 0, list.size(), in, leaving);
      const auto again = leaving.find(list[0]);
      back = again == leaving.end() ? nobody : again->second;
    }
    heads_ = heads;
    const Environment behind = env_;
    std::string reason;
    std::optional<Scaled> found;
    try {
      if (back != nobody)
        found = scaled_rounds(stay, behind, back, entry, m, k, reason);
    } catch (const TooLarge &) {
      reason = "the formula of its rounds is too large";
    }
    if (!reason.empty() && (why.empty() || !as.alone))
      why = reason;
    if (found && !only)
      found->exact = false;
    if (!found) {
      out_.assumptions = until_now;
      continue;
    }
    if (!out || found->exact)
      out = std::move(found);
    if (out->exact || as.without_sign)
      break;
  }
  heads_as_ = outer;
  env_ = before;
  if (!out)
    out_.assumptions = assumptions;
  else
    why.clear();
  return out;
}

} // namespace lockstep::cost
