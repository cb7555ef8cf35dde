// Accesses become the requests that a device makes of them. It moves at most 16 bytes of a thread at once, and no more
// than the address is known to be a multiple of:
//
//     x, y, z := A[o] align 4;      ==>      x := A[o];  y := A[o + 1];  z := A[o + 2];
//
// So whoever counts requests counts the statements of the kernel that comes of it, and needs no rule for wide ones. The
// pieces are powers of two (NVIDIA has no access of twelve bytes); of memory where an alignment of `enough` bytes is as
// good as any, words of four bytes. A value that is wider than its pieces is put together from them, or taken apart.
//
// Sound because the pieces cover the bytes of the access, each once, and an offset that a load overwrites is kept
// first. What others see of memory between two pieces is not what they saw before: the kernel is one to count, and no
// verdict is about it.
#pragma once

#include "cfg/ir/kernel.h"
#include "support/result.h"

namespace lockstep::cfg {

inline constexpr std::uint64_t widest_request = 16; // bytes of a thread

// `enough`: bytes of alignment with which an access of global or constant memory is as good as with any.
support::Result<Kernel> split_accesses(const Kernel &k, std::uint64_t enough, support::Diagnostics &diags);

// Is each access one that a device may make at once?
bool is_split(const Kernel &k);

// Does `next` begin where `before` ends, in the same array? Pieces of one access do.
bool goes_on(const Stmt &before, const Stmt &next);

} // namespace lockstep::cfg
