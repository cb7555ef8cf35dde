// The forms of the expressions at one point (lane_form.h). Private to cost/requests/.
#pragma once

#include "cost/requests/lane_bits.h"
#include "cost/requests/shared_symbols.h"

namespace lockstep::coalescing {

class PointForms {
public:
  PointForms(const FormSetting &of_warp, Point &where, const std::map<cfg::VarId, std::uint64_t> &values,
             std::vector<SharedSymbols::Rest> rests)
      : setting(of_warp), point(where), symbols(of_warp, where, std::move(rests)), values_(values) {}
  PointForms(const PointForms &) = delete;
  PointForms &operator=(const PointForms &) = delete;

  std::optional<LaneForm> read(const cfg::Expr &e);
  std::optional<LaneBits::Bits> bits(const cfg::Expr &e) { return bits_.bits(e); }
  std::vector<bool> may_hold(const cfg::Expr &e) { return bits_.may_hold(e); }

  std::size_t lanes() const { return setting.lanes(); }
  std::optional<std::uint64_t> value_of(cfg::VarId v) const; // where one is assumed
  bool has_values() const { return !values_.empty(); }
  const std::vector<cfg::Expr> &conditions() const; // that hold at the point, and may not for other lanes

  // While one lives, expressions in an expression are read.
  class Deeper {
  public:
    explicit Deeper(PointForms &at) : at_(at) { ++at_.depth_; }
    ~Deeper() { --at_.depth_; }
    Deeper(const Deeper &) = delete;
    Deeper &operator=(const Deeper &) = delete;

  private:
    PointForms &at_;
  };
  bool is_deep() const { return depth_ >= deepest; } // nothing is read any more

  const FormSetting &setting;
  Point &point;
  SharedSymbols symbols;

private:
  static constexpr unsigned deepest = 40; // expressions in expressions

  const std::map<cfg::VarId, std::uint64_t> &values_;
  LaneBits bits_{*this};
  std::map<cfg::Expr, std::optional<LaneForm>> forms_; // that have been found; expressions share nodes
  unsigned depth_ = 0;
};

// A leaf, or an operation whose operands have forms of numbers.
std::optional<LaneForm> node_form(PointForms &at, const cfg::Expr &e);
// A variable that loops around the point change.
std::optional<LaneForm> loop_form(PointForms &at, const cfg::Expr &e);
// What has no form of numbers.
std::optional<LaneForm> loose_form(PointForms &at, const cfg::Expr &e);
std::optional<LaneForm> form_by_classes(PointForms &at, const cfg::Expr &e); // lanes with the same operands share it

// How far a is from b, by lane.
std::optional<std::vector<SharedSymbols::Reach>> difference(PointForms &at, const cfg::Expr &a, const cfg::Expr &b);
// How far the sides of a comparison are apart, by lane.
std::optional<std::vector<SharedSymbols::Reach>> compared_by(PointForms &at, const cfg::Expr &comparison);
// Sets of lanes, none of them empty: those that are at the point together are some of one of them.
std::vector<std::vector<bool>> admitted_sets(PointForms &at);

} // namespace lockstep::coalescing
