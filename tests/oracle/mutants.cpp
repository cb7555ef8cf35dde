// `oracle mutants`: every must-verify kernel of a folder with one barrier deleted, or one shared index moved by an
// element or halved.
//
// A mutant that an execution refutes (a small launch or a few groups of the kernel's own, some inputs) must not verify.
// A mutant that nothing refutes says nothing: many are equivalent, or go wrong for inputs that were not tried only.
#include "cfg/ir/assumptions.h"
#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "cfg/passes/checked_reads.h"
#include "driver/project/find_kernels.h"
#include "frontend/frontend.h"
#include "jobs/input/header.h"
#include "jobs/pipeline/file_run.h"
#include "launch/sizes.h"
#include "tests/oracle/classes.h"
#include "tests/oracle/commands.h"
#include "tests/oracle/judge.h"
#include "tests/oracle/kernel_files.h"
#include "tests/oracle/limited.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <sstream>

namespace lockstep::oracle {

namespace {

using verify::Verdict;

struct Mutant {
  cfg::Kernel kernel;
  std::string what;
};

cfg::Expr *offset_of(cfg::Stmt &s, cfg::ArrayId &array) {
  return std::visit(
      [&]<typename T>(T &node) -> cfg::Expr * {
        if constexpr (std::is_same_v<T, cfg::Load> || std::is_same_v<T, cfg::Store> || std::is_same_v<T, cfg::Atomic>) {
          array = node.array;
          return &node.offset;
        } else {
          return nullptr;
        }
      },
      s.node);
}

std::vector<Mutant> mutants_of(const cfg::Kernel &k) {
  std::vector<Mutant> all;
  for (std::size_t b = 0; b < k.blocks.size(); ++b)
    for (std::size_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const std::string where = fmt::format("at line {}", k.blocks[b].stmts[i].origin.place().line);
      if (std::holds_alternative<cfg::Barrier>(k.blocks[b].stmts[i].node)) {
        Mutant m{k, "barrier deleted " + where};
        m.kernel.blocks[b].stmts[i].node = cfg::Skip{};
        all.push_back(std::move(m));
      }
      Mutant m{k, ""};
      cfg::ArrayId array = 0;
      cfg::Expr *offset = offset_of(m.kernel.blocks[b].stmts[i], array);
      if (!offset || k.arrays[array].space == cfg::Space::Private)
        continue;
      const cfg::Array &a = k.arrays[array];
      const cfg::Expr whole = *offset;
      const unsigned granules = std::max(1U, a.source_element_bytes / a.granule_bytes);
      const auto number = [&](unsigned n) { return cfg::constant(whole->type, n); };
      *offset = cfg::binary(cfg::Op::Add, whole, number(granules));
      m.what = fmt::format("index of {} moved {}", a.name, where);
      all.push_back(m);
      // Halved: neighbours meet, where moving all of a kernel's accesses alike would change nothing.
      *offset_of(m.kernel.blocks[b].stmts[i], array) =
          cfg::binary(cfg::Op::Mul, cfg::binary(cfg::Op::UDiv, whole, number(2 * granules)), number(granules));
      m.what = fmt::format("index of {} halved {}", a.name, where);
      all.push_back(std::move(m));
    }
  return all;
}

struct Seen {
  Classes classes; // of the mutants that an execution refutes
  std::size_t kernels = 0, made = 0, refuted = 0, killed = 0, wrong = 0, undecided = 0, alive = 0, not_run = 0;
  std::size_t over = 0; // files that were given up (limited.h)
};

class Run {
public:
  explicit Run(const MutantOptions &o) : o_(o) {}

  int go() {
    support::Diagnostics diags;
    const auto files = driver::find_kernels(o_.folder, diags);
    if (!files) {
      fmt::print("{}\n", format(diags.all().front()));
      return 2;
    }
    const auto start = std::chrono::steady_clock::now();
    const std::size_t step = std::max(1U, o_.every), size = files->files.size();
    const std::size_t all = o_.first < size ? (size - o_.first + step - 1) / step : 0;
    const auto name = [&](std::uint64_t n) -> const std::string & { return files->files[o_.first + n * step]; };
    const auto fails = [&](std::uint64_t n, const std::string &why) {
      fmt::print("{}: {}\n", name(n), why);
      seen_->classes.add_failed();
      ++seen_->wrong;
    };
    const std::uint64_t done = judge_apart(
        {.seconds = 600, // a file has many mutants
         .more =
             [&](std::uint64_t n) {
               return n < all &&
                      (o_.seconds <= 0 ||
                       std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() <= o_.seconds);
             },
         .open = [&]() -> jobs::Supervisor & { return (prover_ = std::make_unique<Prover>())->supervisor(); },
         .judge =
             [&](std::uint64_t n, const Things::Say &) {
               try {
                 file(name(n));
               } catch (const std::exception &e) {
                 fails(n, e.what());
               }
             },
         .close = [&] { prover_.reset(); },
         .said = {},
         .over =
             [&](std::uint64_t n, const std::string &why) {
               fmt::print("{}: over the limits: {}\n", name(n), why);
               seen_->classes.add_not_judged();
               ++seen_->over;
             },
         .crashed = fails});
    const std::uint64_t left = all - done;
    report(left);
    return seen_->wrong == 0 ? 0 : 1;
  }

private:
  void file(const std::string &path) {
    support::Diagnostics diags;
    for (const FileKernel &k : must_verify(path, diags))
      kernel(path, k.kernel, k.launch);
  }

  // Does an execution contradict the proof? Where the proof is of memory that is zero at the start, only such
  // executions speak of it: `truth` is theirs then.
  static bool contradicts(const verify::Result &r, const cfg::Kernel &k, const cfg::Launch &runs, Search search,
                          Truth &truth) {
    if (r.verdict != Verdict::Verified)
      return false;
    if (std::count(r.assumptions.begin(), r.assumptions.end(), cfg::assumption::zero_at_start) != 0) {
      search.zeros = true;
      truth = execute(k, runs, search);
    }
    return truth.wrong();
  }

  void kernel(const std::string &path, const cfg::Kernel &k, const cfg::Launch &launch) {
    const cfg::Launch runs = small_launch(launch);
    Search search;
    search.inputs = 3;
    search.most_threads = 128;
    search.likely = {*runs.local_size[0], *runs.local_size[0] * *runs.num_groups[0], 16, 3};
    search.traces = 30;
    search.traces_each = 10;
    search.steps = 600'000;
    search.steps_each = search.steps_trace = 300'000;
    Truth itself = execute(k, runs, search);
    if (itself.refused) {
      ++seen_->not_run;
      return;
    }
    const std::string name = path + ": " + k.name;
    if (itself.wrong()) {
      // What an execution shows of a kernel that is said to verify is worth a failure by itself, if it does verify.
      const verify::Result r = prover_->verify(k, launch);
      if (contradicts(r, k, runs, search, itself)) {
        fmt::print("WRONG: {} verifies, but {}\n", name, itself.witness);
        seen_->classes.add(r.verdict, false, Known::Wrong);
        ++seen_->wrong;
      }
      if (itself.wrong())
        return;
    }
    ++seen_->kernels;
    std::size_t made = 0, refuted = 0, killed = 0;
    std::vector<Mutant> all = mutants_of(k);
    const std::size_t step = o_.most == 0 || all.size() <= o_.most ? 1 : (all.size() + o_.most - 1) / o_.most;
    for (std::size_t i = 0; i < all.size(); i += step) {
      const Mutant &m = all[i];
      ++made;
      Truth truth = execute(m.kernel, runs, search);
      if (!truth.wrong())
        continue;
      const verify::Result r = prover_->verify(m.kernel, launch);
      const bool contradicted = contradicts(r, m.kernel, runs, search, truth);
      if (!truth.wrong())
        continue;
      ++refuted;
      seen_->classes.add(r.verdict, is_confirmed(r), Known::Wrong);
      if (contradicted) {
        fmt::print("WRONG: {}, {} verifies, but {}\n", name, m.what, truth.witness);
        ++seen_->wrong;
      } else if (r.verdict == Verdict::Error) {
        fmt::print("ERROR: {}, {}: {}\n", name, m.what, r.reason);
        ++seen_->wrong;
      } else {
        ++killed;
        seen_->undecided += verify::is_violation(r.verdict) ? 0 : 1;
      }
    }
    seen_->made += made;
    seen_->refuted += refuted;
    seen_->killed += killed;
    seen_->alive += made > 0 && refuted == 0 ? 1 : 0;
    if (o_.list)
      fmt::print("{:<70} {:>3} mutants {:>3} refuted {:>3} killed\n", name, made, refuted, killed);
  }

  void report(std::size_t left) const {
    fmt::print("mutants: {} passed, {} failed, {} skipped\n", seen_->killed, seen_->wrong, seen_->not_run);
    fmt::print("  {} kernels, {} mutants: {} refuted by an execution, {} of these killed by the verifier ({} without a "
               "definite verdict); "
               "{} kernels without a refuted mutant; {} kernels that the interpreter does not run; {} files over the "
               "limits; {} files left for lack of time\n",
               seen_->kernels, seen_->made, seen_->refuted, seen_->killed, seen_->undecided, seen_->alive,
               seen_->not_run, seen_->over, left);
    Classes all = seen_->classes;
    all.not_judged += seen_->made - seen_->refuted;
    all.kernels += seen_->made - seen_->refuted;
    all.print("mutants");
  }

  const MutantOptions &o_;
  std::unique_ptr<Prover> prover_; // of the process that judges
  Shared<Seen> seen_;
};

} // namespace

int mutants_command(const MutantOptions &o) { return Run(o).go(); }

} // namespace lockstep::oracle
