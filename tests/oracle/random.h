// A small random source whose numbers depend on the seed alone, on every machine.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace lockstep::oracle {

class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { // splitmix64
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  std::int64_t between(std::int64_t a, std::int64_t b) {
    return a + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(b - a + 1)));
  }
  bool percent(unsigned p) { return below(100) < p; }
  template <typename T> T one_of(std::initializer_list<T> all) { return all.begin()[below(all.size())]; }
  template <typename T> const T &one_of(const std::vector<T> &all) { return all[below(all.size())]; }
  // An index, with these weights.
  std::size_t weighted(std::initializer_list<unsigned> weights) {
    std::uint64_t sum = 0;
    for (unsigned w : weights)
      sum += w;
    std::uint64_t at = below(sum);
    std::size_t i = 0;
    for (unsigned w : weights) {
      if (at < w)
        return i;
      at -= w;
      ++i;
    }
    return 0;
  }

private:
  std::uint64_t state_;
};

} // namespace lockstep::oracle
