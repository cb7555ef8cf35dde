// See warp_shapes.h.
#include "cost/bounds/warp_shapes.h"

#include "support/sound.h"

#include <fmt/format.h>

namespace lockstep::cost {

WarpShape one_warp(const coalescing::Warp &w) {
  WarpShape out;
  for (unsigned d = 0; d < 3; ++d) {
    out.ids[d] = constant_value(w.lanes.size(), 0);
    for (std::size_t i = 0; i < w.lanes.size(); ++i)
      out.ids[d].lanes[i] = static_cast<Number>(w.lanes[i][d]);
  }
  return out;
}

std::optional<WarpShape> alike(const std::array<std::uint64_t, 3> &size, std::size_t lanes,
                               std::vector<cost::Rounds> &numbers) {
  WarpShape out;
  std::uint64_t left = lanes; // lanes that the rows so far do not fill
  for (unsigned d = 0; d < 3; ++d) {
    LaneValue id = constant_value(lanes, 0);
    const std::uint64_t below = lanes / left; // threads of a row of the dimensions so far
    if (size[d] >= left) {
      if (support::unsound("kernel_cost.whole", size[d] % left != 0))
        return std::nullopt;
      for (std::size_t i = 0; i < lanes; ++i)
        id.lanes[i] = static_cast<Number>(i / below % left);
      if (const std::uint64_t count = size[d] / left; count > 1) {
        const std::string name = fmt::format("warp.{}", axes[d]);
        const Expr all(static_cast<long>(count));
        id.shared = symbol(name, Integer(0), Integer(static_cast<long>(count - 1))) * Expr(static_cast<long>(left));
        numbers.push_back({name, all, true, true, {}, {}});
        out.symbols.push_back(name);
      }
      left = 1;
    } else {
      if (left % size[d] != 0)
        return std::nullopt;
      for (std::size_t i = 0; i < lanes; ++i)
        id.lanes[i] = static_cast<Number>(i / below % size[d]);
      left /= size[d];
    }
    out.ids[d] = std::move(id);
  }
  return left == 1 ? std::optional(std::move(out)) : std::nullopt;
}

WarpShape any_warp(const std::array<Expr, 3> &size, std::size_t lanes, std::vector<cost::Rounds> &numbers) {
  WarpShape out;
  const Expr threads = size[0] * size[1] * size[2], all = ceil_div(threads, static_cast<long>(lanes));
  const Expr first = symbol("warp", Integer(0), {}, all) * Expr(static_cast<long>(lanes));
  LaneValue linear = constant_value(lanes, 0), present = linear;
  for (std::size_t i = 0; i < lanes; ++i) {
    linear.lanes[i] = static_cast<Number>(i);
    present.lanes[i] = -linear.lanes[i];
  }
  linear.shared = first;
  present.shared = threads - first;
  for (unsigned d = 0; d < 3; ++d) {
    out.ids[d] = constant_value(lanes, 0);
    if (size[d] == Expr(1))
      continue;
    if (size[(d + 1) % 3] == Expr(1) && size[(d + 2) % 3] == Expr(1))
      out.ids[d] = linear;
    else
      out.ids[d].known = false;
  }
  out.present = std::move(present);
  out.symbols.push_back("warp");
  numbers.push_back({"warp", all, true, true, {}, {}});
  return out;
}

} // namespace lockstep::cost
