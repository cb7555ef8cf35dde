// Source places and names out of LLVM debug information.
#pragma once

#include "support/source.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::frontend {

class DebugInfo {
public:
  explicit DebugInfo(const llvm::Function &f);

  support::Origin origin(const llvm::DILocation *location) const;
  support::Origin origin(const llvm::DIVariable *variable) const;
  support::Origin function_origin() const;

  // The variable that a value is (or whose storage it is); nullptr if none is known.
  const llvm::DIVariable *variable(const llvm::Value *v) const;
  std::string name(const llvm::Value *v) const; // the variable's name, else empty

private:
  void note(const llvm::Value *v, const llvm::DILocalVariable *variable);

  const llvm::Function &function_;
  std::map<const llvm::Value *, const llvm::DIVariable *> variables_;
  mutable std::map<const llvm::DILocation *, support::Origin> origins_;
};

// Type `t` without typedefs and qualifiers; nullptr stays nullptr.
const llvm::DIType *strip(const llvm::DIType *t);
bool is_structure(const llvm::DIType *t);
// Bytes of one element: what a pointer points to, or an array's element (of all dimensions); 0 if unknown.
unsigned element_bytes(const llvm::DIType *t);
// The extents of an array's dimensions but the outermost one, or of all dimensions of what a pointer points to; empty
// where one of them is not known.
std::vector<std::uint64_t> row_extents(const llvm::DIType *t);
// Bytes of the smallest number within what a pointer points to, or within an array's element; 1 if unknown.
std::uint64_t smallest_scalar(const llvm::DIType *t);
// The path of the member at a byte offset, ".s.p"; empty if there is none.
std::string member_path(const llvm::DIType *t, std::uint64_t offset);
const llvm::DIType *member_type(const llvm::DIType *t, std::uint64_t offset);

} // namespace lockstep::frontend
