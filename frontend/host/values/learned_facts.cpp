// What the facts on the way to a launch (path_facts.h) say of variables' values: see learned_facts.h.
#include "frontend/host/values/learned_facts.h"

#include "cfg/ir/op_groups.h"
#include "frontend/host/effects/expression_effects.h"
#include "support/sound.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace lockstep::frontend {

using cfg::Op;

void FactLearner::learn(const FactList &fact) {
  switch (fact.fact.kind) {
  case PathFact::Kind::Assigned: assign(fact); break;
  case PathFact::Kind::Updated: update(fact); break;
  case PathFact::Kind::Changing:
  case PathFact::Kind::Changed: change(fact); break;
  case PathFact::Kind::Scaled: scale(fact); break;
  case PathFact::Kind::Pitched: learn_pitch(*fact.fact.call); break;
  case PathFact::Kind::Holds:
  case PathFact::Kind::Fails:
  case PathFact::Kind::Case:
  case PathFact::Kind::After:
  case PathFact::Kind::Never: conditions_.learn(fact.fact); break;
  }
}

// Rows lie at least as far apart as they are long, and no farther than copies can. Sound because that is what the
// function promises where it succeeds, and what is launched on its results is launched after a call that has.
void FactLearner::learn_pitch(const clang::CallExpr &call) {
  auto *address = llvm::dyn_cast<clang::UnaryOperator>(call.getArg(1)->IgnoreParenCasts());
  const HostPart part = address && address->getOpcode() == clang::UO_AddrOf ? named_part(*address->getSubExpr())
                                                                            : HostPart{nullptr, whole_variable};
  const clang::Expr &row = *call.getArg(2);
  if (!part.first || !scope_.is_followed(*part.first) || has_effects(row))
    return;
  const cfg::Expr pitch = evaluator_.variable(*part.first, part.second, false), length = evaluator_.value(row, false);
  if (!pitch || !length || !(pitch->type == length->type))
    return;
  constexpr std::uint64_t longest = (std::uint64_t(1) << 31) - 1; // cudaDeviceProp::memPitch, on every device
  call_.conditions.push_back(cfg::binary(Op::Ule, length, pitch));
  call_.conditions.push_back(cfg::binary(Op::Ule, pitch, cfg::constant(pitch->type, longest)));
}

void FactLearner::update(const FactList &fact) {
  const HostPart part = fact.fact.parts.front();
  const cfg::Expr left = scope_.is_followed(*part.first) ? updated(*fact.fact.value, part) : nullptr;
  last_.set(part, LastChange{&fact, left});
}

// The integer that `x += 3` or `--x` leaves.
cfg::Expr FactLearner::updated(const clang::Expr &by, HostPart part) {
  const cfg::Expr before = evaluator_.variable(*part.first, part.second, scope_.learns_now());
  if (!before || before->type.width < 32)
    return nullptr;
  const auto is_signed = [](clang::QualType t) { return t->isSignedIntegerOrEnumerationType(); };
  if (auto *step = llvm::dyn_cast<clang::UnaryOperator>(&by))
    return arithmetic_.operation(step->isIncrementOp() ? clang::BO_Add : clang::BO_Sub, before,
                                 cfg::constant(before->type, 1), is_signed(by.getType()));
  const auto &o = llvm::cast<clang::CompoundAssignOperator>(by);
  const auto computed = scope_.type_of(o.getComputationLHSType()),
             result = scope_.type_of(o.getComputationResultType());
  if (!computed || !result || !(*computed == *result) || has_effects(*o.getRHS()))
    return nullptr;
  const cfg::Expr x = arithmetic_.operation(clang::BinaryOperator::getOpForCompoundAssignment(o.getOpcode()),
                                            resized(before, *computed, is_signed(o.getType())),
                                            evaluator_.value(*o.getRHS(), scope_.learns_now()),
                                            is_signed(o.getComputationResultType()));
  return x ? resized(x, before->type, is_signed(o.getComputationResultType())) : nullptr;
}

void FactLearner::assign(const FactList &fact) {
  const auto [v, field_set] = fact.fact.parts.front();
  const bool known = !has_effects(*fact.fact.value);
  const clang::CXXRecordDecl *record = v->getType()->getAsCXXRecordDecl();
  if (!field_set && is_its_fields(record)) {
    std::vector<std::pair<HostPart, LastChange>> all; // they may be computed from each other
    for (const clang::FieldDecl *f : record->fields())
      all.push_back({{v, f}, {&fact, known ? evaluator_.field(*fact.fact.value, *f, scope_.learns_now()) : nullptr}});
    for (auto &[part, current] : all)
      last_.set(part, std::move(current));
    return;
  }
  LastChange current{&fact, nullptr};
  if (known)
    current.value = fact.fact.value->getType()->isBooleanType()
                        ? evaluator_.truth(*fact.fact.value, scope_.learns_now())
                        : evaluator_.value(*fact.fact.value, scope_.learns_now());
  last_.set(HostPart{v, field_set}, std::move(current));
}

void FactLearner::change(const FactList &fact) {
  if (support::left_out("host_values.change"))
    return;
  const bool changing = fact.fact.kind == PathFact::Kind::Changing;
  for (const auto &[v, changed] : fact.fact.parts) {
    if (HostPart{v, changed} == elsewhere) {
      last_.set(elsewhere, LastChange{&fact, nullptr, changing});
      continue;
    }
    const clang::CXXRecordDecl *record = v->getType()->getAsCXXRecordDecl();
    if (!changed && record)
      for (const clang::FieldDecl *f : record->fields())
        last_.set(HostPart{v, f}, LastChange{&fact, nullptr, changing});
    else
      last_.set(HostPart{v, changed}, LastChange{&fact, nullptr, changing});
  }
}

bool FactLearner::is_power_of_two(const cfg::Expr &e, bool positive) const {
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
  case OPS_LAUNCH:
  case Op::Add:
  case Op::Sub:
  case Op::Shl:
  case OPS_REMAINDER:
  case OPS_BITWISE:
  case OPS_MIN_MAX:
  case OPS_CAST:
  case OPS_TRUTH:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
  return false;
}

// Sound because what was a power of two, or 0, in front of the loop is one at its head each time.
void FactLearner::scale(const FactList &fact) {
  std::vector<std::pair<HostPart, cfg::Type>> powers;
  const auto is_signed = [](const HostPart &part) {
    return (part.second ? part.second->getType() : part.first->getType())->isSignedIntegerType();
  };
  for (const HostPart &part : fact.fact.parts)
    if (const cfg::Expr before = evaluator_.variable(*part.first, part.second, false);
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
