// What --version prints.
#pragma once

#include <string>

namespace lockstep::gpuverify {

// A line for each part that GPUVerify names, with what does its work here (docs/gpuverify.md).
std::string versions();

} // namespace lockstep::gpuverify
