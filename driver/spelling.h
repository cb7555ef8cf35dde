// Spellings of options: CUDA's and GPUVerify's names for ours, single-dash forms, and the nearest known name for a
// mistyped one.
#pragma once

#include <string>
#include <vector>

namespace lockstep::driver {

// The word with our own spelling: "--blockDim=[8,8]" is "--local-size=8,8", "-std=c++17" is "--std=c++17".
std::string canonical(const std::string &word);

// Options that a kernel file's first lines may hold (canonical words, `--flag=value`).
bool is_header_option(const std::string &word);
// Options of GPUVerify that change nothing for Lockstep.
bool is_ignored_header_option(const std::string &word);

// The candidate at the smallest edit distance, if it is near; else empty.
std::string nearest(const std::string &word, const std::vector<std::string> &candidates);

} // namespace lockstep::driver
