// The tokens that the parser saw, macros expanded, in their order: what an error made it skip can be looked at again.
// Internal to frontend/.
#pragma once

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <vector>

namespace lockstep::frontend {

struct LoggedToken {
  clang::SourceLocation at;
  clang::tok::TokenKind kind = clang::tok::unknown;
  const clang::IdentifierInfo *name = nullptr; // of identifiers and keywords
};

struct TokenRange { // both ends included
  unsigned first = 0, last = 0;
  bool holds(unsigned i) const { return first <= i && i <= last; }
};

class TokenLog {
public:
  void watch(clang::Preprocessor &preprocessor);
  const std::vector<LoggedToken> &tokens() const { return tokens_; }
  unsigned size() const { return static_cast<unsigned>(tokens_.size()); }
  // The token at exactly this place. Empty: not of this parse (a precompiled header's), or no token starts there.
  std::optional<unsigned> at(clang::SourceLocation place) const;
  // Likewise; and if no token starts there, the last one in front. Empty: not of this parse.
  std::optional<unsigned> near(clang::SourceLocation place, const clang::SourceManager &sources) const;
  std::optional<TokenRange> range(clang::SourceRange range, const clang::SourceManager &sources) const;
  // The bracket that closes the one at `open`; empty if none does.
  std::optional<unsigned> closing(unsigned open) const;

private:
  std::vector<LoggedToken> tokens_;
  llvm::DenseMap<clang::SourceLocation, unsigned> index_;
};

} // namespace lockstep::frontend
