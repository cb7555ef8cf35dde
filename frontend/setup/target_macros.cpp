// See target_macros.h.
#include "frontend/setup/target_macros.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>

namespace lockstep::frontend {
namespace {

// Of the user's, wherever it comes from: not within our own headers.
bool is_users(const clang::SourceManager &sources, clang::SourceLocation at) {
  const auto file = sources.getFileEntryRefForID(sources.getFileID(sources.getExpansionLoc(at)));
  return file && !file->getName().starts_with("/__lockstep__/");
}

llvm::StringRef text_of(const clang::Preprocessor &p, clang::SourceRange range) {
  return clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(range), p.getSourceManager(),
                                     p.getLangOpts());
}

constexpr std::array<llvm::StringLiteral, 2> passes = {"__CUDA_ARCH__", "__HIP_DEVICE_COMPILE__"};
constexpr std::array<llvm::StringLiteral, 3> languages = {"__CUDACC__", "__HIPCC__", "__CUDA__"};
constexpr std::array<llvm::StringLiteral, 59> machines = {
    "__NVPTX__", "__NVPTX64__", "__AMDGCN__", "__AMDGPU__", "__linux__", "__linux", "linux", "__gnu_linux__",
    "__unix__", "__unix", "unix", "__x86_64__", "__x86_64", "__amd64__", "__aarch64__", "__AVX__", "__AVX2__",
    "__SSE__", "__SSE2__", "__i386__", "__arm__", "__powerpc64__", "__riscv", "_WIN32", "_WIN64", "WIN32", "__CYGWIN__",
    "__MINGW32__", "__MINGW64__", "__APPLE__", "__MACH__", "__FreeBSD__", "__ANDROID__", "__LP64__", "_LP64",
    "__BYTE_ORDER__",
    // of the compiler
    "__GNUC__", "__GNUC_MINOR__", "__GNUG__", "__GNUC_PATCHLEVEL__", "_MSC_VER", "__INTEL_COMPILER", "__ICC",
    "__INTEL_LLVM_COMPILER", "__NVCOMPILER", "__PGI", "__PGIC__", "__VERSION__", "__GLIBC__", "__GLIBCXX__",
    "_LIBCPP_VERSION", "__EXCEPTIONS", "__GXX_RTTI",
    // of how it is called
    "_OPENMP", "_OPENACC", "NDEBUG", "__OPTIMIZE__", "__FAST_MATH__", "__STRICT_ANSI__"};
// What such macros begin with.
constexpr std::array<llvm::StringLiteral, 9> families = {"__clang",     "__CUDACC_VER_",    "__NVCOMPILER_",
                                                         "__HIP_ARCH_", "__AMDGCN_",        "__GFX",
                                                         "__gfx",       "__cpp_exceptions", "__SIZEOF_LONG_DOUBLE"};

class Asked : public clang::PPCallbacks {
public:
  Asked(const clang::Preprocessor &p, AskedMacros &asked) : p_(p), asked_(asked) {}

  void Defined(const clang::Token &name, const clang::MacroDefinition &, clang::SourceRange) override { note(name); }
  void Ifdef(clang::SourceLocation, const clang::Token &name, const clang::MacroDefinition &) override { note(name); }
  void Ifndef(clang::SourceLocation, const clang::Token &name, const clang::MacroDefinition &) override { note(name); }
  void Elifdef(clang::SourceLocation, const clang::Token &name, const clang::MacroDefinition &) override { note(name); }
  void Elifndef(clang::SourceLocation, const clang::Token &name, const clang::MacroDefinition &) override {
    note(name);
  }
  void Elifdef(clang::SourceLocation, clang::SourceRange condition, clang::SourceLocation) override { look(condition); }
  void Elifndef(clang::SourceLocation, clang::SourceRange condition, clang::SourceLocation) override {
    look(condition);
  }
  // One that is not defined is 0 there, without a word.
  void If(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind) override { look(condition); }
  void Elif(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind, clang::SourceLocation) override {
    look(condition);
  }
  void HasInclude(clang::SourceLocation at, llvm::StringRef name, bool, clang::OptionalFileEntryRef file,
                  clang::SrcMgr::CharacteristicKind) override {
    if (is_users(p_.getSourceManager(), at) && (!file || file->getName().starts_with("/__lockstep__/")))
      asked_.headers.insert(name.str());
  }
  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &, clang::SourceRange,
                    const clang::MacroArgs *) override {
    note(name);
  }
  // It may be expanded in a condition.
  void MacroDefined(const clang::Token &, const clang::MacroDirective *directive) override {
    for (const clang::Token &t : directive->getMacroInfo()->tokens())
      note(t);
  }

private:
  void note(const clang::Token &name) {
    const clang::IdentifierInfo *i = name.getIdentifierInfo();
    if (!i || !is_users(p_.getSourceManager(), name.getLocation()))
      return;
    each([&](llvm::StringRef macro) { return i->getName() == macro; });
    note_family(i->getName());
  }
  void look(clang::SourceRange condition) {
    if (!is_users(p_.getSourceManager(), condition.getBegin()))
      return;
    const llvm::StringRef text = text_of(p_, condition);
    each([&](llvm::StringRef macro) { return mentions(text, macro); });
    const auto in_name = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    for (llvm::StringRef rest = text.drop_until(in_name); !rest.empty(); rest = rest.drop_until(in_name)) {
      const llvm::StringRef word = rest.take_while(in_name);
      note_family(word);
      rest = rest.drop_front(word.size());
    }
  }
  void note_family(llvm::StringRef name) {
    if (std::any_of(families.begin(), families.end(), [&](llvm::StringRef f) { return name.starts_with(f); }))
      asked_.machines.insert(name.str());
  }
  template <typename Is> void each(Is &&is) {
    for (const llvm::StringRef macro : passes)
      if (is(macro))
        asked_.passes.insert(macro.str());
    for (const llvm::StringRef macro : languages)
      if (is(macro))
        asked_.language.insert(macro.str());
    for (const llvm::StringRef macro : machines)
      if (is(macro))
        asked_.machines.insert(macro.str());
  }
  const clang::Preprocessor &p_;
  AskedMacros &asked_;
};

class UnreadNames : public clang::PPCallbacks {
public:
  UnreadNames(const clang::Preprocessor &p, std::vector<std::string> names, std::set<std::string> &found)
      : p_(p), names_(std::move(names)), found_(found) {}

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    if (!is_users(p_.getSourceManager(), range.getBegin()))
      return;
    const llvm::StringRef text = text_of(p_, range);
    for (const std::string &name : names_)
      if (mentions(text, name))
        found_.insert(name);
  }
  void MacroDefined(const clang::Token &, const clang::MacroDirective *directive) override {
    for (const clang::Token &t : directive->getMacroInfo()->tokens())
      for (const std::string &name : names_)
        if (t.getIdentifierInfo() && t.getIdentifierInfo()->getName() == name)
          found_.insert(name);
  }

private:
  const clang::Preprocessor &p_;
  const std::vector<std::string> names_;
  std::set<std::string> &found_;
};

} // namespace

std::unique_ptr<clang::PPCallbacks> asked_macros(const clang::Preprocessor &preprocessor, AskedMacros &asked) {
  return std::make_unique<Asked>(preprocessor, asked);
}

std::vector<std::string> machine_assumptions(const AskedMacros &asked) {
  std::vector<std::string> out;
  for (const std::string &macro : asked.machines)
    out.push_back("the text means the same whether " + macro + " is defined or not");
  for (const std::string &name : asked.headers)
    out.push_back("the text means the same whether there is a header '" + name + "' or not");
  return out;
}

bool mentions(llvm::StringRef text, llvm::StringRef name) {
  const auto in_name = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (std::size_t at = text.find(name); at != llvm::StringRef::npos; at = text.find(name, at + 1))
    if ((at == 0 || !in_name(text[at - 1])) && (at + name.size() == text.size() || !in_name(text[at + name.size()])))
      return true;
  return false;
}

std::unique_ptr<clang::PPCallbacks> unread_names(const clang::Preprocessor &preprocessor,
                                                 std::vector<std::string> names, std::set<std::string> &found) {
  return std::make_unique<UnreadNames>(preprocessor, std::move(names), found);
}

} // namespace lockstep::frontend
