// See unchanged_variables.h.
#include "frontend/host/effects/unchanged_variables.h"

#include "frontend/host/effects/disturbances.h"
#include "frontend/host/effects/host_text.h"
#include "frontend/host/effects/mention_counts.h"
#include "frontend/setup/own_declarations.h"
#include "frontend/syntax/syntax_walk.h"

#include "support/sound.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::frontend {

bool is_dim3(const clang::CXXRecordDecl *r) { return r && r->getName() == "dim3" && is_of_the_runtime(*r); }

bool is_of_the_runtime(const clang::CXXRecordDecl &r) {
  return r.getDeclContext()->getRedeclContext()->isTranslationUnit() && is_of_our_headers(r);
}

bool is_its_fields(const clang::CXXRecordDecl *r) {
  return r && r->isCompleteDefinition() && !r->isDependentType() && !r->isUnion() && !r->isLambda() &&
         r->getNumBases() == 0 && r->isTriviallyCopyable() &&
         !support::unsound("unchanged.mutable", r->hasMutableFields());
}

bool is_copy(const clang::CallExpr &call) {
  auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.getDirectCallee());
  return method && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) && method->isTrivial() &&
         is_its_fields(method->getParent()) && call.getNumArgs() == 2;
}

HostPart named_part(const clang::Expr &whole) {
  const clang::Expr &e = *whole.IgnoreParens();
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e))
    return {llvm::dyn_cast<clang::VarDecl>(r->getDecl()), whole_variable};
  auto *m = llvm::dyn_cast<clang::MemberExpr>(&e);
  if (!m || m->isArrow() || !is_its_fields(m->getBase()->getType()->getAsCXXRecordDecl()))
    return {nullptr, whole_variable};
  const HostPart base = named_part(*m->getBase());
  auto *field = llvm::dyn_cast<clang::FieldDecl>(m->getMemberDecl());
  if (base.second != whole_variable || !field || field->isBitField() || field->isAnonymousStructOrUnion() ||
      field->getType()->isReferenceType())
    return {nullptr, whole_variable};
  return {base.first, field};
}

bool is_of_runtime(const clang::FunctionDecl &f) { return f.getBuiltinID() != 0 || is_of_our_headers(f); }

const clang::Expr *forwarded(const clang::CallExpr &call) {
  const clang::FunctionDecl *f = call.getDirectCallee();
  return f && f->getIdentifier() && (f->getName() == "forward" || f->getName() == "move") && call.getNumArgs() == 1 &&
                 f->isInStdNamespace() && is_of_runtime(*f)
             ? call.getArg(0)->IgnoreParenNoopCasts(f->getASTContext())
             : nullptr;
}

bool stores_and_returns(const clang::FunctionDecl &f) {
  constexpr std::array<std::string_view, 8> names = {"scanf",           "sscanf",       "fscanf",
                                                     "cudaMallocPitch", "cudaMalloc",   "hipMallocPitch",
                                                     "cudaMemGetInfo",  "hipMemGetInfo"};
  constexpr std::array<std::string_view, 8> beginnings = {"cudaGetDevice",  "cudaDeviceGet", "cudaOccupancy",
                                                          "cudaRuntimeGet", "cudaDriverGet", "hipGetDevice",
                                                          "hipDeviceGet",   "hipOccupancy"};
  if (!f.getIdentifier() || !is_of_runtime(f))
    return false;
  const std::string_view name(f.getName().data(), f.getName().size());
  return std::find(names.begin(), names.end(), name) != names.end() ||
         std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view b) { return name.starts_with(b); });
}

namespace {

// Expressions of which nobody uses more than the value: what an assignment gives is the variable itself, which may get
// another name by it. Sound because such a result is dropped, or read at once.
class OnlyValues {
public:
  // Of each statement, before its parts.
  void look(const clang::Stmt &s) {
    if (auto *c = llvm::dyn_cast<clang::CastExpr>(&s)) {
      if (c->getCastKind() == clang::CK_LValueToRValue || c->getCastKind() == clang::CK_ToVoid)
        add(*c->getSubExpr());
    } else if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&s); o && o->getOpcode() == clang::BO_Comma) {
      add(*o->getLHS());
    } else if (!llvm::isa<clang::Expr, clang::ReturnStmt, clang::DeclStmt>(s)) {
      for (const clang::Stmt *child : s.children())
        if (auto *e = llvm::dyn_cast_or_null<clang::Expr>(child))
          add(*e);
    }
  }
  bool has(const clang::Expr &e) const {
    return support::sound("unchanged.results", !e.isLValue() || all_.count(&e) != 0);
  }

private:
  void add(const clang::Expr &whole) {
    const clang::Expr *e = whole.IgnoreParens();
    if (auto *full = llvm::dyn_cast<clang::ExprWithCleanups>(e))
      e = full->getSubExpr()->IgnoreParens();
    all_.insert(e);
    if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(e); o && o->getOpcode() == clang::BO_Comma)
      add(*o->getRHS());
  }
  std::set<const clang::Expr *> all_;
};

// Is every mention of a pointer `*p` that is read or assigned to, a test for null, or an argument of a function of
// which that is true?
class PointerUses : public SyntaxWalk {
public:
  using Asked = std::function<bool(const clang::FunctionDecl &, unsigned argument)>;
  PointerUses(const clang::VarDecl &p, Asked contains) : p_(p), contains_(std::move(contains)) {}
  bool VisitStmt(clang::Stmt *s) override {
    values_.look(*s);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *r) override {
    others_ += r->getDecl() == &p_ ? 1 : 0;
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr *) override {
    ++others_;
    return false;
  }
  bool VisitCallExpr(clang::CallExpr *c) override {
    const clang::FunctionDecl *f = c->getDirectCallee();
    for (unsigned i = 0; f && !llvm::isa<clang::CXXMethodDecl>(f) && i < c->getNumArgs(); ++i)
      if (is_pointer(*c->getArg(i)->IgnoreParens()) && contains_(*f, i))
        --others_;
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *o) override {
    if (o->isAssignmentOp() && values_.has(*o))
      used(*o->getLHS());
    if (o->isEqualityOp())
      for (auto [p, null] : {std::pair(o->getLHS(), o->getRHS()), std::pair(o->getRHS(), o->getLHS())})
        if (is_pointer(*p) && null->isNullPointerConstant(p_.getASTContext(), clang::Expr::NPC_ValueDependentIsNotNull))
          --others_;
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *o) override {
    if (o->isIncrementDecrementOp() && values_.has(*o))
      used(*o->getSubExpr());
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *c) override {
    if (c->getCastKind() == clang::CK_LValueToRValue)
      used(*c->getSubExpr());
    else if (c->getCastKind() == clang::CK_PointerToBoolean && is_pointer(*c->getSubExpr()))
      --others_;
    return true;
  }
  bool contained() const { return others_ == 0; }

private:
  void used(const clang::Expr &place) {
    auto *o = llvm::dyn_cast<clang::UnaryOperator>(place.IgnoreParens());
    if (o && o->getOpcode() == clang::UO_Deref && is_pointer(*o->getSubExpr()))
      --others_;
  }
  bool is_pointer(const clang::Expr &e) const {
    auto *c = llvm::dyn_cast<clang::ImplicitCastExpr>(e.IgnoreParens());
    auto *r = c && c->getCastKind() == clang::CK_LValueToRValue
                  ? llvm::dyn_cast<clang::DeclRefExpr>(c->getSubExpr()->IgnoreParens())
                  : nullptr;
    return r && r->getDecl() == &p_;
  }
  const clang::VarDecl &p_;
  const Asked contains_;
  OnlyValues values_;
  int others_ = 0;
};

// Is the address given on as that of what it is, or without a type?
bool is_as_wide(const clang::Expr &given, const clang::Expr &address, const clang::ASTContext &context) {
  const clang::QualType to = given.IgnoreParenImpCasts()->getType(), from = address.getType();
  if (context.hasSameType(to, from) || to->isVoidPointerType())
    return true;
  const clang::QualType a = to->getPointeeType(), b = from->getPointeeType();
  const bool known = !a.isNull() && !b.isNull() && a->isScalarType() && b->isScalarType();
  return support::sound("unchanged.as_wide", known && context.getTypeSize(a) == context.getTypeSize(b));
}

// Counts the mentions of each variable, and those that only read it.
class Mentions : public SyntaxWalk {
public:
  Mentions(const clang::FunctionDecl &function, const LostNames &lost, unsigned depth)
      : function_(function), context_(function.getASTContext()), lost_(lost), depth_(depth),
        counts_(function.getASTContext()) {}
  const MentionCounts &counts() const { return counts_; }

  bool VisitStmt(clang::Stmt *s) override {
    values_.look(*s);
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *v) override {
    counts_.declare(*v);
    return true;
  }
  // What is evaluated in front of the body.
  void before_body(clang::CXXCtorInitializer &i) {
    const MentionCounts::Sometime before(counts_);
    TraverseConstructorInitializer(&i);
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *e) override { // runs whenever it is called
    const MentionCounts::Sometime later(counts_);
    return SyntaxWalk::TraverseLambdaExpr(e);
  }
  bool VisitLabelStmt(clang::LabelStmt *) override {
    counts_.jump();
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *o) override {
    if (o->isAssignmentOp() && values_.has(*o))
      counts_.change(*o->getLHS(), *o);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *o) override {
    if (o->isIncrementDecrementOp() && values_.has(*o))
      counts_.change(*o->getSubExpr(), *o);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *r) override {
    if (auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl()))
      counts_.mention(*v);
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *c) override {
    if (c->getCastKind() == clang::CK_LValueToRValue)
      counts_.only_reads(*c->getSubExpr());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *c) override {
    if (is_its_fields(c->getConstructor()->getParent()) && c->getConstructor()->isCopyOrMoveConstructor() &&
        c->getConstructor()->isTrivial())
      counts_.only_reads(*c->getArg(0)->IgnoreParenNoopCasts(context_));
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *c) override {
    const clang::FunctionDecl *f = c->getDirectCallee();
    auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(f);
    if (is_copy(*c) && values_.has(*c)) {
      counts_.change(*c->getArg(0), *c);
      counts_.only_reads(*c->getArg(1)->IgnoreParenNoopCasts(context_));
    }
    for (unsigned i = 0; f && !method && i < c->getNumArgs(); ++i)
      passed(*f, i, *c);
    return true;
  }
  // What is evaluated of a list; as it is written it stands there once more.
  bool TraverseInitListExpr(clang::InitListExpr *e) override {
    clang::InitListExpr *evaluated = e->isSemanticForm() ? e : e->getSemanticForm();
    if (!evaluated)
      return SyntaxWalk::TraverseInitListExpr(e);
    if (evaluated->hasArrayFiller() && !TraverseStmt(evaluated->getArrayFiller()))
      return false;
    const auto inits = evaluated->inits();
    return std::all_of(inits.begin(), inits.end(), [&](clang::Expr *each) { return TraverseStmt(each); });
  }
  // Of its type alone, but the bounds of arrays: `sizeof(int[n--])`.
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *e) override {
    if (support::sound("unchanged.bounds", !e->getTypeOfArgument()->isVariablyModifiedType()))
      return true;
    counts_.jump(); // when they change something is not followed
    return SyntaxWalk::TraverseUnaryExprOrTypeTraitExpr(e);
  }
  bool shouldVisitImplicitCode() const override { return true; }

private:
  // An argument that the function may keep, or do anything with, is one more mention.
  void passed(const clang::FunctionDecl &f, unsigned i, const clang::CallExpr &call) {
    const clang::Expr &arg = *call.getArg(i)->IgnoreParenNoopCasts(context_);
    if (auto *address = llvm::dyn_cast<clang::UnaryOperator>(call.getArg(i)->IgnoreParenCasts());
        address && address->getOpcode() == clang::UO_AddrOf && is_as_wide(*call.getArg(i), *address, context_)) {
      if (stores_and_returns(f) || uses_of(f, i, function_, depth_).contained)
        counts_.change(*address->getSubExpr(), call);
    } else if (arg.isLValue() && named_part(arg).first && i < f.getNumParams() &&
               f.getParamDecl(i)->getType()->isReferenceType()) {
      const Uses uses = uses_of(f, i, function_, depth_);
      if (uses.only_read)
        counts_.only_reads(arg);
      else if (uses.contained)
        counts_.change(arg, call);
    }
  }
  struct Uses {
    bool contained = false, only_read = false;
  };
  Uses uses_of(const clang::FunctionDecl &f, unsigned i, const clang::FunctionDecl &caller, unsigned depth) const {
    constexpr unsigned deepest = 3;
    const clang::FunctionDecl *definition = host_body(f, &caller);
    if (depth >= deepest || !definition || i >= definition->getNumParams() || lost_.within(*definition) ||
        lost_.has(f) || lost_.has(*definition->getParamDecl(i)))
      return {};
    const clang::ParmVarDecl *p = definition->getParamDecl(i);
    if (p->getType()->isPointerType()) {
      PointerUses uses(*p, [&](const clang::FunctionDecl &to, unsigned argument) {
        return support::sound("unchanged.passed_on",
                              stores_and_returns(to) || uses_of(to, argument, *definition, depth + 1).contained);
      });
      uses.TraverseStmt(definition->getBody());
      return {uses.contained(), false};
    }
    if (!p->getType()->isLValueReferenceType())
      return {};
    Mentions inside(*definition, lost_, depth + 1);
    for (clang::ParmVarDecl *each : definition->parameters())
      inside.VisitVarDecl(each);
    inside.TraverseStmt(definition->getBody());
    return {inside.counts().contained(*p), inside.counts().only_read(*p)};
  }

  const clang::FunctionDecl &function_;
  const clang::ASTContext &context_;
  const LostNames &lost_;
  const unsigned depth_; // of calls that are looked into
  MentionCounts counts_;
  OnlyValues values_;
};

} // namespace

Unchanged constants_of(const clang::FunctionDecl &function, const LostNames &lost) {
  Mentions m(function, lost, 0);
  for (clang::ParmVarDecl *p : function.parameters())
    m.VisitVarDecl(p);
  m.TraverseStmt(function.getBody());
  if (auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function))
    for (clang::CXXCtorInitializer *i : constructor->inits())
      m.before_body(*i);
  Unchanged out;
  out.always = m.counts().constant();
  out.context = &function.getASTContext();
  m.counts().followed(out);
  add_disturbances(function, lost, out);
  for (const clang::ParmVarDecl *p : function.parameters())
    if (p->getType()->isReferenceType() && m.counts().only_read(*p))
      out.references.insert(p);
  return out;
}

} // namespace lockstep::frontend
