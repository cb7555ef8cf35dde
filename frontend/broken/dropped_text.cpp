// See dropped_text.h.
#include "frontend/broken/dropped_text.h"

namespace lockstep::frontend {
namespace {

namespace tok = clang::tok;

class Text {
public:
  Text(const TokenLog &log, const clang::SourceManager &sources) : log_(log), sources_(sources) {}

  bool lacks(const clang::CompoundStmt &block) const {
    const auto whole = log_.range(block.getSourceRange(), sources_);
    if (!whole || kind(whole->first) != tok::l_brace || log_.closing(whole->first) != whole->last)
      return true;
    unsigned next = whole->first + 1;
    for (const clang::Stmt *s : block.body()) {
      const auto range = s != nullptr ? log_.range(s->getSourceRange(), sources_) : std::nullopt;
      if (!range || !only_punctuation(next, range->first))
        return true;
      next = std::max(next, range->last + 1);
    }
    return !only_punctuation(next, whole->last);
  }

  bool lacks(const clang::ForStmt &loop) const {
    const auto open = log_.near(loop.getLParenLoc(), sources_);
    const auto close = open && kind(*open) == tok::l_paren ? log_.closing(*open) : std::nullopt;
    if (!close || loop.getBody() == nullptr)
      return true;
    bool has[3] = {false, false, false};
    unsigned part = 0;
    for (unsigned i = *open + 1; i < *close && part < 3; ++i) {
      if (kind(i) == tok::semi) {
        ++part;
        continue;
      }
      has[part] = true;
      if (kind(i) == tok::l_paren || kind(i) == tok::l_brace || kind(i) == tok::l_square)
        i = log_.closing(i).value_or(i);
    }
    return part != 2 || (has[0] && loop.getInit() == nullptr) || (has[1] && loop.getCond() == nullptr) ||
           (has[2] && loop.getInc() == nullptr);
  }

  bool lacks(const clang::NullStmt &s) const {
    const auto at = log_.near(s.getSemiLoc(), sources_);
    return !at || kind(*at) != tok::semi;
  }

private:
  tok::TokenKind kind(unsigned i) const { return log_.tokens()[i].kind; }
  bool only_punctuation(unsigned first, unsigned end) const {
    for (unsigned i = first; i < end; ++i) {
      const bool attribute = kind(i) == tok::kw___attribute && i + 1 < end;
      if (attribute || (kind(i) == tok::l_square && i + 1 < end && kind(i + 1) == tok::l_square))
        i = log_.closing(attribute ? i + 1 : i).value_or(end);
      else if (kind(i) != tok::semi && kind(i) != tok::kw___extension__)
        return false;
    }
    return true;
  }
  const TokenLog &log_;
  const clang::SourceManager &sources_;
};

} // namespace

bool lacks_text(const clang::VarDecl &v, const TokenLog &log, const clang::SourceManager &sources) {
  if (v.hasInit() || llvm::isa<clang::ParmVarDecl>(v))
    return false;
  const auto range = log.range(v.getSourceRange(), sources);
  if (!range || range->last + 1 >= log.size())
    return true;
  switch (log.tokens()[range->last + 1].kind) {
  case tok::equal:
  case tok::l_brace:
  case tok::l_paren: return true;
  default: return false;
  }
}

bool lacks_text(const clang::Stmt &s, const TokenLog &log, const clang::SourceManager &sources) {
  const Text text(log, sources);
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(&s))
    return text.lacks(*block);
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(&s))
    return text.lacks(*loop);
  if (const auto *nothing = llvm::dyn_cast<clang::NullStmt>(&s))
    return text.lacks(*nothing);
  if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(&s))
    return loop->getBody() == nullptr || loop->getCond() == nullptr;
  if (const auto *loop = llvm::dyn_cast<clang::DoStmt>(&s))
    return loop->getBody() == nullptr || loop->getCond() == nullptr;
  if (const auto *loop = llvm::dyn_cast<clang::CXXForRangeStmt>(&s))
    return loop->getBody() == nullptr || loop->getRangeInit() == nullptr;
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(&s))
    return branch->getThen() == nullptr || branch->getCond() == nullptr;
  if (const auto *branch = llvm::dyn_cast<clang::SwitchStmt>(&s))
    return branch->getBody() == nullptr || branch->getCond() == nullptr;
  return false;
}

} // namespace lockstep::frontend
