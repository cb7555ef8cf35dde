// `oracle critic`: each rule that has a condition in tests/soundness/table, attacked where it is used.
//
// A rule's kernels are the must-verify ones beside the kernel that the table names (x_WHAT_bad.cu: x.cu), never that
// one itself, and now and then another must-verify one of the same folder. Their texts are changed a little
// (mutations.h); what verifies then must show no violation in any execution that is tried: executions of small
// launches, explored and on random schedules, of several inputs. What the front end made of the text these cannot
// judge: where the rule is one of the front end, and now and then elsewhere, the second interpretation
// (bytes/interpret.h) executes the text as well.
//
//   WRONG          verified, and an execution shows a violation: a failure of the build
//   held           verified, and none is found
//   refuted        a violation, shown by the verifier's own execution ("confirmed") or another one
//   not shown      a violation that nothing shows
//
// With LOCKSTEP_LEFT_OUT=ID a condition is left out; the critic is worth as much as it finds then.
#include "emit/assumptions.h"
#include "tests/oracle/bytes/interpret.h"
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
  bool of_front_end = false;
  std::vector<std::string> files;  // of must-verify kernels
  std::vector<std::string> family; // of others whose names begin alike
  std::vector<std::string> folder; // of others in their folder
};

std::string read(const fs::path &path) {
  std::ifstream in(path);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

bool is_ir(const fs::path &p) { return p.extension() == ".ll" || p.extension() == ".kir"; }
bool must_fail(const fs::path &p) { return p.stem().string().find("_bad") != std::string::npos; }

std::vector<std::string> words_of(const std::string &stem) {
  std::vector<std::string> out;
  std::istringstream in(stem);
  for (std::string w; std::getline(in, w, '_');)
    out.push_back(w);
  return out;
}

// With how many words two names begin alike.
std::size_t alike(const std::string &a, const std::string &b) {
  const auto x = words_of(a), y = words_of(b);
  return static_cast<std::size_t>(std::mismatch(x.begin(), x.end(), y.begin(), y.end()).first - x.begin());
}

// The kernels that a must-fail one is a twin of: those beside it whose name is the longest beginning of its own; where
// there are none, those that begin as its own does.
Rule with_kernels(Rule rule, const fs::path &bad) {
  std::size_t best = 0;
  std::error_code none;
  const std::string stem = bad.stem().string();
  std::vector<std::string> kin;
  for (const fs::directory_entry &e : fs::directory_iterator(bad.parent_path(), none)) {
    const std::string other = e.path().stem().string();
    if (!e.is_regular_file(none) || must_fail(e.path()))
      continue;
    kin.push_back(e.path().string());
    if (stem != other && !stem.starts_with(other + "_"))
      continue;
    if (other.size() > best)
      rule.files.clear();
    if (other.size() >= best)
      rule.files.push_back(e.path().string());
    best = std::max(best, other.size());
  }
  std::sort(kin.begin(), kin.end());
  std::sort(rule.files.begin(), rule.files.end());
  std::size_t most = 0;
  if (rule.files.empty())
    for (const std::string &k : kin)
      most = std::max(most, alike(stem, fs::path(k).stem().string()));
  for (const std::string &k : kin)
    if (best == 0 && alike(stem, fs::path(k).stem().string()) == most)
      rule.files.push_back(k);
    else if (std::find(rule.files.begin(), rule.files.end(), k) == rule.files.end())
      (alike(stem, fs::path(k).stem().string()) > 0 ? rule.family : rule.folder).push_back(k);
  return rule;
}

// "FILE: SENTENCE", and below it "  ID  kernel FILE OPTIONS"
std::vector<Rule> rules_of(const CriticOptions &o) {
  std::vector<Rule> out;
  std::istringstream table(read(o.table));
  bool of_front_end = false;
  for (std::string line; std::getline(table, line);) {
    std::istringstream words(line);
    std::string id, what, file;
    if (!line.empty() && line[0] != ' ' && line[0] != '#')
      of_front_end = line.starts_with("frontend/");
    if (line.empty() || line[0] != ' ' || !(words >> id >> what >> file) || what != "kernel")
      continue;
    if (id.find(o.rule) == std::string::npos)
      continue;
    Rule r{id, of_front_end, {}, {}, {}};
    if (o.kernel.empty())
      r = with_kernels(std::move(r), file);
    else
      r.files = {o.kernel};
    if (!r.files.empty())
      out.push_back(std::move(r));
  }
  const auto exact = std::find_if(out.begin(), out.end(), [&](const Rule &r) { return r.id == o.rule; });
  return exact == out.end() ? out : std::vector{*exact};
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
    for (; (o_.count == 0 || i < o_.count) && (o_.seconds == 0 || elapsed() < o_.seconds) && !(o_.first && wrong_ > 0);
         ++i) {
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
    const std::size_t far = o_.unchanged ? 0 : random.weighted({70, 18, 12});
    const std::string &file = random.one_of(far == 2 && !rule.folder.empty()   ? rule.folder
                                            : far == 1 && !rule.family.empty() ? rule.family
                                                                               : rule.files);
    const fs::path path(file);
    const TextKind kind = is_ir(path) ? TextKind::Ir : TextKind::C;
    std::string text = read(path), what;
    for (std::size_t n = o_.unchanged ? 0 : 1 + random.weighted({58, 27, 11, 4}); n > 0; --n)
      if (auto m = mutate(text, kind, random)) {
        text = std::move(m->text);
        what += (what.empty() ? "" : ", ") + m->what;
      }
    if (what.empty() && !o_.unchanged)
      return tell(rule, seed, file, "nothing to change", what);
    const fs::path changed = folder_ / path.filename();
    std::ofstream(changed) << text;
    support::Diagnostics diags;
    std::vector<FileKernel> kernels;
    try {
      kernels = must_verify(changed.string(), diags, {"-I", path.parent_path().string()}, Rules::Any);
    } catch (const std::exception &e) {
      ++wrong_;
      tell(rule, seed, file, "ERROR", what + ": " + e.what());
      return keep(text, path, seed, rule, what);
    }
    if (kernels.empty())
      return tell(rule, seed, file, "does not compile, or is refused", what);
    for (const FileKernel &k : kernels)
      try {
        judge(rule, seed, path, changed, text, what, k);
      } catch (const std::exception &e) { // of an execution
        ++wrong_;
        tell(rule, seed, file, "ERROR", what + ": " + e.what());
        keep(text, path, seed, rule, what);
      }
  }

  void judge(const Rule &rule, std::uint64_t seed, const fs::path &path, const fs::path &changed,
             const std::string &text, const std::string &what, const FileKernel &k) {
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
    Truth truth = attack(k, r, seed);
    if (r.verdict == Verdict::Verified && !truth.wrong() && (rule.of_front_end || seed % 4 == 0))
      if (const std::string seen = over_bytes(changed, path.parent_path(), k, r, seed); !seen.empty()) {
        truth = {};
        truth.race = true; // or something else: the text says it
        truth.witness = "over bytes: " + seen;
      }
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
    search.later = static_cast<unsigned>(seed % 6);
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

  // What the second interpretation shows of a kernel that verifies: a violation's text, or none.
  static std::string over_bytes(const fs::path &changed, const fs::path &included, const FileKernel &k,
                                const verify::Result &r, std::uint64_t seed) {
    const std::string suffix = changed.extension().string();
    const bool zeros = std::count(r.assumptions.begin(), r.assumptions.end(), emit::assumption::zero_at_start) != 0;
    // That what is read in front of a compare-and-swap may be old is tolerated; over bytes it is a race.
    const bool swaps = std::any_of(k.kernel.blocks.begin(), k.kernel.blocks.end(), [](const cfg::Block &b) {
      return std::any_of(b.stmts.begin(), b.stmts.end(), [](const cfg::Stmt &s) {
        const auto *a = std::get_if<cfg::Atomic>(&s.node);
        return a && a->op == cfg::AtomicOp::CmpXchg;
      });
    });
    if (!k.plain || zeros || swaps || suffix == ".kir")
      return {};
    bytes::Run run;
    const cfg::Launch launch = small_launch(k.launch);
    std::uint64_t threads = 1;
    for (unsigned d = 0; d < 3; ++d) {
      threads *= *launch.local_size[d] * *launch.num_groups[d];
      run.local[d] = static_cast<unsigned>(*launch.local_size[d]);
      run.groups[d] = static_cast<unsigned>(*launch.num_groups[d]);
    }
    if (threads > 512)
      return {};
    run.seed = seed;
    run.steps = 5000;
    support::Diagnostics diags;
    frontend::Options options;
    options.launch = launch;
    options.include_dirs = {included.string()};
    const auto file = bytes::File::compile(changed.string(),
                                           suffix == ".cl"    ? frontend::Language::OpenCL
                                           : suffix == ".hip" ? frontend::Language::Hip
                                           : suffix == ".cu"  ? frontend::Language::Cuda
                                                              : frontend::Language::LlvmIr,
                                           options, diags);
    if (!file)
      return {};
    const std::vector<std::string> symbols = file->kernels();
    if (symbols.size() != 1) // which of them is meant only the front end knows
      return {};
    const bytes::Outcome out = file->run(symbols.front(), run);
    if (out.refused.empty() && out.wrong())
      return out.witness;
    return k.bounds && out.discarded == bytes::outside_locals ? out.discarded : "";
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
    std::string said = what;
    std::replace(said.begin(), said.end(), '\n', ' ');
    std::ofstream(to) << text << (is_ir(path) ? "; " : "// ") << rule.id << ": " << said << "\n";
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
