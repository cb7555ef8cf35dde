// See part_graph.h.
#include "frontend/broken/part_graph.h"

#include "support/sound.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

namespace lockstep::frontend {

namespace {

bool on_device(const clang::Decl &d) {
  const auto *f = llvm::dyn_cast<clang::FunctionDecl>(&d);
  return f != nullptr && (!f->getASTContext().getLangOpts().CUDA || f->hasAttr<clang::CUDADeviceAttr>() ||
                          f->hasAttr<clang::CUDAGlobalAttr>());
}

} // namespace

unsigned PartGraph::part(const clang::Decl *d, bool signature) {
  d = d->getCanonicalDecl();
  const auto [it, fresh] = index_.try_emplace({d, signature}, static_cast<unsigned>(parts_.size()));
  if (fresh) {
    parts_.push_back({.declaration = d, .signature = signature});
    todo_.push_back(it->second);
  }
  return it->second;
}

std::optional<unsigned> PartGraph::next() {
  if (todo_.empty())
    return std::nullopt;
  const unsigned p = todo_.back();
  todo_.pop_back();
  return p;
}

void PartGraph::add_user(unsigned p, unsigned user) {
  if (std::vector<unsigned> &users = parts_[p].users; users.empty() || users.back() != user)
    users.push_back(user);
}

void PartGraph::spoil(unsigned p, const LocalError *cause) {
  if (parts_[p].cause == nullptr)
    parts_[p].cause = cause;
}

void PartGraph::spread(const LocalError *lost) {
  std::vector<unsigned> spoilt;
  const LocalError *any = nullptr; // in code that a pointer may lead to
  for (unsigned p = 0; p < parts_.size(); ++p)
    if (parts_[p].cause != nullptr) {
      spoilt.push_back(p);
      if (any == nullptr && on_device(*parts_[p].declaration))
        any = parts_[p].cause;
    }
  if (lost != nullptr)
    any = lost;
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

const LocalError *PartGraph::cause(const clang::Decl *d) const {
  const auto it = index_.find({d->getCanonicalDecl(), 0U});
  return it == index_.end() ? nullptr : parts_[it->second].cause;
}

std::vector<const clang::FunctionDecl *> PartGraph::functions() const {
  std::vector<const clang::FunctionDecl *> out;
  for (const Part &p : parts_)
    if (const auto *f = llvm::dyn_cast<clang::FunctionDecl>(p.declaration); f != nullptr && !p.signature)
      out.push_back(f);
  return out;
}

} // namespace lockstep::frontend
