// See expression_key.h.
#include "frontend/host/effects/expression_key.h"

#include "frontend/host/effects/expression_effects.h"
#include "frontend/host/effects/host_text.h"
#include "frontend/host/effects/unchanged_variables.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep::frontend {
namespace {

// Functions of the runtime and the standard library that give the same as long as nothing changes.
bool gives_the_same(const clang::FunctionDecl &f) {
  constexpr std::array<std::string_view, 11> names = {"data", "begin", "end", "back", "front",           "at",
                                                      "get",  "size",  "min", "max",  "raw_pointer_cast"};
  if (!is_of_runtime(f))
    return false;
  if (f.getOverloadedOperator() != clang::OO_None)
    return f.getOverloadedOperator() == clang::OO_Subscript;
  return f.getIdentifier() && std::find(names.begin(), names.end(), std::string_view(f.getName())) != names.end();
}

class KeyWriter {
public:
  bool write(const clang::Expr &whole, unsigned depth) {
    const clang::Expr &e = *whole.IgnoreParens();
    if (depth > 100 || e.isValueDependent() || e.isTypeDependent() || e.containsErrors() || is_shared(e))
      return false;
    if (const clang::Expr *same = inside(e))
      return write(*same, depth + 1);
    key.push_back(e.getStmtClass());
    if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e))
      return named(*r->getDecl());
    if (auto *m = llvm::dyn_cast<clang::MemberExpr>(&e)) {
      key.push_back(m->isArrow() ? 1 : 0);
      return named(*m->getMemberDecl()) && write(*m->getBase(), depth + 1);
    }
    if (auto *literal = llvm::dyn_cast<clang::IntegerLiteral>(&e)) {
      add(literal->getType().getCanonicalType().getTypePtr());
      key.push_back(literal->getValue().getLimitedValue());
      return literal->getValue().getActiveBits() <= 64;
    }
    if (auto *literal = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(&e))
      return key.push_back(literal->getValue() ? 1 : 0), true;
    if (auto *c = llvm::dyn_cast<clang::CastExpr>(&e))
      return cast(*c, depth);
    if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
      return called(*call, depth);
    if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(&e))
      return key.push_back(o->getOpcode()), !o->isIncrementDecrementOp() && write(*o->getSubExpr(), depth + 1);
    if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&e)) {
      key.push_back(o->getOpcode());
      return !o->isAssignmentOp() && o->getOpcode() != clang::BO_Comma && parts({o->getLHS(), o->getRHS()}, depth);
    }
    if (auto *s = llvm::dyn_cast<clang::ArraySubscriptExpr>(&e))
      return parts({s->getBase(), s->getIdx()}, depth);
    if (auto *o = llvm::dyn_cast<clang::ConditionalOperator>(&e))
      return parts({o->getCond(), o->getTrueExpr(), o->getFalseExpr()}, depth);
    return llvm::isa<clang::CXXThisExpr, clang::CXXNullPtrLiteralExpr>(e);
  }
  ExpressionKey key;

private:
  void add(const void *p) { key.push_back(reinterpret_cast<std::uintptr_t>(p)); }
  bool named(const clang::ValueDecl &d) {
    add(d.getCanonicalDecl());
    return !d.getType().isVolatileQualified() && !d.getType().getNonReferenceType().isVolatileQualified() &&
           llvm::isa<clang::VarDecl, clang::FieldDecl, clang::BindingDecl, clang::EnumConstantDecl>(d);
  }
  bool parts(std::initializer_list<const clang::Expr *> all, unsigned depth) {
    return std::all_of(all.begin(), all.end(), [&](const clang::Expr *e) { return write(*e, depth + 1); });
  }
  // What has the very value of another expression.
  static const clang::Expr *inside(const clang::Expr &e) {
    if (auto *full = llvm::dyn_cast<clang::FullExpr>(&e))
      return full->getSubExpr();
    if (auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&e))
      return temporary->getSubExpr();
    if (auto *given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&e))
      return given->getExpr();
    if (auto *given = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(&e))
      return given->getReplacement();
    if (auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(&e); made && made->getNumArgs() == 1)
      return made->getConstructor()->isCopyOrMoveConstructor() && made->getConstructor()->isTrivial() ? made->getArg(0)
                                                                                                      : nullptr;
    auto *c = llvm::dyn_cast<clang::CastExpr>(&e);
    if (c && (c->getCastKind() == clang::CK_LValueToRValue || c->getCastKind() == clang::CK_NoOp))
      return c->getSubExpr();
    return nullptr;
  }
  bool cast(const clang::CastExpr &c, unsigned depth) {
    key.push_back(c.getCastKind());
    add(c.getType().getCanonicalType().getTypePtr());
    for (const clang::CXXBaseSpecifier *base : c.path())
      add(base);
    key.push_back(c.path_size());
    return c.getCastKind() != clang::CK_LValueToRValueBitCast && write(*c.getSubExpr(), depth + 1);
  }
  bool called(const clang::CallExpr &call, unsigned depth) {
    const clang::FunctionDecl *f = call.getDirectCallee();
    auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(f);
    if (!f || llvm::isa<clang::CUDAKernelCallExpr>(call) || (method && method->isVirtual()) || calls_ > 3)
      return false;
    add(f->getCanonicalDecl());
    key.push_back(call.getNumArgs());
    if (!gives_the_same(*f) && !only_returns(*f, depth))
      return false;
    auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call);
    if (member && !write(*member->getImplicitObjectArgument(), depth + 1))
      return false;
    return std::all_of(call.arg_begin(), call.arg_end(), [&](const clang::Expr *a) { return write(*a, depth + 1); });
  }
  // Is its text one `return` of such an expression?
  bool only_returns(const clang::FunctionDecl &f, unsigned depth) {
    const clang::FunctionDecl *definition = host_body(f, nullptr);
    auto *body = definition ? llvm::dyn_cast<clang::CompoundStmt>(definition->getBody()) : nullptr;
    auto *only = body && body->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
    if (!only || !only->getRetValue())
      return false;
    KeyWriter text;
    text.calls_ = calls_ + 1;
    return text.write(*only->getRetValue(), depth + 1);
  }
  unsigned calls_ = 0; // that are being looked into
};

} // namespace

std::optional<ExpressionKey> key_of(const clang::Expr &e) {
  KeyWriter writer;
  return writer.write(e, 0) ? std::optional(std::move(writer.key)) : std::nullopt;
}

namespace {
void add_variables(const clang::Stmt &s, std::vector<const clang::VarDecl *> &out) {
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&s))
    if (auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl()))
      out.push_back(v);
  for (const clang::Stmt *child : s.children())
    if (child)
      add_variables(*child, out);
}
} // namespace

std::vector<const clang::VarDecl *> variables_in(const clang::Expr &e) {
  std::vector<const clang::VarDecl *> out;
  add_variables(e, out);
  return out;
}

} // namespace lockstep::frontend
