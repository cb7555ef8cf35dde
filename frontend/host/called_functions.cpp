// See called_functions.h.
#include "frontend/host/called_functions.h"

#include "frontend/host/host_text.h"
#include "frontend/host/unchanged_variables.h"
#include "frontend/syntax/syntax_walk.h"
#include "support/sound.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <set>

namespace lockstep::frontend {

namespace {

// Every function that is named, in code that the compiler makes, too.
class AllMentions : public SyntaxWalk {
public:
  explicit AllMentions(std::map<const clang::FunctionDecl *, int> &mentions) : mentions_(mentions) {}
  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitDeclRefExpr(clang::DeclRefExpr *r) override { return note(r->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr *m) override { return note(m->getMemberDecl()); }

private:
  bool note(const clang::ValueDecl *d) {
    if (auto *f = llvm::dyn_cast<clang::FunctionDecl>(d))
      ++mentions_[f->getCanonicalDecl()];
    return true;
  }
  std::map<const clang::FunctionDecl *, int> &mentions_;
};

// An expression whose value nobody uses, if it is a statement.
const clang::Expr *without_use(const clang::Stmt *s) {
  auto *e = llvm::dyn_cast_or_null<clang::Expr>(s);
  e = e ? e->IgnoreParens() : nullptr;
  if (auto *full = llvm::dyn_cast_or_null<clang::FullExpr>(e))
    e = full->getSubExpr()->IgnoreParens();
  return e;
}

class CallReader : public CalledFunctions, public SyntaxWalk {
public:
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool TraverseFunctionDecl(clang::FunctionDecl *f) override { return within(f, &CallReader::WalkUpToFunction); }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl *f) override { return within(f, &CallReader::WalkUpToMethod); }
  bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl *f) override {
    return within(f, &CallReader::WalkUpToConstructor);
  }
  bool TraverseCXXDestructorDecl(clang::CXXDestructorDecl *f) override {
    return within(f, &CallReader::WalkUpToDestructor);
  }
  bool TraverseCXXConversionDecl(clang::CXXConversionDecl *f) override {
    return within(f, &CallReader::WalkUpToConversion);
  }
  // Initialisers of members and default arguments are evaluated elsewhere: what they call is only mentioned.
  bool TraverseFieldDecl(clang::FieldDecl *f) override {
    return elsewhere([&] { return SyntaxWalk::TraverseFieldDecl(f); });
  }
  bool TraverseParmVarDecl(clang::ParmVarDecl *p) override {
    return elsewhere([&] { return SyntaxWalk::TraverseParmVarDecl(p); });
  }

  bool VisitCallExpr(clang::CallExpr *c) override {
    const clang::FunctionDecl *f = c->getDirectCallee();
    if (!current_)
      return true;
    if (auto *launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(c); launch && !f)
      note_indirect(*launch);
    else if (!f)
      note_call_through(*c);
    if (!f)
      return true;
    if (auto *launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(c)) {
      const clang::CallExpr *config = launch->getConfig();
      if (config && config->getNumArgs() >= 2)
        note({launch, f, config->getArg(0), config->getArg(1), true});
      return true;
    }
    const clang::FunctionDecl *kernel = c->getNumArgs() != 0 ? named_kernel(*c->getArg(0)) : nullptr;
    const bool of_runtime =
        kernel && f->getIdentifier() && support::sound("called_functions.runtime", is_of_runtime(*f));
    const llvm::StringRef name = of_runtime ? f->getName() : "";
    if (c->getNumArgs() >= 3 && (name.contains("LaunchKernel") || name.contains("LaunchCooperativeKernel")))
      note({c, kernel, c->getArg(1), c->getArg(2), false});
    else if (name.contains("Func") || name.contains("Occupancy")) // asks, or sets, something of it
      --other_mentions[kernel->getCanonicalDecl()];
    calls[f->getCanonicalDecl()].push_back({c, current_});
    const clang::Expr *callee = c->getCallee()->IgnoreParenImpCasts();
    auto *member = llvm::dyn_cast<clang::MemberExpr>(callee);
    if (llvm::isa<clang::DeclRefExpr>(callee) || (member && member->getMemberDecl() == f))
      --other_mentions[f->getCanonicalDecl()];
    return true;
  }
  // Where a statement is an expression, nobody uses its value.
  bool VisitStmt(clang::Stmt *s) override {
    if (llvm::isa<clang::CompoundStmt, clang::IfStmt, clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                  clang::SwitchCase, clang::LabelStmt, clang::AttributedStmt>(s))
      for (const clang::Stmt *child : s->children())
        if (const clang::Expr *e = without_use(child))
          unused_.insert(e);
    return true;
  }
  bool VisitStmtExpr(clang::StmtExpr *s) override {
    if (auto *last = llvm::dyn_cast_or_null<clang::ValueStmt>(s->getSubStmt()->getStmtExprResult()))
      used_.insert(without_use(last->getExprStmt()));
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *o) override {
    if (o->getOpcode() == clang::BO_Assign &&
        support::sound("called_functions.value", unused_.count(o) != 0 && used_.count(o) == 0))
      if (const clang::VarDecl *p = pointer(*o->getLHS()))
        set(*p, *o->getRHS());
    if (o->isEqualityOp())
      for (const clang::Expr *side : {o->getLHS(), o->getRHS()}) {
        if (const clang::VarDecl *p = pointer(*side))
          --pointers[p].other_mentions;
        if (const clang::FunctionDecl *kernel = named_kernel(*side))
          --other_mentions[kernel->getCanonicalDecl()];
      }
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *v) override {
    if (auto *cleanup = v->getAttr<clang::CleanupAttr>())
      ++other_mentions[cleanup->getFunctionDecl()->getCanonicalDecl()];
    if (is_pointer(*v) && v->hasInit() &&
        !v->getInit()->isNullPointerConstant(v->getASTContext(), clang::Expr::NPC_ValueDependentIsNotNull)) {
      ++pointers[v].other_mentions; // `set` takes it back
      set(*v, *v->getInit());
    }
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *r) override {
    if (auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl()); v && is_pointer(*v))
      ++pointers[v].other_mentions;
    if (auto *p = llvm::dyn_cast<clang::ParmVarDecl>(r->getDecl()); p && leads_to_function(*p))
      ++parameters[p].other_mentions;
    return mention(r->getDecl());
  }
  bool VisitMemberExpr(clang::MemberExpr *m) override { return mention(m->getMemberDecl()); }
  // Code that the compiler makes for it is no call that is seen.
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt *s) override {
    return mention_all({s->getBeginStmt(), s->getEndStmt()});
  }
  bool VisitCoroutineBodyStmt(clang::CoroutineBodyStmt *s) override { return mention_all({s}); }
  bool VisitBindingDecl(clang::BindingDecl *b) override {
    const clang::VarDecl *holding = b->getHoldingVar();
    return mention_all({b->getBinding(), holding ? holding->getInit() : nullptr});
  }
  bool VisitLambdaExpr(clang::LambdaExpr *e) override {
    if (const clang::FunctionTemplateDecl *generic = e->getDependentCallOperator())
      for (clang::FunctionDecl *instance : generic->specializations())
        TraverseDecl(instance);
    return true;
  }
  bool VisitFunctionDecl(clang::FunctionDecl *f) override {
    if (f->hasAttr<clang::AliasAttr>() || f->hasAttr<clang::IFuncAttr>() || f->hasAttr<clang::AsmLabelAttr>())
      aliases = aliases || !is_of_runtime(*f);
    return true;
  }

private:
  bool mention(const clang::ValueDecl *d) {
    auto *f = llvm::dyn_cast<clang::FunctionDecl>(d);
    if (!f)
      return true;
    ++other_mentions[f->getCanonicalDecl()];
    if (current_ && is_chosen_for_device(*f, current_))
      for (const clang::FunctionDecl *other : overloads_of(*f)) // the host may call it
        ++other_mentions[other->getCanonicalDecl()];
    return true;
  }
  bool mention_all(std::initializer_list<const clang::Stmt *> all) {
    AllMentions mentions(other_mentions);
    for (const clang::Stmt *s : all)
      if (s)
        mentions.TraverseStmt(const_cast<clang::Stmt *>(s));
    return true;
  }
  static bool is_pointer(const clang::VarDecl &v) {
    return v.isLocalVarDecl() && !v.isStaticLocal() && v.getType()->isFunctionPointerType();
  }
  static const clang::VarDecl *pointer(const clang::Expr &e) {
    auto *r = llvm::dyn_cast<clang::DeclRefExpr>(e.IgnoreParenImpCasts());
    auto *v = r ? llvm::dyn_cast<clang::VarDecl>(r->getDecl()) : nullptr;
    return v && is_pointer(*v) ? v : nullptr;
  }
  static bool leads_to_function(const clang::ParmVarDecl &p) {
    const clang::QualType t = p.getType();
    return t->isFunctionPointerType() || (t->isReferenceType() && t->getPointeeType()->isFunctionType());
  }
  void note_call_through(const clang::CallExpr &call) {
    const clang::Expr *callee = call.getCallee()->IgnoreParenImpCasts();
    if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(callee); o && o->getOpcode() == clang::UO_Deref)
      callee = o->getSubExpr()->IgnoreParenImpCasts();
    auto *r = llvm::dyn_cast<clang::DeclRefExpr>(callee);
    auto *p = r ? llvm::dyn_cast<clang::ParmVarDecl>(r->getDecl()) : nullptr;
    if (!p || !leads_to_function(*p) || p->getDeclContext() != current_)
      return;
    parameters[p].calls.push_back({&call, current_});
    --parameters[p].other_mentions;
  }
  void set(const clang::VarDecl &p, const clang::Expr &value) {
    const clang::FunctionDecl *kernel = named_kernel(value);
    if (!kernel)
      return;
    pointers[&p].kernels.push_back(kernel);
    --pointers[&p].other_mentions;
    --other_mentions[kernel->getCanonicalDecl()];
  }
  void note_indirect(const clang::CUDAKernelCallExpr &launch) {
    const clang::Expr *callee = launch.getCallee()->IgnoreParenImpCasts();
    if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(callee); o && o->getOpcode() == clang::UO_Deref)
      callee = o->getSubExpr();
    const clang::VarDecl *p = pointer(*callee);
    const clang::CallExpr *config = launch.getConfig();
    if (!p || !config || config->getNumArgs() < 2)
      return;
    functions[current_].launches.push_back({&launch, nullptr, config->getArg(0), config->getArg(1), true, p});
    --pointers[p].other_mentions;
  }
  void note(const HostLaunch &launch) {
    functions[current_].launches.push_back(launch);
    --other_mentions[launch.kernel->getCanonicalDecl()];
  }
  static const clang::FunctionDecl *named_kernel(const clang::Expr &e) {
    const clang::Expr *named = e.IgnoreParenCasts();
    if (auto *address = llvm::dyn_cast<clang::UnaryOperator>(named))
      named = address->getSubExpr()->IgnoreParenCasts();
    auto *r = llvm::dyn_cast<clang::DeclRefExpr>(named);
    auto *f = r ? llvm::dyn_cast<clang::FunctionDecl>(r->getDecl()) : nullptr;
    return f && f->hasAttr<clang::CUDAGlobalAttr>() ? f : nullptr;
  }

  bool WalkUpToFunction(clang::FunctionDecl *f) { return SyntaxWalk::TraverseFunctionDecl(f); }
  bool WalkUpToMethod(clang::CXXMethodDecl *f) { return SyntaxWalk::TraverseCXXMethodDecl(f); }
  bool WalkUpToConstructor(clang::CXXConstructorDecl *f) { return SyntaxWalk::TraverseCXXConstructorDecl(f); }
  bool WalkUpToDestructor(clang::CXXDestructorDecl *f) { return SyntaxWalk::TraverseCXXDestructorDecl(f); }
  bool WalkUpToConversion(clang::CXXConversionDecl *f) { return SyntaxWalk::TraverseCXXConversionDecl(f); }

  template <typename Walk> bool elsewhere(Walk &&walk) {
    const clang::FunctionDecl *around = current_;
    current_ = nullptr;
    const bool go_on = walk();
    current_ = around;
    return go_on;
  }

  template <typename Decl> bool within(Decl *f, bool (CallReader::*walk)(Decl *)) {
    if (f->isDependentContext())
      return true; // its instances are met by themselves
    const clang::FunctionDecl *around = current_;
    const bool body = f->isThisDeclarationADefinition() && f->hasBody();
    current_ = body ? f : nullptr;
    const bool go_on = (this->*walk)(f);
    current_ = around;
    return go_on;
  }

  const clang::FunctionDecl *current_ = nullptr;
  std::set<const clang::Expr *> unused_, used_; // expressions that are statements; the last of those that have a value
};

} // namespace

// The object of a call of a member operator stands in front of what its parameters get.
std::vector<const clang::Expr *> arguments_of(const clang::CallExpr &call) {
  auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.getDirectCallee());
  const bool object = llvm::isa<clang::CXXOperatorCallExpr>(call) && method && !method->isStatic();
  std::vector<const clang::Expr *> all(call.arg_begin(), call.arg_end());
  if (object && !all.empty())
    all.erase(all.begin());
  return all;
}

void add_calls_through_parameters(CalledFunctions &functions, const LostNames &lost) {
  for (const auto &[p, uses] : functions.parameters) {
    auto *owner = llvm::dyn_cast<clang::FunctionDecl>(p->getDeclContext());
    const auto known = owner ? functions.calls.find(owner->getCanonicalDecl()) : functions.calls.end();
    if (known == functions.calls.end() || llvm::isa<clang::CXXMethodDecl>(owner) || lost.has(*p) || lost.has(*owner) ||
        lost.within(*owner) || !host_body(*owner, nullptr) ||
        support::unsound("called_functions.parameter", uses.other_mentions != 0))
      continue;
    const std::vector<CallSite> passing = known->second; // `calls` grows
    for (const CallSite &site : passing) {
      const unsigned i = p->getFunctionScopeIndex();
      if (site.passing || i >= site.call->getNumArgs())
        continue;
      const clang::Expr *given = site.call->getArg(i)->IgnoreParenCasts();
      if (auto *address = llvm::dyn_cast<clang::UnaryOperator>(given);
          address && address->getOpcode() == clang::UO_AddrOf)
        given = address->getSubExpr()->IgnoreParenCasts();
      auto *r = llvm::dyn_cast<clang::DeclRefExpr>(given);
      auto *f = r ? llvm::dyn_cast<clang::FunctionDecl>(r->getDecl()) : nullptr;
      if (!f || f->hasAttr<clang::CUDAGlobalAttr>())
        continue;
      --functions.other_mentions[f->getCanonicalDecl()];
      for (const CallSite &inner : uses.calls)
        functions.calls[f->getCanonicalDecl()].push_back({inner.call, inner.caller, site.call});
    }
  }
}

CalledFunctions called_functions(const std::vector<clang::Decl *> &top) {
  CallReader reader;
  for (clang::Decl *d : top)
    reader.TraverseDecl(d);
  return std::move(static_cast<CalledFunctions &>(reader));
}

} // namespace lockstep::frontend
