// See option_groups.h.
#include "jobs/input/option_groups.h"

#include "emit/watchdog/candidates.h"

namespace lockstep::jobs {

// One of a few words; the message names them all.
CLI::Validator one_of(std::vector<std::string> words) {
  const auto check = [words](const std::string &given) {
    if (std::ranges::find(words, given) != words.end())
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
  const Heading heading(app, sizes_group);
  last(app, "--local-size", sizes.local_size, "X", "threads in a group (CUDA: --block-dim)");
  last(app, "--num-groups", sizes.num_groups, "X", "groups (CUDA: --grid-dim)");
  last(app, "--global-size", sizes.global_size, "X", "threads in all, instead of --num-groups");
  last(app, "--global-offset", sizes.global_offset, "X", "OpenCL's global work offset");
  CLI::Option *launches =
      app.add_flag_callback("--assume-launch", [] {}, "take the launches of the host code, as where no size is given");
  for (const char *size : {"--local-size", "--num-groups", "--global-size"})
    launches->excludes(app.get_option(size));
}

void add_source(CLI::App &app, KernelOptions &k) {
  const Heading heading(app, "Source");
  last(app, "--kernel", k.kernel, "NAME", "only the kernels of this name (overloads, and instances of a template)");
  many(app, "-D", k.defines, "NAME", "define a macro: -DNAME or -DNAME=VALUE");
  many(app, "-I", k.include_dirs, "X", "look for included files here");
  last(app, "--std", k.standard, "STD", "language standard: CL1.2, CL2.0, CL3.0, c++17 (also -std=, --cl-std)");
  last(app, "--cuda-path", k.cuda_path, "DIR", "a CUDA toolkit, for headers that Lockstep has none of its own for");
  many(app, "--no-effect", k.no_effect, "NAME",
       "take this function, which has no body, to touch no memory and no barrier ('*': all)");
  many(app, "--boogie-file", k.axiom_files, "FILE",
       "trust the axioms of this Boogie file about functions that have no body (DECLARE_UF_*)");
  last(app, "--pointer-bits", k.pointer_bits, "N", "width of size_t and pointers: 64 (default) or 32")
      ->check(one_of({"32", "64"}));
}

void add_checks(CLI::App &app, KernelOptions &k) {
  const Heading heading(app, "What is checked");
  app.add_flag("--check-bounds", k.check_bounds, "report accesses outside arrays of known size");
  app.add_flag("--ignore-annotations", k.ignore_annotations, "annotations neither claim nor assume anything");
  app.add_flag("--only-requires", k.only_requires, "of annotations only preconditions count");
  app.add_flag("--invariants-as-hints", k.invariants_as_hints,
               "loop invariants are candidates: they count where they hold, and are not asked about");
  app.add_flag("--no-inline", k.no_inline,
               "functions that have contracts are judged by themselves, and their callers by the contracts");
  app.add_flag("--only-divergence", k.only_divergence, "races are not asked about");
  app.add_flag("--only-intra-group", k.only_intra_group, "threads of different groups are not asked about");
  many(app, "--check-arrays", k.check_arrays, "NAME", "races on other arrays are not asked about")->delimiter(',');
  many(app, "--values", k.values, "V",
       "what the kernel is launched with: its parameters that are no pointers, in their order (*: any)")
      ->delimiter(',');
  app.add_flag("--strict-overflow", k.strict_overflow, "let signed index arithmetic wrap around");
  last_word(app, "--tolerate", k.tolerance, cfg::tolerance_words,
            "which unordered accesses are no race: none; computed: writes of one value that no load gave; same "
            "(default): of any one value; unchanged: beside reads, too, if they change nothing; computed-unchanged")
      ->type_name("TEXT");
  app.add_flag("--no-benign-tolerance", k.no_benign_tolerance, "the same as --tolerate none");
  app.add_flag("--any-launch", k.any_launch, "free sizes may make 2^31 threads or more in a dimension");
  last_word(app, "--accept-conditions", k.accept, verify::accept_words,
            "count a kernel that is verified under a condition on its sizes as verified: none, magnitude (default: if "
            "it only keeps numbers from the limits of their types) or all")
      ->type_name("TEXT");
  app.add_flag("--no-replay", k.no_replay, "do not look for an execution that shows a violation");
  app.add_flag("--allow-vacuous", k.allow_vacuous, "accept a proof under assumptions that nothing satisfies");
}

void add_proof(CLI::App &app, KernelOptions &k, EngineChoice &e) {
  const Heading heading(app, "How it is proved");
  last(app, "--timeout", k.timeout, "S", "seconds per kernel, 0 for no limit (default 60)")->check(seconds());
  last_word(app, "--engine", e.engine, engine_words,
            "host (default where it was built), command, or both, which must agree");
  last_word(app, "--solver", e.solver, verify::solver_words,
            "z3 (default), cvc5, or portfolio: both at once, the first answer counts");
  last(app, "--memory", e.memory, "MB",
       "megabytes that a solver may take (default: no limit), and the analysis of a file (default 4096)")
      ->check(at_least(1));
  last(app, "--boogie", e.boogie, "FILE", "the boogie command for --engine command or both");
  last_word(app, "--predication", k.predication, predication::scheme_words, "flags (default) or block-id");
  last_tiers(app, "--tier", k.tiers, "all (default): the cheapest first; or only pick, or only watchdog")
      ->type_name("NAME");
  app.add_option("--without-rule", e.without_rules, "do not propose this rule's invariants (scripts/rules)")
      ->check(one_of(emit::candidate_rule_names()))
      ->allow_extra_args(false)
      ->group("");
  app.add_flag("--no-merge", e.no_merge, "do not merge accesses that differ by constants");
  last_word(app, "--integers", k.integers, verify::integer_mode_words,
            "auto (default): integers where no product wraps; wrap: there, too; bv; int");
  last(app, "--cache", e.cache, "DIR", "keep results in this folder, and take those of unchanged kernels from there")
      ->envname("LOCKSTEP_CACHE");
  app.add_flag("--no-cache", e.no_cache, "prove everything anew, whatever LOCKSTEP_CACHE says");
  last(app, "--proof-dir", e.proof_dir, "DIR", "keep every claim and its programs here, for `lockstep recheck`");
}

} // namespace

std::vector<const CLI::Option *> add_kernel(CLI::App &app, Options &o) {
  const std::vector<const CLI::Option *> before = std::as_const(app).get_options();
  add_sizes(app, o.kernel.sizes);
  last(app, "--warp-size", o.kernel.warp_size, "N", "threads in a warp (default 32)")
      ->check(at_least(1))
      ->each([&o](const std::string &) { o.kernel.warp_size_given = true; })
      ->group(sizes_group);
  last(app, "--warp-sync", o.kernel.warp_sync, "N",
       "so many threads with consecutive linear ids run in lock step, as warps once did: 2 to 64")
      ->check(CLI::IsMember({2, 4, 8, 16, 32, 64}))
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
  last(app, "--target", o.device.target, "NAME", "nvidia (default), mi200, mi300, rdna; nvidia,line=64");
  many(app, "--base-align", o.device.base_align, "N",
       "arrays start at multiples of so many bytes (default 256), or `element`; NAME=N: of one");
}

} // namespace lockstep::jobs
