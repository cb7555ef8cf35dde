// See lost_names.h.
#include "frontend/broken/lost_names.h"

#include "frontend/broken/dropped_text.h"
#include "frontend/setup/own_declarations.h"
#include "frontend/syntax/syntax_walk.h"

#include "support/sound.h"
#include "clang/AST/StmtVisitor.h"

#include <algorithm>

namespace lockstep::frontend {

namespace {

// Is text of a block within this, of a lambda say, missing?
class Inner : public SyntaxWalk {
public:
  Inner(const TokenLog &log, const clang::SourceManager &sources) : log_(log), sources_(sources) {}
  bool VisitStmt(clang::Stmt *s) override {
    const auto *e = llvm::dyn_cast<clang::Expr>(s);
    found = found || (e != nullptr && e->containsErrors()) || lacks_text(*s, log_, sources_);
    return !found;
  }
  bool VisitVarDecl(clang::VarDecl *v) override {
    found = found || v->isInvalidDecl() || lacks_text(*v, log_, sources_);
    return !found;
  }
  bool found = false;

private:
  const TokenLog &log_;
  const clang::SourceManager &sources_;
};

// Functions as they were written.
class Bodies : public SyntaxWalk {
public:
  Bodies(const TokenLog &log, const std::vector<LocalError> &errors, const clang::SourceManager &sources,
         std::set<const clang::IdentifierInfo *> &names, std::set<const clang::IdentifierInfo *> &declared,
         std::set<clang::SourceLocation> &bodies)
      : log_(log), sources_(sources), names_(names), declared_(declared), bodies_(bodies) {
    for (const LocalError &e : errors)
      for (const auto &token : {e.token, e.wanted})
        if (token)
          errors_.push_back(*token);
    std::sort(errors_.begin(), errors_.end());
  }

  bool VisitFunctionDecl(clang::FunctionDecl *f) override {
    if (!f->doesThisDeclarationHaveABody() || f->isFromASTFile())
      return true;
    const auto whole = log_.range(f->getSourceRange(), sources_);
    if (!whole)
      return true; // of a header that was compiled before
    const clang::Stmt *text = f->getBody();
    const auto body = text != nullptr ? log_.range(text->getSourceRange(), sources_) : std::nullopt;
    lost_ = false;
    if (f->isInvalidDecl() || !body || holds_error({whole->first, body->first}))
      lose_outside(*whole);
    else
      statement(*text, *body);
    if (lost_ && text != nullptr)
      bodies_.insert(text->getBeginLoc());
    return true;
  }

  void lose(TokenRange range) {
    lost_ = true;
    for (unsigned i = range.first; i <= range.last && i < log_.size(); ++i)
      if (log_.tokens()[i].name != nullptr)
        names_.insert(log_.tokens()[i].name);
  }
  // Outside of the blocks of functions, where a declaration counts for other text.
  void lose_outside(TokenRange range) {
    lose(range);
    for (unsigned i = range.first; i <= range.last && i < log_.size(); ++i)
      if (log_.tokens()[i].name != nullptr)
        declared_.insert(log_.tokens()[i].name);
  }

private:
  bool holds_error(TokenRange range) const {
    const auto first = std::lower_bound(errors_.begin(), errors_.end(), range.first);
    return first != errors_.end() && *first <= range.last;
  }

  // `around`: the tokens that are lost where those of `s` are not known.
  void statement(const clang::Stmt &s, TokenRange around) {
    const auto range = log_.range(s.getSourceRange(), sources_);
    if (!range || range->first < around.first || range->last > around.last)
      return lose(around);
    const auto *block = llvm::dyn_cast<clang::CompoundStmt>(&s);
    if (block == nullptr && lacks_text(s, log_, sources_))
      return lose(*range);
    std::vector<TokenRange> parts; // statements within, which are looked at by themselves
    if (!llvm::isa<clang::Expr, clang::DeclStmt>(s))
      for (const clang::Stmt *child : s.children())
        if (child != nullptr && !llvm::isa<clang::Expr, clang::DeclStmt>(child)) {
          const auto of_child = log_.range(child->getSourceRange(), sources_);
          if (!of_child || (!parts.empty() && of_child->first <= parts.back().last))
            return lose(*range);
          parts.push_back(*of_child);
          statement(*child, *range);
        }
    if (block != nullptr) {
      for (const clang::Stmt *child : block->body())
        if (llvm::isa<clang::Expr, clang::DeclStmt>(child))
          if (const auto of_child = log_.range(child->getSourceRange(), sources_)) {
            statement(*child, *range);
            parts.push_back(*of_child);
          }
      std::sort(parts.begin(), parts.end(), [](TokenRange a, TokenRange b) { return a.first < b.first; });
      return between(*range, parts, lacks_text(s, log_, sources_));
    }
    between(*range, parts, head_is_lost(s));
  }

  // What is in front of, between and behind the parts is lost if it holds an error, or anyway.
  void between(TokenRange whole, const std::vector<TokenRange> &parts, bool lost) {
    unsigned next = whole.first;
    auto gap = [&](unsigned end) {
      if (next < end && (lost || holds_error({next, end - 1})))
        lose({next, end - 1});
    };
    for (const TokenRange &p : parts) {
      gap(p.first);
      next = std::max(next, p.last + 1);
    }
    gap(whole.last + 1);
  }

  bool head_is_lost(const clang::Stmt &s) const {
    Inner inner(log_, sources_);
    if (llvm::isa<clang::Expr, clang::DeclStmt>(s))
      inner.TraverseStmt(const_cast<clang::Stmt *>(&s));
    else
      for (const clang::Stmt *child : s.children())
        if (child != nullptr && llvm::isa<clang::Expr, clang::DeclStmt>(child))
          inner.TraverseStmt(const_cast<clang::Stmt *>(child));
    return inner.found;
  }

  const TokenLog &log_;
  const clang::SourceManager &sources_;
  std::set<const clang::IdentifierInfo *> &names_, &declared_;
  std::set<clang::SourceLocation> &bodies_; // of which text is lost
  std::vector<unsigned> errors_;            // their tokens, ascending
  bool lost_ = false;                       // text of the function at hand
};

class LostMentions : public SyntaxWalk {
public:
  explicit LostMentions(const LostNames &lost) : lost_(lost) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr *r) override { return note(*r->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr *m) override { return note(*m->getMemberDecl()); }
  bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *e) override {
    return type(e->getTypeOfArgument());
  }
  bool VisitExplicitCastExpr(clang::ExplicitCastExpr *e) override { return type(e->getTypeAsWritten()); }
  bool found = false;

private:
  bool note(const clang::NamedDecl &d) {
    found = found || lost_.has(d);
    return !found;
  }
  bool type(clang::QualType t) {
    found = found || lost_.has(t);
    return !found;
  }
  const LostNames &lost_;
};

} // namespace

LostNames::LostNames(const clang::ASTContext &context, const TokenLog &log, const std::vector<LocalError> &errors,
                     const ErrorRegions &regions, std::vector<clang::Decl *> top) {
  everything_ = regions.everything() != nullptr || std::any_of(errors.begin(), errors.end(), [](const LocalError &e) {
                  return !e.token || e.everything || e.misplaced_body;
                });
  if (everything_)
    return;
  Bodies bodies(log, errors, context.getSourceManager(), names_, declared_, bodies_);
  for (const Region &r : regions.regions())
    bodies.lose_outside(r.tokens);
  for (clang::Decl *d : top)
    if (!d->isFromASTFile())
      bodies.TraverseDecl(d);
}

namespace {
// Functions in whose bodies one of the places is.
class ForeignBodies : public SyntaxWalk {
public:
  ForeignBodies(const clang::SourceManager &sources, const PragmaPlaces &places,
                std::set<clang::SourceLocation> &bodies)
      : sources_(sources), places_(places), bodies_(bodies) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl *f) override {
    if (f->doesThisDeclarationHaveABody() && !f->isFromASTFile() && f->getBody() != nullptr)
      look(*f->getBody());
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr *e) override {
    look(*e->getBody());
    return true;
  }

private:
  void look(const clang::Stmt &body) {
    const clang::SourceLocation begin = sources_.getExpansionLoc(body.getBeginLoc()),
                                end = sources_.getExpansionLoc(body.getEndLoc());
    for (const clang::SourceLocation at : places_)
      if (!sources_.isBeforeInTranslationUnit(at, begin) && !sources_.isBeforeInTranslationUnit(end, at))
        bodies_.insert(body.getBeginLoc());
  }
  const clang::SourceManager &sources_;
  const PragmaPlaces &places_;
  std::set<clang::SourceLocation> &bodies_;
};

// The function that alone can name it; null: none.
const clang::FunctionDecl *home(const clang::NamedDecl &d) {
  auto *v = llvm::dyn_cast<clang::VarDecl>(&d);
  const clang::FunctionDecl *out = nullptr;
  if (v && v->isLocalVarDeclOrParm())
    for (const clang::DeclContext *around = v->getDeclContext(); around; around = around->getParent())
      if (auto *f = llvm::dyn_cast<clang::FunctionDecl>(around))
        out = f; // a lambda's is in another
  return out;
}
} // namespace

void LostNames::add_foreign(const clang::ASTContext &context, const PragmaPlaces &places,
                            std::vector<clang::Decl *> top) {
  ForeignBodies bodies(context.getSourceManager(), places, foreign_);
  for (clang::Decl *d : top)
    if (!places.empty() && !d->isFromASTFile())
      bodies.TraverseDecl(d);
}

bool LostNames::has(const clang::NamedDecl &d) const {
  if (auto *v = llvm::dyn_cast<clang::ValueDecl>(&d); v && !llvm::isa<clang::FunctionDecl>(d) && has(v->getType()))
    return true; // what it holds is not what its type says
  if (const clang::FunctionDecl *f = home(d)) {
    auto *v = llvm::cast<clang::VarDecl>(&d);
    if (is_foreign(*f) && (!v->getType().isConstQualified() || v->getType()->isRecordType()))
      return true;
    if (!within(*f))
      return false;
  }
  return support::unsound("lost_names", d.getIdentifier() != nullptr && names_.count(d.getIdentifier()) != 0);
}

namespace {
using Met = std::set<const clang::Decl *>;
// What the type is made of, by name.
template <typename Is> bool any_name(clang::QualType t, Met &met, const Is &is) {
  while (!t.isNull()) {
    const clang::NamedDecl *name = nullptr;
    clang::QualType next;
    if (auto *given = llvm::dyn_cast<clang::TypedefType>(t.getTypePtr())) {
      name = given->getDecl();
      next = given->getDecl()->getUnderlyingType();
    } else if (auto *tag = llvm::dyn_cast<clang::TagType>(t.getTypePtr())) {
      name = tag->getDecl();
    } else if (auto *array = llvm::dyn_cast<clang::ArrayType>(t.getTypePtr())) {
      next = array->getElementType();
    } else if (t->isPointerType() || t->isReferenceType()) {
      next = t->getPointeeType();
    } else if (const clang::QualType plain = t->getLocallyUnqualifiedSingleStepDesugaredType(); plain != t) {
      next = plain;
    }
    if (name != nullptr && met.insert(name).second && is(*name))
      return true;
    if (auto *record = llvm::dyn_cast_or_null<clang::RecordDecl>(name))
      for (const clang::FieldDecl *f : record->fields())
        if (any_name(f->getType(), met, is))
          return true;
    if (next == t)
      return false;
    t = next;
  }
  return false;
}
} // namespace

bool LostNames::has(clang::QualType t) const {
  Met met;
  return !names_.empty() && any_name(t, met, [&](const clang::NamedDecl &d) {
    // A type of the runtime is what it is unless another of its name is declared. Sound because a declaration in the
    // block of a function is seen in that block alone, of which keeps_types tells.
    if (llvm::isa<clang::TypeDecl>(d) && is_of_our_headers(d))
      return support::unsound("lost_names.declared", declared_.count(d.getIdentifier()) != 0);
    return has(d);
  });
}

bool LostNames::has(const std::string &name, const clang::ASTContext &context) const {
  return everything_ || names_.count(&context.Idents.get(name)) != 0;
}

bool LostNames::keeps_types(const clang::FunctionDecl &f) const {
  const auto is_type = [&](const clang::IdentifierInfo *name) {
    const auto all = f.getASTContext().getTranslationUnitDecl()->lookup(name);
    return std::any_of(all.begin(), all.end(), [](const clang::NamedDecl *d) {
      return llvm::isa<clang::TypeDecl>(d) && is_of_our_headers(*d);
    });
  };
  return !within(f) || support::sound("lost_names.types", std::none_of(names_.begin(), names_.end(), is_type));
}

bool LostNames::within(const clang::FunctionDecl &f) const {
  const clang::Stmt *body = f.getBody();
  return body == nullptr || bodies_.count(body->getBeginLoc()) != 0 || is_foreign(f);
}

bool LostNames::is_foreign(const clang::FunctionDecl &f) const {
  const clang::Stmt *body = foreign_.empty() ? nullptr : f.getBody();
  return body != nullptr && support::unsound("lost_names.foreign", foreign_.count(body->getBeginLoc()) != 0);
}

bool LostNames::in(const clang::Stmt &s) const {
  if (names_.empty() && foreign_.empty())
    return false;
  LostMentions mentions(*this);
  mentions.TraverseStmt(const_cast<clang::Stmt *>(&s));
  return mentions.found;
}

} // namespace lockstep::frontend
