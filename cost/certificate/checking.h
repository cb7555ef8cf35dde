// The checker's way through a kernel (checker.h). Private to cost/certificate/.
#pragma once

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/graph/loops.h"
#include "cost/certificate/certificate.h"
#include "cost/certificate/count.h"
#include "cost/certificate/smt.h"
#include "device/targets.h"

namespace lockstep::cost::certificate {

inline constexpr std::uint64_t most_threads = 1 << 16; // of a group

std::string symbol_of(const cfg::Var &v); // a parameter's name in claims

class Checking {
public:
  explicit Checking(const Certificate &c);
  std::vector<std::string> run();

private:
  using Flow = std::map<cfg::BlockId, LaneMask>;
  struct Range {
    std::string symbol;
    Expr count;
  };
  // What a variable has at a loop's head in any round: start + step * round; the same in all lanes; anything.
  struct Variable {
    enum Kind : std::uint8_t { Closed, Alike, Any } kind = Any;
    PerLane start, step;
    bool as_signed = true, as_unsigned = true; // of Closed
  };
  struct Head {
    std::map<cfg::VarId, Variable> variables;
    bool alike = true; // all lanes stay, or none
  };
  struct Loop {
    std::size_t number = 0; // of the loop
    const CertifiedLoop *claim = nullptr;
    std::size_t claimed = 0; // the claim's number
    std::string where;
    std::vector<cfg::BlockId> list;
    LaneMask entry;
    LaneState::Variables before;
    std::optional<cfg::BlockId> test; // the one exit, at the head or the end
    std::size_t at = 0;               // of the test in the list
    cfg::BlockId stay = 0;
    std::optional<Expr> count;
    Expr counter; // below its count
    Head *head = nullptr;
  };
  using Tests = std::vector<std::optional<Expr>>; // by lane; empty: it does not come to the test
  struct Ranking {
    std::optional<Expr> from;
    std::vector<Expr> always; // at least 0
  };
  struct Watched { // a loop's exits: do lanes of `entry` part there?
    std::set<cfg::BlockId> exits;
    LaneMask entry;
    bool split = false;
  };
  struct Mark { // to go back to
    std::size_t loop, event, obligations;
    std::map<std::string, std::pair<Expr, std::optional<Expr>>> sums;
  };

  // checker.cpp
  void declare(const std::string &name, const Integer &lo, const Expr &hi);
  void known(const Expr &e, const std::string &where, bool is_sum = false) const;
  Expr bounded(Expr e) const;
  void prove(Goal goal, const Expr &e, const std::vector<Expr> &premises, const std::string &what);
  void cover() const;
  void walk(const CertifiedWalk &w);
  void blocks(int loop, const std::vector<cfg::BlockId> &list, std::size_t from, std::size_t to, Flow &in, Flow &out);
  Flow ways(cfg::BlockId b, const LaneMask &m);
  void statement(cfg::BlockId b, std::size_t i, const LaneMask &m);
  bool access(cfg::BlockId b, std::size_t i, const LaneMask &m, cfg::ArrayId array, const cfg::Expr &offset,
              std::uint64_t granules, cfg::AtomCounts work, bool atomic = false);
  void find_metrics();
  void issue(cfg::BlockId b, const LaneMask &m);
  void event(cfg::BlockId b, std::size_t stmt, const Event &e);

  // loops.cpp
  void loop(std::size_t l, const LaneMask &m, Flow &out);
  bool unrolled(std::size_t l, const std::vector<cfg::BlockId> &list, const LaneMask &m, Flow &out);
  void skipped(std::size_t l, const LaneMask &m, Flow &out);
  void left(std::size_t l, const LaneMask &m, bool all_alike, Flow &out);
  void claimed(std::size_t l, const std::vector<cfg::BlockId> &list, const LaneMask &m, Flow &out);
  bool rounds(Loop &l);
  bool rounds_at_most(Loop &l);
  void find_test(Loop &l) const;
  void begin(Loop &l);
  void at_round(const Loop &l, const Expr &round);
  Number form(const Variable &v, std::size_t lane, const Expr &round, unsigned width) const;
  LaneMask before_test(const Loop &l, const LaneMask &m, bool counted);
  LaneMask tested(const Loop &l, const LaneMask &here, bool counted);
  void behind_test(const Loop &l, const LaneMask &m);
  bool confirmed(const Loop &l, const LaneMask &m);
  void gates(const Loop &l);
  Ranking ranking_at_head(const Loop &l, const LaneMask &m);
  void ranked(const Loop &l, const Ranking &head, const Ranking &next, const Tests &tests);
  Tests stay_tests(const LaneMask &here, const LaneMask &stays, const std::string &where) const;
  bool all_alike(const LaneMask &m, const LaneMask &of) const;
  bool runs(const std::string &symbol) const;
  Mark mark() const { return {loop_, event_, obligations_.size(), sums_}; }
  void go_back(const Mark &m);

  // sums.cpp
  Expr added_up(const SummedCost &s, const std::string &where);

  const Certificate &c_;
  support::Diagnostics diags_;
  std::map<std::string, cfg::Metric> metrics_;
  cfg::Target target_{};
  cfg::Kernel k_;
  cfg::LoopForest loops_;
  std::vector<cfg::BlockId> order_;
  std::optional<cfg::DominatorTree> dominators_;
  std::array<Expr, 3> groups_, ids_;
  std::vector<Range> ranges_; // of groups
  std::map<std::string, std::pair<Expr, Expr>> bounds_;
  std::map<std::string, Expr> bounded_; // symbols with what is known of them
  std::map<std::string, std::pair<Expr, std::optional<Expr>>> sums_;
  std::vector<std::string> obligations_;
  // Of the walk that is gone along:
  const CertifiedWalk *walk_ = nullptr;
  std::size_t loop_ = 0, event_ = 0, silent_ = 0;
  std::vector<std::size_t> around_;
  std::map<std::size_t, Head> heads_; // by claim: what has turned out to hold
  std::set<cfg::BlockId> unsplit_;    // tests whose splits are counted elsewhere
  std::vector<Watched> watched_;      // loops around, outermost first
  std::optional<LaneState> state_;
};

} // namespace lockstep::cost::certificate
