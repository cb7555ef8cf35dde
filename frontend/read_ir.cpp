// Reads LLVM assembly or bitcode (the SPIR, NVPTX and AMDGCN dialects); the parser's errors become diagnostics.
//
// The verifier comes first: what LLVM does to a module that it has read (old debug information is upgraded) takes for
// granted that the module is well formed, and aborts.
#include "frontend/builtins/declared.h"
#include "frontend/clang/compile_clang.h"
#include "frontend/llvm/check_ir.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/ModuleSummaryIndex.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::frontend {

namespace {

bool is_bitcode(llvm::MemoryBufferRef buffer) {
  const auto *begin = reinterpret_cast<const unsigned char *>(buffer.getBufferStart());
  return llvm::isBitcode(begin, begin + buffer.getBufferSize());
}

std::unique_ptr<llvm::Module> parse(const std::string &path, llvm::MemoryBufferRef buffer, llvm::SMDiagnostic &error,
                                    llvm::LLVMContext &context) {
  if (is_bitcode(buffer))
    return llvm::parseIR(buffer, error, context);
  const auto layout = [](llvm::StringRef, llvm::StringRef) { return std::nullopt; };
  return llvm::parseAssemblyFileWithIndexNoUpgradeDebugInfo(path, error, context, nullptr, layout).Mod;
}

// Null after an error.
std::unique_ptr<llvm::Module> read(const std::string &path, llvm::MemoryBufferRef buffer, llvm::LLVMContext &context,
                                   support::Diagnostics &diags) {
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module = parse(path, buffer, error, context);
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
  } else {
    llvm::UpgradeDebugInfo(*module);
  }
  if (!check_metadata(*module, path, diags))
    return nullptr;
  mark_declared_in_ir(*module);
  return module;
}

} // namespace

std::unique_ptr<llvm::Module> read_ir(const std::string &path, std::unique_ptr<llvm::LLVMContext> &context,
                                      support::Diagnostics &diags) {
  const auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    diags.error(support::Origin({path, 0, 0}), "'" + path + "': " + buffer.getError().message());
    return nullptr;
  }
  llvm::Module *module = nullptr;
  support::Diagnostics told;
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  const bool good = recovery.RunSafely([&] { module = read(path, **buffer, *context, told).release(); });
  llvm::CrashRecoveryContext::Disable();
  if (!good) {
    static_cast<void>(context.release());
    diags.error(support::Origin({path, 0, 0}), "the module is malformed: LLVM cannot read it to its end");
    return nullptr;
  }
  for (const support::Diagnostic &d : told.all())
    diags.add(d);
  return std::unique_ptr<llvm::Module>(module);
}

} // namespace lockstep::frontend
