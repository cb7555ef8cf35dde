// Texts by name and line: see source_texts.h.
#include "support/source_texts.h"

namespace lockstep::support {

void SourceTexts::add(const std::string &file, std::string text) {
  Whole &whole = files_[file];
  whole.text = std::move(text);
  whole.starts = {0};
  for (std::size_t at = whole.text.find('\n'); at != std::string::npos; at = whole.text.find('\n', at + 1))
    whole.starts.push_back(at + 1);
}

void SourceTexts::add_line(const std::string &file, unsigned line, std::string_view text) {
  lines_.insert_or_assign({file, line}, std::string(text));
}

std::optional<std::string_view> SourceTexts::line(const SourcePlace &place) const {
  if (!place.known())
    return std::nullopt;
  if (const auto it = lines_.find({place.file, place.line}); it != lines_.end())
    return it->second;
  const auto it = files_.find(place.file);
  if (it == files_.end() || place.line > it->second.starts.size())
    return std::nullopt;
  const Whole &whole = it->second;
  std::string_view rest = std::string_view(whole.text).substr(whole.starts[place.line - 1]);
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r')
    rest.remove_suffix(1);
  return rest;
}

void SourceTexts::copy(const Origin &origin, SourceTexts &to) const {
  constexpr std::size_t most = 400; // characters: what a program has written has no lines to look at
  for (Origin at = origin; at.known(); at = at.inlined_at())
    if (const auto text = line(at.place()); text && text->size() <= most)
      to.add_line(at.place().file, at.place().line, *text);
}

} // namespace lockstep::support
