// `lockstep perf --witness`: which bounds an execution attains. The kernel is run on the lock-step machine with a few
// arguments, and the requests are counted with sets of bytes (semantics/request_observer.h).
//
// Only executions count that terminate, with nothing undefined and without a race: the bounds speak of no others.
#pragma once

#include "cfg/launch.h"
#include "coalescing/requests.h"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace lockstep::driver {

struct KernelCost;

struct PerfRun { // that was executed to its end
  std::array<std::uint64_t, 3> local_size{}, num_groups{};
  std::vector<std::pair<std::string, std::uint64_t>> arguments;
  bool random = false; // arrays hold random bits, else zeros
};

struct Witness { // of one bound: a request that costs just so much
  std::size_t run = 0;
  std::uint64_t group = 0;
  std::uint32_t warp = 0;
  std::uint64_t start = 0; // bytes that the array's start lies behind a multiple of a line
};

struct Seen { // of one number of one access
  std::uint64_t least = 0, most = 0;
  Witness at_least, at_most;
};

struct PerfWitnesses {
  std::vector<PerfRun> runs;                     // those that a witness is from
  std::vector<std::map<std::string, Seen>> seen; // by access: "sectors", "lines", "words", "wavefronts", "degree"
  std::string why_not;                           // where nothing was run: one line
};

PerfWitnesses perf_witnesses(const cfg::Kernel &k, const cfg::Launch &launch, const coalescing::Options &options,
                             const std::vector<coalescing::AccessCost> &accesses);

// Requests that were seen outside the bounds, a line each: mistakes of ours.
std::vector<std::string> beyond_bounds(const std::vector<KernelCost> &kernels);

std::string witness_text(const KernelCost &k, std::size_t access); // "FILE:1:2: note: ...\n", or nothing
void add_witnesses(const KernelCost &k, std::size_t access, nlohmann::ordered_json &to);
void add_runs(const KernelCost &k, nlohmann::ordered_json &kernel);

} // namespace lockstep::driver
