// What a declaration of a file with errors uses, and whether its own text is whole: for whole_parts.cpp alone.
#pragma once

#include "frontend/broken/dropped_text.h"
#include "frontend/broken/whole_parts.h"
#include "frontend/syntax/syntax_walk.h"

#include "support/sound.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/DenseSet.h"

namespace lockstep::frontend {

class Uses : public SyntaxWalk {
public:
  Uses(WholeParts &whole, unsigned user, const clang::Decl *root, bool signature)
      : whole_(whole), user_(user), root_(root), signature_(signature),
        parsed_(root != nullptr && whole.written(*root) == root && is_parsed(*root)) {}
  bool broken() const { return broken_; }
  bool calls_pointer() const { return calls_pointer_; }

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
    broken_ =
        broken_ || (parsed_ && !v->isImplicit() && lacks_text(*v, whole_.log_, whole_.context_.getSourceManager()));
    return true;
  }
  bool VisitStmt(clang::Stmt *s) override {
    broken_ = broken_ || (parsed_ && lacks_text(*s, whole_.log_, whole_.context_.getSourceManager()));
    return true;
  }
  bool VisitExpr(clang::Expr *e) override {
    broken_ = broken_ || e->containsErrors();
    if (!e->getType().isNull())
      use_type(e->getType());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *e) override {
    use(e->getFoundDecl());
    use(e->getDecl());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *e) override {
    use(e->getMemberDecl());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) override {
    use(e->getConstructor());
    return true;
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr *e) override {
    use(e->getOperatorNew());
    use(e->getOperatorDelete());
    return true;
  }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *e) override {
    use(e->getOperatorDelete());
    return true;
  }
  bool VisitOverloadExpr(clang::OverloadExpr *e) override {
    whole_.use_name(e->getName(), user_);
    for (const clang::NamedDecl *d : e->decls())
      use_signature(d);
    return true;
  }
  bool VisitDependentScopeDeclRefExpr(clang::DependentScopeDeclRefExpr *e) override {
    whole_.use_name(e->getDeclName(), user_);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *e) override {
    const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(e);
    const clang::CXXMethodDecl *method = member != nullptr ? member->getMethodDecl() : nullptr;
    calls_pointer_ = calls_pointer_ || (method != nullptr && method->isVirtual()) ||
                     (!e->isTypeDependent() && e->getDirectCallee() == nullptr && !calls_argument(*e) &&
                      !llvm::isa<clang::CXXPseudoDestructorExpr>(e->getCallee()->IgnoreParens()));
    return true;
  }
  // Of a template, and in its own text. Sound because that is not executed: its instantiations are, and they are judged
  // by the text that names the argument.
  static bool calls_argument(const clang::CallExpr &e) {
    const auto *called = llvm::dyn_cast<clang::DeclRefExpr>(e.getCallee()->IgnoreParenImpCasts());
    return support::sound("parts.argument",
                          called != nullptr && llvm::isa<clang::NonTypeTemplateParmDecl>(called->getDecl()));
  }
  // A lost operator might have been meant where the built-in one is taken now.
  bool VisitBinaryOperator(clang::BinaryOperator *e) override {
    if (is_users(e->getLHS()) || is_users(e->getRHS()))
      use_operator();
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *e) override {
    if (is_users(e->getSubExpr()))
      use_operator();
    return true;
  }

  bool VisitType(clang::Type *t) override {
    broken_ = broken_ || t->containsErrors();
    if (const auto *alias = llvm::dyn_cast<clang::TypedefType>(t))
      use(alias->getDecl());
    else if (const auto *tag = llvm::dyn_cast<clang::TagType>(t))
      use(tag->getDecl());
    else if (const auto *with = llvm::dyn_cast<clang::UsingType>(t))
      use(with->getFoundDecl());
    else if (const auto *inner = llvm::dyn_cast<clang::InjectedClassNameType>(t))
      use(inner->getDecl());
    else if (const auto *special = llvm::dyn_cast<clang::TemplateSpecializationType>(t))
      use(special->getTemplateName().getAsTemplateDecl());
    return true;
  }
  bool VisitTypeLoc(clang::TypeLoc loc) override {
    if (!loc.isNull() && !loc.getType().isNull())
      VisitType(const_cast<clang::Type *>(loc.getTypePtr()));
    return true;
  }
  bool TraverseTemplateName(clang::TemplateName name) override {
    use(name.getAsTemplateDecl());
    return SyntaxWalk::TraverseTemplateName(name);
  }
  bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc loc) override {
    for (clang::NestedNameSpecifierLoc at = loc; at; at = at.getPrefix()) {
      const clang::NestedNameSpecifier *n = at.getNestedNameSpecifier();
      if (const clang::NamespaceAliasDecl *alias = n->getAsNamespaceAlias())
        use(alias);
      else if (const clang::NamespaceDecl *space = n->getAsNamespace())
        whole_.use_name(space->getDeclName(), user_);
    }
    return SyntaxWalk::TraverseNestedNameSpecifierLoc(loc);
  }

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
      use(tag);
  }
  void use(const clang::Decl *d) {
    if (d != nullptr)
      whole_.use(d, user_);
  }
  void use_signature(const clang::Decl *d) {
    if (d != nullptr && !whole_.is_ours(*d))
      whole_.parts_[whole_.part(d, true)].users.push_back(user_);
  }

private:
  // Has its body been written by somebody, rather than by Clang?
  static bool is_parsed(const clang::Decl &d) {
    const auto *f = llvm::dyn_cast<clang::FunctionDecl>(&d);
    return !d.isImplicit() && (f == nullptr || !f->isDefaulted());
  }
  static bool is_users(const clang::Expr *e) {
    const clang::QualType t = e->IgnoreParenImpCasts()->getType();
    return !t.isNull() && (t->isEnumeralType() || t->isRecordType() || t->isDependentType());
  }
  void use_operator() { whole_.use_name(whole_.context_.DeclarationNames.getCXXOperatorName(clang::OO_Plus), user_); }

  WholeParts &whole_;
  unsigned user_;
  const clang::Decl *root_;
  bool signature_, parsed_;
  bool broken_ = false, calls_pointer_ = false;
  llvm::DenseSet<const clang::Stmt *> left_out_;
};

} // namespace lockstep::frontend
