// See statement_effects.h.
#include "frontend/host/facts/statement_effects.h"

#include "frontend/host/effects/host_constants.h"
#include "frontend/syntax/syntax_walk.h"
#include "support/sound.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace lockstep::frontend {

namespace {

// `x <<= 1`, `x /= 4`, `x = x * 2`. Sound because one bit that is set moves, or falls out; where a signed number would
// overflow the program's behaviour is undefined, but for `<<`, which is left out.
bool is_scaling(const clang::Stmt &s, const clang::ASTContext &context) {
  auto *o = llvm::dyn_cast<clang::BinaryOperator>(&s);
  if (!o || !o->isAssignmentOp() || !o->getType()->isIntegerType() || context.getIntWidth(o->getType()) < 32)
    return false;
  const clang::Expr *by = o->getRHS()->IgnoreParenImpCasts();
  clang::BinaryOperatorKind kind = o->getOpcode();
  if (auto *c = llvm::dyn_cast<clang::CompoundAssignOperator>(o)) {
    kind = clang::BinaryOperator::getOpForCompoundAssignment(kind);
    if (!context.hasSameUnqualifiedType(c->getComputationResultType(), o->getType()))
      return false;
  } else {
    auto *value = llvm::dyn_cast<clang::BinaryOperator>(by);
    const HostPart to = named_part(*o->getLHS());
    if (!value || !to.first || named_part(*value->getLHS()->IgnoreParenImpCasts()) != to ||
        !context.hasSameUnqualifiedType(value->getType(), o->getType()))
      return false;
    kind = value->getOpcode();
    by = value->getRHS()->IgnoreParenImpCasts();
  }
  clang::Expr::EvalResult r;
  if (by->isValueDependent() || !by->EvaluateAsInt(r, context) || !HostConstants(context).has(*by) ||
      r.Val.getInt().isNegative())
    return false;
  const bool shift = r.Val.getInt().getActiveBits() <= 32 && r.Val.getInt().getZExtValue() < 32;
  switch (kind) {
  case clang::BO_Shl: return shift && o->getType()->isUnsignedIntegerType();
  case clang::BO_Shr: return shift;
  case clang::BO_Mul:
  case clang::BO_Div: return r.Val.getInt().isPowerOf2();
  default: return false;
  }
}

class ChangesReader : public PartChanges, public SyntaxWalk {
public:
  explicit ChangesReader(const Unchanged &of) : of_(of) {}
  bool shouldVisitImplicitCode() const override { return true; } // as where the changes were found
  bool VisitStmt(clang::Stmt *s) override {
    if (const auto here = of_.changes.find(s); here != of_.changes.end()) {
      found.insert(here->second.begin(), here->second.end());
      const bool scaled = of_.context && is_scaling(*s, *of_.context);
      for (const HostPart &part : here->second)
        if (!scaled || part == elsewhere)
          otherwise.insert(part);
    }
    return true;
  }

private:
  const Unchanged &of_;
};

class JumpsReader : public FunctionJumps, public SyntaxWalk {
public:
  bool shouldVisitImplicitCode() const override { return true; }
  // Statements in an expression may leave it in its midst.
  bool TraverseStmtExpr(clang::StmtExpr *s) override {
    ++expressions_;
    const bool go_on = SyntaxWalk::TraverseStmtExpr(s);
    --expressions_;
    return go_on;
  }
  bool VisitBreakStmt(clang::BreakStmt *) override { return leaves(); }
  bool VisitContinueStmt(clang::ContinueStmt *) override { return leaves(); }
  bool VisitSwitchCase(clang::SwitchCase *) override { return leaves(); }
  bool VisitLabelStmt(clang::LabelStmt *) override { return note(); }
  bool VisitCoroutineBodyStmt(clang::CoroutineBodyStmt *) override { return note(); }
  bool VisitCallExpr(clang::CallExpr *c) override {
    const clang::FunctionDecl *f = c->getDirectCallee();
    if (f && f->getIdentifier() && (f->getName().contains("setjmp") || f->hasAttr<clang::ReturnsTwiceAttr>()))
      note();
    return !found;
  }
  bool VisitReturnStmt(clang::ReturnStmt *) override {
    ++returns;
    return leaves();
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *) override { return true; }

private:
  bool note() {
    found = true;
    return false;
  }
  bool leaves() { return expressions_ == 0 || support::left_out("statement_effects.leaves") || note(); }
  unsigned expressions_ = 0; // that the statement is in
};

class ExitsReader : public LoopExits, public SyntaxWalk {
public:
  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitBreakStmt(clang::BreakStmt *) override {
    breaks = true;
    return true;
  }
  bool VisitContinueStmt(clang::ContinueStmt *) override {
    continues = true;
    return true;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *) override { return true; }
};

} // namespace

PartChanges changes_in(const Unchanged &of, std::initializer_list<const clang::Stmt *> all) {
  ChangesReader reader(of);
  for (const clang::Stmt *s : all)
    if (s)
      reader.TraverseStmt(const_cast<clang::Stmt *>(s));
  return std::move(static_cast<PartChanges &>(reader));
}

FunctionJumps jumps_in(const clang::Stmt *body) {
  JumpsReader reader;
  reader.TraverseStmt(const_cast<clang::Stmt *>(body));
  return reader;
}

LoopExits exits_of(const clang::Stmt &body) {
  ExitsReader reader;
  reader.TraverseStmt(const_cast<clang::Stmt *>(&body));
  return reader;
}

} // namespace lockstep::frontend
