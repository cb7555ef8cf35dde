// How the types of an operation's arguments and result relate: the only reader of the typing column of ops.def.
#pragma once

#include "cfg/ir/expr.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::cfg {

// bool; i1 .. i64; f16, f32, f64.
bool is_valid(Type t);

// The number of arguments in `args`; empty for Call, which takes any number.
std::optional<std::size_t> arity(Op op);

// May the operation carry nsw and nuw?
bool takes_wrap_flags(Op op);

// The type that the arguments' types give the result; empty where they do not determine it (leaves, casts, calls,
// reads). The arguments need not be well typed.
std::optional<Type> result_type(Op op, const std::vector<Expr> &args);

// What is wrong with this node, its arguments taken as well typed; empty if nothing is. Whether a variable or array
// exists and has this type is for check.h: it needs the kernel.
std::string type_error(const ExprNode &node);

} // namespace lockstep::cfg
