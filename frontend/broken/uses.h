// What a declaration of a file with errors uses, and whether its own text is whole: for whole_parts.cpp alone.
#pragma once

#include "frontend/broken/broken_text.h"
#include "frontend/broken/dropped_text.h"
#include "frontend/broken/expression_uses.h"
#include "frontend/broken/part_uses.h"
#include "frontend/syntax/syntax_walk.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/DenseSet.h"

namespace lockstep::frontend {

// Has its body been written by somebody, rather than by Clang?
inline bool is_parsed(const clang::Decl &d) {
  const auto *f = llvm::dyn_cast<clang::FunctionDecl>(&d);
  return !d.isImplicit() && (f == nullptr || !f->isDefaulted());
}

class Uses : public SyntaxWalk {
public:
  // `root`: whose text is walked, null: no declaration's; `signature`: without bodies.
  Uses(PartUses &uses, const clang::Decl *root, bool signature)
      : uses_(uses), expressions_(uses), root_(root), signature_(signature),
        parsed_(root != nullptr && written(*root) == root && is_parsed(*root)) {}
  bool broken() const { return broken_; }
  bool calls_pointer() const { return expressions_.calls_pointer(); }

  bool shouldVisitImplicitCode() const override { return true; }
  bool shouldVisitTemplateInstantiations() const override { return false; }

  // Bodies of functions within a class count where they are called.
  bool TraverseStmt(clang::Stmt *s, DataRecursionQueue *queue = nullptr) override {
    return s == nullptr || left_out_.contains(s) || SyntaxWalk::TraverseStmt(s, queue);
  }
  bool VisitFunctionDecl(clang::FunctionDecl *f) override {
    if (f->doesThisDeclarationHaveABody() && (f != root_ || signature_))
      if (const clang::Stmt *body = f->getBody())
        left_out_.insert(body);
    return true;
  }

  bool VisitDecl(clang::Decl *d) override {
    broken_ = broken_ || (d->isInvalidDecl() && !llvm::isa<clang::FunctionDecl>(d));
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *v) override {
    broken_ = broken_ || (parsed_ && !v->isImplicit() && lacks_text(*v, uses_.text().log(), uses_.text().sources()));
    return true;
  }
  bool VisitStmt(clang::Stmt *s) override {
    broken_ = broken_ || (parsed_ && lacks_text(*s, uses_.text().log(), uses_.text().sources()));
    return true;
  }
  bool VisitExpr(clang::Expr *e) override {
    broken_ = broken_ || e->containsErrors();
    if (!e->getType().isNull())
      use_type(e->getType());
    expressions_.Visit(e);
    return true;
  }
  bool VisitType(clang::Type *t) override {
    broken_ = broken_ || t->containsErrors();
    if (const auto *alias = llvm::dyn_cast<clang::TypedefType>(t))
      uses_.use(alias->getDecl());
    else if (const auto *tag = llvm::dyn_cast<clang::TagType>(t))
      uses_.use(tag->getDecl());
    else if (const auto *with = llvm::dyn_cast<clang::UsingType>(t))
      uses_.use(with->getFoundDecl());
    else if (const auto *inner = llvm::dyn_cast<clang::InjectedClassNameType>(t))
      uses_.use(inner->getDecl());
    else if (const auto *special = llvm::dyn_cast<clang::TemplateSpecializationType>(t))
      uses_.use(special->getTemplateName().getAsTemplateDecl());
    return true;
  }
  bool VisitTypeLoc(clang::TypeLoc loc) override {
    if (!loc.isNull() && !loc.getType().isNull())
      VisitType(const_cast<clang::Type *>(loc.getTypePtr()));
    return true;
  }
  bool TraverseTemplateName(clang::TemplateName name) override {
    uses_.use(name.getAsTemplateDecl());
    return SyntaxWalk::TraverseTemplateName(name);
  }
  bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc loc) override {
    for (clang::NestedNameSpecifierLoc at = loc; at; at = at.getPrefix()) {
      const clang::NestedNameSpecifier *n = at.getNestedNameSpecifier();
      if (const clang::NamespaceAliasDecl *alias = n->getAsNamespaceAlias())
        uses_.use(alias);
      else if (const clang::NamespaceDecl *space = n->getAsNamespace())
        uses_.use_name(space->getDeclName());
    }
    return SyntaxWalk::TraverseNestedNameSpecifierLoc(loc);
  }

private:
  void use_type(clang::QualType type) {
    const clang::Type *t = type.getTypePtr();
    for (;;) {
      if (t->isPointerType() || t->isReferenceType())
        t = t->getPointeeType().getTypePtr();
      else if (t->isArrayType())
        t = t->getArrayElementTypeNoTypeQual();
      else
        break;
    }
    broken_ = broken_ || t->containsErrors();
    if (const clang::TagDecl *tag = t->getAsTagDecl())
      uses_.use(tag);
  }

  PartUses &uses_;
  ExpressionUses expressions_;
  const clang::Decl *root_;
  bool signature_, parsed_;
  bool broken_ = false;
  llvm::DenseSet<const clang::Stmt *> left_out_;
};

} // namespace lockstep::frontend
