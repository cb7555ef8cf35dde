// Which pairs of accesses count as no race although nothing orders them (--tolerate).
#pragma once

#include "support/words.h"

#include <cstdint>

namespace lockstep::cfg {

// None: no pair. Same: two plain writes of one value to exactly the same bytes. Computed: of these, writes of values
// that no load gave (cfg/analysis/values/loaded_values.h). Unchanged: the writes of Same, and a plain write beside a
// plain read of exactly the same bytes, if it stores what the read finds. ComputedUnchanged: both, if no load gave what
// is written.
enum class Tolerance : std::uint8_t { None, Computed, Same, ComputedUnchanged, Unchanged };
inline constexpr support::Words<Tolerance, 5> tolerance_words({{Tolerance::None, "none"},
                                                               {Tolerance::Computed, "computed"},
                                                               {Tolerance::Same, "same"},
                                                               {Tolerance::ComputedUnchanged, "computed-unchanged"},
                                                               {Tolerance::Unchanged, "unchanged"}});

constexpr bool tolerates_writes(Tolerance t) { return t != Tolerance::None; }
constexpr bool only_computed(Tolerance t) { return t == Tolerance::Computed || t == Tolerance::ComputedUnchanged; }
constexpr bool tolerates_reads(Tolerance t) { return t == Tolerance::ComputedUnchanged || t == Tolerance::Unchanged; }

} // namespace lockstep::cfg
