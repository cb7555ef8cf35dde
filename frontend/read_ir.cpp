// Reads LLVM assembly or bitcode (the SPIR, NVPTX and AMDGCN dialects); the parser's errors become diagnostics.
#include "frontend/compile_clang.h"
#include "frontend/declared.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::frontend {

std::unique_ptr<llvm::Module> read_ir(const std::string &path, llvm::LLVMContext &context,
                                      support::Diagnostics &diags) {
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(path, error, context);
  if (!module) {
    unsigned line = error.getLineNo() > 0 ? static_cast<unsigned>(error.getLineNo()) : 0;
    unsigned column = error.getColumnNo() >= 0 ? static_cast<unsigned>(error.getColumnNo()) + 1 : 0;
    diags.error(support::Origin({path, line, column}), error.getMessage().str());
    return nullptr;
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  bool broken_debug_info = false;
  if (llvm::verifyModule(*module, &out, &broken_debug_info)) {
    std::string first = text.substr(0, text.find('\n'));
    diags.error(support::Origin({path, 0, 0}), "the module is malformed: " + first);
    return nullptr;
  }
  if (broken_debug_info) {
    llvm::StripDebugInfo(*module);
    diags.warning(support::Origin({path, 0, 0}), "the module's debug information is malformed and is left out");
  }
  mark_declared_in_ir(*module);
  return module;
}

} // namespace lockstep::frontend
