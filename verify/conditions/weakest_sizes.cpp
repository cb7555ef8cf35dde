// See weakest_sizes.h.
#include "verify/conditions/weakest_sizes.h"

#include <algorithm>
#include <set>

namespace lockstep::verify {

namespace {

using Chosen = std::vector<std::size_t>; // clauses, ascending

class Search {
public:
  Search(const std::vector<Clause> &vocabulary, const AskUnder &ask, const std::function<bool()> &more)
      : vocabulary_(vocabulary), ask_(ask), more_(more) {}

  std::optional<FoundCondition> run(const std::vector<Finding> &refuted) {
    for (const Finding &f : refuted)
      if (!learn(f))
        return std::nullopt;
    while (more_()) {
      const std::optional<Chosen> next = contradicting_all();
      if (!next)
        return std::nullopt;
      std::vector<Clause> clauses;
      for (const std::size_t i : *next)
        clauses.push_back(vocabulary_[i]);
      UnderCondition answer = ask_(clauses);
      if (answer.result.verdict == Verdict::Verified && !answer.idle)
        return FoundCondition{std::move(clauses), std::move(answer.result)};
      if (!is_violation(answer.result.verdict) || answer.result.findings.empty() ||
          !learn(answer.result.findings.front()))
        failed_.insert(*next);
      else if (hits(*next, met_.back())) // the violation is not of the sizes that were asked about
        failed_.insert(*next);
    }
    return std::nullopt;
  }

private:
  static constexpr std::size_t most_clauses = 3;
  static constexpr std::size_t most_steps = 200'000; // of the choice of clauses, in all

  // The clauses that the violation contradicts. False: none.
  bool learn(const Finding &f) {
    const Sizes sizes(f);
    std::vector<bool> broken;
    for (const Clause &c : vocabulary_)
      broken.push_back(sizes.satisfy(c) == std::optional(false));
    const bool any = std::find(broken.begin(), broken.end(), true) != broken.end();
    met_.push_back(std::move(broken));
    return any;
  }

  static bool hits(const Chosen &chosen, const std::vector<bool> &broken) {
    return std::any_of(chosen.begin(), chosen.end(), [&](std::size_t i) { return broken[i]; });
  }

  // The fewest clauses, the first in the vocabulary's order, of which each violation contradicts one.
  std::optional<Chosen> contradicting_all() {
    for (std::size_t count = 1; count <= most_clauses; ++count) {
      Chosen chosen;
      if (complete(chosen, count))
        return chosen;
    }
    return std::nullopt;
  }
  bool complete(Chosen &chosen, std::size_t left) {
    if (++steps_ > most_steps)
      return false;
    const auto open = std::find_if(met_.begin(), met_.end(), [&](const auto &broken) { return !hits(chosen, broken); });
    if (open == met_.end()) {
      Chosen sorted = chosen;
      std::sort(sorted.begin(), sorted.end());
      if (failed_.count(sorted) != 0)
        return false;
      chosen = std::move(sorted);
      return true;
    }
    if (left == 0)
      return false;
    for (std::size_t i = 0; i < vocabulary_.size(); ++i)
      if ((*open)[i]) {
        chosen.push_back(i);
        if (complete(chosen, left - 1))
          return true;
        chosen.pop_back();
      }
    return false;
  }

  const std::vector<Clause> &vocabulary_;
  const AskUnder &ask_;
  const std::function<bool()> &more_;
  std::vector<std::vector<bool>> met_; // of each violation: which clauses it contradicts
  std::set<Chosen> failed_;
  std::size_t steps_ = 0;
};

} // namespace

std::optional<FoundCondition> weakest_sizes(const std::vector<Clause> &vocabulary, const std::vector<Finding> &refuted,
                                            const AskUnder &ask, const std::function<bool()> &more) {
  return Search(vocabulary, ask, more).run(refuted);
}

std::string text_of(const std::vector<Clause> &clauses) {
  std::string out;
  for (const Clause &c : clauses)
    out += (out.empty() ? "" : " && ") + c.text;
  return out;
}

} // namespace lockstep::verify
