// See error_regions.h.
#include "frontend/broken/error_regions.h"

#include "support/sound.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace lockstep::frontend {

namespace {

namespace tok = clang::tok;

bool is_scope(const clang::Decl &d) {
  const auto *linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(&d);
  return llvm::isa<clang::NamespaceDecl>(d) || (linkage && linkage->hasBraces());
}

// Two of these in a row are a type and a name, which no expression and no declarator in brackets has.
bool is_word(const LoggedToken &t) { return t.name != nullptr && t.kind != tok::kw_operator; }

} // namespace

ErrorRegions::ErrorRegions(const clang::ASTContext &context, const TokenLog &log, const std::vector<LocalError> &errors)
    : context_(context), log_(log) {
  find_bodies(*context.getTranslationUnitDecl());
  for (const LocalError &e : errors) {
    if (e.everything) {
      everything_ = everything_ != nullptr ? everything_ : &e;
      continue;
    }
    if (e.token) {
      place(e);
      continue;
    }
    // In a header of ours: whoever uses the same templates may have lost something, too.
    Region region{{0, 0}, &e, {}, true};
    for (const clang::Decl *d : e.within)
      for (; d != nullptr; d = llvm::dyn_cast_or_null<clang::Decl>(d->getDeclContext()))
        if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(d);
            named != nullptr && !llvm::isa<clang::NamespaceDecl>(d) && named->getIdentifier() != nullptr)
          region.names.insert(named->getIdentifier());
    regions_.push_back(std::move(region));
  }
}

void ErrorRegions::find_bodies(const clang::DeclContext &context) {
  for (const clang::Decl *d : context.noload_decls()) {
    if (d->isFromASTFile())
      continue;
    const clang::FunctionDecl *f = d->getAsFunction();
    if (const clang::Stmt *body = f != nullptr && f->doesThisDeclarationHaveABody() ? f->getBody() : nullptr) {
      const auto range = log_.range(body->getSourceRange(), context_.getSourceManager());
      if (range && log_.tokens()[range->first].kind == tok::l_brace && log_.closing(range->first) == range->last)
        bodies_.push_back(*range);
    }
    const auto *record = llvm::dyn_cast<clang::ClassTemplateDecl>(d);
    if (record != nullptr)
      find_bodies(*record->getTemplatedDecl());
    else if (const auto *inner = llvm::dyn_cast<clang::DeclContext>(d); inner != nullptr && f == nullptr)
      find_bodies(*inner);
  }
}

ErrorRegions::Level ErrorRegions::level_of(const clang::DeclContext &context, TokenRange tokens) const {
  Level level{tokens, {}};
  for (const clang::Decl *d : context.noload_decls()) {
    if (d->isFromASTFile() || d->isImplicit())
      continue;
    if (const auto range = log_.range(d->getSourceRange(), context_.getSourceManager()))
      level.items.push_back({*range, d});
  }
  return level;
}

void ErrorRegions::place(const LocalError &error) {
  const unsigned t = *error.token;
  for (const TokenRange &body : bodies_) {
    if (!body.holds(t))
      continue;
    bool swallowed = error.misplaced_body;
    for (unsigned i = body.first; i <= body.last; ++i)
      swallowed = swallowed || marks_kernel(i);
    if (!swallowed) {
      in_body_.insert(&error);
      body_errors_.emplace(t, &error);
      return;
    }
  }
  if (error.assertion) {
    everything_ = everything_ != nullptr ? everything_ : &error;
    return;
  }
  Level level = level_of(*context_.getTranslationUnitDecl(), {0, log_.size() - 1});
  for (bool deeper = true; deeper;) {
    deeper = false;
    for (const Item &item : level.items)
      if (is_scope(*item.declaration) && item.tokens.holds(t)) {
        unsigned brace = item.tokens.first;
        while (brace < item.tokens.last && log_.tokens()[brace].kind != tok::l_brace)
          ++brace;
        if (t <= brace)
          continue;
        level = level_of(*llvm::cast<clang::DeclContext>(item.declaration), {brace + 1, item.tokens.last});
        deeper = true;
        break;
      }
  }
  TokenRange region = level.tokens;
  for (const Item &item : level.items)
    if (item.tokens.last < t)
      region.first = std::max(region.first, item.tokens.last + 1);
    else if (item.tokens.first > t)
      region.last = std::min(region.last, item.tokens.first - 1);
  const auto kind = [&](unsigned i) { return i < log_.size() ? log_.tokens()[i].kind : tok::semi; };
  for (const Item &item : level.items)
    // Also one that goes on where Clang has given up: `int n = nothing;` ends at the name then.
    if (item.tokens.holds(t) || (item.tokens.last + 1 == region.first && kind(item.tokens.last) != tok::r_brace &&
                                 kind(region.first) != tok::semi)) {
      region.first = std::min(region.first, item.tokens.first);
      region.last = std::max(region.last, item.tokens.last);
    }
  region.last = std::max(region.first, region.last);
  add_region(error, region);
}

void ErrorRegions::add_region(const LocalError &error, TokenRange tokens) {
  for (const Region &r : regions_)
    if (r.tokens.first == tokens.first && r.tokens.last == tokens.last)
      return;
  Region region{tokens, &error, {}, false};
  add_names(region, tokens.first, tokens.last);
  regions_.push_back(std::move(region));
}

void ErrorRegions::add_all_names(Region &region, unsigned first, unsigned last) {
  for (unsigned i = first; i <= last && i < log_.size(); ++i) {
    const LoggedToken &t = log_.tokens()[i];
    if (t.kind == tok::identifier)
      region.names.insert(t.name);
    region.operators = region.operators || t.kind == tok::kw_operator;
  }
}

// Parameters or arguments, which declare nothing outside: they hold a comma, or a type and a name. What looks like
// `(name)` or `(*name)` may be a declarator.
bool ErrorRegions::is_parameters(unsigned open, unsigned close) const {
  const auto &tokens = log_.tokens();
  const bool named = open > 0 && tokens[open - 1].kind == tok::identifier;
  const bool of_operator = open > 1 && (tokens[open - 2].kind == tok::kw_operator ||
                                        (open > 2 && tokens[open - 3].kind == tok::kw_operator));
  if (!named && !of_operator)
    return false;
  for (unsigned i = open + 1; i < close; ++i)
    if (tokens[i].kind == tok::comma || (is_word(tokens[i]) && is_word(tokens[i - 1])))
      return true;
  return close == open + 1;
}

// A name in front of another word, of `*` or of `&` is the type of what follows, unless a class is declared by it.
bool ErrorRegions::is_type(unsigned i, unsigned first) const {
  const auto &tokens = log_.tokens();
  if (i + 1 >= log_.size())
    return false;
  if (i > first)
    switch (tokens[i - 1].kind) {
    case tok::kw_class:
    case tok::kw_struct:
    case tok::kw_union:
    case tok::kw_enum:
    case tok::kw_namespace:
    case tok::kw_using: return false;
    default: break;
    }
  const LoggedToken &next = tokens[i + 1];
  const bool attribute = next.kind == tok::kw___attribute || next.kind == tok::kw_asm || next.kind == tok::kw_alignas ||
                         (next.name != nullptr && next.name->isStr("final"));
  return (is_word(next) && !attribute) || next.kind == tok::star || next.kind == tok::amp || next.kind == tok::ampamp;
}

// Sound because a name that is declared at this level stands outside of the braces of bodies and of parameter lists, or
// within those of a namespace, of an enumeration or, behind `friend`, of a class; if a bracket is open, everything
// counts.
void ErrorRegions::add_names(Region &region, unsigned first, unsigned last) {
  const auto &tokens = log_.tokens();
  bool scope = false, enumeration = false;
  for (unsigned i = first; i <= last && i < log_.size(); ++i) {
    const LoggedToken &t = tokens[i];
    switch (t.kind) {
    case tok::kw_namespace: {
      scope = true;
      // A directive may let in any name of a namespace that is known.
      const bool directive = i > 0 && tokens[i - 1].kind == tok::kw_using && i + 1 < log_.size();
      if (directive && tokens[i + 1].name != nullptr &&
          !context_.getTranslationUnitDecl()->lookup(tokens[i + 1].name).empty())
        everything_ = everything_ != nullptr ? everything_ : region.error;
      break;
    }
    case tok::string_literal: scope = scope || (i > first && tokens[i - 1].kind == tok::kw_extern); break;
    case tok::kw_enum: enumeration = true; break;
    case tok::kw_operator: region.operators = true; break;
    case tok::identifier:
      if (support::unsound("regions.lost", !is_type(i, first)))
        region.names.insert(t.name);
      break;
    case tok::kw___attribute:
      if (i + 1 <= last && tokens[i + 1].kind == tok::l_paren)
        i = std::min(last, log_.closing(i + 1).value_or(i));
      break;
    case tok::semi: scope = enumeration = false; break;
    case tok::r_brace:
    case tok::r_paren: // closes what this region does not open
      add_all_names(region, first, last);
      return;
    case tok::l_paren:
    case tok::l_brace: {
      const auto close = log_.closing(i);
      if (!close || *close > last) {
        add_all_names(region, first, last);
        return;
      }
      if (t.kind == tok::l_paren ? !is_parameters(i, *close) : enumeration)
        add_all_names(region, i, *close);
      for (unsigned j = i; j < *close && t.kind == tok::l_brace; ++j)
        if (tokens[j].kind == tok::kw_friend) {
          const unsigned begin = j + 1;
          while (j < *close && tokens[j].kind != tok::semi && tokens[j].kind != tok::l_brace)
            ++j;
          add_all_names(region, begin, j);
        }
      if (t.kind == tok::l_brace && scope && *close > i + 1)
        add_names(region, i + 1, *close - 1);
      if (t.kind == tok::l_brace)
        scope = enumeration = false;
      i = *close;
      break;
    }
    default: break;
    }
  }
}

// --- kernels ---------------------------------------------------------------------------------------------------------
bool ErrorRegions::marks_kernel(unsigned i) const {
  const auto &tokens = log_.tokens();
  if (tokens[i].kind == tok::kw___kernel)
    return true;
  return context_.getLangOpts().CUDA && i >= 3 && tokens[i].name != nullptr && tokens[i].name->isStr("global") &&
         tokens[i - 1].kind == tok::l_paren && tokens[i - 2].kind == tok::l_paren &&
         tokens[i - 3].kind == tok::kw___attribute;
}

std::vector<LostKernel> ErrorRegions::lost_kernels() const {
  std::set<unsigned> known; // names of kernels that Clang has
  const auto note = [&](const auto &self, const clang::DeclContext &context) -> void {
    for (const clang::Decl *d : context.noload_decls()) {
      if (d->isFromASTFile())
        continue;
      const clang::FunctionDecl *f = d->getAsFunction();
      if (f != nullptr && (f->hasAttr<clang::CUDAGlobalAttr>() || f->hasAttr<clang::OpenCLKernelAttr>())) {
        if (const auto at = log_.near(f->getLocation(), context_.getSourceManager()))
          known.insert(*at);
      } else if (const auto *inner = llvm::dyn_cast<clang::DeclContext>(d); inner != nullptr && f == nullptr) {
        self(self, *inner);
      }
    }
  };
  note(note, *context_.getTranslationUnitDecl());
  const auto &tokens = log_.tokens();
  std::vector<LostKernel> lost;
  for (unsigned i = 0; i < log_.size(); ++i) {
    if (!marks_kernel(i))
      continue;
    unsigned name = 0, j = i + 1;
    for (; j < log_.size(); ++j) { // up to the parameters
      const tok::TokenKind kind = tokens[j].kind;
      if (kind == tok::semi || kind == tok::l_brace || kind == tok::r_brace)
        break;
      if (kind == tok::kw___attribute && j + 1 < log_.size() && tokens[j + 1].kind == tok::l_paren) {
        j = log_.closing(j + 1).value_or(log_.size());
        continue;
      }
      if (kind == tok::l_paren && name != 0)
        break;
      if (kind == tok::identifier)
        name = j;
    }
    if (name == 0 || j >= log_.size() || tokens[j].kind != tok::l_paren || known.count(name) != 0)
      continue;
    unsigned body = log_.closing(j).value_or(log_.size() - 1);
    while (body < log_.size() && tokens[body].kind != tok::semi && tokens[body].kind != tok::l_brace)
      ++body;
    if (body == log_.size() || tokens[body].kind == tok::l_brace)
      lost.push_back({tokens[name].name->getName().str(), name});
  }
  return lost;
}

const LocalError *ErrorRegions::error_at(unsigned token) const {
  for (const Region &r : regions_)
    if (r.tokens.holds(token))
      return r.error;
  return nullptr;
}

} // namespace lockstep::frontend
