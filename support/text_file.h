// Whole files of text, read and written, with a diagnostic that says why that fails.
#pragma once

#include "support/diagnostic.h"
#include "support/result.h"

#include <string>
#include <string_view>

namespace lockstep::support {

// The whole file, or a diagnostic that says why not (missing, a directory, not readable, empty).
Result<std::string> read_source(const std::string &path, Diagnostics &diags);

// Writes a small file (a stage's text); false with a diagnostic if that fails.
bool write_file(const std::string &path, std::string_view text, Diagnostics &diags);

// Template arguments and the like hold any character: what is none of a plain name is `_`.
std::string as_file_name(std::string name);

} // namespace lockstep::support
