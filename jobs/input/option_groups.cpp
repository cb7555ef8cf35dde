// See option_groups.h.
#include "jobs/input/option_groups.h"

#include "emit/watchdog/candidates.h"

namespace lockstep::jobs {

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

namespace {

constexpr const char *sizes_group = "Launch sizes (X, X,Y or X,Y,Z; * stands for any size)";

void add_sizes(CLI::App &app, launch::SizeText &sizes) {
  const char *group = sizes_group;
  last(app, "--local-size", sizes.local_size, "threads in a group (CUDA: --block-dim)")->type_name("X")->group(group);
  last(app, "--num-groups", sizes.num_groups, "groups (CUDA: --grid-dim)")->type_name("X")->group(group);
  last(app, "--global-size", sizes.global_size, "threads in all, instead of --num-groups")
      ->type_name("X")
      ->group(group);
  last(app, "--global-offset", sizes.global_offset, "OpenCL's global work offset")->type_name("X")->group(group);
  CLI::Option *launches =
      app.add_flag_callback("--assume-launch", [] {}, "take the launches of the host code, as where no size is given");
  launches->group(group);
  for (const char *size : {"--local-size", "--num-groups", "--global-size"})
    launches->excludes(app.get_option(size));
}

void add_source(CLI::App &app, KernelOptions &k) {
  const char *group = "Source";
  last(app, "--kernel", k.kernel, "only the kernels of this name (overloads, and instances of a template)")
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
  app.add_option("--boogie-file", k.axiom_files,
                 "trust the axioms of this Boogie file about functions that have no body (DECLARE_UF_*)")
      ->group(group)
      ->type_name("FILE")
      ->allow_extra_args(false);
  last(app, "--pointer-bits", k.pointer_bits, "width of size_t and pointers: 64 (default) or 32")
      ->check(one_of({"32", "64"}))
      ->type_name("N")
      ->group(group);
}

void add_checks(CLI::App &app, KernelOptions &k) {
  const char *group = "What is checked";
  app.add_flag("--check-bounds", k.check_bounds, "report accesses outside arrays of known size")->group(group);
  app.add_flag("--ignore-annotations", k.ignore_annotations, "annotations neither claim nor assume anything")
      ->group(group);
  app.add_flag("--only-requires", k.only_requires, "of annotations only preconditions count")->group(group);
  app.add_flag("--invariants-as-hints", k.invariants_as_hints, "loop invariants are hints, and not asked about")
      ->group(group);
  app.add_flag("--only-divergence", k.only_divergence, "races are not asked about")->group(group);
  app.add_flag("--only-intra-group", k.only_intra_group, "threads of different groups are not asked about")
      ->group(group);
  app.add_option("--check-arrays", k.check_arrays, "races on other arrays are not asked about")
      ->type_name("NAME")
      ->group(group)
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--values", k.values,
                 "what the kernel is launched with: its parameters that are no pointers, in their order (*: any)")
      ->type_name("V")
      ->group(group)
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_flag("--strict-overflow", k.strict_overflow, "let signed index arithmetic wrap around")->group(group);
  app.add_flag("--no-benign-tolerance", k.no_benign_tolerance, "two writes of the same value are a race, too")
      ->group(group);
  app.add_flag("--any-launch", k.any_launch, "free sizes may make 2^31 threads or more in a dimension")->group(group);
  last_word(app, "--accept-conditions", k.accept, verify::accept_words,
            "count a kernel that is verified under a condition on its sizes as verified: none, magnitude (default: if "
            "it only keeps numbers from the limits of their types) or all")
      ->group(group);
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
  last_word(app, "--engine", e.engine, engine_words,
            "host (default where it was built), command, or both, which must agree")
      ->type_name("NAME")
      ->group(group);
  last_word(app, "--solver", e.solver, verify::solver_words,
            "z3 (default), cvc5, or portfolio: both at once, the first answer counts")
      ->type_name("NAME")
      ->group(group);
  last(app, "--memory", e.memory,
       "megabytes that a solver may take (default: no limit), and the analysis of a file (default 4096)")
      ->check(at_least(1))
      ->type_name("MB")
      ->group(group);
  last(app, "--boogie", e.boogie, "the boogie command for --engine command or both")->type_name("FILE")->group(group);
  last_word(app, "--predication", k.predication, predication::scheme_words, "flags (default) or block-id")
      ->type_name("NAME")
      ->group(group);
  last_tiers(app, "--tier", k.tiers, "all (default): the cheapest first; or only pick, or only watchdog")
      ->type_name("NAME")
      ->group(group);
  app.add_option("--without-rule", e.without_rules, "do not propose this rule's invariants (scripts/rules)")
      ->check(one_of(emit::candidate_rule_names()))
      ->allow_extra_args(false)
      ->group("");
  app.add_flag("--no-merge", e.no_merge, "do not merge accesses that differ by constants")->group(group);
  last_word(app, "--integers", k.integers, verify::integer_mode_words,
            "auto (default): integers where no product wraps; wrap: there, too; bv; int")
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

} // namespace

std::vector<const CLI::Option *> add_kernel(CLI::App &app, Options &o) {
  const std::vector<const CLI::Option *> before = std::as_const(app).get_options();
  add_sizes(app, o.kernel.sizes);
  last(app, "--warp-size", o.kernel.warp_size, "threads in a warp (default 32)")
      ->check(at_least(1))
      ->each([&o](const std::string &) { o.kernel.warp_size_given = true; })
      ->type_name("N")
      ->group(sizes_group);
  last(app, "--warp-sync", o.kernel.warp_sync,
       "so many threads with consecutive linear ids run in lock step, as warps once did: 2 to 64")
      ->check(CLI::IsMember({2, 4, 8, 16, 32, 64}))
      ->type_name("N")
      ->group(sizes_group);
  add_source(app, o.kernel);
  add_checks(app, o.kernel);
  add_proof(app, o.kernel, o.engine);
  app.add_flag("--no-header", o.no_header, "take nothing from the files' first lines")->group("Source");
  app.footer("Words after `--` go to Clang. CUDA's and GPUVerify's spellings of the options are accepted, and\n"
             "options may stand in a kernel file's first lines: //--local_size=64 --num_groups=16");
  std::vector<const CLI::Option *> added = std::as_const(app).get_options();
  added.erase(added.begin(), added.begin() + static_cast<std::ptrdiff_t>(before.size()));
  return added;
}

void add_device(CLI::App &app, Options &o) {
  last(app, "--target", o.device.target, "nvidia (default), mi200, mi300, rdna; nvidia,line=64")->type_name("NAME");
  app.add_option("--base-align", o.device.base_align,
                 "arrays start at multiples of so many bytes (default 256), or `element`; NAME=N: of one")
      ->type_name("N")
      ->allow_extra_args(false);
}

} // namespace lockstep::jobs
