// The words that Boogie keeps for itself (3.5 and 2.4.1 together): no name of ours may be one.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep::emit::boogie {

inline constexpr auto reserved_words = std::to_array<std::string_view>(
    {"action",    "assert",  "asserts",        "assume",   "async",     "atomic",  "axiom",
     "bool",      "both",    "break",          "call",     "complete",  "const",   "creates",
     "datatype",  "div",     "else",           "ensures",  "exists",    "extends", "false",
     "finite",    "forall",  "free",           "function", "goto",      "havoc",   "hide",
     "hideable",  "if",      "implementation", "int",      "invariant", "is",      "lambda",
     "left",      "mod",     "modifies",       "old",      "par",       "pop",     "preserves",
     "procedure", "pure",    "push",           "real",     "refines",   "regex",   "requires",
     "return",    "returns", "reveal",         "revealed", "right",     "rmode",   "string",
     "then",      "true",    "type",           "unique",   "uses",      "using",   "var",
     "where",     "while",   "yield"});

inline bool is_reserved(std::string_view word) {
  return std::find(reserved_words.begin(), reserved_words.end(), word) != reserved_words.end();
}

// A name that every Boogie reads: letters, digits and '~#$^_.?` not beginning with a digit, and no reserved word.
inline bool is_name(std::string_view s) {
  auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("'~#$^_.?`").find(c) != std::string_view::npos;
  };
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !s.empty() && letter(s[0]) && !is_reserved(s) &&
         std::all_of(s.begin(), s.end(), [&](char c) { return letter(c) || digit(c); });
}

// "bv32" is a type where a type may stand; a name like it would be read as one.
inline bool is_bv_type(std::string_view s) {
  return s.size() > 2 && s.starts_with("bv") && s.find_first_not_of("0123456789", 2) == std::string_view::npos;
}

} // namespace lockstep::emit::boogie
