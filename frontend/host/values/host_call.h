// What host code says of a value, as a caller hands it on: host variables in expressions, buffers, and what a call
// passes for the parameters of the function around a launch. Internal to frontend/.
#pragma once

#include "cfg/ir/expr.h"
#include "frontend/host/effects/expression_key.h"
#include "frontend/host/effects/unchanged_variables.h"
#include "frontend/host/facts/path_facts.h"
#include "support/source.h"

#include "clang/AST/Decl.h"

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::frontend {

// Variables of the host in expressions: Expr's variables are indices into it.
class HostNames {
public:
  // One index for each part and change of it that left its value; null: none did.
  cfg::VarId of(HostPart part, const FactList *since = nullptr);
  // That has no name: an element, what is behind a pointer.
  cfg::VarId of_place(const ExpressionKey &place, const std::string &text);
  cfg::Expr definition(cfg::VarId v) const { return definitions_[v]; }
  // Is it defined as another variable's value?
  bool is_chosen(cfg::VarId v) const { return definitions_[v] && definitions_[v]->op == cfg::Op::Var; }
  cfg::VarId fresh(std::string name) { return add(std::move(name)); }
  void forget() { ids_.clear(), places_.clear(); } // what is named from now on, may have another value
  void define(cfg::VarId v, cfg::Expr value) { definitions_[v] = std::move(value); }
  const std::vector<std::string> &names() const { return names_; }
  const std::vector<cfg::Expr> &definitions() const { return definitions_; }

private:
  cfg::VarId add(std::string name);

  std::map<std::pair<HostPart, const FactList *>, cfg::VarId> ids_;
  std::map<ExpressionKey, cfg::VarId> places_;
  std::vector<std::string> names_;
  std::vector<cfg::Expr> definitions_; // null: none
};

using HostSizes = std::array<cfg::Expr, 3>; // a dim3; null: unknown

// The variable of pointer type that a pointer is computed from, and whether it is that pointer, unchanged, as it is
// where the pointer is evaluated, or was so many calls before; or that it is a constant that is null, and no buffer at
// all.
struct HostBuffer {
  const clang::ValueDecl *base = nullptr; // null: unknown
  bool whole = true;
  bool null = false;
  unsigned calls = 0;
};

constexpr std::size_t most_choices = 8; // that are told apart

// A variable that has one of a few values.
struct HostChoice {
  struct Value {
    cfg::Expr value;
    support::SourcePlace place; // where it is written
  };
  cfg::Expr variable;
  std::vector<Value> values;
  std::string text; // of the expression
};

// What a call passes for the parameters of the function around a launch.
struct HostCall {
  std::map<HostPart, cfg::Expr> values;
  std::map<const clang::VarDecl *, HostBuffer> buffers;
  HostNames names;                   // in the values
  std::vector<cfg::Expr> conditions; // that have been met on the way
  std::vector<HostChoice> choices;   // of the variables in the values
};

} // namespace lockstep::frontend
