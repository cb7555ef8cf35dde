// Kernels of files: those that must verify, as the interpreter takes them.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "support/diagnostic.h"

#include <string>
#include <vector>

namespace lockstep::oracle {

struct FileKernel {
  cfg::Kernel kernel; // with checked reads: what is tolerated is no race
  cfg::Launch launch;
  bool plain = false;  // nothing is assumed, and the memory model is the language's
  bool bounds = false; // are checked
};
enum class Rules { Plain, Any };
// Of a file with expectations, those that are expected to verify. None where the front end refuses the file, and with
// Rules::Plain none where it asks for other rules of C, or for its bounds to be checked.
// `words`: further options, as on the command line.
std::vector<FileKernel> must_verify(const std::string &path, support::Diagnostics &diags,
                                    const std::vector<std::string> &words = {}, Rules rules = Rules::Plain);

// The launch that runs: the kernel's own; where a size is free, a small one.
cfg::Launch small_launch(const cfg::Launch &launch);

} // namespace lockstep::oracle
