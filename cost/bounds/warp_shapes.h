// The ids of the lanes that a walk goes with: of one warp, or of one that stands for many.
#pragma once

#include "cost/bounds/event_sums.h"
#include "cost/requests/lane_form.h"
#include "cost/walk/walk.h"

#include <array>
#include <optional>
#include <vector>

namespace lockstep::cost {

inline constexpr std::array<char, 3> axes{'x', 'y', 'z'};

WarpShape one_warp(const coalescing::Warp &w);
// A shape whose warps differ by multiples of a symbol only; none: they are not alike. `numbers`: what the
// symbols count.
std::optional<WarpShape> alike(const std::array<std::uint64_t, 3> &size, std::size_t lanes,
                               std::vector<cost::Rounds> &numbers);
// Any warp of a group of which some size is free.
WarpShape any_warp(const std::array<Expr, 3> &size, std::size_t lanes, std::vector<cost::Rounds> &numbers);

} // namespace lockstep::cost
