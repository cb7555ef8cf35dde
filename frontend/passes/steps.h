// The steps of the pass pipeline (passes.h), one file each. Internal to frontend/passes/.
#pragma once

#include "frontend/llvm/kept_accesses.h"
#include "frontend/passes/passes.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep::frontend {

bool is_reducible(llvm::Function &f); // passes.cpp

// protect.cpp: accesses that may reach shared memory are kept out of LLVM's reach for the time of the pipeline.
void protect_accesses(llvm::Function &function, Bounds bounds);
// Those found to reach locals only, where bounds are checked surely inside of them; true if there were any.
bool unprotect_locals(llvm::Function &function, Bounds bounds);
void unprotect_all(llvm::Function &function);
bool reaches_locals_only(const llvm::Value *pointer); // allocas and initialised constants
llvm::MemIntrinsic *reveal(llvm::Instruction &i);     // the intrinsic that a protected call is; nullptr: it is none
void keep(llvm::MemIntrinsic &access);                // protects it again
bool is_kept_intrinsic(const llvm::CallBase &call);

// bounds.cpp: where bounds are checked
bool lies_inside(const llvm::Value &pointer, std::uint64_t bytes, const llvm::DataLayout &layout);
bool settle_locals(llvm::Function &function); // hides those that must not fall apart; true if others may from now on
void show_locals(llvm::Function &function);   // all of them

// ptx.cpp
void expand_assembly(llvm::Function &function);   // inline PTX; what is not understood is refused by name
bool resolve_addresses(llvm::Function &function); // of numbers that it takes as addresses; true if there were any

// swaps.cpp
void spell_out_swaps(llvm::Function &function);

// incoherent.cpp
void expand_incoherent_loads(llvm::Function &function); // the target's functions
void mark_incoherent_loads(llvm::Function &function);

// promises.cpp
void keep_promises(llvm::Module &module);

// specified.cpp: functions that their specification stands for
void expand_specifications(llvm::Module &module);

// inline.cpp
void attach_annotations(llvm::Module &module); // axioms to kernels; requires of inlined functions become assertions
void inline_everything(llvm::Module &module, const std::vector<llvm::Function *> &kernels,
                       const std::vector<llvm::Function *> &addressed, Made made);
// contracts.cpp: postconditions, invariants of all loops; before and behind the inlining of the function's calls
void mark_own_loops(llvm::Function &function);
void place_contracts(llvm::Function &function);
bool inline_resolved_calls(llvm::Function &kernel); // calls through pointers that have become direct
void refuse_remaining_calls(llvm::Function &kernel);
void remove_inlined_functions(llvm::Module &module, const std::vector<llvm::Function *> &kernels);

// indirect.cpp
std::vector<llvm::Function *> addressed_functions(llvm::Module &module); // that a pointer may lead to
bool expand_indirect_calls(llvm::Function &kernel, const std::vector<llvm::Function *> &addressed, unsigned &expanded);

// aggregates.cpp
std::vector<llvm::Function *> flatten_parameters(llvm::Module &module, const std::vector<llvm::Function *> &kernels);
bool expand_copies(llvm::Function &function);

// bytes.cpp
void initialise_locals(llvm::Function &function, bool from_source); // with arbitrary bytes
bool resolve_unknown_bytes(llvm::Function &function);
bool is_unknown_bytes(const llvm::Value *pointer);                    // what arbitrary bytes are copied from
llvm::Value *padding_value(llvm::IRBuilder<> &b, llvm::Value *value); // of bytes that no member names, to be stored
void resolve_padding(llvm::Function &function);
void remove_unknown_bytes(llvm::Module &module);
void drop_initial_stores(llvm::Function &function); // of locals that stay in memory

// first_class.cpp
void split_first_class(llvm::Function &function); // loads and stores of aggregates, into those of all their bytes

// reads_apart.cpp
bool read_unknown_bytes_anew(llvm::Function &function); // each read of what nobody has written gives other bytes

void widen_bit_fields(llvm::Function &function); // passes/locations.cpp

// events.cpp
bool spell_out_waits(llvm::Function &kernel); // true if there were any to be spelled out

// simplify.cpp: values, constant branches, empty blocks. Uses neither undef nor nsw/nuw.
bool simplify(llvm::Function &function);

// spec.cpp
void straighten_annotations(llvm::Function &function);
// Of straight regions: from begin to end, both included; empty where it has no end in the block.
std::vector<llvm::Instruction *> straight_region(llvm::Instruction &begin);
// What claims or assumes something in a region, which may have none any more; null: it has none.
llvm::Instruction *statement_of(const std::vector<llvm::Instruction *> &region);
bool begins_region(const llvm::Instruction &i);
bool ends_region(const llvm::Instruction &i);

// ignore.cpp: what annotations claim and assume, and, once they are straight, what they compute
void drop_annotations(llvm::Module &module, Annotations wanted);
void drop_regions(llvm::Function &kernel); // of annotations that have been dropped

// held.cpp: what annotations about two threads say of locals
bool speaks_of_two(const llvm::Instruction &i); // a call that makes an annotation one about two threads
void hold_locals(llvm::Function &kernel);
void refuse_late_annotations(llvm::Function &kernel); // that came into it later

// select.cpp
bool select_pure_conditionals(llvm::Function &function);

// poison.cpp
void settle_poison(llvm::Function &kernel); // of a module from elsewhere

// unroll.cpp: innermost loops of a few rounds that do nothing but compute, in locals at most; simplifies
bool unroll_short_loops(llvm::Function &function);

} // namespace lockstep::frontend
