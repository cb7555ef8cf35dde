// Escaping what a terminal would obey: see printable.h.
#include "support/printable.h"

#include <cstdint>
#include <cstdio>

namespace lockstep::support {

namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0; // 0: the text does not begin with UTF-8
};

// The shortest form only, as the standard demands.
Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80)
    return {lead, 1};
  const std::size_t bytes = lead >= 0xf0 && lead < 0xf5   ? 4
                            : lead >= 0xe0 && lead < 0xf0 ? 3
                            : lead >= 0xc2 && lead < 0xe0 ? 2
                                                          : 0;
  if (bytes == 0 || text.size() < bytes)
    return {};
  std::uint32_t code = lead & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80)
      return {};
    code = code << 6 | (byte(i) & 0x3fU);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[bytes] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
    return {};
  return {code, bytes};
}

// Turns the direction of writing, or begins a line where it counts as one.
bool deceives(std::uint32_t code) {
  return code == 0x200e || code == 0x200f || code == 0x061c || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::string escaped(std::string_view text, std::string_view line_end) {
  std::string out;
  char number[16];
  while (!text.empty()) {
    const Character c = first_of(text);
    const bool control = c.code < 0x20 || (c.code >= 0x7f && c.code < 0xa0);
    if (c.bytes != 0 && ((!control && !deceives(c.code)) || c.code == '\t')) {
      out += text.substr(0, c.bytes);
    } else if (c.bytes != 0 && c.code == '\n') {
      out += line_end;
    } else {
      std::snprintf(number, sizeof number, c.code < 0x100 ? "\\x%02x" : "\\u%04x",
                    c.bytes == 0 ? static_cast<unsigned>(static_cast<unsigned char>(text[0])) : c.code);
      out += number;
    }
    text.remove_prefix(c.bytes == 0 ? 1 : c.bytes);
  }
  return out;
}

} // namespace

std::string printable(std::string_view text) { return escaped(text, "\\n"); }
std::string printable_lines(std::string_view text) { return escaped(text, "\n  "); }
std::string printable_text(std::string_view text) { return escaped(text, "\n"); }

} // namespace lockstep::support
