// The known name that a mistyped one is nearest to.
#pragma once

#include <string>
#include <vector>

namespace lockstep::support {

// The candidate at the smallest edit distance, if it is near; else empty.
std::string nearest(const std::string &word, const std::vector<std::string> &candidates);

} // namespace lockstep::support
