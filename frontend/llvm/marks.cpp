// Comments in front of our own LLVM assembly: see marks.h.
#include "frontend/llvm/marks.h"

#include "frontend/llvm/spoken_dimensions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace lockstep::frontend {

namespace {
constexpr llvm::StringLiteral as_compiled = "; lockstep: as compiled";
constexpr llvm::StringLiteral assumes = "; lockstep: assumes ";
constexpr llvm::StringLiteral uncalled = "; lockstep: uncalled ";
constexpr llvm::StringLiteral speaks = "; lockstep: speaks of ";
constexpr std::array<llvm::StringLiteral, 3> dimensions{"x ", "y ", "z "};

// "y z kernel": dimensions of which the kernel's code no longer tells that its source speaks of them.
std::string unsaid(const Module::Impl &module, const std::string &kernel, const std::array<bool, 3> &spoken) {
  const llvm::Function *f = module.module->getFunction(kernel);
  const std::array<bool, 3> said = f ? spoken_dimensions(*f, module.foreign) : std::array<bool, 3>();
  std::string out;
  for (std::size_t d = 0; d < 3; ++d)
    if (spoken[d] && !said[d])
      out += dimensions[d].str();
  return out.empty() ? out : out + kernel;
}

void read_spoken(llvm::StringRef line, Module::Impl &module) {
  std::array<bool, 3> spoken{};
  for (std::size_t d = 0; d < 3; ++d)
    spoken[d] = line.consume_front(dimensions[d]);
  module.spoken[line.str()] = spoken;
}
} // namespace

std::string marks_of(const Module::Impl &module) {
  std::string text = module.foreign ? "" : (as_compiled + "\n").str();
  for (const cfg::Uncalled &u : module.uncalled)
    text += (uncalled + u.name + "\n").str();
  for (const auto &[kernel, spoken] : module.spoken)
    if (const std::string more = unsaid(module, kernel, spoken); !more.empty())
      text += (speaks + more + "\n").str();
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
    else if (line.consume_front(speaks))
      read_spoken(line.rtrim(), module);
    else if (line.consume_front(uncalled) &&
             llvm::none_of(module.uncalled, [&](const cfg::Uncalled &u) { return u.name == line.rtrim(); }))
      module.uncalled.push_back({line.rtrim().str(), {}});
  }
}

} // namespace lockstep::frontend
