// Arrays: bytes in granules. A granule range is read and written byte-exactly, whatever the ranges of other accesses.
//
// An array has a copy per group (group arrays), per thread (private ones), or one. Offsets outside its extent, negative
// ones included, live in a sparse map, so that an execution can go on. An array without bounds grows on demand.
#pragma once

#include "semantics/semantics.h"

#include <unordered_map>

namespace lockstep::semantics {

class Memory {
public:
  Memory(const std::vector<cfg::Array> &arrays, const Geometry &geometry, const Inputs &inputs,
         bool track_uninitialised);

  void reset(); // to the initial contents

  // `granules` granules (together at most 8 bytes) from `lo` on, little-endian.
  std::uint64_t load(cfg::ArrayId array, std::uint32_t copy, std::int64_t lo, unsigned granules);
  void store(cfg::ArrayId array, std::uint32_t copy, std::int64_t lo, unsigned granules, std::uint64_t bits);

  bool inside(cfg::ArrayId array, std::int64_t lo, std::uint64_t granules) const {
    const std::uint64_t extent = extent_[array];
    return lo >= 0 && granules <= extent && static_cast<std::uint64_t>(lo) <= extent - granules;
  }
  std::optional<std::uint64_t> extent(cfg::ArrayId array) const;
  bool initialised(cfg::ArrayId array, std::uint32_t copy, std::int64_t lo, std::uint64_t granules) const;

  std::uint32_t copies(cfg::ArrayId array) const { return copies_[array]; }
  // The values of the array's granules: up to its extent; without bounds, up to the last one touched.
  std::vector<std::uint64_t> contents(cfg::ArrayId array, std::uint32_t copy = 0) const;
  // The same final contents, cell for cell, of these spaces' arrays?
  bool same_shared(const Memory &other) const;

  struct Copy {
    std::vector<std::uint8_t> bytes, initial;
    std::vector<std::uint8_t> known;                         // per granule, if tracked
    std::unordered_map<std::int64_t, std::uint64_t> outside; // granule by granule
    bool operator==(const Copy &) const = default;
  };
  // All that a step can change, for machines that go back to a state or look for one that returns.
  struct Saved {
    std::vector<Copy> store;
    std::uint64_t unwritten_reads = 0;
    bool operator==(const Saved &) const = default;
  };
  Saved save() const { return {store_, unwritten_reads_}; }
  void restore(const Saved &s);
  bool same(const Saved &s) const { return s.unwritten_reads == unwritten_reads_ && s.store == store_; }
  // Appends what tells this contents from all others of the program and launch (unwritten reads apart).
  void append_key(std::string &out) const;

private:
  Copy &at(cfg::ArrayId array, std::uint32_t copy) { return store_[first_[array] + copy]; }
  const Copy &at(cfg::ArrayId array, std::uint32_t copy) const { return store_[first_[array] + copy]; }
  std::uint64_t filled(cfg::ArrayId array, std::uint32_t copy, std::int64_t granule) const;
  bool grow(cfg::ArrayId array, std::uint32_t copy, std::int64_t lo, unsigned granules);
  bool written_in_part(cfg::ArrayId array, std::uint32_t copy, std::int64_t lo, unsigned granules) const;
  std::uint64_t granule(cfg::ArrayId array, std::uint32_t copy, std::int64_t at) const;
  void set_granule(cfg::ArrayId array, std::uint32_t copy, std::int64_t at, std::uint64_t bits);

  const std::vector<cfg::Array> &arrays_;
  Fill fill_;
  std::vector<bool> zero_filled_; // per array; empty: none
  std::uint64_t seed_;
  std::vector<std::uint64_t> unwritten_;
  std::uint64_t unwritten_reads_ = 0; // so far
  bool track_;
  std::vector<std::uint64_t> extent_; // granules; unbounded: see memory.cpp
  std::vector<std::uint32_t> first_, copies_;
  std::vector<unsigned> bytes_; // of a granule
  std::vector<Copy> store_;
};

} // namespace lockstep::semantics
