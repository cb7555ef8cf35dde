// The handlers that the rows of intrinsics.def name: each lowers a call of a function that has a meaning.
#pragma once

#include "frontend/builtins/intrinsics.h"
#include "frontend/lower/context.h"

#include <functional>

namespace lockstep::frontend {

namespace handlers {
#define HANDLER(name) void name(Context &cx, const Call &c);
#include "frontend/builtins/intrinsics.def"
} // namespace handlers

// What handlers of several topics need.
void refuse_call(Builder &out, const Call &c);
std::optional<std::uint64_t> constant_argument(const llvm::CallBase &i, unsigned n);
// f on the scalars of the arguments, vector element by vector element; scalar arguments serve for all elements.
void elementwise(Context &cx, const llvm::CallBase &i, const std::function<cfg::Expr(std::vector<cfg::Expr> &)> &f);
cfg::Expr geometry_of(Builder &out, Quantity quantity, unsigned dimension, cfg::Type type); // geometry.cpp

} // namespace lockstep::frontend
