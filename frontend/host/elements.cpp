// An element of an array of constants: see values.h.
#include "frontend/host/values.h"

#include "support/sound.h"

#include "frontend/host/site_conditions.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::frontend {

namespace {

constexpr std::size_t most_choices = 8;

// Of what the initialiser says; nothing, where it does not say all.
const clang::InitListExpr *constants_of_array(const clang::VarDecl &v) {
  auto *list = v.hasInit() ? llvm::dyn_cast<clang::InitListExpr>(v.getInit()->IgnoreParens()) : nullptr;
  if (list && !list->isSemanticForm())
    list = list->getSemanticForm();
  return list && !list->isStringLiteralInit() ? list : nullptr;
}

} // namespace

// What a list says of a field. Sound because the elements of a list are its structure's bases, then its fields, those
// without a name left out.
cfg::Expr HostValues::value_in(const clang::InitListExpr &list, const clang::FieldDecl &f, bool now) {
  auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(f.getParent());
  if (!record || record->isUnion() || record->getNumBases() != 0)
    return nullptr;
  unsigned at = 0;
  for (const clang::FieldDecl *before : record->fields()) {
    if (before == &f)
      break;
    at += support::unsound("host_values.unnamed", before->isUnnamedBitField()) ? 0 : 1;
  }
  return at < list.getNumInits() ? value(*list.getInit(at), now) : nullptr;
}

// `sizes[i]`, where the array is written out and never changes: one of its numbers, whatever i is. Sound because what
// is read of an array is one of its elements, those without an initialiser are zero, and each evaluation gives a value
// of its own.
cfg::Expr HostValues::element(const clang::ArraySubscriptExpr &e) {
  const auto type = type_of(e.getType());
  auto *r = llvm::dyn_cast<clang::DeclRefExpr>(e.getBase()->IgnoreParenImpCasts());
  auto *v = r ? llvm::dyn_cast<clang::VarDecl>(r->getDecl()) : nullptr;
  const clang::ConstantArrayType *array = v ? context_.getAsConstantArrayType(v->getType()) : nullptr;
  const bool lasts = v && v->hasGlobalStorage() && context_.getBaseElementType(v->getType()).isConstQualified() &&
                     v->hasInit() && !v->isWeak();
  if (!type || !array || lost_.has(*v) || lost_.in(e) ||
      support::unsound("host_values.elements", !lasts && !is_constant(*v)))
    return nullptr;
  const clang::InitListExpr *list = constants_of_array(*v);
  if (!list || lost_.in(*list))
    return nullptr;
  HostChoice choice;
  const auto add = [&](const cfg::Expr &value, clang::SourceLocation at) {
    const auto known = [&](const HostChoice::Value &c) { return cfg::equal(c.value, value); };
    if (std::none_of(choice.values.begin(), choice.values.end(), known))
      choice.values.push_back({value, place_of(at)});
  };
  for (const clang::Expr *init : list->inits()) {
    clang::Expr::EvalResult number;
    if (init->isValueDependent() || !init->EvaluateAsInt(number, context_) || !numbers_.has(*init))
      return nullptr;
    add(cfg::constant(*type, cfg::mask_to_width(number.Val.getInt().extOrTrunc(64).getZExtValue(), type->width)),
        init->getBeginLoc());
    if (choice.values.size() > most_choices)
      return nullptr;
  }
  if (array->getSize().ugt(list->getNumInits()))
    add(cfg::constant(*type, 0), list->getEndLoc());
  llvm::raw_string_ostream text(choice.text);
  e.printPretty(text, nullptr, context_.getPrintingPolicy());
  choice.variable = cfg::variable(call_.names.fresh(choice.text), *type);
  call_.choices.push_back(choice);
  return choice.variable;
}

bool HostValues::is_positive_choice(const cfg::Expr &e) const {
  for (cfg::Expr x = e; x && x->op == cfg::Op::Var; x = call_.names.definition(x->var))
    for (const HostChoice &c : call_.choices)
      if (c.variable->var == x->var)
        return std::all_of(c.values.begin(), c.values.end(),
                           [](const HostChoice::Value &v) { return cfg::signed_value(*v.value) > 0; });
  return false;
}

support::SourcePlace HostValues::place_of(clang::SourceLocation at) const {
  const auto place = context_.getSourceManager().getPresumedLoc(context_.getSourceManager().getExpansionLoc(at));
  return place.isValid() ? support::SourcePlace{place.getFilename(), place.getLine(), place.getColumn()}
                         : support::SourcePlace{};
}

std::vector<LaunchSite> chosen(LaunchSite site, const std::vector<HostChoice> &choices) {
  std::vector<LaunchSite> out{std::move(site)};
  for (const HostChoice &choice : choices) {
    if (!depends_on(out.front(), choice.variable->var))
      continue;
    if (out.size() * choice.values.size() > most_choices) { // all at once
      cfg::Expr any = cfg::boolean(false);
      for (const HostChoice::Value &v : choice.values)
        any = cfg::binary(cfg::Op::Or, any, cfg::binary(cfg::Op::Eq, choice.variable, v.value));
      for (LaunchSite &one : out)
        one.conditions.push_back(any);
      continue;
    }
    std::vector<LaunchSite> each;
    for (const LaunchSite &one : out)
      for (const HostChoice::Value &v : choice.values) {
        each.push_back(one);
        each.back().conditions.push_back(cfg::binary(cfg::Op::Eq, choice.variable, v.value));
        each.back().origin = support::behind(
            one.origin, support::Origin(v.place, {}, fmt::format("{} = {}", choice.text, cfg::signed_value(*v.value))));
      }
    out = std::move(each);
  }
  return out;
}

} // namespace lockstep::frontend
