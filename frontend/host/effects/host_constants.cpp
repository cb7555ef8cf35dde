// See host_constants.h.
#include "frontend/host/effects/host_constants.h"

#include "frontend/host/effects/host_text.h"
#include "frontend/host/effects/unchanged_variables.h"
#include "frontend/setup/headers.h"
#include "frontend/setup/own_declarations.h"
#include "frontend/syntax/syntax_walk.h"
#include "support/sound.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <array>
#include <set>

namespace lockstep::frontend {
namespace {

bool is_in_our_header(clang::SourceLocation at, const clang::SourceManager &sources) {
  const auto file = sources.getFileEntryRefForID(sources.getFileID(at));
  return file && file->getName().starts_with(own_header_dir) && !file->getName().ends_with("lockstep_defines.h");
}

// Records of our headers that lie in memory as those that they stand for.
bool has_right_layout(const clang::CXXRecordDecl &r) {
  constexpr std::array<llvm::StringLiteral, 9> names = {
      "dim3", "__half", "__half2", "__nv_bfloat16", "__nv_bfloat162", "pair", "array", "complex", "integral_constant"};
  constexpr std::array<llvm::StringLiteral, 12> vectors = {"char", "uchar", "short",    "ushort",    "int",   "uint",
                                                           "long", "ulong", "longlong", "ulonglong", "float", "double"};
  const llvm::StringRef name = r.getIdentifier() ? r.getName() : "";
  const bool counted = !name.empty() && name.back() >= '1' && name.back() <= '4';
  return std::find(names.begin(), names.end(), name) != names.end() ||
         (counted && std::find(vectors.begin(), vectors.end(), name.drop_back()) != vectors.end());
}

class OddTypes {
public:
  explicit OddTypes(const clang::ASTContext &context) : context_(context) {}
  // Does it lie in memory in another way, or not as we know?
  bool has(clang::QualType t) {
    t = t.getCanonicalType();
    if (t->isDependentType())
      return true;
    if (t->isReferenceType())
      t = t->getPointeeType(); // its size is that of what it refers to
    if (t->isAnyPointerType())
      return false;
    if (const clang::ArrayType *array = context_.getAsArrayType(t))
      return has(array->getElementType());
    if (auto *complex = t->getAs<clang::ComplexType>())
      return has(complex->getElementType());
    if (auto *builtin = t->getAs<clang::BuiltinType>())
      return builtin->getKind() == clang::BuiltinType::LongDouble || builtin->getKind() == clang::BuiltinType::Int128 ||
             builtin->getKind() == clang::BuiltinType::UInt128;
    if (const clang::CXXRecordDecl *record = t->getAsCXXRecordDecl())
      return has(*record);
    return false;
  }

private:
  bool has(const clang::CXXRecordDecl &record) {
    if (!met_.insert(record.getCanonicalDecl()).second || !record.hasDefinition())
      return false;
    const clang::CXXRecordDecl &r = *record.getDefinition();
    const clang::SourceManager &sources = context_.getSourceManager();
    if (is_in_our_header(sources.getExpansionLoc(r.getLocation()), sources) && !has_right_layout(r))
      return true;
    return std::any_of(r.field_begin(), r.field_end(), [&](const clang::FieldDecl *f) { return has(f->getType()); }) ||
           std::any_of(r.bases_begin(), r.bases_end(), [&](const auto &base) { return has(base.getType()); });
  }
  const clang::ASTContext &context_;
  std::set<const clang::CXXRecordDecl *> met_;
};

// A class of the standard library as our headers have it: what lies in memory alike need not be copied alike.
bool is_of_our_library(clang::QualType t) {
  const clang::CXXRecordDecl *of = t.getNonReferenceType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return of && is_of_our_headers(*of) && !is_of_the_runtime(*of);
}
// By the preprocessor: __FILE__, __DATE__, or from parts.
bool is_made(clang::SourceLocation at, const clang::SourceManager &sources) {
  return at.isMacroID() && sources.isWrittenInScratchSpace(sources.getSpellingLoc(at));
}

// By a macro that says something of the compiler, or that only our headers give?
bool is_of_compiler(clang::SourceLocation at, const clang::ASTContext &context) {
  const clang::SourceManager &sources = context.getSourceManager();
  if (!at.isMacroID() || is_in_our_header(sources.getExpansionLoc(at), sources))
    return false;
  const clang::SourceLocation spelling = sources.getSpellingLoc(at);
  const bool built_in = sources.isWrittenInBuiltinFile(spelling);
  if (!built_in && !is_in_our_header(spelling, sources))
    return false;
  const llvm::StringRef name = clang::Lexer::getImmediateMacroName(at, sources, context.getLangOpts());
  constexpr std::array<llvm::StringLiteral, 22> known = {"__INT",
                                                         "__UINT",
                                                         "__LONG_",
                                                         "__SHRT_",
                                                         "__SCHAR_",
                                                         "__CHAR_BIT",
                                                         "__SIZE_",
                                                         "__PTRDIFF_",
                                                         "__FLT_",
                                                         "__DBL_",
                                                         "__SIZEOF_INT__",
                                                         "__SIZEOF_LONG__",
                                                         "__SIZEOF_F",
                                                         "__SIZEOF_DOU",
                                                         "__SIZEOF_P",
                                                         "__SIZEOF_SIZE_T_",
                                                         "__SIZEOF_LONG_L_",
                                                         "__SIZEOF_SHORT__",
                                                         "__cplusplus",
                                                         "EXIT_",
                                                         "M_",
                                                         "SEEK_"};
  return std::none_of(known.begin(), known.end(), [&](llvm::StringRef k) { return name.starts_with(k); });
}

// What a compiler says of itself, or of where the text lies: literals that macros give, what our declarations throw,
// how a compiler writes a name.
bool is_of_compiler(const clang::Stmt &s, const clang::ASTContext &context) {
  if (llvm::isa<clang::CXXNoexceptExpr, clang::SourceLocExpr, clang::PredefinedExpr>(s))
    return true;
  if (llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral>(s))
    return is_of_compiler(s.getBeginLoc(), context);
  return llvm::isa<clang::StringLiteral>(s) &&
         (is_of_compiler(s.getBeginLoc(), context) || is_made(s.getBeginLoc(), context.getSourceManager()));
}

class ForeignNumbers : public SyntaxWalk {
public:
  ForeignNumbers(const clang::ASTContext &context, bool hidden, bool enumerators = true)
      : context_(context), hidden_(hidden), enumerators_(enumerators) {}
  bool shouldVisitImplicitCode() const override { return true; }

  bool VisitStmt(clang::Stmt *s) override { return note(is_of_compiler(*s, context_)); }
  bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *e) override {
    return type(e->getTypeOfArgument());
  }
  bool VisitTypeTraitExpr(clang::TypeTraitExpr *e) override {
    for (const clang::TypeSourceInfo *t : e->getArgs())
      if (!type(t->getType()) || !note(is_of_our_library(t->getType())))
        return false;
    return true;
  }
  bool VisitOffsetOfExpr(clang::OffsetOfExpr *e) override { return type(e->getTypeSourceInfo()->getType()); }
  bool VisitSubstNonTypeTemplateParmExpr(clang::SubstNonTypeTemplateParmExpr *) override { return note(hidden_); }
  bool VisitDeclRefExpr(clang::DeclRefExpr *r) override {
    return asked_of_library(r->getQualifier()) && named(*r->getDecl());
  }
  bool VisitMemberExpr(clang::MemberExpr *m) override { return named(*m->getMemberDecl()); }
  bool VisitCallExpr(clang::CallExpr *c) override {
    const clang::FunctionDecl *f = c->getDirectCallee();
    if (f && f->getIdentifier() && f->getName().contains("is_constant_evaluated"))
      return note(true); // by whom
    return !f || called(*f);
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *c) override { return called(*c->getConstructor()); }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *e) override { return TraverseStmt(e->getExpr()); }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *e) override { return TraverseStmt(e->getExpr()); }

  bool found = false;

private:
  bool note(bool foreign) {
    found = found || foreign;
    return !found;
  }
  bool type(clang::QualType t) {
    const bool made = hidden_ && !t.getNonReferenceType()->isScalarType();
    return note(made || t->isDependentType() || OddTypes(context_).has(t));
  }
  bool named(const clang::ValueDecl &d) {
    const clang::SourceManager &sources = context_.getSourceManager();
    const bool ours = is_in_our_header(sources.getExpansionLoc(d.getLocation()), sources);
    if (auto *one = llvm::dyn_cast<clang::EnumConstantDecl>(&d)) {
      constexpr std::array<llvm::StringLiteral, 3> known = {"cudaSuccess", "hipSuccess", "CUDA_SUCCESS"};
      if (ours)
        return note(enumerators_ && std::find(known.begin(), known.end(), one->getName()) == known.end());
      // Each is one more than the one before.
      for (const clang::EnumConstantDecl *each : llvm::cast<clang::EnumDecl>(one->getDeclContext())->enumerators())
        if (each->getInitExpr() && !once(*each, each->getInitExpr()))
          return false;
      return true;
    }
    auto *v = llvm::dyn_cast<clang::VarDecl>(&d);
    if (!v)
      return true;
    if (auto *around = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(v->getDeclContext()))
      for (const clang::TemplateArgument &a : around->getTemplateArgs().asArray())
        if (a.getKind() == clang::TemplateArgument::Type ? ours && !type(a.getAsType()) : !note(hidden_))
          return false;
    const clang::VarDecl *defined = v->getInitializingDeclaration();
    return !defined || !defined->hasInit() || !v->getType().getNonReferenceType().isConstQualified() ||
           once(*v, defined->getInit());
  }
  // A function that Clang may run.
  bool called(const clang::FunctionDecl &f) {
    const clang::FunctionDecl *definition = nullptr;
    if (!note(is_chosen_for_device(f, running_)))
      return false;
    if (!f.isConstexpr() || !f.hasBody(definition) || !met_.insert(definition).second)
      return true;
    const clang::FunctionDecl *before = running_;
    running_ = definition;
    const bool go_on = TraverseStmt(definition->getBody());
    running_ = before;
    return go_on;
  }
  bool once(const clang::Decl &d, const clang::Expr *e) {
    return !met_.insert(&d).second || TraverseStmt(const_cast<clang::Expr *>(e));
  }

  // `is_trivially_copyable<pair<int, int>>::value` names a member of another class, which does not know of the pair.
  bool asked_of_library(const clang::NestedNameSpecifier *of) {
    const clang::Type *t = of ? of->getAsType() : nullptr;
    auto *trait = t ? llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(t->getAsCXXRecordDecl()) : nullptr;
    if (!trait || !is_of_our_headers(*trait))
      return true;
    const auto arguments = trait->getTemplateArgs().asArray();
    return note(std::any_of(arguments.begin(), arguments.end(), [](const clang::TemplateArgument &a) {
      return a.getKind() == clang::TemplateArgument::Type && is_of_our_library(a.getAsType());
    }));
  }

  const clang::ASTContext &context_;
  const bool hidden_, enumerators_;
  const clang::FunctionDecl *running_ = nullptr;
  std::set<const clang::Decl *> met_;
};

// Arguments of templates and bounds of arrays in the program's text.
class HiddenNumbers : public SyntaxWalk {
public:
  explicit HiddenNumbers(const clang::ASTContext &context) : context_(context) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc &a) override {
    if (a.getArgument().getKind() == clang::TemplateArgument::Expression && !look(a.getSourceExpression()))
      return false;
    return SyntaxWalk::TraverseTemplateArgumentLoc(a);
  }
  bool VisitConstantArrayTypeLoc(clang::ConstantArrayTypeLoc t) override { return look(t.getSizeExpr()); }
  bool VisitFieldDecl(clang::FieldDecl *f) override { return !f->isBitField() || look(f->getBitWidth()); }
  bool VisitAlignedAttr(clang::AlignedAttr *a) override { return !a->isAlignmentExpr() || look(a->getAlignmentExpr()); }

  bool found = false;

private:
  bool look(const clang::Expr *e) {
    if (e == nullptr || e->isValueDependent() || e->isTypeDependent())
      return true;
    ForeignNumbers numbers(context_, false, /*enumerators=*/false); // of our headers: choices within libraries
    numbers.TraverseStmt(const_cast<clang::Expr *>(e));
    found = found || numbers.found;
    return !found;
  }
  const clang::ASTContext &context_;
};

} // namespace

HostConstants::HostConstants(const clang::ASTContext &context, const std::vector<clang::Decl *> &top)
    : context_(context) {
  HiddenNumbers numbers(context);
  for (clang::Decl *d : top)
    if (!d->isFromASTFile() &&
        !is_in_our_header(context.getSourceManager().getExpansionLoc(d->getLocation()), context.getSourceManager()))
      numbers.TraverseDecl(d);
  hidden_ = numbers.found;
}

bool HostConstants::has(const clang::Expr &e) const {
  ForeignNumbers numbers(context_, hidden_);
  numbers.TraverseStmt(const_cast<clang::Expr *>(&e));
  return support::sound("host_constants", !numbers.found);
}

} // namespace lockstep::frontend
