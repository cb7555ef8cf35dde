// The command line (options.h), read by CLI11. What it is told is in command_options.cpp, a function for each command.
#include "driver/options/options.h"

#include "driver/options/command_options.h"
#include "jobs/input/option_words.h"
#include "jobs/input/read_words.h"
#include "support/nearest.h"
#include "verify/verdict.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::driver {

namespace {

// The application for one set of options. Declaring options takes longer than reading them: only those of the command
// that the words name are declared.
struct Parser {
  CLI::App app{"Lockstep proves GPU kernels free of data races and barrier divergence, or shows the two threads\n"
               "that break them. Input: OpenCL C, CUDA C++, LLVM IR, or Lockstep's own text forms."};
  StageNames names;                        // to be read when all is parsed
  std::vector<const CLI::Option *> kernel; // the options that make a kernel's

  Parser(Options &o, const std::vector<std::string> &words) {
    app.name("lockstep");
    app.require_subcommand(1);
    app.set_version_flag("--version", fmt::format("lockstep {}", jobs::version()));
    app.footer(exit_status_table());
    app.get_formatter()->column_width(24);
    const struct {
      Command command;
      const char *help;
    } commands[] = {{Command::Verify, "verify the kernels of source files"},
                    {Command::Run, "execute a kernel and report what goes wrong"},
                    {Command::Dump, "print what a stage makes of a kernel"},
                    {Command::Stages, "list the stages of the pipeline"},
                    {Command::Suite, "verify every kernel below a folder, in parallel"},
                    {Command::Recheck, "prove again what --proof-dir has kept, with the other solver and Boogie"},
                    {Command::Record, "run an OpenCL program and note its launches: record -- COMMAND..."},
                    {Command::Perf, "count what the memory accesses of kernels cost a warp"},
                    {Command::Cost, "bound what kernels cost, from below and above, as formulas"}};
    const auto named = words.empty() ? std::nullopt : command_words.find(words.front());
    for (const auto &c : commands) {
      CLI::App *added = app.add_subcommand(std::string(command_words.text(c.command)), c.help);
      added->get_formatter()->column_width(24);
      if (!named || *named == c.command)
        kernel = add_options(c.command, *added, o, names);
    }
  }

  static std::string exit_status_table() {
    return "Exit status: 0 all verified; 1 a violation found; 2 bad usage, or input that does not compile;\n"
           "3 nothing worse than unknown or unsupported; 4 internal error.";
  }
};

Early usage_error(const std::string &message, const std::string &command) {
  return {jobs::usage_text(message, command), verify::exit_usage};
}

Early describe(const CLI::ParseError &e, const CLI::App &whole, const CLI::App *command,
               const std::vector<std::string> &words) {
  if (command != nullptr || dynamic_cast<const CLI::RequiredError *>(&e) == nullptr)
    return usage_error(jobs::problem_of(e, command != nullptr ? *command : whole, words),
                       command != nullptr ? command->get_name() : "");
  const std::string near = words.empty() ? "" : support::nearest(words.front(), command_words.all());
  return usage_error(words.empty() ? "no command given"
                                   : fmt::format("'{}' is not a command{}", words.front(),
                                                 near.empty() ? "" : ", did you mean '" + near + "'?"),
                     "");
}

// Empty without a name, and for one that no stage has: that is a problem.
std::optional<support::Stage> read_stage(const std::string &name, std::string &problem) {
  const auto stage = support::stage_words.find(name);
  if (name.empty() || stage || !problem.empty())
    return stage;
  const std::string near = support::nearest(name, support::stage_words.all());
  problem = fmt::format("'{}' is not a stage{}", name,
                        near.empty() ? ", `lockstep stages` lists them" : ", did you mean '" + near + "'?");
  return std::nullopt;
}

// Kernels are judged, or counted, or bounded: the stages of the latter two are of `perf`, `cost` and `dump`.
std::string stage_problem(const Options &o) {
  for (const auto &[option, stage] : {std::pair("--stop-after", o.stop_after), std::pair("--from", o.from)})
    if (stage && support::only_counts(*stage))
      return fmt::format("{} {}: verdicts do not pass by this stage; `lockstep dump --stage {}` shows its text", option,
                         support::name(*stage), support::name(*stage));
  return "";
}

// What does not go together with a file of launches.
std::string launches_problem(const Options &o) {
  const launch::SizeText &s = o.kernel.sizes;
  if (o.launches.empty())
    return "";
  if (!o.compile_commands.empty())
    return "each of --launches and --compile-commands says which files are judged: leave one of them out";
  if (!o.inputs.empty())
    return fmt::format("unexpected argument '{}': the files are those that --launches names", o.inputs.front());
  if (s.local_size || s.num_groups || s.global_size || s.global_offset)
    return "the sizes are those of the launches: leave --launches or the sizes out";
  return "";
}

// What does not go together in a suite.
std::string suite_problem(const Options &o) {
  if (o.suite.resume && o.suite.results.empty())
    return "--resume goes on with the results that --results has kept: name that file";
  if (o.expect && !o.suite.baseline.empty())
    return "each of --expect and --baseline says which verdicts are right: leave one of them out";
  return "";
}

std::variant<Options, Early> parse(std::vector<std::string> words, const std::vector<std::string> &clang_words) {
  Options o;
  Parser parser(o, words);
  const auto command = [&]() -> const CLI::App * {
    const auto parsed = parser.app.get_subcommands();
    return parsed.empty() ? nullptr : parsed.front();
  };
  std::vector<std::string> reversed(words.rbegin(), words.rend()); // CLI11 takes words from the back
  try {
    parser.app.parse(reversed);
  } catch (const CLI::CallForHelp &) {
    return Early{parser.app.help(), 0}; // of the command that was named
  } catch (const CLI::CallForVersion &e) {
    return Early{std::string(e.what()) + "\n", 0};
  } catch (const CLI::ParseError &e) {
    return describe(e, parser.app, command(), words);
  }
  const CLI::App *c = command();
  o.command = *command_words.find(c->get_name());
  std::string problem;
  o.stage = read_stage(parser.names.stage, problem);
  o.stop_after = read_stage(parser.names.stop_after, problem);
  o.from = read_stage(parser.names.from, problem);
  if (problem.empty())
    problem = stage_problem(o);
  if (!problem.empty())
    return usage_error(problem, c->get_name());
  if (o.command == Command::Record) {
    o.inputs = clang_words;
    return o.inputs.empty() ? std::variant<Options, Early>(
                                  usage_error("no program to run: write its command after `--`", c->get_name()))
                            : std::variant<Options, Early>(std::move(o));
  }
  if (problem = launches_problem(o); problem.empty())
    problem = suite_problem(o);
  if (!problem.empty())
    return usage_error(problem, c->get_name());
  if (o.command != Command::Verify && o.command != Command::Perf && o.command != Command::Cost && o.inputs.size() > 1)
    return usage_error(fmt::format("unexpected argument '{}': the command takes one {}", o.inputs[1],
                                   o.command == Command::Suite || o.command == Command::Recheck ? "folder" : "file"),
                       c->get_name());
  o.command_name = c->get_name();
  o.words = jobs::words_of(parser.kernel);
  o.command_line = std::move(words);
  o.clang_words = clang_words;
  o.kernel.clang_options = clang_words;
  if (o.command == Command::Suite)
    o.folder = o.inputs.front();
  else
    o.beside = o.inputs;
  o.copies_once = o.command == Command::Perf || o.command == Command::Cost || !o.run.observe.empty() ||
                  (o.stage && support::only_counts(*o.stage));
  o.follow_memory = o.command == Command::Perf && o.engine.proof_dir.empty() && !o.perf.witness && !o.perf.shapes;
  return o;
}

} // namespace

std::variant<Options, Early> parse_command_line(const std::vector<std::string> &arguments) {
  const auto dashes = std::ranges::find(arguments, "--");
  std::vector<std::string> words;
  for (auto it = arguments.begin(); it != dashes; ++it)
    words.push_back(jobs::canonical(*it));
  std::vector<std::string> clang_words;
  if (dashes != arguments.end())
    clang_words.assign(dashes + 1, arguments.end());
  auto parsed = parse(std::move(words), clang_words);
  const auto *options = std::get_if<Options>(&parsed);
  if (options != nullptr && options->command == Command::Verify && options->inputs.empty() &&
      options->compile_commands.empty() && options->launches.empty())
    return usage_error(
        "nothing to verify: name kernel files (`lockstep verify FILE...`), a folder (`lockstep suite DIR`), "
        "a project (`lockstep verify --compile-commands build/compile_commands.json`) "
        "or recorded launches (`lockstep verify --launches launches.json`)",
        "verify");
  return parsed;
}

} // namespace lockstep::driver
