// See twin_words.h.
#include "tests/oracle/mutations/twin_words.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>

namespace lockstep::oracle {

namespace {

bool ends_a_type(const Word &w) {
  static constexpr std::string_view words[] = {"return", "else", "case", "goto", "do", "typename", "using"};
  if (w.kind == TokenKind::Name)
    return std::find(std::begin(words), std::end(words), w.text) == std::end(words);
  return w.text == "*" || w.text == "&" || w.text == ">";
}

// Is it declared there: 'int n =', 'int *p,', 'flag(ready)' behind a type; '%n'?
bool declares(const std::vector<Word> &words, std::size_t i, TextKind kind) {
  if (i == 0)
    return false;
  if (kind == TextKind::Ir)
    return words[i - 1].text == "%" || words[i - 1].text == "@";
  return words[i].kind == TokenKind::Name && i + 1 < words.size() && ends_a_type(words[i - 1]) &&
         std::string_view("=;,)[({").find(words[i + 1].text) != std::string_view::npos &&
         words[i + 1].text.size() == 1 && words[i].text != "continue" && words[i].text != "break" &&
         !words[i].text.starts_with("__") && words[i].text != "if";
}

} // namespace

Words::Words(const std::string &text, TextKind kind) : opencl(text.find("__global__") == std::string::npos) {
  for (const Token &t : tokens(text, kind))
    (t.option ? options : words)
        .push_back({t.kind, text.substr(t.at, t.length), t.at, Piece::Use::Value,
                    t.at > 0 && std::isspace(static_cast<unsigned char>(text[t.at - 1])) == 0, false});
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string &next = words[i + 1].text;
    words[i].use = next == "["   ? Piece::Use::Array
                   : next == "(" ? Piece::Use::Function
                   : next == "." ? Piece::Use::Object
                                 : Piece::Use::Value;
    words[i].declared = declares(words, i, kind);
    if (words[i].declared)
      declared.insert(words[i].text);
  }
}

std::optional<std::uint64_t> whole(const std::string &number) {
  if (number.empty() || number.size() > 18 ||
      !std::all_of(number.begin(), number.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
    return {};
  return std::strtoull(number.c_str(), nullptr, 10);
}

} // namespace lockstep::oracle
