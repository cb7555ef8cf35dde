// How messages name a place in an array: by the indices that the program's text would use.
#pragma once

#include "cfg/ir/kernel.h"

#include <cstdint>
#include <string>

namespace lockstep::cfg {

// The element of the source that a byte lies in; of one in front of the array, a negative number.
std::int64_t element_of(const Array &array, std::int64_t byte);

// "[7]", of an array with rows "[1][3]".
std::string indices_text(const Array &array, std::int64_t element);

// What of the element the bytes `first` to `last` are, if not all of it: " (byte 2)", " (bytes 4..7)".
std::string part_text(const Array &array, std::int64_t first, std::int64_t last);

} // namespace lockstep::cfg
