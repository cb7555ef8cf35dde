// The tokenizer: see text_reader.h.
#include "support/text_reader.h"

#include "support/invariant.h"

#include <algorithm>
#include <utility>

namespace lockstep::support {

namespace {
// ASCII only, whatever the locale says.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_visible(char c) { return c > ' ' && c < 0x7f; }

int hex_digit(char c) {
  if (is_digit(c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool in_word(char c, const TextSyntax &s) {
  return is_letter(c) || is_digit(c) || s.word_characters.find(c) != std::string::npos;
}
bool starts_word(char c, const TextSyntax &s) { return in_word(c, s) && !is_digit(c) && c != '.'; }

std::string hex_byte(char c) {
  const char *digits = "0123456789abcdef";
  auto b = static_cast<unsigned char>(c);
  return {'\\', 'x', digits[b >> 4], digits[b & 15]};
}

// Cuts one text into tokens. `fault` is what is wrong with the token just read, if anything.
class Lexer {
public:
  Lexer(std::string_view text, const TextSyntax &syntax) : text_(text), syntax_(syntax) {}

  Token next() {
    std::size_t before = pos_;
    fault.clear();
    skip_blanks();
    Token t;
    t.line = line_;
    t.column = static_cast<unsigned>(pos_ - line_start_) + 1;
    t.glued = pos_ == before && pos_ != 0;
    if (pos_ == text_.size())
      return t;
    char c = text_[pos_];
    if (starts_word(c, syntax_))
      plain(t, TokenKind::Word, [this](char x) { return in_word(x, syntax_); });
    else if (is_digit(c))
      number(t);
    else if (c == '"' || c == '`')
      quoted(t, c);
    else
      punctuation(t);
    return t;
  }

  std::string fault;

private:
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }

  void newline() { // pos_ stands at it
    ++line_;
    line_start_ = pos_ + 1;
  }

  void skip_blanks() {
    for (; pos_ < text_.size(); ++pos_) {
      char c = text_[pos_];
      if (c == '\n')
        newline();
      else if (c == '/' && at(pos_ + 1) == '/')
        while (pos_ + 1 < text_.size() && text_[pos_ + 1] != '\n')
          ++pos_;
      else if (c == '/' && at(pos_ + 1) == '*')
        skip_long_comment();
      else if (c != ' ' && c != '\t' && c != '\r')
        return;
      if (pos_ == text_.size())
        return;
    }
  }

  // Leaves pos_ at the last character of the comment, or at the end of the text.
  void skip_long_comment() {
    for (pos_ += 2; pos_ < text_.size(); ++pos_) {
      if (text_[pos_] == '\n')
        newline();
      if (text_[pos_] == '*' && at(pos_ + 1) == '/') {
        ++pos_;
        return;
      }
    }
    fault = "a comment is not closed before the end of the text";
  }

  template <typename In> void plain(Token &t, TokenKind kind, In in) {
    t.kind = kind;
    while (pos_ < text_.size() && in(text_[pos_]))
      t.text += text_[pos_++];
  }

  void number(Token &t) {
    if (at(pos_) == '0' && at(pos_ + 1) == 'x' && hex_digit(at(pos_ + 2)) >= 0) {
      pos_ += 2;
      plain(t, TokenKind::Integer, [](char x) { return hex_digit(x) >= 0; });
      t.text.insert(0, "0x");
      return;
    }
    plain(t, TokenKind::Integer, is_digit);
    if (at(pos_) != '.' || !is_digit(at(pos_ + 1)))
      return;
    t.text += text_[pos_++];
    plain(t, TokenKind::Decimal, is_digit);
    std::size_t sign = at(pos_ + 1) == '+' || at(pos_ + 1) == '-' ? 1 : 0;
    if (at(pos_) != 'e' || !is_digit(at(pos_ + 1 + sign)))
      return;
    t.text.append(text_.substr(pos_, 1 + sign));
    pos_ += 1 + sign;
    plain(t, TokenKind::Decimal, is_digit);
  }

  void quoted(Token &t, char mark) {
    t.kind = mark == '"' ? TokenKind::String : TokenKind::Word;
    t.quoted = mark == '`';
    ++pos_;
    while (pos_ < text_.size() && text_[pos_] != mark && text_[pos_] != '\n')
      t.text += character();
    if (at(pos_) == mark)
      ++pos_;
    else
      fault = mark == '"' ? "this string is not closed on its line" : "this quoted name is not closed on its line";
    if (t.quoted && t.text.empty() && fault.empty())
      fault = "a quoted name is not empty";
  }

  char character() {
    char c = text_[pos_++];
    if (c != '\\')
      return c;
    char e = at(pos_++);
    switch (e) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case '"':
    case '\\':
    case '`': return e;
    case 'x':
      if (hex_digit(at(pos_)) >= 0 && hex_digit(at(pos_ + 1)) >= 0) {
        pos_ += 2;
        return static_cast<char>(hex_digit(at(pos_ - 2)) * 16 + hex_digit(at(pos_ - 1)));
      }
      [[fallthrough]];
    default:
      --pos_; // the character after the backslash may close the string or the line
      fault = "unknown escape in a string; known are \\\" \\\\ \\n \\t \\r \\xNN";
      return '\\';
    }
  }

  void punctuation(Token &t) {
    t.kind = TokenKind::Punctuation;
    std::size_t length = 1;
    for (const std::string &p : syntax_.punctuation)
      if (p.size() > length && text_.substr(pos_, p.size()) == p)
        length = p.size();
    t.text = text_.substr(pos_, length);
    if (length == 1 && !is_visible(t.text[0])) {
      t.text = hex_byte(t.text[0]);
      fault = "stray byte " + t.text + "; outside strings and comments the text is plain ASCII";
    }
    pos_ += length;
  }

  std::string_view text_;
  const TextSyntax &syntax_;
  std::size_t pos_ = 0;
  std::size_t line_start_ = 0;
  unsigned line_ = 1;
};

std::string spell(const Token &t) {
  if (t.kind == TokenKind::End)
    return "the end of the text";
  return t.kind == TokenKind::String ? quote(t.text) : "'" + t.text + "'";
}
} // namespace

std::optional<std::uint64_t> integer_value(const Token &t) {
  LOCKSTEP_INVARIANT(t.kind == TokenKind::Integer, "only integers have a value");
  bool hex = t.text.size() > 2 && t.text[1] == 'x';
  std::uint64_t base = hex ? 16 : 10, value = 0;
  for (std::size_t i = hex ? 2 : 0; i < t.text.size(); ++i) {
    auto digit = static_cast<std::uint64_t>(hex_digit(t.text[i]));
    if (value > (~std::uint64_t(0) - digit) / base)
      return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

bool is_word(std::string_view text, const TextSyntax &syntax) {
  return !text.empty() && starts_word(text[0], syntax) &&
         std::ranges::all_of(text, [&](char c) { return in_word(c, syntax); });
}

std::string quote(std::string_view text, char mark) {
  std::string out(1, mark);
  for (char c : text) {
    if (c == mark || c == '\\')
      out += {'\\', c};
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (c == '\r')
      out += "\\r";
    else if (static_cast<unsigned char>(c) < ' ' || c == 0x7f)
      out += hex_byte(c);
    else
      out += c;
  }
  return out + mark;
}

TextReader::TextReader(std::string_view text, std::string file, const TextSyntax &syntax, Diagnostics &diags)
    : file_(std::move(file)), diags_(diags) {
  Lexer lexer(text, syntax);
  do {
    tokens_.push_back(lexer.next());
    if (!lexer.fault.empty())
      error_at(tokens_.back(), lexer.fault);
  } while (tokens_.back().kind != TokenKind::End);
}

const Token &TextReader::peek(std::size_t ahead) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }

const Token &TextReader::take() {
  const Token &t = peek();
  next_ = std::min(next_ + 1, tokens_.size() - 1);
  return t;
}

bool TextReader::at(std::string_view text, std::size_t ahead) const {
  const Token &t = peek(ahead);
  return (t.kind == TokenKind::Punctuation || (t.kind == TokenKind::Word && !t.quoted)) && t.text == text;
}

bool TextReader::accept(std::string_view text) {
  if (!at(text))
    return false;
  take();
  return true;
}

bool TextReader::expect(std::string_view text) { return accept(text) || expected("'" + std::string(text) + "'"); }

std::optional<std::string> TextReader::word(std::string_view what) {
  if (peek().kind == TokenKind::Word)
    return take().text;
  expected(what);
  return std::nullopt;
}

std::optional<std::string> TextReader::string(std::string_view what) {
  if (peek().kind == TokenKind::String)
    return take().text;
  expected(what);
  return std::nullopt;
}

std::optional<std::uint64_t> TextReader::integer(std::string_view what) {
  if (peek().kind != TokenKind::Integer) {
    expected(what);
    return std::nullopt;
  }
  auto value = integer_value(peek());
  if (!value)
    error("the integer " + peek().text + " needs more than 64 bits");
  take();
  return value;
}

Origin TextReader::place_of(const Token &t) const { return Origin({file_, t.line, t.column}); }

bool TextReader::error(std::string message) { return error_at(peek(), std::move(message)); }

bool TextReader::error_at(const Token &t, std::string message) {
  if (!give_up())
    diags_.error(place_of(t), std::move(message));
  ++errors_;
  return false;
}

bool TextReader::expected(std::string_view what) {
  return error("expected " + std::string(what) + " before " + spell(peek()));
}

} // namespace lockstep::support
