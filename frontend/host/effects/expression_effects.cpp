// See expression_effects.h.
#include "frontend/host/effects/expression_effects.h"

#include "frontend/host/effects/host_text.h"
#include "frontend/host/effects/unchanged_variables.h"
#include "frontend/setup/own_declarations.h"
#include "frontend/syntax/syntax_walk.h"
#include "support/sound.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

namespace lockstep::frontend {

namespace {

// Is it an instance of a template for a class of the program's, whose code it may run?
bool is_made_of_the_programs(const clang::CXXRecordDecl &r) {
  auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&r);
  if (!instance)
    return false;
  const std::function<bool(const clang::TemplateArgument &)> is_own = [&](const clang::TemplateArgument &a) {
    if (a.getKind() == clang::TemplateArgument::Pack)
      return std::any_of(a.pack_begin(), a.pack_end(), is_own);
    if (a.getKind() != clang::TemplateArgument::Type)
      return a.getKind() != clang::TemplateArgument::Integral;
    const clang::Type &t = *a.getAsType()->getBaseElementTypeUnsafe();
    if (t.isFunctionType() || t.isEnumeralType() || t.isDependentType())
      return true;
    const clang::CXXRecordDecl *of = t.getAsCXXRecordDecl();
    return of && (!is_of_our_headers(*of) || is_made_of_the_programs(*of));
  };
  return std::any_of(instance->getTemplateArgs().asArray().begin(), instance->getTemplateArgs().asArray().end(),
                     is_own);
}

// Of our headers: structures of the runtime, and classes through which what they hold is only read. Any other
// (`function`, `span`, `reference_wrapper`) may lead to the program's variables, or to its code; a `device_reference`
// waits for the device.
bool holds_its_parts(const clang::CXXRecordDecl &r) {
  constexpr std::array<std::string_view, 23> names = {"array",         "basic_string", "complex",
                                                      "deque",         "device_ptr",   "device_vector",
                                                      "forward_list",  "host_vector",  "initializer_list",
                                                      "list",          "map",          "multimap",
                                                      "multiset",      "optional",     "pair",
                                                      "set",           "shared_ptr",   "string",
                                                      "tuple",         "unique_ptr",   "unordered_map",
                                                      "unordered_set", "vector"};
  if (is_of_the_runtime(r) && is_its_fields(&r))
    return std::none_of(r.field_begin(), r.field_end(),
                        [](const clang::FieldDecl *f) { return f->getType()->isAnyPointerType(); });
  return r.getIdentifier() && std::find(names.begin(), names.end(), std::string_view(r.getName())) != names.end() &&
         support::sound("expression_effects.elements", !is_made_of_the_programs(r));
}

// A member by which a sequence gives elements, or tells of itself, and does nothing with any.
bool leaves_elements_alone(const clang::CXXMethodDecl &m) {
  constexpr std::array<std::string_view, 6> sequences = {"array",  "deque",         "list",
                                                         "vector", "device_vector", "host_vector"};
  constexpr std::array<std::string_view, 9> names = {"data", "begin", "end",   "back",    "front",
                                                     "at",   "size",  "empty", "capacity"};
  const auto is_among = [](const auto &all, const clang::NamedDecl &d) {
    return d.getIdentifier() && std::find(all.begin(), all.end(), std::string_view(d.getName())) != all.end();
  };
  return is_of_our_headers(*m.getParent()) && is_among(sequences, *m.getParent()) &&
         (m.getOverloadedOperator() == clang::OO_Subscript || is_among(names, m));
}

} // namespace

bool is_shared(const clang::Expr &e) {
  return e.getType().isNull() || e.getType().isVolatileQualified() || e.getType()->isAtomicType();
}

bool only_leads_to_constants(clang::QualType t) {
  if (t.isNull() || t->isFunctionType() || t->isMemberPointerType() || t->isDependentType())
    return false;
  if (t->isReferenceType() || t->isPointerType()) {
    const clang::QualType to = t->getPointeeType();
    return to.isConstQualified() && only_leads_to_constants(to);
  }
  if (t->isArrayType())
    return only_leads_to_constants(t->getAsArrayTypeUnsafe()->getElementType());
  const clang::CXXRecordDecl *record = t->getAsCXXRecordDecl();
  return !record || is_dim3(record) || (is_of_our_headers(*record) && holds_its_parts(*record));
}

namespace {

// What containers of the standard library give without changing themselves.
bool only_gives(const clang::CXXMethodDecl &m) {
  constexpr std::array<std::string_view, 8> names = {"data", "begin", "end", "back", "front", "at", "get", "size"};
  if (m.isConst() || m.isStatic() || m.getOverloadedOperator() == clang::OO_Subscript)
    return true;
  return m.getIdentifier() && std::find(names.begin(), names.end(), std::string_view(m.getName())) != names.end();
}

// Of the runtime and the standard library: may it change what the program sees, or call the program's code?
bool runtime_changes(const clang::CallExpr &call, const clang::FunctionDecl &f) {
  if (forwarded(call))
    return false;
  if (auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&f)) {
    const clang::CXXRecordDecl &of = *method->getParent();
    if (leaves_elements_alone(*method))
      return false;
    const bool holds = is_dim3(&of) || holds_its_parts(of); // else, as of an atomic or a future, it may wait
    if (!only_gives(*method) || support::unsound("expression_effects.waits", !holds))
      return true;
  }
  constexpr std::array<llvm::StringLiteral, 11> waiting = {"ynchronize", "join",  "wait",    "lock", "sleep", "yield",
                                                           "system",     "Reset", "barrier", "recv", "Query"};
  const llvm::StringRef name = f.getIdentifier() ? f.getName() : "";
  if (std::any_of(waiting.begin(), waiting.end(), [&](llvm::StringRef word) { return name.contains(word); }))
    return true; // for what others write
  const std::vector<const clang::Expr *> arguments = arguments_of(call);
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const clang::QualType t =
        i < f.getNumParams() ? f.getParamDecl(i)->getType() : arguments[i]->IgnoreParenImpCasts()->getType();
    if (!only_leads_to_constants(t) &&
        !arguments[i]->isNullPointerConstant(f.getASTContext(), clang::Expr::NPC_ValueDependentIsNotNull))
      return true;
  }
  return false;
}

// Statements and expressions that do no more than what the visitor looks at. (DeclStmt and its like: by what they
// hold.)
bool is_understood(const clang::Stmt &s) {
  return llvm::isa<clang::CompoundStmt, clang::DeclStmt, clang::ReturnStmt, clang::IfStmt, clang::ForStmt,
                   clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt, clang::SwitchStmt, clang::SwitchCase,
                   clang::BreakStmt, clang::ContinueStmt, clang::NullStmt, clang::AttributedStmt, clang::StmtExpr>(s) ||
         llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral, clang::CXXBoolLiteralExpr,
                   clang::StringLiteral, clang::CXXNullPtrLiteralExpr, clang::DeclRefExpr, clang::MemberExpr,
                   clang::CXXThisExpr, clang::ParenExpr, clang::CastExpr, clang::UnaryOperator, clang::BinaryOperator,
                   clang::AbstractConditionalOperator, clang::OpaqueValueExpr, clang::ArraySubscriptExpr,
                   clang::CallExpr, clang::CXXRewrittenBinaryOperator>(s) ||
         llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::TypeTraitExpr, clang::SizeOfPackExpr, clang::OffsetOfExpr,
                   clang::CXXNoexceptExpr, clang::InitListExpr, clang::ImplicitValueInitExpr,
                   clang::CXXScalarValueInitExpr, clang::CXXConstructExpr, clang::MaterializeTemporaryExpr,
                   clang::FullExpr, clang::CXXDefaultArgExpr, clang::CXXDefaultInitExpr,
                   clang::SubstNonTypeTemplateParmExpr, clang::PredefinedExpr, clang::GNUNullExpr,
                   clang::DesignatedInitExpr, clang::NoInitExpr, clang::CompoundLiteralExpr,
                   clang::CXXStdInitializerListExpr>(s);
}

// Reads a text until it meets an effect.
class Effects : public SyntaxWalk {
public:
  Effects(const clang::FunctionDecl *within, unsigned depth) : within_(within), depth_(depth) {}
  bool shouldVisitImplicitCode() const override { return true; }

  bool VisitStmt(clang::Stmt *s) override { return note(effects_of(*s)); }
  bool VisitBindingDecl(clang::BindingDecl *) override { return note(true); }
  bool VisitVarDecl(clang::VarDecl *v) override { return note(is_destroyed(*v)); }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *e) override { return TraverseStmt(e->getExpr()); }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *e) override { return TraverseStmt(e->getExpr()); }

  static bool is_destroyed(const clang::VarDecl &v) {
    return v.getType().isDestructedType() != clang::QualType::DK_none || v.hasAttr<clang::CleanupAttr>();
  }
  // Of the statement or expression itself, apart from its parts.
  bool effects_of(clang::Stmt &s) const {
    if (support::unsound("expression_effects.understood", !is_understood(s)))
      return true;
    auto *e = llvm::dyn_cast<clang::Expr>(&s);
    if (e && e->isGLValue() && is_shared(*e))
      return true; // it may wait for others
    if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&s))
      return o->isAssignmentOp();
    if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(&s))
      return changes_or_leads_to_variable(*o);
    if (auto *c = llvm::dyn_cast<clang::CXXConstructExpr>(&s))
      return !is_dim3(c->getConstructor()->getParent()) && !c->getConstructor()->isTrivial();
    if (auto *c = llvm::dyn_cast<clang::CallExpr>(&s))
      return effects_of_call(*c);
    return llvm::isa<clang::LambdaExpr, clang::AtomicExpr, clang::CXXDeleteExpr, clang::CoroutineSuspendExpr,
                     clang::AsmStmt, clang::VAArgExpr, clang::CXXBindTemporaryExpr>(s); // the last: its destructor
  }

  bool found = false;

private:
  bool note(bool effect) {
    found = found || effect;
    return !found;
  }
  static bool changes_or_leads_to_variable(const clang::UnaryOperator &o) {
    const clang::Expr &of = *o.getSubExpr()->IgnoreParens();
    auto *named = llvm::dyn_cast<clang::DeclRefExpr>(&of);
    const bool variable = named ? !llvm::isa<clang::FunctionDecl>(named->getDecl()) : llvm::isa<clang::MemberExpr>(of);
    return o.isIncrementDecrementOp() || (o.getOpcode() == clang::UO_AddrOf && variable);
  }
  bool effects_of_call(const clang::CallExpr &c) const {
    if (llvm::isa<clang::CUDAKernelCallExpr>(c))
      return false;
    const clang::FunctionDecl *f = c.getDirectCallee(), *definition = nullptr;
    if (!f)
      return true;
    if (is_of_runtime(*f) && !f->hasBody(definition)) // else it is the program's own, or can be read
      return support::unsound("expression_effects.runtime", runtime_changes(c, *f));
    auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(f);
    definition = host_body(*f, within_);
    if (depth_ >= 4 || !definition || (method && method->isVirtual()))
      return true;
    Effects inside(definition, depth_ + 1);
    inside.TraverseStmt(definition->getBody());
    return inside.found;
  }
  const clang::FunctionDecl *within_; // null: one of the host alone
  unsigned depth_;
};

} // namespace

bool has_effects(const clang::Expr &e) {
  Effects effects(nullptr, 0);
  effects.TraverseStmt(const_cast<clang::Expr *>(&e));
  return effects.found;
}

bool parts_have_effects(const clang::CallExpr &call) {
  return has_effects(*call.getCallee()) ||
         std::any_of(call.arg_begin(), call.arg_end(), [](const clang::Expr *e) { return has_effects(*e); });
}

} // namespace lockstep::frontend
