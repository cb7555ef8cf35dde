// The arguments of the library's functions (values.h).
#include "jobs/input/option_words.h"
#include "jobs/input/read_words.h"
#include "library/values.h"

#include <algorithm>

namespace lockstep::library {

namespace {

// Options of the commands that choose where a report goes, or what it is held against. They have no effect here.
void add_ignored(CLI::App &app, const std::string &command, std::vector<std::string> &values) {
  std::vector<const char *> with_value{"--output", "--repro", "--jobs", "--dump-dir"}, flags{"--quiet", "--time"};
  if (command == "perf") {
    with_value.insert(with_value.end(), {"--fail-on", "--baseline"});
    flags.insert(flags.end(), {"--all", "--witness", "--shapes", "--paper{letter}"});
  } else if (command == "cost") {
    with_value.insert(with_value.end(), {"--fail-on", "--baseline", "--compare", "--plot", "--plot-to", "--plot-also",
                                         "--slots", "--at", "--arg"});
    flags.insert(flags.end(), {"--span", "--simulate"});
  }
  for (const char *name : with_value)
    app.add_option(name, values)->allow_extra_args(false);
  for (const char *name : flags)
    app.add_flag(name, values);
}

} // namespace

std::variant<Arguments, std::string> arguments_of(const std::string &command, const std::string &file,
                                                  const std::vector<std::string> &arguments) {
  Arguments out;
  jobs::Options &o = out.options;
  CLI::App app("", command);
  std::vector<std::string> ignored, others, stages;
  std::string format, stop_after, from;
  for (const std::string &name : support::stage_words.all())
    if (!only_counts(*support::stage_words.find(name)))
      stages.push_back(name);
  for (const char *name : {"FILE", "--compile-commands", "--launches"})
    app.add_option(name, others);
  const auto kernel = jobs::add_kernel(app, o);
  jobs::last(app, "--format", format, "NAME", "")->check(jobs::one_of({"text", "json"}));
  jobs::last(app, "--stop-after", stop_after, "STAGE", "")->check(jobs::one_of(stages));
  jobs::last(app, "--from", from, "STAGE", "")->check(jobs::one_of(stages));
  app.add_flag("--schedules", out.schedules);
  if (command != "verify")
    jobs::add_device(app, o);
  if (command == "cost") {
    app.add_option("--metric", out.metrics)->delimiter(',')->allow_extra_args(false);
    jobs::last(app, "--per", out.per, "WHAT", "")->check(jobs::one_of({"access", "warp", "group", "grid"}));
  }
  add_ignored(app, command, ignored);
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  std::vector<std::string> words;
  std::transform(arguments.begin(), dashes, std::back_inserter(words), jobs::canonical);
  if (dashes != arguments.end())
    o.clang_words.assign(dashes + 1, arguments.end());
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend())); // CLI11 takes words from the back
  } catch (const CLI::CallForHelp &) {
    return "the arguments ask for a text of help, not for work";
  } catch (const CLI::ParseError &e) {
    return jobs::usage_text(jobs::problem_of(e, app, words), command);
  }
  if (!others.empty())
    return "one file at a time";
  o.stop_after = support::stage_words.find(stop_after);
  o.from = support::stage_words.find(from);
  o.command_name = command;
  o.words = jobs::words_of(kernel);
  o.kernel.clang_options = o.clang_words;
  o.beside = {file};
  o.jobs = 1;
  o.copies_once = command != "verify";
  o.follow_memory = command == "perf" && o.engine.proof_dir.empty();
  return out;
}

} // namespace lockstep::library
