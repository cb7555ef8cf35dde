// What is left of a certificate to be proved (smt.h), and the names that its claims may speak of, with what is known of
// them (checker.h).
#pragma once

#include "cost/certificate/smt.h"

#include <set>

namespace lockstep::cost::certificate {

class Obligations {
public:
  // From `lo` to `hi`. Refused: it cannot be the name of a symbol, or is that of two.
  void declare(const std::string &name, const Integer &lo, const Expr &hi);
  void raise(const std::string &name, const Expr &hi) { bounds_[name].second = hi; }
  void know(const std::string &name, const Expr &symbol) { known_[name] = symbol; } // with bounds of its own
  void rest(const std::string &counter) { resting_.insert(counter); }
  void run(const std::string &counter) { resting_.erase(counter); }

  // Refused: it speaks of something else. `is_sum`: of sum.N, too.
  void admit(const Expr &e, const std::string &where, bool is_sum = false) const;
  Expr bounded(Expr e) const; // with what is known of its symbols
  // `summed`: so many values sum.N counts. Refused: it cannot be said to a solver.
  void prove(Goal goal, const Expr &e, const std::vector<Expr> &premises, const std::string &what,
             const std::optional<Expr> &summed = {});

  std::vector<std::string> scripts; // for a solver, each to be unsatisfiable

private:
  std::map<std::string, std::pair<Expr, Expr>> bounds_;
  std::map<std::string, Expr> known_;
  std::set<std::string> resting_; // counters that do not run
};

} // namespace lockstep::cost::certificate
