// `oracle random`: random kernels, the verifier's verdict against exhaustive interleaving.
//
//   disagreement   verified, and an execution without undefined behaviour shows a violation: a failure of the build
//   false alarm    a violation reported, and no execution over the inputs tried shows one of its kind: a candidate
//   only,
//                  since inputs are sampled; counted apart where the answer hangs on memory that the kernel writes
//   error          an internal error: a failure of the build
#include "tests/oracle/classes.h"
#include "tests/oracle/commands.h"
#include "tests/oracle/judge.h"
#include "tests/oracle/shrink.h"
#include "tests/oracle/subject.h"

#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <map>

namespace lockstep::oracle {

namespace {

using verify::Verdict;

struct Judgement {
  std::string said; // "disagreement", "false alarm", ...
  std::string remark;
  verify::Result result;
  Truth truth;
  double verifying = 0; // seconds
};
bool is_failure(const std::string &said) { return said == "disagreement" || said == "error"; }

Judgement judge(Prover &prover, const Subject &s, const RandomOptions &o, std::uint64_t seed, const Variant &variant) {
  Judgement j;
  const auto start = std::chrono::steady_clock::now();
  j.result = prover.verify(s.kernel, s.launch, variant);
  j.verifying = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const Verdict v = j.result.verdict;
  j.remark = fmt::format("{} ({})", verify::name(v), j.result.reason);
  if (v == Verdict::Error) {
    j.said = "error";
    return j;
  }
  if (v != Verdict::Verified && !verify::is_violation(v)) {
    j.said = std::string(verify::name(v)); // unknown, unsupported
    return j;
  }
  Search search;
  search.seed = seed;
  search.inputs = v == Verdict::Verified ? o.inputs : 4 * o.inputs;
  if (v != Verdict::Verified)
    search.until = v;
  for (const verify::Finding &f : j.result.findings)
    search.hint.insert(f.values.begin(), f.values.end());
  j.truth = execute(s.kernel, s.launch, search);
  if (j.truth.refused) {
    j.said = "not interpreted";
    j.remark = j.truth.witness;
  } else if (v == Verdict::Verified) {
    j.said = j.truth.wrong()  ? "disagreement"
             : j.truth.beyond ? "verified, wrong out of bounds"
                              : "verified, none found";
    if (j.truth.wrong())
      j.remark = "verified (" + variant.name() + "), but " + j.truth.witness;
  } else {
    bool writes = false; // the race is between writes: their values matter
    for (const verify::Finding &f : j.result.findings)
      writes = writes || f.race == "write-write";
    const bool found = v == Verdict::Race         ? j.truth.race
                       : v == Verdict::Divergence ? j.truth.divergence
                                                  : j.truth.assertion;
    j.said = found                                         ? "violation, shown"
             : j.truth.beyond                              ? "violation, shown out of bounds"
             : j.truth.defined == 0                        ? "violation, no defined execution"
             : j.truth.blocked                             ? "violation, shown before a failing assumption"
             : j.truth.wrong()                             ? "violation, another shown"
             : depends_on_written_memory(s.kernel, writes) ? "false alarm, written memory"
             : j.truth.complete                            ? "false alarm"
                                                           : "false alarm, budget";
  }
  return j;
}

class RandomRun {
public:
  explicit RandomRun(const RandomOptions &o) : o_(o) {}

  int go() {
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    std::uint64_t done = 0;
    for (std::uint64_t i = 0; (o_.count == 0 || i < o_.count) && (o_.seconds == 0 || elapsed() < o_.seconds);
         ++i, ++done) {
      const std::uint64_t seed = o_.seed + i;
      if (o_.form != "cl" && (o_.form != "both" || seed % 2 == 0))
        one(seed, Form::Kir);
      if (o_.form == "cl" || (o_.form == "both" && seed % 2 == 1))
        one(seed, Form::Cl);
    }
    report(done, elapsed());
    return failed_ == 0 ? 0 : 1;
  }

private:
  void one(std::uint64_t seed, Form form) {
    const Program p = generate(seed, form);
    support::Diagnostics diags;
    std::optional<Subject> s;
    try {
      s = builder_.build(p, form, diags);
    } catch (const std::exception &e) {
      count("error");
      classes_.add_failed();
      fmt::print("seed {}{}: internal error while it was built: {}\n", seed, suffix(form), e.what());
      save(p, form, seed, "error", e.what());
      return;
    }
    if (!s) {
      const std::string why = diags.all().empty() ? "?" : diags.all().front().message;
      const bool refused = diags.has(support::Severity::Unsupported);
      count(refused ? "refused by the front end" : "error");
      refused ? classes_.add_not_judged() : classes_.add_failed();
      if (!refused) // a random program must compile
        fmt::print("seed {}{}: not built: {}\n", seed, suffix(form), why);
      return;
    }
    const Judgement j = judge(prover_, *s, o_, seed, {});
    count(j.said);
    if (j.truth.refused)
      classes_.add_not_judged();
    else
      classes_.add(j.result.verdict, is_confirmed(j.result), j.truth.wrong() ? Known::Wrong : Known::Open);
    truth_ += j.truth.wrong() ? 1 : 0;
    verifying_ += j.verifying;
    if (j.verifying > slowest_.first)
      slowest_ = {j.verifying, seed};
    traces_ += j.truth.traces;
    steps_ += j.truth.steps;
    incomplete_ += j.truth.complete ? 0 : 1;
    if (o_.list)
      fmt::print("seed {}{}: {}: {}\n", seed, suffix(form), j.said, j.remark);
    if (is_failure(j.said))
      failure(p, form, seed, {}, j);
    else if (o_.keep_alarms && j.said == "false alarm")
      failure(p, form, seed, {}, j);
    if (o_.variants != 0 && seed / 2 % o_.variants == 0) // of both forms: they take turns
      for (std::size_t v = 1; v < variants().size(); ++v)
        other_variant(p, *s, form, seed, variants()[v], j);
    std::fflush(stdout);
  }

  void other_variant(const Program &p, const Subject &s, Form form, std::uint64_t seed, const Variant &variant,
                     const Judgement &j) {
    // Executions were seen already where the ordinary verdict was definite.
    const verify::Result r = prover_.verify(s.kernel, s.launch, variant);
    ++variant_runs_;
    std::string &&how = variant.name();
    if (r.verdict == Verdict::Error) {
      count_variant(how + ": error");
      Judgement bad = j;
      bad.said = "error";
      bad.remark = how + ": " + r.reason;
      bad.result = r;
      failure(p, form, seed, variant, bad);
    } else if (r.verdict == Verdict::Verified && j.result.verdict != Verdict::Verified) {
      const Judgement again = judge(prover_, s, o_, seed, variant);
      count_variant(how + ": verified, otherwise " + std::string(verify::name(j.result.verdict)));
      if (again.said == "disagreement") {
        count("disagreement");
        ++classes_.wrong_verified;
        failure(p, form, seed, variant, again);
      }
    } else if (verify::is_violation(r.verdict) && j.result.verdict == Verdict::Verified) {
      count_variant(how + ": " + std::string(verify::name(r.verdict)) + ", otherwise verified");
    } else if (r.verdict != j.result.verdict) {
      count_variant(how + ": " + std::string(verify::name(r.verdict)) + ", otherwise " +
                    std::string(verify::name(j.result.verdict)));
    }
  }

  void failure(const Program &p, Form form, std::uint64_t seed, const Variant &variant, const Judgement &j) {
    fmt::print("{}: seed {}{}: {}\n", j.said, seed, suffix(form), j.remark);
    std::fflush(stdout);
    const std::string reason = j.result.reason.substr(0, 40);
    const auto interesting = [&](const Program &candidate) {
      try {
        support::Diagnostics diags;
        const auto s = builder_.build(candidate, form, diags);
        if (!s)
          return false;
        const Judgement again = judge(prover_, *s, o_, seed, variant);
        return again.said == j.said && (j.said != "error" || again.result.reason.substr(0, 40) == reason);
      } catch (const std::exception &) {
        return false;
      }
    };
    const Program small = shrink(p, interesting, o_.shrink_seconds);
    support::Diagnostics diags;
    const auto s = builder_.build(small, form, diags);
    const Judgement last = s ? judge(prover_, *s, o_, seed, variant) : j;
    save(small, form, seed, j.said, last.remark);
    if (s)
      fmt::print("{}\n", test_file(small, *s, "", last.said + ": " + last.remark));
    std::fflush(stdout);
  }

  void save(const Program &p, Form form, std::uint64_t seed, std::string said, const std::string &remark) {
    if (o_.save.empty())
      return;
    for (char &c : said)
      if (c == ' ' || c == ',')
        c = '_';
    std::filesystem::create_directories(o_.save);
    support::Diagnostics diags;
    try {
      if (const auto s = builder_.build(p, form, diags))
        std::ofstream(std::filesystem::path(o_.save) / fmt::format("{}_{}{}", said, seed, suffix(form)))
            << test_file(p, *s, "", fmt::format("seed {}: {}", seed, remark));
    } catch (const std::exception &) { // it cannot be built: the seed says it all
    }
  }

  void count(const std::string &said) {
    ++counts_[said];
    failed_ += is_failure(said) ? 1 : 0;
  }
  void count_variant(const std::string &said) {
    ++variants_[said];
    failed_ += said.ends_with(": error") ? 1 : 0;
    classes_.failed += said.ends_with(": error") ? 1 : 0;
  }

  // The counts come first: ctest keeps the first kilobyte of what a test that passes says.
  void report(std::uint64_t done, double seconds) const {
    std::uint64_t skipped = 0, alarms = 0, judged = 0;
    for (const auto &[said, n] : counts_) {
      if (said.starts_with("verified") || said.starts_with("violation") || said.starts_with("false alarm"))
        judged += n;
      else if (!is_failure(said))
        skipped += n;
      if (said == "false alarm" || said == "false alarm, budget")
        alarms += n;
    }
    fmt::print("oracle: {} passed, {} failed, {} skipped\n", judged, failed_, skipped);
    fmt::print("  false alarm candidates that do not hang on written memory: {} of {} ({:.2f} %)\n", alarms, judged,
               judged ? 100.0 * static_cast<double>(alarms) / static_cast<double>(judged) : 0.0);
    fmt::print("  {} kernels from seed {} on in {:.1f} s ({:.1f} a second), {} of them wrong in an execution, {} not "
               "seen to the end; {} "
               "traces, {} steps; {} runs of other variants\n",
               done, o_.seed, seconds, static_cast<double>(done) / std::max(seconds, 0.001), truth_, incomplete_,
               traces_, steps_, variant_runs_);
    fmt::print("  the verifier took {:.1f} s of it, the slowest kernel {:.1f} s (seed {})\n", verifying_,
               slowest_.first, slowest_.second);
    for (const auto &[said, n] : counts_)
      fmt::print("{:>8}  {}\n", n, said);
    for (const auto &[said, n] : variants_)
      fmt::print("{:>8}  variant {}\n", n, said);
    classes_.print("random");
  }

  const RandomOptions &o_;
  Builder builder_;
  Prover prover_;
  std::map<std::string, std::uint64_t> counts_, variants_;
  Classes classes_;
  double verifying_ = 0;
  std::pair<double, std::uint64_t> slowest_{0, 0};
  std::uint64_t failed_ = 0, truth_ = 0, traces_ = 0, steps_ = 0, incomplete_ = 0, variant_runs_ = 0;
};

} // namespace

int random_command(const RandomOptions &o) { return RandomRun(o).go(); }

} // namespace lockstep::oracle
