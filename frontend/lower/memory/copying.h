// Asynchronous copies that go on between the statements of the source (copies.h): what is done about them at the
// kernel's entry, while it is made, and at its end.
#pragma once

#include "frontend/lower/handlers.h"

namespace lockstep::frontend {

// Of groups (group_copies.cpp).
void declare_copies(Context &cx);
void go_on_copying(Context &cx, const llvm::CallBase &barrier);
void note_finished_copies(Context &cx, const llvm::Instruction &at);

// Of threads (thread_copies.cpp).
void declare_own_copies(Context &cx);
void go_on_with_own_copies(Context &cx, const llvm::Instruction &i);
void end_own_copies(Context &cx, const llvm::Instruction &wait);
cfg::Expr under_way(const OwnCopies &own, const OwnSite &site, const OwnCopy &copy);

// What is so by construction of those (copy_notes.cpp): a place to say it, and what is said there in the end.
void note_own_copies(Context &cx, const llvm::Instruction &i, bool loop_head);
void finish_notes(Context &cx);

} // namespace lockstep::frontend
