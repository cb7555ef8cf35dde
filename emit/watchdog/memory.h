// The memory model of each array, and the Boogie map that holds its contents where it has one. Private to
// emit/watchdog.
#pragma once

#include "emit/watchdog/context.h"

#include <cstdint>
#include <string>

namespace lockstep::emit::watchdog {

// What a load returns.
enum class Model : std::uint8_t {
  Anything, // any value of the destination's type
  Function, // never written: an uninterpreted function of the offset
  Map       // a Boogie map that stores update
};

Model model_of(const Context &c, cfg::ArrayId a);
std::string map_name(const Context &c, cfg::ArrayId a, Thread t);
boogie::Expr map_of(const Context &c, cfg::ArrayId a, Thread t);

} // namespace lockstep::emit::watchdog
