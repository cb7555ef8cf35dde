// See token_log.h.
#include "frontend/broken/token_log.h"

namespace lockstep::frontend {

void TokenLog::watch(clang::Preprocessor &preprocessor) {
  preprocessor.setTokenWatcher([this](const clang::Token &t) {
    if (t.isAnnotation() || t.is(clang::tok::eof))
      return;
    index_.try_emplace(t.getLocation(), size());
    tokens_.push_back({t.getLocation(), t.getKind(), t.getIdentifierInfo()});
  });
}

std::optional<unsigned> TokenLog::at(clang::SourceLocation place) const {
  const auto it = index_.find(place);
  return it == index_.end() ? std::nullopt : std::optional(it->second);
}

std::optional<unsigned> TokenLog::near(clang::SourceLocation place, const clang::SourceManager &sources) const {
  if (const auto exact = at(place))
    return exact;
  if (place.isInvalid() || sources.isLoadedSourceLocation(place) || tokens_.empty())
    return std::nullopt;
  const clang::SourceLocation expanded = sources.getExpansionLoc(place);
  unsigned low = 0, high = size(); // the first token behind `place`
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (sources.isBeforeInTranslationUnit(expanded, sources.getExpansionLoc(tokens_[middle].at)))
      high = middle;
    else
      low = middle + 1;
  }
  return low == 0 ? 0 : low - 1;
}

std::optional<TokenRange> TokenLog::range(clang::SourceRange range, const clang::SourceManager &sources) const {
  const auto first = near(range.getBegin(), sources), last = near(range.getEnd(), sources);
  if (!first || !last || *last < *first)
    return std::nullopt;
  return TokenRange{*first, *last};
}

std::optional<unsigned> TokenLog::closing(unsigned open) const {
  const clang::tok::TokenKind in = tokens_[open].kind;
  const clang::tok::TokenKind out = in == clang::tok::l_brace   ? clang::tok::r_brace
                                    : in == clang::tok::l_paren ? clang::tok::r_paren
                                                                : clang::tok::r_square;
  int depth = 0;
  for (unsigned i = open; i < size(); ++i) {
    depth += (tokens_[i].kind == in) - (tokens_[i].kind == out);
    if (depth == 0)
      return i;
  }
  return std::nullopt;
}

} // namespace lockstep::frontend
