// Boogie programs made ready for execution: see code.h.
#include "tests/execution/code.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>

namespace lockstep::emit::execution {

namespace b = boogie;

namespace {

constexpr unsigned widest = 64;             // bit-vector
constexpr std::size_t longest_literal = 30; // digits: two of them can be added and subtracted in a Number

std::optional<Number> number(const std::string &text) {
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  if (text.size() == first || text.size() > longest_literal)
    return std::nullopt;
  Number n = 0;
  for (char c : text.substr(first)) {
    if (c < '0' || c > '9')
      return std::nullopt;
    n = n * 10 + (c - '0');
  }
  return first == 1 ? -n : n;
}

bool known(const b::Type &t) {
  switch (t.kind) {
  case b::TypeKind::Bv: return t.width <= widest;
  case b::TypeKind::Map: return t.parts.size() == 2 && known(t.parts[0]) && known(t.parts[1]);
  case b::TypeKind::Bool:
  case b::TypeKind::Int:
  case b::TypeKind::Named: return true;
  }
  return false;
}

struct Builtin {
  std::string_view name;
  Op op;
  bool flipped; // with its operands exchanged
};
constexpr Builtin builtins[] = {
    {"bvadd", Op::BvAdd, false},   {"bvsub", Op::BvSub, false},   {"bvmul", Op::BvMul, false},
    {"bvudiv", Op::BvUdiv, false}, {"bvurem", Op::BvUrem, false}, {"bvsdiv", Op::BvSdiv, false},
    {"bvsrem", Op::BvSrem, false}, {"bvshl", Op::BvShl, false},   {"bvlshr", Op::BvLshr, false},
    {"bvashr", Op::BvAshr, false}, {"bvand", Op::BvAnd, false},   {"bvor", Op::BvOr, false},
    {"bvxor", Op::BvXor, false},   {"bvult", Op::Less, false},    {"bvule", Op::LessEq, false},
    {"bvugt", Op::Less, true},     {"bvuge", Op::LessEq, true},   {"bvslt", Op::BvSlt, false},
    {"bvsle", Op::BvSle, false},   {"bvsgt", Op::BvSlt, true},    {"bvsge", Op::BvSle, true}};

class Compiler {
public:
  Compiler(const b::Program &program, const b::Procedure &procedure) : program_(program), procedure_(procedure) {}

  Code run() {
    for (const b::ConstDecl &c : program_.constants) {
      const bool existential = std::any_of(c.attributes.begin(), c.attributes.end(),
                                           [](const b::Attribute &a) { return a.key == "existential"; });
      if (existential)
        existential_.emplace(c.name, existential_.size());
      else if (!c.unique) // another value than all others: not known
        slot(c.name, c.type);
    }
    for (const b::VarDecl &v : procedure_.locals)
      slot(v.name, v.type);
    for (std::uint32_t i = 0; i < program_.functions.size(); ++i)
      functions_.emplace(program_.functions[i].name, i);
    for (std::uint32_t i = 0; i < procedure_.blocks.size(); ++i)
      labels_.emplace(procedure_.blocks[i].label, i);
    for (const b::AxiomDecl &a : program_.axioms)
      code_.axioms.push_back(term(a.condition));
    for (const b::Block &block : procedure_.blocks)
      code_.blocks.push_back(compile(block));
    return std::move(code_);
  }

private:
  void slot(const std::string &name, const b::Type &type) {
    slots_[name] = static_cast<std::uint32_t>(code_.slots.size());
    code_.slots.push_back(type);
  }

  CodeBlock compile(const b::Block &from) {
    CodeBlock to;
    for (const b::Command &command : from.commands) {
      if (auto *x = std::get_if<b::AssignCmd>(&command)) {
        to.steps.push_back({Step::Kind::Assign, slots_.at(x->var), term(x->value)});
      } else if (auto *x = std::get_if<b::HavocCmd>(&command)) {
        for (const std::string &v : x->vars)
          to.steps.push_back({Step::Kind::Havoc, slots_.at(v), 0});
      } else if (auto *x = std::get_if<b::AssumeCmd>(&command)) {
        to.steps.push_back({Step::Kind::Assume, 0, term(x->condition)});
      } else if (auto *x = std::get_if<b::AssertCmd>(&command)) {
        to.steps.push_back(assertion(*x));
        to.fails = to.fails || b::is_false(x->condition);
      }
    }
    for (const std::string &t : from.targets)
      to.targets.push_back(labels_.at(t));
    return to;
  }

  Step assertion(const b::AssertCmd &a) {
    const b::Node &n = *a.condition;
    if (n.kind == b::Kind::Binary && n.text == "==>" && n.args[0]->kind == b::Kind::Ident)
      if (existential_.count(n.args[0]->text) != 0) {
        code_.candidates.push_back(n.args[0]->text);
        return {Step::Kind::Candidate, static_cast<std::uint32_t>(code_.candidates.size() - 1), term(n.args[1])};
      }
    return {Step::Kind::Assert, 0, term(a.condition)};
  }

  // Expressions share nodes; so do terms.
  std::uint32_t term(const b::Expr &e) {
    if (auto it = terms_.find(e.get()); it != terms_.end())
      return it->second;
    Term t;
    t.type = e->type;
    for (const b::Expr &x : e->args)
      if (e->kind != b::Kind::Forall && e->kind != b::Kind::Exists)
        t.args.push_back(term(x));
    if (!t.args.empty())
      t.width = e->args[0]->type.width;
    t.op = operation(*e, t);
    if (!known(e->type) ||
        std::any_of(e->args.begin(), e->args.end(), [](const b::Expr &x) { return !known(x->type); }))
      t.op = Op::Unknown;
    code_.terms.push_back(std::move(t));
    const auto index = static_cast<std::uint32_t>(code_.terms.size() - 1);
    terms_.emplace(e.get(), index);
    return index;
  }

  Op operation(const b::Node &e, Term &t) {
    switch (e.kind) {
    case b::Kind::BoolLit: t.literal = e.text == "true" ? 1 : 0; return Op::Literal;
    case b::Kind::IntLit:
    case b::Kind::BvLit:
      if (auto n = number(e.text)) {
        t.literal = *n;
        return Op::Literal;
      }
      return Op::Unknown;
    case b::Kind::Ident:
      if (auto it = slots_.find(e.text); it != slots_.end()) {
        t.index = it->second;
        return Op::Slot;
      }
      return Op::Unknown;
    case b::Kind::Unary: return e.text == "!" ? Op::Not : Op::Neg;
    case b::Kind::Binary: return binary(e, t);
    case b::Kind::Ite: return Op::Ite;
    case b::Kind::Select: return Op::Select;
    case b::Kind::Store: return Op::Store;
    case b::Kind::Extract: t.index = e.lo; return Op::Extract;
    case b::Kind::Apply: return application(e, t);
    case b::Kind::Forall:
    case b::Kind::Exists: break;
    }
    return Op::Unknown;
  }

  static Op binary(const b::Node &e, Term &t) {
    const std::string &op = e.text;
    if (op == ">" || op == ">=")
      std::swap(t.args[0], t.args[1]);
    return op == "+"                    ? Op::Add
           : op == "-"                  ? Op::Sub
           : op == "*"                  ? Op::Mul
           : op == "div"                ? Op::Div
           : op == "mod"                ? Op::Mod
           : op == "==" || op == "<==>" ? Op::Eq
           : op == "!="                 ? Op::Ne
           : op == "<" || op == ">"     ? Op::Less
           : op == "<=" || op == ">="   ? Op::LessEq
           : op == "&&"                 ? Op::And
           : op == "||"                 ? Op::Or
           : op == "==>"                ? Op::Implies
           : op == "++"                 ? Op::Concat
                                        : Op::Unknown;
  }

  Op application(const b::Node &e, Term &t) {
    auto it = functions_.find(e.text);
    if (it == functions_.end())
      return Op::Unknown;
    const b::FunctionDecl &f = program_.functions[it->second];
    t.index = it->second;
    if (f.body)
      return Op::Unknown;
    for (const b::Attribute &a : f.attributes)
      if (a.key == "bvbuiltin")
        return builtin(a, t);
    return Op::Call;
  }

  static Op builtin(const b::Attribute &a, Term &t) {
    const std::string *name = a.values.empty() ? nullptr : std::get_if<std::string>(&a.values[0]);
    if (!name)
      return Op::Unknown;
    if (name->starts_with("zero_extend "))
      return Op::ZeroExtend;
    if (name->starts_with("sign_extend "))
      return Op::SignExtend;
    for (const Builtin &x : builtins)
      if (x.name == *name) {
        if (x.flipped)
          std::swap(t.args[0], t.args[1]);
        return x.op;
      }
    return Op::Unknown;
  }

  const b::Program &program_;
  const b::Procedure &procedure_;
  Code code_;
  std::unordered_map<std::string, std::uint32_t> slots_, functions_, labels_;
  std::unordered_map<std::string, std::size_t> existential_;
  std::unordered_map<const b::Node *, std::uint32_t> terms_;
};

} // namespace

Code code_of(const b::Program &program, const b::Procedure &procedure) { return Compiler(program, procedure).run(); }

} // namespace lockstep::emit::execution
