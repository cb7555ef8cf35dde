// Expressions of the kernel IR (docs/design.md 4): immutable, typed trees, shared by pointer.
//
// Types are bool, iN (1 <= N <= 64) and f16/f32/f64. There are no pointer-typed expressions: the front end
// turns a pointer into (array, offset), offsets counted in granules of the array (kernel.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::cfg {

enum class TypeKind : std::uint8_t { Bool, Int, Float };

struct Type {
  TypeKind kind = TypeKind::Bool;
  unsigned width = 1; // in bits; 1 for bool

  bool is_bool() const { return kind == TypeKind::Bool; }
  bool is_int() const { return kind == TypeKind::Int; }
  bool is_float() const { return kind == TypeKind::Float; }
  bool operator==(const Type &) const = default;
  std::string str() const; // "bool", "i32", "f64"
};
inline constexpr Type bool_type{TypeKind::Bool, 1};
constexpr Type int_type(unsigned width) { return {TypeKind::Int, width}; }
constexpr Type float_type(unsigned width) { return {TypeKind::Float, width}; }

// Machine values are bits, zero-extended in 64 bits; widths are 1 .. 64.
constexpr std::uint64_t mask_to_width(std::uint64_t bits, unsigned width) {
  return width >= 64 ? bits : bits & ((std::uint64_t(1) << width) - 1);
}
constexpr std::int64_t to_signed(std::uint64_t bits, unsigned width) { // bits above the width are ignored
  return width >= 64 ? static_cast<std::int64_t>(bits)
                     : static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
}

enum class Op : std::uint8_t {
#define OP(Name, text, typing) Name,
#include "cfg/ir/ops.def"
};

enum class Typing : std::uint8_t {
  Special,
  IntBin,
  IntUn,
  IntCmp,
  BoolBin,
  BoolUn,
  AnyEq,
  Select,
  IntCast,
  FltBin,
  FltUn,
  FltCmp,
  FltCast,
  BitCast
};

struct OpInfo {
  Op op;
  std::string_view text;
  Typing typing;
};
const OpInfo &op_info(Op op);
const OpInfo *find_op(std::string_view text); // nullptr if there is none

using VarId = std::uint32_t;   // index into Kernel::vars
using ArrayId = std::uint32_t; // index into Kernel::arrays

struct ExprNode;
using Expr = std::shared_ptr<const ExprNode>;

struct ExprNode {
  Op op = Op::Const;
  Type type;
  std::vector<Expr> args;
  std::uint64_t value = 0; // Const: the bits; LocalId..GlobalOffset: the dimension
  VarId var = 0;           // Var
  ArrayId array = 0;       // Read
  std::string name;        // Call
  bool nsw = false;        // Add Sub Mul Shl: no signed wrap-around in a defined execution
  bool nuw = false;        // Add Sub Mul Shl: no unsigned wrap-around in a defined execution
};

// Builders. They check types (an invariant: callers build well-typed trees) and fold constants where the
// result is a constant or one of the arguments; they never change the meaning or drop a flag silently.
Expr constant(Type type, std::uint64_t bits);
Expr boolean(bool value);
Expr variable(VarId var, Type type);
Expr leaf(Op op, unsigned dimension, Type type); // LocalId .. GlobalOffset
Expr unary(Op op, Expr a);
Expr binary(Op op, Expr a, Expr b, bool nsw = false, bool nuw = false);
Expr cast(Op op, Expr a, Type to); // Zext Sext Trunc FToS .. BitCast; the identity if nothing changes
Expr ite(Expr c, Expr t, Expr f);
Expr call(std::string name, Type result, std::vector<Expr> args);
Expr read(ArrayId array, Type type, Expr offset);
Expr negate(Expr a); // logical not, pushed through Not and comparisons' Eq/Ne

bool is_const(const Expr &e);
bool is_const(const Expr &e, std::uint64_t bits);
std::int64_t signed_value(const ExprNode &constant);
bool equal(const Expr &a, const Expr &b); // structural
std::size_t hash(const Expr &e);          // structural, agrees with equal

// Calls `visit(node)` for every node, parents first.
template <typename Visit> void for_each_node(const Expr &e, Visit &&visit) {
  if (!e)
    return;
  visit(*e);
  for (const Expr &a : e->args)
    for_each_node(a, visit);
}

} // namespace lockstep::cfg
