// Inline PTX as LLVM instructions: what an instruction computes is computed, what it loads and stores is loaded and
// stored in its place, so that from here on nobody knows that it was assembly. Rows of instructions.def say which
// instructions.
//
//   text.cpp      the text, taken apart
//   expand.cpp    operands and registers, look-up, guards
//   compute.cpp   arithmetic, comparisons, bits
//   memory.cpp    loads, stores, atomics, barriers, special registers
//   passes/ptx.cpp    the pass
//
// Sound because an instruction without a row, a modifier that its row does not list, and an operand of another type are
// refused, by the instruction's name.
#pragma once

#include "frontend/ptx/text.h"

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

class PtxExpander;

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

class PtxExpander {
public:
  explicit PtxExpander(llvm::CallInst &call);
  // Instead of the call: empty if done; else what is not understood, and the call stays.
  std::string run();

#define PTX_HANDLER(name) void name(const PtxNow &now);
#include "frontend/ptx/instructions.def"

private:
  // --- expand.cpp ---
  bool bind_operands();
  void step(const PtxInstruction &i);
  void guarded(const PtxInstruction &i);
  void dispatch(const PtxInstruction &i);
  void fail() { failed_ = true; }
  llvm::Type *llvm_type(PtxType t);
  llvm::Value *raw(const PtxOperand &o);                  // of whatever type it has
  llvm::Value *read(const PtxOperand &o, PtxType t);      // of exactly these bits
  llvm::Value *read_part(const PtxOperand &o, PtxType t); // of a register that may be wider
  void write(const PtxOperand &o, llvm::Value *v);        // to a register of exactly these bits
  void write_wider(const PtxOperand &o, llvm::Value *v, bool is_signed);
  llvm::Value **place(const PtxOperand &o, llvm::Type *&type);
  llvm::Value *bits(llvm::Value *v, llvm::Type *to); // the same bits; nullptr: there are more or fewer
  llvm::Value *unknown(llvm::Type *type);
  llvm::Value *call_function(const std::string &name, llvm::Type *result, const std::vector<llvm::Value *> &arguments);
  llvm::Value *call_ours(const std::string &name, llvm::Type *result, const std::vector<llvm::Value *> &arguments = {});

  // --- compute.cpp ---
  llvm::Value *number(PtxType t, std::uint64_t n);
  llvm::Value *compare(std::string_view relation, PtxType t, llvm::Value *a, llvm::Value *b);
  llvm::Value *product(const PtxNow &now, PtxType t, llvm::Value *a, llvm::Value *b);
  llvm::Value *limited(llvm::Value *shift, unsigned most); // at most
  llvm::Value *below(llvm::Value *count, PtxType t);       // so many ones
  llvm::Value *by_table(unsigned table, unsigned size, const std::vector<llvm::Value *> &operands);

  // --- memory.cpp ---
  llvm::Value *special(const std::string &name);
  llvm::Value *pointer(const PtxNow &now, const PtxOperand &address);
  llvm::Value *generic(llvm::Value *pointer);
  llvm::Type *accessed(const PtxNow &now);
  std::optional<llvm::SyncScope::ID> scope(const PtxNow &now);

  llvm::CallInst &call_;
  llvm::IRBuilder<> b_;
  PtxText text_;
  std::vector<llvm::Type *> output_types_;
  std::vector<llvm::Value *> outputs_, inputs_, registers_; // inputs: by operand number, from the first one on
  bool failed_ = false;
};

} // namespace lockstep::frontend
