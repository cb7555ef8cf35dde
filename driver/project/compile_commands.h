// A compilation database (compile_commands.json, as CMake, Meson and Bear write it): how a project compiles its files.
#pragma once

#include "jobs/input/file_job.h"
#include "support/result.h"

#include <string>
#include <vector>

namespace lockstep::driver {

// The CUDA, HIP and OpenCL files of the database (by suffix, or by -x) that fit one of the patterns, or all; each as
// often as it is compiled with different flags. A pattern is a glob (`*` also stands for slashes) on the file's path as
// reports show it, on its whole path, or on its name. What is wrong with one entry's flags goes with its file; fails
// where the database cannot be read, and for a pattern that fits nothing. `path` may be the folder that it lies in.
support::Result<std::vector<jobs::FileJob>>
read_compile_commands(const std::string &path, const std::vector<std::string> &patterns, support::Diagnostics &diags);

} // namespace lockstep::driver
