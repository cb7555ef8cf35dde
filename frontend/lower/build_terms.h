// Short words for the kernel expressions that lowering builds, and the flags of OpenCL's fences.
#pragma once

#include "cfg/ir/expr.h"

#include <cstdint>

namespace lockstep::frontend {

inline cfg::Expr both(const cfg::Expr &a, const cfg::Expr &b) { return cfg::binary(cfg::Op::And, a, b); }
inline cfg::Expr equal_to(const cfg::Expr &a, const cfg::Expr &b) { return cfg::binary(cfg::Op::Eq, a, b); }
inline cfg::Expr plus(const cfg::Expr &a, const cfg::Expr &b) { return cfg::binary(cfg::Op::Add, a, b); }
inline cfg::Expr moved(const cfg::Expr &a, const cfg::Expr &b) { return cfg::binary(cfg::Op::Add, a, b, true); }
inline cfg::Expr count(std::uint64_t n) { return cfg::constant(cfg::int_type(64), n); } // of copies
inline cfg::Expr number(const cfg::Expr &like, std::uint64_t v) { return cfg::constant(like->type, v); }
inline cfg::Expr is_negative(const cfg::Expr &e) { return cfg::binary(cfg::Op::Slt, e, number(e, 0)); }

// CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE.
inline constexpr std::uint64_t local_fence = 1, global_fence = 2;

} // namespace lockstep::frontend
