// See whole_parts.h.
#include "frontend/broken/whole_parts.h"

#include "frontend/broken/dropped_text.h"
#include "frontend/setup/headers.h"

#include "support/sound.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
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

// Has its body been written by somebody, rather than by Clang?
bool is_parsed(const clang::Decl &d) {
  const auto *f = llvm::dyn_cast<clang::FunctionDecl>(&d);
  return !d.isImplicit() && (f == nullptr || !f->isDefaulted());
}

} // namespace

// What one declaration uses.
class Uses : public clang::RecursiveASTVisitor<Uses> {
public:
  Uses(WholeParts &whole, unsigned user, const clang::Decl *root, bool signature)
      : whole_(whole), user_(user), root_(root), signature_(signature),
        parsed_(root != nullptr && whole.written(*root) == root && is_parsed(*root)) {}
  bool broken() const { return broken_; }
  bool calls_pointer() const { return calls_pointer_; }

  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitTemplateInstantiations() const { return false; }

  // Bodies of functions within a class count where they are called.
  bool TraverseStmt(clang::Stmt *s, DataRecursionQueue *queue = nullptr) {
    return s == nullptr || left_out_.contains(s) || RecursiveASTVisitor::TraverseStmt(s, queue);
  }
  bool VisitFunctionDecl(clang::FunctionDecl *f) {
    if (f->doesThisDeclarationHaveABody() && (f != root_ || signature_))
      if (const clang::Stmt *body = f->getBody())
        left_out_.insert(body);
    return true;
  }

  bool VisitDecl(clang::Decl *d) {
    broken_ = broken_ || (d->isInvalidDecl() && !llvm::isa<clang::FunctionDecl>(d));
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *v) {
    broken_ =
        broken_ || (parsed_ && !v->isImplicit() && lacks_text(*v, whole_.log_, whole_.context_.getSourceManager()));
    return true;
  }
  bool VisitStmt(clang::Stmt *s) {
    broken_ = broken_ || (parsed_ && lacks_text(*s, whole_.log_, whole_.context_.getSourceManager()));
    return true;
  }
  bool VisitExpr(clang::Expr *e) {
    broken_ = broken_ || e->containsErrors();
    if (!e->getType().isNull())
      use_type(e->getType());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *e) {
    use(e->getFoundDecl());
    use(e->getDecl());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *e) {
    use(e->getMemberDecl());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) {
    use(e->getConstructor());
    return true;
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr *e) {
    use(e->getOperatorNew());
    use(e->getOperatorDelete());
    return true;
  }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *e) {
    use(e->getOperatorDelete());
    return true;
  }
  bool VisitOverloadExpr(clang::OverloadExpr *e) {
    whole_.use_name(e->getName(), user_);
    for (const clang::NamedDecl *d : e->decls())
      use_signature(d);
    return true;
  }
  bool VisitDependentScopeDeclRefExpr(clang::DependentScopeDeclRefExpr *e) {
    whole_.use_name(e->getDeclName(), user_);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *e) {
    const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(e);
    const clang::CXXMethodDecl *method = member != nullptr ? member->getMethodDecl() : nullptr;
    calls_pointer_ = calls_pointer_ || (method != nullptr && method->isVirtual()) ||
                     (!e->isTypeDependent() && e->getDirectCallee() == nullptr &&
                      !llvm::isa<clang::CXXPseudoDestructorExpr>(e->getCallee()->IgnoreParens()));
    return true;
  }
  // A lost operator might have been meant where the built-in one is taken now.
  bool VisitBinaryOperator(clang::BinaryOperator *e) {
    if (is_users(e->getLHS()) || is_users(e->getRHS()))
      use_operator();
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *e) {
    if (is_users(e->getSubExpr()))
      use_operator();
    return true;
  }

  bool VisitType(clang::Type *t) {
    broken_ = broken_ || t->containsErrors();
    if (const auto *alias = llvm::dyn_cast<clang::TypedefType>(t))
      use(alias->getDecl());
    else if (const auto *tag = llvm::dyn_cast<clang::TagType>(t))
      use(tag->getDecl());
    else if (const auto *with = llvm::dyn_cast<clang::UsingType>(t))
      use(with->getFoundDecl());
    else if (const auto *inner = llvm::dyn_cast<clang::InjectedClassNameType>(t))
      use(inner->getDecl());
    else if (const auto *special = llvm::dyn_cast<clang::TemplateSpecializationType>(t))
      use(special->getTemplateName().getAsTemplateDecl());
    return true;
  }
  bool VisitTypeLoc(clang::TypeLoc loc) {
    if (!loc.isNull() && !loc.getType().isNull())
      VisitType(const_cast<clang::Type *>(loc.getTypePtr()));
    return true;
  }
  bool TraverseTemplateName(clang::TemplateName name) {
    use(name.getAsTemplateDecl());
    return RecursiveASTVisitor::TraverseTemplateName(name);
  }
  bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc loc) {
    for (clang::NestedNameSpecifierLoc at = loc; at; at = at.getPrefix()) {
      const clang::NestedNameSpecifier *n = at.getNestedNameSpecifier();
      if (const clang::NamespaceAliasDecl *alias = n->getAsNamespaceAlias())
        use(alias);
      else if (const clang::NamespaceDecl *space = n->getAsNamespace())
        whole_.use_name(space->getDeclName(), user_);
    }
    return RecursiveASTVisitor::TraverseNestedNameSpecifierLoc(loc);
  }

  void use_type(clang::QualType type) {
    const clang::Type *t = type.getTypePtr();
    for (;;) {
      if (t->isPointerType() || t->isReferenceType())
        t = t->getPointeeType().getTypePtr();
      else if (t->isArrayType())
        t = t->getArrayElementTypeNoTypeQual();
      else
        break;
    }
    broken_ = broken_ || t->containsErrors();
    if (const clang::TagDecl *tag = t->getAsTagDecl())
      use(tag);
  }
  void use(const clang::Decl *d) {
    if (d != nullptr)
      whole_.use(d, user_);
  }
  void use_signature(const clang::Decl *d) {
    if (d != nullptr && !whole_.is_ours(*d))
      whole_.parts_[whole_.part(d, true)].users.push_back(user_);
  }

private:
  static bool is_users(const clang::Expr *e) {
    const clang::QualType t = e->IgnoreParenImpCasts()->getType();
    return !t.isNull() && (t->isEnumeralType() || t->isRecordType() || t->isDependentType());
  }
  void use_operator() { whole_.use_name(whole_.context_.DeclarationNames.getCXXOperatorName(clang::OO_Plus), user_); }

  WholeParts &whole_;
  unsigned user_;
  const clang::Decl *root_;
  bool signature_, parsed_;
  bool broken_ = false, calls_pointer_ = false;
  llvm::DenseSet<const clang::Stmt *> left_out_;
};

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
    if ((late || r.tokens.first <= range->last) && !support::left_out("parts.names"))
      spoil(user, r.error);
  }
  if (const auto it = named_.find(name); it != named_.end())
    for (const clang::Decl *other : it->second)
      if (const auto at = log_.near(other->getCanonicalDecl()->getBeginLoc(), context_.getSourceManager());
          other != &d && (late || !at || *at <= range->last) && !support::left_out("parts.names"))
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
    if (parts_[p].calls_pointer && parts_[p].cause == nullptr && !support::left_out("parts.pointer")) {
      parts_[p].cause = any;
      spoilt.push_back(p);
    }
  while (!spoilt.empty()) {
    const unsigned p = spoilt.back();
    spoilt.pop_back();
    for (const unsigned user : parts_[p].users)
      if (parts_[user].cause == nullptr && !support::left_out("parts.used")) {
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
