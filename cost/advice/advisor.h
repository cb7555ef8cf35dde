// The rules for hints (hints.h). A rule that remembers what it has counted, or told, is a class.
#pragma once

#include "cost/advice/advised_kernel.h"

namespace lockstep::coalescing {

struct Rule { // what all such classes have
  Rule(AdvisedKernel &k, Recounts &recounts) : k_(k), recounts_(recounts) {}
  AdvisedKernel &k_;
  Recounts &recounts_;
};

// hints_layout.cpp
class PadRule : Rule {
public:
  using Rule::Rule;
  std::optional<Hint> hint(std::size_t access);

private:
  struct RowForms {
    LaneForm rows, rest;
  };
  bool split_into_rows(const std::vector<std::size_t> &touched, const std::map<std::size_t, Sum> &all, Number pitch,
                       std::uint64_t granule, std::map<std::size_t, Split> &splits,
                       std::map<std::size_t, std::vector<RowForms>> &forms);
  std::optional<Plan> plan(cfg::ArrayId array);

  std::map<cfg::ArrayId, std::optional<Plan>> plans_;
};

class VectorRule : Rule {
public:
  using Rule::Rule;
  std::optional<Hint> hint(std::size_t access);
  bool speaks_of(std::size_t access) const { return spoken_of_[access]; } // some hint so far

private:
  bool parted(const std::vector<std::size_t> &group) const;

  std::vector<bool> spoken_of_ = std::vector<bool>(k_.accesses.size(), false); // by access
};

std::optional<Hint> structs_hint(AdvisedKernel &k, Recounts &recounts, std::size_t access);

// hints_chunk.cpp
std::optional<Hint> chunk_hint(AdvisedKernel &k, Recounts &recounts, std::size_t access);

// hints_start.cpp
class RowsRule : Rule {
public:
  using Rule::Rule;
  std::optional<Hint> hint(std::size_t access);

private:
  std::optional<Plan> plan(cfg::ArrayId array, Number pitch, Number longer);

  std::map<std::pair<cfg::ArrayId, Number>, std::optional<Plan>> plans_; // by pitch
};

class StartRule : Rule {
public:
  using Rule::Rule;
  std::optional<Hint> hint(std::size_t access);

private:
  std::optional<Plan> plan(cfg::ArrayId array, Number front);

  std::map<std::pair<cfg::ArrayId, Number>, std::optional<Plan>> plans_; // by granules in front
};

// hints_threads.cpp
class SwapRule : Rule {
public:
  using Rule::Rule;
  std::optional<Hint> hint(std::size_t access);

private:
  std::optional<Plan> plan();

  std::optional<std::optional<Plan>> plan_;
};

std::optional<Hint> transpose_hint(AdvisedKernel &k, Recounts &recounts, std::size_t access);

class ShapeRule : Rule {
public:
  using Rule::Rule;
  std::optional<Hint> hint(std::size_t access);

private:
  std::optional<Plan> plan();

  std::optional<std::optional<Plan>> plan_;
};

// How many wavefronts the warps' lanes need that access `bytes` bytes at these offsets, added up: a search asks often.
std::optional<std::uint64_t> wavefronts(const std::vector<LaneForm> &warps, std::uint64_t granule, std::uint64_t bytes,
                                        const cfg::Target &target);

} // namespace lockstep::coalescing
