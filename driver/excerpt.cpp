// Source excerpts (excerpt.h).
#include "driver/excerpt.h"

#include <fmt/format.h>
#include <fstream>

namespace lockstep::driver {

namespace {
constexpr std::size_t most_shown = 400; // characters: what a program has written has no lines to look at
} // namespace

const std::vector<std::string> &Excerpts::lines(const std::string &file) {
  auto [it, fresh] = files_.try_emplace(file);
  if (fresh) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      if (!line.empty() && line.back() == '\r')
        line.pop_back();
      for (char &c : line) // a terminal must not obey what a file holds
        if (static_cast<unsigned char>(c) < ' ' && c != '\t')
          c = '?';
      it->second.push_back(std::move(line));
    }
  }
  return it->second;
}

std::string Excerpts::at(const support::SourcePlace &place) {
  if (!place.known())
    return {};
  const std::vector<std::string> &all = lines(place.file);
  if (place.line > all.size())
    return {};
  const std::string &line = all[place.line - 1];
  if (line.size() > most_shown)
    return {};
  std::string text = fmt::format("{:>5} | {}\n", place.line, line);
  if (place.column == 0 || place.column > line.size() + 1)
    return text;
  std::string margin; // the same white space as the line's, so that tabs keep the caret in its column
  for (std::size_t i = 0; i + 1 < place.column; ++i)
    margin += line[i] == '\t' ? '\t' : ' ';
  return text + fmt::format("{:>5} | {}^\n", "", margin);
}

} // namespace lockstep::driver
