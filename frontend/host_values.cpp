// Values of host expressions: see host_values.h.
#include "frontend/host_values.h"

#include "frontend/headers.h"
#include "support/sound.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace lockstep::frontend {

using cfg::Op;

cfg::VarId HostNames::of(const clang::ValueDecl &d) {
  auto [it, fresh] = ids_.try_emplace(d.getCanonicalDecl(), static_cast<cfg::VarId>(names_.size()));
  if (fresh) {
    names_.push_back(d.getNameAsString());
    definitions_.emplace_back();
  }
  return it->second;
}

// --- which variables never change -------------------------------------------------------------------------

namespace {

const clang::VarDecl *named_variable(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (auto *m = llvm::dyn_cast<clang::MemberExpr>(e); m && !m->isArrow())
    return named_variable(m->getBase());
  auto *r = llvm::dyn_cast<clang::DeclRefExpr>(e);
  return r ? llvm::dyn_cast<clang::VarDecl>(r->getDecl()) : nullptr;
}

// The runtime's, not another of that name.
bool is_dim3(const clang::CXXRecordDecl *r) { return r && r->getQualifiedNameAsString() == "dim3"; }

// Counts the mentions of each variable, and those that only read it.
class Mentions : public clang::RecursiveASTVisitor<Mentions> {
public:
  explicit Mentions(const clang::ASTContext &context) : context_(context) {}

  bool VisitVarDecl(clang::VarDecl *v) {
    declared_.insert(v);
    depth_of_[v] = loops_.size();
    return true;
  }
  bool TraverseForStmt(clang::ForStmt *s) { return loop(s, &Mentions::TraverseFor); }
  bool TraverseWhileStmt(clang::WhileStmt *s) { return loop(s, &Mentions::TraverseWhile); }
  bool TraverseDoStmt(clang::DoStmt *s) { return loop(s, &Mentions::TraverseDo); }
  bool TraverseCXXForRangeStmt(clang::CXXForRangeStmt *s) { return loop(s, &Mentions::TraverseForRange); }
  bool TraverseLambdaExpr(clang::LambdaExpr *e) { // runs whenever it is called
    ++lambdas_;
    const bool go_on = RecursiveASTVisitor::TraverseLambdaExpr(e);
    --lambdas_;
    return go_on;
  }
  bool VisitLabelStmt(clang::LabelStmt *) {
    jumps_ = true;
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *o) {
    if (o->isAssignmentOp())
      change(*o->getLHS(), *o);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *o) {
    if (o->isIncrementDecrementOp())
      change(*o->getSubExpr(), *o);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *r) {
    if (auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl()))
      ++others_[v];
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *c) {
    if (c->getCastKind() == clang::CK_LValueToRValue)
      only_reads(c->getSubExpr());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *c) {
    if (is_dim3(c->getConstructor()->getParent()) && c->getConstructor()->isCopyOrMoveConstructor())
      only_reads(c->getArg(0)->IgnoreParenNoopCasts(context_));
    return true;
  }
  bool shouldVisitImplicitCode() const { return true; }

  std::set<const clang::VarDecl *> constant() const {
    std::set<const clang::VarDecl *> out;
    for (const clang::VarDecl *v : declared_)
      if (auto it = others_.find(v); (it == others_.end() || it->second == 0) && !v->getType().isVolatileQualified() &&
                                     !v->getType()->isReferenceType() && v->hasLocalStorage())
        out.insert(v);
    return out;
  }

  std::map<const clang::VarDecl *, clang::SourceLocation> settled() const {
    std::map<const clang::VarDecl *, clang::SourceLocation> out;
    for (const auto &[v, changes] : changes_) {
      const auto mentions = others_.find(v);
      if (jumps_ || mentions == others_.end() || mentions->second != static_cast<int>(changes.size()) ||
          v->getType().isVolatileQualified() || v->getType()->isReferenceType() || !v->hasLocalStorage())
        continue;
      clang::SourceLocation &last = out[v];
      for (clang::SourceLocation at : changes)
        if (last.isInvalid() || context_.getSourceManager().isBeforeInTranslationUnit(last, at))
          last = at;
    }
    return out;
  }

private:
  bool TraverseFor(clang::ForStmt *s) { return RecursiveASTVisitor::TraverseForStmt(s); }
  bool TraverseWhile(clang::WhileStmt *s) { return RecursiveASTVisitor::TraverseWhileStmt(s); }
  bool TraverseDo(clang::DoStmt *s) { return RecursiveASTVisitor::TraverseDoStmt(s); }
  bool TraverseForRange(clang::CXXForRangeStmt *s) { return RecursiveASTVisitor::TraverseCXXForRangeStmt(s); }
  template <typename Stmt> bool loop(Stmt *s, bool (Mentions::*walk)(Stmt *)) {
    loops_.push_back(s);
    const bool go_on = (this->*walk)(s);
    loops_.pop_back();
    return go_on;
  }
  // Of `e` by `by`: over when that, and the outermost loop around it that the variable is not declared in, has ended.
  void change(const clang::Expr &e, const clang::Expr &by) {
    auto *r = llvm::dyn_cast<clang::DeclRefExpr>(e.IgnoreParens());
    auto *v = r ? llvm::dyn_cast<clang::VarDecl>(r->getDecl()) : nullptr;
    if (!v)
      return;
    const auto declared = depth_of_.find(v);
    if (lambdas_ != 0 || declared == depth_of_.end()) {
      ++others_[v]; // more than its changes: never settled
      return;
    }
    const clang::Stmt *over = declared->second < loops_.size() ? loops_[declared->second] : &by;
    changes_[v].push_back(context_.getSourceManager().getExpansionRange(over->getEndLoc()).getEnd());
  }
  void only_reads(const clang::Expr *e) {
    if (const clang::VarDecl *v = named_variable(e))
      --others_[v];
  }

  const clang::ASTContext &context_;
  std::set<const clang::VarDecl *> declared_;
  std::map<const clang::VarDecl *, int> others_;                                 // mentions that do not just read
  std::map<const clang::VarDecl *, std::vector<clang::SourceLocation>> changes_; // by name, where they are over
  std::map<const clang::VarDecl *, std::size_t> depth_of_;                       // loops around the declaration
  std::vector<const clang::Stmt *> loops_;
  unsigned lambdas_ = 0;
  bool jumps_ = false;
};

} // namespace

Unchanged constants_of(const clang::FunctionDecl &function) {
  Mentions m(function.getASTContext());
  for (clang::ParmVarDecl *p : function.parameters())
    m.VisitVarDecl(p);
  m.TraverseStmt(function.getBody());
  return {m.constant(), m.settled()};
}

namespace {
class Effects : public clang::RecursiveASTVisitor<Effects> {
public:
  explicit Effects(unsigned depth) : depth_(depth) {}

  bool VisitBinaryOperator(clang::BinaryOperator *o) { return note(o->isAssignmentOp()); }
  bool VisitUnaryOperator(clang::UnaryOperator *o) {
    return note(o->isIncrementDecrementOp() || (o->getOpcode() == clang::UO_AddrOf && named_variable(o->getSubExpr())));
  }
  bool VisitLambdaExpr(clang::LambdaExpr *) { return note(true); }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *c) {
    return note(!is_dim3(c->getConstructor()->getParent()) && !c->getConstructor()->isTrivial());
  }
  bool VisitCallExpr(clang::CallExpr *c) {
    if (llvm::isa<clang::CUDAKernelCallExpr>(c))
      return true;
    const clang::FunctionDecl *f = c->getDirectCallee(), *definition = nullptr;
    if (!f)
      return note(true);
    const clang::SourceManager &sources = f->getASTContext().getSourceManager();
    const auto file = sources.getFileEntryRefForID(sources.getFileID(sources.getExpansionLoc(f->getLocation())));
    if (f->getBuiltinID() != 0 || !file || file->getName().starts_with(own_header_dir))
      return true;
    if (depth_ >= 4 || !f->hasBody(definition))
      return note(true);
    Effects inside(depth_ + 1);
    inside.TraverseStmt(definition->getBody());
    return note(inside.found);
  }

  bool found = false;

private:
  bool note(bool effect) {
    found = found || effect;
    return !found;
  }
  unsigned depth_;
};
} // namespace

bool has_effects(const clang::Expr &e) {
  Effects effects(0);
  effects.TraverseStmt(const_cast<clang::Expr *>(&e));
  return effects.found;
}

bool HostValues::is_constant(const clang::VarDecl &v) const {
  return (constants_.always.count(&v) != 0 && !lost_.has(v)) || support::left_out("host_values.constant");
}

bool HostValues::is_settled(const clang::VarDecl &v, clang::SourceLocation at) const {
  const auto settled = constants_.behind.find(&v);
  const clang::SourceManager &sources = context_.getSourceManager();
  return settled != constants_.behind.end() && !lost_.has(v) &&
         (sources.isBeforeInTranslationUnit(settled->second, sources.getExpansionLoc(at)) ||
          support::left_out("host_values.settled"));
}

namespace {
// Initialisers may name each other, and themselves.
class Depth {
public:
  explicit Depth(unsigned &depth) : depth_(++depth) {}
  ~Depth() { --depth_; }
  Depth(const Depth &) = delete;
  Depth &operator=(const Depth &) = delete;
  bool too_deep() const { return depth_ > 100; }

private:
  unsigned &depth_;
};
} // namespace

// --- integers ---------------------------------------------------------------------------------------------

std::optional<cfg::Type> HostValues::type_of(const clang::Expr &e) const {
  const clang::QualType t = e.getType();
  if (t.isNull() || !t->isIntegralOrEnumerationType() || t->isBooleanType() || t->isDependentType())
    return std::nullopt;
  const std::uint64_t width = context_.getIntWidth(t);
  return width <= 64 ? std::optional(cfg::int_type(static_cast<unsigned>(width))) : std::nullopt;
}

cfg::Expr HostValues::value(const clang::Expr &whole, bool at_launch) {
  const clang::Expr &e = *whole.IgnoreParens();
  const auto type = type_of(e);
  const Depth depth(depth_);
  if (!type || e.isValueDependent() || e.isTypeDependent() || depth.too_deep())
    return nullptr;
  if (clang::Expr::EvalResult r; !lost_.in(e) && e.EvaluateAsInt(r, context_))
    return cfg::constant(*type, cfg::mask_to_width(r.Val.getInt().extOrTrunc(64).getZExtValue(), type->width));
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(&e))
    return value(*full->getSubExpr(), at_launch);
  if (auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&e))
    return value(*temporary->getSubExpr(), at_launch);
  if (auto *given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&e))
    return value(*given->getExpr(), at_launch);
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e)) {
    auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl());
    return v ? variable(*v, at_launch || is_settled(*v, r->getLocation())) : nullptr;
  }
  if (auto *m = llvm::dyn_cast<clang::MemberExpr>(&e))
    return member(*m, at_launch);
  if (auto *c = llvm::dyn_cast<clang::CastExpr>(&e))
    return converted(*c, at_launch);
  if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&e))
    return operation(*o, at_launch);
  if (auto *o = llvm::dyn_cast<clang::ConditionalOperator>(&e)) {
    const cfg::Expr c = truth(*o->getCond(), at_launch), a = value(*o->getTrueExpr(), at_launch),
                    b = value(*o->getFalseExpr(), at_launch);
    return c && a && b ? cfg::ite(c, a, b) : nullptr;
  }
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
    return within<cfg::Expr>(*call, [&](const clang::Expr &returned) { return value(returned, at_launch); });
  return nullptr;
}

// A variable that never changes is what it was initialised with, as far as that is known; a parameter of a function
// that is looked into is its argument.
cfg::Expr HostValues::variable(const clang::VarDecl &v, bool at_launch) {
  const clang::QualType t = v.getType().getNonReferenceType();
  if (!t->isIntegralOrEnumerationType() || t->isBooleanType() || v.getType().isVolatileQualified() ||
      context_.getIntWidth(t) > 64)
    return nullptr;
  if (auto *p = llvm::dyn_cast<clang::ParmVarDecl>(&v); p && !calls_.empty())
    if (auto argument = calls_.back().find(p); argument != calls_.back().end()) {
      Arguments mine = std::move(calls_.back());
      calls_.pop_back();
      cfg::Expr out = value(*mine.at(p), at_launch);
      calls_.push_back(std::move(mine));
      return out;
    }
  const bool constant = is_constant(v);
  if (auto passed = call_.values.find(&v); constant && passed != call_.values.end() && passed->second)
    return passed->second;
  if (constant && v.hasInit() && !llvm::isa<clang::ParmVarDecl>(v))
    if (cfg::Expr first = value(*v.getInit(), false)) {
      if (cfg::is_const(first))
        return first;
      const cfg::VarId id = call_.names.of(v);
      const cfg::Type type = first->type;
      call_.names.define(id, std::move(first));
      return cfg::variable(id, type);
    }
  if (!constant && !at_launch)
    return nullptr; // it may have changed since
  if (!v.isLocalVarDeclOrParm() && !calls_.empty())
    return nullptr;
  return cfg::variable(call_.names.of(v), cfg::int_type(static_cast<unsigned>(context_.getIntWidth(t))));
}

// `block.x`, or a field of a structure.
cfg::Expr HostValues::member(const clang::MemberExpr &m, bool at_launch) {
  const std::string field = m.getMemberDecl()->getNameAsString();
  const clang::CXXRecordDecl *record = m.getBase()->getType()->getAsCXXRecordDecl();
  if (is_dim3(record) && field.size() == 1 && field[0] >= 'x' && field[0] <= 'z')
    return sizes(*m.getBase(), at_launch)[static_cast<std::size_t>(field[0] - 'x')];
  return nullptr;
}

cfg::Expr HostValues::converted(const clang::CastExpr &c, bool at_launch) {
  const clang::Expr &from = *c.getSubExpr();
  switch (c.getCastKind()) {
  case clang::CK_LValueToRValue:
  case clang::CK_NoOp:
  case clang::CK_IntegralCast: break;
  default: return nullptr;
  }
  const cfg::Expr x = value(from, at_launch);
  const auto to = type_of(c);
  if (!x || !to || x->type == *to)
    return x;
  if (to->width < x->type.width)
    return cfg::cast(Op::Trunc, x, *to);
  return cfg::cast(from.getType()->isSignedIntegerOrEnumerationType() ? Op::Sext : Op::Zext, x, *to);
}

cfg::Expr HostValues::operation(const clang::BinaryOperator &o, bool at_launch) {
  const bool is_signed = o.getType()->isSignedIntegerOrEnumerationType();
  std::optional<Op> op;
  switch (o.getOpcode()) {
  case clang::BO_Add: op = Op::Add; break;
  case clang::BO_Sub: op = Op::Sub; break;
  case clang::BO_Mul: op = Op::Mul; break;
  case clang::BO_Div: op = is_signed ? Op::SDiv : Op::UDiv; break;
  case clang::BO_Rem: op = is_signed ? Op::SRem : Op::URem; break;
  case clang::BO_And: op = Op::BitAnd; break;
  case clang::BO_Shl: op = Op::Shl; break;
  case clang::BO_Shr: op = is_signed ? Op::AShr : Op::LShr; break;
  default: return nullptr;
  }
  const cfg::Expr a = value(*o.getLHS(), at_launch);
  cfg::Expr b = value(*o.getRHS(), at_launch);
  if (!a || !b)
    return nullptr;
  const bool shift = *op == Op::Shl || *op == Op::AShr || *op == Op::LShr;
  const bool division = o.getOpcode() == clang::BO_Div || o.getOpcode() == clang::BO_Rem;
  if (shift || division) // the host's behaviour is defined where it launches; ours for these only
    if (!cfg::is_const(b) || (shift ? b->value >= a->type.width : b->value == 0 || cfg::signed_value(*b) == -1))
      return nullptr;
  if (shift && !(b->type == a->type))
    b = cfg::constant(a->type, b->value);
  const bool flagged = *op == Op::Add || *op == Op::Sub || *op == Op::Mul;
  return cfg::binary(*op, a, b, is_signed && flagged, false);
}

cfg::Expr HostValues::truth(const clang::Expr &e, bool at_launch) {
  auto *o = llvm::dyn_cast<clang::BinaryOperator>(e.IgnoreParenImpCasts());
  if (!o || !o->isComparisonOp())
    return nullptr;
  const cfg::Expr a = value(*o->getLHS(), at_launch), b = value(*o->getRHS(), at_launch);
  if (!a || !b)
    return nullptr;
  const bool s = o->getLHS()->getType()->isSignedIntegerOrEnumerationType();
  switch (o->getOpcode()) {
  case clang::BO_LT: return cfg::binary(s ? Op::Slt : Op::Ult, a, b);
  case clang::BO_LE: return cfg::binary(s ? Op::Sle : Op::Ule, a, b);
  case clang::BO_GT: return cfg::binary(s ? Op::Slt : Op::Ult, b, a);
  case clang::BO_GE: return cfg::binary(s ? Op::Sle : Op::Ule, b, a);
  case clang::BO_EQ: return cfg::binary(Op::Eq, a, b);
  case clang::BO_NE: return cfg::binary(Op::Ne, a, b);
  default: return nullptr;
  }
}

template <typename Result, typename Ask> Result HostValues::within(const clang::CallExpr &call, Ask &&ask) {
  constexpr std::size_t deepest = 4;
  const clang::FunctionDecl *f = call.getDirectCallee();
  const clang::FunctionDecl *definition = nullptr;
  if (!f || calls_.size() >= deepest || llvm::isa<clang::CXXMethodDecl>(f) || !f->hasBody(definition) ||
      definition->hasAttr<clang::WeakAttr>() || lost_.has(*f))
    return Result{};
  auto *body = llvm::dyn_cast<clang::CompoundStmt>(definition->getBody());
  auto *only = body && body->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
  if (!only || !only->getRetValue() || definition->getNumParams() != call.getNumArgs())
    return Result{};
  Arguments mine;
  for (unsigned i = 0; i < call.getNumArgs(); ++i)
    mine[definition->getParamDecl(i)] = call.getArg(i);
  calls_.push_back(std::move(mine));
  Result out = ask(*only->getRetValue());
  calls_.pop_back();
  return out;
}

// --- sizes ------------------------------------------------------------------------------------------------

HostSizes HostValues::sizes(const clang::Expr &whole, bool at_launch) {
  const clang::Expr &e = *whole.IgnoreParens();
  const Depth depth(depth_);
  if (e.isValueDependent() || e.isTypeDependent() || depth.too_deep())
    return {};
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(&e))
    return sizes(*full->getSubExpr(), at_launch);
  if (auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&e))
    return sizes(*temporary->getSubExpr(), at_launch);
  if (auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(&e))
    return sizes(*bound->getSubExpr(), at_launch);
  if (auto *given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&e))
    return sizes(*given->getExpr(), at_launch);
  if (auto *c = llvm::dyn_cast<clang::CastExpr>(&e))
    return sizes(*c->getSubExpr(), at_launch);
  if (auto *c = llvm::dyn_cast<clang::CXXConstructExpr>(&e)) {
    if (!is_dim3(c->getConstructor()->getParent()))
      return {};
    if (c->getConstructor()->isCopyOrMoveConstructor())
      return sizes(*c->getArg(0), at_launch);
    HostSizes out;
    if (c->getNumArgs() == 3)
      for (unsigned i = 0; i < 3; ++i)
        out[i] = value(*c->getArg(i), at_launch);
    return out;
  }
  if (auto *list = llvm::dyn_cast<clang::InitListExpr>(&e); list && list->getNumInits() == 1)
    return sizes(*list->getInit(0), at_launch);
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e)) {
    auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl());
    if (auto passed = call_.sizes.find(v); v && is_constant(*v) && passed != call_.sizes.end())
      return passed->second;
    const bool global = v && v->hasGlobalStorage() && v->getType().isConstQualified() && !lost_.has(*v);
    if (v && v->hasInit() && !llvm::isa<clang::ParmVarDecl>(v) && (global || is_constant(*v)))
      return sizes(*v->getInit(), false);
    return {};
  }
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
    return within<HostSizes>(*call, [&](const clang::Expr &returned) { return sizes(returned, at_launch); });
  return {};
}

// --- buffers ----------------------------------------------------------------------------------------------

HostBuffer HostValues::buffer(const clang::Expr &whole) {
  const clang::Expr &e = *whole.IgnoreParenCasts();
  const Depth depth(depth_);
  if (depth.too_deep())
    return {};
  auto part = [&](const clang::Expr &of) {
    HostBuffer b = buffer(of);
    b.whole = false;
    return b;
  };
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e)) {
    auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl());
    if (v && v->getType()->isReferenceType() && v->hasInit() && !llvm::isa<clang::ParmVarDecl>(v))
      return buffer(*v->getInit());
    if (v && is_constant(*v) && v->hasInit() && !llvm::isa<clang::ParmVarDecl>(v))
      if (HostBuffer first = buffer(*v->getInit()); first.base) {
        auto *of = llvm::dyn_cast<clang::VarDecl>(first.base);
        first.whole = first.whole && of && is_constant(*of); // else it may lead elsewhere now
        return first;
      }
    if (auto passed = call_.buffers.find(v);
        v && is_constant(*v) && passed != call_.buffers.end() && passed->second.base)
      return passed->second;
    return {r->getDecl(), true};
  }
  if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&e); o && o->isAdditiveOp())
    return part(o->getLHS()->getType()->isPointerType() ? *o->getLHS() : *o->getRHS());
  if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(&e); o && o->getOpcode() == clang::UO_AddrOf)
    if (auto *s = llvm::dyn_cast<clang::ArraySubscriptExpr>(o->getSubExpr()->IgnoreParens()))
      return part(*s->getBase());
  return {};
}

} // namespace lockstep::frontend
