// See whole_parts.h.
#include "frontend/broken/whole_parts.h"

#include "frontend/broken/uses.h"
#include "frontend/setup/headers.h"

#include "support/sound.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

namespace lockstep::frontend {

namespace {

bool at_namespace_level(const clang::Decl &d) {
  return d.getDeclContext() != nullptr && d.getDeclContext()->getRedeclContext()->isFileContext();
}

bool on_device(const clang::Decl &d) {
  const auto *f = llvm::dyn_cast<clang::FunctionDecl>(&d);
  return f != nullptr && (!f->getASTContext().getLangOpts().CUDA || f->hasAttr<clang::CUDADeviceAttr>() ||
                          f->hasAttr<clang::CUDAGlobalAttr>());
}

} // namespace

unsigned WholeParts::prelude() const {
  const clang::SourceManager &sources = context_.getSourceManager();
  unsigned n = 0;
  for (; n < log_.size(); ++n) {
    const auto file = sources.getFileEntryRefForID(sources.getFileID(sources.getExpansionLoc(log_.tokens()[n].at)));
    if (!file || !(file->getName().starts_with(own_header_dir) || file->getName().starts_with(clang_header_dir)))
      break;
  }
  const bool in_order = llvm::none_of(errors_, [&](const LocalError &e) { return e.token && *e.token < n; });
  return in_order ? n : 0;
}

bool WholeParts::is_ours(const clang::Decl &d) const {
  if (d.isInvalidDecl())
    return false;
  if (d.isFromASTFile())
    return true;
  const auto range = log_.range(d.getSourceRange(), context_.getSourceManager());
  return range && range->last < prelude_ && !d.isTemplated() && !llvm::isa<clang::TemplateDecl>(d) && written(d) == &d;
}

unsigned WholeParts::part(const clang::Decl *d, bool signature) {
  d = d->getCanonicalDecl();
  const auto [it, fresh] = index_.try_emplace({d, signature}, static_cast<unsigned>(parts_.size()));
  if (fresh) {
    parts_.push_back({.declaration = d, .signature = signature});
    todo_.push_back(it->second);
  }
  return it->second;
}

void WholeParts::add(const clang::Decl *d) {
  if (!is_ours(*d))
    part(d, false);
}

void WholeParts::use(const clang::Decl *d, unsigned user) {
  if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(d); named != nullptr && at_namespace_level(*d))
    use_name(named->getDeclName(), user);
  if (const auto *shadow = llvm::dyn_cast<clang::UsingShadowDecl>(d))
    return use(shadow->getTargetDecl(), user);
  if (is_ours(*d))
    return;
  if (const auto *constant = llvm::dyn_cast<clang::EnumConstantDecl>(d))
    d = llvm::cast<clang::Decl>(constant->getDeclContext());
  // Locals and parameters are part of their function.
  if (d->getParentFunctionOrMethod() != nullptr &&
      !llvm::isa<clang::FunctionDecl, clang::TagDecl, clang::TypedefNameDecl>(d))
    return;
  if (llvm::isa<clang::TemplateTypeParmDecl, clang::NonTypeTemplateParmDecl, clang::TemplateTemplateParmDecl,
                clang::FieldDecl, clang::IndirectFieldDecl>(d))
    return;
  std::vector<unsigned> &users = parts_[part(d, false)].users;
  if (users.empty() || users.back() != user)
    users.push_back(user);
}

// Names that lost text might have declared, and the signatures of all others that the file declares.
void WholeParts::use_name(clang::DeclarationName name, unsigned user) {
  if (!name)
    return;
  const clang::Decl &d = *parts_[user].declaration;
  const auto range = log_.range(d.getSourceRange(), context_.getSourceManager());
  const bool late = !range || looked_up_late(d);
  for (const Region &r : regions_.regions()) {
    const bool lost = name.getNameKind() == clang::DeclarationName::CXXOperatorName
                          ? r.operators
                          : r.names.count(name.getAsIdentifierInfo()) != 0;
    if (!lost || parts_[user].cause != nullptr)
      continue;
    if (support::unsound("parts.names", late || r.tokens.first <= range->last))
      spoil(user, r.error);
  }
  if (const auto it = named_.find(name); it != named_.end())
    for (const clang::Decl *other : it->second)
      if (const auto at = log_.near(other->getCanonicalDecl()->getBeginLoc(), context_.getSourceManager());
          support::unsound("parts.names", other != &d && (late || !at || *at <= range->last)))
        if (std::vector<unsigned> &users = parts_[part(other, true)].users; users.empty() || users.back() != user)
          users.push_back(user);
}

// All that the text names: the syntax tree may have lost what is not valid.
void WholeParts::use_text(const clang::Decl &d, bool signature, unsigned user) {
  for (const clang::Decl *r : d.redecls()) {
    const auto text = log_.range(r->getSourceRange(), context_.getSourceManager());
    if (!text)
      continue;
    std::vector<TokenRange> left_out;
    if (signature || llvm::isa<clang::RecordDecl, clang::TemplateDecl>(r))
      for (const TokenRange &body : regions_.bodies())
        if (text->holds(body.first))
          left_out.push_back(body);
    const auto &tokens = log_.tokens();
    for (unsigned i = text->first; i <= text->last; ++i) {
      const bool member =
          i > text->first && (tokens[i - 1].kind == clang::tok::period || tokens[i - 1].kind == clang::tok::arrow);
      if (tokens[i].kind == clang::tok::identifier && !member &&
          llvm::none_of(left_out, [&](const TokenRange &body) { return body.holds(i); }))
        use_name(tokens[i].name, user);
    }
  }
}

bool WholeParts::looked_up_late(const clang::Decl &d) const {
  return d.isTemplated() || llvm::isa<clang::TemplateDecl, clang::RecordDecl>(d) || written(d) != &d ||
         d.getDeclContext()->isRecord();
}

const clang::Decl *WholeParts::written(const clang::Decl &d) const {
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

// What to name where no error stands in the text itself: the last one in front of its end.
const LocalError *WholeParts::nearest(const clang::Decl &d) const {
  const auto range = log_.range(d.getSourceRange(), context_.getSourceManager());
  const LocalError *found = errors_.empty() ? nullptr : &errors_.front();
  for (const LocalError &e : errors_)
    if (range && e.token && *e.token <= range->last && (!found->token || *found->token <= *e.token))
      found = &e;
  return found;
}

// An error in the text of the declaration, any of its redeclarations included.
const LocalError *WholeParts::error_in(const clang::Decl &d, bool signature) const {
  // Errors in bodies are others'.
  const bool outside = signature || llvm::isa<clang::RecordDecl, clang::TemplateDecl>(d);
  for (const clang::Decl *r : d.redecls()) {
    const auto range = log_.range(r->getSourceRange(), context_.getSourceManager());
    for (const LocalError &e : errors_) {
      if (range && e.token && range->holds(*e.token) && !(outside && regions_.in_body(e)))
        return &e;
      if (range && e.wanted && range->holds(*e.wanted) && !outside)
        return &e;
      if (llvm::any_of(e.within, [&](const clang::Decl *w) { return w->getCanonicalDecl() == &d; }))
        return &e;
    }
    if (r->isInvalidDecl())
      return nearest(d);
  }
  return nullptr;
}

void WholeParts::spoil(unsigned p, const LocalError *cause) {
  if (parts_[p].cause == nullptr)
    parts_[p].cause = cause;
}

void WholeParts::visit(unsigned p) {
  const clang::Decl *d = parts_[p].declaration;
  const bool signature = parts_[p].signature;
  if (const LocalError *e = error_in(*d, signature))
    spoil(p, e);
  const clang::Decl *pattern = written(*d);
  if (pattern != d)
    use(pattern, p);
  use_text(*d, signature, p);
  Uses uses(*this, p, nullptr, signature);
  const auto traverse = [&](const clang::Decl *what) {
    Uses inner(*this, p, what, signature);
    inner.TraverseDecl(const_cast<clang::Decl *>(what));
    if (inner.broken())
      spoil(p, nearest(*d));
    parts_[p].calls_pointer = parts_[p].calls_pointer || inner.calls_pointer();
  };
  if (const auto *r = llvm::dyn_cast<clang::CXXRecordDecl>(d)) {
    const clang::CXXRecordDecl *whole = r->getDefinition();
    if (const auto *special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(r)) {
      use(special->getSpecializedTemplate(), p);
      for (const clang::TemplateArgument &a : special->getTemplateArgs().asArray())
        uses.TraverseTemplateArgument(a);
    }
    if (whole != nullptr && (whole->isInvalidDecl() || error_in(*whole, signature) != nullptr))
      spoil(p, error_in(*whole, signature) != nullptr ? error_in(*whole, signature) : nearest(*d));
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
      use(whole->getDestructor(), p);
  } else if (const auto *v = llvm::dyn_cast<clang::VarTemplateSpecializationDecl>(d)) {
    use(v->getSpecializedTemplate(), p);
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
        use(t, p);
      if (const auto *m = llvm::dyn_cast<clang::CXXMethodDecl>(f); m != nullptr && !signature)
        use(m->getParent(), p);
    }
  }
  if (uses.broken())
    spoil(p, nearest(*d));
}

// What the file itself declares at namespace level, by name.
void WholeParts::index_names(const clang::DeclContext &context) {
  for (const clang::Decl *d : context.noload_decls()) {
    if (is_ours(*d))
      continue;
    const auto *named = llvm::dyn_cast<clang::NamedDecl>(d);
    if (named != nullptr && named->getDeclName() && !llvm::isa<clang::NamespaceDecl>(d))
      named_[named->getDeclName()].push_back(d);
    const auto *inner = llvm::dyn_cast<clang::DeclContext>(d);
    if (inner != nullptr && llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(d))
      index_names(*inner);
  }
}

void WholeParts::judge() {
  if (!indexed_) {
    index_names(*context_.getTranslationUnitDecl());
    indexed_ = true;
  }
  while (!todo_.empty()) {
    const unsigned p = todo_.back();
    todo_.pop_back();
    visit(p);
  }
  std::vector<unsigned> spoilt;
  const LocalError *any = nullptr; // in code that a pointer may lead to
  for (unsigned p = 0; p < parts_.size(); ++p)
    if (parts_[p].cause != nullptr) {
      spoilt.push_back(p);
      if (any == nullptr && on_device(*parts_[p].declaration))
        any = parts_[p].cause;
    }
  if (!regions_.regions().empty())
    any = regions_.regions().front().error;
  for (unsigned p = 0; p < parts_.size() && any != nullptr; ++p)
    if (support::unsound("parts.pointer", parts_[p].calls_pointer && parts_[p].cause == nullptr)) {
      parts_[p].cause = any;
      spoilt.push_back(p);
    }
  while (!spoilt.empty()) {
    const unsigned p = spoilt.back();
    spoilt.pop_back();
    for (const unsigned user : parts_[p].users)
      if (support::unsound("parts.used", parts_[user].cause == nullptr)) {
        parts_[user].cause = parts_[p].cause;
        spoilt.push_back(user);
      }
  }
}

const LocalError *WholeParts::cause(const clang::Decl *d) const {
  if (const LocalError *all = regions_.everything())
    return all;
  const auto it = index_.find({d->getCanonicalDecl(), 0U});
  return it == index_.end() ? nullptr : parts_[it->second].cause;
}

std::vector<const clang::FunctionDecl *> WholeParts::functions() const {
  std::vector<const clang::FunctionDecl *> out;
  for (const Part &p : parts_)
    if (const auto *f = llvm::dyn_cast<clang::FunctionDecl>(p.declaration); f != nullptr && !p.signature)
      out.push_back(f);
  return out;
}

} // namespace lockstep::frontend
