// See source_words.h.
#include "cost/source_words.h"

#include "cfg/ir/op_groups.h"
#include "cfg/ir/text/shown_name.h"
#include "support/invariant.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;
using cfg::Op;

constexpr unsigned deepest_words = 12;
constexpr std::size_t longest = 80;
constexpr const char *cut = "...";

struct Operator {
  const char *text;
  int strength; // 0: a function's name
};

Operator operator_of(Op op) {
  switch (op) {
  case Op::Mul:
  case Op::FMul: return {"*", 10};
  case Op::UDiv:
  case Op::SDiv:
  case Op::FDiv: return {"/", 10};
  case Op::URem:
  case Op::SRem:
  case Op::FRem: return {"%", 10};
  case Op::Add:
  case Op::FAdd: return {"+", 9};
  case Op::Sub:
  case Op::FSub: return {"-", 9};
  case Op::Shl: return {"<<", 8};
  case OPS_RIGHT_SHIFT: return {">>", 8};
  case Op::Ult:
  case Op::Slt:
  case Op::FOlt: return {"<", 7};
  case Op::Ule:
  case Op::Sle:
  case Op::FOle: return {"<=", 7};
  case Op::Eq:
  case Op::FOeq: return {"==", 6};
  case Op::Ne: return {"!=", 6};
  case Op::BitAnd: return {"&", 5};
  case Op::BitXor: return {"^", 4};
  case Op::BitOr: return {"|", 3};
  case Op::And: return {"&&", 2};
  case Op::Or: return {"||", 1};
  case Op::Implies: return {"implies", 0};
  case Op::SMin:
  case Op::UMin:
  case Op::FMin: return {"min", 0};
  case Op::SMax:
  case Op::UMax:
  case Op::FMax: return {"max", 0};
  case Op::FAbs: return {"fabs", 0};
  case Op::FSqrt: return {"sqrt", 0};
  case Op::FUno: return {"isunordered", 0};
  case Op::Const:
  case Op::Var:
  case OPS_LAUNCH:
  case OPS_CAST:
  case Op::Ite:
  case Op::Not:
  case Op::FNeg:
  case OPS_FLOAT_TO_INT:
  case Op::SToF:
  case Op::UToF:
  case Op::FToF:
  case Op::BitCast:
  case OPS_OPAQUE: break;
  }
  return {nullptr, 0};
}

bool ends_in(const std::string &name, std::initializer_list<const char *> all) {
  return std::any_of(all.begin(), all.end(), [&](const std::string &end) {
    return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
  });
}

} // namespace

SourceWords::SourceWords(const cfg::Kernel &k) : k_(k), definitions_(k.vars.size()) {
  const std::string &file = k.origin.place().file;
  cuda_ = ends_in(file, {".cu", ".cuh", ".hip", ".cpp"});
  opencl_ = ends_in(file, {".cl"});
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts)
      for (const cfg::VarId v : cfg::defined_vars(s))
        definitions_[v].push_back(&s);
}

std::string SourceWords::array(cfg::ArrayId a) const { return cfg::shown_name(k_.arrays[a]); }

std::string SourceWords::quantity(Op op, unsigned d) const {
  const char *cl = "", *cuda = "";
  switch (op) {
  case Op::LocalId: cl = "get_local_id", cuda = "threadIdx"; break;
  case Op::GroupId: cl = "get_group_id", cuda = "blockIdx"; break;
  case Op::LocalSize: cl = "get_local_size", cuda = "blockDim"; break;
  case Op::NumGroups: cl = "get_num_groups", cuda = "gridDim"; break;
  case Op::GlobalOffset:
  case Op::Const:
  case Op::Var:
  case OPS_COMPUTED:
  case OPS_OPAQUE: cl = "get_global_offset", cuda = "offset"; break;
  }
  if (cuda_)
    return fmt::format("{}.{}", cuda, "xyz"[d]);
  return opencl_ ? fmt::format("{}({})", cl, d) : fmt::format("{}({})", cfg::op_info(op).text, d);
}
std::string SourceWords::global_id(unsigned d) const {
  return cuda_     ? fmt::format("{} * {} + {}", quantity(Op::GroupId, d), quantity(Op::LocalSize, d),
                                 quantity(Op::LocalId, d))
         : opencl_ ? fmt::format("get_global_id({})", d)
                   : fmt::format("global_id({})", d);
}
std::string SourceWords::global_size(unsigned d) const {
  return cuda_     ? fmt::format("{} * {}", quantity(Op::NumGroups, d), quantity(Op::LocalSize, d))
         : opencl_ ? fmt::format("get_global_size({})", d)
                   : fmt::format("global_size({})", d);
}

std::string SourceWords::of(const Expr &e) const {
  const std::string out = text(e, 0, 0);
  return out.size() > longest ? out.substr(0, longest - 3) + cut : out;
}
std::string SourceWords::variable(cfg::VarId v) const { return variable(v, 0, 0); }

// What the front end has named itself stands for what it is set to.
std::string SourceWords::variable(cfg::VarId v, int around, unsigned depth) const {
  const cfg::Var &var = k_.vars[v];
  if (!var.source_name.empty())
    return var.source_name;
  if (definitions_[v].size() != 1)
    return cut;
  const auto &node = definitions_[v].front()->node;
  if (auto *a = std::get_if<cfg::Assign>(&node))
    return text(a->value, around, depth + 1);
  if (auto *l = std::get_if<cfg::Load>(&node))
    return fmt::format("{}[{}]", array(l->array), text(l->offset, 0, depth + 1));
  return cut;
}

// OpenCL's ids and sizes of the whole launch.
std::string SourceWords::known_sum(const cfg::ExprNode &n) const {
  if (!opencl_)
    return {};
  const auto is = [](const Expr &e, Op op, std::uint64_t d) { return e->op == op && e->value == d; };
  if (n.op == Op::Mul && n.args[1]->op == Op::LocalSize) {
    const auto d = n.args[1]->value;
    return is(n.args[0], Op::NumGroups, d) ? global_size(static_cast<unsigned>(d)) : std::string();
  }
  if (n.op != Op::Add)
    return {};
  const Expr &a = n.args[0], &b = n.args[1];
  const auto d = b->value;
  if (b->op == Op::GlobalOffset && a->op == Op::Add && is(a->args[1], Op::LocalId, d) && a->args[0]->op == Op::Mul &&
      is(a->args[0]->args[0], Op::GroupId, d) && is(a->args[0]->args[1], Op::LocalSize, d))
    return global_id(static_cast<unsigned>(d));
  return {};
}

std::string SourceWords::text(const Expr &e, int around, unsigned depth) const {
  if (depth > deepest_words)
    return cut;
  const auto inside = [&](const Expr &part, int strength) { return text(part, strength, depth + 1); };
  if (const std::string known = known_sum(*e); !known.empty())
    return known;
  switch (e->op) {
  case Op::Const:
    if (e->type.is_bool())
      return e->value != 0 ? "true" : "false";
    return e->type.is_float() ? fmt::format("{}", cfg::op_info(e->op).text)
                              : fmt::format("{}", cfg::to_signed(e->value, e->type.width));
  case Op::Var: return variable(e->var, around, depth);
  case OPS_LAUNCH: return quantity(e->op, static_cast<unsigned>(e->value));
  case OPS_CAST:
  case OPS_FLOAT_TO_INT:
  case Op::SToF:
  case Op::UToF:
  case Op::FToF:
  case Op::BitCast: return text(e->args[0], around, depth);
  case Op::Not: return "!" + inside(e->args[0], 11);
  case Op::FNeg: return "-" + inside(e->args[0], 11);
  case Op::Ite: {
    const std::string out =
        fmt::format("{} ? {} : {}", inside(e->args[0], 1), inside(e->args[1], 1), inside(e->args[2], 1));
    return around > 0 ? "(" + out + ")" : out;
  }
  case OPS_NUMBER:
  case OPS_ORDER:
  case OPS_EQUALITY:
  case Op::And:
  case Op::Or:
  case Op::Implies:
  case Op::FAdd:
  case Op::FSub:
  case Op::FMul:
  case Op::FDiv:
  case Op::FRem:
  case Op::FMin:
  case Op::FMax:
  case Op::FAbs:
  case Op::FSqrt:
  case OPS_FLOAT_TEST:
  case OPS_OPAQUE: break;
  }
  std::vector<std::string> args;
  const Operator op = operator_of(e->op);
  if (op.strength > 0) {
    const std::string out =
        fmt::format("{} {} {}", inside(e->args[0], op.strength), op.text, inside(e->args[1], op.strength + 1));
    return around > op.strength ? "(" + out + ")" : out;
  }
  for (const Expr &a : e->args)
    args.push_back(inside(a, 0));
  if (e->op == Op::Read)
    return fmt::format("{}[{}]", array(e->array), fmt::join(args, ", "));
  return fmt::format("{}({})", op.text != nullptr ? op.text : e->name.c_str(), fmt::join(args, ", "));
}

} // namespace lockstep::coalescing
