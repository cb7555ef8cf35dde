// What a job is asked about a file: plain structs. Words of the command line, or of a file's first lines, make them
// (read_words.h).
#pragma once

#include "launch/sizes.h"
#include "predication/guarded.h"
#include "support/stage.h"
#include "verify/verify_kernel.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::jobs {

enum class EngineKind : std::uint8_t { Host, Command, Both };
inline constexpr support::Words<EngineKind, 3>
    engine_words({{EngineKind::Host, "host"}, {EngineKind::Command, "command"}, {EngineKind::Both, "both"}});

// What decides a kernel's verdict; all of it may also stand in the file's first lines.
struct KernelOptions {
  launch::SizeText sizes;
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
  std::vector<std::string> axiom_files; // of Boogie, about functions of which nothing else is known
  std::vector<cfg::Axioms> axioms;      // what they hold
  std::vector<std::string> assumptions; // that reading --compile-commands made
  // what is checked, under which assumptions
  bool strict_overflow = false;
  bool check_bounds = false;
  bool ignore_annotations = false, only_requires = false, invariants_as_hints = false;
  bool no_inline = false; // calls of functions with contracts are replaced by these
  bool only_divergence = false, only_intra_group = false;
  std::vector<std::string> check_arrays; // races on these only; empty: on all
  std::vector<std::string> values;       // of parameters that are no pointers, in their order; "*": any
  // As lockstep-gpuverify asks, and no option: specifications of other forms than GPUVerify reads are refused, what
  // they say of accesses to arrays that `check_arrays` leaves out is not asked about, and more than one race is looked
  // for; no kernel has atomic operations.
  bool as_gpuverify = false, no_atomics = false;
  std::optional<cfg::Tolerance> tolerance; // empty: as the kernel's terms say
  bool no_benign_tolerance = false;        // none, whatever that says
  bool allow_vacuous = false;
  std::vector<std::string> header_said = {}; // assumptions that the file's first lines make
  bool any_launch = false;                   // free sizes: 2^31 threads in a dimension and more, too
  verify::AcceptConditions accept = verify::AcceptConditions::Magnitude;
  bool no_replay = false;
  // how
  predication::Scheme predication = predication::Scheme::Flags;
  std::set<verify::Tier> tiers{std::begin(verify::proving_tiers), std::end(verify::proving_tiers)};
  emit::IntegerMode integers = emit::IntegerMode::Auto;
  double timeout = 60; // seconds per kernel, the file's reading counted; 0: none
};

struct EngineChoice {
  std::optional<EngineKind> engine; // empty: the host, or the command where there is none
  verify::Solver solver = verify::Solver::Z3;
  unsigned memory = 0;                    // MB of the solver, and of the analysis; 0: no limit for the solver
  std::string boogie;                     // the command; empty: found on PATH
  std::string host;                       // the host; empty: found from where the program lies
  std::vector<std::string> without_rules; // of emit/watchdog/candidates.def; hidden
  bool no_merge = false;                  // every access on its own
  std::string proof_dir;
  bool no_cache = false;
  std::string cache; // folder of the result cache; empty: none
};

struct DeviceChoice {                  // of which requests are counted, and where its arrays start
  std::string target = "nvidia";       // device/targets.h
  std::vector<std::string> base_align; // bytes, "element", NAME=BYTES
};

struct Options {
  KernelOptions kernel;
  EngineChoice engine;
  DeviceChoice device;
  bool no_header = false;          // the files' first lines say nothing
  bool expect = false;             // they say which verdicts are expected
  unsigned jobs = 0;               // kernels at a time; 0: one per processor
  std::string folder;              // of a suite: headers are looked for up to it
  std::vector<std::string> beside; // files that are named with this one: their host code may launch its kernels
  // What the front end makes of memory: for requests, pointers that memory holds are followed, and asynchronous copies
  // are single accesses.
  bool follow_memory = false, copies_once = false;
  // stages
  std::optional<support::Stage> stop_after;
  std::optional<support::Stage> from; // empty: by the file's suffix
  bool free_sizes = false;            // sizes that are not given are free
  // For what the file's first lines say: the command of which messages speak, its words that make a KernelOptions or
  // an EngineChoice, and those for Clang.
  std::string command_name = "verify";
  std::vector<std::string> words, clang_words;

  // Megabytes that the analysis of a file may take.
  unsigned memory_limit() const { return engine.memory != 0 ? engine.memory : 4096; }
};

std::string_view version(); // "0.1.0"

} // namespace lockstep::jobs
