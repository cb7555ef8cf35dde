// The subset of Boogie that Lockstep writes: an AST with printer (`print`), parser (`parse`) and checker (`check`),
// text form `.bpl`. Immutable expression trees shared by pointer; programs are plain data.
//
// A loop invariant is an `assert` (or, for a fact that holds by construction, an `assume`) at the top of the loop
// head's block, as Boogie has it. An assertion's identity is its attribute {:id "..."}: the engine reports one
// outcome per id (verify/engines/engine.h). Constants carry what a counterexample must show.
#pragma once

#include "support/diagnostic.h"
#include "support/result.h"
#include "support/wide.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace lockstep::emit::boogie {

// --- types ------------------------------------------------------------------------------------------------
enum class TypeKind : std::uint8_t { Bool, Int, Bv, Map, Named };
struct Type {
  TypeKind kind = TypeKind::Bool;
  unsigned width = 0;      // Bv
  std::string name;        // Named
  std::vector<Type> parts; // Map: key types, then the value type last
  bool operator==(const Type &) const = default;
};
inline Type boolean() { return {TypeKind::Bool, 0, {}, {}}; }
inline Type integer() { return {TypeKind::Int, 0, {}, {}}; }
inline Type bv(unsigned w) { return {TypeKind::Bv, w, {}, {}}; }
inline Type named(std::string n) { return {TypeKind::Named, 0, std::move(n), {}}; }
inline Type map(Type key, Type value) { return {TypeKind::Map, 0, {}, {std::move(key), std::move(value)}}; }

// --- expressions ------------------------------------------------------------------------------------------
enum class Kind : std::uint8_t {
  BoolLit, // text "true" / "false"
  IntLit,  // text: decimal digits, maybe with a sign
  BvLit,   // text: decimal digits; type gives the width
  Ident,   // text: the name
  Unary,   // text: "!" "-"
  Binary,  // text: "+" "-" "*" "div" "mod" "==" "!=" "<" "<=" ">" ">=" "&&" "||" "==>" "<==>" "++"
  Ite,     // if args[0] then args[1] else args[2]
  Apply,   // text(args...)
  Select,  // args[0][args[1]]
  Store,   // args[0][args[1] := args[2]]
  Extract, // args[0][hi:lo]  (Boogie's bit range: hi exclusive)
  Forall,  // (forall bound :: args[0])
  Exists,
};
struct Node;
using Expr = std::shared_ptr<const Node>;
struct Bound {
  std::string name;
  Type type;
};
struct Node {
  Kind kind;
  Type type;
  std::string text;
  std::vector<Expr> args;
  unsigned hi = 0, lo = 0;                   // Extract
  std::vector<Bound> bound;                  // Forall, Exists
  std::vector<std::vector<Expr>> triggers{}; // Forall, Exists: {A(x), B(x)}
};

// Builders: simplify Boolean and integer constants, otherwise build the node as asked.
Expr bool_lit(bool b);
Expr int_lit(support::Wide v);         // a number, of any size
Expr int_lit_text(std::string digits); // the same, as it stands in a text
Expr bv_lit(unsigned width, std::uint64_t bits);
Expr ident(std::string name, Type t);
Expr unary(std::string op, Expr a);
Expr binary(std::string op, Expr a, Expr b);
Expr conj(std::vector<Expr> es);
Expr disj(std::vector<Expr> es);
Expr implies(Expr a, Expr b);
Expr not_(Expr a);
Expr eq(Expr a, Expr b);
Expr ite(Expr c, Expr t, Expr f);
Expr apply(std::string function, Type result, std::vector<Expr> args);
Expr select(Expr map, Expr key);
Expr store(Expr map, Expr key, Expr value);
Expr extract(Expr a, unsigned hi, unsigned lo);
Expr concat(Expr hi, Expr lo);
Expr forall(std::vector<Bound> bound, Expr body);
Expr exists(std::vector<Bound> bound, Expr body);
bool is_true(const Expr &e);
bool is_false(const Expr &e);

// --- attributes, statements, declarations -----------------------------------------------------------------
struct Attribute {
  std::string key;
  std::vector<std::variant<std::string, Expr>> values;
}; // {:key "text", expr}

struct AssignCmd {
  std::string var;
  Expr value;
};
struct HavocCmd {
  std::vector<std::string> vars;
};
struct AssumeCmd {
  Expr condition;
  std::vector<Attribute> attributes;
};
struct AssertCmd {
  Expr condition;
  std::vector<Attribute> attributes;
};
struct CommentCmd {
  std::string text;
};
using Command = std::variant<AssignCmd, HavocCmd, AssumeCmd, AssertCmd, CommentCmd>;

struct Block {
  std::string label;
  std::vector<Command> commands;
  std::vector<std::string> targets; // empty: return
};

struct TypeDecl {
  std::string name;
};
struct ConstDecl {
  std::string name;
  Type type;
  bool unique = false;
  std::vector<Attribute> attributes;
};
struct VarDecl {
  std::string name;
  Type type;
};
struct FunctionDecl {
  std::string name;
  std::vector<Bound> params;
  Type result;
  Expr body; // null: uninterpreted (or built in, by attribute {:bvbuiltin "bvadd"})
  std::vector<Attribute> attributes;
};
struct AxiomDecl {
  Expr condition;
};

// A procedure without parameters together with its body; locals are its variables.
struct Procedure {
  std::string name;
  std::vector<Attribute> attributes;
  std::vector<VarDecl> locals;
  std::vector<Block> blocks; // entry first
};

struct Program {
  std::vector<TypeDecl> types;
  std::vector<ConstDecl> constants; // {:existential true} bool constants are Houdini candidates
  std::vector<FunctionDecl> functions;
  std::vector<AxiomDecl> axioms;
  std::vector<Procedure> procedures;
};

Attribute id_attribute(std::string id); // {:id "..."}

std::string print(const Type &t);
std::string print(const Expr &e);
std::string print(const Program &p);
support::Result<Program> parse(std::string_view text, std::string_view file, support::Diagnostics &diags);
// Names declared once and before use, expressions well typed, targets exist, ids unique. True if well formed.
bool check(const Program &p, support::Diagnostics &diags);

} // namespace lockstep::emit::boogie
