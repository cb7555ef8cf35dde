// See settle_sizes.h.
#include "verify/conditions/settle_sizes.h"

#include "verify/conditions/weakest_sizes.h"
#include "verify/witness.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace lockstep::verify {

namespace {

class Settling {
public:
  Settling(const cfg::Kernel &k, const VerifyOptions &options, const SizeWords &words, Engine &engine,
           const support::Budget::Limits &limits, double hint_seconds)
      : k_(k), options_(options), words_(words), engine_(engine), limits_(limits), hint_seconds_(hint_seconds),
        log_(options.proofs), start_(std::chrono::steady_clock::now()) {
    options_.hunt = {};
    options_.within_limits = {};
    options_.proofs = nullptr;
    options_.time_limit_ms = std::min(options_.time_limit_ms, longest_ms);
    if (options_.integers == emit::IntegerMode::Auto) // under a condition no product wraps around
      options_.integers = emit::IntegerMode::Wrap;
  }

  void run(Result &result) {
    options_.coarse_first = false; // it did not prove the kernel
    options_.values_at_once = std::any_of(result.findings.begin(), result.findings.end(), is_of_two_writes);
    bool ordinary = is_ordinary(result);
    const std::vector<Clause> all = vocabulary(k_, options_.launch, words_);
    std::vector<Clause> magnitudes;
    std::copy_if(all.begin(), all.end(), std::back_inserter(magnitudes), [](const Clause &c) { return c.magnitude; });
    std::optional<FoundCondition> found;
    if (!ordinary)
      found = search(magnitudes, result);
    for (const auto &[least, most] : {std::pair{1, 64}, std::pair{0, 1000}})
      if (!ordinary && !found && left() > 0)
        ordinary = show_with(least, most, result);
    if (!found && may_search_all())
      found = search(all, result);
    if (found)
      tell(*found, result);
  }

  std::optional<Result> within_limits() {
    options_.integers = emit::IntegerMode::Wrap;
    options_.tiers = {Tier::Pick};
    std::vector<Clause> clauses = of_products(k_, options_.launch, words_);
    std::optional<Result> out = proved(clauses);
    for (std::size_t i = clauses.size(); out && i-- > 0 && clauses.size() > 1;) {
      std::vector<Clause> fewer = clauses;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (std::optional<Result> still = proved(fewer)) {
        out = std::move(still);
        clauses = std::move(fewer);
      }
    }
    if (!out)
      return std::nullopt;
    out->condition = Condition{text_of(clauses), true};
    out->assumptions.push_back(
        fmt::format("{} (for all sizes: not decided soon; --accept-conditions=none drops this)", out->condition->text));
    return out;
  }

private:
  std::optional<Result> proved(const std::vector<Clause> &clauses) {
    if (clauses.empty() || left() <= 0)
      return std::nullopt;
    UnderCondition answer = ask(clauses);
    return answer.result.verdict == Verdict::Verified && !answer.idle ? std::optional(std::move(answer.result))
                                                                      : std::nullopt;
  }

  static constexpr unsigned longest_ms = 1000; // of a question
  static constexpr int most_questions = 12;

  // For what is only a hint a moment must do.
  bool may_search_all() {
    if (options_.accept != AcceptConditions::All)
      limits_.seconds -= std::max(0.0, left() - hint_seconds_);
    return left() > 0;
  }

  double left() const {
    return limits_.seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  static bool is_of_two_writes(const Finding &f) {
    return f.accesses.size() == 2 && f.accesses[0].what == "write" && f.accesses[1].what == "write";
  }

  // Within the kernel's sizes, or those of a small program.
  static bool is_ordinary(const Result &result) {
    const auto small = [](const std::string &text) {
      return text == "true" || text == "false" ||
             (text.size() <= 4 && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
              std::stoi("0" + text) <= 1024 && text != "0");
    };
    return std::all_of(result.findings.begin(), result.findings.end(), [&](const Finding &f) {
      return std::all_of(f.values.begin(), f.values.end(), [&](const auto &v) { return small(v.second); });
    });
  }

  UnderCondition ask(const std::vector<Clause> &clauses) {
    constexpr double least_s = 0.05;
    UnderCondition out;
    support::Budget::Limits limits = limits_;
    limits.seconds = std::max(least_s, left());
    VerifyOptions options = options_;
    options.time_limit_ms = std::min(options_.time_limit_ms, static_cast<unsigned>(1000 * limits.seconds));
    support::Budget budget(limits);
    const support::Budget::InForce in_force(budget);
    support::Stages stages;
    support::Diagnostics told;
    try {
      out.result = verify_kernel(requiring(k_, clauses), options, engine_, stages, told);
    } catch (const support::OutOfBudget &) {
      out.result.verdict = Verdict::Unknown;
    }
    out.idle = std::any_of(told.all().begin(), told.all().end(),
                           [](const support::Diagnostic &d) { return d.severity == support::Severity::Warning; });
    return out;
  }

  // Sizes from `least` to `most` in place of those that were found. True: now all is ordinary.
  bool show_with(int least, int most, Result &result) {
    const UnderCondition small = ask(bounded(k_, options_.launch, words_, least, most));
    if (!is_violation(small.result.verdict))
      return false;
    result.verdict = small.result.verdict;
    result.reason = small.result.reason;
    std::vector<Finding> others = std::exchange(result.findings, small.result.findings);
    for (Finding &f : others)
      if (!repeats(result.findings, f))
        result.findings.push_back(std::move(f));
    return is_ordinary(result);
  }

  std::optional<FoundCondition> search(const std::vector<Clause> &clauses, const Result &result) {
    std::vector<Finding> met;
    for (const Finding &f : result.findings)
      if (!f.doubtful || f.replay.status == Replay::Status::Confirmed)
        met.push_back(f);
    if (met.empty())
      return std::nullopt;
    int questions = 0;
    return weakest_sizes(
        clauses, met, [&](const std::vector<Clause> &c) { return ask(c); },
        [&] { return ++questions <= most_questions && left() > 0; });
  }

  void tell(FoundCondition &found, Result &result) {
    Condition condition{text_of(found.clauses), std::all_of(found.clauses.begin(), found.clauses.end(),
                                                            [](const Clause &c) { return c.magnitude; })};
    const bool accepted = options_.accept == AcceptConditions::All ||
                          (options_.accept == AcceptConditions::Magnitude && condition.magnitude);
    if (!accepted) {
      result.findings.front().notes.push_back(fmt::format(
          "verified if {0}: `__requires({0})`, or a check in host code, would exclude this", condition.text));
      result.condition = std::move(condition);
      return;
    }
    Finding shown = result.findings.front();
    read_without_sign(k_, words_.without_sign, shown);
    std::string values;
    for (const auto &[name, value] : shown.values)
      values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", name, value);
    Result verified = std::move(found.result);
    if (log_ != nullptr) { // what it holds is of another question
      ProofLog of_the_condition;
      options_.proofs = &of_the_condition;
      verified = ask(found.clauses).result;
      if (verified.verdict != Verdict::Verified)
        return;
      *log_ = std::move(of_the_condition);
    }
    verified.assumptions.push_back(fmt::format("{} (else: {}{}; --accept-conditions=none drops this)", condition.text,
                                               shown.message, values.empty() ? "" : ", with " + values));
    verified.condition = std::move(condition);
    verified.candidates = result.candidates;
    verified.invariants = result.invariants;
    verified.stages = result.stages;
    verified.seconds = result.seconds;
    result = std::move(verified);
  }

  const cfg::Kernel &k_;
  VerifyOptions options_;
  const SizeWords &words_;
  Engine &engine_;
  support::Budget::Limits limits_;
  const double hint_seconds_;
  ProofLog *const log_;
  const std::chrono::steady_clock::time_point start_;
};

} // namespace

void settle_sizes(const cfg::Kernel &k, const VerifyOptions &options, const SizeWords &words, Engine &engine,
                  const support::Budget::Limits &limits, double hint_seconds, Result &result) {
  if (is_violation(result.verdict) && !result.findings.empty() && k.terms.axioms.empty() &&
      !vocabulary(k, options.launch, words).empty())
    Settling(k, options, words, engine, limits, hint_seconds).run(result);
}

std::optional<Result> verified_within_limits(const cfg::Kernel &k, const VerifyOptions &options, const SizeWords &words,
                                             Engine &engine, const support::Budget::Limits &limits) {
  if (options.accept == AcceptConditions::None || options.proofs != nullptr || !k.terms.axioms.empty() ||
      !options.tiers.count(Tier::Pick))
    return std::nullopt;
  return Settling(k, options, words, engine, limits, 0).within_limits();
}

} // namespace lockstep::verify
