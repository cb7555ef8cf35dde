// See called_functions.h.
#include "frontend/host/launches/called_functions.h"

#include "frontend/host/effects/host_text.h"
#include "frontend/host/effects/unchanged_variables.h"
#include "frontend/syntax/syntax_walk.h"
#include "support/sound.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <set>
#include <utility>

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

// Expressions whose values nobody uses.
class UnusedValues {
public:
  // Those that are statements within this one.
  void add_children(const clang::Stmt &s) {
    if (llvm::isa<clang::CompoundStmt, clang::IfStmt, clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                  clang::SwitchCase, clang::LabelStmt, clang::AttributedStmt>(&s))
      for (const clang::Stmt *child : s.children())
        if (const clang::Expr *e = without_use(child))
          unused_.insert(e);
  }
  // A statement expression has its last one's value.
  void take_result(const clang::StmtExpr &s) {
    if (auto *last = llvm::dyn_cast_or_null<clang::ValueStmt>(s.getSubStmt()->getStmtExprResult()))
      used_.insert(without_use(last->getExprStmt()));
  }
  bool has(const clang::Expr &e) const { return unused_.count(&e) != 0 && used_.count(&e) == 0; }

private:
  std::set<const clang::Expr *> unused_, used_; // expressions that are statements; the last of those that have a value
};

// A local pointer, to kernels perhaps?
bool may_hold_kernels(const clang::VarDecl &v) {
  return v.isLocalVarDecl() && !v.isStaticLocal() && v.getType()->isFunctionPointerType();
}

const clang::VarDecl *named_pointer(const clang::Expr &e) {
  auto *r = llvm::dyn_cast<clang::DeclRefExpr>(e.IgnoreParenImpCasts());
  auto *v = r ? llvm::dyn_cast<clang::VarDecl>(r->getDecl()) : nullptr;
  return v && may_hold_kernels(*v) ? v : nullptr;
}

bool leads_to_function(const clang::ParmVarDecl &p) {
  const clang::QualType t = p.getType();
  return t->isFunctionPointerType() || (t->isReferenceType() && t->getPointeeType()->isFunctionType());
}

const clang::FunctionDecl *named_kernel(const clang::Expr &e) {
  const clang::Expr *named = e.IgnoreParenCasts();
  if (auto *address = llvm::dyn_cast<clang::UnaryOperator>(named))
    named = address->getSubExpr()->IgnoreParenCasts();
  auto *r = llvm::dyn_cast<clang::DeclRefExpr>(named);
  auto *f = r ? llvm::dyn_cast<clang::FunctionDecl>(r->getDecl()) : nullptr;
  return f && f->hasAttr<clang::CUDAGlobalAttr>() ? f : nullptr;
}

// Notes down launches and calls, and whatever else names a function.
class CallRecorder {
public:
  explicit CallRecorder(CalledFunctions &found) : found_(found) {}

  void call(const clang::CallExpr &call, const clang::FunctionDecl &around) {
    const clang::FunctionDecl *f = call.getDirectCallee();
    if (auto *launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&call); launch && !f)
      note_indirect(*launch, around);
    else if (!f)
      note_call_through(call, around);
    if (!f)
      return;
    if (auto *launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&call)) {
      const clang::CallExpr *config = launch->getConfig();
      if (config && config->getNumArgs() >= 2)
        note({launch, f, config->getArg(0), config->getArg(1), true}, around);
      return;
    }
    const clang::FunctionDecl *kernel = call.getNumArgs() != 0 ? named_kernel(*call.getArg(0)) : nullptr;
    const bool of_runtime =
        kernel && f->getIdentifier() && support::sound("called_functions.runtime", is_of_runtime(*f));
    const llvm::StringRef name = of_runtime ? f->getName() : "";
    if (call.getNumArgs() >= 3 && (name.contains("LaunchKernel") || name.contains("LaunchCooperativeKernel")))
      note({&call, kernel, call.getArg(1), call.getArg(2), false}, around);
    else if (name.contains("Func") || name.contains("Occupancy")) // asks, or sets, something of it
      --found_.other_mentions[kernel->getCanonicalDecl()];
    found_.calls[f->getCanonicalDecl()].push_back({&call, &around});
    const clang::Expr *callee = call.getCallee()->IgnoreParenImpCasts();
    auto *member = llvm::dyn_cast<clang::MemberExpr>(callee);
    if (llvm::isa<clang::DeclRefExpr>(callee) || (member && member->getMemberDecl() == f))
      --found_.other_mentions[f->getCanonicalDecl()];
  }
  // A local pointer leads to the kernel that it is set to, which is thereby not mentioned otherwise.
  void set(const clang::VarDecl &p, const clang::Expr &value) {
    const clang::FunctionDecl *kernel = named_kernel(value);
    if (!kernel)
      return;
    found_.pointers[&p].kernels.push_back(kernel);
    --found_.pointers[&p].other_mentions;
    --found_.other_mentions[kernel->getCanonicalDecl()];
  }
  // What is only compared, is not mentioned.
  void compare(const clang::BinaryOperator &o) {
    for (const clang::Expr *side : {o.getLHS(), o.getRHS()}) {
      if (const clang::VarDecl *p = named_pointer(*side))
        --found_.pointers[p].other_mentions;
      if (const clang::FunctionDecl *kernel = named_kernel(*side))
        --found_.other_mentions[kernel->getCanonicalDecl()];
    }
  }
  void declare(const clang::VarDecl &v) {
    if (auto *cleanup = v.getAttr<clang::CleanupAttr>())
      ++found_.other_mentions[cleanup->getFunctionDecl()->getCanonicalDecl()];
    if (may_hold_kernels(v) && v.hasInit() &&
        !v.getInit()->isNullPointerConstant(v.getASTContext(), clang::Expr::NPC_ValueDependentIsNotNull)) {
      ++found_.pointers[&v].other_mentions; // `set` takes it back
      set(v, *v.getInit());
    }
  }
  void declare(const clang::FunctionDecl &f) {
    if (f.hasAttr<clang::AliasAttr>() || f.hasAttr<clang::IFuncAttr>() || f.hasAttr<clang::AsmLabelAttr>())
      found_.aliases = found_.aliases || !is_of_runtime(f);
  }
  // `around`: the function whose text this is, if any.
  void name(const clang::DeclRefExpr &r, const clang::FunctionDecl *around) {
    if (auto *v = llvm::dyn_cast<clang::VarDecl>(r.getDecl()); v && may_hold_kernels(*v))
      ++found_.pointers[v].other_mentions;
    if (auto *p = llvm::dyn_cast<clang::ParmVarDecl>(r.getDecl()); p && leads_to_function(*p))
      ++found_.parameters[p].other_mentions;
    mention(r.getDecl(), around);
  }
  void mention(const clang::ValueDecl *d, const clang::FunctionDecl *around) {
    auto *f = llvm::dyn_cast<clang::FunctionDecl>(d);
    if (!f)
      return;
    ++found_.other_mentions[f->getCanonicalDecl()];
    if (around && is_chosen_for_device(*f, around))
      for (const clang::FunctionDecl *other : overloads_of(*f)) // the host may call it
        ++found_.other_mentions[other->getCanonicalDecl()];
  }
  void mention_all(std::initializer_list<const clang::Stmt *> all) {
    AllMentions mentions(found_.other_mentions);
    for (const clang::Stmt *s : all)
      if (s)
        mentions.TraverseStmt(const_cast<clang::Stmt *>(s));
  }

private:
  void note_call_through(const clang::CallExpr &call, const clang::FunctionDecl &around) {
    const clang::Expr *callee = call.getCallee()->IgnoreParenImpCasts();
    if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(callee); o && o->getOpcode() == clang::UO_Deref)
      callee = o->getSubExpr()->IgnoreParenImpCasts();
    auto *r = llvm::dyn_cast<clang::DeclRefExpr>(callee);
    auto *p = r ? llvm::dyn_cast<clang::ParmVarDecl>(r->getDecl()) : nullptr;
    if (!p || !leads_to_function(*p) || p->getDeclContext() != &around)
      return;
    found_.parameters[p].calls.push_back({&call, &around});
    --found_.parameters[p].other_mentions;
  }
  void note_indirect(const clang::CUDAKernelCallExpr &launch, const clang::FunctionDecl &around) {
    const clang::Expr *callee = launch.getCallee()->IgnoreParenImpCasts();
    if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(callee); o && o->getOpcode() == clang::UO_Deref)
      callee = o->getSubExpr();
    const clang::VarDecl *p = named_pointer(*callee);
    const clang::CallExpr *config = launch.getConfig();
    if (!p || !config || config->getNumArgs() < 2)
      return;
    found_.functions[&around].launches.push_back({&launch, nullptr, config->getArg(0), config->getArg(1), true, p});
    --found_.pointers[p].other_mentions;
  }
  void note(const HostLaunch &launch, const clang::FunctionDecl &around) {
    found_.functions[&around].launches.push_back(launch);
    --found_.other_mentions[launch.kernel->getCanonicalDecl()];
  }

  CalledFunctions &found_;
};

class CallReader : public SyntaxWalk {
public:
  explicit CallReader(CalledFunctions &found) : recorder_(found) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool TraverseFunctionDecl(clang::FunctionDecl *f) override {
    return within(f, [&] { return SyntaxWalk::TraverseFunctionDecl(f); });
  }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl *f) override {
    return within(f, [&] { return SyntaxWalk::TraverseCXXMethodDecl(f); });
  }
  bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl *f) override {
    return within(f, [&] { return SyntaxWalk::TraverseCXXConstructorDecl(f); });
  }
  bool TraverseCXXDestructorDecl(clang::CXXDestructorDecl *f) override {
    return within(f, [&] { return SyntaxWalk::TraverseCXXDestructorDecl(f); });
  }
  bool TraverseCXXConversionDecl(clang::CXXConversionDecl *f) override {
    return within(f, [&] { return SyntaxWalk::TraverseCXXConversionDecl(f); });
  }
  // Initialisers of members and default arguments are evaluated elsewhere: what they call is only mentioned.
  bool TraverseFieldDecl(clang::FieldDecl *f) override {
    return within(nullptr, [&] { return SyntaxWalk::TraverseFieldDecl(f); });
  }
  bool TraverseParmVarDecl(clang::ParmVarDecl *p) override {
    return within(nullptr, [&] { return SyntaxWalk::TraverseParmVarDecl(p); });
  }

  bool VisitCallExpr(clang::CallExpr *c) override {
    if (current_)
      recorder_.call(*c, *current_);
    return true;
  }
  bool VisitStmt(clang::Stmt *s) override {
    unused_.add_children(*s);
    return true;
  }
  bool VisitStmtExpr(clang::StmtExpr *s) override {
    unused_.take_result(*s);
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *o) override {
    if (o->getOpcode() == clang::BO_Assign && support::sound("called_functions.value", unused_.has(*o)))
      if (const clang::VarDecl *p = named_pointer(*o->getLHS()))
        recorder_.set(*p, *o->getRHS());
    if (o->isEqualityOp())
      recorder_.compare(*o);
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *v) override {
    recorder_.declare(*v);
    return true;
  }
  bool VisitFunctionDecl(clang::FunctionDecl *f) override {
    recorder_.declare(*f);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *r) override {
    recorder_.name(*r, current_);
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *m) override {
    recorder_.mention(m->getMemberDecl(), current_);
    return true;
  }
  // Code that the compiler makes for it is no call that is seen.
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt *s) override {
    recorder_.mention_all({s->getBeginStmt(), s->getEndStmt()});
    return true;
  }
  bool VisitCoroutineBodyStmt(clang::CoroutineBodyStmt *s) override {
    recorder_.mention_all({s});
    return true;
  }
  bool VisitBindingDecl(clang::BindingDecl *b) override {
    const clang::VarDecl *holding = b->getHoldingVar();
    recorder_.mention_all({b->getBinding(), holding ? holding->getInit() : nullptr});
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr *e) override {
    if (const clang::FunctionTemplateDecl *generic = e->getDependentCallOperator())
      for (clang::FunctionDecl *instance : generic->specializations())
        TraverseDecl(instance);
    return true;
  }

private:
  // Walks where calls are those of the function, if this is its text; null: of none.
  template <typename Walk> bool within(const clang::FunctionDecl *f, Walk &&walk) {
    if (f && f->isDependentContext())
      return true; // its instances are met by themselves
    const bool body = f && f->isThisDeclarationADefinition() && f->hasBody();
    const clang::FunctionDecl *around = std::exchange(current_, body ? f : nullptr);
    const bool go_on = walk();
    current_ = around;
    return go_on;
  }

  CallRecorder recorder_;
  UnusedValues unused_;
  const clang::FunctionDecl *current_ = nullptr;
};

} // namespace

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
  CalledFunctions found;
  CallReader reader(found);
  for (clang::Decl *d : top)
    reader.TraverseDecl(d);
  return found;
}

} // namespace lockstep::frontend
