// A parameter that is one of some types, by their names: where a visitor does nothing for these, it does not compile
// for a kind that comes new until it says what it does for that.
//
//   void operator()(const OneOf<Skip, Refresh> auto &) {}
#pragma once

#include <concepts>

namespace lockstep::support {

template <typename T, typename... Kinds>
concept OneOf = (std::same_as<T, Kinds> || ...);

} // namespace lockstep::support
