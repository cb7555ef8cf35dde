// See missing_headers.h.
#include "frontend/setup/missing_headers.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

class MissingHeaders : public clang::PPCallbacks {
public:
  MissingHeaders(const clang::SourceManager &sources, support::Diagnostics &diags,
                 std::vector<std::string> &assumptions)
      : sources_(sources), diags_(diags), assumptions_(assumptions) {}

  bool FileNotFound(llvm::StringRef) override { return true; }
  void InclusionDirective(clang::SourceLocation at, const clang::Token &, llvm::StringRef name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef,
                          const clang::Module *, bool, clang::SrcMgr::CharacteristicKind) override {
    if (file)
      return;
    std::string text = "header '" + name.str() + "' was not found and is taken to be empty";
    if (std::find(assumptions_.begin(), assumptions_.end(), text) != assumptions_.end())
      return;
    const clang::PresumedLoc place = sources_.getPresumedLoc(at);
    diags_.warning(support::Origin({place.getFilename(), place.getLine(), place.getColumn()}), text);
    assumptions_.push_back(std::move(text));
  }

private:
  const clang::SourceManager &sources_;
  support::Diagnostics &diags_;
  std::vector<std::string> &assumptions_;
};

} // namespace

std::unique_ptr<clang::PPCallbacks> missing_headers(const clang::Preprocessor &preprocessor,
                                                    support::Diagnostics &diags,
                                                    std::vector<std::string> &assumptions) {
  return std::make_unique<MissingHeaders>(preprocessor.getSourceManager(), diags, assumptions);
}

} // namespace lockstep::frontend
