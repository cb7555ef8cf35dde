// A shell's quoting (shell_words.h).
#include "driver/project/shell_words.h"

#include <cctype>

namespace lockstep::driver {

std::optional<std::vector<std::string>> shell_words(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false; // of a word, which may be empty so far: ""
  char quote = 0;
  const auto add = [&](char c) {
    if (!inside)
      words.emplace_back();
    inside = true;
    words.back() += c;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool last = i + 1 == text.size();
    if (quote == '\'' && c != quote) {
      add(c);
    } else if (c == '\\') {
      if (last)
        return std::nullopt;
      const char next = text[++i];
      if (quote == '"' && next != '"' && next != '\\' && next != '$' && next != '`' && next != '\n')
        add(c);
      if (next != '\n') // a line goes on
        add(next);
    } else if (c == quote) {
      quote = 0;
    } else if (quote != 0) {
      add(c);
    } else if (c == '"' || c == '\'') {
      quote = c;
      if (!inside)
        words.emplace_back();
      inside = true;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      inside = false;
    } else {
      add(c);
    }
  }
  if (quote != 0)
    return std::nullopt;
  return words;
}

} // namespace lockstep::driver
