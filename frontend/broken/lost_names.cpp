// See lost_names.h.
#include "frontend/broken/lost_names.h"

#include "frontend/broken/dropped_text.h"

#include "support/sound.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtVisitor.h"

#include <algorithm>

namespace lockstep::frontend {

namespace {

// Is text of a block within this, of a lambda say, missing?
class Inner : public clang::RecursiveASTVisitor<Inner> {
public:
  Inner(const TokenLog &log, const clang::SourceManager &sources) : log_(log), sources_(sources) {}
  bool VisitStmt(clang::Stmt *s) {
    const auto *e = llvm::dyn_cast<clang::Expr>(s);
    found = found || (e != nullptr && e->containsErrors()) || lacks_text(*s, log_, sources_);
    return !found;
  }
  bool VisitVarDecl(clang::VarDecl *v) {
    found = found || v->isInvalidDecl() || lacks_text(*v, log_, sources_);
    return !found;
  }
  bool found = false;

private:
  const TokenLog &log_;
  const clang::SourceManager &sources_;
};

// Functions as they were written.
class Bodies : public clang::RecursiveASTVisitor<Bodies> {
public:
  Bodies(const TokenLog &log, const std::vector<LocalError> &errors, const clang::SourceManager &sources,
         std::set<const clang::IdentifierInfo *> &names, std::set<clang::SourceLocation> &bodies)
      : log_(log), sources_(sources), names_(names), bodies_(bodies) {
    for (const LocalError &e : errors)
      for (const auto &token : {e.token, e.wanted})
        if (token)
          errors_.push_back(*token);
    std::sort(errors_.begin(), errors_.end());
  }

  bool VisitFunctionDecl(clang::FunctionDecl *f) {
    if (!f->doesThisDeclarationHaveABody() || f->isFromASTFile())
      return true;
    const auto whole = log_.range(f->getSourceRange(), sources_);
    if (!whole)
      return true; // of a header that was compiled before
    const clang::Stmt *text = f->getBody();
    const auto body = text != nullptr ? log_.range(text->getSourceRange(), sources_) : std::nullopt;
    lost_ = false;
    if (f->isInvalidDecl() || !body || holds_error({whole->first, body->first}))
      lose(*whole);
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
  std::set<const clang::IdentifierInfo *> &names_;
  std::set<clang::SourceLocation> &bodies_; // of which text is lost
  std::vector<unsigned> errors_;            // their tokens, ascending
  bool lost_ = false;                       // text of the function at hand
};

class LostMentions : public clang::RecursiveASTVisitor<LostMentions> {
public:
  explicit LostMentions(const LostNames &lost) : lost_(lost) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr *r) { return note(*r->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr *m) { return note(*m->getMemberDecl()); }
  bool found = false;

private:
  bool note(const clang::NamedDecl &d) {
    found = found || lost_.has(d);
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
  Bodies bodies(log, errors, context.getSourceManager(), names_, bodies_);
  for (const Region &r : regions.regions())
    bodies.lose(r.tokens);
  for (clang::Decl *d : top)
    if (!d->isFromASTFile())
      bodies.TraverseDecl(d);
}

namespace {
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

bool LostNames::has(const clang::NamedDecl &d) const {
  if (const clang::FunctionDecl *f = home(d); f && !within(*f))
    return false;
  return support::unsound("lost_names", d.getIdentifier() != nullptr && names_.count(d.getIdentifier()) != 0);
}

bool LostNames::has(const std::string &name, const clang::ASTContext &context) const {
  return everything_ || names_.count(&context.Idents.get(name)) != 0;
}

bool LostNames::within(const clang::FunctionDecl &f) const {
  const clang::Stmt *body = f.getBody();
  return body == nullptr || bodies_.count(body->getBeginLoc()) != 0;
}

bool LostNames::in(const clang::Stmt &s) const {
  if (names_.empty())
    return false;
  LostMentions mentions(*this);
  mentions.TraverseStmt(const_cast<clang::Stmt *>(&s));
  return mentions.found;
}

} // namespace lockstep::frontend
