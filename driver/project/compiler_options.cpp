// The table of compilers' options (compiler_options.h).
#include "driver/project/compiler_options.h"

#include <array>

namespace lockstep::driver {

namespace {

constexpr std::array rows = {
    CompilerOption{"-D", apart | joined | equals, Means::Define},
    CompilerOption{"--define-macro", apart | equals, Means::Define},
    CompilerOption{"-U", apart | joined | equals, Means::Undefine},
    CompilerOption{"--undefine-macro", apart | equals, Means::Undefine},
    CompilerOption{"-I", apart | joined | equals, Means::Include},
    CompilerOption{"--include-path", apart | equals, Means::Include},
    CompilerOption{"-isystem", apart | joined | equals, Means::SystemInclude},
    CompilerOption{"--system-include", apart | equals, Means::SystemInclude},
    CompilerOption{"-idirafter", apart | joined, Means::SystemInclude},
    CompilerOption{"-iquote", apart | joined, Means::QuoteInclude},
    CompilerOption{"-include", apart | equals, Means::File},
    CompilerOption{"--include", apart | equals, Means::File},
    CompilerOption{"--pre-include", apart | equals, Means::File},
    CompilerOption{"-imacros", apart, Means::File},
    CompilerOption{"-std", apart | equals, Means::Standard},
    CompilerOption{"--std", apart | equals, Means::Standard},
    CompilerOption{"-cl-std", equals, Means::Standard},
    CompilerOption{"-x", apart | joined | equals, Means::Language},
    CompilerOption{"--x", apart | equals, Means::Language},
    CompilerOption{"-arch", apart | equals, Means::Architecture},
    CompilerOption{"--gpu-architecture", apart | equals, Means::Architecture},
    CompilerOption{"--cuda-gpu-arch", equals, Means::Architecture},
    CompilerOption{"--offload-arch", apart | equals, Means::Architecture},
    CompilerOption{"-gencode", apart | equals, Means::Generate},
    CompilerOption{"--generate-code", apart | equals, Means::Generate},
    CompilerOption{"-Xcompiler", apart | equals, Means::Host},
    CompilerOption{"--compiler-options", apart | equals, Means::Host},
    CompilerOption{"-optf", apart | equals, Means::Response},
    CompilerOption{"--options-file", apart | equals, Means::Response},
    CompilerOption{"--cuda-path", equals, Means::Toolkit},
    CompilerOption{"--rocm-path", equals, Means::Toolkit},
    CompilerOption{"-m", apart, Means::Machine},
    CompilerOption{"--machine", apart | equals, Means::Machine},
    CompilerOption{"-Xclang", 0, Means::Plain},
    CompilerOption{"-Xarch_device", 0, Means::Plain},
    // whose value may look like an option of its own
    CompilerOption{"-o", apart | joined, Means::Nothing},
    CompilerOption{"--output-file", apart | equals, Means::Nothing},
    CompilerOption{"-MF", apart, Means::Nothing},
    CompilerOption{"-MT", apart, Means::Nothing},
    CompilerOption{"-MQ", apart, Means::Nothing},
    CompilerOption{"-ccbin", apart | equals, Means::Nothing},
    CompilerOption{"-mllvm", apart, Means::Nothing},
    CompilerOption{"-Xarch_host", apart, Means::Nothing},
    CompilerOption{"-Xptxas", apart | equals, Means::Nothing},
    CompilerOption{"--ptxas-options", apart | equals, Means::Nothing},
    CompilerOption{"-Xlinker", apart | equals, Means::Nothing},
    CompilerOption{"--linker-options", apart | equals, Means::Nothing},
    CompilerOption{"-Xarchive", apart | equals, Means::Nothing},
    CompilerOption{"--archive-options", apart | equals, Means::Nothing},
    CompilerOption{"-Xnvlink", apart | equals, Means::Nothing},
    CompilerOption{"--nvlink-options", apart | equals, Means::Nothing},
    CompilerOption{"-Xcudafe", apart | equals, Means::Nothing},
    CompilerOption{"-Xfatbin", apart | equals, Means::Nothing},
    CompilerOption{"-Xassembler", apart | equals, Means::Nothing},
};

} // namespace

OptionMatch match_option(const std::string &word) {
  OptionMatch best;
  for (const CompilerOption &r : rows) {
    if (!word.starts_with(r.flag) || (best.row != nullptr && best.row->flag.size() >= r.flag.size()))
      continue;
    const std::string rest = word.substr(r.flag.size());
    if (rest.empty())
      best = {&r, std::nullopt};
    else if (rest[0] == '=' && (r.forms & equals) != 0)
      best = {&r, rest.substr(1)};
    else if ((r.forms & joined) != 0)
      best = {&r, rest};
  }
  return best;
}

} // namespace lockstep::driver
