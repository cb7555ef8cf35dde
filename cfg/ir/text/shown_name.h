// What a user calls a variable or an array: by its name in the source, or by that of the kernel IR where it has none.
#pragma once

#include <string>

namespace lockstep::cfg {

template <class Named> const std::string &shown_name(const Named &named) {
  return named.source_name.empty() ? named.name : named.source_name;
}

} // namespace lockstep::cfg
