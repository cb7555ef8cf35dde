// Typing of operations: see expr_types.h.
#include "cfg/ir/expr_types.h"

#include "cfg/ir/op_groups.h"
#include "support/invariant.h"

namespace lockstep::cfg {

namespace {
using Check = bool (Type::*)() const;

std::string name(Op op) { return "'" + std::string(op_info(op).text) + "'"; }

std::string wants(const ExprNode &n, std::string_view what) {
  std::string got;
  for (const Expr &a : n.args)
    got += (got.empty() ? "" : ", ") + a->type.str();
  return name(n.op) + " takes " + std::string(what) + ", not " + (got.empty() ? "nothing" : got);
}

// All arguments satisfy `is` and have one type, and the result has the type they give it.
std::string same(const ExprNode &n, Check is, std::string_view what) {
  for (const Expr &a : n.args)
    if ((is && !(a->type.*is)()) || a->type != n.args[0]->type)
      return wants(n, what);
  Type expected = *result_type(n.op, n.args);
  return n.type == expected ? "" : name(n.op) + " gives " + expected.str() + ", not " + n.type.str();
}

std::string int_cast(const ExprNode &n) {
  Type from = n.args[0]->type;
  if (!from.is_int() || !n.type.is_int())
    return name(n.op) + " goes from iN to iM, not from " + from.str() + " to " + n.type.str();
  bool ok = n.op == Op::Trunc ? n.type.width < from.width : n.type.width > from.width;
  return ok ? "" : name(n.op) + " cannot go from " + from.str() + " to " + n.type.str();
}

std::string float_cast(const ExprNode &n) {
  Type from = n.args[0]->type;
  bool from_float = n.op == Op::FToS || n.op == Op::FToU || n.op == Op::FToF;
  bool to_float = n.op == Op::SToF || n.op == Op::UToF || n.op == Op::FToF;
  if ((from_float ? from.is_float() : from.is_int()) && (to_float ? n.type.is_float() : n.type.is_int()))
    return "";
  return name(n.op) + " cannot go from " + from.str() + " to " + n.type.str();
}

std::string bit_cast(const ExprNode &n) {
  Type from = n.args[0]->type;
  if (!from.is_bool() && !n.type.is_bool() && from.width == n.type.width)
    return "";
  return name(n.op) + " keeps the bits of a number: it cannot go from " + from.str() + " to " + n.type.str();
}

std::string constant_error(const ExprNode &n) {
  return n.value == mask_to_width(n.value, n.type.width) ? "" : "a constant's bits fit its type " + n.type.str();
}

std::string special(const ExprNode &n) {
  switch (n.op) {
  case Op::Const: return constant_error(n);
  case OPS_LAUNCH:
    if (!n.type.is_int())
      return name(n.op) + " is an integer, not of type " + n.type.str();
    return n.value < 3 ? "" : name(n.op) + " has the dimensions 0, 1 and 2, not " + std::to_string(n.value);
  case Op::Call: return n.name.empty() ? "a call names its function" : "";
  case Op::Read:
    if (n.type.is_bool() || n.type.width % 8 != 0)
      return "a cell holds whole bytes, not " + n.type.str();
    return n.args[0]->type.is_int() ? "" : "the offset of a read is an integer, not " + n.args[0]->type.str();
  case Op::Var: return "";
  case OPS_COMPUTED: break;
  }
  LOCKSTEP_UNREACHABLE("the typing of other operations is in ops.def");
}

std::string typing_error(const ExprNode &n) {
  switch (op_info(n.op).typing) {
  case Typing::Special: return special(n);
  case Typing::IntBin: return same(n, &Type::is_int, "two integers of one type");
  case Typing::IntUn: return same(n, &Type::is_int, "an integer");
  case Typing::IntCmp: return same(n, &Type::is_int, "two integers of one type");
  case Typing::BoolBin: return same(n, &Type::is_bool, "two bools");
  case Typing::BoolUn: return same(n, &Type::is_bool, "a bool");
  case Typing::AnyEq: return same(n, nullptr, "two values of one type");
  case Typing::FltBin: return same(n, &Type::is_float, "two floats of one type");
  case Typing::FltUn: return same(n, &Type::is_float, "a float");
  case Typing::FltCmp: return same(n, &Type::is_float, "two floats of one type");
  case Typing::IntCast: return int_cast(n);
  case Typing::FltCast: return float_cast(n);
  case Typing::BitCast: return bit_cast(n);
  case Typing::Select:
    if (!n.args[0]->type.is_bool() || n.args[1]->type != n.args[2]->type)
      return wants(n, "a bool and two values of one type");
    return n.type == n.args[1]->type ? "" : name(n.op) + " gives " + n.args[1]->type.str() + ", not " + n.type.str();
  }
  LOCKSTEP_UNREACHABLE("every typing has its rule");
}
} // namespace

bool is_valid(Type t) {
  switch (t.kind) {
  case TypeKind::Bool: return t.width == 1;
  case TypeKind::Int: return t.width >= 1 && t.width <= 64;
  case TypeKind::Float: return t.width == 16 || t.width == 32 || t.width == 64;
  }
  return false;
}

std::optional<std::size_t> arity(Op op) {
  switch (op_info(op).typing) {
  case Typing::Special:
    if (op == Op::Call)
      return std::nullopt;
    return op == Op::Read ? 1 : 0;
  case Typing::IntUn:
  case Typing::BoolUn:
  case Typing::FltUn:
  case Typing::IntCast:
  case Typing::FltCast:
  case Typing::BitCast: return 1;
  case Typing::IntBin:
  case Typing::IntCmp:
  case Typing::BoolBin:
  case Typing::AnyEq:
  case Typing::FltBin:
  case Typing::FltCmp: return 2;
  case Typing::Select: return 3;
  }
  LOCKSTEP_UNREACHABLE("every typing has an arity");
}

bool takes_wrap_flags(Op op) {
  switch (op) {
  case OPS_MAY_WRAP: return true;
  case OPS_LEAF:
  case OPS_NO_FLAGS:
  case OPS_CAST:
  case OPS_TRUTH:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: return false;
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

std::optional<Type> result_type(Op op, const std::vector<Expr> &args) {
  switch (op_info(op).typing) {
  case Typing::IntCmp:
  case Typing::FltCmp:
  case Typing::AnyEq:
  case Typing::BoolBin:
  case Typing::BoolUn: return bool_type;
  case Typing::IntBin:
  case Typing::IntUn:
  case Typing::FltBin:
  case Typing::FltUn: return args.empty() ? std::optional<Type>() : args[0]->type;
  case Typing::Select: return args.size() < 2 ? std::optional<Type>() : args[1]->type;
  case Typing::Special:
  case Typing::IntCast:
  case Typing::FltCast:
  case Typing::BitCast: return std::nullopt;
  }
  LOCKSTEP_UNREACHABLE("every typing has its result");
}

std::string type_error(const ExprNode &n) {
  if (!is_valid(n.type))
    return "there is no type " + n.type.str();
  if (auto count = arity(n.op); count && *count != n.args.size())
    return name(n.op) + " takes " + std::to_string(*count) + (*count == 1 ? " argument, not " : " arguments, not ") +
           std::to_string(n.args.size());
  if ((n.nsw || n.nuw) && !takes_wrap_flags(n.op))
    return name(n.op) + " takes no flags nsw and nuw";
  return typing_error(n);
}

} // namespace lockstep::cfg
