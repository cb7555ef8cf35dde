// Arrays: see memory.h.
#include "semantics/code/memory.h"

#include "support/invariant.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace lockstep::semantics {

namespace {
constexpr std::uint64_t unbounded = std::uint64_t(1) << 62;  // an extent that no offset reaches
constexpr std::uint64_t most_grown = std::uint64_t(1) << 24; // bytes of an array without bounds that are kept densely

std::uint64_t take(const std::uint8_t *from, unsigned bytes) {
  std::uint64_t v = 0;
  std::memcpy(&v, from, bytes);
  return v;
}
void put(std::uint8_t *to, unsigned bytes, std::uint64_t v) { std::memcpy(to, &v, bytes); }
// Does the dense part of a copy hold these granules? (No multiplication overflows: `lo` is small first.)
bool held(const std::vector<std::uint8_t> &dense, std::int64_t lo, unsigned granules, unsigned bytes) {
  const auto from = static_cast<std::uint64_t>(lo);
  return from < dense.size() && (from + granules) * bytes <= dense.size();
}
std::uint64_t granule_mask(unsigned bytes) {
  return bytes >= 8 ? ~std::uint64_t(0) : (std::uint64_t(1) << (8 * bytes)) - 1;
}
// Makes a range inside the array dense if it may be; false: it is far away. `fill`: what a granule holds at first.
template <typename F> bool grow(Memory::Copy &c, std::int64_t lo, unsigned granules, unsigned bytes, F &&fill) {
  if (static_cast<std::uint64_t>(lo) >= most_grown)
    return false;
  const std::uint64_t need = (static_cast<std::uint64_t>(lo) + granules) * bytes;
  if (need > most_grown)
    return false;
  std::size_t size = c.bytes.size();
  const auto grown =
      static_cast<std::size_t>(need); // no more: the size tells what was touched; capacity doubles by itself
  c.bytes.resize(grown);
  c.initial.resize(grown);
  for (; size < grown; size += bytes) {
    put(&c.initial[size], bytes, fill(static_cast<std::int64_t>(size / bytes)));
    std::memcpy(&c.bytes[size], &c.initial[size], bytes);
  }
  return true;
}
void set_granule(Memory::Copy &c, unsigned bytes, std::int64_t where, std::uint64_t bits) {
  if (held(c.bytes, where, 1, bytes))
    put(&c.bytes[static_cast<std::size_t>(where) * bytes], bytes, bits);
  else
    c.outside[where] = bits & granule_mask(bytes);
}
bool written_in_part(const Memory &m, cfg::ArrayId array, std::uint32_t copy, std::int64_t lo, unsigned granules) {
  for (unsigned g = 0; g < granules; ++g)
    if (m.initialised(array, copy, lo + g, 1))
      return true;
  return false;
}
} // namespace

Memory::Memory(const std::vector<cfg::Array> &arrays, const Geometry &geometry, const Inputs &inputs, bool track)
    : arrays_(arrays), fill_(inputs), unwritten_(inputs), track_(track || !inputs.unwritten.empty()) {
  for (cfg::ArrayId id = 0; id < arrays.size(); ++id) {
    const cfg::Array &a = arrays[id];
    const auto given = inputs.arrays.find(id);
    const std::vector<std::uint64_t> *contents = given != inputs.arrays.end() ? &given->second
                                                 : !a.initial.empty()         ? &a.initial
                                                                              : nullptr;
    extent_.push_back(a.extent ? *a.extent : given != inputs.arrays.end() ? given->second.size() : unbounded);
    bytes_.push_back(a.granule_bytes);
    first_.push_back(static_cast<std::uint32_t>(store_.size()));
    copies_.push_back(a.space == cfg::Space::Private ? static_cast<std::uint32_t>(geometry.threads())
                      : a.space == cfg::Space::Group ? static_cast<std::uint32_t>(geometry.run_groups())
                                                     : 1);
    for (std::uint32_t c = 0; c < copies_.back(); ++c) {
      Copy copy;
      const std::size_t known = contents ? contents->size() : 0;
      // A huge declared array is kept like one without bounds: what is touched.
      const bool dense = extent_[id] != unbounded && extent_[id] * a.granule_bytes <= most_grown;
      const std::size_t size = dense ? static_cast<std::size_t>(extent_[id]) : known;
      copy.initial.resize(size * a.granule_bytes);
      store_.push_back(std::move(copy));
      for (std::size_t g = 0; g < size; ++g)
        put(&store_.back().initial[g * a.granule_bytes], a.granule_bytes,
            g < known ? (*contents)[g] & granule_mask(a.granule_bytes)
                      : fill_.at(id, c, static_cast<std::int64_t>(g), a.granule_bytes));
      if (track_) {
        store_.back().known.assign(std::max(size, known), 0);
        std::fill_n(store_.back().known.begin(), known, std::uint8_t(2)); // 2: from the start
      }
    }
  }
  reset();
}

void Memory::reset() {
  unwritten_.go_back_to(0);
  for (Copy &c : store_) {
    c.bytes = c.initial;
    c.outside.clear();
    for (std::uint8_t &k : c.known)
      k &= 2;
  }
}

void Memory::restore(const Saved &s) {
  store_ = s.store;
  unwritten_.go_back_to(s.unwritten_reads);
}

void Memory::append_key(std::string &out) const {
  auto number = [&](std::uint64_t v) { out.append(reinterpret_cast<const char *>(&v), sizeof v); };
  for (const Copy &c : store_) {
    number(c.bytes.size());
    out.append(c.bytes.begin(), c.bytes.end());
    const std::map<std::int64_t, std::uint64_t> sorted(c.outside.begin(), c.outside.end());
    number(sorted.size());
    for (const auto &[where, bits] : sorted) {
      number(static_cast<std::uint64_t>(where));
      number(bits);
    }
  }
}

std::optional<std::uint64_t> Memory::extent(cfg::ArrayId array) const {
  return extent_[array] == unbounded ? std::nullopt : std::optional(extent_[array]);
}

std::uint64_t InitialFill::at(cfg::ArrayId array, std::uint32_t copy, std::int64_t granule, unsigned bytes) const {
  if (fill_ == Fill::Zero || (array < zero_filled_.size() && zero_filled_[array]))
    return 0;
  return mix(mix(seed_, array * 1048576ULL + copy), static_cast<std::uint64_t>(granule)) & granule_mask(bytes);
}

std::uint64_t Memory::granule(cfg::ArrayId array, std::uint32_t copy, std::int64_t where) const {
  const Copy &c = at(array, copy);
  if (auto it = c.outside.find(where); it != c.outside.end())
    return it->second;
  const unsigned bytes = bytes_[array];
  if (held(c.bytes, where, 1, bytes))
    return take(&c.bytes[static_cast<std::size_t>(where) * bytes], bytes);
  return fill_.at(array, copy, where, bytes);
}

std::uint64_t Memory::load(cfg::ArrayId array, std::uint32_t copy, std::int64_t lo, unsigned granules) {
  const unsigned bytes = bytes_[array];
  const cfg::Space space = arrays_[array].space;
  if (unwritten_.given() && (space == cfg::Space::Group || space == cfg::Space::Private) &&
      !written_in_part(*this, array, copy, lo, granules)) {
    const std::uint64_t value = unwritten_.next();
    return granules * bytes >= 8 ? value : value & granule_mask(granules * bytes);
  }
  Copy &c = at(array, copy);
  if (held(c.bytes, lo, granules, bytes))
    return take(&c.bytes[static_cast<std::size_t>(lo) * bytes], granules * bytes);
  auto fill = [&](std::int64_t granule) { return fill_.at(array, copy, granule, bytes); };
  if (inside(array, lo, granules) && grow(c, lo, granules, bytes, fill))
    return take(&c.bytes[static_cast<std::size_t>(lo) * bytes], granules * bytes);
  std::uint64_t v = 0;
  for (unsigned g = 0; g < granules; ++g)
    v |= granule(array, copy, lo + g) << (8 * bytes * g);
  return v;
}

void Memory::store(cfg::ArrayId array, std::uint32_t copy, std::int64_t lo, unsigned granules, std::uint64_t bits) {
  const unsigned bytes = bytes_[array];
  Copy &c = at(array, copy);
  if (track_ && static_cast<std::uint64_t>(lo) < most_grown) {
    if (c.known.size() < static_cast<std::size_t>(lo) + granules)
      c.known.resize(static_cast<std::size_t>(lo) + granules, 0);
    for (unsigned g = 0; g < granules; ++g)
      c.known[static_cast<std::size_t>(lo) + g] |= 1;
  }
  if (held(c.bytes, lo, granules, bytes))
    return put(&c.bytes[static_cast<std::size_t>(lo) * bytes], granules * bytes, bits);
  auto fill = [&](std::int64_t granule) { return fill_.at(array, copy, granule, bytes); };
  if (inside(array, lo, granules) && grow(c, lo, granules, bytes, fill))
    return put(&c.bytes[static_cast<std::size_t>(lo) * bytes], granules * bytes, bits);
  for (unsigned g = 0; g < granules; ++g)
    set_granule(c, bytes, lo + g, bits >> (8 * bytes * g));
}

bool Memory::initialised(cfg::ArrayId array, std::uint32_t copy, std::int64_t lo, std::uint64_t granules) const {
  if (!track_)
    return true;
  const Copy &c = at(array, copy);
  for (std::uint64_t g = 0; g < granules; ++g) {
    const auto where = static_cast<std::uint64_t>(lo) + g;
    if (where >= c.known.size() || c.known[where] == 0)
      return false;
  }
  return true;
}

std::vector<std::uint64_t> Memory::contents(cfg::ArrayId array, std::uint32_t copy) const {
  const unsigned bytes = bytes_[array];
  const std::size_t size = at(array, copy).bytes.size() / bytes;
  std::vector<std::uint64_t> out(size);
  for (std::size_t g = 0; g < size; ++g)
    out[g] = granule(array, copy, static_cast<std::int64_t>(g));
  return out;
}

bool Memory::same_shared(const Memory &other) const {
  LOCKSTEP_INVARIANT(store_.size() == other.store_.size(), "memories of one program and launch");
  for (cfg::ArrayId id = 0; id < arrays_.size(); ++id) {
    if (arrays_[id].space == cfg::Space::Private)
      continue;
    for (std::uint32_t c = 0; c < copies_[id]; ++c) {
      const std::size_t size = std::max(at(id, c).bytes.size(), other.at(id, c).bytes.size()) / bytes_[id];
      for (std::size_t g = 0; g < size; ++g)
        if (granule(id, c, static_cast<std::int64_t>(g)) != other.granule(id, c, static_cast<std::int64_t>(g)))
          return false;
      for (const auto *m : {&at(id, c).outside, &other.at(id, c).outside})
        for (const auto &[where, bits] : *m)
          if (granule(id, c, where) != other.granule(id, c, where))
            return false;
    }
  }
  return true;
}

} // namespace lockstep::semantics
