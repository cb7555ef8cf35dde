// The options of each command (command_options.h).
#include "driver/options/command_options.h"

#include "driver/options/option_groups.h"
#include "verify/verdict.h"

#include <charconv>
#include <tuple>

namespace lockstep::driver {

using jobs::add_device;
using jobs::at_least;
using jobs::last;
using jobs::many;
using jobs::seconds;

namespace {

using KernelFlags = std::vector<const CLI::Option *>;

void add_jobs(CLI::App &app, Options &o, const char *what) {
  last(app, "--jobs", o.jobs, "N", what)->check(at_least(1));
}

// What a run of many files needs; --worker is how its processes are started, and not for users.
void add_workers(CLI::App &app, Options &o) {
  add_jobs(app, o, "kernels at a time; default: one per processor");
  app.add_flag("--worker", o.worker)->group("");
}

void add_verify(CLI::App &app, Options &o) {
  app.add_option("FILE", o.inputs, "kernel files (.cl .cu .hip .ll .bc .kir); with --compile-commands globs")
      ->type_name("");
  last(app, "--compile-commands", o.compile_commands, "JSON",
       "verify the CUDA, HIP and OpenCL files of this compile_commands.json, each with its own flags; all, or those "
       "that fit a glob");
  last(app, "--launches", o.launches, "FILE",
       "instead of files: what `lockstep record` has written, or GPUVerify's list");
  add_workers(app, o);
}

// "I/N", 1 <= I <= N.
std::optional<std::pair<std::size_t, std::size_t>> read_shard(const std::string &text) {
  const auto number = [](std::string_view digits) -> std::size_t {
    std::size_t out = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    return error == std::errc() && end == digits.data() + digits.size() ? out : 0;
  };
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos)
    return std::nullopt;
  const std::pair shard{number(std::string_view(text).substr(0, slash)),
                        number(std::string_view(text).substr(slash + 1))};
  return shard.first == 0 || shard.first > shard.second ? std::nullopt : std::optional(shard);
}

void add_shard(CLI::App &app, Options &o) {
  const auto check = [](const std::string &text) {
    return read_shard(text) ? std::string()
                            : fmt::format("'{}' is not a part of several: 1/4 is the first of four", text);
  };
  app.add_option_function<std::string>(
         "--shard", [&o](const std::string &text) { std::tie(o.suite.part, o.suite.parts) = *read_shard(text); },
         "only part I of N, for runs on several machines: 1/4, 2/4, ...")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->check(check)
      ->type_name("I/N");
}

void add_suite(CLI::App &app, Options &o) {
  app.add_option("DIR", o.inputs, "a folder")->required()->type_name("");
  add_workers(app, o);
  app.add_flag("--expect", o.expect, "compare with the expectations in the files' first lines");
  many(app, "--filter", o.suite.filter, "GLOB",
       "only files that fit one of these globs: by path below the folder, or by name");
  add_shard(app, o);
  last(app, "--results", o.suite.results, "FILE", "write each file's results into this file as they come");
  app.add_flag("--resume", o.suite.resume, "go on with the results of an earlier run that --results has kept");
  last(app, "--baseline", o.suite.baseline, "FILE",
       "compare with this earlier report (JSON): what is fixed, broken, slower; status 1 if anything is broken");
}

void add_recheck(CLI::App &app, Options &o) {
  app.add_option("DIR", o.inputs, "a folder that --proof-dir has filled")->required()->type_name("");
  last(app, "--timeout", o.kernel.timeout, "S", "seconds per program or certificate, 0: no limit (default 60)")
      ->check(seconds());
  last(app, "--boogie", o.engine.boogie, "FILE", "the boogie command");
  app.footer("Exit status: 0 all confirmed; 1 something differs; 3 something has no answer.");
}

void add_record(CLI::App &app, Options &o) {
  last(app, "--output", o.output, "FILE", "write them to this file (default launches.json), sources beside it");
  app.footer("Exit status: the program's, 128 and the signal's number where one ended it; 2 where it did not start\n"
             "or made no launch.");
}

void add_perf(CLI::App &app, Options &o) {
  app.add_option("FILE", o.inputs, "kernel files, or folders of them")->required()->type_name("");
  add_device(app, o);
  many(app, "--fail-on", o.perf.fail_on, "WHAT",
       "exit with status 1 on an access of which more than so much is waste (excess=50%), that meets\n"
       "others at a bank (conflicts), or that is not understood (unknown)")
      ->delimiter(',');
  last(app, "--baseline", o.perf.baseline, "FILE",
       "list what costs more than in this earlier report (JSON) and exit with status 1 if anything does");
  add_jobs(app, o, "files at a time; default: one per processor");
  app.add_flag("--all", o.perf.all, "list accesses that waste nothing, too");
  app.add_flag("--paper{letter}", o.perf.paper, "list what GPUDrano's rules report; =relative: to active threads")
      ->check(CLI::IsMember({"letter", "relative"}));
  app.add_flag("--witness", o.perf.witness, "execute the kernels, and name a request that shows each bound");
  app.add_flag("--shapes", o.perf.shapes,
               "say whether the kernel depends on the size of its blocks, and what blocks of other shapes would cost");
}

void add_cost(CLI::App &app, Options &o) {
  app.add_option("FILE", o.inputs, "kernel files, or folders of them")->required()->type_name("");
  add_device(app, o);
  many(app, "--metric", o.cost.metrics, "NAME",
       "sectors, conflicts, divwarps, steps (all of these are the default), another count by its name,\n"
       "or a file of weights, FILE.json")
      ->delimiter(',');
  last(app, "--per", o.cost.per, "WHAT", "of what: access, warp, group or grid (default)")
      ->check(CLI::IsMember({"access", "warp", "group", "grid"}));
  app.add_flag("--span", o.cost.span, "bound the span of a group, too: between barriers its dearest warp counts");
  last(app, "--slots", o.cost.slots, "N", "what a group takes at most on so many issue slots: work / N + span")
      ->check(at_least(1));
  many(app, "--at", o.cost.at, "NAME=NUMBER", "evaluate the formulas for these values of parameters and sizes")
      ->delimiter(',');
  many(app, "--fail-on", o.cost.fail_on, "LIMIT",
       "exit with status 1 where a metric's upper bound may exceed an expression: 'sectors > 3*n';\n"
       "compared for the values of --at");
  last(app, "--baseline", o.cost.baseline, "FILE",
       "exit with status 1 where an upper bound is above that in this earlier report (JSON)");
  last(app, "--compare", o.cost.compare, "FILE", "for which values the kernels of this file cost less, or more");
  last(app, "--plot", o.cost.plot, "NAME=LOW:HIGH:STEP",
       "draw the bounds over a parameter or groups.x: KERNEL.METRIC.svg and .csv in the folder of --plot-to");
  last(app, "--plot-to", o.cost.plot_to, "DIR", "the folder for plots; default: the current one");
  many(app, "--plot-also", o.cost.plot_also, "LABEL=EXPRESSION",
       "a curve beside the bounds; LABEL:NAME=VALUE: executions with it");
  app.add_flag("--simulate", o.cost.simulate, "--plot draws what executions cost, too");
  many(app, "--arg", o.run.arguments, "NAME=VALUE", "--simulate executes with this, as `lockstep run` has it");
  add_jobs(app, o, "files at a time; default: one per processor");
}

// Its options are all there, but those that are only about proofs are not shown: a file's first lines may hold them.
KernelFlags add_execution(CLI::App &app, Options &o, StageNames &names) {
  app.add_option("FILE", o.inputs, "a kernel file")->required()->type_name("");
  KernelFlags kernel = jobs::add_kernel(app, o);
  for (CLI::Option *option : app.get_options())
    if (option->get_group() == "How it is proved" && option->get_name() != "--predication")
      option->group("");
  add_run(app, o, names);
  return kernel;
}

KernelFlags add_dump(CLI::App &app, Options &o, StageNames &names) {
  app.add_option("FILE", o.inputs, "a kernel file")->required()->type_name("");
  last(app, "--stage", names.stage, "STAGE", "the stage whose text is printed; default: all of them");
  KernelFlags kernel = jobs::add_kernel(app, o);
  add_stages(app, o, names);
  last(app, "--output", o.output, "FILE", "write the text to this file");
  app.add_flag("--time", o.time, "show the time of every stage");
  return kernel;
}

} // namespace

std::vector<const CLI::Option *> add_options(Command command, CLI::App &app, Options &o, StageNames &names) {
  switch (command) {
  case Command::Run: return add_execution(app, o, names);
  case Command::Dump: return add_dump(app, o, names);
  case Command::Stages: return {};
  case Command::Recheck: add_recheck(app, o); return {};
  case Command::Record: add_record(app, o); return {};
  case Command::Verify: add_verify(app, o); break;
  case Command::Suite: add_suite(app, o); break;
  case Command::Perf: add_perf(app, o); break;
  case Command::Cost: add_cost(app, o); break;
  }
  KernelFlags kernel = jobs::add_kernel(app, o);
  add_stages(app, o, names);
  const bool verdicts = command == Command::Verify || command == Command::Suite;
  add_report(app, o,
             verdicts ? std::vector{Format::Text, Format::Json, Format::Junit, Format::Sarif, Format::Csv}
                      : std::vector{Format::Text, Format::Json});
  return kernel;
}

} // namespace lockstep::driver
