// See sha1.h.
#include "gpuverify/sha1.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::gpuverify {

void Sha1::block(const unsigned char *bytes) {
  std::array<std::uint32_t, 80> w{};
  for (std::size_t i = 0; i < 16; ++i)
    w[i] = static_cast<std::uint32_t>(bytes[4 * i]) << 24 | static_cast<std::uint32_t>(bytes[4 * i + 1]) << 16 |
           static_cast<std::uint32_t>(bytes[4 * i + 2]) << 8 | bytes[4 * i + 3];
  for (std::size_t i = 16; i < 80; ++i)
    w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
  auto [a, b, c, d, e] = state_;
  for (std::size_t i = 0; i < 80; ++i) {
    const std::uint32_t f = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                            : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                            : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                     : (b ^ c ^ d) + 0xca62c1d6;
    const std::uint32_t next = std::rotl(a, 5) + f + e + w[i];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  const std::array<std::uint32_t, 5> more{a, b, c, d, e};
  for (std::size_t i = 0; i < 5; ++i)
    state_[i] += more[i];
}

void Sha1::add(std::string_view bytes) {
  for (std::size_t filled = length_ % 64; !bytes.empty(); filled = length_ % 64) {
    const std::size_t n = std::min(bytes.size(), 64 - filled);
    std::copy_n(bytes.begin(), n, rest_.begin() + static_cast<std::ptrdiff_t>(filled));
    bytes.remove_prefix(n);
    length_ += n;
    if (filled + n == 64)
      block(rest_.data());
  }
}

std::string Sha1::hex() {
  const std::uint64_t bits = length_ * 8;
  add("\x80");
  while (length_ % 64 != 56)
    add(std::string_view("\0", 1));
  std::string length;
  for (int shift = 56; shift >= 0; shift -= 8)
    length += static_cast<char>(bits >> shift & 0xff);
  add(length);
  return fmt::format("{:08x}", fmt::join(state_, ""));
}

} // namespace lockstep::gpuverify
