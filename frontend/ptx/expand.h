// Inline PTX as LLVM instructions: what an instruction computes is computed, what it loads and stores is loaded and
// stored in its place, so that from here on nobody knows that it was assembly. Rows of instructions.def say which
// instructions.
//
//   text.cpp      the text, taken apart
//   expand.cpp    operands and registers, look-up, guards
//   compute.cpp   arithmetic, comparisons
//   bits.cpp      bits: fields, shifts, permutes, counts
//   memory.cpp    loads, stores, atomics, barriers, special registers
//   passes/ptx.cpp    the pass
//
// Sound because an instruction without a row, a modifier that its row does not list, and an operand of another type are
// refused, by the instruction's name.
#pragma once

#include "frontend/ptx/text.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::frontend {

struct PtxType {
  char kind; // u, s, b: integers; f: numbers; h: halves, alone or packed, as bits; p: truth values
  unsigned bits;
  bool is_integer() const { return kind == 'u' || kind == 's' || kind == 'b'; }
  bool is_signed() const { return kind == 's'; }
};
std::optional<PtxType> ptx_type(std::string_view text); // "u32"

// One instruction, its modifiers in two.
struct PtxNow {
  const PtxInstruction &instruction;
  std::vector<PtxType> types;
  std::vector<std::string_view> flags;
  int detail; // of the row
  bool has(std::string_view flag) const;
  const PtxOperand &operand(std::size_t n) const { return instruction.operands[n]; }
};

enum PtxDetail { PtxLow, PtxMask, PtxAnd, PtxOr, PtxXor };

// The operands of one piece of assembly, where its instructions become LLVM's.
class PtxOperands {
public:
  struct Values { // what they hold now
    std::vector<llvm::Value *> outputs, registers;
  };

  PtxOperands(llvm::CallInst &assembly, const PtxText &text);
  bool bind(); // false: of a kind that is not known

  void fail() { failed_ = true; } // the instruction is not understood
  bool failed() const { return failed_; }

  llvm::Type *llvm_type(PtxType t);
  llvm::Value *number(PtxType t, std::uint64_t n) { return llvm::ConstantInt::get(llvm_type(t), n); }
  llvm::Value *raw(const PtxOperand &o);                  // of whatever type it has
  llvm::Value *read(const PtxOperand &o, PtxType t);      // of exactly these bits
  llvm::Value *read_part(const PtxOperand &o, PtxType t); // of a register that may be wider
  void write(const PtxOperand &o, llvm::Value *v);        // to a register of exactly these bits
  void write_wider(const PtxOperand &o, llvm::Value *v, bool is_signed);
  llvm::Value **place(const PtxOperand &o, llvm::Type *&type);
  llvm::Value *unknown(llvm::Type *type);
  // Of which only that equal arguments give equal results is known.
  llvm::Value *call_function(const std::string &name, llvm::Type *result, const std::vector<llvm::Value *> &arguments);
  llvm::Value *call_ours(const std::string &name, llvm::Type *result, const std::vector<llvm::Value *> &arguments = {});

  llvm::CallInst &call;
  llvm::IRBuilder<> b;
  Values values;

private:
  llvm::Value *bits(llvm::Value *v, llvm::Type *to); // the same bits; nullptr: there are more or fewer

  const PtxText &text_;
  std::vector<llvm::Type *> output_types_;
  std::vector<llvm::Value *> inputs_; // by operand number, from the first one on
  bool failed_ = false;
};

namespace ptx { // the functions that rows of instructions.def name
#define PTX_HANDLER(name) void name(PtxOperands &x, const PtxNow &now);
#include "frontend/ptx/instructions.def"
} // namespace ptx
llvm::Value *ptx_special(PtxOperands &x, const std::string &name); // a register; nullptr: none that is known

// Instead of the call: empty if done; else what is not understood, and the call stays.
std::string expand_ptx(llvm::CallInst &call);

} // namespace lockstep::frontend
