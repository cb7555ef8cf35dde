// See foreign_pragmas.h.
#include "frontend/setup/foreign_pragmas.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Pragma.h"
#include "llvm/ADT/StringExtras.h"

namespace lockstep::frontend {
namespace {

class ForeignPragmas : public clang::PPCallbacks {
public:
  ForeignPragmas(const clang::Preprocessor &p, PragmaPlaces &places) : p_(p), places_(places) {}

  void PragmaDirective(clang::SourceLocation at, clang::PragmaIntroducerKind introducer) override {
    const clang::SourceManager &sources = p_.getSourceManager();
    bool invalid = false;
    const char *begin = sources.getCharacterData(at, &invalid);
    if (invalid || is_foreign(begin, introducer))
      places_.push_back(sources.getExpansionLoc(at));
  }

private:
  // The text from the directive on; it ends with a 0.
  static bool is_foreign(llvm::StringRef text, clang::PragmaIntroducerKind introducer) {
    text = text.take_front(200).ltrim();
    if (introducer == clang::PIK_HashPragma) {
      text.consume_front("#");
      text = text.ltrim(" \t");
      text.consume_front("pragma");
      text = text.ltrim(" \t");
      const llvm::StringRef name = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
      // Behind a backslash or a comment something else may stand.
      return name.empty() ? !text.starts_with("\n") && !text.starts_with("\r") : is_name(name);
    }
    if (!text.consume_front("_Pragma") && !text.consume_front("__pragma"))
      return true;
    text = text.ltrim();
    if (!text.consume_front("("))
      return true;
    text = text.ltrim();
    if (!text.consume_front("\"") && introducer == clang::PIK__Pragma)
      return true; // a macro makes it
    const llvm::StringRef name = text.ltrim().take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    return name.empty() || is_name(name);
  }
  static bool is_name(llvm::StringRef name) {
    return name == "omp" || name == "ompx" || name == "acc" || name == "omx" || name == "cilk";
  }

  const clang::Preprocessor &p_;
  PragmaPlaces &places_;
};

} // namespace

std::unique_ptr<clang::PPCallbacks> foreign_pragmas(const clang::Preprocessor &preprocessor, PragmaPlaces &places) {
  return std::make_unique<ForeignPragmas>(preprocessor, places);
}

} // namespace lockstep::frontend
