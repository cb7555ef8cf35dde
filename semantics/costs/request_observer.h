// Counts what each memory access costs a warp: the units of memory that its requests touch. It counts with plain sets
// of byte addresses, never with formulas: it is the judge of those who have formulas.
//
// Global memory: distinct sectors and lines; `ideal`, the sectors that the distinct bytes would fill; lines with the
// least address taken off first (GPUDrano's second variant). Group memory: wavefronts, summed over the phases in which
// lanes are served; in each, the most distinct words on one bank. Constant memory: distinct words. Atomics: the most
// lanes on one address.
#pragma once

#include "device/targets.h"
#include "semantics/observers/observer.h"

#include <map>

namespace lockstep::semantics {

struct Spread { // of one number over requests
  std::uint64_t least = 0, most = 0, sum = 0;
  void add(std::uint64_t n, bool first);
};

struct RequestCounts {
  std::uint64_t requests = 0;
  Spread lanes, bytes;                         // distinct bytes
  Spread sectors, lines, lines_aligned, ideal; // global memory; ideal: of group memory, too
  Spread wavefronts, degree;                   // group memory; degree: of the worst phase
  Spread words;                                // constant memory
  Spread same;                                 // atomics
  double average(const Spread &s) const { return requests ? double(s.sum) / double(requests) : 0; }
};

struct AccessCounts {
  cfg::ArrayId array = 0;
  cfg::AccessKind kind = cfg::AccessKind::Read;
  RequestCounts all, full; // full: of requests in which all lanes of the warp take part
};

struct RequestOptions {
  cfg::Target target;
  std::map<cfg::ArrayId, std::uint64_t> base; // where arrays start; those not named, at 0: a multiple of 256
};

// Of one request alone.
RequestCounts request_counts(const Request &r, const cfg::Array &array, const RequestOptions &options);

class RequestObserver final : public Observer {
public:
  explicit RequestObserver(RequestOptions options) : options_(std::move(options)) {}
  // Every shared access of the kernel, those without a request as well; of the executions that counted.
  const std::map<Site, AccessCounts> &accesses() const { return kept_; }

  void on_start(const cfg::Kernel &, const Geometry &) override;
  void on_request(const Request &) override;
  void on_end(const Execution &) override;
  bool wants_requests() const override { return true; }

private:
  RequestOptions options_;
  const cfg::Kernel *kernel_ = nullptr;
  std::map<Site, AccessCounts> kept_, seen_; // seen_: with the execution that runs
};

} // namespace lockstep::semantics
