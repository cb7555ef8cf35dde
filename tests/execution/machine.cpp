// Control and values of an execution: see machine.h. Conditions are in conditions.cpp.
#include "tests/execution/machine.h"

#include "tests/execution/operations.h"

namespace lockstep::emit::execution {

namespace {
constexpr Number far = Number(1) << 62;    // integers that nothing bounds are chosen below
constexpr Number tokens = Number(1) << 20; // values of types that have no operations
} // namespace

void Machine::count(std::uint64_t steps) {
  steps_ += steps;
  if (steps_ > limit_)
    throw Ended();
}

// --- control ----------------------------------------------------------------------------------------------

bool Machine::run(std::uint64_t steps) {
  steps_ = 0;
  limit_ = steps;
  try {
    if (!start())
      return false;
    const CodeBlock *now = &code_.blocks[0];
    std::size_t done = 0;
    for (;;) {
      count();
      if (!block(*now, done))
        return false;
      if (now->targets.empty())
        return true;
      const std::size_t first = random_.below(now->targets.size());
      const CodeBlock *next = nullptr;
      for (std::size_t i = 0; i < now->targets.size() && !next; ++i) {
        const CodeBlock &target = code_.blocks[now->targets[(first + i) % now->targets.size()]];
        if (target.fails)
          continue;
        if (const auto entered = enter(target)) {
          next = &target;
          done = *entered;
        }
      }
      if (!next)
        return false;
      now = next;
    }
  } catch (Ended) {
    return false;
  }
}

bool Machine::start() {
  unknowns_.clear();
  versions_.clear();
  cells_.clear();
  calls_.clear();
  slots_.clear();
  count(code_.slots.size() / 8);
  for (const boogie::Type &t : code_.slots)
    slots_.push_back(fresh(t));
  for (std::uint32_t axiom : code_.axioms)
    if (!truth(axiom, Wish::True))
      return false;
  return true;
}

std::optional<std::size_t> Machine::enter(const CodeBlock &b) {
  std::size_t i = 0;
  for (; i < b.steps.size() && b.steps[i].kind == Step::Kind::Assume; ++i)
    if (!truth(b.steps[i].term, Wish::True))
      return std::nullopt;
  return i;
}

bool Machine::block(const CodeBlock &b, std::size_t from) {
  for (std::size_t i = from; i < b.steps.size(); ++i) {
    const Step &s = b.steps[i];
    switch (s.kind) {
    case Step::Kind::Assign: slots_[s.index] = value(s.term); break;
    case Step::Kind::Havoc: slots_[s.index] = fresh(code_.slots[s.index]); break;
    case Step::Kind::Assume:
    case Step::Kind::Assert:
      if (!truth(s.term, Wish::True))
        return false;
      break;
    case Step::Kind::Candidate:
      if (refuted_.count(s.index) == 0 && !truth(s.term, random_.one_in(2) ? Wish::False : Wish::Any))
        refuted_.insert(s.index);
      break;
    }
  }
  return true;
}

// --- values -----------------------------------------------------------------------------------------------

Machine::Value Machine::fresh(const boogie::Type &type) {
  auto within = [&](Number lo, Number hi) { return Value{unknowns_.fresh(lo, hi), 0}; };
  switch (type.kind) {
  case boogie::TypeKind::Bool: return within(0, 1);
  case boogie::TypeKind::Int: return within(-far, far);
  case boogie::TypeKind::Bv:
    if (type.width > 64)
      return {}; // never looked at: each term of such a type is unknown
    return within(0, (Number(1) << type.width) - 1);
  case boogie::TypeKind::Named: return within(0, tokens);
  case boogie::TypeKind::Map: versions_.emplace_back(); return {-1, static_cast<Number>(versions_.size() - 1)};
  }
  throw Ended();
}

Machine::Value Machine::present(Value v) {
  if (v.is_known() || !unknowns_.is_known(static_cast<UnknownId>(v.unknown)))
    return v;
  return {-1, unknowns_.choose(static_cast<UnknownId>(v.unknown)) + v.number};
}

Number Machine::chosen(Value v) {
  return v.is_known() ? v.number : unknowns_.choose(static_cast<UnknownId>(v.unknown)) + v.number;
}

Machine::Value Machine::value(std::uint32_t term) {
  count();
  const Term &t = code_.terms[term];
  switch (t.op) {
  case Op::Unknown: throw Ended();
  case Op::Literal: return {-1, t.literal};
  case Op::Slot: return present(slots_[t.index]);
  case Op::Ite:
    if (t.type.kind != boogie::TypeKind::Bool)
      return value(truth(t.args[0], Wish::Any) ? t.args[1] : t.args[2]);
    break;
  case Op::Select: {
    const Value map = value(t.args[0]);
    return at(static_cast<std::int64_t>(map.number), number(t.args[1]), t.type);
  }
  case Op::Store: {
    const Value map = value(t.args[0]);
    const Number key = number(t.args[1]);
    versions_.push_back({static_cast<std::int64_t>(map.number), key, value(t.args[2])});
    return {-1, static_cast<Number>(versions_.size() - 1)};
  }
  case Op::Call: return call(t);
  case Op::Add: return sum(t, false);
  case Op::Sub: return sum(t, true);
  default: break;
  }
  if (t.type.kind == boogie::TypeKind::Bool)
    return {-1, truth(term, Wish::Any) ? 1 : 0};
  const Number a = number(t.args[0]);
  const Number b = t.args.size() > 1 ? number(t.args[1]) : 0;
  const auto result = operate(t, a, b, t.args.size() > 1 ? code_.terms[t.args[1]].type.width : 0);
  if (!result)
    throw Ended();
  return {-1, *result};
}

Machine::Value Machine::sum(const Term &t, bool minus) {
  Value a = value(t.args[0]), b = present(value(t.args[1]));
  a = present(a); // the other operand may have fixed it
  if (minus && !a.is_known() && a.unknown == b.unknown)
    return {-1, a.number - b.number};
  if (!a.is_known() || minus)
    b = {-1, chosen(b)};
  a = present(a);
  const auto moved = operate(t, a.number, b.number, 0);
  if (!moved)
    throw Ended();
  return {a.is_known() ? b.unknown : a.unknown, *moved};
}

Machine::Value Machine::call(const Term &t) {
  std::pair<std::uint32_t, std::vector<Number>> key{t.index, {}};
  for (std::uint32_t x : t.args) {
    if (code_.terms[x].type.kind == boogie::TypeKind::Map)
      throw Ended();
    key.second.push_back(number(x));
  }
  auto it = calls_.find(key);
  if (it == calls_.end())
    it = calls_.emplace(std::move(key), fresh(t.type)).first;
  return present(it->second);
}

Machine::Value Machine::at(std::int64_t version, Number key, const boogie::Type &type) {
  for (; versions_[version].before >= 0; version = versions_[version].before) {
    count();
    if (versions_[version].key == key)
      return present(versions_[version].value);
  }
  auto it = cells_.find({version, key});
  if (it == cells_.end())
    it = cells_.emplace(std::pair{version, key}, fresh(type)).first;
  return present(it->second);
}

} // namespace lockstep::emit::execution
