// See mention_counts.h.
#include "frontend/host/effects/mention_counts.h"

#include "support/sound.h"

namespace lockstep::frontend {

namespace {

const clang::VarDecl *named_variable(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (auto *m = llvm::dyn_cast<clang::MemberExpr>(e); m && !m->isArrow())
    return named_variable(m->getBase());
  auto *r = llvm::dyn_cast<clang::DeclRefExpr>(e);
  return r ? llvm::dyn_cast<clang::VarDecl>(r->getDecl()) : nullptr;
}

} // namespace

int MentionCounts::others(const clang::VarDecl &v) const {
  const auto it = others_.find(&v);
  return it == others_.end() ? 0 : it->second;
}

bool MentionCounts::only_changes(const clang::VarDecl &v) const {
  const auto changes = changes_.find(&v);
  return others(v) == (changes == changes_.end() ? 0 : static_cast<int>(changes->second.size()));
}

void MentionCounts::change(const clang::Expr &place, const clang::Expr &by) {
  const auto [v, part] = named_part(place);
  if (!v)
    return;
  if (sometime_ != 0 || declared_.count(v) == 0)
    ++others_[v]; // more than its changes: not followed
  else
    changes_[v].emplace_back(part, &by);
}

void MentionCounts::only_reads(const clang::Expr &place) {
  const clang::Expr &e = *place.IgnoreParens();
  if (auto *o = llvm::dyn_cast<clang::ConditionalOperator>(&e)) {
    only_reads(*o->getTrueExpr());
    only_reads(*o->getFalseExpr());
  } else if (auto *c = llvm::dyn_cast<clang::CallExpr>(&e)) {
    const clang::FunctionDecl *f = c->getDirectCallee();
    if (const clang::Expr *same = forwarded(*c))
      only_reads(*same);
    else if (f && f->getIdentifier() && (f->getName() == "min" || f->getName() == "max") && f->isInStdNamespace() &&
             is_of_runtime(*f))
      for (const clang::Expr *a : c->arguments())
        only_reads(*a->IgnoreParenNoopCasts(context_));
  } else if (auto *s = llvm::dyn_cast<clang::ArraySubscriptExpr>(&e)) {
    if (const clang::VarDecl *array = named_variable(s->getBase()->IgnoreParenImpCasts());
        array && array->getType()->isConstantArrayType())
      --others_[array];
  } else if (const clang::VarDecl *v = named_variable(&e)) {
    --others_[v];
  }
}

std::set<const clang::VarDecl *> MentionCounts::constant() const {
  std::set<const clang::VarDecl *> out;
  for (const clang::VarDecl *v : declared_)
    if (others(*v) == 0 && !v->getType().isVolatileQualified() && !v->getType()->isReferenceType() &&
        v->hasLocalStorage())
      out.insert(v);
  return out;
}

bool MentionCounts::is_followed(const clang::VarDecl &v) const {
  return !jumps_ && !v.getType().isVolatileQualified() && !v.getType()->isReferenceType() && v.hasLocalStorage() &&
         only_changes(v);
}

void MentionCounts::followed(Unchanged &out) const {
  for (const clang::VarDecl *v : declared_) {
    if (!is_followed(*v))
      continue;
    out.followed.insert(v);
    if (const auto changes = changes_.find(v); changes != changes_.end())
      for (const auto &[part, by] : changes->second)
        out.changes[by].emplace_back(v, part);
  }
}

bool MentionCounts::contained(const clang::VarDecl &v) const {
  return support::left_out("unchanged.contained") || only_changes(v);
}

} // namespace lockstep::frontend
