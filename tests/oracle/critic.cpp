// `oracle critic`: each rule that has a condition in tests/soundness/table, attacked where it is used.
//
// A rule's kernels are the must-verify ones beside the kernel that the table names (x_WHAT_bad.cu: x.cu). Their texts
// are changed a little (mutations.h); what verifies then must show no violation in any execution that is tried:
// executions of small launches, explored and on random schedules, of several inputs.
//
//   WRONG          verified, and an execution shows a violation: a failure of the build
//   held           verified, and none is found
//   refuted        a violation, shown by the verifier's own execution ("confirmed") or another one
//   not shown      a violation that nothing shows
//
// With LOCKSTEP_LEFT_OUT=ID a condition is left out; the critic is worth as much as it finds then.
#include "emit/assumptions.h"
#include "tests/oracle/classes.h"
#include "tests/oracle/commands.h"
#include "tests/oracle/judge.h"
#include "tests/oracle/kernel_files.h"
#include "tests/oracle/mutations.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sstream>
#include <unistd.h>

namespace lockstep::oracle {

namespace {

namespace fs = std::filesystem;
using verify::Verdict;

struct Rule {
  std::string id;
  std::vector<std::string> files; // of must-verify kernels
};

std::string read(const fs::path &path) {
  std::ifstream in(path);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

bool must_fail(const fs::path &p) { return p.stem().string().find("_bad") != std::string::npos; }

// The kernels that a must-fail one is a twin of: those beside it whose name is the longest beginning of its own.
std::vector<std::string> originals(const fs::path &bad) {
  std::vector<std::string> out;
  std::size_t best = 1;
  std::error_code none;
  const std::string stem = bad.stem().string();
  for (const fs::directory_entry &e : fs::directory_iterator(bad.parent_path(), none)) {
    const std::string other = e.path().stem().string();
    const bool begins = stem == other || stem.rfind(other + "_", 0) == 0;
    if (!begins || must_fail(e.path()) || other.size() < best)
      continue;
    if (other.size() > best)
      out.clear();
    best = other.size();
    out.push_back(e.path().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

// "  ID  kernel FILE OPTIONS"
std::vector<Rule> rules_of(const CriticOptions &o) {
  std::vector<Rule> out;
  std::istringstream table(read(o.table));
  for (std::string line; std::getline(table, line);) {
    std::istringstream words(line);
    std::string id, what, file;
    if (line.empty() || line[0] != ' ' || !(words >> id >> what >> file) || what != "kernel")
      continue;
    if (id.find(o.rule) == std::string::npos)
      continue;
    Rule r{id, o.kernel.empty() ? originals(file) : std::vector{o.kernel}};
    if (!r.files.empty())
      out.push_back(std::move(r));
  }
  return out;
}

class Critic {
public:
  explicit Critic(const CriticOptions &o) : o_(o), rules_(rules_of(o)) {
    folder_ = fs::temp_directory_path() / fmt::format("lockstep-critic-{}", ::getpid());
    fs::create_directories(folder_);
  }
  ~Critic() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Critic(const Critic &) = delete;
  Critic &operator=(const Critic &) = delete;

  int go() {
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    if (rules_.empty()) {
      fmt::print("critic: no rule with a kernel in {}\ncritic: 0 passed, 1 failed, 0 skipped\n", o_.table);
      return 1;
    }
    std::uint64_t i = 0;
    for (; (o_.count == 0 || i < o_.count) && (o_.seconds == 0 || elapsed() < o_.seconds); ++i) {
      mutant(rules_[(o_.seed + i) % rules_.size()], o_.seed + i);
      std::fflush(stdout);
    }
    fmt::print("critic: {} passed, {} failed, 0 skipped\n", i - wrong_, wrong_);
    for (const auto &[said, n] : counts_)
      fmt::print("critic: {:6} {}\n", n, said);
    fmt::print("critic: {} rules, {} mutants, {:.0f} s\n", rules_.size(), i, elapsed());
    classes().print("critic");
    return wrong_ == 0 ? 0 : 1;
  }

private:
  void mutant(const Rule &rule, std::uint64_t seed) {
    Random random(seed);
    const std::string &file = random.one_of(rule.files);
    const fs::path path(file);
    const TextKind kind = path.extension() == ".ll" || path.extension() == ".kir" ? TextKind::Ir : TextKind::C;
    std::string text = read(path), what;
    for (std::size_t n = 1 + random.weighted({50, 30, 15, 5}); n > 0; --n)
      if (auto m = mutate(text, kind, random)) {
        text = std::move(m->text);
        what += (what.empty() ? "" : ", ") + m->what;
      }
    if (what.empty())
      return tell(rule, seed, file, "nothing to change", what);
    const fs::path changed = folder_ / path.filename();
    std::ofstream(changed) << text;
    support::Diagnostics diags;
    std::vector<FileKernel> kernels;
    try {
      kernels = must_verify(changed.string(), diags, {"-I", path.parent_path().string()});
    } catch (const std::exception &e) {
      ++wrong_;
      tell(rule, seed, file, "ERROR", what + ": " + e.what());
      return keep(text, path, seed, rule, what);
    }
    if (kernels.empty())
      return tell(rule, seed, file, "does not compile, or is refused", what);
    for (const FileKernel &k : kernels)
      judge(rule, seed, path, text, what, k);
  }

  void judge(const Rule &rule, std::uint64_t seed, const fs::path &path, const std::string &text,
             const std::string &what, const FileKernel &k) {
    const verify::Result r = prover_.verify(k.kernel, k.launch);
    if (r.verdict == Verdict::Error && r.reason.find("internal error") != std::string::npos) {
      ++wrong_;
      tell(rule, seed, path.string(), "ERROR", what + ": " + r.reason);
      return keep(text, path, seed, rule, what);
    }
    if (is_confirmed(r))
      return tell(rule, seed, path.string(), "refuted", what);
    if (r.verdict != Verdict::Verified && !verify::is_violation(r.verdict))
      return tell(rule, seed, path.string(), std::string(verify::name(r.verdict)), what);
    const Truth truth = attack(k, r, seed);
    if (truth.refused)
      return tell(rule, seed, path.string(), "not interpreted", what);
    if (r.verdict != Verdict::Verified)
      return tell(rule, seed, path.string(), truth.wrong() ? "refuted" : "not shown", what);
    if (!truth.wrong())
      return tell(rule, seed, path.string(), "held", what);
    ++wrong_;
    tell(rule, seed, path.string(), "WRONG", what + ": " + truth.witness);
    keep(text, path, seed, rule, what);
  }

  Classes classes() const {
    const auto n = [&](const char *said) {
      const auto at = counts_.find(said);
      return at == counts_.end() ? 0 : at->second;
    };
    Classes out;
    out.verified = n("held");
    out.wrong_verified = n("WRONG");
    out.refuted = n("refuted");
    out.open_alarms = n("not shown");
    out.failed = n("ERROR");
    for (const auto &[said, count] : counts_) {
      out.kernels += count;
      out.unknown += said == "unknown" || said == "unsupported" ? count : 0;
    }
    out.not_judged =
        out.kernels - out.verified - out.wrong_verified - out.refuted - out.open_alarms - out.failed - out.unknown;
    return out;
  }

  // Where the proof is of memory that is zero at the start, only such executions speak of it.
  static Truth attack(const FileKernel &k, const verify::Result &r, std::uint64_t seed) {
    Search search;
    search.seed = seed;
    search.inputs = 3;
    search.schedules = 12;
    search.most_threads = 128;
    search.traces = 60;
    search.traces_each = 20;
    search.steps = 400'000;
    search.steps_each = 150'000;
    search.steps_trace = 30'000;
    search.zeros = std::count(r.assumptions.begin(), r.assumptions.end(), emit::assumption::zero_at_start) != 0;
    Truth truth;
    Random random(seed ^ 0x5eed);
    const unsigned launches = k.launch.local_size == small_launch(k.launch).local_size &&
                                      k.launch.num_groups == small_launch(k.launch).num_groups
                                  ? 1
                                  : 3;
    for (unsigned i = 0; i < launches && !truth.wrong(); ++i) {
      cfg::Launch runs = small_launch(k.launch);
      for (unsigned d = 0; i > 0 && d < 3; ++d) {
        if (!k.launch.local_size[d])
          runs.local_size[d] = random.one_of<std::uint64_t>({1, 2, 3, 8, d == 0 ? 33U : 4U, d == 0 ? 64U : 2U});
        if (!k.launch.num_groups[d])
          runs.num_groups[d] = random.one_of<std::uint64_t>({1, 2, 3, 5});
      }
      search.likely = {*runs.local_size[0], *runs.local_size[0] * *runs.num_groups[0], 16, 3, 1};
      truth = execute(k.kernel, runs, search);
    }
    return truth;
  }

  void tell(const Rule &rule, std::uint64_t seed, const std::string &file, const std::string &said,
            const std::string &what) {
    ++counts_[said];
    if (o_.list || said == "WRONG" || said == "ERROR")
      fmt::print("{}: seed {}, {}: {}: {}\n", rule.id, seed, file, said, what);
  }

  void keep(const std::string &text, const fs::path &path, std::uint64_t seed, const Rule &rule,
            const std::string &what) const {
    if (o_.save.empty())
      return;
    fs::create_directories(o_.save);
    const fs::path to =
        fs::path(o_.save) / fmt::format("{}_{}{}", path.stem().string(), seed, path.extension().string());
    std::ofstream(to) << text << "// " << rule.id << ": " << what << "\n";
  }

  const CriticOptions &o_;
  std::vector<Rule> rules_;
  fs::path folder_;
  Prover prover_;
  std::map<std::string, std::uint64_t> counts_;
  std::uint64_t wrong_ = 0;
};

} // namespace

int critic_command(const CriticOptions &o) { return Critic(o).go(); }

} // namespace lockstep::oracle
