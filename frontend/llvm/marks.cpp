// Comments in front of our own LLVM assembly: see marks.h.
#include "frontend/llvm/marks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace lockstep::frontend {

namespace {
constexpr llvm::StringLiteral as_compiled = "; lockstep: as compiled";
constexpr llvm::StringLiteral assumes = "; lockstep: assumes ";
constexpr llvm::StringLiteral uncalled = "; lockstep: uncalled ";
} // namespace

std::string marks_of(const Module::Impl &module) {
  std::string text = module.foreign ? "" : (as_compiled + "\n").str();
  for (const cfg::Uncalled &u : module.uncalled)
    text += (uncalled + u.name + "\n").str();
  for (const std::string &a : module.parts.assumptions)
    text += (assumes + a + "\n").str();
  return text;
}

void read_marks(const std::string &path, Module::Impl &module) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return;
  llvm::StringRef rest = (*buffer)->getBuffer();
  while (rest.starts_with(";")) {
    auto [line, more] = rest.split('\n');
    rest = more;
    if (line.rtrim() == as_compiled)
      module.foreign = false;
    else if (line.consume_front(assumes))
      module.parts.assumptions.push_back(line.rtrim().str());
    else if (line.consume_front(uncalled) &&
             llvm::none_of(module.uncalled, [&](const cfg::Uncalled &u) { return u.name == line.rtrim(); }))
      module.uncalled.push_back({line.rtrim().str(), {}});
  }
}

} // namespace lockstep::frontend
