// The words of a source text, and which may stand for which. Internal to mutations.cpp.
#pragma once

#include "tests/oracle/mutations/mutations.h"

#include <string_view>
#include <vector>

namespace lockstep::oracle {

enum class TokenKind { Name, Number, Sign };
struct Token {
  TokenKind kind;
  std::size_t at, length;
  bool option = false; // a number of the first lines
};

// Names, numbers and signs; no comments, texts and directives, but the numbers of the first lines' sizes, those of
// inline assembly, and LLVM's synchronisation scopes.
std::vector<Token> tokens(const std::string &text, TextKind kind);
bool in_name(char c);

// Words of which one may stand for another.
using Family = std::vector<std::string_view>;
const std::vector<Family> &families();

} // namespace lockstep::oracle
