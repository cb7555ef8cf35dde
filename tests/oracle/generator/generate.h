// Random kernels. The same seed and form give the same program, for ever (as long as the generator is not changed).
//
// A kernel is a sequence of phases, most often with barriers between them. In a phase each shared array has a
// discipline that keeps it free of races (own cells, read only, atomic only, one writer), written in one of many ways;
// now and then an access leaves the discipline, a barrier is missing or stands in divergent code. So about half of the
// kernels are free of races, for reasons that a verifier must find, and most of the others miss that by little.
#pragma once

#include "tests/oracle/program.h"

#include <cstdint>

namespace lockstep::oracle {

enum class Form : std::uint8_t { Kir, Cl };

Program generate(std::uint64_t seed, Form form);
// One whose costs are hard to bound: jumps out of loops, rounds that are halved, single lanes.
Program generate_costs(std::uint64_t seed, Form form);

} // namespace lockstep::oracle
