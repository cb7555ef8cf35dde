// See whole_parts.h.
#include "frontend/broken/whole_parts.h"

#include "frontend/broken/uses.h"

#include "clang/AST/DeclTemplate.h"

#include <optional>

namespace lockstep::frontend {

void WholeParts::add(const clang::Decl *d) {
  if (!text_.is_ours(*d))
    graph_.part(d, false);
}

void WholeParts::visit(unsigned p) {
  const clang::Decl *d = graph_[p].declaration;
  const bool signature = graph_[p].signature;
  PartUses used(graph_, text_, names_, p);
  if (const LocalError *e = text_.error_in(*d, signature))
    graph_.spoil(p, e);
  const clang::Decl *pattern = written(*d);
  if (pattern != d)
    used.use(pattern);
  used.use_text(*d, signature);
  Uses uses(used, nullptr, signature);
  const auto traverse = [&](const clang::Decl *what) {
    Uses inner(used, what, signature);
    inner.TraverseDecl(const_cast<clang::Decl *>(what));
    if (inner.broken())
      graph_.spoil(p, text_.nearest(*d));
    if (inner.calls_pointer())
      graph_.call_pointer(p);
  };
  if (const auto *r = llvm::dyn_cast<clang::CXXRecordDecl>(d)) {
    const clang::CXXRecordDecl *whole = r->getDefinition();
    if (const auto *special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(r)) {
      used.use(special->getSpecializedTemplate());
      for (const clang::TemplateArgument &a : special->getTemplateArgs().asArray())
        uses.TraverseTemplateArgument(a);
    }
    if (whole != nullptr && (whole->isInvalidDecl() || text_.error_in(*whole, signature) != nullptr))
      graph_.spoil(p, text_.error_in(*whole, signature) != nullptr ? text_.error_in(*whole, signature)
                                                                   : text_.nearest(*d));
    if (whole != nullptr && !signature && pattern == d)
      traverse(whole);
    if (whole != nullptr && pattern != d) {
      for (const clang::CXXBaseSpecifier &b : whole->bases())
        uses.TraverseType(b.getType());
      for (const clang::FieldDecl *f : whole->fields()) {
        uses.TraverseType(f->getType());
        if (f->hasInClassInitializer())
          uses.TraverseStmt(f->getInClassInitializer());
      }
    }
    if (whole != nullptr && !signature && !whole->isDependentType() && whole->getDestructor() != nullptr)
      used.use(whole->getDestructor());
  } else if (const auto *v = llvm::dyn_cast<clang::VarTemplateSpecializationDecl>(d)) {
    used.use(v->getSpecializedTemplate());
    uses.TraverseType(v->getType());
    if (v->hasInit())
      uses.TraverseStmt(const_cast<clang::Expr *>(v->getInit()));
  } else {
    for (const clang::Decl *r : d->redecls())
      if (!r->isFromASTFile() || r->isInvalidDecl())
        traverse(r);
    if (const auto *f = llvm::dyn_cast<clang::FunctionDecl>(d)) {
      if (const auto *arguments = f->getTemplateSpecializationArgs())
        for (const clang::TemplateArgument &a : arguments->asArray())
          uses.TraverseTemplateArgument(a);
      if (const auto *t = f->getPrimaryTemplate(); t != nullptr && !signature)
        used.use(t);
      if (const auto *m = llvm::dyn_cast<clang::CXXMethodDecl>(f); m != nullptr && !signature)
        used.use(m->getParent());
    }
  }
  if (uses.broken())
    graph_.spoil(p, text_.nearest(*d));
}

void WholeParts::judge() {
  if (!indexed_) {
    names_.add(*text_.context().getTranslationUnitDecl(), text_);
    indexed_ = true;
  }
  while (const std::optional<unsigned> p = graph_.next())
    visit(*p);
  const std::vector<Region> &lost = text_.regions().regions();
  graph_.spread(lost.empty() ? nullptr : lost.front().error);
}

const LocalError *WholeParts::cause(const clang::Decl *d) const {
  const LocalError *all = text_.regions().everything();
  return all ? all : graph_.cause(d);
}

std::vector<const clang::FunctionDecl *> WholeParts::functions() const { return graph_.functions(); }

} // namespace lockstep::frontend
