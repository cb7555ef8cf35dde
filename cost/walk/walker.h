// The state of a walk (walk.h). Private to cost/.
#pragma once

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/sharing/warp_parts.h"
#include "cfg/ir/assumptions.h"
#include "cost/walk/loop_system.h"
#include "cost/walk/walk.h"

#include <bitset>

namespace lockstep::cost {

struct Held { // what a variable has in some lanes
  Mask where = everybody;
  LaneValue value;     // of an integer
  Mask truth = nobody; // of a Boolean
};
using Environment = std::vector<std::vector<Held>>; // by variable, the newest last

class Walker {
public:
  Walker(const cfg::Kernel &k, const cfg::Analyses &a, const cfg::Uniformity &uniform,
         const cfg::UniformityOptions &level, const cfg::SortOrder &order, const WarpShape &warp,
         const WalkOptions &options);
  Walked run();

private:
  using Flow = std::map<cfg::BlockId, Mask>;
  // Values (values.cpp).
  LaneValue value(const cfg::Expr &e, Mask m);
  LaneValue value_of(const cfg::Expr &e, Mask m);
  LaneValue leaf(const cfg::ExprNode &e);
  LaneValue arithmetic(const cfg::Expr &e, Mask m);
  LaneValue quotient(const cfg::Expr &e, Mask m);
  LaneValue bitwise(const cfg::Expr &e, Mask m);
  LaneValue extremum(const cfg::Expr &e, Mask m);
  LaneValue converted(const cfg::Expr &e, Mask m);
  LaneValue chosen(const cfg::Expr &e, Mask m);
  Mask truth(const cfg::Expr &e, Mask m);
  Mask compared(const cfg::Expr &e, Mask m);
  LaneValue read(cfg::VarId v, Mask m);
  LaneValue any(const cfg::Expr &e); // unknown, or a symbol that nobody knows
  LaneValue any_of(cfg::Type type, bool uniform);
  LaneValue reading(LaneValue v, unsigned width, bool with_sign) const;
  LaneValue mixed(Mask c, const LaneValue &yes, const LaneValue &no);
  void assign(cfg::VarId v, Mask m, Held held);
  void forget(cfg::VarId v, Mask m);
  Expr unknown_symbol(std::optional<Integer> lo, std::optional<Integer> hi);

  // Blocks (walk.cpp).
  void blocks(int loop, const std::vector<cfg::BlockId> &list, std::size_t from, std::size_t to, Flow &in, Flow &out);
  void statement(cfg::BlockId b, std::size_t i, Mask m);
  std::vector<std::pair<cfg::BlockId, Mask>> ways(cfg::BlockId b, Mask m);
  void branch_costs(cfg::BlockId b, Mask m, const std::vector<std::pair<cfg::BlockId, Mask>> &ways, bool splits = true);
  void access(cfg::BlockId b, std::size_t i, Mask m, cfg::ArrayId array, const cfg::Expr &offset,
              std::uint64_t granules, cfg::AtomCounts work, bool atomic = false);
  void split_costs(cfg::BlockId b, Mask m, CostBounds splits);
  void issue(cfg::BlockId b, Mask m); // all that a block costs once for each pass

  // Costs of an event, and what metrics make of them (costs.cpp).
  struct Counted {
    CostBounds issued;    // how often `each` is
    cfg::AtomCounts each; // operands and operations, assignments, tests, requests, barriers
    std::map<cfg::Atom, CostBounds> others;
    bool splits_only = false, issue = false;
    std::map<cfg::Atom, std::uint64_t> of_lane = {}; // of `others`: what a lane costs that comes alone, at most
  };
  bool counts(cfg::Atom a) const { return counted_[static_cast<std::size_t>(a)]; } // does a metric ask for it?
  std::map<cfg::Atom, CostBounds> of_request(Mask m, const LaneCounter::Place &place, cfg::Space space, bool atomic);
  void record(cfg::BlockId b, std::size_t i, Mask m, Counted counted);
  void come_apart(cfg::BlockId b, Mask m, Counted &counted);
  struct Known { // of an access, the last time
    bool valid = false;
    Mask mask = nobody;
    LaneValue offset;
    std::map<cfg::Atom, CostBounds> others;
  };
  void new_stretch(bool surely); // behind a barrier that is surely there, or behind something else

  // Loops (loop.cpp).
  struct Test { // the one block from which a loop is left
    cfg::BlockId block = 0;
    std::size_t at = 0; // in the list of the loop's blocks
    cfg::BlockId stay = 0;
  };
  struct Trips {
    enum Kind : std::uint8_t { Exact, ByLane, AtMost, Endless } kind = Endless;
    std::optional<Expr> count; // ByLane: of the lane that stays longest
    std::string why;
  };
  void loop(std::size_t l, Mask entry, Flow &out);
  bool decided(Mask m, const std::vector<std::size_t> &open) const;
  bool has_few_rounds(std::size_t l) const;
  enum class Unrolling : std::uint8_t { Not, Decided, Few }; // Few: even where nobody's way is known
  Unrolling unrolling(std::size_t l, const std::vector<cfg::BlockId> &list, Mask entry);
  bool unrolled(std::size_t l, const std::vector<cfg::BlockId> &list, Mask entry, Unrolling way, Flow &out);
  struct Symbolic;
  void symbolic(std::size_t l, const std::vector<cfg::BlockId> &list, Mask entry, Flow &out);
  bool has_barriers(const std::vector<cfg::BlockId> &list) const; // of the group
  std::vector<cfg::BlockId> blocks_of(std::size_t l) const;
  std::optional<Test> test_of(std::size_t l, const std::vector<cfg::BlockId> &list) const;
  void at_round(std::size_t l, const Environment &entry, Mask m, const Expr &round);
  Mask before_test(std::size_t l, const std::vector<cfg::BlockId> &list, const Test &t, Mask m, Flow &out); // stays
  Trips trips(std::size_t l, Mask stay, const std::string &k);
  Trips trips_of(std::size_t l, Mask stay, const std::string &k);
  // Of a loop with several exits: the least that some test grants that is passed in each round.
  std::optional<Trips> of_exits(std::size_t l, const std::vector<cfg::BlockId> &list, const Environment &entry, Mask m,
                                const std::string &k, std::string &why);
  // By a variable that is divided, multiplied or moved in each round (scaled_loop.cpp).
  struct HeadsAs { // variables at the head of a loop
    std::size_t loop = ~std::size_t(0);
    bool without_sign = false; // in that reading
    bool alone = false;        // those of a lane
  };
  struct Scaled {
    Expr count;
    bool exact = false;               // else: at most so many
    std::optional<Expr> ranking = {}; // by variables at the head
    std::vector<Expr> always = {};
  };
  LaneValue symbol_at_head(std::size_t l, cfg::VarId v);
  bool may_be_scaled(std::size_t l) const;
  std::optional<Scaled> by_scaling(std::size_t l, const std::vector<cfg::BlockId> &list, const Test &test,
                                   const Environment &entry, Mask m, const std::string &k, std::string &why);
  std::optional<Scaled> scaled_rounds(Mask stay, const Environment &behind, Mask m, const Environment &entry,
                                      Mask entered, const std::string &k, std::string &why);
  struct ScaledVariable;
  std::optional<Scaled> scaled_by(cfg::VarId var, const Expr &head, const Expr &test, const Expr &next,
                                  const LaneValue &start, const std::string &k, std::string &why);
  // A bound of how often the back edges of `l` are taken, by a potential (loop_system.h): in one run of `l`, or, where
  // all lanes go alike, of a loop around it, whose events stand in `depth` loops.
  struct Total {
    Expr count;
    std::size_t depth = 0;
  };
  std::optional<Total> potential(std::size_t l);
  std::optional<std::pair<Expr, bool>> most_of_form(const Affine &form, const std::vector<LaneValue> &values);
  std::optional<Expr> potential_of(std::size_t around, std::size_t l, const Environment &entry, Mask m);
  void after_loop(std::size_t l, const Environment &entry, Mask m);

  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  const cfg::Uniformity &uniform_;
  const cfg::UniformityOptions &level_;
  const cfg::SortOrder &order_;
  const WarpShape &warp_;
  const WalkOptions &options_;
  const std::size_t lanes_;
  Masks masks_;
  LaneCounter counter_{masks_, lanes_};
  std::bitset<cfg::atom_count> counted_;
  Environment env_;
  Walked out_;
  std::vector<std::size_t> around_;  // loops
  Mask start_ = everybody;           // the lanes that there are
  struct Entered {                   // a loop that is walked for any round
    std::size_t loop = 0, depth = 0; // depth: events of its entry stand in so many loops
    Environment entry;
    Mask mask = everybody;
  };
  std::vector<Entered> entered_; // outermost first
  std::map<std::pair<std::size_t, std::size_t>, std::optional<std::pair<LoopSystem, Potential>>> potentials_;
  std::map<std::pair<cfg::BlockId, std::size_t>, Known> known_accesses_;
  std::size_t statements_ = 0; // walked so far
  unsigned silent_ = 0;        // nothing is recorded
  std::size_t unknown_ = 0, counters_ = 0;
  std::map<cfg::VarId, Expr> heads_; // symbols of variables at a loop's head, for by_scaling()
  HeadsAs heads_as_;
  unsigned depth_ = 0;
  std::optional<cfg::DominatorTree> dominators_; // of the kernel, once somebody asks
  const cfg::WarpParts parts_{k_, a_.loops, uniform_, order_};
};

} // namespace lockstep::cost
