// See disturbances.h.
#include "frontend/host/effects/disturbances.h"

#include "frontend/host/effects/expression_effects.h"
#include "frontend/host/effects/host_text.h"
#include "frontend/setup/own_declarations.h"
#include "frontend/syntax/syntax_walk.h"
#include "support/sound.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace lockstep::frontend {

namespace {

// Also where no type is known: text that does not compile leaves lists in parentheses without one.
bool is_destroyed(clang::QualType t) { return t.isNull() || t.isDestructedType() != clang::QualType::DK_none; }

bool is_named(const clang::FunctionDecl &f, std::initializer_list<std::string_view> names) {
  return f.getIdentifier() && std::find(names.begin(), names.end(), std::string_view(f.getName())) != names.end();
}

// Functions of the runtime and the standard library that compute, print, tell of an error, or never come back.
bool only_computes(const clang::CallExpr &call, const clang::FunctionDecl &f) {
  if (f.isNoReturn() || is_named(f, {"__lockstep_assert_fail"}))
    return true;
  if (auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&f)) {
    const clang::CXXRecordDecl &of = *method->getParent();
    constexpr std::array<std::string_view, 5> containers = {"vector", "array", "basic_string", "device_vector",
                                                            "host_vector"};
    return is_named(f, {"size", "data", "empty", "c_str"}) && f.getNumParams() == 0 && of.getIdentifier() &&
           std::find(containers.begin(), containers.end(), std::string_view(of.getName())) != containers.end();
  }
  if (is_named(f, {"min", "max"}))
    return f.isInStdNamespace() && call.getNumArgs() == 2;
  if (is_named(f, {"__cudaPushCallConfiguration", "cudaConfigureCall", "hipConfigureCall", "__hipPushCallConfiguration",
                   "cudaGetLastError", "cudaPeekAtLastError", "hipGetLastError", "hipPeekAtLastError"}))
    return true;
  return is_named(f, {"printf", "puts"}) && std::all_of(call.arg_begin(), call.arg_end(), [](const clang::Expr *a) {
           return only_leads_to_constants(a->IgnoreParenImpCasts()->getType());
         });
}

// Does a text do no more than to compute? Asked of each of its parts by itself.
class Plain {
public:
  // `by_name`: what the text changes by name; null: that of a helper, whose own variables are nobody else's.
  Plain(const clang::FunctionDecl &within, const LostNames &lost, const Unchanged *by_name, unsigned depth)
      : within_(within), lost_(lost), by_name_(by_name), depth_(depth) {}

  bool part(const clang::Stmt &s) {
    if (auto *e = llvm::dyn_cast<clang::Expr>(&s))
      return expression(*e);
    return llvm::isa<clang::CompoundStmt, clang::DeclStmt, clang::ReturnStmt, clang::IfStmt, clang::ForStmt,
                     clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt, clang::SwitchStmt, clang::SwitchCase,
                     clang::BreakStmt, clang::ContinueStmt, clang::NullStmt, clang::AttributedStmt>(s);
  }
  bool whole(const clang::Stmt &s); // with all its parts

private:
  bool expression(const clang::Expr &e) {
    if (is_shared(e) || e.containsErrors())
      return false;
    const clang::ValueDecl *named = nullptr;
    if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e))
      named = r->getDecl();
    else if (auto *m = llvm::dyn_cast<clang::MemberExpr>(&e))
      named = m->getMemberDecl();
    if (auto *v = llvm::dyn_cast_or_null<clang::VarDecl>(named); v && v->getTLSKind() != clang::VarDecl::TLS_None)
      return false; // a thread's first mention runs its initialiser
    if (llvm::isa<clang::FullExpr, clang::MaterializeTemporaryExpr>(e))
      return !is_destroyed(e.getType());
    if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&e))
      return !o->isAssignmentOp() || changes_by_name(e, *o->getLHS());
    if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(&e))
      return unary(*o);
    if (auto *c = llvm::dyn_cast<clang::CXXConstructExpr>(&e)) {
      const clang::CXXConstructorDecl &made = *c->getConstructor();
      // Text of a structure that is lost may be a constructor, or what a member begins with.
      return is_dim3(made.getParent()) ||
             (made.isTrivial() && is_its_fields(made.getParent()) &&
              (is_of_our_headers(*made.getParent()) || support::sound("disturbances.lost", lost_.none())));
    }
    if (auto *list = llvm::dyn_cast<clang::InitListExpr>(&e))
      return !list->hasArrayFiller() || llvm::isa<clang::ImplicitValueInitExpr>(list->getArrayFiller());
    if (auto *given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&e))
      return whole(*given->getExpr());
    if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
      return called(*call);
    return llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral, clang::StringLiteral,
                     clang::CXXBoolLiteralExpr, clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr, clang::ParenExpr,
                     clang::DeclRefExpr, clang::MemberExpr, clang::CXXThisExpr, clang::CastExpr,
                     clang::AbstractConditionalOperator, clang::OpaqueValueExpr, clang::ArraySubscriptExpr,
                     clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr, clang::SubstNonTypeTemplateParmExpr,
                     clang::UnaryExprOrTypeTraitExpr>(e);
  }
  bool unary(const clang::UnaryOperator &o) {
    if (o.isIncrementDecrementOp())
      return changes_by_name(o, *o.getSubExpr());
    auto *named = llvm::dyn_cast<clang::DeclRefExpr>(o.getSubExpr()->IgnoreParens());
    return o.getOpcode() != clang::UO_AddrOf || addresses_.count(&o) != 0 ||
           (named && llvm::isa<clang::FunctionDecl>(named->getDecl()));
  }
  bool changes_by_name(const clang::Expr &by, const clang::Expr &to) const {
    if (by_name_)
      return by_name_->changes.count(&by) != 0;
    auto *r = llvm::dyn_cast<clang::DeclRefExpr>(to.IgnoreParens());
    auto *v = r ? llvm::dyn_cast<clang::VarDecl>(r->getDecl()) : nullptr;
    return v && v->hasLocalStorage() && v->getType()->isScalarType() && v->getDeclContext() == &within_;
  }
  bool called(const clang::CallExpr &call) {
    const clang::FunctionDecl *f = call.getDirectCallee(), *definition = nullptr;
    if (llvm::isa<clang::CUDAKernelCallExpr>(call) || stores_by_name(call))
      return true;
    auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(f);
    if (!f || lost_.has(*f) || (method && method->isVirtual()))
      return false;
    if (is_of_runtime(*f) && !f->hasBody(definition))
      return only_computes(call, *f);
    definition = host_body(*f, &within_);
    constexpr unsigned deepest = 4;
    if (depth_ >= deepest || !definition || lost_.within(*definition) || is_destroyed(f->getReturnType()) ||
        llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(definition))
      return false;
    return Plain(*definition, lost_, nullptr, depth_ + 1).whole(*definition->getBody());
  }
  // A copy of a structure that is followed, or the runtime's function that only stores in variables that are.
  bool stores_by_name(const clang::CallExpr &call) {
    const clang::FunctionDecl *f = call.getDirectCallee();
    if (!by_name_ || !f)
      return false;
    const auto by_name = by_name_->changes.find(&call);
    if (by_name == by_name_->changes.end())
      return false;
    if (is_copy(call))
      return true;
    if (!stores_and_returns(*f))
      return false;
    std::vector<const clang::Stmt *> addresses;
    for (const clang::Expr *a : call.arguments()) {
      auto *o = llvm::dyn_cast<clang::UnaryOperator>(a->IgnoreParenCasts());
      const bool named =
          o && o->getOpcode() == clang::UO_AddrOf && by_name_->followed.count(named_part(*o->getSubExpr()).first) != 0;
      if (named)
        addresses.push_back(o);
      else if (!only_leads_to_constants(a->IgnoreParenCasts()->getType()) &&
               !a->isNullPointerConstant(within_.getASTContext(), clang::Expr::NPC_ValueDependentIsNotNull))
        return false;
    }
    if (addresses.size() != by_name->second.size())
      return false;
    addresses_.insert(addresses.begin(), addresses.end());
    return true;
  }

  const clang::FunctionDecl &within_;
  const LostNames &lost_;
  const Unchanged *by_name_;
  const unsigned depth_;                    // of helpers that are looked into
  std::set<const clang::Stmt *> addresses_; // of followed variables, where a function only stores in them
};

// Is there something that ends where the declared variables do, and runs the program's text?
class LeftBehind : public SyntaxWalk {
public:
  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitVarDecl(clang::VarDecl *v) override {
    return note(is_destroyed(v->getType()) || v->hasAttr<clang::CleanupAttr>() ||
                llvm::isa<clang::DecompositionDecl>(v));
  }
  bool VisitExpr(clang::Expr *e) override {
    return note(is_destroyed(e->getType()) || llvm::isa<clang::CXXStdInitializerListExpr, clang::LambdaExpr>(e));
  }
  bool found = false;

private:
  bool note(bool one) {
    found = found || one;
    return !found;
  }
};

class WholeText : public SyntaxWalk {
public:
  explicit WholeText(Plain &plain) : plain_(plain) {}
  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitStmt(clang::Stmt *s) override {
    if (auto *d = llvm::dyn_cast<clang::DeclStmt>(s)) {
      LeftBehind left;
      left.TraverseStmt(d);
      plain = plain && !left.found;
    }
    plain = plain && plain_.part(*s);
    return plain;
  }
  bool plain = true;

private:
  Plain &plain_;
};

bool Plain::whole(const clang::Stmt &s) {
  WholeText text(*this);
  text.TraverseStmt(const_cast<clang::Stmt *>(&s));
  return text.plain;
}

class Disturbances : public SyntaxWalk {
public:
  Disturbances(const clang::FunctionDecl &function, const LostNames &lost, const Unchanged &by_name)
      : function_(function), plain_(function, lost, &by_name, 0) {}
  bool shouldVisitImplicitCode() const override { return true; } // as where changes are looked for

  bool VisitStmt(clang::Stmt *s) override {
    if (!plain_.part(*s))
      found.insert(s);
    return true;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *e) override { return VisitStmt(e); }
  bool VisitCompoundStmt(clang::CompoundStmt *block) override {
    for (const clang::Stmt *each : block->body())
      if (auto *s = llvm::dyn_cast<clang::DeclStmt>(each)) {
        in_blocks_.insert(s);
        if (leaves_something(*s) && block != function_.getBody())
          found.insert(block);
      }
    return true;
  }
  bool VisitDeclStmt(clang::DeclStmt *s) override {
    everywhere = everywhere || (in_blocks_.count(s) == 0 && leaves_something(*s));
    return true;
  }

  std::set<const clang::Stmt *> found;
  bool everywhere = false;

private:
  static bool leaves_something(const clang::DeclStmt &s) {
    LeftBehind left;
    left.TraverseStmt(const_cast<clang::DeclStmt *>(&s));
    return left.found;
  }

  const clang::FunctionDecl &function_;
  Plain plain_;
  std::set<const clang::Stmt *> in_blocks_;
};

} // namespace

void add_disturbances(const clang::FunctionDecl &function, const LostNames &lost, Unchanged &out) {
  Disturbances all(function, lost, out);
  all.TraverseStmt(function.getBody());
  out.disturbances = !all.everywhere;
  if (!support::left_out("disturbances"))
    for (const clang::Stmt *s : all.found)
      out.changes[s].push_back(elsewhere);
}

} // namespace lockstep::frontend
