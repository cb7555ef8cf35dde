// What the lanes of a warp have as the value of an expression at one lock-step point: a number for each lane, or an
// interval of numbers, plus numbers that all of them share, each times a factor.
//
// Sound because `value(lane) == n + sum of factor(lane) * symbol` for an n of lane[lane] to lane[lane] + spread(lane),
// as mathematics up to multiples of 2^`modulo`, in every execution that the analyses speak of: a node is taken apart
// only as arithmetic allows, modulo 2^width where it may wrap; a symbol is a number that is the same for all lanes of
// the warp at the point; what is not understood has no form. Lanes with equal numbers and factors have equal values,
// also where these are known up to multiples only: then the values lie in 2^`modulo` numbers side by side, as a type of
// so many bits has them, or moved all together (`shifted`).
#pragma once

#include "cfg/analysis/analyses.h"
#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/graph/moved_since_head.h"
#include "cfg/ir/thread_id.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace lockstep::coalescing {

using Number = __int128;

Number common_factor(Number a, Number b); // the greatest; of 0 and b: b

// The lanes of a warp by their local ids; those beyond a group's last thread are missing at the end. Where a group's
// size is not known in its last dimension, a warp stands for all that lie multiples of some threads behind it.
struct Warp {
  std::vector<std::array<std::uint64_t, 3>> lanes;
  bool whole = true;      // false: lanes from some on may be missing
  unsigned dimension = 0; // in which ids are larger by a positive multiple of `step`, the same for all lanes
  std::uint64_t step = 0; // 0: they are as they stand
  bool in_row = false;    // the ids of all dimensions but the first are the same for all lanes, and not known
};
// All kinds of a group, in their order; empty: not enough is known of the group's size.
std::vector<Warp> warps_of(const cfg::Launch &launch, unsigned lanes);
// Those of a group whose size in its first dimension is a multiple of `lanes`.
std::vector<Warp> warps_of_rows(const cfg::Launch &launch, unsigned lanes);

struct Term {
  cfg::Expr symbol;            // the same for all lanes
  std::vector<Number> factors; // by lane
};

struct LaneForm {
  std::vector<Number> lanes;
  std::vector<Term> terms;
  unsigned modulo = exact;    // up to multiples of 2^modulo
  std::vector<Number> spread; // by lane; empty: none
  bool shifted = false;       // the numbers wrap around elsewhere than at a multiple of 2^(modulo - 1)
  static constexpr unsigned exact = 200;

  bool loose() const { return !spread.empty(); }
  bool narrow(unsigned width) const { return modulo < width; } // wraps around within a type of that width
  bool concrete() const { return terms.empty() && !loose(); }
  Number highest(std::size_t lane) const { return lanes[lane] + (loose() ? spread[lane] : 0); }
};

// What points of a kernel are made from, found once for all of them.
struct Groundwork {
  Groundwork(const cfg::Kernel &k, const cfg::Analyses &a);
  cfg::FactReader facts;
  std::map<std::size_t, cfg::MovedSinceHead> moved; // of loops that were asked for
  const cfg::DominatorTree dominators;
  struct Definition {
    cfg::BlockId block = 0;
    std::size_t stmt = 0;
  };
  std::vector<std::vector<Definition>> defined; // by variable
};

// What is known just before a statement, for all warps; what is asked for is remembered.
class Point {
public:
  Point(const cfg::Kernel &k, const cfg::Analyses &a, cfg::BlockId b, std::size_t s, Groundwork &groundwork);
  const cfg::Bounds &range(const cfg::Expr &e); // as signed

  const cfg::BlockId block;
  const std::size_t stmt;
  const Groundwork &work;
  const std::vector<cfg::Fact> facts;
  std::map<std::size_t, std::map<cfg::VarId, std::int64_t>> moved; // since the heads of the loops around the point
  std::map<std::pair<std::size_t, cfg::VarId>, bool> together;     // have lanes moved it together? (loop_form.cpp)
  std::optional<std::vector<cfg::Expr>> parting;                   // FormReader::conditions()

private:
  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  std::map<cfg::Expr, cfg::Bounds> ranges_;
};

// What forms of a warp are read from, wherever it is.
struct FormSetting {
  const cfg::Kernel &kernel;
  const cfg::Analyses &analyses;
  const cfg::Uniformity &uniform; // of the warp
  const cfg::UniformityOptions &level;
  const Warp &warp;
  const std::vector<std::vector<cfg::BlockId>> &deciders; // by block, the branches that decide whether it is run
  const cfg::Expr before = cfg::call("warps", cfg::int_type(64), {}); // that many, at least one (Warp::step)

  std::size_t lanes() const { return warp.lanes.size(); }
  bool is_uniform(const cfg::Expr &e) const { return cfg::is_uniform(e, kernel, uniform, level); }
  bool may_wrap(const cfg::Expr &e) const { return analyses.ranges.wrap_of(e).signed_ok == cfg::NoWrap::MayWrap; }
  bool may_be_negative(const cfg::Expr &e) const { return analyses.ranges.range_of(e).as_signed.lo < 0; }
};

class PointForms;

// Finds the forms of the expressions at one point.
class FormReader {
public:
  // `uniform`: of the warp; `deciders`: by block, the branches that decide whether it is run.
  FormReader(const cfg::Kernel &k, const cfg::Analyses &a, const cfg::Uniformity &uniform,
             const cfg::UniformityOptions &level, const Warp &warp,
             const std::vector<std::vector<cfg::BlockId>> &deciders);
  ~FormReader();

  void stand_at(cfg::BlockId block, std::size_t stmt); // just before the statement
  void stand_at(std::shared_ptr<Point> point);
  // The variables' values, for this point.
  void assume(std::map<cfg::VarId, std::uint64_t> values);

  // What is shared is taken to be `rest` more than a multiple of `modulo`, from here on.
  struct Rest {
    cfg::Expr symbol;
    Number modulo, rest;
  };
  void split(std::vector<Rest> rests);
  // A number whose rest would have said more of what has been read; none: nothing is left to ask.
  const std::optional<Rest> &wanted() const;
  struct Reach { // what a number can be; nothing: unknown
    std::optional<Number> lo, hi;
  };
  Reach range_of(const cfg::Expr &symbol) const;
  // Such rests of a group's size that is a multiple of `modulo`, in all types that an expression may have it in.
  static std::vector<Rest> multiples_of(unsigned dimension, Number modulo);

  std::optional<LaneForm> read(const cfg::Expr &e);
  // By lane, if that can be said: the value's bits.
  std::optional<std::vector<std::uint64_t>> bits(const cfg::Expr &e);
  // By lane: may the condition hold?
  std::vector<bool> may_hold(const cfg::Expr &e);
  const std::vector<cfg::Expr> &conditions() const; // that hold at the point, and may not for other lanes
  // Sets of lanes, none of them empty: those that are at the point together are some of one of them.
  std::vector<std::vector<bool>> admitted();

private:
  const FormSetting setting_;
  std::optional<Groundwork> work_;
  std::shared_ptr<Point> point_;
  std::map<cfg::VarId, std::uint64_t> values_;
  std::unique_ptr<PointForms> forms_; // there, with these values
};

// How far each value of the form is known to be from the sum of multiples of `step`: lanes that have equal factors
// share what is not known.
struct LaneGroup {
  std::vector<std::size_t> lanes; // numbers
  Number step = 0;                // what they share is a multiple of it; 0: it is zero
};
std::vector<LaneGroup> groups_of(const LaneForm &f, const std::vector<bool> &of_interest);

} // namespace lockstep::coalescing
