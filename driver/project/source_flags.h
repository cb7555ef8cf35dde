// A compiler's command line, of Clang, hipcc or nvcc: what of it decides what a kernel means.
#pragma once

#include "jobs/input/file_job.h"

#include <string>
#include <vector>

namespace lockstep::driver {

// Macros, include folders and files, language, standard, the width of pointers, the architecture (as __CUDA_ARCH__ or
// __gfx90a__; of several the newest, which is an assumption), and options that change what types or arithmetic are;
// also those that are meant for nvcc's host compiler, which does its preprocessing, and those in response files.
// Everything else is left out. `words` without the compiler; paths are relative to `directory`, the result's are not.
jobs::SourceFlags source_flags(const std::vector<std::string> &words, const std::string &directory);

} // namespace lockstep::driver
