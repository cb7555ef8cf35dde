// See element_text.h.
#include "cfg/ir/text/element_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cfg {

namespace {

std::int64_t size_of(const Array &array) { return std::max<std::int64_t>(1, array.source_element_bytes); }

std::int64_t rounded_down(std::int64_t number, std::int64_t by) {
  return number >= 0 ? number / by : -((-number + by - 1) / by);
}

bool has_empty_rows(const Array &array) { return std::ranges::find(array.rows, 0U) != array.rows.end(); }

} // namespace

std::int64_t element_of(const Array &array, std::int64_t byte) { return rounded_down(byte, size_of(array)); }

std::string indices_text(const Array &array, std::int64_t element) {
  std::string out;
  if (!has_empty_rows(array))
    for (auto row = array.rows.rbegin(); row != array.rows.rend(); ++row) {
      const auto extent = static_cast<std::int64_t>(*row);
      const std::int64_t rest = rounded_down(element, extent);
      out = fmt::format("[{}]{}", element - rest * extent, out);
      element = rest;
    }
  return fmt::format("[{}]{}", element, out);
}

std::string part_text(const Array &array, std::int64_t first, std::int64_t last) {
  const std::int64_t start = element_of(array, first) * size_of(array);
  const std::int64_t from = first - start, to = last - start;
  std::string out;
  if (from == 0 && to + 1 >= size_of(array))
    out = "";
  else if (from == to)
    out = fmt::format(" (byte {})", from);
  else
    out = fmt::format(" (bytes {}..{})", from, to);
  return has_empty_rows(array) ? out + " (0-sized array)" : out;
}

} // namespace lockstep::cfg
