// Kernels of files: those that must verify, as the interpreter takes them.
#pragma once

#include "cfg/kernel.h"
#include "cfg/launch.h"
#include "support/diagnostic.h"

#include <string>
#include <vector>

namespace lockstep::oracle {

struct FileKernel {
  cfg::Kernel kernel; // with checked reads: what is tolerated is no race
  cfg::Launch launch;
};
// Of a file with expectations, those that are expected to verify. None where the file asks for other rules of C, or
// where the front end refuses it.
// `words`: further options, as on the command line.
std::vector<FileKernel> must_verify(const std::string &path, support::Diagnostics &diags,
                                    const std::vector<std::string> &words = {});

// The launch that runs: the kernel's own; where a size is free, a small one.
cfg::Launch small_launch(const cfg::Launch &launch);

} // namespace lockstep::oracle
