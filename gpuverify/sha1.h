// SHA-1 (FIPS 180-4), to name the program: nothing rests on nobody being able to forge it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::gpuverify {

class Sha1 {
public:
  void add(std::string_view bytes);
  std::string hex(); // 40 digits; once, at the end

private:
  void block(const unsigned char *bytes); // 64 of them
  std::array<std::uint32_t, 5> state_{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  std::array<unsigned char, 64> rest_{};
  std::uint64_t length_ = 0; // in bytes
};

} // namespace lockstep::gpuverify
