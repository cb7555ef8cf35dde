// The options of a kernel file's first lines (header_options.h).
#include "jobs/input/header_options.h"

#include "jobs/input/option_words.h"
#include "jobs/input/read_words.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::jobs {

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
      if (word == "--only-requires" || word == "--invariants-as-hints")
        said.push_back(fmt::format("some of its annotations are not asked for ({} in the file's first lines)", word));
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
  const std::vector<std::string> own_words = taken(header, file, said, diags);
  // The header's words stand before the command line's own, so that the latter win.
  std::vector<std::string> words = own_words;
  words.insert(words.end(), options.words.begin(), options.words.end());
  const auto from_header = read_words(options.command_name, own_words);
  const auto both = read_words(options.command_name, words, options.clang_words);
  for (const auto *p : {&from_header, &both})
    if (const auto *problem = std::get_if<std::string>(p)) {
      diags.error(here, fmt::format("the options in the file's first lines do not make sense: {}", *problem));
      return support::failure;
    }
  // Only what may stand in a header is taken from there.
  const auto &parsed = std::get<Options>(both), &own = std::get<Options>(from_header);
  Options result = options;
  result.kernel = parsed.kernel;
  result.kernel.header_said = std::move(said);
  result.kernel.sizes = launch::override_sizes(own.kernel.sizes, options.kernel.sizes);
  const auto limits_time = [](const std::string &word) { return word.starts_with("--timeout="); };
  result.kernel.timeout = options.kernel.timeout;
  if (std::ranges::any_of(own_words, limits_time) && own.kernel.timeout > 0 &&
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

} // namespace lockstep::jobs
