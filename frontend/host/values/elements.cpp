// An element of an array of constants: see host_evaluator.h.
#include "frontend/host/values/host_evaluator.h"

#include "support/sound.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdint>

namespace lockstep::frontend {

namespace {

// Of what the initialiser says; nothing, where it does not say all.
const clang::InitListExpr *constants_of_array(const clang::VarDecl &v) {
  auto *list = v.hasInit() ? llvm::dyn_cast<clang::InitListExpr>(v.getInit()->IgnoreParens()) : nullptr;
  if (list && !list->isSemanticForm())
    list = list->getSemanticForm();
  return list && !list->isStringLiteralInit() ? list : nullptr;
}

support::SourcePlace place_of(clang::SourceLocation at, const clang::SourceManager &sources) {
  const auto place = sources.getPresumedLoc(sources.getExpansionLoc(at));
  return place.isValid() ? support::SourcePlace{place.getFilename(), place.getLine(), place.getColumn()}
                         : support::SourcePlace{};
}

} // namespace

// `sizes[i]`, where the array is written out and never changes: one of its numbers, whatever i is. Sound because what
// is read of an array is one of its elements, those without an initialiser are zero, and each evaluation gives a value
// of its own.
cfg::Expr HostEvaluator::element(const clang::ArraySubscriptExpr &e) {
  const auto type = scope_.type_of(e.getType());
  auto *r = llvm::dyn_cast<clang::DeclRefExpr>(e.getBase()->IgnoreParenImpCasts());
  auto *v = r ? llvm::dyn_cast<clang::VarDecl>(r->getDecl()) : nullptr;
  const clang::ConstantArrayType *array = v ? scope_.context().getAsConstantArrayType(v->getType()) : nullptr;
  const bool lasts = v && v->hasGlobalStorage() &&
                     scope_.context().getBaseElementType(v->getType()).isConstQualified() && v->hasInit() &&
                     !v->isWeak();
  if (!type || !array || scope_.lost().has(*v) || scope_.lost().in(e) ||
      support::unsound("host_values.elements", !lasts && !scope_.is_constant(*v)))
    return nullptr;
  const clang::InitListExpr *list = constants_of_array(*v);
  if (!list || scope_.lost().in(*list))
    return nullptr;
  HostChoice choice;
  const auto add = [&](std::uint64_t number, clang::SourceLocation at) { // false: too many
    const cfg::Expr value = cfg::constant(*type, cfg::mask_to_width(number, type->width));
    const auto known = [&](const HostChoice::Value &c) { return cfg::equal(c.value, value); };
    if (std::none_of(choice.values.begin(), choice.values.end(), known))
      choice.values.push_back({value, place_of(at, scope_.context().getSourceManager())});
    return choice.values.size() <= most_choices;
  };
  for (const clang::Expr *init : list->inits()) {
    clang::Expr::EvalResult number;
    if (init->isValueDependent() || !init->EvaluateAsInt(number, scope_.context()) || !scope_.numbers().has(*init) ||
        !add(number.Val.getInt().extOrTrunc(64).getZExtValue(), init->getBeginLoc()))
      return nullptr;
  }
  if (array->getSize().ugt(list->getNumInits()) && !add(0, list->getEndLoc()))
    return nullptr;
  llvm::raw_string_ostream text(choice.text);
  e.printPretty(text, nullptr, scope_.context().getPrintingPolicy());
  choice.variable = cfg::variable(call_.names.fresh(choice.text), *type);
  call_.choices.push_back(choice);
  return choice.variable;
}

} // namespace lockstep::frontend
