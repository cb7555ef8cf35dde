// The options of `lockstep`, a function for each heading of the help (option_groups.h).
#include "driver/options/option_groups.h"

#include "emit/watchdog/candidates.h"

namespace lockstep::driver {

// One of a few words; the message names them all.
CLI::Validator one_of(std::vector<std::string> words) {
  const auto check = [words](const std::string &given) {
    if (std::find(words.begin(), words.end(), given) != words.end())
      return std::string();
    return fmt::format("'{}' is not one of {}", given, fmt::join(words, ", "));
  };
  return CLI::Validator(check, "").active(true);
}
namespace {

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
} // namespace

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
  app.add_flag_callback(
         "--ignore-annotations", [&k] { k.defines.emplace_back("LOCKSTEP_IGNORE_ANNOTATIONS"); },
         "annotations neither claim nor assume anything")
      ->group(group);
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

} // namespace lockstep::driver
