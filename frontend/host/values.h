// What host code says of a value: a number, or an expression of host variables as they are where a kernel is launched.
// Internal to frontend/.
//
// Sound because a variable that is followed (unchanged_variables.h) stands at each place for the value that the
// last change before it left, where every way to the launch goes through that (path_facts.h): what was assigned, or a
// value that has no other name. Any other variable, and a place in memory, stands for the value that the last
// disturbance (disturbances.h) before left, and has none while something disturbs; at the launch itself that is one
// value throughout. What is not understood has no value. Lost text (lost_names.h) may change whatever it names.
#pragma once

#include "cfg/ir/expr.h"
#include "frontend/host/expression_effects.h"
#include "frontend/host/expression_key.h"
#include "frontend/host/host_constants.h"
#include "frontend/host/path_facts.h"
#include "frontend/host/unchanged_variables.h"
#include "support/sound.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <array>
#include <map>
#include <optional>
#include <set>
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

// Initialisers may name each other, and themselves.
class Depth {
public:
  explicit Depth(unsigned &depth) : depth_(++depth) {}
  ~Depth() { --depth_; }
  Depth(const Depth &) = delete;
  Depth &operator=(const Depth &) = delete;
  bool too_deep() const { return depth_ > 100; }

private:
  unsigned &depth_;
};

class HostValues {
  // While it lives, what is looked at is perhaps not evaluated, and says nothing about overflow and division.
  class Perhaps {
  public:
    explicit Perhaps(HostValues &of) : of_(of) { ++of_.perhaps_; }
    ~Perhaps() { --of_.perhaps_; }
    Perhaps(const Perhaps &) = delete;
    Perhaps &operator=(const Perhaps &) = delete;

  private:
    HostValues &of_;
  };

public:
  // `constants`: of the function that the expressions are from; `call`: how it was called, with the names so far;
  // `effects`: what is evaluated together may change variables that are not followed; `followed`: so that facts say
  // where others change.
  HostValues(const HostConstants &numbers, const LostNames &lost, const Unchanged &constants, HostCall &call,
             bool effects, bool followed)
      : numbers_(numbers), context_(numbers.context()), lost_(lost), constants_(constants), call_(call),
        undisturbed_(!effects), followed_(followed) {}

  // What has been assigned before, on every way; adds to the call's conditions those of which something is known.
  void learn(const Facts &facts, PathReader &paths);

  // An integer of 8 to 64 bits; null: unknown. `now`: what others may change counts as it is after the facts so far.
  cfg::Expr value(const clang::Expr &e) { return value(e, undisturbed_); }
  HostSizes sizes(const clang::Expr &e) { return sizes(e, undisturbed_); }
  // Of what a reference is bound to: only what does not change any more, or is followed.
  cfg::Expr settled_value(const clang::Expr &e) { return value(e, false); }
  HostBuffer buffer(const clang::Expr &e);
  // What the call passes for a parameter: its value, or those of its fields.
  void pass(const clang::ParmVarDecl &p, const clang::Expr &argument, HostCall &call);

private:
  using Arguments = std::map<const clang::ParmVarDecl *, const clang::Expr *>; // of a helper that is looked into

  cfg::Expr value(const clang::Expr &e, bool now);
  HostSizes sizes(const clang::Expr &e, bool now);
  cfg::Expr field(const clang::Expr &e, const clang::FieldDecl &f, bool now); // of a structure's value
  cfg::Expr value_in(const clang::InitListExpr &list, const clang::FieldDecl &f, bool now);
  cfg::Expr variable(const clang::VarDecl &v, const clang::FieldDecl *f, bool now);
  cfg::Expr place(const clang::Expr &e, bool now);
  bool add_changes(const clang::Expr &e, ExpressionKey &key) const;
  bool learns_now() const { return support::sound("host_values.disturbed", constants_.disturbances); }
  cfg::Expr element(const clang::ArraySubscriptExpr &e);
  bool is_positive_choice(const cfg::Expr &e) const; // one of numbers that are all above zero
  bool is_divided(const cfg::Expr &a, const cfg::Expr &b, bool is_signed);
  support::SourcePlace place_of(clang::SourceLocation at) const;
  HostBuffer buffer_of(const clang::DeclRefExpr &r);
  HostBuffer part_of(const clang::Expr &e);
  cfg::Expr lasting(const clang::VarDecl &v, const clang::FieldDecl &f);
  cfg::Expr named(cfg::VarId id, const cfg::Expr &value);
  cfg::Expr member(const clang::MemberExpr &m, bool now);
  cfg::Expr converted(const clang::CastExpr &c, bool now);
  static cfg::Expr resized(const cfg::Expr &x, cfg::Type to, bool from_signed);
  cfg::Expr operation(const clang::BinaryOperator &o, bool now);
  cfg::Expr operation(clang::BinaryOperatorKind kind, const cfg::Expr &a, cfg::Expr b, bool is_signed);
  // What a function gives, by `ask` of its text; nothing, if that is not looked into.
  template <typename Result, typename Ask> Result within(const clang::CallExpr &call, Ask &&ask) {
    Arguments mine;
    const clang::CompoundStmt *body = looked_into(call, mine);
    if (!body)
      return Result{};
    const clang::FunctionDecl *around = std::exchange(looked_into_, call.getDirectCallee());
    calls_.push_back(std::move(mine));
    Result out = ask(*body);
    calls_.pop_back();
    looked_into_ = around;
    return out;
  }
  const clang::CompoundStmt *looked_into(const clang::CallExpr &call, Arguments &arguments) const;
  cfg::Expr returned(const clang::Stmt *const *begin, const clang::Stmt *const *end, bool now);
  bool is_constant(const clang::VarDecl &v) const;
  bool is_followed(const clang::VarDecl &v) const;
  const clang::Expr *argument_for(const clang::VarDecl &v) const; // of the helper that is looked into
  template <typename Ask> cfg::Expr outside(Ask &&ask) {          // of the helper
    Arguments mine = std::move(calls_.back());
    calls_.pop_back();
    cfg::Expr out = ask();
    calls_.push_back(std::move(mine));
    return out;
  }
  std::optional<cfg::Type> type_of(clang::QualType t) const;

  // What a part is worth since the last change that the facts so far tell of.
  struct Current {
    const FactList *since;
    cfg::Expr value; // null: it has only a name
    bool changing = false;
  };
  void assign(const FactList &fact);
  void update(const FactList &fact);
  cfg::Expr updated(const clang::Expr &by, HostPart part);
  void learn_pitch(const clang::CallExpr &call);
  void change(const FactList &fact);
  void scale(const FactList &fact);
  bool is_power_of_two(const cfg::Expr &e, bool positive) const; // or 0; `positive`: as a signed number

  // conditions.cpp
  cfg::Expr truth(const clang::Expr &e, bool now);
  cfg::Expr comparison(const clang::BinaryOperator &o, bool now);
  void conjuncts(const clang::Expr &e, bool holds, std::vector<cfg::Expr> &out);
  void learn_case(const PathFact &fact, std::vector<cfg::Expr> &out);
  void learn_end(const clang::CallExpr &call, PathReader &paths);
  void learn_condition(const PathFact &fact, PathReader &paths);

  static constexpr std::size_t deepest_call = 4;
  const HostConstants &numbers_;
  const clang::ASTContext &context_;
  const LostNames &lost_;
  const Unchanged &constants_;
  HostCall &call_;
  const bool undisturbed_, followed_;
  std::vector<Arguments> calls_;                     // that are being looked into
  const clang::FunctionDecl *looked_into_ = nullptr; // by the last of them
  std::map<HostPart, Current> last_;
  std::map<cfg::VarId, bool> powers_; // of two, or 0; true: as signed numbers
  unsigned depth_ = 0, perhaps_ = 0;
};

} // namespace lockstep::frontend
