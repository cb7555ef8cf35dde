// The values that `lockstep run --arg` gives to a kernel's parameters.
//
//   name=NUMBER                  a scalar: an integer (decimal or 0x...), a floating-point number, true or false
//   name=1,2,3                   an array: numbers of its granules' type
//   name=@FILE                   numbers between blanks and commas; a file *.bin: the array's bytes, little-endian
//   name=zero:COUNT iota:COUNT random:SEED:COUNT     COUNT elements as the source declares them
//   name=random:SEED             a scalar
//
// A parameter array that is not given has no bounds and holds zeros. Scalars that the kernel uses must be given.
#pragma once

#include "semantics/semantics.h"
#include "support/result.h"

namespace lockstep::driver {

support::Result<semantics::Inputs> run_inputs(const cfg::Kernel &k, const std::vector<std::string> &arguments,
                                              support::Diagnostics &diags);

} // namespace lockstep::driver
