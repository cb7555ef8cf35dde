// Axioms of the kernel's terms: see axioms.h.
#include "emit/encode/axioms.h"

#include "cfg/ir/rewrite.h"
#include "emit/encode/declarations.h"
#include "support/invariant.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::emit {

namespace b = boogie;

namespace {

b::Type type_of(const cfg::Type &t) {
  return t.is_bool() ? b::boolean() : t.is_int() ? b::bv(t.width) : b::named(Declarations::float_name(t.width));
}

// The functions that the kernel calls, by the names that its source has for them. One with several types is none.
std::map<std::string, b::FunctionDecl> called_functions(const cfg::Kernel &k, std::set<std::string> &several) {
  std::map<std::string, b::FunctionDecl> out;
  const auto look = [&](const cfg::Expr &e) {
    cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
      if (n.op != cfg::Op::Call || n.args.empty() || n.name.starts_with("lockstep."))
        return;
      const std::string suffix = "." + n.args[0]->type.str();
      std::string name = n.name;
      if (name.ends_with(suffix))
        name.resize(name.size() - suffix.size());
      std::vector<b::Type> params;
      for (const cfg::Expr &a : n.args)
        params.push_back(type_of(a->type));
      b::FunctionDecl f = Declarations::uninterpreted_function("call." + n.name, type_of(n.type), params);
      if (const auto [it, fresh] = out.emplace(name, f); !fresh && it->second.name != f.name)
        several.insert(name);
    });
  };
  for (const cfg::Block &block : k.blocks) {
    for (const cfg::Stmt &s : block.stmts)
      for (const cfg::Expr &e : cfg::used_exprs(s))
        look(e);
    for (const cfg::Expr &e : cfg::used_exprs(block.end))
      look(e);
  }
  for (const std::string &name : several)
    out.erase(name);
  return out;
}

bool asks_what_is_reached(const b::Procedure &p, const std::vector<Goal> &goals) {
  for (const b::Block &block : p.blocks)
    for (const b::Command &c : block.commands)
      if (auto *a = std::get_if<b::AssertCmd>(&c))
        for (const Goal &g : goals)
          for (const b::Attribute &x : a->attributes)
            if (g.kind == GoalKind::Vacuity && x.values == b::id_attribute(g.id).values)
              return true;
  return false;
}

// Each function, of something, has a value: what a solver instantiates axioms with, so that it sees where they
// contradict each other.
void apply_each(b::Procedure &p, const std::vector<b::FunctionDecl> &functions) {
  std::vector<b::Command> applied;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const b::FunctionDecl &f = functions[i];
    std::vector<b::Expr> arguments;
    const auto some = [&](const b::Type &type) {
      p.locals.push_back({fmt::format("some${}.{}", i, arguments.size()), type});
      return b::ident(p.locals.back().name, type);
    };
    for (const b::Bound &x : f.params)
      arguments.push_back(some(x.type));
    const b::Expr value = some(f.result);
    applied.push_back(b::AssumeCmd{b::eq(value, b::apply(f.name, f.result, arguments)), {}});
  }
  std::vector<b::Command> &first = p.blocks.front().commands;
  first.insert(first.begin(), applied.begin(), applied.end());
}

} // namespace

support::Result<b::TrustedAxioms> axioms_of(const cfg::Kernel &k, support::Diagnostics &diags) {
  std::vector<b::AxiomText> files;
  for (const cfg::Axioms &a : k.terms.axioms)
    files.push_back({a.file, a.text});
  std::set<std::string> several;
  auto out = b::parse_axioms(files, called_functions(k, several), diags);
  for (std::size_t i = 0; out && i < out->unknown.size(); ++i) {
    const b::UnknownAxiom &a = out->unknown[i];
    diags.warning(
        a.origin,
        several.count(a.function) != 0
            ? fmt::format("this axiom is left out: the kernel calls functions '{}' of several types", a.function)
            : fmt::format("this axiom is left out: neither does the kernel call '{}', nor does the "
                          "file declare it",
                          a.function));
  }
  return out;
}

GoalProgram under_axioms(GoalProgram question, const cfg::Kernel &k) {
  if (k.terms.axioms.empty() || question.goals.empty())
    return question;
  support::Diagnostics told;
  auto trusted = axioms_of(k, told);
  LOCKSTEP_INVARIANT(trusted, "axioms are checked before anything is asked");
  b::Program &p = question.program;
  std::set<std::string> several;
  std::vector<b::FunctionDecl> functions; // in front of those that use them
  const std::vector<b::FunctionDecl> &declared = trusted->declarations.functions;
  for (auto &[name, f] : called_functions(k, several))
    if (std::none_of(declared.begin(), declared.end(), [&](const b::FunctionDecl &x) { return x.name == f.name; }))
      functions.push_back(std::move(f));
  functions.insert(functions.end(), declared.begin(), declared.end());
  const auto declare_type = [&](const b::Type &t) {
    const auto same = [&](const b::TypeDecl &x) { return x.name == t.name; };
    if (t.kind == b::TypeKind::Named && std::none_of(p.types.begin(), p.types.end(), same))
      p.types.push_back({t.name});
  };
  p.types.insert(p.types.end(), trusted->declarations.types.begin(), trusted->declarations.types.end());
  p.constants.insert(p.constants.end(), trusted->declarations.constants.begin(), trusted->declarations.constants.end());
  for (const b::FunctionDecl &f : functions) {
    declare_type(f.result);
    for (const b::Bound &x : f.params)
      declare_type(x.type);
    std::erase_if(p.functions, [&](const b::FunctionDecl &x) { return x.name == f.name; });
  }
  p.functions.insert(p.functions.begin(), functions.begin(), functions.end());
  for (b::Procedure &procedure : p.procedures)
    if (asks_what_is_reached(procedure, question.goals))
      apply_each(procedure, functions);
  for (const b::DefinedFunction &d : trusted->defined)
    question.assumptions.insert(
        fmt::format("'{}' is what the file defines ({}, --boogie-file)", d.name, d.origin.str()));
  for (const b::TrustedAxiom &a : trusted->axioms) {
    p.axioms.push_back({a.condition});
    question.assumptions.insert(fmt::format("axiom {} ({}, --boogie-file)", a.text, a.origin.str()));
  }
  for (Goal &g : question.goals) { // a solver may not see what axioms exclude
    if (g.exact)
      g.abstraction = "what the axioms say of functions may exclude it";
    g.exact = false;
  }
  return question;
}

} // namespace lockstep::emit
