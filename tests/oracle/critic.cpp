// `oracle critic`: each rule that has a condition in tests/soundness/table, attacked where it is used.
//
// A rule's kernels are the must-verify ones beside the kernel that the table names (x_WHAT_bad.cu: x.cu), never that
// one itself, and now and then another must-verify one of the same folder. Their texts are changed a little: half of
// the changes are general ones (mutations.h), half are learnt from all twins (twin_edits.h) but those whose names begin
// as the named kernel's does. What verifies then must show no violation in any execution that is tried: executions of
// small launches, explored and on random schedules, of several inputs. What the front end made of the text these cannot
// judge: where the rule is one of the front end, and now and then elsewhere, the second interpretation
// (bytes/interpret.h) executes the text as well.
//
// Where one rule alone is attacked, a mutant for which the verifier asks for the rule's condition more or less often
// than for those before it is a start of further changes.
//
// Most mutants are right, or refused; what counts is one that an execution refutes and that verifies. So it is executed
// first, and the prover is asked where an execution shows something, and now and then elsewhere. With a condition left
// out, a mutant for which it is never asked for is not even executed.
//
//   WRONG          verified, and an execution shows a violation: a failure of the build
//   held           verified, and none is found
//   refuted        a violation, shown by the verifier's own execution ("confirmed") or another one
//   not shown      a violation that nothing shows
//   no execution shows anything                 and the prover was not asked
//   does not ask for the condition              that is left out
//   over the limits                             of time and memory that each mutant has (limited.h)
//
// With LOCKSTEP_LEFT_OUT=ID a condition is left out; the critic is worth as much as it finds then.
#include "cfg/ir/assumptions.h"
#include "tests/oracle/asked.h"
#include "tests/oracle/bytes/interpret.h"
#include "tests/oracle/classes.h"
#include "tests/oracle/commands.h"
#include "tests/oracle/critic_rules.h"
#include "tests/oracle/judge.h"
#include "tests/oracle/kernel_files.h"
#include "tests/oracle/limited.h"
#include "tests/oracle/mutations/mutations.h"
#include "tests/oracle/mutations/twin_edits.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <unistd.h>

namespace lockstep::oracle {

namespace {

namespace fs = std::filesystem;
using verify::Verdict;

bool is_ir(const fs::path &p) { return p.extension() == ".ll" || p.extension() == ".kir"; }

// A text to change: a kernel of the collection, or what changes have made of one.
struct Start {
  std::string file, text, what;
};

// What is known of a rule and the kernels near it.
struct Neighbourhood {
  TwinEdits::Choice edits;
  std::map<std::string, std::set<std::uint64_t>> asked; // of a file and its mutants: how often the condition was
  std::vector<Start> biting;                            // mutants for which it was asked otherwise than before
};

class Critic {
public:
  explicit Critic(const CriticOptions &o) : o_(o), rules_(rules_of(o)) {
    folder_ = fs::temp_directory_path() / fmt::format("lockstep-critic-{}", ::getpid());
    fs::create_directories(folder_);
    if (!o.unchanged)
      twins_ = TwinEdits::learn(o.twins);
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
    const auto rule = [&](std::uint64_t i) -> const CriticRule & { return rules_[(o_.seed + i) % rules_.size()]; };
    const auto give_up = [&](const std::string &said, std::uint64_t i, const std::string &why) {
      ++counts_[said];
      wrong_ += is_failure(said) ? 1 : 0;
      fmt::print("{}: seed {}, {}: {}: {}: {}\n", rule(i).id, o_.seed + i, last_.file, said, last_.what, why);
      save(rule(i), o_.seed + i, last_, read_text(changed(last_)));
    };
    const std::uint64_t i = judge_apart(
        {.more =
             [&](std::uint64_t n) {
               return (o_.count == 0 || n < o_.count) && (o_.seconds == 0 || elapsed() < o_.seconds) &&
                      !(o_.first && wrong_ > 0);
             },
         .open = [&]() -> jobs::Supervisor & { return (prover_ = std::make_unique<Prover>())->supervisor(); },
         .judge =
             [&](std::uint64_t n, const Things::Say &say) {
               say_ = say;
               mutant(rule(n), o_.seed + n);
             },
         .close = [&] { prover_.reset(); },
         .said =
             [&](const std::string &said) {
               if (said.starts_with(begins)) {
                 const std::size_t end = said.find(begins, 1);
                 last_ = {said.substr(1, end - 1), "", said.substr(end + 1)};
                 return;
               }
               ++counts_[said];
               wrong_ += is_failure(said) ? 1 : 0;
             },
         .over = [&](std::uint64_t n, const std::string &why) { give_up("over the limits", n, why); },
         .crashed = [&](std::uint64_t n, const std::string &why) { give_up("ERROR", n, why); }});
    fmt::print("critic: {} passed, {} failed, 0 skipped\n", i - wrong_, wrong_);
    for (const auto &[said, n] : counts_)
      fmt::print("critic: {:6} {}\n", n, said);
    fmt::print("critic: {} rules, {} mutants, {:.0f} s\n", rules_.size(), i, elapsed());
    classes().print("critic");
    return wrong_ == 0 ? 0 : 1;
  }

private:
  Neighbourhood &near(const CriticRule &rule) {
    const auto [at, fresh] = near_.try_emplace(rule.id);
    if (fresh && !o_.unchanged)
      at->second.edits = twins_.without(rule.name);
    return at->second;
  }

  // A kernel of the rule, or, where one rule alone is attacked, a mutant for which its condition bites.
  Start start(const CriticRule &rule, Random &random) {
    const std::vector<Start> &biting = near(rule).biting;
    if (!o_.unchanged && !biting.empty() && random.percent(50))
      return random.one_of(biting);
    const std::size_t far = o_.unchanged ? 0 : random.weighted({70, 18, 12});
    const std::string &file = random.one_of(far == 2 && !rule.folder.empty()   ? rule.folder
                                            : far == 1 && !rule.family.empty() ? rule.family
                                                                               : rule.files);
    return {file, read_text(file), ""};
  }

  std::optional<Mutation> change(const CriticRule &rule, const std::string &text, TextKind kind, Random &random) {
    if (random.percent(50))
      if (auto m = near(rule).edits.change(text, kind, random))
        return m;
    return mutate(text, kind, random);
  }

  void mutant(const CriticRule &rule, std::uint64_t seed) {
    Random random(seed);
    Start now = start(rule, random);
    if (is_guided() && !near(rule).asked.count(now.file))
      near(rule).asked[now.file].insert(asked_of(rule, {now.file, read_text(now.file), ""}));
    const TextKind kind = is_ir(now.file) ? TextKind::Ir : TextKind::C;
    for (std::size_t n = o_.unchanged ? 0 : 1 + random.weighted({58, 27, 11, 4}); n > 0; --n)
      if (auto m = change(rule, now.text, kind, random)) {
        now.text = std::move(m->text);
        now.what += (now.what.empty() ? "" : ", ") + m->what;
      }
    if (now.what.empty() && !o_.unchanged)
      return tell(rule, seed, now, "nothing to change", "");
    say_(fmt::format("{}{}{}{}", begins, now.file, begins, now.what));
    try {
      watch(rule.id);
      const std::vector<FileKernel> kernels = compiled(now);
      if (kernels.empty())
        return tell(rule, seed, now, "does not compile, or is refused", "");
      for (const FileKernel &k : kernels)
        judge(rule, seed, now, k);
    } catch (const std::exception &e) { // of the front end, or of an execution
      fails(rule, seed, now, "ERROR", e.what());
    }
  }

  fs::path changed(const Start &now) const { return folder_ / fs::path(now.file).filename(); }
  std::vector<FileKernel> compiled(const Start &now) const {
    std::ofstream(changed(now)) << now.text;
    support::Diagnostics diags;
    return must_verify(changed(now).string(), diags, {"-I", fs::path(now.file).parent_path().string()}, Rules::Any);
  }

  // Mutants of mutants: what a seed stands for depends then on those before it.
  bool is_guided() const { return rules_.size() == 1 && !o_.unchanged; }
  std::uint64_t asked_of(const CriticRule &rule, const Start &of) {
    watch(rule.id);
    for (const FileKernel &k : compiled(of))
      prover_->sketch(k.kernel, k.launch);
    return asked();
  }
  void remember(const CriticRule &rule, const Start &now, Random &random) {
    constexpr std::size_t most = 48, longest = 600; // of a mutant's changes, told
    Neighbourhood &n = near(rule);
    if (now.what.size() > longest || !n.asked[now.file].insert(asked()).second || asked() == 0)
      return;
    if (n.biting.size() < most)
      n.biting.push_back(now);
    else
      n.biting[random.below(most)] = now;
  }

  // What is cheap comes first: the condition has to bite, an execution has to show something; then a proof is tried.
  void judge(const CriticRule &rule, std::uint64_t seed, const Start &now, const FileKernel &k) {
    Random random(seed ^ 0xa5);
    const verify::Result drawn = prover_->sketch(k.kernel, k.launch);
    if (is_internal_error(drawn))
      return fails(rule, seed, now, "ERROR", drawn.reason);
    if (drawn.verdict == Verdict::Unsupported)
      return tell(rule, seed, now, std::string(verify::name(drawn.verdict)), "");
    if (is_guided())
      remember(rule, now, random);
    if (is_left_out(rule.id) && asked() == 0)
      return tell(rule, seed, now, "does not ask for the condition", "");
    Truth truth = shown(rule, seed, now, k, drawn);
    if (!truth.wrong() && !o_.unchanged && (is_left_out(rule.id) || !random.percent(20)))
      return tell(rule, seed, now, truth.refused ? "not interpreted" : "no execution shows anything", "");
    const verify::Result r = prover_->verify(k.kernel, k.launch);
    if (is_internal_error(r))
      return fails(rule, seed, now, "ERROR", r.reason);
    if (is_confirmed(r))
      return tell(rule, seed, now, "refuted", "");
    if (r.verdict != Verdict::Verified && !verify::is_violation(r.verdict))
      return tell(rule, seed, now, std::string(verify::name(r.verdict)), "");
    if (truth.wrong() && r.verdict == Verdict::Verified && zeros(r) && !zeros(drawn))
      truth = shown(rule, seed, now, k, r);
    if (truth.refused)
      return tell(rule, seed, now, "not interpreted", "");
    if (r.verdict != Verdict::Verified)
      return tell(rule, seed, now, truth.wrong() ? "refuted" : "not shown", "");
    if (!truth.wrong())
      return tell(rule, seed, now, "held", "");
    fails(rule, seed, now, "WRONG", truth.witness);
  }

  static constexpr char begins = '\t'; // what is said of a mutant that is begun: its file and its changes
  static bool is_failure(const std::string &said) { return said == "WRONG" || said == "ERROR"; }
  static bool is_internal_error(const verify::Result &r) {
    return r.verdict == Verdict::Error && r.reason.find("internal error") != std::string::npos;
  }
  static bool zeros(const verify::Result &r) {
    return std::count(r.assumptions.begin(), r.assumptions.end(), cfg::assumption::zero_at_start) != 0;
  }

  // By executions of the kernel, or of its text.
  Truth shown(const CriticRule &rule, std::uint64_t seed, const Start &now, const FileKernel &k,
              const verify::Result &r) const {
    Truth truth = attack(k, r, seed);
    if (truth.wrong() || !(rule.of_front_end || seed % 4 == 0))
      return truth;
    if (const std::string seen = over_bytes(changed(now), fs::path(now.file).parent_path(), k, r, seed);
        !seen.empty()) {
      truth = {};
      truth.race = true; // or something else: the text says it
      truth.witness = "over bytes: " + seen;
    }
    return truth;
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

  static constexpr std::uint64_t most_in_group = 2048; // executions of more threads are not for many mutants
  static std::uint64_t group_of(const cfg::Launch &launch) {
    std::uint64_t threads = 1;
    for (const cfg::Launch::Extent &n : small_launch(launch).local_size)
      threads = std::min(threads, most_in_group + 1) * std::min(*n, most_in_group + 1);
    return threads;
  }

  // Where the proof is of memory that is zero at the start, only such executions speak of it.
  static Truth attack(const FileKernel &k, const verify::Result &r, std::uint64_t seed) {
    if (group_of(k.launch) > most_in_group) {
      Truth none;
      none.refused = true;
      return none;
    }
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
    search.zeros = zeros(r);
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
      search.likely = {*runs.local_size[0], *runs.local_size[0] * *runs.num_groups[0], 16, 3, 1, ~std::uint64_t(0),
                       ~std::uint64_t(1)}; // and negative ones
      truth = execute(k.kernel, runs, search);
    }
    return truth;
  }

  // What the second interpretation shows of a kernel that verifies: a violation's text, or none.
  static std::string over_bytes(const fs::path &changed, const fs::path &included, const FileKernel &k,
                                const verify::Result &r, std::uint64_t seed) {
    const std::string suffix = changed.extension().string();
    // That what is read in front of a compare-and-swap may be old is tolerated; over bytes it is a race.
    const bool swaps = std::any_of(k.kernel.blocks.begin(), k.kernel.blocks.end(), [](const cfg::Block &b) {
      return std::any_of(b.stmts.begin(), b.stmts.end(), [](const cfg::Stmt &s) {
        const auto *a = std::get_if<cfg::Atomic>(&s.node);
        return a && a->op == cfg::AtomicOp::CmpXchg;
      });
    });
    if (!k.plain || zeros(r) || swaps || suffix == ".kir")
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

  void tell(const CriticRule &rule, std::uint64_t seed, const Start &now, const std::string &said,
            const std::string &why) {
    say_(said);
    if (o_.list || is_failure(said))
      fmt::print("{}: seed {}, {}: {}: {}{}{}\n", rule.id, seed, now.file, said, now.what, why.empty() ? "" : ": ",
                 why);
  }

  void fails(const CriticRule &rule, std::uint64_t seed, const Start &now, const std::string &said,
             const std::string &why) {
    ++wrong_;
    tell(rule, seed, now, said, why);
    save(rule, seed, now, now.text);
  }

  void save(const CriticRule &rule, std::uint64_t seed, const Start &now, const std::string &text) const {
    if (o_.save.empty())
      return;
    fs::create_directories(o_.save);
    const fs::path path(now.file);
    const fs::path to =
        fs::path(o_.save) / fmt::format("{}_{}{}", path.stem().string(), seed, path.extension().string());
    std::string said_of_it = now.what;
    std::replace(said_of_it.begin(), said_of_it.end(), '\n', ' ');
    std::ofstream(to) << text << (is_ir(path) ? "; " : "// ") << rule.id << ": " << said_of_it << "\n";
  }

  const CriticOptions &o_;
  std::vector<CriticRule> rules_;
  fs::path folder_;
  std::unique_ptr<Prover> prover_; // of the process that judges
  Things::Say say_;                // to the one that counts
  Start last_;                     // begun, as that one has heard; its text is that of the changed file
  TwinEdits twins_;
  std::map<std::string, Neighbourhood> near_; // by the rule's name
  std::map<std::string, std::uint64_t> counts_;
  std::uint64_t wrong_ = 0;
};

} // namespace

int critic_command(const CriticOptions &o) { return Critic(o).go(); }

} // namespace lockstep::oracle
