// Where a program's own headers and other sources lie, as projects lay them out: the headers are searched after
// everything that the user names.
#pragma once

#include <string>
#include <vector>

namespace lockstep::jobs {

// The file's folder, and of it and each folder above, up to the top, `include`, `inc`, `common`, `Common` and
// `common/inc`; nearest first. The top is `folder` (of a suite) if the file lies below it, else what git takes for the
// top; else the third folder above the file's. It does not depend on where one stands.
std::vector<std::string> find_include_dirs(const std::string &file, const std::string &folder);

// The program's other sources and headers: those in the file's folder, and those that are named beside it.
std::vector<std::string> find_other_files(const std::string &file, const std::vector<std::string> &named);

} // namespace lockstep::jobs
