// See disturbances.h.
#include "frontend/host/disturbances.h"

#include "frontend/host/expression_effects.h"
#include "frontend/setup/own_declarations.h"
#include "support/sound.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>
#include <set>

namespace lockstep::frontend {

namespace {

class Disturbances : public clang::RecursiveASTVisitor<Disturbances> {
public:
  Disturbances(const clang::FunctionDecl &function, const Unchanged &by_name)
      : function_(function), by_name_(by_name) {}
  bool shouldVisitImplicitCode() const { return true; } // as where changes are looked for

  bool VisitStmt(clang::Stmt *s) {
    if (auto *call = llvm::dyn_cast<clang::CallExpr>(s); call && changes_only_by_name(*call))
      return true;
    if ((changes(*s) && !llvm::isa<clang::CallExpr>(*s)) || addresses_.count(s) != 0)
      return true;
    if (has_effects_itself(*s, function_) || is_seen_by_others(*s))
      found.insert(s);
    return true;
  }
  // Evaluated where they are not written: by the expression that stands for them.
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *e) { return evaluates(*e, *e->getExpr()); }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *e) { return evaluates(*e, *e->getExpr()); }
  bool TraverseLambdaExpr(clang::LambdaExpr *e) { return VisitStmt(e); }

  // What ends with the block, ends behind its last statement.
  bool VisitCompoundStmt(clang::CompoundStmt *block) {
    for (const clang::Stmt *each : block->body())
      if (auto *s = llvm::dyn_cast<clang::DeclStmt>(each))
        for (const clang::Decl *d : s->decls())
          if (auto *v = llvm::dyn_cast<clang::VarDecl>(d)) {
            in_blocks_.insert(v);
            if (ends(*v) && block != function_.getBody())
              found.insert(block);
          }
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *v) {
    everywhere = everywhere || (ends(*v) && in_blocks_.count(v) == 0);
    return true;
  }
  bool VisitDecompositionDecl(clang::DecompositionDecl *) { return !(everywhere = true); }

  std::set<const clang::Stmt *> found;
  bool everywhere = false;

private:
  bool changes(const clang::Stmt &s) const { return by_name_.changes.count(&s) != 0; }
  bool evaluates(const clang::Expr &at, const clang::Expr &e) {
    if (has_effects(e))
      found.insert(&at);
    return true;
  }
  // A copy of a structure that is followed, or the runtime's function that only stores in variables that are.
  bool changes_only_by_name(const clang::CallExpr &call) {
    const auto by_name = by_name_.changes.find(&call);
    const clang::FunctionDecl *f = call.getDirectCallee();
    if (by_name == by_name_.changes.end() || !f)
      return false;
    if (is_copy(call))
      return true;
    if (!stores_and_returns(*f))
      return false;
    std::vector<const clang::Stmt *> addresses;
    for (const clang::Expr *a : call.arguments()) {
      auto *o = llvm::dyn_cast<clang::UnaryOperator>(a->IgnoreParenCasts());
      const bool named = o && o->getOpcode() == clang::UO_AddrOf &&
                         by_name_.followed.count(named_part(*o->getSubExpr()).first) != 0;
      if (named)
        addresses.push_back(o);
      else if (!only_leads_to_constants(a->IgnoreParenCasts()->getType()) &&
               !a->isNullPointerConstant(function_.getASTContext(), clang::Expr::NPC_ValueDependentIsNotNull))
        return false;
    }
    if (addresses.size() != by_name->second.size())
      return false;
    addresses_.insert(addresses.begin(), addresses.end());
    return true;
  }
  // What other threads of the host do becomes visible.
  static bool is_seen_by_others(const clang::Stmt &s) {
    auto *e = llvm::dyn_cast<clang::Expr>(&s);
    if (!e || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(s))
      return false;
    if (e->isGLValue() && (e->getType().isVolatileQualified() || e->getType()->isAtomicType()))
      return true;
    auto *call = llvm::dyn_cast<clang::CallExpr>(e);
    auto *method = call ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
    return method && is_of_runtime(*method) && !holds_only_its_parts(*method->getParent()) &&
           !is_dim3(method->getParent());
  }
  // A container of plain values changes nothing that has a name.
  static bool ends(const clang::VarDecl &v) { return !v.isStaticLocal() && ends_with_effects(v) && !is_plain(v.getType()); }
  static bool is_plain(clang::QualType t) {
    if (t.isDestructedType() == clang::QualType::DK_none)
      return true;
    const clang::CXXRecordDecl *r = t->getAsCXXRecordDecl();
    auto *instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(r);
    if (!r || !holds_only_its_parts(*r) || r->getName() == "unique_ptr" || r->getName() == "shared_ptr") // deleters
      return false;
    const unsigned parts = r->getName().ends_with("map") || r->getName() == "pair" ? 2 : 1;
    for (unsigned i = 0; instance && i < instance->getTemplateArgs().size(); ++i) {
      const clang::TemplateArgument &a = instance->getTemplateArgs()[i];
      if (a.getKind() == clang::TemplateArgument::Integral)
        continue;
      const clang::CXXRecordDecl *of =
          a.getKind() == clang::TemplateArgument::Type ? a.getAsType()->getAsCXXRecordDecl() : nullptr;
      if (a.getKind() != clang::TemplateArgument::Type || !is_plain(a.getAsType()) ||
          (of && i >= parts && !is_of_our_headers(*of))) // an allocator of the program's
        return false;
    }
    return true;
  }

  const clang::FunctionDecl &function_;
  const Unchanged &by_name_;
  std::set<const clang::Stmt *> addresses_; // of followed variables, where a function only stores in them
  std::set<const clang::VarDecl *> in_blocks_;
};

} // namespace

void add_disturbances(const clang::FunctionDecl &function, Unchanged &out) {
  Disturbances all(function, out);
  all.TraverseStmt(function.getBody());
  out.disturbances = !all.everywhere;
  if (!support::left_out("disturbances"))
    for (const clang::Stmt *s : all.found)
      out.changes[s].push_back(elsewhere);
}

} // namespace lockstep::frontend
