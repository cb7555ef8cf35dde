// What the LLVM assembly that `print` (frontend.h) writes says in comments, so that it can be the input again: that
// nobody has optimised it, which functions of the source nothing calls, and of which dimensions of the launch the
// source speaks (the passes may have deleted both).
//
// Sound because only Lockstep writes the comments, and a tool that reads and rewrites the module leaves them out.
#pragma once

#include "frontend/module.h"

namespace lockstep::frontend {

std::string marks_of(const Module::Impl &module);
void read_marks(const std::string &path, Module::Impl &module);

} // namespace lockstep::frontend
