// Makes a program smaller while it stays interesting: greedy, one edit at a time (delete or unwrap a statement, put a
// constant or a part in an expression's place, launch fewer threads), until no edit helps or time is over.
#pragma once

#include "tests/oracle/program.h"

#include <functional>

namespace lockstep::oracle {

Program shrink(Program p, const std::function<bool(const Program &)> &interesting, double seconds);

// The n-th edit of a program, if it has so many.
bool edit(Program &p, std::size_t n);

} // namespace lockstep::oracle
