// Source excerpts (excerpt.h).
#include "driver/report/excerpt.h"

#include "support/printable.h"

#include <fmt/format.h>

namespace lockstep::driver {

namespace {
constexpr std::size_t most_shown = 400; // characters: what a program has written has no lines to look at
} // namespace

std::string excerpt(const support::SourceTexts &texts, const support::SourcePlace &place) {
  const auto line = texts.line(place);
  if (!line || line->size() > most_shown)
    return {};
  std::string text = fmt::format("{:>5} | {}\n", place.line, support::printable(*line));
  if (place.column == 0 || place.column > line->size() + 1)
    return text;
  std::string margin; // the same white space as the line's, so that tabs keep the caret in its column
  for (const char c : support::printable(line->substr(0, place.column - 1)))
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) // a character of several bytes is one
      margin += c == '\t' ? '\t' : ' ';
  return text + fmt::format("{:>5} | {}^\n", "", margin);
}

} // namespace lockstep::driver
