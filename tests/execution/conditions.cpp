// Conditions, and how an execution makes them true or false where it still can: see machine.h.
#include "tests/execution/machine.h"

#include "tests/execution/operations.h"

namespace lockstep::emit::execution {

bool Machine::truth(std::uint32_t term, Wish wish) {
  count();
  const Term &t = code_.terms[term];
  switch (t.op) {
  case Op::Not: return !truth(t.args[0], opposite(wish));
  case Op::Or: return either(t.args[0], false, t.args[1], false, wish);
  case Op::And: return !either(t.args[0], true, t.args[1], true, opposite(wish));
  case Op::Implies:
    // An implication comes true by what it says, rather than for nothing.
    if (wish == Wish::True)
      return !truth(t.args[0], Wish::Any) || truth(t.args[1], Wish::True);
    return either(t.args[0], true, t.args[1], false, wish);
  case Op::Ite: return truth(truth(t.args[0], Wish::Any) ? t.args[1] : t.args[2], wish);
  case Op::Eq: return equal(t, wish);
  case Op::Ne: return !equal(t, opposite(wish));
  case Op::Less: return less(t, wish);
  case Op::LessEq: return less(t, wish);
  case Op::BvSlt:
  case Op::BvSle: {
    const Number a = signed_reading(number(t.args[0]), t.width), b = signed_reading(number(t.args[1]), t.width);
    return t.op == Op::BvSlt ? a < b : a <= b;
  }
  case Op::Literal:
  case Op::Slot:
  case Op::Select:
  case Op::Call: {
    const Value v = value(term);
    return v.is_known() ? v.number == 1 : unknowns_.equal(static_cast<UnknownId>(v.unknown), 1, wish);
  }
  default: throw Ended();
  }
}

bool Machine::either(std::uint32_t a, bool not_a, std::uint32_t b, bool not_b, Wish wish) {
  auto holds = [&](std::uint32_t x, bool negated, Wish w) { return negated ? !truth(x, opposite(w)) : truth(x, w); };
  if (wish == Wish::True && random_.one_in(2)) {
    std::swap(a, b);
    std::swap(not_a, not_b);
  }
  return holds(a, not_a, wish) || holds(b, not_b, wish);
}

bool Machine::equal(const Term &t, Wish wish) {
  const Term &left = code_.terms[t.args[0]];
  if (left.type.kind == boogie::TypeKind::Map)
    throw Ended();
  if (left.type.kind == boogie::TypeKind::Bool) {
    const bool b = truth(t.args[1], Wish::Any);
    return truth(t.args[0], b ? wish : opposite(wish)) == b;
  }
  if (wish == Wish::True && left.op == Op::Mod)
    choose_rest(left, t.args[1]);
  Value a = value(t.args[0]);
  Value b = present(value(t.args[1]));
  a = present(a);
  if (!a.is_known() && a.unknown == b.unknown)
    return a.number == b.number;
  if (!a.is_known() && !b.is_known()) {
    b = {-1, chosen(b)};
    a = present(a);
  }
  if (a.is_known())
    std::swap(a, b);
  if (a.is_known())
    return a.number == b.number;
  return unknowns_.equal(static_cast<UnknownId>(a.unknown), b.number - a.number, wish);
}

// x mod m == rest, with x still open: a suitable x.
void Machine::choose_rest(const Term &mod, std::uint32_t rest) {
  const Value x = value(mod.args[0]);
  if (x.is_known())
    return;
  const Number m = number(mod.args[1]), r = number(rest);
  const Value now = present(x);
  if (!now.is_known() && m > 0 && r >= 0 && r < m)
    unknowns_.prefer_rest(static_cast<UnknownId>(now.unknown), r - now.number, m);
}

// a < b or a <= b, of integers and unsigned readings.
bool Machine::less(const Term &t, Wish wish) {
  if (t.op == Op::Less && code_.terms[t.args[0]].op == Op::BvSub)
    choose_within(code_.terms[t.args[0]], t.args[1], wish);
  Value a = value(t.args[0]);
  Value b = present(value(t.args[1]));
  a = present(a);
  const Number closer = t.op == Op::Less ? 1 : 0; // a + closer <= b
  if (!a.is_known() && a.unknown == b.unknown)
    return a.number + closer <= b.number;
  if (!a.is_known() && !b.is_known()) {
    b = {-1, chosen(b)};
    a = present(a);
  }
  if (a.is_known() && b.is_known())
    return a.number + closer <= b.number;
  if (b.is_known())
    return unknowns_.at_most(static_cast<UnknownId>(a.unknown), b.number - closer - a.number, wish);
  // a + closer <= x + b.number, unless x is smaller
  return !unknowns_.at_most(static_cast<UnknownId>(b.unknown), a.number + closer - b.number - 1, opposite(wish));
}

// x - lo < length, as bits, with x still open: x where it is so, mostly.
void Machine::choose_within(const Term &difference, std::uint32_t length, Wish wish) {
  const Value x = value(difference.args[0]);
  if (x.is_known() || wish == Wish::False || (wish == Wish::Any && random_.one_in(2)))
    return;
  const Number lo = number(difference.args[1]), n = number(length);
  const Value now = present(x);
  if (now.is_known() || n <= 0)
    return;
  const Number offset = static_cast<Number>(random_.below(static_cast<std::uint64_t>(n)));
  unknowns_.equal(static_cast<UnknownId>(now.unknown), low_bits(lo + offset, difference.width) - now.number,
                  Wish::True);
}

} // namespace lockstep::emit::execution
