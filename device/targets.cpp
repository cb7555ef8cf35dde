// The table of targets (targets.h).
#include "device/targets.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <type_traits>

namespace lockstep::cfg {

namespace {
constexpr std::array targets{
    // CUDA's programming guide and Nsight Compute's: lines of four sectors; 8-byte accesses to shared memory go by half
    // warps, 16-byte ones by quarters.
    Target{"nvidia", 32, 32, 128, 32, 4, 32, 16, 8, 16},
    // AMD's CDNA 2 instruction set and its profiler's guide: the vector L1's line; no sectors, so a line is one.
    Target{"mi200", 64, 64, 64, 32, 4, 32, 16, 8, 1},
    // CDNA 3: the same, with lines of 128 bytes.
    Target{"mi300", 64, 128, 128, 32, 4, 32, 16, 8, 1},
    // AMD's RDNA white paper: wave32, lines of 128 bytes. Banks as for CDNA; 64 of them, which two halves share, are
    // not modelled.
    Target{"rdna", 32, 128, 128, 32, 4, 32, 16, 8, 1}};

struct Field {
  std::string_view name;
  bool (*set)(Target &, std::uint64_t);
};
template <auto Member, std::uint64_t most> bool set(Target &t, std::uint64_t value) {
  t.*Member = static_cast<std::remove_reference_t<decltype(t.*Member)>>(value);
  return value <= most;
}
constexpr std::array fields{
    Field{"lanes", set<&Target::lanes, 64>},           Field{"sector", set<&Target::sector_bytes, 1024>},
    Field{"line", set<&Target::line_bytes, 1024>},     Field{"banks", set<&Target::banks, 1024>},
    Field{"bank_bytes", set<&Target::bank_bytes, 64>}, Field{"phase_4", set<&Target::phase_4, 64>},
    Field{"phase_8", set<&Target::phase_8, 64>},       Field{"phase_16", set<&Target::phase_16, 64>}};

bool set_field(Target &t, std::string_view text) {
  const std::size_t sign = text.find('=');
  const auto field =
      std::find_if(fields.begin(), fields.end(), [&](const Field &f) { return f.name == text.substr(0, sign); });
  if (sign == std::string_view::npos || field == fields.end())
    return false;
  std::uint64_t value = 0;
  const char *begin = text.data() + sign + 1, *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  return error == std::errc() && stop == end && std::has_single_bit(value) && field->set(t, value);
}

} // namespace

std::optional<Target> target(std::string_view text) {
  const std::size_t comma = text.find(',');
  const auto known =
      std::find_if(targets.begin(), targets.end(), [&](const Target &t) { return t.name == text.substr(0, comma); });
  if (known == targets.end())
    return std::nullopt;
  Target out = *known;
  for (std::size_t at = comma; at != std::string_view::npos;) {
    const std::size_t next = text.find(',', at + 1);
    if (!set_field(out, text.substr(at + 1, next - at - 1)))
      return std::nullopt;
    at = next;
  }
  if (comma != std::string_view::npos)
    out.name = text;
  return out.sector_bytes <= out.line_bytes ? std::optional(out) : std::nullopt;
}

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const Target &t : targets)
    names.emplace_back(t.name);
  return names;
}

std::vector<std::string> target_fields() {
  std::vector<std::string> names;
  for (const Field &f : fields)
    names.emplace_back(f.name);
  return names;
}

} // namespace lockstep::cfg
