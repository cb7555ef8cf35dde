// See broken_text.h.
#include "frontend/broken/broken_text.h"

#include "frontend/setup/headers.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

namespace lockstep::frontend {

unsigned BrokenText::prelude() const {
  unsigned n = 0;
  for (; n < log_.size(); ++n) {
    const auto file =
        sources().getFileEntryRefForID(sources().getFileID(sources().getExpansionLoc(log_.tokens()[n].at)));
    if (!file || !(file->getName().starts_with(own_header_dir) || file->getName().starts_with(clang_header_dir)))
      break;
  }
  const bool in_order = llvm::none_of(errors_, [&](const LocalError &e) { return e.token && *e.token < n; });
  return in_order ? n : 0;
}

bool BrokenText::is_ours(const clang::Decl &d) const {
  if (d.isInvalidDecl())
    return false;
  if (d.isFromASTFile())
    return true;
  const auto text = range(d);
  return text && text->last < prelude_ && !d.isTemplated() && !llvm::isa<clang::TemplateDecl>(d) && written(d) == &d;
}

const LocalError *BrokenText::nearest(const clang::Decl &d) const {
  const auto text = range(d);
  const LocalError *found = errors_.empty() ? nullptr : &errors_.front();
  for (const LocalError &e : errors_)
    if (text && e.token && *e.token <= text->last && (!found->token || *found->token <= *e.token))
      found = &e;
  return found;
}

const LocalError *BrokenText::error_in(const clang::Decl &d, bool signature) const {
  // Errors in bodies are others'.
  const bool outside = signature || llvm::isa<clang::RecordDecl, clang::TemplateDecl>(d);
  for (const clang::Decl *r : d.redecls()) {
    const auto text = range(*r);
    for (const LocalError &e : errors_) {
      if (text && e.token && text->holds(*e.token) && !(outside && regions_.in_body(e)))
        return &e;
      if (text && e.wanted && text->holds(*e.wanted) && !outside)
        return &e;
      if (llvm::any_of(e.within, [&](const clang::Decl *w) { return w->getCanonicalDecl() == &d; }))
        return &e;
    }
    if (r->isInvalidDecl())
      return nearest(d);
  }
  return nullptr;
}

const clang::Decl *written(const clang::Decl &d) {
  const clang::Decl *pattern = nullptr;
  if (const auto *f = llvm::dyn_cast<clang::FunctionDecl>(&d))
    pattern = f->getTemplateInstantiationPattern(/*ForDefinition=*/false);
  else if (const auto *r = llvm::dyn_cast<clang::CXXRecordDecl>(&d))
    pattern = r->getTemplateInstantiationPattern();
  else if (const auto *v = llvm::dyn_cast<clang::VarDecl>(&d))
    pattern = v->getTemplateInstantiationPattern();
  else if (const auto *e = llvm::dyn_cast<clang::EnumDecl>(&d))
    pattern = e->getTemplateInstantiationPattern();
  return pattern != nullptr ? pattern : &d;
}

} // namespace lockstep::frontend
