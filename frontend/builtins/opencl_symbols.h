// The symbols of OpenCL's builtins as Clang declares them. Internal to frontend/.
#pragma once

#include <set>
#include <string>

namespace lockstep::frontend {

// All overloads of the builtins of these names, mangled for the target `triple`, in every version of OpenCL C.
std::set<std::string> opencl_symbols(const std::set<std::string> &names, const std::string &triple);

} // namespace lockstep::frontend
