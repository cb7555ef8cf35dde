// The kernel files below a folder.
#pragma once

#include "driver/options/options.h"
#include "support/result.h"

#include <string>
#include <vector>

namespace lockstep::driver {

struct KernelFiles {
  std::vector<std::string> files; // sorted
  // What is not looked at, each with the reason: linked folders, which may lead anywhere, and files whose names are
  // those of headers or host code and that seem to hold kernels.
  std::vector<std::string> left_out;
};
// *.cl *.clcpp *.ocl *.opencl *.cu *.hip *.hip.cpp *.ll *.bc *.kir below the folder, in capitals, too; hidden folders
// are left out. Fails if there is no folder, one cannot be read, or there is no kernel file.
support::Result<KernelFiles> find_kernels(const std::string &folder, support::Diagnostics &diags);

// Leaves the files that fit one of the globs (`*` also stands for slashes; by the path below `folder`, or the name) and
// are of the part: every so-many-th, so that parts are alike. Fails if none is left of those that there were.
bool select_files(KernelFiles &found, const std::string &folder, const SuiteChoice &choice,
                  support::Diagnostics &diags);

// On standard error: how many, and the first ones.
void tell_omitted(const std::vector<std::string> &left_out);

// The inputs of `lockstep perf` and `lockstep cost`: folders are read, and what of them is left out is told.
support::Result<std::vector<std::string>> files_of(const Options &o, support::Diagnostics &diags);

} // namespace lockstep::driver
