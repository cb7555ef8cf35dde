// The options of a kernel file's first lines (header_options.h).
#include "driver/launch/header_options.h"

#include "driver/options/spelling.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::driver {

namespace {

using support::Origin;

// Those that are taken, in the command line's spelling, each a word of its own: none swallows the next one.
std::vector<std::string> taken(const std::vector<HeaderOption> &header, const std::string &file,
                               std::vector<std::string> &said, support::Diagnostics &diags) {
  std::vector<std::string> out;
  for (const HeaderOption &option : header) {
    const Origin here({file, option.line, 1});
    const std::string word = canonical(option.word);
    switch (header_use(word)) {
    case HeaderUse::Nothing: break;
    case HeaderUse::Unknown:
      diags.warning(here, fmt::format("the option '{}' in the file's first lines is not one of Lockstep's; ignored",
                                      option.word));
      break;
    case HeaderUse::Refused:
      diags.warning(here, fmt::format("the option '{}' in the file's first lines is not taken: only the command line "
                                      "has it",
                                      option.word));
      break;
    case HeaderUse::Said:
      if (word == "--allow-vacuous")
        said.push_back("what the kernel assumes can be satisfied (--allow-vacuous in the file's first lines)");
      if (word == "--ignore-annotations")
        said.push_back("its annotations are not asked for (--ignore-annotations in the file's first lines)");
      out.push_back(word);
      break;
    case HeaderUse::Taken: out.push_back(word); break;
    }
  }
  return out;
}

} // namespace

support::Result<Options> with_header(const Options &options, const std::vector<HeaderOption> &header,
                                     const std::string &file, support::Diagnostics &diags) {
  if (header.empty())
    return options;
  const Origin here({file, header.front().line, 1});
  std::vector<std::string> said;
  std::vector<std::string> words = taken(header, file, said, diags);
  words.insert(words.begin(), options.words.front());
  std::vector<std::string> alone = words;
  alone.push_back(file);
  // The header's words stand before the command line's own, so that the latter win.
  words.insert(words.end(), options.words.begin() + 1, options.words.end());
  words.emplace_back("--");
  words.insert(words.end(), options.clang_words.begin(), options.clang_words.end());
  const auto from_header = parse_command_line(alone), both = parse_command_line(words);
  for (const auto *p : {&from_header, &both})
    if (const auto *early = std::get_if<Early>(p)) {
      diags.error(here, fmt::format("the options in the file's first lines do not make sense: {}", early->text));
      return support::failure;
    }
  // Only what may stand in a header is taken from there.
  const auto &parsed = std::get<Options>(both), &own = std::get<Options>(from_header);
  Options result = options;
  result.kernel = parsed.kernel;
  result.kernel.header_said = std::move(said);
  result.kernel.sizes = override_sizes(own.kernel.sizes, options.kernel.sizes);
  const auto limits_time = [](const std::string &word) { return word.starts_with("--timeout="); };
  result.kernel.timeout = options.kernel.timeout;
  if (std::any_of(alone.begin(), alone.end(), limits_time) && own.kernel.timeout > 0 &&
      (options.kernel.timeout == 0 || own.kernel.timeout < options.kernel.timeout))
    result.kernel.timeout = own.kernel.timeout; // a file does not ask for more patience
  using verify::Solver;
  if (parsed.engine.solver == Solver::Portfolio && options.engine.solver != Solver::Portfolio) // it has started by now
    diags.warning(here,
                  fmt::format("'--solver portfolio' in the file's first lines has no effect: say so on the command "
                              "line; {} is used",
                              verify::name(options.engine.solver)));
  else
    result.engine.solver = parsed.engine.solver;
  return result;
}

} // namespace lockstep::driver
