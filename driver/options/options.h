// The command line. Options are plain structs; the text is read once, by CLI11, in options.cpp.
#pragma once

#include "driver/launch/sizes.h"
#include "predication/guarded.h"
#include "support/stage.h"
#include "verify/verify_kernel.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lockstep::driver {

enum class Command : std::uint8_t { Verify, Run, Dump, Stages, Suite, Recheck, Record, Perf, Cost };
inline constexpr support::Words<Command, 9> command_words({{Command::Verify, "verify"},
                                                           {Command::Run, "run"},
                                                           {Command::Dump, "dump"},
                                                           {Command::Stages, "stages"},
                                                           {Command::Suite, "suite"},
                                                           {Command::Recheck, "recheck"},
                                                           {Command::Record, "record"},
                                                           {Command::Perf, "perf"},
                                                           {Command::Cost, "cost"}});

enum class Format : std::uint8_t { Text, Json }; // of reports
inline constexpr support::Words<Format, 2> format_words({{Format::Text, "text"}, {Format::Json, "json"}});

enum class EngineKind : std::uint8_t { Host, Command, Both };
inline constexpr support::Words<EngineKind, 3>
    engine_words({{EngineKind::Host, "host"}, {EngineKind::Command, "command"}, {EngineKind::Both, "both"}});

enum class Semantics : std::uint8_t { Interleaving, Lockstep, Simt };
inline constexpr support::Words<Semantics, 3> semantics_words({{Semantics::Interleaving, "interleaving"},
                                                               {Semantics::Lockstep, "lockstep"},
                                                               {Semantics::Simt, "simt"}});

// What decides a kernel's verdict; all of it may also stand in the file's first lines.
struct KernelOptions {
  SizeText sizes;
  unsigned warp_size = 32;
  bool warp_size_given = false;
  unsigned warp_sync = 0; // threads of a warp that run in lock step; 0: each by itself
  std::string kernel;     // empty: every kernel of the file
  // source
  std::string language, standard; // the language of --compile-commands; empty: by the file
  std::vector<std::string> defines, include_dirs, clang_options;
  std::string cuda_path;
  unsigned pointer_bits = 64;
  std::vector<std::string> no_effect;
  std::vector<std::string> assumptions; // that reading --compile-commands made
  // what is checked, under which assumptions
  bool strict_overflow = false;
  bool check_bounds = false;
  bool no_benign_tolerance = false;
  bool allow_vacuous = false;
  std::vector<std::string> header_said = {}; // assumptions that the file's first lines make
  bool any_launch = false;                   // free sizes: 2^31 threads in a dimension and more, too
  bool no_replay = false;
  // how
  predication::Scheme predication = predication::Scheme::Flags;
  std::set<verify::Tier> tiers{std::begin(verify::proving_tiers), std::end(verify::proving_tiers)};
  std::vector<std::string> without_rules; // of emit/watchdog/candidates.def; hidden
  emit::IntegerMode integers = emit::IntegerMode::Auto;
  bool no_merge = false; // every access on its own
  double timeout = 60;   // seconds per kernel, the file's reading counted; 0: none
};

struct EngineChoice {
  std::optional<EngineKind> engine; // empty: the host, or the command where there is none
  verify::Solver solver = verify::Solver::Z3;
  unsigned memory = 0; // MB of the solver, and of the analysis; 0: no limit for the solver
  std::string boogie;  // the command; empty: found on PATH
  std::string host;    // the host; empty: found from where the program lies
  std::string proof_dir;
  bool no_cache = false;
  std::string cache; // folder of the result cache; empty: none
};

struct RunChoice { // lockstep run
  Semantics semantics = Semantics::Interleaving;
  std::string schedule = "in-order";  // in-order, exhaustive, random:SEED[:N], or a file
  std::vector<std::string> arguments; // name=value, see run/arguments.h
  std::vector<std::string> print;     // arrays
  std::string observe;                // memory, cost, or nothing
  std::vector<std::string> metrics;   // of cost; none: those of [MH21], Table 1
  std::string target = "nvidia";      // device/targets.h
  std::string trace;                  // text, html, or nothing
  std::string scheduling;             // simt: stack, independent; empty: not given
  std::string memory;                 // simt: ideal, asynchronous; empty: not given
  bool counters = false;              // simt: what the warps cost
  std::uint32_t resident = 0;         // simt: blocks at a time on a processor; 0: not given
  std::uint32_t processors = 0;       // simt; 0: not given
  bool uninitialised = false;         // report reads of what was never written
  bool wrap = false;                  // go on where the source language leaves a value undefined
  std::uint64_t max_steps = 20'000'000;
};

struct PerfChoice { // lockstep perf
  std::string target = "nvidia";
  std::vector<std::string> base_align; // bytes, "element", NAME=BYTES
  std::vector<std::string> fail_on;    // "excess=50%", "conflicts", "unknown"
  std::string baseline;                // an earlier report; empty: none
  bool all = false;                    // accesses that waste nothing, too
  std::string paper;                   // what the paper's rules report, to the "letter" or "relative" to active threads
  bool shapes = false;                 // what blocks of other shapes would cost
  bool witness = false;                // requests of executions that show the bounds
};

struct CostChoice {                   // lockstep cost; target and base_align are PerfChoice's
  std::vector<std::string> metrics;   // empty: sectors, conflicts, divwarps, steps
  std::string per = "grid";           // access, warp, group, grid
  bool span = false;                  // of a group
  unsigned slots = 0;                 // what a group takes on so many; 0: not asked for
  std::vector<std::string> at;        // NAME=NUMBER
  std::vector<std::string> fail_on;   // "sectors > 3*n"
  std::string baseline, compare;      // an earlier report; a kernel file
  std::string plot, plot_to;          // NAME=LOW:HIGH:STEP; a folder
  std::vector<std::string> plot_also; // LABEL=EXPRESSION or LABEL:NAME=VALUE
  bool simulate = false;
};

struct RecordedLaunch; // launch_list.h

struct Options {
  Command command = Command::Verify;
  // verify: files, or patterns of --compile-commands; perf: files and folders; run, dump: one file; suite, recheck: one
  // folder; record: a command
  std::vector<std::string> inputs;
  std::string compile_commands;                   // verify
  std::string launches;                           // verify: a file of launches, instead of files
  std::shared_ptr<const RecordedLaunch> recorded; // the one of them that is judged
  KernelOptions kernel;
  EngineChoice engine;
  RunChoice run;
  PerfChoice perf;
  CostChoice cost;
  // reports
  Format format = Format::Text;
  bool schedules = false; // JSON: with those of the executions that show violations
  std::string output;     // empty: standard output
  std::string repro_dir;  // verify, suite: reproducers of violations; empty: none
  bool quiet = false;
  bool time = false;
  bool expect = false;    // suite
  bool worker = false;    // verify, suite: this process is a worker (suite_worker.h)
  bool no_header = false; // the files' first lines say nothing
  unsigned jobs = 0;      // verify, suite: kernels at a time; 0: one per processor
  // stages
  std::optional<support::Stage> stage; // dump: empty means every stage
  bool free_sizes = false;             // dump: sizes that are not given are free
  std::string dump_dir;
  std::optional<support::Stage> stop_after;
  std::optional<support::Stage> from; // empty: by the file's suffix
  // The words after the command, for `with_header`.
  std::vector<std::string> words;
  std::vector<std::string> clang_words; // after `--`

  // Megabytes that the analysis of a file may take.
  unsigned memory_limit() const { return engine.memory != 0 ? engine.memory : 4096; }
};

// A run that needs no work (--help, --version) or cannot start (a mistake): what to print and the exit status.
struct Early {
  std::string text;
  int exit_status = 0;
};

// `arguments` without the program's name.
std::variant<Options, Early> parse_command_line(const std::vector<std::string> &arguments);

std::string_view version(); // "0.1.0"

bool only_counts(support::Stage stage); // of `perf` and `cost`: it leads to no verdict

} // namespace lockstep::driver
