// The claims of a walk, in the order in which the checker comes to what they are of; what events cost, added up
// (checker.h).
#pragma once

#include "cost/certificate/claimed_kernel.h"
#include "cost/certificate/count.h"

namespace lockstep::cost::certificate {

using Totals = std::map<std::string, std::pair<Expr, std::optional<Expr>>>; // by metric: at least, at most

class WalkClaims {
public:
  // All must outlive it. `sums`: to which its events add.
  WalkClaims(const ClaimedKernel &k, const CertifiedWalk &w, const LaneConditions &conditions, Obligations &obligations,
             Totals &sums)
      : about_(k), walk_(w), conditions_(conditions), obligations_(obligations), sums_(sums) {}

  std::optional<std::size_t> take_loop(const std::string &head); // the next claim's number, if it is one of this
  // Refused: it does not cost what is claimed of it, or nothing where nothing is claimed.
  void event(cfg::BlockId b, std::size_t stmt, const Event &e);
  bool all_taken() const { return loop_ == walk_.loops.size() && event_ == walk_.events.size(); }

  struct Mark { // to go back to
    std::size_t loop, event, obligations;
    Totals sums;
  };
  Mark mark() const { return {loop_, event_, obligations_.scripts.size(), sums_}; }
  void go_back(const Mark &m);

  class Silence { // as long as it is there, claims are of nothing that is come to
  public:
    Silence(WalkClaims &c, bool silent) : silent_(c.silent_), before_(c.silent_) { silent_ |= silent; }
    ~Silence() { silent_ = before_; }
    Silence(const Silence &) = delete;
    Silence &operator=(const Silence &) = delete;

  private:
    bool &silent_;
    const bool before_;
  };
  bool silent() const { return silent_; }

  class Around { // as long as it is there, this loop goes round
  public:
    Around(WalkClaims &c, std::size_t loop);
    ~Around();
    Around(const Around &) = delete;
    Around &operator=(const Around &) = delete;

  private:
    WalkClaims &claims_;
  };

private:
  Expr added_up(const SummedCost &s, const std::string &where);
  std::vector<Range> counters(const std::string &where) const; // around, but for groups

  const ClaimedKernel &about_;
  const CertifiedWalk &walk_;
  const LaneConditions &conditions_;
  Obligations &obligations_;
  Totals &sums_;
  std::size_t loop_ = 0, event_ = 0; // the next ones
  bool silent_ = false;
  std::vector<std::size_t> around_;
};

} // namespace lockstep::cost::certificate
