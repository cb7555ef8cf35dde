// See mutated_text.h.
#include "tests/oracle/mutations/mutated_text.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>

namespace lockstep::oracle {

std::string_view MutatedText::word(const Token &t) const { return std::string_view(text_).substr(t.at, t.length); }

std::size_t MutatedText::line_of(std::size_t at) const {
  return 1 + static_cast<std::size_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

Mutation MutatedText::with(std::size_t at, std::size_t length, const std::string &by) const {
  std::string text = text_;
  text.replace(at, length, by);
  return {std::move(text), fmt::format("line {}: '{}' -> '{}'", line_of(at), text_.substr(at, length), by)};
}

// Another number of the text: what ids are compared with and what sizes are, often.
std::uint64_t MutatedText::known_number() {
  const auto t = some([](const Token &t) { return t.kind == TokenKind::Number; });
  return t ? std::strtoull(std::string(word(*t)).c_str(), nullptr, 0) : 0;
}

std::optional<Mutation> MutatedText::everywhere(const std::string &was, const std::string &by) {
  std::string text = text_;
  for (auto t = tokens_.rbegin(); t != tokens_.rend(); ++t)
    if (word(*t) == was)
      text.replace(t->at, t->length, by);
  return Mutation{std::move(text), fmt::format("everywhere: '{}' -> '{}'", was, by)};
}

// A name that is declared somewhere with a value, or as a parameter.
bool MutatedText::is_variable(const Token &t) const {
  if (t.kind != TokenKind::Name || t.at < 2)
    return false;
  const auto declares = [&](const Token &d) {
    const std::size_t after = text_.find_first_not_of(' ', d.at + d.length);
    return d.kind == TokenKind::Name && word(d) == word(t) && d.at > 1 &&
           (in_name(text_[d.at - 2]) || text_[d.at - 2] == ',') && text_[d.at - 1] == ' ' &&
           after != std::string::npos && std::string_view("=,)").find(text_[after]) != std::string_view::npos;
  };
  return std::any_of(tokens_.begin(), tokens_.end(), declares);
}

// One of the text's, of ids, or of what the text speaks of.
std::string MutatedText::condition() {
  const auto known = some([&](const Token &t) { return word(t) == "if" && text_[t.at + t.length] == ' '; });
  if (known && random_.percent(35))
    if (const std::size_t open = known->at + known->length + 1, close = closing(open); close != std::string::npos)
      return text_.substr(open + 1, close - open - 1);
  const auto name = some([&](const Token &t) { return is_variable(t); });
  const bool kernel_language = text_.find("get_local_id") != std::string::npos || text_.find("kernel void") == 0;
  const std::string id = random_.percent(75) ? kernel_language ? "get_local_id(0)" : "threadIdx.x"
                         : kernel_language   ? "get_group_id(0)"
                                             : "blockIdx.x";
  const std::string n = fmt::format("{}", random_.one_of<std::uint64_t>({0, 1, 3, 8, 31, known_number()}));
  const std::string v(name ? word(*name) : "1");
  return random_.one_of({id + " == " + n, id + " < " + n, id + " != " + n, id + " % 2 == 0", id + " & 1", v + " > " + n,
                         v + " == 0", v + " & 1", id + " >= " + n});
}

std::size_t MutatedText::closing(std::size_t open) const { // of a bracket; npos
  int depth = 0;
  for (std::size_t i = open; i < text_.size(); ++i) {
    depth += text_[i] == '(' || text_[i] == '[' || text_[i] == '{' ? 1 : 0;
    depth -= text_[i] == ')' || text_[i] == ']' || text_[i] == '}' ? 1 : 0;
    if (depth == 0)
      return i;
  }
  return std::string::npos;
}

// Where the condition begins that stands in front of a line's statement; else the line.
std::size_t MutatedText::with_guard(std::size_t line) const {
  const std::size_t end = line == 0 ? std::string::npos : text_.find_last_not_of(" \t\n", line - 1);
  if (kind_ == TextKind::Ir || end == std::string::npos || text_[end] != ')')
    return line;
  const std::size_t before = text_.rfind('\n', end) + 1;
  const std::size_t word = text_.find_first_not_of(" \t", before);
  return text_.compare(word, 4, "if (") == 0 || text_.compare(word, 5, "for (") == 0 ? before : line;
}

std::optional<MutatedText::Call> MutatedText::some_call() {
  const auto t = some([&](const Token &t) {
    return t.kind == TokenKind::Name && t.at + t.length < text_.size() && text_[t.at + t.length] == '(';
  });
  const std::size_t open = t ? t->at + t->length : 0, close = t ? closing(open) : std::string::npos;
  if (close == std::string::npos)
    return {};
  Call c{open, close, {}};
  int depth = 0;
  std::size_t from = open + 1;
  for (std::size_t i = open + 1; i <= close; ++i) {
    if (depth == 0 && (text_[i] == ',' || i == close)) {
      c.arguments.emplace_back(from, i - from);
      from = i + 1;
    }
    depth += text_[i] == '(' || text_[i] == '[' || text_[i] == '{' ? 1 : 0;
    depth -= text_[i] == ')' || text_[i] == ']' || text_[i] == '}' ? 1 : 0;
  }
  return c;
}

std::vector<std::pair<std::size_t, std::size_t>> MutatedText::lines() const { // of statements
  std::vector<std::pair<std::size_t, std::size_t>> out;
  for (std::size_t at = 0; at < text_.size();) {
    const std::size_t end = std::min(text_.find('\n', at), text_.size() - 1) + 1;
    const std::string_view line = std::string_view(text_).substr(at, end - at);
    if (kind_ == TextKind::Ir
            ? line.starts_with("  ") && line.find(" phi ") == std::string_view::npos
            : line.find(';') != std::string_view::npos && line.find_first_not_of(" \t") < line.find("//"))
      out.emplace_back(at, end - at);
    at = end;
  }
  return out;
}

// Wherever the same two words stand in front of it: 'threadIdx.x == 0'.
Mutation MutatedText::in_all_such_places(const Token &t, const std::string &by) const {
  const auto begins = [&](std::size_t i, std::size_t n) {
    return i >= n ? std::string_view(text_).substr(tokens_[i - n].at,
                                                   tokens_[i].at + tokens_[i].length - tokens_[i - n].at)
                  : std::string_view();
  };
  const auto at = static_cast<std::size_t>(
      std::find_if(tokens_.begin(), tokens_.end(), [&](const Token &x) { return x.at == t.at; }) - tokens_.begin());
  std::string text = text_;
  for (std::size_t i = tokens_.size(); i-- > 2;)
    if (begins(i, 2) == begins(at, 2))
      text.replace(tokens_[i].at, tokens_[i].length, by);
  return {std::move(text), fmt::format("everywhere: '{}' with '{}'", begins(at, 2), by)};
}

// One of the statements on which an order of threads rests, the last line excepted; if there is none, any.
std::size_t MutatedText::ordering(const std::vector<std::pair<std::size_t, std::size_t>> &all) {
  static constexpr std::string_view words[] = {"atomic", "sync", "fence", "barrier", "store(", "exchange", "xchg"};
  std::vector<std::size_t> fit;
  for (std::size_t i = 0; i + 1 < all.size(); ++i)
    if (std::any_of(std::begin(words), std::end(words), [&](std::string_view w) {
          return std::string_view(text_).substr(all[i].first, all[i].second).find(w) != std::string_view::npos;
        }))
      fit.push_back(i);
  return fit.empty() ? random_.below(all.size() - 1) : random_.one_of(fit);
}

} // namespace lockstep::oracle
