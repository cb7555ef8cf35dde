// Reads what a `boogie` command prints: see boogie_output.h.
#include "verify/engines/boogie_output.h"

#include <algorithm>
#include <cctype>

namespace lockstep::verify {

namespace {

std::string_view trim(std::string_view s) {
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front())))
    s.remove_prefix(1);
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back())))
    s.remove_suffix(1);
  return s;
}

// Calls f(line, number) for every line.
template <typename F> void each_line(std::string_view text, F f) {
  unsigned number = 1;
  while (!text.empty()) {
    auto end = text.find('\n');
    f(text.substr(0, end), number++);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
}

std::string_view skip_attributes(std::string_view line) {
  line = trim(line);
  while (line.starts_with("{:")) {
    bool quoted = false;
    std::size_t i = 0, depth = 0;
    for (; i < line.size(); ++i) {
      if (line[i] == '"')
        quoted = !quoted;
      else if (!quoted && line[i] == '{')
        ++depth;
      else if (!quoted && line[i] == '}' && --depth == 0)
        break;
    }
    line = trim(line.substr(std::min(i + 1, line.size())));
  }
  return line;
}

// After a keyword and its attributes: the next word, which ends at one of the stops.
std::string name_after(std::string_view line, std::string_view stops) {
  line = skip_attributes(line);
  if (line.starts_with("unique "))
    line = trim(line.substr(7));
  return std::string(trim(line.substr(0, line.find_first_of(stops))));
}

std::string quoted_after(std::string_view line, std::string_view key) {
  auto at = line.find(key);
  if (at == std::string_view::npos)
    return {};
  line = line.substr(at + key.size());
  return std::string(line.substr(0, line.find('"')));
}

// "5", "-5", "(- 5)", "true", "12bv8"; nothing for other values.
std::optional<std::string> model_value(std::string_view v) {
  v = trim(v);
  std::string digits;
  if (v.starts_with("(-"))
    digits = "-" + std::string(trim(v.substr(2, v.size() - 3)));
  else if (auto at = v.find("bv"); at != std::string_view::npos && at > 0)
    digits = std::string(v.substr(0, at));
  else
    digits = std::string(v);
  if (digits == "true" || digits == "false")
    return digits;
  std::size_t first = digits.starts_with('-') ? 1 : 0;
  if (digits.size() == first || digits.find_first_not_of("0123456789", first) != std::string::npos)
    return std::nullopt;
  return digits;
}

// "file(12,5): message" -> 12.
std::optional<unsigned> place(std::string_view line, const std::string &file, std::string_view &message) {
  if (!line.starts_with(file) || line.size() <= file.size() || line[file.size()] != '(')
    return std::nullopt;
  std::string_view rest = line.substr(file.size() + 1);
  unsigned number = 0;
  std::size_t i = 0;
  for (; i < rest.size() && std::isdigit(static_cast<unsigned char>(rest[i])); ++i)
    number = number * 10 + static_cast<unsigned>(rest[i] - '0');
  auto end = rest.find("): ");
  if (i == 0 || end == std::string_view::npos)
    return std::nullopt;
  message = rest.substr(end + 3);
  return number;
}

class OutputReader {
public:
  OutputReader(const std::string &file, const ProgramLines &lines) : file_(file), lines_(lines) {}

  void line(std::string_view line) {
    if (model(line) || solver(line))
      return;
    std::string_view message;
    if (auto number = place(line, file_, message)) {
      if (lines_.assertion_at.contains(*number) && message.find("Related location") == std::string_view::npos)
        out.reported.push_back(*number);
      if (out.first_error.empty() && message.find("rror") != std::string_view::npos)
        out.first_error = std::string(message);
    } else if (line.starts_with("Boogie program verifier version ")) {
      out.version = std::string(line.substr(32, line.find_first_of(", ", 32) - 32));
    } else if (line.starts_with("Boogie program verifier finished with ")) {
      finished(line.substr(38));
    } else if (line.starts_with("Assignment computed by Houdini")) {
      assignment_ = true;
    } else if (auto is = line.find(" = "); assignment_ && is != std::string_view::npos) {
      if (std::string name(trim(line.substr(0, is))); lines_.candidates.contains(name))
        out.assignment[name] = trim(line.substr(is + 3)) == "True";
    } else if (out.first_error.empty() && complains(line)) {
      out.first_error = std::string(trim(line));
    }
  }

  BoogieOutput out;

private:
  // A newer Z3 does not know an old option; Debian's Boogie says so and goes on.
  static bool complains(std::string_view line) {
    return line.find("rror") != std::string_view::npos && line.find("model_compress") == std::string_view::npos &&
           !line.starts_with("  ");
  }

  void finished(std::string_view rest) {
    out.finished = true;
    out.all_verified = rest == "1 verified, 0 errors";
  }

  bool model(std::string_view line) {
    if (line.starts_with("*** MODEL")) {
      in_model_ = true;
      depth_ = 0;
      out.models.emplace_back();
      return true;
    }
    if (!in_model_)
      return false;
    if (line.starts_with("*** END_MODEL")) {
      in_model_ = false;
      return true;
    }
    if (line == "}") {
      depth_ = 0;
    } else if (line.ends_with("{")) {
      depth_ = 1;
    } else if (auto arrow = line.find(" -> "); depth_ == 0 && arrow != std::string_view::npos) {
      std::string name(line.substr(0, arrow));
      if (auto value = model_value(line.substr(arrow + 4)); value && lines_.constants.contains(name))
        out.models.back()[name] = *value;
    }
    return true;
  }

  // "[SMT-OUT-0] sat": the solver's own words.
  bool solver(std::string_view line) {
    if (!line.starts_with("[SMT-"))
      return false;
    if (!line.starts_with("[SMT-OUT-"))
      return true;
    auto end = line.find("] ");
    std::string_view said = end == std::string_view::npos ? std::string_view() : trim(line.substr(end + 2));
    if (said == "sat" || said == "unsat" || said == "unknown")
      out.answers.emplace_back(said);
    else if (said.starts_with("(:reason-unknown"))
      out.unknown_reason = quoted_after(said, "\"");
    return true;
  }

  const std::string &file_;
  const ProgramLines &lines_;
  bool assignment_ = false, in_model_ = false;
  int depth_ = 0;
};

} // namespace

ProgramLines scan_program(std::string_view text) {
  ProgramLines lines;
  each_line(text, [&](std::string_view raw, unsigned number) {
    std::string_view line = trim(raw);
    if (line.starts_with("assert ")) {
      std::string id = quoted_after(line, "{:id \"");
      lines.assertion_at[number] = id;
      if (!lines.candidates.contains(name_after(line.substr(7), "= ")))
        lines.others.insert(number);
      if (!id.empty() && !lines.procedures.empty())
        lines.ids_of[lines.procedures.back()].insert(id);
    } else if (line.starts_with("procedure ")) {
      lines.procedures.push_back(name_after(line.substr(10), "( "));
    } else if (line.starts_with("const ")) {
      std::string name = name_after(line.substr(6), ": ");
      lines.constants.insert(name);
      if (line.find("{:existential true}") != std::string_view::npos)
        lines.candidates.insert(name);
    }
  });
  return lines;
}

std::string without_assertions(std::string_view text, const ProgramLines &lines, const std::set<unsigned> &skipped) {
  std::string out;
  out.reserve(text.size());
  each_line(text, [&](std::string_view line, unsigned number) {
    if (skipped.contains(number) && lines.assertion_at.contains(number)) {
      auto at = line.find("assert ");
      out += line.substr(0, at);
      out += "assume ";
      out += skip_attributes(line.substr(at + 7)); // Boogie 2.4.1 takes an assumption with an id for an optional one
    } else {
      out += line;
    }
    out += '\n';
  });
  return out;
}

BoogieOutput read_boogie_output(std::string_view text, const std::string &file, const ProgramLines &lines) {
  OutputReader reader(file, lines);
  each_line(text, [&](std::string_view line, unsigned) {
    if (line.ends_with('\r'))
      line.remove_suffix(1);
    reader.line(line);
  });
  return std::move(reader.out);
}

} // namespace lockstep::verify
