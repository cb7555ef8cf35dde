// Global declarations: see declarations.h.
#include "emit/encode/declarations.h"

#include "emit/encode/names.h"

namespace lockstep::emit {

namespace b = boogie;

b::Expr Declarations::constant(const std::string &name, const b::Type &type) {
  if (seen_.insert(name).second)
    program_.constants.push_back({name, type, false, {}});
  return b::ident(name, type);
}

std::string Declarations::float_name(unsigned width) { return "float" + std::to_string(width); }

b::Type Declarations::float_sort(unsigned width) {
  std::string name = float_name(width);
  if (seen_.insert(name).second)
    program_.types.push_back({name});
  return b::named(name);
}

void Declarations::function(b::FunctionDecl f) {
  if (seen_.insert(f.name).second)
    program_.functions.push_back(std::move(f));
}

namespace {
b::Attribute builtin(const std::string &text) { return {"bvbuiltin", {text}}; }
} // namespace

b::Expr Declarations::bv_binary(const std::string &op, b::Expr x, b::Expr y) {
  b::Type t = x->type;
  std::string name = op + "$" + std::to_string(t.width);
  function({name, {{"a", t}, {"b", t}}, t, nullptr, {builtin(op)}});
  return b::apply(name, t, {std::move(x), std::move(y)});
}

b::Expr Declarations::bv_compare(const std::string &op, b::Expr x, b::Expr y) {
  b::Type t = x->type;
  std::string name = op + "$" + std::to_string(t.width);
  function({name, {{"a", t}, {"b", t}}, b::boolean(), nullptr, {builtin(op)}});
  return b::apply(name, b::boolean(), {std::move(x), std::move(y)});
}

b::Expr Declarations::moved(b::Expr offset, std::int64_t by) {
  if (by == 0)
    return offset;
  return offset->type.kind == b::TypeKind::Int
             ? b::binary("+", std::move(offset), b::int_lit(by))
             : bv_binary("bvadd", offset, b::bv_lit(offset->type.width, static_cast<std::uint64_t>(by)));
}

b::Expr Declarations::bv_extend(bool sign, b::Expr a, unsigned to_width) {
  if (a->type.width == to_width)
    return a;
  b::Type from = a->type, to = b::bv(to_width);
  std::string op = sign ? "sign_extend" : "zero_extend";
  std::string name = op + "$" + std::to_string(from.width) + "$" + std::to_string(to_width);
  function({name, {{"a", from}}, to, nullptr, {builtin(op + " " + std::to_string(to_width - from.width))}});
  return b::apply(name, to, {std::move(a)});
}

b::FunctionDecl Declarations::uninterpreted_function(const std::string &operation, const b::Type &result,
                                                     const std::vector<b::Type> &params) {
  std::string signature;
  std::vector<b::Bound> bound;
  for (const b::Type &type : params) {
    signature += b::print(type) + "_";
    bound.push_back({"a" + std::to_string(bound.size()), type});
  }
  return {names::function(operation, signature + b::print(result)), std::move(bound), result, nullptr, {}};
}

b::Expr Declarations::uninterpreted(const std::string &operation, const b::Type &result, std::vector<b::Expr> args) {
  std::vector<b::Type> types;
  for (const b::Expr &a : args)
    types.push_back(a->type);
  b::FunctionDecl f = uninterpreted_function(operation, result, types);
  std::string name = f.name;
  if (args.empty())
    return constant(name, result);
  function(std::move(f));
  return b::apply(name, result, std::move(args));
}

void Declarations::axiom(b::Expr condition) {
  if (b::is_true(condition) || !axioms_seen_.insert(b::print(condition)).second)
    return;
  program_.axioms.push_back({std::move(condition)});
}

void Declarations::move_into(b::Program &p) {
  auto prepend = [](auto &from, auto &to) {
    to.insert(to.begin(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    from.clear();
  };
  prepend(program_.types, p.types);
  prepend(program_.constants, p.constants);
  prepend(program_.functions, p.functions);
  prepend(program_.axioms, p.axioms);
}

} // namespace lockstep::emit
