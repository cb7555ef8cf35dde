// A random program as OpenCL source.
#pragma once

#include "tests/oracle/program.h"

#include <string>

namespace lockstep::oracle {

std::string to_cl(const Program &p);

} // namespace lockstep::oracle
