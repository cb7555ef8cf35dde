// Helpers of the tests of emit/: a kernel as text with all that an encoder of it needs, and the value of an encoded
// expression, found by executing it (tests/execution).
#pragma once

#include "cfg/analysis/analyses.h"
#include "cfg/ir/check.h"
#include "cfg/ir/evaluate.h"
#include "cfg/ir/fold.h"
#include "cfg/ir/text/parse.h"
#include "emit/terms/encoder.h"
#include "tests/execution/execution.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace lockstep::emit {

struct How {
  IntegerMode integers = IntegerMode::Auto;
  bool trust_flags = true;
  std::optional<std::uint64_t> local_size = 64, num_groups = 1;
  std::vector<cfg::Expr> more = {};
};

// Declarations come first: they go with the program that is made of them.
struct Encoding {
  cfg::Kernel k;
  cfg::Analyses a;
  Representation reps;
  Declarations decls;
  Encoder encoder;

  Encoding(cfg::Kernel kernel, cfg::Analyses analyses, const How &how)
      : k(std::move(kernel)), a(std::move(analyses)), reps(k, a.ranges, how.integers, how.more),
        encoder(k, a.ranges, reps, a.launch, {how.trust_flags, how.integers == IntegerMode::Int}, decls) {}

  cfg::VarId var(const std::string &name) const {
    for (cfg::VarId v = 0; v < k.vars.size(); ++v)
      if (k.vars[v].name == name)
        return v;
    throw std::runtime_error("no variable " + name);
  }
  cfg::ArrayId array(const std::string &name) const {
    for (cfg::ArrayId a = 0; a < k.arrays.size(); ++a)
      if (k.arrays[a].name == name)
        return a;
    throw std::runtime_error("no array " + name);
  }
  // What the first assignment to the variable assigns.
  cfg::Expr assigned(const std::string &name) const {
    for (const cfg::Block &block : k.blocks)
      for (const cfg::Stmt &s : block.stmts)
        if (auto *assign = std::get_if<cfg::Assign>(&s.node); assign && assign->var == var(name))
          return assign->value;
    throw std::runtime_error("nothing is assigned to " + name);
  }
};

// A well-formed kernel, or a failed test.
inline std::unique_ptr<Encoding> encoding(const std::string &text, const How &how = {}) {
  support::Diagnostics diags;
  auto k = cfg::parse(text, "test.kir", diags);
  cfg::Launch launch;
  launch.local_size = {how.local_size, 1, 1};
  launch.num_groups = {how.num_groups, 1, 1};
  auto a = k && cfg::check(*k, diags) ? cfg::analyse(*k, launch, {how.trust_flags}, diags)
                                      : support::Result<cfg::Analyses>(support::failure);
  if (!a) {
    std::string said;
    for (const auto &d : diags.all())
      said += support::format(d) + "\n";
    throw std::runtime_error(said + text);
  }
  return std::make_unique<Encoding>(std::move(*k), std::move(*a), how);
}

// Does `claim` hold in every execution of the declarations that `given` are added to? (Some, at random.)
// Throws if there is no execution.
inline bool holds(Declarations decls, const std::vector<boogie::Expr> &given, const boogie::Expr &claim) {
  namespace b = boogie;
  b::Program p;
  decls.move_into(p);
  for (const b::Expr &e : given) // first: what they fix need not be guessed
    p.axioms.insert(p.axioms.begin(), {e});
  p.constants.push_back({"claim", b::boolean(), false, {{"existential", {b::bool_lit(true)}}}});
  p.procedures.push_back(
      {"p", {}, {}, {{"entry", {b::AssertCmd{b::implies(b::ident("claim", b::boolean()), claim), {}}}, {}}}});
  support::Diagnostics diags;
  if (!b::check(p, diags))
    throw std::runtime_error(support::format(diags.all().front()) + "\n" + b::print(p));
  const Executed done = execute(p);
  if (done.completed == 0)
    throw std::runtime_error("no execution comes to its end:\n" + b::print(p));
  return done.refuted.empty();
}

// The machine value of an expression: parameters by name, launch quantities by dimension 0's values for the thread.
// Empty where it is undefined.
struct Machine {
  std::map<std::string, std::uint64_t> values; // of parameters; "local_id", "group_id", ...
  const cfg::Kernel &k;

  std::optional<std::uint64_t> operator()(const cfg::Expr &e) const {
    using cfg::Op;
    if (e->op == Op::Const)
      return e->value;
    if (e->op == Op::Var)
      return cfg::mask_to_width(values.at(k.vars[e->var].name), e->type.width);
    if (e->op >= Op::LocalId && e->op <= Op::GlobalOffset)
      return cfg::mask_to_width(values.at(std::string(cfg::op_info(e->op).text)), e->type.width);
    if (e->op == Op::Ite) {
      const auto condition = (*this)(e->args[0]);
      return condition ? (*this)(e->args[*condition != 0 ? 1 : 2]) : std::nullopt;
    }
    std::vector<std::uint64_t> args;
    for (const cfg::Expr &a : e->args) {
      const auto value = (*this)(a);
      if (!value)
        return std::nullopt;
      args.push_back(*value);
    }
    return cfg::defined_value(*e, args);
  }
};

inline constexpr const char *variables_text = R"(kernel k {
  param n : i32;
  var i : i32;
  var u : i32;
  var f : bool;
  var m : i32;
  array a : i32[] global param;
  array b : i32[] global param;
block s:
  i := local_id(0, i32);
  u := local_id(0, i32);
  m := xor(n, local_id(0, i32));
  f := slt(i, 3:i32);
  br f, t, e;
block t: br ult(u, 3:i32), w, e;
block w: a[sext(i, i64)] := 1:i32; goto e;
block e: b[zext(m, i64)] := 1:i32; return;
})";

} // namespace lockstep::emit
