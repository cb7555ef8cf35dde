// Random kernels as small structured programs: what the generator (generate.h) makes and the shrinker (shrink.h) edits.
// One tree has two readings: OpenCL source (to_cl.h) and kernel IR (to_kir.h).
//
// Integers only, of 8 to 64 bits, signed or unsigned. Every operation takes arguments of its own type; conversions are
// nodes. Conditions are nodes of their own kinds (Compare, And, Or, Not, Truth) and have no integer type.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::oracle {

struct IntType {
  unsigned width = 32;
  bool is_signed = true;
  bool operator==(const IntType &) const = default;
};

enum class NodeKind : std::uint8_t {
  Const,
  Var,
  Id,
  Binary,
  Convert,
  Select, // integers
  Truth,
  Compare,
  And,
  Or,
  Not // conditions
};
enum class Id : std::uint8_t { Local, Group, LocalSize, NumGroups, Global };
enum class BinaryOp : std::uint8_t { Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor, Min, Max };
enum class CompareOp : std::uint8_t { Lt, Le, Eq, Ne };

struct Node;
using Tree = std::shared_ptr<const Node>;
struct Node {
  NodeKind kind = NodeKind::Const;
  IntType type;
  std::int64_t value = 0; // Const; Truth: 0 or 1
  int var = 0;            // Var: index into Program::vars
  Id id = Id::Local;
  unsigned dimension = 0; // Id
  BinaryOp op = BinaryOp::Add;
  CompareOp compare = CompareOp::Lt;
  bool no_wrap = false; // kernel IR: nsw on Add, Sub, Mul, Shl (OpenCL has it for int and long, always)
  std::vector<Tree> args;
};

enum class StmtKind : std::uint8_t {
  Assign, // var := value
  Load,   // targets := array[index], consecutive values of type `view`
  Store,  // array[index] := values, each of type `view`
  Atomic, // [var :=] atomic op array[index] (values)
  If,     // condition (none: non-deterministic, kernel IR only), body, other
  Loop,   // before; while (condition) { body; step }; do_while: the test comes last
  Switch, // value; cases
  Barrier,
  Break,
  Continue,
  Return,
  Goto, // to `label`, forward or back
  Label,
  Assert,
  Assume,
};
enum class AtomicKind : std::uint8_t { Add, Sub, Xchg, Inc, Dec, CmpXchg, Min, Max, And, Or, Xor };

struct Stmt;
using Body = std::vector<Stmt>;
struct Case {
  std::int64_t value = 0;
  bool is_default = false;
  bool falls_through = false;
  Body body;
};
struct Stmt {
  StmtKind kind = StmtKind::Assign;
  int var = -1;             // Assign, Atomic (-1: no result)
  std::vector<int> targets; // Load
  int array = 0;
  IntType view;             // Load, Store: of one value; may be narrower or wider than the array's elements
  Tree index;               // in values of type `view` (vectors: in vectors)
  std::vector<Tree> values; // Store, Atomic; Assign and Switch: one
  AtomicKind atomic = AtomicKind::Add;
  Tree condition; // If, Loop, Assert, Assume
  Body body, other, before, step;
  bool do_while = false;
  std::vector<Case> cases;
  bool fence_group = true, fence_global = true; // Barrier
  int label = 0;
};

struct Var {
  IntType type;
  bool param = false;
  Tree initial; // of a variable: its value at entry
  std::string name;
};
enum class Space : std::uint8_t { Global, Group, Private };
struct Array {
  Space space = Space::Global;
  IntType element;
  unsigned extent = 0; // elements; of group and private arrays
  std::string name;
};

struct Program {
  std::string name = "k";
  std::array<unsigned, 2> local_size{2, 1}, num_groups{1, 1};
  unsigned offset_bits = 64; // kernel IR: width of offsets; OpenCL: that of pointers
  std::vector<Var> vars;
  std::vector<Array> arrays;
  Body body;
};

// --- builders -------------------------------------------------------------------------------------------------
Tree constant(IntType t, std::int64_t value);
Tree variable(const Program &p, int var);
Tree id(Id which, IntType t, unsigned dimension = 0);
Tree binary(BinaryOp op, Tree a, Tree b, bool no_wrap = false); // of the type of `a`; `b` is converted
Tree convert(Tree a, IntType to);
Tree select(Tree c, Tree a, Tree b);
Tree truth(bool value);
Tree compare(CompareOp op, Tree a, Tree b);
Tree both(Tree a, Tree b);
Tree either(Tree a, Tree b);
Tree negation(Tree a);
bool is_condition(const Node &n);

Stmt assign(int var, Tree value);
std::size_t size(const Program &p); // statements and expression nodes: what shrinking makes smaller

// Which variables and arrays the program mentions.
struct Mentioned {
  std::vector<bool> vars, arrays;
};
Mentioned mentioned(const Program &p);

} // namespace lockstep::oracle
