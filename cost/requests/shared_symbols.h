// The symbols of forms (lane_form.h): numbers that all lanes of a warp share, at one point. Private to cost/requests/.
#pragma once

#include "cost/requests/lane_form.h"

namespace lockstep::coalescing {

class SharedSymbols {
public:
  using Rest = FormReader::Rest;
  using Reach = FormReader::Reach;
  SharedSymbols(const FormSetting &setting, Point &point, std::vector<Rest> rests)
      : setting_(setting), point_(point), rests_(std::move(rests)) {}

  LaneForm form(const cfg::Expr &e, Number factor = 1) const; // of what all lanes share, by its rest if that is known
  void want(const LaneForm &f, Number modulo);                // the rests by `modulo` are of interest
  const std::optional<Rest> &wanted() const { return wanted_; }
  Reach range_of(const cfg::Expr &symbol) const;
  std::vector<Reach> reach(const LaneForm &f) const; // by lane

private:
  Reach rounds(const cfg::Expr &visits) const;

  const FormSetting &setting_;
  Point &point_;
  const std::vector<Rest> rests_;
  std::optional<Rest> wanted_;
};

} // namespace lockstep::coalescing
