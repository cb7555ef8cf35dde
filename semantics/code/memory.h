// Arrays: bytes in granules. A granule range is read and written byte-exactly, whatever the ranges of other accesses.
//
// An array has a copy per group (group arrays), per thread (private ones), or one. Offsets outside its extent, negative
// ones included, live in a sparse map, so that an execution can go on. An array without bounds grows on demand.
#pragma once

#include "semantics/semantics.h"

#include <unordered_map>

namespace lockstep::semantics {

// What granules hold that neither the input nor the array's declaration gives a value.
class InitialFill {
public:
  explicit InitialFill(const Inputs &inputs)
      : fill_(inputs.fill), zero_filled_(inputs.zero_filled), seed_(inputs.seed) {}
  std::uint64_t at(cfg::ArrayId array, std::uint32_t copy, std::int64_t granule, unsigned bytes) const;

private:
  Fill fill_;
  std::vector<bool> zero_filled_; // per array; empty: none
  std::uint64_t seed_;
};

// What is read where nothing has been written, if the inputs say so: one of some values, another each time.
class UnwrittenReads {
public:
  explicit UnwrittenReads(const Inputs &inputs) : values_(inputs.unwritten), seed_(inputs.seed) {}
  bool given() const { return !values_.empty(); }
  std::uint64_t next() { return values_[mix(seed_, ++reads_) % values_.size()]; }
  std::uint64_t so_far() const { return reads_; }
  void go_back_to(std::uint64_t reads) { reads_ = reads; }

private:
  std::vector<std::uint64_t> values_;
  std::uint64_t seed_;
  std::uint64_t reads_ = 0;
};

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
  Saved save() const { return {store_, unwritten_.so_far()}; }
  void restore(const Saved &s);
  bool same(const Saved &s) const { return s.unwritten_reads == unwritten_.so_far() && s.store == store_; }
  // Appends what tells this contents from all others of the program and launch (unwritten reads apart).
  void append_key(std::string &out) const;

private:
  Copy &at(cfg::ArrayId array, std::uint32_t copy) { return store_[first_[array] + copy]; }
  const Copy &at(cfg::ArrayId array, std::uint32_t copy) const { return store_[first_[array] + copy]; }
  std::uint64_t granule(cfg::ArrayId array, std::uint32_t copy, std::int64_t at) const;

  const std::vector<cfg::Array> &arrays_;
  InitialFill fill_;
  UnwrittenReads unwritten_;
  bool track_;
  std::vector<std::uint64_t> extent_; // granules; unbounded: see memory.cpp
  std::vector<std::uint32_t> first_, copies_;
  std::vector<unsigned> bytes_; // of a granule
  std::vector<Copy> store_;
};

} // namespace lockstep::semantics
