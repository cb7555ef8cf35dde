// A loop on the checker's way of which the certificate says how often it goes round (checker.h).
//
// Counts are made on the pass that confirms what is assumed at its head (head_variables.h).
#pragma once

#include "cost/certificate/block_walk.h"
#include "cost/certificate/head_variables.h"

namespace lockstep::cost::certificate {

// A loop's blocks before and behind one of its tests.
struct TestedBody {
  CheckedWalk &walk;
  int loop;
  const std::vector<cfg::BlockId> &list; // of blocks
  cfg::BlockId test, stay;
  std::size_t at; // of the test in the list

  // `counted`: do claims speak of it?
  LaneMask before_test(const LaneMask &m, bool counted) const; // whoever comes to the test
  LaneMask tested(const LaneMask &here, bool counted) const;   // whoever stays
  void behind_test(const LaneMask &m) const;
};

class ClaimedLoop {
public:
  // All must outlive it. `claimed`: the claim's number. `head`: what passes before have left of it.
  ClaimedLoop(CheckedWalk &walk, std::size_t loop, const std::vector<cfg::BlockId> &list, const LaneMask &entry,
              std::size_t claimed, Head &head);

  void check(); // Refused: it does not go round as claimed

private:
  using Tests = std::vector<std::optional<Expr>>; // by lane; empty: it does not come to the test
  struct Ranking {
    std::optional<Expr> from;
    std::vector<Expr> always; // at least 0
  };

  std::optional<TestedBody> at_exit(const std::pair<cfg::BlockId, cfg::BlockId> &exit) const;
  std::optional<TestedBody> only_test() const;
  bool rounds();
  bool rounds_at_most();

  // rankings.cpp
  void gates();
  Ranking ranking_at_head(const LaneMask &m) const;
  void ranked(const Ranking &head, const Ranking &next, const Tests &tests);
  Tests stay_tests(const LaneMask &here, const LaneMask &stays, bool exact) const;

  CheckedWalk &walk_;
  const std::size_t number_;
  const cfg::Loop &loop_;
  const std::vector<cfg::BlockId> &list_;
  const LaneMask &entry_;
  const std::size_t claimed_;
  const CertifiedLoop &claim_;
  const std::string where_;
  Head &head_;
  HeadVariables variables_;
  const std::optional<TestedBody> test_; // the one exit, at the head or the end
  std::optional<Expr> count_;
  Expr counter_; // below its count
};

// Loops on the way: claimed ones, and those that are gone along round by round (loops.cpp).
class Loops {
public:
  explicit Loops(CheckedWalk &walk) : walk_(walk) {}

  // `out`: who goes where from the loop. Refused: it has no claim and goes on, or not as claimed.
  void along(std::size_t loop, const LaneMask &m, Flow &out);

private:
  bool unrolled(std::size_t loop, const std::vector<cfg::BlockId> &list, const LaneMask &m, Flow &out);
  void left(std::size_t loop, const LaneMask &m, bool all_alike, Flow &out);

  CheckedWalk &walk_;
  std::map<std::size_t, Head> heads_; // by claim: what has turned out to hold
};

} // namespace lockstep::cost::certificate
