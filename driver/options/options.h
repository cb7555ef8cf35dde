// The command line. Options are plain structs; the text is read once, by CLI11, in options.cpp.
#pragma once

#include "jobs/input/options.h"

#include <optional>
#include <string>
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

enum class Format : std::uint8_t { Text, Json, Junit, Sarif, Csv }; // of reports; the latter three are of verdicts
inline constexpr support::Words<Format, 5> format_words({{Format::Text, "text"},
                                                         {Format::Json, "json"},
                                                         {Format::Junit, "junit"},
                                                         {Format::Sarif, "sarif"},
                                                         {Format::Csv, "csv"}});

struct SuiteChoice {               // lockstep suite
  std::vector<std::string> filter; // globs; none: every file
  std::size_t part = 1, parts = 1; // of so many parts of the files one, from 1 on
  std::string results;             // a file that gets each file's results as they come; empty: none
  bool resume = false;             // go on with what is there
  std::string baseline;            // an earlier report (JSON); empty: none
};

enum class Semantics : std::uint8_t { Interleaving, Lockstep, Simt };
inline constexpr support::Words<Semantics, 3> semantics_words({{Semantics::Interleaving, "interleaving"},
                                                               {Semantics::Lockstep, "lockstep"},
                                                               {Semantics::Simt, "simt"}});

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

struct PerfChoice {                 // lockstep perf
  std::vector<std::string> fail_on; // "excess=50%", "conflicts", "unknown"
  std::string baseline;             // an earlier report; empty: none
  bool all = false;                 // accesses that waste nothing, too
  std::string paper;                // what the paper's rules report, to the "letter" or "relative" to active threads
  bool shapes = false;              // what blocks of other shapes would cost
  bool witness = false;             // requests of executions that show the bounds
};

struct CostChoice {                   // lockstep cost
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

struct Options : jobs::Options {
  Command command = Command::Verify;
  // verify: files, or patterns of --compile-commands; perf: files and folders; run, dump: one file; suite, recheck: one
  // folder; record: a command
  std::vector<std::string> inputs;
  std::string compile_commands; // verify
  std::string launches;         // verify: a file of launches, instead of files
  RunChoice run;
  PerfChoice perf;
  CostChoice cost;
  SuiteChoice suite;
  // reports
  Format format = Format::Text;
  bool schedules = false; // JSON: with those of the executions that show violations
  std::string output;     // empty: standard output
  std::string repro_dir;  // verify, suite: reproducers of violations; empty: none
  bool quiet = false;
  bool time = false;
  bool worker = false;                 // verify, suite: this process is a worker (suite_worker.h)
  std::optional<support::Stage> stage; // dump: empty means every stage
  std::string dump_dir;
  std::vector<std::string> command_line; // all its words before `--`
};

// A run that needs no work (--help, --version) or cannot start (a mistake): what to print and the exit status.
struct Early {
  std::string text;
  int exit_status = 0;
};

// `arguments` without the program's name.
std::variant<Options, Early> parse_command_line(const std::vector<std::string> &arguments);

} // namespace lockstep::driver
