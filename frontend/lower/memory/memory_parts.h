// What loads and stores are made of (memory.cpp, loads.cpp).
#pragma once

#include "frontend/lower/memory/memory.h"

#include <vector>

namespace lockstep::frontend {

cfg::Expr is_object(const cfg::Expr &which, ObjectId id);
// What the shadow of a pointer's granule number `g` holds: no object's number.
cfg::Expr later_part(const cfg::Expr &which, unsigned g);
std::vector<ObjectId> candidates(const Pointer &p);
// The end of the run that starts at `from`: parts of one size, side by side.
std::size_t run_end(const std::vector<Scalar> &parts, std::size_t from);
// Of what lies so many bytes behind a place that is a multiple of `align`, in bytes; 0: not said.
unsigned align_behind(std::uint64_t align, std::uint64_t bytes);

} // namespace lockstep::frontend
