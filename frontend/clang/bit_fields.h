// Bit-fields as the memory locations of C and C++: a longest row of adjacent bit-fields, all of a width that is not
// zero, is one location ([intro.memory]; C11 3.14), and two threads that access it race, whatever bits they are after.
// Clang accesses parts of it, of a width of its own choice, so what it says of an access is not enough:
//
//     struct { unsigned a : 7, b : 9, c : 8; };      a, b: 2 bytes; c: 1 byte; the location: 3 bytes
//
// So each access to a bit-field carries its location from the declaration on, and where it reaches shared memory it is
// widened to all of it (widen_bit_fields). Internal to frontend/.
#pragma once

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Decl.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <vector>

namespace lockstep::frontend {

using BitFieldRecords = std::vector<const clang::RecordDecl *>; // with bit-fields of their own

// Goes before the code generator: makes it say of each access to a member of such a record which one it is.
std::unique_ptr<clang::ASTConsumer> note_bit_fields(BitFieldRecords &records);

// Takes what the code generator has said out of the module again. `locations`: and marks loads and stores with theirs.
void resolve_bit_fields(llvm::Module &module, clang::CodeGenerator &generator, const clang::ASTContext &context,
                        const BitFieldRecords &records, bool locations);

} // namespace lockstep::frontend
