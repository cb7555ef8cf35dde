// Caches as the memory environment has them: lines of one cell each, and the operations on them ([Hab11] 2.1).
//
// A line holds one cell: as many granules as the accesses to it have. A line that is dirty or pinned is never evicted.
// Lines that hold nothing are not kept: a cache is the lines in use, sorted, and how many there may be.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::semantics::simt {

struct Cell {
  std::uint32_t array = 0, copy = 0;
  std::int64_t lo = 0; // in granules
  std::uint32_t granules = 1;
  bool local = false; // of a thread's own memory: never flushed
  auto operator<=>(const Cell &) const = default;
};

enum class LineClass : std::uint8_t { First, Normal }; // whom eviction prefers

struct Line {
  Cell cell;
  std::optional<std::uint64_t> word;
  bool dirty = false, valid = false;
  std::vector<std::uint32_t> pins; // operations, sorted
  LineClass kind = LineClass::Normal;
  bool operator==(const Line &) const = default;
};

struct Cache {
  std::size_t most = 0; // lines, of one set; 0: any number
  std::vector<Line> lines;
  bool operator==(const Cache &) const = default;

  Line *find(const Cell &c);
  const Line *find(const Cell &c) const { return const_cast<Cache *>(this)->find(c); }
};

enum class Did : std::uint8_t { Continues, Defers, Stuck };

bool can_evict(const Line &l); // valid, clean, not pinned
void pin(Line &l, std::uint32_t operation);
void unpin(Line &l, std::uint32_t operation);
void write_line(Line &l, std::uint64_t word); // a word that is there already changes no flag

// Policies that the text leaves open. A line that is dirty, not valid or pinned is never evicted, whatever they say.
struct CachePolicy {
  // eligible: cells of one set share the places of the cache, as many as `most` for each set. Null: one set.
  std::function<std::uint64_t(const Cell &)> set_of;
  std::function<bool(const Cache &, const Line &)> may_evict; // canEvict; null: any line
  bool evictable(const Cache &c, const Line &l) const { return can_evict(l) && (!may_evict || may_evict(c, l)); }
};

// The lines of which one goes where `at` is reserved: none, a free place is there (or, if `full`, none at all).
std::vector<Cell> victims(const Cache &c, const Cell &at, const CachePolicy &policy, bool &full);
// After `victim`, if any, was chosen. The line is neither valid nor dirty, and pinned by the operation, if given.
Line &reserve(Cache &c, const Cell &at, std::optional<Cell> victim, std::optional<std::uint32_t> operation);

Did read(Cache &c, const Cell &at, std::uint32_t operation, std::uint64_t &word);
Did update(Cache &c, const Cell &at, std::uint64_t word); // the fill after a miss; a newer store wins
Did evict(Cache &c, const Cell &at);
Did discard(Cache &c, const Cell &at); // dirty or not
Did classify(Cache &c, const Cell &at, LineClass kind);
void drop(Cache &c, const Cell &at);

} // namespace lockstep::semantics::simt
