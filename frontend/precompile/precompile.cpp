// Writes the precompiled header of lockstep_cuda_all.h to the file named. Runs at build time; its result becomes a part
// of the front end (precompiled.cpp.in).
#include "frontend/setup/arguments.h"
#include "frontend/setup/embedded.h"
#include "frontend/setup/headers.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::frontend {
std::string_view precompiled_cuda_headers() { return {}; } // not yet
} // namespace lockstep::frontend

namespace frontend = lockstep::frontend;

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: lockstep_precompile FILE\n";
    return 2;
  }
  std::vector<std::string> arguments = frontend::cuda_arguments(64, "c++17");
  arguments.insert(arguments.end(), {"-emit-pch", "-fno-pch-timestamp", "-o", argv[1],
                                     std::string(frontend::own_header_dir) + "/lockstep_cuda_all.h"});
  std::vector<const char *> pointers;
  for (const std::string &a : arguments)
    pointers.push_back(a.c_str());

  clang::CompilerInstance ci;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> diagnostic_options(new clang::DiagnosticOptions);
  clang::TextDiagnosticPrinter printer(llvm::errs(), diagnostic_options.get());
  auto engine =
      clang::CompilerInstance::createDiagnostics(diagnostic_options.get(), &printer, /*ShouldOwnClient=*/false);
  if (!clang::CompilerInvocation::CreateFromArgs(ci.getInvocation(), pointers, *engine))
    return 1;
  ci.createDiagnostics(&printer, /*ShouldOwnClient=*/false);
  ci.createFileManager(frontend::file_system_with_headers(""));
  clang::GeneratePCHAction action;
  return ci.ExecuteAction(action) ? 0 : 1;
}
