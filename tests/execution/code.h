// A Boogie program made ready for execution: names are slots, operators are numbers, literals are read.
// Private to tests/execution. What the executor does not know becomes Op::Unknown; reaching one ends an execution.
#pragma once

#include "emit/boogie/boogie.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::emit::execution {

using Number = __int128; // integers, and bit-vectors of up to 64 bits as their unsigned reading; Booleans are 0 and 1

enum class Op : std::uint8_t {
  Unknown,
  Literal,
  Slot,
  Not,
  And,
  Or,
  Implies,
  Ite,
  Select,
  Store,
  Call,
  Extract,
  Concat,
  Eq,
  Ne,
  Less,
  LessEq, // of integers, and of unsigned readings
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  Neg, // of integers
  BvAdd,
  BvSub,
  BvMul,
  BvUdiv,
  BvUrem,
  BvSdiv,
  BvSrem,
  BvShl,
  BvLshr,
  BvAshr,
  BvAnd,
  BvOr,
  BvXor,
  BvSlt,
  BvSle,
  ZeroExtend,
  SignExtend
};

struct Term {
  Op op = Op::Unknown;
  boogie::Type type;
  Number literal = 0;      // Literal
  std::uint32_t index = 0; // Slot: which; Call: the function; Extract: the lowest bit
  unsigned width = 0;      // of the first operand, if a bit-vector
  std::vector<std::uint32_t> args;
};

struct Step {
  enum class Kind : std::uint8_t { Assign, Havoc, Assume, Assert, Candidate } kind = Kind::Assume;
  std::uint32_t index = 0; // Assign, Havoc: the slot; Candidate: which
  std::uint32_t term = 0;
};

struct CodeBlock {
  std::vector<Step> steps;
  std::vector<std::uint32_t> targets;
  bool fails = false; // asserts what never holds: nothing is to be seen there
};

struct Code {
  std::vector<Term> terms;
  std::vector<boogie::Type> slots;     // constants, then the procedure's variables
  std::vector<std::string> candidates; // the existential constants that the procedure asserts something under
  std::vector<std::uint32_t> axioms;
  std::vector<CodeBlock> blocks;
};

Code code_of(const boogie::Program &program, const boogie::Procedure &procedure);

} // namespace lockstep::emit::execution
