// What would make a wasteful access cheaper, and what its lanes do (docs/design.md 12).
//
// Sound because a hint is given only if the changed access was counted as all others are (requests.h), needs less at
// the most and no more at the least, or wastes no more there, and whatever else the change touches was counted with it.
// Elements are dealt out to other threads only where what is done for each depends on nothing else of its thread.
#pragma once

#include "cost/advice/index_sum.h"
#include "cost/requests/requests.h"

namespace lockstep::coalescing {

// Is more moved than would do? What is not understood wastes nothing that is known.
bool wasteful(const AccessCost &a, cfg::Space space);

enum class HintKind : std::uint8_t {
  Pad,       // rows of group memory get longer, by a few elements
  Swap,      // x and y of the threads change places
  Transpose, // through a tile of group memory
  Structs,   // an array for each field
  Vector,    // neighbouring accesses become one
  Chunk,     // elements are dealt out one by one, instead of a chunk a thread
  Rows,      // rows of global memory get longer, or a size is a multiple
  Start,     // the array's start lies elsewhere
  Shape,     // blocks have another shape
};
std::string_view name(HintKind k);

struct Hint {
  HintKind kind;
  AccessCost after; // Vector: of all of them together
  // Pad, Rows: elements of a row (Rows with an index: 1 if it is a row's length, and of what it is a multiple);
  // Transpose: of the tile's rows (`to`); Vector: elements of one access (`to`); Start: bytes of which the start is a
  // multiple (`from`), elements in front (`to`); Structs: bytes of a struct, of the field.
  std::uint64_t from = 0, to = 0;
  Interval together_before, together; // all that the change touches: sectors, or wavefronts
  std::size_t touched = 1;            // how many these are
  std::string index; // Chunk, Transpose: the index that the access would have; Rows: what is a multiple
  std::array<std::uint64_t, 3> block{}; // Swap, Shape: of the launch, then
  std::array<std::uint64_t, 2> tile{};  // Transpose: wavefronts of its stores and loads
  bool guarded = false;                 // Transpose: not all threads of a block get to the access
  std::vector<cfg::Origin> places;      // Structs: where its fields are accessed, each once; Vector: all accesses
  std::vector<std::uint64_t> fields;    // Structs: of these, where the field begins, in bytes
};

// What the lanes of the block's first full warp do.
struct Lanes {
  std::vector<std::pair<unsigned, std::string>> elements; // of lanes 0, 1, 2 and the last one
  std::string apart;      // how many bytes the second lane's place is behind the first's, where that is known
  std::uint64_t rows = 1; // of the block, in a warp
};

struct Advice {
  std::vector<Hint> hints;
  std::optional<Lanes> lanes;
};

struct AdviceOptions {
  cfg::AnalysisOptions analysis;
  Language language = Language::OpenCl;
};

// For each of the accesses (those of `requests`); only the wasteful ones get any.
std::vector<Advice> advise(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options,
                           const AdviceOptions &how, const std::vector<AccessCost> &accesses);

} // namespace lockstep::coalescing
