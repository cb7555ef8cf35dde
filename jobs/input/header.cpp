// A kernel file's first lines (header.h).
#include "jobs/input/header.h"

#include "jobs/input/option_words.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <optional>

namespace lockstep::jobs {

namespace {

using support::Origin;
using verify::Verdict;

std::string_view trim(std::string_view s) {
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front())) != 0)
    s.remove_prefix(1);
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back())) != 0)
    s.remove_suffix(1);
  return s;
}

bool take_prefix(std::string_view &s, std::string_view prefix) {
  if (s.substr(0, prefix.size()) != prefix)
    return false;
  s.remove_prefix(prefix.size());
  return true;
}

std::vector<std::string> words(std::string_view s, std::string_view separators) {
  std::vector<std::string> result;
  std::size_t at = 0;
  while ((at = s.find_first_not_of(separators, at)) != std::string_view::npos) {
    const std::size_t end = std::min(s.find_first_of(separators, at), s.size());
    result.emplace_back(s.substr(at, end - at));
    at = end;
  }
  return result;
}

bool is_number(const std::string &s) {
  return !s.empty() && s.size() < 9 && std::ranges::all_of(s, [](unsigned char c) { return std::isdigit(c) != 0; });
}

// The verdict that a marker's word stands for: a verdict's name, or its beginning ("assert").
std::optional<Verdict> verdict_of_marker(std::string_view word) {
  for (const verify::VerdictInfo &row : verify::verdicts())
    if (word.size() >= 4 && row.name.substr(0, word.size()) == word)
      return row.verdict;
  return std::nullopt;
}

// Lines with a marker /*@word*/ belong to the expectations of that verdict; /*@paper*/ is one of tests/perf.py.
void read_markers(std::string_view text, const std::string &file, Header &header, support::Diagnostics &diags) {
  static constexpr std::string_view open = "/*@", close = "*/";
  unsigned line = 1;
  std::size_t counted = 0;
  for (std::size_t at = text.find(open); at != std::string_view::npos; at = text.find(open, at + 1)) {
    line += static_cast<unsigned>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                             text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted = at;
    const std::size_t begin = at + open.size();
    const std::string_view word = text.substr(begin, text.find(close, begin) - begin);
    const auto verdict = verdict_of_marker(word);
    if (!verdict) {
      if (word != "paper" && word.size() < 16 &&
          std::ranges::all_of(word, [](unsigned char c) { return std::isalpha(c) != 0; }))
        diags.error(Origin({file, line, 1}), fmt::format("the marker /*@{}*/ names no verdict", word));
      continue;
    }
    for (Expectation &e : header.expectations)
      if (e.verdicts == std::vector{*verdict})
        e.lines.push_back(line);
  }
}

// What stands between "expect" and the colon: nothing, or one name. A template's arguments may have blanks, and behind
// the name of a function that is judged by itself stands "(function)".
bool names_kernel(std::string_view text) {
  if (const std::size_t at = text.rfind(" (function"); at != std::string_view::npos && text.ends_with(')'))
    text = text.substr(0, at);
  int depth = 0;
  for (const char c : text) {
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
    if (depth == 0 && std::isspace(static_cast<unsigned char>(c)) != 0)
      return false;
  }
  return true;
}

// "KERNEL: VERDICT [at PLACE, PLACE]", after "expect".
void read_expectation(std::string_view rest, const Origin &here, Header &header, support::Diagnostics &diags) {
  std::size_t colon = rest.find(':');
  while (colon != std::string_view::npos && rest.substr(colon, 2) == "::") // of a name with namespaces
    colon = rest.find(':', colon + 2);
  if (colon == std::string_view::npos || (colon != 0 && std::isspace(static_cast<unsigned char>(rest[0])) == 0) ||
      !names_kernel(trim(rest.substr(0, colon))))
    return; // prose that happens to begin with "expect"
  Expectation e;
  e.kernel = std::string(trim(rest.substr(0, colon)));
  e.text = std::string(trim(rest.substr(colon + 1)));
  const std::vector<std::string> parts = words(e.text, " \t,");
  const auto verdict = parts.empty() ? std::nullopt : verify::find_verdict(parts[0]);
  if (!verdict) {
    diags.error(here, fmt::format("'{}' is not a verdict: write one of verified, race, divergence, assertion, bounds, "
                                  "unknown, unsupported, error",
                                  parts.empty() ? "" : parts[0]));
    return;
  }
  e.verdicts = {*verdict};
  if (parts.size() > 1 && parts[1] != "at") {
    diags.error(here, fmt::format("expected 'at' and places after the verdict, found '{}'", parts[1]));
    return;
  }
  for (std::size_t i = 2; i < parts.size(); ++i) {
    if (is_number(parts[i]))
      e.lines.push_back(static_cast<unsigned>(std::stoul(parts[i])));
    else
      diags.error(here, fmt::format("'{}' is not a line number", parts[i]));
  }
  header.expectations.push_back(std::move(e));
}

// GPUVerify's code for an expected failure, as the verdicts that we would give.
std::vector<Verdict> verdicts_of_code(std::string_view code) {
  if (code == "NOT_ALL_VERIFIED")
    return {Verdict::Race, Verdict::Divergence, Verdict::Assertion, Verdict::Bounds};
  return {Verdict::Unsupported, Verdict::Error};
}

// Options, each with its value; nothing where a word is neither: that is prose.
std::optional<std::vector<std::string>> options_of(std::string_view line) {
  std::vector<std::string> out;
  const std::vector<std::string> all = words(line, " \t\r");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string &word = all[i];
    if (word.size() < 2 || word[0] != '-')
      return std::nullopt;
    const bool takes_next = wants_value(word);
    if (takes_next && (i + 1 == all.size() || all[i + 1][0] == '-'))
      return std::nullopt;
    out.push_back(!takes_next ? word : word.size() == 2 ? word + all[i + 1] : word + "=" + all[i + 1]);
    i += takes_next ? 1 : 0;
  }
  return out;
}

void read_options(std::string_view line, const Origin &here, Header &header, support::Diagnostics &diags) {
  if (const auto options = options_of(line)) {
    for (const std::string &word : *options)
      header.options.push_back({word, here.place().line});
    return;
  }
  const std::string first(line.substr(0, line.find_first_of(" \t\r=")));
  const HeaderUse use = header_use(canonical(first));
  if (first.starts_with("--") && (use == HeaderUse::Taken || use == HeaderUse::Said))
    diags.warning(here,
                  fmt::format("the line begins with the option '{}' and goes on with words that are no options: it "
                              "is taken as prose",
                              first));
}

void read_line(std::string_view line, const Origin &here, bool compared, Header &header, support::Diagnostics &diags) {
  if (line.size() > 2 && line[0] == '-' &&
      (line[1] == '-' ? std::isalpha(static_cast<unsigned char>(line[2])) != 0 : line[1] == 'D' || line[1] == 'I'))
    return read_options(line, here, header, diags);
  if (!compared)
    return;
  std::string lower(line);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  std::string_view rest = line;
  if (take_prefix(rest, "expect"))
    read_expectation(rest, here, header, diags);
  else if (lower == "pass")
    header.expectations.push_back({"", {Verdict::Verified}, {}, "pass"});
  else if (lower.rfind("xfail:", 0) == 0)
    header.expectations.push_back({"", verdicts_of_code(trim(line.substr(6))), {}, std::string(line)});
}

} // namespace

const Expectation *Header::expectation(std::string_view kernel, unsigned line) const {
  const std::string launched = fmt::format("{}@{}", kernel, line);
  const Expectation *general = nullptr;
  for (const Expectation &e : expectations)
    if (e.kernel == launched)
      return &e;
  for (const Expectation &e : expectations) {
    if (e.kernel == kernel)
      return &e;
    if (e.kernel.empty())
      general = &e;
  }
  return general;
}

Header read_header(std::string_view text, const std::string &file, bool compared, support::Diagnostics &diags) {
  Header header;
  unsigned number = 0;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  for (std::size_t at = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = trim(text.substr(at, end - at));
    at = end + 1;
    ++number;
    if (line.empty())
      continue;
    if (!take_prefix(line, "//") && !take_prefix(line, ";"))
      break;
    read_line(trim(line), Origin({file, number, 1}), compared, header, diags);
  }
  if (compared)
    read_markers(text, file, header, diags);
  return header;
}

} // namespace lockstep::jobs
