// Well-formedness of a kernel: what every stage may rely on.
//
//  - There is an entry block; names are unique: one name space for variables and arrays, one for blocks.
//  - Ids are in range; targets exist; a goto has a target; the cases of a switch differ and fit its value.
//  - Expressions are well typed (expr_types.h), each variable with its declared type; conditions are bool.
//  - Arrays: granules of 1, 2, 4 or 8 bytes, the element as wide as a granule; initial contents fit.
//  - Accesses: all offsets into one array are integers of one width; a value is as wide as its granules; destinations
//    differ; nothing is stored to constant memory; atomics have their operation's operands.
//  - Scalar parameters are never assigned. Cells are read (`read a[e]`) in annotations only. An invariant stands at
//    the top of its block, before everything but other annotations, assumptions and skips.
//
// Blocks may be unreachable, variables may be read before they are set (the value is arbitrary).
#pragma once

#include "cfg/ir/kernel.h"
#include "support/diagnostic.h"

namespace lockstep::cfg {

// Reports every violation as an error at its origin; true if there is none.
bool check(const Kernel &k, support::Diagnostics &diags);

} // namespace lockstep::cfg
