// The names under which programs include our headers.
#pragma once

#include <string>
#include <vector>

namespace lockstep::frontend {

std::vector<std::vector<std::string>> served_headers(); // by the header

} // namespace lockstep::frontend
