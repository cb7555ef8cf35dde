// See part_uses.h.
#include "frontend/broken/part_uses.h"

#include "support/sound.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

#include <vector>

namespace lockstep::frontend {

namespace {

bool at_namespace_level(const clang::Decl &d) {
  return d.getDeclContext() != nullptr && d.getDeclContext()->getRedeclContext()->isFileContext();
}

bool looked_up_late(const clang::Decl &d) {
  return d.isTemplated() || llvm::isa<clang::TemplateDecl, clang::RecordDecl>(d) || written(d) != &d ||
         d.getDeclContext()->isRecord();
}

} // namespace

void DeclaredNames::add(const clang::DeclContext &context, const BrokenText &text) {
  for (const clang::Decl *d : context.noload_decls()) {
    if (text.is_ours(*d))
      continue;
    const auto *named = llvm::dyn_cast<clang::NamedDecl>(d);
    if (named != nullptr && named->getDeclName() && !llvm::isa<clang::NamespaceDecl>(d))
      named_[named->getDeclName()].push_back(d);
    const auto *inner = llvm::dyn_cast<clang::DeclContext>(d);
    if (inner != nullptr && llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(d))
      add(*inner, text);
  }
}

llvm::ArrayRef<const clang::Decl *> DeclaredNames::of(clang::DeclarationName name) const {
  const auto it = named_.find(name);
  if (it == named_.end())
    return {};
  return it->second;
}

void PartUses::use(const clang::Decl *d) {
  if (d == nullptr)
    return;
  if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(d); named != nullptr && at_namespace_level(*d))
    use_name(named->getDeclName());
  if (const auto *shadow = llvm::dyn_cast<clang::UsingShadowDecl>(d))
    return use(shadow->getTargetDecl());
  if (text_.is_ours(*d))
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
  graph_.add_user(graph_.part(d, false), user_);
}

void PartUses::use_signature(const clang::Decl *d) {
  if (d != nullptr && !text_.is_ours(*d))
    graph_.add_user(graph_.part(d, true), user_);
}

void PartUses::use_name(clang::DeclarationName name) {
  if (!name)
    return;
  const clang::Decl &d = *graph_[user_].declaration;
  const auto range = text_.range(d);
  const bool late = !range || looked_up_late(d);
  for (const Region &r : text_.regions().regions()) {
    const bool lost = name.getNameKind() == clang::DeclarationName::CXXOperatorName
                          ? r.operators
                          : r.names.count(name.getAsIdentifierInfo()) != 0;
    if (!lost || graph_[user_].cause != nullptr)
      continue;
    if (support::unsound("parts.names", late || r.tokens.first <= range->last))
      graph_.spoil(user_, r.error);
  }
  for (const clang::Decl *other : names_.of(name))
    if (const auto at = text_.log().near(other->getCanonicalDecl()->getBeginLoc(), text_.sources());
        support::unsound("parts.names", other != &d && (late || !at || *at <= range->last)))
      graph_.add_user(graph_.part(other, true), user_);
}

void PartUses::use_text(const clang::Decl &d, bool signature) {
  for (const clang::Decl *r : d.redecls()) {
    const auto text = text_.range(*r);
    if (!text)
      continue;
    std::vector<TokenRange> left_out;
    if (signature || llvm::isa<clang::RecordDecl, clang::TemplateDecl>(r))
      for (const TokenRange &body : text_.regions().bodies())
        if (text->holds(body.first))
          left_out.push_back(body);
    const auto &tokens = text_.log().tokens();
    for (unsigned i = text->first; i <= text->last; ++i) {
      const bool member =
          i > text->first && (tokens[i - 1].kind == clang::tok::period || tokens[i - 1].kind == clang::tok::arrow);
      if (tokens[i].kind == clang::tok::identifier && !member &&
          llvm::none_of(left_out, [&](const TokenRange &body) { return body.holds(i); }))
        use_name(tokens[i].name);
    }
  }
}

} // namespace lockstep::frontend
