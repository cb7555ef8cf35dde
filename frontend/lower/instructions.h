// LLVM's instructions, one function each: what they compute, and the calls that are no builtin's.
#pragma once

#include "frontend/lower/context.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lockstep::frontend {

void lower_instruction(Context &cx, const llvm::Instruction &i); // function.cpp

// instructions.cpp
void binary(Context &cx, const llvm::BinaryOperator &i);
void compare(Context &cx, const llvm::CmpInst &i);
void cast(Context &cx, const llvm::CastInst &i);
void select(Context &cx, const llvm::SelectInst &i);
void freeze(Context &cx, const llvm::FreezeInst &i);
Pieces regroup(Context &cx, const Pieces &from, const std::vector<Scalar> &to); // bitcast of vectors
bool is_below(const Source &in, const llvm::Value *number, std::size_t bound);

// vectors.cpp
void extract_element(Context &cx, const llvm::ExtractElementInst &i);
void insert_element(Context &cx, const llvm::InsertElementInst &i);
void shuffle(Context &cx, const llvm::ShuffleVectorInst &i);
void extract_value(Context &cx, const llvm::ExtractValueInst &i);
void insert_value(Context &cx, const llvm::InsertValueInst &i);

// access.cpp
void load(Context &cx, const llvm::LoadInst &i);
void store(Context &cx, const llvm::StoreInst &i);

// atomics.cpp, fences.cpp
void atomic_rmw(Context &cx, const llvm::AtomicRMWInst &i);
void compare_exchange(Context &cx, const llvm::AtomicCmpXchgInst &i);
void llvm_fence(Context &cx, const llvm::FenceInst &i);

// calls.cpp
void call(Context &cx, const llvm::CallBase &i);

} // namespace lockstep::frontend
