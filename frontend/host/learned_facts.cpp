// What the facts on the way to a launch (path_facts.h) say of variables' values: see values.h.
#include "frontend/host/values.h"

#include "support/sound.h"

#include <utility>

namespace lockstep::frontend {

using cfg::Op;

void HostValues::learn(const Facts &facts, PathReader &paths) {
  for (const FactList *f : in_order(facts))
    switch (f->fact.kind) {
    case PathFact::Kind::Assigned: assign(*f); break;
    case PathFact::Kind::Changing:
    case PathFact::Kind::Changed: change(*f); break;
    case PathFact::Kind::Scaled: scale(*f); break;
    default: learn_condition(f->fact, paths); break;
    }
}

void HostValues::assign(const FactList &fact) {
  const auto [v, field_set] = fact.fact.parts.front();
  const bool known = !has_effects(*fact.fact.value);
  const clang::CXXRecordDecl *record = v->getType()->getAsCXXRecordDecl();
  if (!field_set && is_its_fields(record)) {
    std::vector<std::pair<HostPart, Current>> all; // they may be computed from each other
    for (const clang::FieldDecl *f : record->fields())
      all.push_back({{v, f}, {&fact, known ? field(*fact.fact.value, *f, false) : nullptr}});
    for (auto &[part, current] : all)
      now_.insert_or_assign(part, std::move(current));
    return;
  }
  Current current{&fact, nullptr};
  if (known)
    current.value =
        fact.fact.value->getType()->isBooleanType() ? truth(*fact.fact.value, false) : value(*fact.fact.value, false);
  now_.insert_or_assign(HostPart{v, field_set}, std::move(current));
}

void HostValues::change(const FactList &fact) {
  if (support::left_out("host_values.change"))
    return;
  const bool changing = fact.fact.kind == PathFact::Kind::Changing;
  for (const auto &[v, changed] : fact.fact.parts) {
    const clang::CXXRecordDecl *record = v->getType()->getAsCXXRecordDecl();
    if (!changed && record)
      for (const clang::FieldDecl *f : record->fields())
        now_.insert_or_assign(HostPart{v, f}, Current{&fact, nullptr, changing});
    else
      now_.insert_or_assign(HostPart{v, changed}, Current{&fact, nullptr, changing});
  }
}

bool HostValues::is_power_of_two(const cfg::Expr &e, bool positive) const {
  switch (e->op) {
  case Op::Const: return (e->value & (e->value - 1)) == 0 && (!positive || cfg::signed_value(*e) >= 0);
  case Op::Var: {
    const cfg::Expr &definition = call_.names.definitions()[e->var];
    const auto scaled = powers_.find(e->var);
    return (scaled != powers_.end() && (scaled->second || !positive)) ||
           (definition && is_power_of_two(definition, positive));
  }
  case Op::Mul: return e->nsw && is_power_of_two(e->args[0], true) && is_power_of_two(e->args[1], true);
  case Op::UDiv:
    return cfg::is_const(e->args[1]) && is_power_of_two(e->args[0], positive) && is_power_of_two(e->args[1], false);
  case Op::SDiv:
    return cfg::is_const(e->args[1]) && is_power_of_two(e->args[0], true) && is_power_of_two(e->args[1], true);
  case Op::LShr: return is_power_of_two(e->args[0], positive);
  case Op::AShr: return is_power_of_two(e->args[0], true);
  default: return false;
  }
}

// Sound because what was a power of two, or 0, in front of the loop is one at its head each time.
void HostValues::scale(const FactList &fact) {
  std::vector<std::pair<HostPart, cfg::Type>> powers;
  const auto is_signed = [](const HostPart &part) {
    return (part.second ? part.second->getType() : part.first->getType())->isSignedIntegerType();
  };
  for (const HostPart &part : fact.fact.parts)
    if (const cfg::Expr before = variable(*part.first, part.second, false);
        before && support::sound("host_values.scale", is_power_of_two(before, is_signed(part))))
      powers.emplace_back(part, before->type);
  change(fact);
  for (const auto &[part, type] : powers) {
    const cfg::VarId id = call_.names.of(part, &fact);
    const cfg::Expr x = cfg::variable(id, type), zero = cfg::constant(type, 0);
    powers_[id] = is_signed(part);
    call_.conditions.push_back(
        cfg::binary(Op::Eq, cfg::binary(Op::BitAnd, x, cfg::binary(Op::Sub, x, cfg::constant(type, 1))), zero));
  }
}

} // namespace lockstep::frontend
