// `oracle mutants`: every must-verify kernel of a folder with one barrier deleted, or one shared index moved by an
// element or halved.
//
// A mutant that an execution refutes (a small launch or a few groups of the kernel's own, some inputs) must not verify.
// A mutant that nothing refutes says nothing: many are equivalent, or go wrong for inputs that were not tried only.
#include "cfg/ir/assumptions.h"
#include "cfg/ir/check.h"
#include "cfg/ir/parse.h"
#include "cfg/passes/checked_reads.h"
#include "driver/commands/suite.h"
#include "driver/launch/header.h"
#include "driver/launch/sizes.h"
#include "driver/pipeline/file_run.h"
#include "frontend/frontend.h"
#include "tests/oracle/classes.h"
#include "tests/oracle/commands.h"
#include "tests/oracle/judge.h"
#include "tests/oracle/kernel_files.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
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
    std::size_t left = 0;
    for (std::size_t i = o_.first; i < files->files.size(); i += std::max(1U, o_.every)) {
      if (o_.seconds > 0 &&
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > o_.seconds) {
        ++left;
        continue;
      }
      try {
        file(files->files[i]);
      } catch (const std::exception &e) {
        fmt::print("{}: {}\n", files->files[i], e.what());
        classes_.add_failed();
        ++wrong_;
      }
      std::fflush(stdout);
    }
    report(left);
    return wrong_ == 0 ? 0 : 1;
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
      ++not_run_;
      return;
    }
    const std::string name = path + ": " + k.name;
    if (itself.wrong()) {
      // What an execution shows of a kernel that is said to verify is worth a failure by itself, if it does verify.
      const verify::Result r = prover_.verify(k, launch);
      if (contradicts(r, k, runs, search, itself)) {
        fmt::print("WRONG: {} verifies, but {}\n", name, itself.witness);
        classes_.add(r.verdict, false, Known::Wrong);
        ++wrong_;
      }
      if (itself.wrong())
        return;
    }
    ++kernels_;
    std::size_t made = 0, refuted = 0, killed = 0;
    std::vector<Mutant> all = mutants_of(k);
    const std::size_t step = o_.most == 0 || all.size() <= o_.most ? 1 : (all.size() + o_.most - 1) / o_.most;
    for (std::size_t i = 0; i < all.size(); i += step) {
      const Mutant &m = all[i];
      ++made;
      Truth truth = execute(m.kernel, runs, search);
      if (!truth.wrong())
        continue;
      const verify::Result r = prover_.verify(m.kernel, launch);
      const bool contradicted = contradicts(r, m.kernel, runs, search, truth);
      if (!truth.wrong())
        continue;
      ++refuted;
      classes_.add(r.verdict, is_confirmed(r), Known::Wrong);
      if (contradicted) {
        fmt::print("WRONG: {}, {} verifies, but {}\n", name, m.what, truth.witness);
        ++wrong_;
      } else if (r.verdict == Verdict::Error) {
        fmt::print("ERROR: {}, {}: {}\n", name, m.what, r.reason);
        ++wrong_;
      } else {
        ++killed;
        undecided_ += verify::is_violation(r.verdict) ? 0 : 1;
      }
    }
    made_ += made;
    refuted_ += refuted;
    killed_ += killed;
    alive_ += made > 0 && refuted == 0 ? 1 : 0;
    if (o_.list)
      fmt::print("{:<70} {:>3} mutants {:>3} refuted {:>3} killed\n", name, made, refuted, killed);
  }

  void report(std::size_t left) const {
    fmt::print("mutants: {} passed, {} failed, {} skipped\n", killed_, wrong_, not_run_);
    fmt::print("  {} kernels, {} mutants: {} refuted by an execution, {} of these killed by the verifier ({} without a "
               "definite verdict); "
               "{} kernels without a refuted mutant; {} kernels that the interpreter does not run; {} files left for "
               "lack of time\n",
               kernels_, made_, refuted_, killed_, undecided_, alive_, not_run_, left);
    Classes all = classes_;
    all.not_judged += made_ - refuted_;
    all.kernels += made_ - refuted_;
    all.print("mutants");
  }

  const MutantOptions &o_;
  Prover prover_;
  Classes classes_; // of the mutants that an execution refutes
  std::size_t kernels_ = 0, made_ = 0, refuted_ = 0, killed_ = 0, wrong_ = 0, undecided_ = 0, alive_ = 0, not_run_ = 0;
};

} // namespace

int mutants_command(const MutantOptions &o) { return Run(o).go(); }

} // namespace lockstep::oracle
