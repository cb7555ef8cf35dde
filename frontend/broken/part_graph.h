// The parts of a file with errors: which of them use which, and what spoils them. Internal to frontend/.
#pragma once

#include "frontend/broken/error_regions.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep::frontend {

class PartGraph {
public:
  struct Part {
    const clang::Decl *declaration = nullptr;
    bool signature = false; // without bodies
    const LocalError *cause = nullptr;
    bool calls_pointer = false;
    std::vector<unsigned> users;
  };

  unsigned part(const clang::Decl *d, bool signature); // made where there is none yet
  std::optional<unsigned> next();                      // one that has been made, each once; nothing: no more
  const Part &operator[](unsigned p) const { return parts_[p]; }
  void add_user(unsigned p, unsigned user);
  void spoil(unsigned p, const LocalError *cause);
  void call_pointer(unsigned p) { parts_[p].calls_pointer = true; }
  // Spoils what uses spoilt parts. `lost`: what text is lost that a pointer may lead to; null: none.
  void spread(const LocalError *lost);
  const LocalError *cause(const clang::Decl *d) const;        // null: it is whole, or no part
  std::vector<const clang::FunctionDecl *> functions() const; // with a body

private:
  std::deque<Part> parts_;
  llvm::DenseMap<std::pair<const clang::Decl *, unsigned>, unsigned> index_;
  std::vector<unsigned> todo_;
};

} // namespace lockstep::frontend
