// Lockstep as a library: a file of GPU kernels in, values out. What `lockstep verify`, `perf` and `cost` do, as three
// functions, in the calling process.
//
//   const lockstep::Verification v = lockstep::verify_file("kernel.cu", {"--block-dim=256", "--timeout=10"});
//   for (const lockstep::KernelVerdict &k : v.kernels)
//     std::cout << k.kernel << ": " << lockstep::name(k.verdict) << "\n";
//
// Build against an installed tree with CMake: find_package(Lockstep), link lockstep::lockstep. At run time
// `verify_file` needs what the command needs: the Boogie host (installed in libexec/lockstep) and the solver z3 on
// PATH.
//
// `arguments` are options of the command, each a word ("--block-dim=256"); those that choose where a report goes have
// no effect. Options in the file's first lines count as they do for the command (`--no-header`: they do not).
//
// No function throws for what is wrong with an input: that is a verdict, or stands in `problem`. No signal handler is
// installed, nothing is printed. Limits of time and memory end as the verdict `unknown`. But Clang reads the file in
// this process: what ends Clang (a stack that does not suffice) ends the program. Call one function at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#ifndef LOCKSTEP_BOOGIE_HOST // find_package(Lockstep) says where it is installed
#define LOCKSTEP_BOOGIE_HOST ""
#endif

namespace lockstep {

struct Place { // in source text; line 0: unknown
  std::string file;
  unsigned line = 0, column = 0;
};

struct Message { // of the front end, Clang's own included
  enum class Severity : std::uint8_t { Note, Warning, Unsupported, Error };
  Severity severity = Severity::Error;
  Place place;
  std::string text;
};

// --- verify ---

enum class Verdict : std::uint8_t { Verified, Race, Divergence, Assertion, Bounds, Unknown, Unsupported, Error };
std::string_view name(Verdict v); // as reports say it: "verified"

struct ThreadAccess { // one of the two sides of a violation
  Place place;
  std::array<std::uint64_t, 3> local{}, group{}; // ids of the thread
  std::string what;                              // "read", "write", "atomic", "reaches the barrier"
};

struct Finding {
  std::string kind; // "race", "divergence", "assertion", "bounds"
  Place place;
  std::string message; // one line
  std::vector<ThreadAccess> accesses;
  bool confirmed = false; // an execution shows it
};

struct KernelVerdict {
  std::string kernel; // empty: the file did not get as far as its kernels
  Place launch;       // in host code, where that says how the kernel is launched
  Verdict verdict = Verdict::Unknown;
  std::string reason; // why, where the verdict is not `Verified`: one line
  std::vector<Finding> findings;
  std::vector<std::string> assumptions; // what the proof rests on
  std::vector<Message> messages;
  double seconds = 0;
};

struct Verification {
  std::string problem; // not empty: the arguments do not make sense, or an engine is missing; nothing was done
  std::vector<KernelVerdict> kernels;
  std::string json; // the report, as `--format json` gives it (docs/json.md, docs/schema.json)
};
// `boogie_host`: the host's program; empty: where the command would look, from where the calling program lies.
Verification verify_file(const std::string &file, const std::vector<std::string> &arguments = {},
                         const std::string &boogie_host = LOCKSTEP_BOOGIE_HOST);

// --- perf ---

struct Range {
  std::uint64_t lo = 0, hi = 0;
};

struct AccessCount { // what one request of a warp costs
  Place place;
  std::string array;
  std::string kind;    // "load", "store", "atomic"
  std::string pattern; // "coalesced", "strided", ... (docs/design.md 12)
  bool exact = false;
  Range sectors, lines;      // of global and constant memory
  Range wavefronts, degree;  // of group memory
  bool group_memory = false; // which of the two it is
};

struct KernelCount {
  std::string kernel;
  std::vector<AccessCount> accesses;
};

struct Counts {
  std::string problem;
  std::vector<KernelCount> kernels;
  std::vector<KernelVerdict> refused; // kernels that could not be counted, with the reason
  std::string json;
};
Counts count_file(const std::string &file, const std::vector<std::string> &arguments = {});

// --- cost ---

struct MetricBound {
  std::string metric;               // "sectors", "conflicts", "divwarps", "steps", ...
  std::string lower;                // formulas over parameters and launch sizes (docs/design.md 13)
  std::optional<std::string> upper; // none: there is no bound
};

struct KernelBound { // of the whole grid
  std::string kernel;
  std::string refused; // not empty: there are no bounds, for this reason
  std::vector<MetricBound> metrics;
  std::vector<std::string> assumptions;
};

struct Bounds {
  std::string problem;
  std::vector<KernelBound> kernels;
  std::vector<KernelVerdict> refused;
  std::string json;
};
Bounds bound_file(const std::string &file, const std::vector<std::string> &arguments = {});

std::string_view version(); // "0.1.0"

} // namespace lockstep
