// Counts what the requests of an execution cost (cost_counts.h): what the lock-step machine tells of each access. It
// hears of accesses only, so of the atoms it counts Request, Sector, Line, BytesMoved, BytesUsed, Wavefront, Conflict,
// Word and Same.
#pragma once

#include "semantics/costs/cost_counts.h"
#include "semantics/costs/request_observer.h"

namespace lockstep::semantics {

class RequestCosts final : public Observer {
public:
  explicit RequestCosts(CostOptions options) : options_(std::move(options)) {}
  // Of the execution that ran last, if it counts; without `intervals`.
  const CostCounts &counts() const { return kept_; }

  void on_start(const cfg::Kernel &, const Geometry &) override;
  void on_request(const Request &) override;
  void on_end(const Execution &) override;
  bool wants_requests() const override { return true; }

private:
  CostOptions options_;
  const cfg::Kernel *kernel_ = nullptr;
  CostCounts kept_, seen_;
};

} // namespace lockstep::semantics
