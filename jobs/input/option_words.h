// Spellings of options: CUDA's and GPUVerify's names for ours, and single-dash forms.
#pragma once

#include <string>

namespace lockstep::jobs {

// The word with our own spelling: "--blockDim=[8,8]" is "--local-size=8,8", "-std=c++17" is "--std=c++17".
std::string canonical(const std::string &word);

// What an option does in a kernel file's first lines (canonical words, `--flag=value`).
enum class HeaderUse {
  Taken,   // it says how the kernel is compiled and launched, or has more checked
  Said,    // likewise, and weakens what a proof says: the result tells of it
  Nothing, // it is one of GPUVerify's or Faial's, and changes nothing for Lockstep
  Refused, // it is the user's alone: where other files lie, what is written, which kernels are judged
  Unknown,
};
HeaderUse header_use(const std::string &word);
// Is the value of this option (of those that are taken) the next word?
bool wants_value(const std::string &word);

} // namespace lockstep::jobs
