// The command line (options.h): flags are declared once, here; the same declarations read the options in a
// kernel file's first lines.
#include "driver/options.h"

#include "driver/spelling.h"
#include "emit/candidates.h"
#include "verify/verdict.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

namespace lockstep::driver {

namespace {

// A value given twice: the last one counts, so that the command line overrides a file's header.
template <typename T> CLI::Option *last(CLI::App &app, const char *names, T &value, const char *help) {
  return app.add_option(names, value, help)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

// One of a few words; the message names them all.
CLI::Validator one_of(std::vector<std::string> words) {
  const auto check = [words](const std::string &given) {
    if (std::find(words.begin(), words.end(), given) != words.end())
      return std::string();
    return fmt::format("'{}' is not one of {}", given, fmt::join(words, ", "));
  };
  return CLI::Validator(check, "").active(true);
}

// An option whose value is one of an enumeration's words.
template <typename E, typename Value, std::size_t N>
CLI::Option *last(CLI::App &app, const char *names, Value &value, const support::Words<E, N> &words, const char *help) {
  return app
      .add_option_function<std::string>(
          names, [&value, &words](const std::string &text) { value = *words.find(text); }, help)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->check(one_of(words.all()));
}

// --tier: one of those that prove, or all of them.
CLI::Option *last_tiers(CLI::App &app, const char *names, std::set<verify::Tier> &tiers, const char *help) {
  const std::set<verify::Tier> all(std::begin(verify::proving_tiers), std::end(verify::proving_tiers));
  std::vector<std::string> words{"all"};
  for (const verify::Tier t : all)
    words.emplace_back(name(t));
  const auto choose = [&tiers, all](const std::string &text) {
    const auto one = verify::tier_words.find(text);
    tiers = one ? std::set{*one} : all;
  };
  return app.add_option_function<std::string>(names, choose, help)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->check(one_of(std::move(words)));
}

// --timeout.
CLI::Validator seconds() {
  const auto check = [](const std::string &given) {
    constexpr double most = 1e6;
    double value = 0;
    if (CLI::detail::lexical_cast(given, value) && value >= 0 && value <= most)
      return std::string();
    return fmt::format("'{}' is not a number of seconds from 0 (no limit) to 1000000", given);
  };
  return CLI::Validator(check, "");
}

CLI::Validator at_least(double smallest) {
  const auto check = [smallest](const std::string &given) {
    double value = 0;
    if (CLI::detail::lexical_cast(given, value) && value >= smallest)
      return std::string();
    return fmt::format("'{}' is not a number{}", given, smallest > 0 ? " from 1 on" : "");
  };
  return CLI::Validator(check, "");
}

// The names of stages as they were given; what is none of them is told in our words, with a hint (read_stage).
struct StageNames {
  std::string stage, stop_after, from;
};

void add_sizes(CLI::App &app, SizeText &sizes) {
  const char *group = "Launch sizes (X, X,Y or X,Y,Z; * stands for any size)";
  last(app, "--local-size", sizes.local_size, "threads in a group (CUDA: --block-dim)")->type_name("X")->group(group);
  last(app, "--num-groups", sizes.num_groups, "groups (CUDA: --grid-dim)")->type_name("X")->group(group);
  last(app, "--global-size", sizes.global_size, "threads in all, instead of --num-groups")
      ->type_name("X")
      ->group(group);
  last(app, "--global-offset", sizes.global_offset, "OpenCL's global work offset")->type_name("X")->group(group);
}

void add_source(CLI::App &app, KernelOptions &k) {
  const char *group = "Source";
  last(app, "--kernel", k.kernel, "only the kernel of this name (of a template: each instance)")
      ->type_name("NAME")
      ->group(group);
  app.add_option("-D", k.defines, "define a macro: -DNAME or -DNAME=VALUE")
      ->type_name("NAME")
      ->group(group)
      ->allow_extra_args(false);
  app.add_option("-I", k.include_dirs, "look for included files here")
      ->group(group)
      ->type_name("X")
      ->allow_extra_args(false);
  last(app, "--std", k.standard, "language standard: CL1.2, CL2.0, CL3.0, c++17 (also -std=, --cl-std)")
      ->type_name("STD")
      ->group(group);
  last(app, "--cuda-path", k.cuda_path, "a CUDA toolkit, for headers that Lockstep has none of its own for")
      ->type_name("DIR")
      ->group(group);
  app.add_option("--no-effect", k.no_effect,
                 "take this function, which has no body, to touch no memory and no barrier ('*': all)")
      ->group(group)
      ->type_name("NAME")
      ->allow_extra_args(false);
  last(app, "--pointer-bits", k.pointer_bits, "width of size_t and pointers: 64 (default) or 32")
      ->check(one_of({"32", "64"}))
      ->type_name("N")
      ->group(group);
}

void add_checks(CLI::App &app, KernelOptions &k) {
  const char *group = "What is checked";
  app.add_flag("--check-bounds", k.check_bounds, "report accesses outside arrays of known size")->group(group);
  app.add_flag("--strict-overflow", k.strict_overflow, "let signed index arithmetic wrap around")->group(group);
  app.add_flag("--no-benign-tolerance", k.no_benign_tolerance, "two writes of the same value are a race, too")
      ->group(group);
  app.add_flag("--any-launch", k.any_launch, "free sizes may make 2^31 threads or more in a dimension")->group(group);
  app.add_flag("--no-replay", k.no_replay, "do not look for an execution that shows a violation")->group(group);
  app.add_flag("--allow-vacuous", k.allow_vacuous, "accept a proof under assumptions that nothing satisfies")
      ->group(group);
}

void add_proof(CLI::App &app, KernelOptions &k, EngineChoice &e) {
  const char *group = "How it is proved";
  last(app, "--timeout", k.timeout, "seconds per kernel, 0 for no limit (default 60)")
      ->check(seconds())
      ->type_name("S")
      ->group(group);
  last(app, "--engine", e.engine, engine_words, "host (default where it was built), command, or both, which must agree")
      ->type_name("NAME")
      ->group(group);
  last(app, "--solver", e.solver, verify::solver_words,
       "z3 (default), cvc5, or portfolio: both at once, the first answer counts")
      ->type_name("NAME")
      ->group(group);
  last(app, "--memory", e.memory,
       "megabytes that a solver may take (default: no limit), and the analysis of a file (default 4096)")
      ->check(at_least(1))
      ->type_name("MB")
      ->group(group);
  last(app, "--boogie", e.boogie, "the boogie command for --engine command or both")->type_name("FILE")->group(group);
  last(app, "--predication", k.predication, predication::scheme_words, "flags (default) or block-id")
      ->type_name("NAME")
      ->group(group);
  last_tiers(app, "--tier", k.tiers, "all (default): the cheapest first; or only pick, or only watchdog")
      ->type_name("NAME")
      ->group(group);
  app.add_option("--without-rule", k.without_rules, "do not propose this rule's invariants (scripts/rules)")
      ->check(one_of(emit::candidate_rule_names()))
      ->allow_extra_args(false)
      ->group("");
  app.add_flag("--no-merge", k.no_merge, "do not merge accesses that differ by constants")->group(group);
  last(app, "--integers", k.integers, verify::integer_mode_words,
       "auto (default): integers where nothing wraps; bv; int")
      ->type_name("NAME")
      ->group(group);
  last(app, "--cache", e.cache, "keep results in this folder, and take those of unchanged kernels from there")
      ->envname("LOCKSTEP_CACHE")
      ->type_name("DIR")
      ->group(group);
  app.add_flag("--no-cache", e.no_cache, "prove everything anew, whatever LOCKSTEP_CACHE says")->group(group);
  last(app, "--proof-dir", e.proof_dir, "keep every claim and its programs here, for `lockstep recheck`")
      ->type_name("DIR")
      ->group(group);
}

void add_report(CLI::App &app, Options &o) {
  const char *group = "Report";
  last(app, "--format", o.format, format_words, "text (default) or json")->type_name("NAME")->group(group);
  app.add_flag("--schedules", o.schedules, "with --format json: the schedules of executions that show a violation")
      ->group(group);
  last(app, "--output", o.output, "write the report to this file")->type_name("FILE")->group(group);
  last(app, "--repro", o.repro_dir,
       "write each violation into this folder as something to run: kernel and Oclgrind .sim file, CUDA program")
      ->type_name("DIR")
      ->group(group);
  app.add_flag("--quiet", o.quiet, "only what is wrong, and of several kernels how many")->group(group);
  app.add_flag("--time", o.time, "show the time of every stage")->group(group);
}

void add_stages(CLI::App &app, Options &o, StageNames &names) {
  const char *group = "Stages (see `lockstep stages`)";
  last(app, "--dump-dir", o.dump_dir, "write the text of every stage into this folder")->type_name("DIR")->group(group);
  last(app, "--stop-after", names.stop_after, "stop after this stage")->type_name("STAGE")->group(group);
  last(app, "--from", names.from, "the input is this stage's text; default: by the file's suffix")
      ->type_name("STAGE")
      ->group(group);
}

void add_run(CLI::App &app, Options &o, StageNames &names) {
  const char *group = "Execution";
  last(app, "--semantics", o.run.semantics, semantics_words,
       "interleaving (default): threads take turns; lockstep: all move together; simt: warps with masks and a stack")
      ->type_name("NAME")
      ->group(group);
  last(app, "--schedule", o.run.schedule,
       "in-order (default): a thread runs until it waits; exhaustive: every order that matters; random:SEED[:N]: N "
       "executions; a file of thread numbers")
      ->type_name("WHICH")
      ->group(group);
  app.add_option("--arg", o.run.arguments,
                 "a parameter: name=NUMBER; an array: name=1,2,3, name=@FILE (numbers; *.bin: the bytes), "
                 "name=zero:COUNT, name=iota:COUNT, name=random:SEED:COUNT (integers below 1000, floats below 1)")
      ->type_name("NAME=VALUE")
      ->group(group)
      ->allow_extra_args(false);
  app.add_option("--print", o.run.print, "print this array when all is done")
      ->type_name("ARRAY")
      ->group(group)
      ->allow_extra_args(false);
  CLI::Option *observe = last(app, "--observe", o.run.observe,
                              "memory: count what each access costs a warp (implies --semantics lockstep); cost: what "
                              "warps and groups cost")
                             ->check(one_of({"memory", "cost"}))
                             ->type_name("WHAT")
                             ->group(group);
  last(app, "--target", o.run.target,
       "--observe counts for nvidia (default), mi200, mi300, rdna; nvidia,line=64: a field changed")
      ->type_name("NAME")
      ->needs(observe)
      ->group(group);
  app.add_option("--metric", o.run.metrics,
                 "--observe cost counts this: sectors, conflicts, divwarps, steps (default: these four), another "
                 "count by its name, or a file of weights, FILE.json")
      ->type_name("NAME")
      ->needs(observe)
      ->group(group)
      ->allow_extra_args(false);
  app.add_flag("--trace{text}", o.run.trace, "print every step; --trace=html, with simt: as a page to step through")
      ->check(one_of({"text", "html"}))
      ->group(group);
  last(app, "--scheduling", o.run.scheduling,
       "with simt: stack (default), a warp has one program counter; independent, each lane has its own")
      ->check(one_of({"stack", "independent"}))
      ->type_name("NAME")
      ->group(group);
  last(app, "--memory-model", o.run.memory,
       "with simt: ideal (default), accesses take effect at once; asynchronous, with caches, in any order")
      ->check(one_of({"ideal", "asynchronous"}))
      ->type_name("NAME")
      ->group(group);
  app.add_flag("--counters", o.run.counters, "with simt: count what warps issue, and what each access costs them")
      ->group(group);
  const auto number = [&](const char *names, auto &value, const char *help) {
    last(app, names, value, help)->check(at_least(1))->type_name("N")->group(group);
  };
  number("--resident", o.run.resident,
         "with simt: blocks at a time on a processor; the others wait until one has ended (default: all are there)");
  number("--processors", o.run.processors,
         "with simt: of the device, each with an L1 cache (default 1 with --resident, else one for each block)");
  app.add_flag("--wrap", o.run.wrap, "go on with the wrapped value where the language leaves it undefined")
      ->group(group);
  app.add_flag("--uninitialised", o.run.uninitialised, "report reads of memory that nobody has written")->group(group);
  number("--max-steps", o.run.max_steps, "statements of all threads together (default 20000000)");
  last(app, "--format", o.format, format_words, "text (default) or json")->type_name("NAME")->group("Report");
  last(app, "--output", o.output, "write the report to this file")->type_name("FILE")->group("Report");
  last(app, "--from", names.from, "")->group("");
}

// The application for one set of options; its callbacks note which command was named.
struct Parser {
  CLI::App app{"Lockstep proves GPU kernels free of data races and barrier divergence, or shows the two threads\n"
               "that break them. Input: OpenCL C, CUDA C++, LLVM IR, or Lockstep's own text forms."};
  CLI::App *verify = nullptr, *run = nullptr, *dump = nullptr, *stages = nullptr, *suite = nullptr, *recheck = nullptr,
           *record = nullptr, *perf = nullptr, *cost = nullptr;

  StageNames names; // to be read when all is parsed

  explicit Parser(Options &o) {
    app.name("lockstep");
    app.require_subcommand(1);
    app.set_version_flag("--version", fmt::format("lockstep {}", version()));
    app.footer(exit_status_table());
    verify = app.add_subcommand("verify", "verify the kernels of source files");
    verify->add_option("FILE", o.inputs, "kernel files (.cl .cu .hip .ll .bc .kir); with --compile-commands globs")
        ->type_name("");
    last(*verify, "--compile-commands", o.compile_commands,
         "verify the CUDA, HIP and OpenCL files of this compile_commands.json, each with its own flags; all, or those "
         "that fit a glob")
        ->type_name("JSON");
    last(*verify, "--launches", o.launches, "instead of files: what `lockstep record` has written, or GPUVerify's list")
        ->type_name("FILE");
    run = app.add_subcommand("run", "execute a kernel and report what goes wrong");
    run->add_option("FILE", o.inputs, "a kernel file")->required()->type_name("");
    dump = app.add_subcommand("dump", "print what a stage makes of a kernel");
    dump->add_option("FILE", o.inputs, "a kernel file")->required()->type_name("");
    last(*dump, "--stage", names.stage, "the stage whose text is printed; default: all of them")->type_name("STAGE");
    stages = app.add_subcommand("stages", "list the stages of the pipeline");
    suite = app.add_subcommand("suite", "verify every kernel below a folder, in parallel");
    suite->add_option("DIR", o.inputs, "a folder")->required()->type_name("");
    for (CLI::App *command : {verify, suite}) {
      last(*command, "--jobs", o.jobs, "kernels at a time; default: one per processor")
          ->check(at_least(1))
          ->type_name("N");
      command->add_flag("--worker", o.worker)->group(""); // how workers are started; not for users
    }
    suite->add_flag("--expect", o.expect, "compare with the expectations in the files' first lines");
    recheck = app.add_subcommand("recheck", "prove again what --proof-dir has kept, with the other solver and Boogie");
    recheck->add_option("DIR", o.inputs, "a folder that --proof-dir has filled")->required()->type_name("");
    last(*recheck, "--timeout", o.kernel.timeout, "seconds per program or certificate, 0: no limit (default 60)")
        ->check(seconds())
        ->type_name("S");
    last(*recheck, "--boogie", o.engine.boogie, "the boogie command")->type_name("FILE");
    recheck->footer("Exit status: 0 all confirmed; 1 something differs; 3 something has no answer.");
    record = app.add_subcommand("record", "run an OpenCL program and note its launches: record -- COMMAND...");
    last(*record, "--output", o.output, "write them to this file (default launches.json), sources beside it")
        ->type_name("FILE");
    record->footer(
        "Exit status: the program's, 128 and the signal's number where one ended it; 2 where it did not start\n"
        "or made no launch.");
    const auto counted = [&](CLI::App &command) {
      last(command, "--target", o.perf.target, "nvidia (default), mi200, mi300, rdna; nvidia,line=64")
          ->type_name("NAME");
      command
          .add_option("--base-align", o.perf.base_align,
                      "arrays start at multiples of so many bytes (default 256), or `element`; NAME=N: of one")
          ->type_name("N")
          ->allow_extra_args(false);
    };
    perf = app.add_subcommand("perf", "count what the memory accesses of kernels cost a warp");
    perf->add_option("FILE", o.inputs, "kernel files, or folders of them")->required()->type_name("");
    counted(*perf);
    perf->add_option("--fail-on", o.perf.fail_on,
                     "exit with status 1 on an access of which more than so much is waste (excess=50%), that meets\n"
                     "others at a bank (conflicts), or that is not understood (unknown)")
        ->type_name("WHAT")
        ->delimiter(',')
        ->allow_extra_args(false);
    last(*perf, "--baseline", o.perf.baseline,
         "list what costs more than in this earlier report (JSON) and exit with status 1 if anything does")
        ->type_name("FILE");
    last(*perf, "--jobs", o.jobs, "files at a time; default: one per processor")->check(at_least(1))->type_name("N");
    perf->add_flag("--all", o.perf.all, "list accesses that waste nothing, too");
    perf->add_flag("--paper{letter}", o.perf.paper, "list what GPUDrano's rules report; =relative: to active threads")
        ->check(CLI::IsMember({"letter", "relative"}));
    perf->add_flag("--witness", o.perf.witness, "execute the kernels, and name a request that shows each bound");
    perf->add_flag(
        "--shapes", o.perf.shapes,
        "say whether the kernel depends on the size of its blocks, and what blocks of other shapes would cost");
    cost = app.add_subcommand("cost", "bound what kernels cost, from below and above, as formulas");
    cost->add_option("FILE", o.inputs, "kernel files, or folders of them")->required()->type_name("");
    counted(*cost);
    cost->add_option("--metric", o.cost.metrics,
                     "sectors, conflicts, divwarps, steps (all of these are the default), another count by its name,\n"
                     "or a file of weights, FILE.json")
        ->type_name("NAME")
        ->delimiter(',')
        ->allow_extra_args(false);
    last(*cost, "--per", o.cost.per, "of what: access, warp, group or grid (default)")
        ->check(CLI::IsMember({"access", "warp", "group", "grid"}))
        ->type_name("WHAT");
    cost->add_flag("--span", o.cost.span, "bound the span of a group, too: between barriers its dearest warp counts");
    last(*cost, "--slots", o.cost.slots, "what a group takes at most on so many issue slots: work / N + span")
        ->check(at_least(1))
        ->type_name("N");
    cost->add_option("--at", o.cost.at, "evaluate the formulas for these values of parameters and sizes")
        ->type_name("NAME=NUMBER")
        ->delimiter(',')
        ->allow_extra_args(false);
    cost->add_option("--fail-on", o.cost.fail_on,
                     "exit with status 1 where a metric's upper bound may exceed an expression: 'sectors > 3*n';\n"
                     "compared for the values of --at")
        ->type_name("LIMIT")
        ->allow_extra_args(false);
    last(*cost, "--baseline", o.cost.baseline,
         "exit with status 1 where an upper bound is above that in this earlier report (JSON)")
        ->type_name("FILE");
    last(*cost, "--compare", o.cost.compare, "for which values the kernels of this file cost less, or more")
        ->type_name("FILE");
    last(*cost, "--plot", o.cost.plot,
         "draw the bounds over a parameter or groups.x: KERNEL.METRIC.svg and .csv in the folder of --plot-to")
        ->type_name("NAME=LOW:HIGH:STEP");
    last(*cost, "--plot-to", o.cost.plot_to, "the folder for plots; default: the current one")->type_name("DIR");
    cost->add_option("--plot-also", o.cost.plot_also, "a curve beside the bounds; LABEL:NAME=VALUE: executions with it")
        ->type_name("LABEL=EXPRESSION")
        ->allow_extra_args(false);
    cost->add_flag("--simulate", o.cost.simulate, "--plot draws what executions cost, too");
    cost->add_option("--arg", o.run.arguments, "--simulate executes with this, as `lockstep run` has it")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    last(*cost, "--jobs", o.jobs, "files at a time; default: one per processor")->check(at_least(1))->type_name("N");
    for (CLI::App *command : {verify, run, dump, suite, perf, cost}) {
      add_sizes(*command, o.kernel.sizes);
      last(*command, "--warp-size", o.kernel.warp_size, "threads in a warp (default 32)")
          ->check(at_least(1))
          ->each([&o](const std::string &) { o.kernel.warp_size_given = true; })
          ->type_name("N")
          ->group("Launch sizes (X, X,Y or X,Y,Z; * stands for any size)");
      last(*command, "--warp-sync", o.kernel.warp_sync,
           "so many threads with consecutive linear ids run in lock step, as warps once did: 2 to 64")
          ->check(CLI::IsMember({2, 4, 8, 16, 32, 64}))
          ->type_name("N")
          ->group("Launch sizes (X, X,Y or X,Y,Z; * stands for any size)");
      add_source(*command, o.kernel);
      add_checks(*command, o.kernel);
      add_proof(*command, o.kernel, o.engine);
      command->add_flag("--no-header", o.no_header, "take nothing from the files' first lines")->group("Source");
      if (command != run)
        add_stages(*command, o, names);
      command->footer(
          "Words after `--` go to Clang. CUDA's and GPUVerify's spellings of the options are accepted, and\n"
          "options may stand in a kernel file's first lines: //--local_size=64 --num_groups=16");
    }
    for (CLI::App *command : {verify, suite, perf, cost})
      add_report(*command, o);
    for (CLI::Option *option :
         run->get_options()) // a file's first lines may hold them; they say nothing to the interpreter
      if (option->get_group() == "How it is proved" && option->get_name() != "--predication")
        option->group("");
    add_run(*run, o, names);
    last(*dump, "--output", o.output, "write the text to this file")->type_name("FILE");
    dump->add_flag("--time", o.time, "show the time of every stage");
    for (CLI::App *command : {&app, verify, run, dump, stages, suite, recheck, record, perf, cost})
      command->get_formatter()->column_width(24);
  }

  static std::string exit_status_table() {
    return "Exit status: 0 all verified; 1 a violation found; 2 bad usage, or input that does not compile;\n"
           "3 nothing worse than unknown or unsupported; 4 internal error.";
  }

  std::vector<std::string> flags(const CLI::App &command) const {
    std::vector<std::string> names;
    for (const CLI::Option *option : command.get_options())
      for (const std::string &name : option->get_lnames())
        names.push_back("--" + name);
    return names;
  }
};

Early usage_error(const std::string &message, const std::string &command) {
  return {fmt::format("lockstep: error: {}; see `lockstep{}{} --help`\n", message, command.empty() ? "" : " ", command),
          verify::exit_usage};
}

// CLI11's message in our words: one line, with a hint where a flag is nearly right.
Early describe(const CLI::ParseError &e, const Parser &parser, const CLI::App *command,
               const std::vector<std::string> &words) {
  const std::string name = command != nullptr ? command->get_name() : "";
  if (dynamic_cast<const CLI::ExtrasError *>(&e) != nullptr) {
    // The first word that is no known option of the command.
    const auto known = parser.flags(command != nullptr ? *command : parser.app);
    for (const std::string &word : words) {
      const std::string flag = word.substr(0, word.find('='));
      if (flag.size() > 1 && flag[0] == '-' && flag.substr(0, 2) != "-D" && flag.substr(0, 2) != "-I" &&
          std::find(known.begin(), known.end(), flag) == known.end()) {
        const std::string near = nearest(flag, known);
        return usage_error(
            fmt::format("unknown option '{}'{}", flag, near.empty() ? "" : ", did you mean '" + near + "'?"), name);
      }
    }
    return usage_error(words.empty() ? "nothing to do" : "unexpected argument '" + words.back() + "'", name);
  }
  if (dynamic_cast<const CLI::RequiredError *>(&e) != nullptr && command == nullptr) {
    const std::string near = words.empty() ? "" : nearest(words.front(), command_words.all());
    return usage_error(words.empty() ? "no command given"
                                     : fmt::format("'{}' is not a command{}", words.front(),
                                                   near.empty() ? "" : ", did you mean '" + near + "'?"),
                       name);
  }
  std::string text = e.what();
  if (dynamic_cast<const CLI::ArgumentMismatch *>(&e) != nullptr)
    text = text.substr(0, text.find(':')) + " needs a value";
  std::replace(text.begin(), text.end(), '\n', ' ');
  return usage_error(text, name);
}

// Empty without a name, and for one that no stage has: that is a problem.
std::optional<support::Stage> read_stage(const std::string &name, std::string &problem) {
  const auto stage = support::stage_words.find(name);
  if (name.empty() || stage || !problem.empty())
    return stage;
  const std::string near = nearest(name, support::stage_words.all());
  problem = fmt::format("'{}' is not a stage{}", name,
                        near.empty() ? ", `lockstep stages` lists them" : ", did you mean '" + near + "'?");
  return std::nullopt;
}

// What does not go together with a file of launches.
std::string launches_problem(const Options &o) {
  const SizeText &s = o.kernel.sizes;
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

std::variant<Options, Early> parse(std::vector<std::string> words, const std::vector<std::string> &clang_words) {
  Options o;
  Parser parser(o);
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
    return describe(e, parser, command(), words);
  }
  const CLI::App *c = command();
  o.command = *command_words.find(c->get_name());
  std::string problem;
  o.stage = read_stage(parser.names.stage, problem);
  o.stop_after = read_stage(parser.names.stop_after, problem);
  o.from = read_stage(parser.names.from, problem);
  if (!problem.empty())
    return usage_error(problem, c->get_name());
  if (o.command == Command::Record) {
    o.inputs = clang_words;
    return o.inputs.empty() ? std::variant<Options, Early>(
                                  usage_error("no program to run: write its command after `--`", c->get_name()))
                            : std::variant<Options, Early>(std::move(o));
  }
  if (problem = launches_problem(o); !problem.empty())
    return usage_error(problem, c->get_name());
  if (o.command != Command::Verify && o.command != Command::Perf && o.command != Command::Cost && o.inputs.size() > 1)
    return usage_error(fmt::format("unexpected argument '{}': the command takes one {}", o.inputs[1],
                                   o.command == Command::Suite || o.command == Command::Recheck ? "folder" : "file"),
                       c->get_name());
  o.words = std::move(words);
  o.clang_words = clang_words;
  o.kernel.clang_options = clang_words;
  return o;
}

} // namespace

std::string_view version() { return LOCKSTEP_VERSION; }

std::variant<Options, Early> parse_command_line(const std::vector<std::string> &arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  std::vector<std::string> words;
  for (auto it = arguments.begin(); it != dashes; ++it)
    words.push_back(canonical(*it));
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
