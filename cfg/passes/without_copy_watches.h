// A kernel without what proofs put into it to watch asynchronous copies (frontend/lower/builtins/group_copies.cpp):
// what it costs has nothing to do with which part of a copy a proof looks at. Parameters of kind
// CopyPart say that, those of kind CopyMeeting are what threads have to agree on where they meet. CopyChoice is the
// execution's, and stays unknown.
//
// Sound because a watch that is 0 looks at no copy, each test of one is decided then, and blocks that no other way
// leads to are what such a test guards. Where threads meet at a copy, they have to agree, so they all go one of two
// ways that are alike.
#pragma once

#include "cfg/ir/kernel.h"

#include <optional>

namespace lockstep::cost {

std::optional<cfg::Kernel> unwatched(const cfg::Kernel &k); // empty: it has no such parameters

} // namespace lockstep::cost
