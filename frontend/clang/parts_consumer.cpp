// See parts_consumer.h.
#include "frontend/clang/parts_consumer.h"

#include "support/sound.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace lockstep::frontend {

namespace {

bool is_kernel(const clang::FunctionDecl &f) {
  return f.hasAttr<clang::CUDAGlobalAttr>() || f.hasAttr<clang::OpenCLKernelAttr>();
}

support::Origin origin_of(const clang::Decl &d, const clang::ASTContext &context, const std::string &function) {
  const clang::SourceManager &sources = context.getSourceManager();
  const clang::PresumedLoc at = sources.getPresumedLoc(sources.getFileLoc(d.getLocation()));
  if (at.isInvalid())
    return {};
  return support::Origin({at.getFilename(), at.getLine(), 0}, {}, function);
}

std::string name_of(const clang::FunctionDecl &f, const clang::ASTContext &context) {
  std::string name;
  llvm::raw_string_ostream out(name);
  f.getNameForDiagnostic(out, context.getPrintingPolicy(), /*Qualified=*/true);
  return name;
}

// Kernel templates of the file that nothing has made a kernel of.
void idle_templates(const clang::DeclContext &context, std::string &names) {
  for (const clang::Decl *d : context.noload_decls()) {
    if (d->isFromASTFile())
      continue;
    if (const auto *t = llvm::dyn_cast<clang::FunctionTemplateDecl>(d)) {
      const clang::FunctionDecl *f = t->getTemplatedDecl();
      if (is_kernel(*f) && f->isThisDeclarationADefinition() && t->spec_begin() == t->spec_end())
        names += (names.empty() ? "'" : ", '") + f->getNameAsString() + "'";
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(d)) {
      idle_templates(*llvm::cast<clang::DeclContext>(d), names);
    }
  }
}

} // namespace

void PartsConsumer::Initialize(clang::ASTContext &context) {
  generator_->Initialize(context);
  adapt_->Initialize(context);
}

bool PartsConsumer::HandleTopLevelDecl(clang::DeclGroupRef group) {
  adapt_->HandleTopLevelDecl(group);
  for (clang::Decl *d : group)
    note(Kind::Top, d);
  return true;
}

void PartsConsumer::flatten(clang::Decl *d) {
  if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(d) && !d->isFromASTFile())
    for (clang::Decl *inner : llvm::cast<clang::DeclContext>(d)->noload_decls())
      flatten(inner);
  else
    note(Kind::Top, d);
}

void PartsConsumer::HandleTranslationUnit(clang::ASTContext &context) {
  std::vector<Event> raw = std::move(events_);
  events_.clear();
  for (const Event &e : raw)
    if (e.kind == Kind::Top)
      flatten(e.declaration);
    else
      events_.push_back(e);

  errors_ = file_.errors.errors(); // of the parse; more may come while declarations are loaded and code is generated
  file_.judged = errors_.size();
  const ErrorRegions regions(context, file_.log, errors_);
  WholeParts whole(context, file_.log, errors_, regions);
  const auto judged = [](const clang::Decl *d) {
    return llvm::isa<clang::FunctionDecl, clang::VarDecl, clang::TagDecl>(d) && !d->isTemplated();
  };
  for (std::size_t i = 0; i < events_.size(); ++i) // by number: what is loaded meanwhile is added at the end
    if (const clang::Decl *d = events_[i].declaration; judged(d))
      whole.add(d);
  whole.judge();

  if (context.getLangOpts().CUDA) { // while all have their bodies
    std::vector<clang::Decl *> top;
    for (const Event &e : events_)
      if (e.kind == Kind::Top)
        top.push_back(e.declaration);
    LostNames lost(context, file_.log, errors_, regions, top);
    lost.add_foreign(context, file_.foreign, top);
    file_.launches = launch_sites(context, top, lost, file_.ask);
  }
  list_broken(context, whole, regions);
  for (const clang::FunctionDecl *f : whole.functions())
    if (whole.cause(f) != nullptr)
      for (const clang::FunctionDecl *r : f->redecls())
        if (r->doesThisDeclarationHaveABody())
          const_cast<clang::FunctionDecl *>(r)->setBody(nullptr);
  engine_.Reset(/*soft=*/true);
  for (std::size_t i = 0; i < events_.size(); ++i) { // likewise
    const Event e = events_[i];
    if (!e.declaration->isInvalidDecl() && (!judged(e.declaration) || whole.cause(e.declaration) == nullptr))
      hand_on(e);
  }
  generator_->HandleTranslationUnit(context);
}

void PartsConsumer::hand_on(const Event &e) {
  switch (e.kind) {
  case Kind::Top: generator_->HandleTopLevelDecl(clang::DeclGroupRef(e.declaration)); return;
  case Kind::Inline:
    if (llvm::cast<clang::FunctionDecl>(e.declaration)->doesThisDeclarationHaveABody())
      generator_->HandleInlineFunctionDefinition(llvm::cast<clang::FunctionDecl>(e.declaration));
    return;
  case Kind::Tag: generator_->HandleTagDeclDefinition(llvm::cast<clang::TagDecl>(e.declaration)); return;
  case Kind::RequiredTag:
    generator_->HandleTagDeclRequiredDefinition(llvm::cast<clang::TagDecl>(e.declaration));
    return;
  case Kind::Member:
    generator_->HandleCXXStaticMemberVarInstantiation(llvm::cast<clang::VarDecl>(e.declaration));
    return;
  case Kind::Tentative: generator_->CompleteTentativeDefinition(llvm::cast<clang::VarDecl>(e.declaration)); return;
  case Kind::Table: generator_->HandleVTable(llvm::cast<clang::CXXRecordDecl>(e.declaration)); return;
  }
}

void PartsConsumer::list_broken(const clang::ASTContext &context, const WholeParts &whole,
                                const ErrorRegions &regions) {
  const LocalError &first = errors_.front();
  std::vector<const LocalError *> told;
  const auto tell_within = [&](const std::optional<TokenRange> &range) {
    for (const LocalError &e : errors_)
      if (range && e.token && range->holds(*e.token))
        told.push_back(&e);
  };
  const auto add = [&](std::string name, support::Origin origin, const LocalError *cause) {
    cause = cause != nullptr ? cause : &first;
    told.push_back(cause);
    file_.parts.broken.push_back({std::move(name), std::move(origin), cause->what});
  };
  const std::vector<LostKernel> lost = regions.lost_kernels();
  std::vector<const clang::FunctionDecl *> kernels;
  for (const clang::FunctionDecl *f : whole.functions())
    if (is_kernel(*f) && !f->isTemplated())
      kernels.push_back(f);
  for (const clang::FunctionDecl *f : kernels) {
    const LocalError *cause = whole.cause(f);
    const auto *defined = f->getDefinition() != nullptr ? f->getDefinition() : f;
    bool has_body = defined->doesThisDeclarationHaveABody();
    if (const clang::FunctionDecl *pattern = f->getTemplateInstantiationPattern(); pattern != nullptr && !has_body)
      has_body = pattern->isDefined();
    if (const auto range = file_.log.range(defined->getSourceRange(), context.getSourceManager()); range && !has_body)
      for (unsigned i = range->first; i <= range->last; ++i)
        has_body = has_body || file_.log.tokens()[i].kind == clang::tok::l_brace;
    if (cause != nullptr && has_body) {
      std::string name = name_of(*f, context);
      const support::Origin origin = origin_of(*defined, context, name);
      add(std::move(name), origin, cause);
      tell_within(file_.log.range(defined->getSourceRange(), context.getSourceManager()));
      if (const clang::FunctionDecl *pattern = f->getTemplateInstantiationPattern())
        tell_within(file_.log.range(pattern->getSourceRange(), context.getSourceManager()));
    }
  }
  for (const LostKernel &l : lost)
    if (llvm::none_of(file_.parts.broken, [&](const Broken &b) { return b.name == l.name; })) {
      const clang::SourceManager &sources = context.getSourceManager();
      const clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(file_.log.tokens()[l.token].at));
      add(l.name, support::Origin({at.getFilename(), at.getLine(), 0}, {}, l.name), regions.error_at(l.token));
    }
  tell(context, told);
}

// What no kernel's result says. Sound because what no kernel names is left out of no kernel; a template of which only
// lost code would have made a kernel is named.
void PartsConsumer::tell(const clang::ASTContext &context, const std::vector<const LocalError *> &told) {
  if (support::left_out("compile.host_code"))
    return;
  const LocalError *first = nullptr;
  std::size_t count = 0;
  for (const LocalError &e : errors_)
    if (!llvm::is_contained(told, &e)) {
      first = first != nullptr ? first : &e;
      ++count;
    }
  std::string idle;
  idle_templates(*context.getTranslationUnitDecl(), idle);
  if (first != nullptr)
    file_.diags.warning(first->what.origin, "code that no other kernel uses does not compile and is left out (" +
                                                first->what.message +
                                                (count > 1 ? "; " + std::to_string(count - 1) + " more)" : ")"));
  if (!idle.empty())
    file_.diags.warning({}, "kernel templates that nothing which compiles instantiates are not checked: " + idle);
}

} // namespace lockstep::frontend
