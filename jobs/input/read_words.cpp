// See read_words.h.
#include "jobs/input/read_words.h"

#include "support/nearest.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::jobs {

std::string_view version() { return LOCKSTEP_VERSION; }

namespace {

std::vector<std::string> flags(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

} // namespace

std::string usage_text(const std::string &message, const std::string &command) {
  return fmt::format("lockstep: error: {}; see `lockstep{}{} --help`\n", message, command.empty() ? "" : " ", command);
}

std::string problem_of(const CLI::ParseError &e, const CLI::App &app, const std::vector<std::string> &words) {
  if (dynamic_cast<const CLI::ExtrasError *>(&e) != nullptr) {
    // The first word that is no known option of the command.
    const auto known = flags(app);
    for (const std::string &word : words) {
      const std::string flag = word.substr(0, word.find('='));
      if (flag.size() > 1 && flag[0] == '-' && flag.substr(0, 2) != "-D" && flag.substr(0, 2) != "-I" &&
          std::ranges::find(known, flag) == known.end()) {
        const std::string near = support::nearest(flag, known);
        return fmt::format("unknown option '{}'{}", flag, near.empty() ? "" : ", did you mean '" + near + "'?");
      }
    }
    return words.empty() ? "nothing to do" : "unexpected argument '" + words.back() + "'";
  }
  std::string text = e.what();
  if (dynamic_cast<const CLI::ArgumentMismatch *>(&e) != nullptr)
    text = text.substr(0, text.find(':')) + " needs a value";
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::vector<std::string> words_of(const std::vector<const CLI::Option *> &options) {
  std::vector<std::string> out;
  for (const CLI::Option *option : options) {
    const bool is_short = option->get_lnames().empty();
    const std::string name = is_short ? "-" + option->get_snames().front() : "--" + option->get_lnames().front();
    for (const std::string &value : option->results()) {
      out.push_back(value.empty() ? name : name + (is_short ? "" : "=") + value);
      if (value.empty() && option->get_items_expected() != 0)
        out.emplace_back(); // else the next word would be its value
    }
  }
  return out;
}

std::variant<Options, std::string> read_words(const std::string &command, const std::vector<std::string> &words,
                                              const std::vector<std::string> &clang_words) {
  Options o;
  CLI::App app("", command);
  add_kernel(app, o);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend())); // CLI11 takes words from the back
  } catch (const CLI::ParseError &e) {
    return usage_text(problem_of(e, app, words), command);
  }
  o.kernel.clang_options = clang_words;
  return o;
}

} // namespace lockstep::jobs
