// From a command's options to a kernel's terms (cfg/ir/terms.h), and back to the first lines of a text that has no
// terms of its own.
#pragma once

#include "cfg/ir/kernel.h"
#include "jobs/input/options.h"

namespace lockstep::jobs {

// Reads the files of axioms that the options name: from where the command runs or, if there is none, beside the
// kernel's file.
bool read_axioms(const std::string &file, KernelOptions &options, support::Diagnostics &diags);
// What the options say, added to what the front end has put into the kernel's terms.
void add_terms(const KernelOptions &options, cfg::Terms &terms);
// The same for a kernel that was read as text, and so has no front end.
void add_terms_of_text(const KernelOptions &options, cfg::Kernel &kernel);

// The options that decide the verdict of LLVM assembly, as its first line: "; --local_size=64 ...\n". Empty if there
// are none.
std::string header_line(const KernelOptions &options);

} // namespace lockstep::jobs
