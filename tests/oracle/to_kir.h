// A random program as kernel IR.
#pragma once

#include "cfg/ir/kernel.h"
#include "tests/oracle/program.h"

namespace lockstep::oracle {

cfg::Kernel to_kir(const Program &p);

} // namespace lockstep::oracle
