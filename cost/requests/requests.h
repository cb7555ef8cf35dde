// Each shared access of a kernel, with what a warp's request of it costs (docs/design.md 12).
//
// A request are the lanes of one warp that execute the access at one lock-step point. Bounds hold of all reachable
// requests of any warp of a group; `full` ones are of all lanes that the conditions around the access can admit
// together.
#pragma once

#include "cost/requests/touched_units.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::coalescing {

enum class Access : std::uint8_t { Load, Store, Atomic };
std::string_view name(Access a);

// Why a bound is no better than what any addresses within their range would give: the block's size is not known, the
// offset depends on what memory holds, or on something else that has no form. Copy: the access is part of an
// asynchronous copy of the group, which the device splits into requests as it likes.
enum class Trivial : std::uint8_t { No, Sizes, Memory, Offset, Copy };

// What the lanes' places look like. Unreached: no lane gets here. OneLane: a request has one lane. Broadcast: all lanes
// access one place. Misaligned: one unit too many, by the start alone. Strided: a lane's place is as far from the next
// lane's all along. DataDependent: what memory holds decides.
enum class Pattern : std::uint8_t {
  Unreached,
  OneLane,
  Broadcast,
  Coalesced,
  Misaligned,
  Strided,
  Scattered,
  DataDependent,
  Unknown
};
std::string_view name(Pattern p); // of several, the last counts

// How much is known of what full requests cost. Exact: one number. Start: the lanes are at known distances, so that the
// number hangs on where the first of them is alone, and each such place was counted. Cases: so it is for each kind of
// warp and each value of the variables that few are known of, which differ. Bounds: anything else.
enum class Precision : std::uint8_t { Exact, Start, Cases, Bounds };
std::string_view name(Precision p);

struct ValueCost { // where variables take few values: for some of them
  std::string values;
  Interval sectors, lines, degree;
};

// Where the distance of lanes hangs on a variable that they share: for its values from, from + every, ... to `to`.
struct StrideCost {
  std::uint64_t from = 0;
  std::optional<std::uint64_t> to; // none: all others
  std::uint64_t every = 1;
  Interval sectors, lines, full_sectors, full_lines, degree;
};
struct ByStride {
  std::string variable;
  std::uint64_t period = 0;       // of group memory: what counts of a large value is what it leaves of this
  std::vector<StrideCost> pieces; // for values that are not negative; no thread gets there with those left out
};

// Where not enough is known of a block's size: for blocks of one width, or of all widths that are its multiples.
struct WidthCost {
  std::uint64_t width = 0; // threads in the first dimension
  bool multiples = false;
  Interval sectors, lines, full_sectors, full_lines, wavefronts, degree;
};

struct AccessCost {
  cfg::BlockId block = 0;
  std::size_t stmt = 0;
  cfg::ArrayId array = 0;
  Access kind = Access::Load;
  cfg::Origin origin;
  std::uint64_t bytes = 0; // of a lane
  bool reached = true;     // by some thread, as far as is known
  unsigned most_lanes = 0; // of a request
  // Global and constant memory.
  Interval sectors, lines, full_sectors, full_lines;
  std::optional<Interval> ideal; // sectors that the different bytes of a full request would fill
  std::optional<Interval> words; // of constant memory, different ones of four bytes
  std::optional<Interval> same;  // of atomics: the most lanes on one address
  Pattern pattern = Pattern::Scattered;
  // Group memory.
  Interval wavefronts, degree;
  std::uint64_t phases = 0;
  Trivial trivial = Trivial::No;
  bool from_memory = false; // what memory holds has a part in the offset
  Precision precision = Precision::Bounds;
  std::vector<ValueCost> by_value;
  std::optional<ByStride> by_stride;
  std::vector<WidthCost> by_width; // by_width.h
  bool all_widths = false;         // there is one for each width with which a thread gets here
};

struct Options {
  cfg::Target target;
  std::uint64_t base_align = 256;                     // bytes, of each array's start; 0: of its elements
  std::map<std::string, std::uint64_t> align_by_name; // of some arrays

  std::uint64_t align_of(const cfg::Array &a) const;
};

// The launch, with the sizes of groups that the kernel itself promises: sound because no execution of another size gets
// to any access.
cfg::Launch promised_sizes(const cfg::Kernel &k, const cfg::Analyses &a);

// In the order of the text. Private arrays are left out. Of an asynchronous copy of the group there is one access to
// each of its arrays.
std::vector<AccessCost> requests(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options);
// The same of groups whose size in the first dimension is a multiple of the target's lanes, whatever else it is.
std::vector<AccessCost> requests_of_rows(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options);

// Counts accesses of one kernel again, with other offsets. The kernel, the analyses and the options must outlive it.
class Recounter {
public:
  Recounter(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options);
  ~Recounter();
  // `offset`: in granules of the access's array.
  AccessCost with_offset(const AccessCost &access, const cfg::Expr &offset);

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace lockstep::coalescing
