// Builders of kernel expressions: see expr.h. Folding lives in fold.cpp.
#include "cfg/ir/expr.h"

#include "cfg/ir/fold.h"
#include "support/budget.h"
#include "support/invariant.h"

#include <functional>

namespace lockstep::cfg {

namespace {
constexpr OpInfo table[] = {
#define OP(Name, text, typing) {Op::Name, text, Typing::typing},
#include "cfg/ir/ops.def"
};

Expr make(ExprNode node) {
  support::spend();
  return std::make_shared<const ExprNode>(std::move(node));
}
} // namespace

std::string Type::str() const {
  switch (kind) {
  case TypeKind::Bool: return "bool";
  case TypeKind::Int: return "i" + std::to_string(width);
  case TypeKind::Float: return "f" + std::to_string(width);
  }
  LOCKSTEP_UNREACHABLE("every type kind has a name");
}

const OpInfo &op_info(Op op) {
  const OpInfo &row = table[static_cast<std::size_t>(op)];
  LOCKSTEP_INVARIANT(row.op == op, "ops.def rows stand in enumeration order");
  return row;
}

const OpInfo *find_op(std::string_view text) {
  for (const OpInfo &row : table)
    if (row.text == text)
      return &row;
  return nullptr;
}

std::int64_t signed_value(const ExprNode &c) { return to_signed(c.value, c.type.width); }

Expr constant(Type type, std::uint64_t bits) {
  ExprNode n;
  n.op = Op::Const;
  n.type = type;
  n.value = mask_to_width(bits, type.width);
  return make(std::move(n));
}

Expr boolean(bool value) { return constant(bool_type, value ? 1 : 0); }

Expr variable(VarId var, Type type) {
  ExprNode n;
  n.op = Op::Var;
  n.type = type;
  n.var = var;
  return make(std::move(n));
}

Expr leaf(Op op, unsigned dimension, Type type) {
  LOCKSTEP_INVARIANT(op >= Op::LocalId && op <= Op::GlobalOffset && dimension < 3, "a launch quantity");
  ExprNode n;
  n.op = op;
  n.type = type;
  n.value = dimension;
  return make(std::move(n));
}

Expr unary(Op op, Expr a) {
  ExprNode n;
  n.op = op;
  n.type = op_info(op).typing == Typing::BoolUn ? bool_type : a->type;
  n.args = {std::move(a)};
  return fold(make(std::move(n)));
}

Expr binary(Op op, Expr a, Expr b, bool nsw, bool nuw) {
  LOCKSTEP_INVARIANT(a->type == b->type, "both operands have one type");
  Typing t = op_info(op).typing;
  bool predicate = t == Typing::IntCmp || t == Typing::FltCmp || t == Typing::AnyEq || t == Typing::BoolBin;
  ExprNode n;
  n.op = op;
  n.type = predicate ? bool_type : a->type;
  n.args = {std::move(a), std::move(b)};
  n.nsw = nsw;
  n.nuw = nuw;
  return fold(make(std::move(n)));
}

Expr cast(Op op, Expr a, Type to) {
  if (a->type == to)
    return a;
  ExprNode n;
  n.op = op;
  n.type = to;
  n.args = {std::move(a)};
  return fold(make(std::move(n)));
}

Expr ite(Expr c, Expr t, Expr f) {
  LOCKSTEP_INVARIANT(c->type.is_bool() && t->type == f->type, "a selection is well typed");
  ExprNode n;
  n.op = Op::Ite;
  n.type = t->type;
  n.args = {std::move(c), std::move(t), std::move(f)};
  return fold(make(std::move(n)));
}

Expr call(std::string name, Type result, std::vector<Expr> args) {
  ExprNode n;
  n.op = Op::Call;
  n.type = result;
  n.args = std::move(args);
  n.name = std::move(name);
  return make(std::move(n));
}

Expr read(ArrayId array, Type type, Expr offset) {
  ExprNode n;
  n.op = Op::Read;
  n.type = type;
  n.array = array;
  n.args = {std::move(offset)};
  return make(std::move(n));
}

Expr negate(Expr a) {
  if (a->op == Op::Not)
    return a->args[0];
  if (a->op == Op::Eq)
    return binary(Op::Ne, a->args[0], a->args[1]);
  if (a->op == Op::Ne)
    return binary(Op::Eq, a->args[0], a->args[1]);
  return unary(Op::Not, std::move(a));
}

bool is_const(const Expr &e) { return e->op == Op::Const; }
bool is_const(const Expr &e, std::uint64_t bits) {
  return e->op == Op::Const && e->value == mask_to_width(bits, e->type.width);
}

bool equal(const Expr &a, const Expr &b) {
  if (a == b)
    return true;
  if (a->op != b->op || !(a->type == b->type) || a->value != b->value || a->var != b->var || a->array != b->array ||
      a->nsw != b->nsw || a->nuw != b->nuw || a->args.size() != b->args.size() || a->name != b->name)
    return false;
  for (std::size_t i = 0; i < a->args.size(); ++i)
    if (!equal(a->args[i], b->args[i]))
      return false;
  return true;
}

std::size_t hash(const Expr &e) {
  std::size_t h = static_cast<std::size_t>(e->op) * 1000003u + e->type.width;
  auto mix = [&h](std::size_t x) { h ^= x + 0x9e3779b97f4a7c15ull + (h << 6) + (h >> 2); };
  mix(e->value);
  mix(e->var);
  mix(e->array);
  mix(std::hash<std::string>{}(e->name));
  for (const Expr &a : e->args)
    mix(hash(a));
  return h;
}

} // namespace lockstep::cfg
