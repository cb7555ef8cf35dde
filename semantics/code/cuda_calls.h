// Functions that CUDA and HIP have and OpenCL has not: of a rounding that is named (`__fadd_ru`), fast ones (`__expf`),
// and special functions of the mathematics library. Those that are approximations there are what an exact library
// rounds to, give or take one.
#pragma once

#include "semantics/code/calls.h"

#include <string_view>

namespace lockstep::semantics {

// `name`: without the suffix of types. What OpenCL calls the same function, or the name itself.
std::string_view opencl_name(std::string_view name);
// Of others. Null: none of these, or with another number of arguments.
CallFunction cuda_function(std::string_view name, std::size_t arguments);

} // namespace lockstep::semantics
