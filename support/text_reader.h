// The tokenizer shared by the text parsers (.kir, .lks, .bpl).
//
// The whole text is cut into tokens at once; a parser then looks ahead as far as it likes. Mistakes are reported to
// the Diagnostics with the place of the offending token; the parser decides where to go on.
//
// Tokens: words, integers (decimal or 0x...; any size, kept as text), decimals (1.5, 2.0e-3), strings ("..." with the
// escapes \" \\ \n \t \r \xNN), punctuation. A word in back quotes (`a b`) is a word that is never a keyword, unless
// the syntax counts the back quote among its word characters. Comments run from // to the end of the line, or from
// /* to the next */.
#pragma once

#include "support/diagnostic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::support {

enum class TokenKind : std::uint8_t { End, Word, Integer, Decimal, String, Punctuation };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text; // as written; for strings and quoted words the content, escapes resolved
  unsigned line = 0;
  unsigned column = 0;
  bool quoted = false; // a word in back quotes
  bool glued = false;  // nothing stands between this token and the one before: `5bv32` is `5` and a glued `bv32`
};

struct TextSyntax {
  std::vector<std::string> punctuation; // those of two and more characters; the longest match wins
  std::string word_characters = "$.#'"; // beside letters, digits and '_'; a word starts with none of digits and '.'
};

// The value of an Integer token; empty if it needs more than 64 bits.
std::optional<std::uint64_t> integer_value(const Token &t);
bool is_word(std::string_view text, const TextSyntax &syntax); // could stand without back quotes
// A string, or with the mark ` a quoted word, that reads back as `text`.
std::string quote(std::string_view text, char mark = '"');

// What a parser that stops at a mistake leaves through, once the reader has been told of it.
struct Mistake {};
inline void must(bool found) {
  if (!found)
    throw Mistake();
}
template <typename T> T must(std::optional<T> found) {
  must(found.has_value());
  return std::move(*found);
}
// What `parse` gives; nothing after a mistake.
template <typename Parse> auto attempt(Parse &&parse) -> std::optional<decltype(parse())> {
  try {
    return parse();
  } catch (const Mistake &) {
    return std::nullopt;
  }
}
// Does `parse`; false after a mistake.
template <typename Parse> bool done(Parse &&parse) {
  return attempt([&] { return parse(), true; }).has_value();
}

class TextReader {
public:
  TextReader(std::string_view text, std::string file, const TextSyntax &syntax, Diagnostics &diags);

  const Token &peek(std::size_t ahead = 0) const; // the End token beyond the end
  const Token &take();                            // and moves on; stays at the End token
  bool at_end() const { return peek().kind == TokenKind::End; }
  // Is the token this punctuation, or this word without quotes?
  bool at(std::string_view text, std::size_t ahead = 0) const;
  bool accept(std::string_view text); // takes the token if it is `text`

  // These report what they miss ("expected 'x' before 'y'") and leave the token where it is.
  bool expect(std::string_view text);
  std::optional<std::string> word(std::string_view what);
  std::optional<std::string> string(std::string_view what);
  std::optional<std::uint64_t> integer(std::string_view what); // also refuses values beyond 64 bits

  Origin here() const { return place_of(peek()); }
  Origin place_of(const Token &t) const;
  bool error(std::string message);                    // at the current token; always false
  bool error_at(const Token &t, std::string message); // always false
  bool expected(std::string_view what);               // "expected WHAT before 'token'"; always false
  bool failed() const { return errors_ != 0; }
  bool give_up() const { return errors_ >= max_errors; } // enough was said; further errors are dropped

private:
  static constexpr unsigned max_errors = 20;

  std::string file_;
  Diagnostics &diags_;
  std::vector<Token> tokens_; // ends with an End token
  std::size_t next_ = 0;
  unsigned errors_ = 0;
};

} // namespace lockstep::support
