// What a certificate is about, as its checker reads it (checker.h): a kernel and its launches, metrics, symbols, and
// walks that are all warps of a group.
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "cost/certificate/certificate.h"
#include "cost/certificate/lanes.h"
#include "cost/certificate/obligations.h"
#include "device/targets.h"

namespace lockstep::cost::certificate {

inline constexpr std::uint64_t most_threads = 1 << 16; // of a group

std::string symbol_of(const cfg::Var &v); // a parameter's name in claims

struct Range { // of a counter, from 0
  std::string symbol;
  Expr count;
};

struct ClaimedKernel {
  explicit ClaimedKernel(const Certificate &c); // which must outlive it. Refused: it is about nothing

  const Certificate &certificate;
  cfg::Target target{};
  cfg::Kernel kernel;
  cfg::LoopForest loops;
  std::vector<cfg::BlockId> order;
  LaneIds ids; // but those of lanes
  std::vector<Range> groups;
  Obligations symbols; // of parameters and groups; nothing to be proved
  std::map<std::string, cfg::Metric> metrics;
};

} // namespace lockstep::cost::certificate
