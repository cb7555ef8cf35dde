// See shapes.h.
#include "driver/perf/shapes.h"

#include "driver/report/excerpt.h"

#include <fmt/format.h>

namespace lockstep::driver {

namespace {

constexpr std::size_t most_shape_rows = 12;

std::string written(const std::array<std::uint64_t, 3> &b, unsigned dimensions) {
  std::string out;
  for (unsigned d = 0; d < dimensions; ++d)
    out += (d == 0 ? "" : "x") + std::to_string(b[d]);
  return out;
}

std::string number(double n) {
  return n == static_cast<double>(static_cast<std::uint64_t>(n)) ? fmt::format("{:.0f}", n) : fmt::format("{:.1f}", n);
}

} // namespace

std::string shapes_text(const jobs::CountedKernel &k, unsigned lanes, bool all) {
  const jobs::Shapes &s = *k.shapes;
  const std::string name = fmt::format("{}: {}", k.file, k.kernel);
  if (!s.depends.empty()) {
    std::string out = name + ": depends on the block size\n";
    for (const coalescing::BlockDependence &d : s.depends)
      out += fmt::format("{}: note: {}\n", d.origin.str(), d.str()) + excerpt(*k.texts, d.origin.place());
    return out;
  }
  std::string out =
      fmt::format("{}: independent of the block size, if it has no race; at most, for {} threads:\n", name, lanes);
  out += fmt::format("  {:>12} {:>9} {:>7}\n", "block", "sectors", "lines");
  std::size_t rows = 0, left = 0;
  for (const jobs::ShapeCost &c : s.costs) {
    if (!all && ++rows > most_shape_rows && !c.given) {
      ++left;
      continue;
    }
    out += fmt::format("  {:>12} {:>9} {:>7}{}\n", written(c.block, s.dimensions), number(c.sectors_a_warp),
                       number(c.lines_a_warp), c.given ? "  as given" : "");
  }
  if (left != 0)
    out += fmt::format("  {:>12} (--all lists {} more)\n", "...", left);
  return out;
}

} // namespace lockstep::driver
