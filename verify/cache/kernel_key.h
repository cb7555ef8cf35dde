// What the result cache compares: a kernel's text without any name, and everything else that a verdict depends on.
//
// Sound because the text is what cfg::print gives for the kernel with all names replaced by numbers: print and parse
// are inverse to each other, so two kernels with one text differ in names and places only, and neither changes what a
// kernel does. Places and the names that messages may mention are kept beside the text as tables; the text holds which
// of them are equal, so that "the third place" means the same in every kernel of the same text.
#pragma once

#include "cfg/ir/kernel.h"
#include "verify/verify_kernel.h"

#include <string>
#include <vector>

namespace lockstep::verify {

struct KernelKey {
  std::string text;
  std::vector<support::Origin> places; // of accesses, barriers and assertions; each once
  std::vector<std::string> names;      // of parameters and arrays, and the texts of assertions; each once
};

// `tools`: what else the answer depends on: versions of Lockstep, Boogie and the solvers, the choice of engine.
KernelKey kernel_key(const cfg::Kernel &k, const VerifyOptions &options, const std::string &tools);

// The launch and the options that a verdict depends on, for a reader, too.
std::string question_text(const VerifyOptions &options);

} // namespace lockstep::verify
