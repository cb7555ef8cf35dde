// Which functions of a module are text of our headers alone (declared.h). Internal to frontend/.
#pragma once

#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/IR/Module.h"

namespace lockstep::frontend {

// Sound because a function is marked only if its definition stands in a header of ours, by place and not by name, and
// nothing that the program wrote is evaluated in it: default arguments of the program's functions and initialisers of
// its members are, where a template of ours is instantiated for a class of the program's (`T()` in a container). What
// is not marked, and what the code generator made by itself, counts as the program's.
void mark_text_of_our_headers(llvm::Module &module, clang::CodeGenerator &generator);

} // namespace lockstep::frontend
