// Groups of operations as case labels: `case OPS_DIVISION:` stands for one label per operation of the group.
//
// No switch over Op has a `default`: a new row of ops.def does not compile (-Wswitch) until each switch has answered
// for it, by a label of its own or by the group that it joins here. A group holds operations that most switches treat
// alike; where one does not, it names the operations.
#pragma once

#include "cfg/ir/expr.h"

// clang-format off
#define OPS_GRID Op::GroupId: case Op::NumGroups: case Op::GlobalOffset
#define OPS_LAUNCH Op::LocalId: case Op::LocalSize: case OPS_GRID
#define OPS_LEAF Op::Const: case Op::Var: case OPS_LAUNCH

// iN iN -> iN
#define OPS_MAY_WRAP Op::Add: case Op::Sub: case Op::Mul: case Op::Shl // they take nsw and nuw
#define OPS_REMAINDER Op::URem: case Op::SRem
#define OPS_DIVISION Op::UDiv: case Op::SDiv: case OPS_REMAINDER
#define OPS_RIGHT_SHIFT Op::LShr: case Op::AShr
#define OPS_BITWISE Op::BitAnd: case Op::BitOr: case Op::BitXor
#define OPS_MIN_MAX Op::SMin: case Op::SMax: case Op::UMin: case Op::UMax
#define OPS_NO_FLAGS OPS_DIVISION: case OPS_RIGHT_SHIFT: case OPS_BITWISE: case OPS_MIN_MAX // they do not
#define OPS_NUMBER OPS_MAY_WRAP: case OPS_NO_FLAGS
// iN -> iM
#define OPS_CAST Op::Zext: case Op::Sext: case Op::Trunc

// Tests and what connects them; of floats only Eq and Ne
#define OPS_ORDER Op::Ult: case Op::Ule: case Op::Slt: case Op::Sle
#define OPS_EQUALITY Op::Eq: case Op::Ne
#define OPS_LOGIC Op::Not: case Op::And: case Op::Or: case Op::Implies
#define OPS_TRUTH OPS_ORDER: case OPS_EQUALITY: case OPS_LOGIC

// Floats take part: as the result; as arguments of a test; as the argument of a conversion to an integer
#define OPS_FLOAT_RESULT Op::FAdd: case Op::FSub: case Op::FMul: case Op::FDiv: case Op::FRem: case Op::FMin: \
  case Op::FMax: case Op::FNeg: case Op::FAbs: case Op::FSqrt: case Op::SToF: case Op::UToF: case Op::FToF
#define OPS_FLOAT_TEST Op::FOeq: case Op::FOlt: case Op::FOle: case Op::FUno
#define OPS_FLOAT_TO_INT Op::FToS: case Op::FToU
#define OPS_FLOAT OPS_FLOAT_RESULT: case OPS_FLOAT_TEST: case OPS_FLOAT_TO_INT: case Op::BitCast

#define OPS_COMPUTED OPS_NUMBER: case OPS_CAST: case OPS_TRUTH: case Op::Ite: case OPS_FLOAT // from the arguments
#define OPS_OPAQUE Op::Call: case Op::Read // what they give is not computed from the arguments alone

// Of atomics, and of what threads of a warp exchange
#define ATOMICS_MIN_MAX AtomicOp::Min: case AtomicOp::Max: case AtomicOp::UMin: case AtomicOp::UMax
#define ATOMICS_BITWISE AtomicOp::And: case AtomicOp::Or: case AtomicOp::Xor
#define EXCHANGES_SHUFFLE ExchangeOp::Shuffle: case ExchangeOp::ShuffleIdx: case ExchangeOp::ShuffleUp: \
  case ExchangeOp::ShuffleDown: case ExchangeOp::ShuffleXor
#define EXCHANGES_FLOAT ExchangeOp::FAdd: case ExchangeOp::FMin: case ExchangeOp::FMax
// clang-format on
