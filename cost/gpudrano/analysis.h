// GPUDrano's analysis (Sect. 4 of [ADNS17]): for each access of global memory what its index is to the number of the
// thread, whether more than one thread comes there, and whether the paper's rule reports it.
//
// To the letter, with two slips mended: 0 times tid is no 0 (only literals keep a slope), and what a thread reads from
// its own memory is not the same for all. The paper's tid is the id along x; y and z are the same for all, as there. An
// access is counted in elements of its array (float4: one), and a pointer is its offset.
//
// Sound because, in blocks along x, the lanes of a request hold what the state at its place says (values.h,
// regions.h), whatever idle lanes hold: of elements of up to four bytes an index of slope 0 or +-1 spans at
// most 128 bytes, and so does one thread. So what is not reported touches one line, alignment aside; held against
// executions by tests/unit/cost/test_paper_random.cpp.
#pragma once

#include "cost/gpudrano/values.h"

#include <string>

namespace lockstep::coalescing::paper {

// Relative: what threads hold is asked of those alone that are there. So at a loop's head the join suffices, top is due
// only where threads that have left it at different times are together again; and threads that end without a further
// access are forgotten.
enum class Mode : std::uint8_t { Letter, Relative };

struct Access { // by block, statement and array, as coalescing::AccessCost
  cfg::BlockId block = 0;
  std::size_t stmt = 0;
  cfg::ArrayId array = 0;
  cfg::Origin origin;
  Slope index = Slope::Bottom; // in elements; Bottom: no way leads there
  Truth active = Truth::Top;   // Top or FFMinus
  std::uint64_t bytes = 0;     // the paper's k
  bool reported = false;
  Rule rule = Rule::None; // why the index is top, or Wide; whether or not it is reported
};

// Of global memory, in the order of the text.
std::vector<Access> analyse(const cfg::Kernel &k, const cfg::Analyses &a, Mode mode = Mode::Letter);

// A line each: line:column, array, index, active threads, whether reported, rule.
std::string print(const std::vector<Access> &all, const cfg::Kernel &k);

} // namespace lockstep::coalescing::paper
