// Pieces that the reproducers of every language share. Internal to driver/repro*.cpp.
#pragma once

#include "driver/repro/repro.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::driver::repro {

enum class Form { OpenCL, Cuda, Hip, Other };
Form form_of(const ReproKernel &kernel);

// "64,4,1" without needless ones at the end.
std::string list(const std::array<std::uint64_t, 3> &sizes);
// A name as a string literal on one line, whatever it holds.
std::string in_quotes(const std::string &name);
std::string whole_path(const std::string &path);
std::string in_shell(const std::string &word); // quoted where the shell would read it otherwise
std::string comment(const ReproKernel &kernel, const verify::Finding &finding, std::string_view start);

// The bytes of a parameter passed by value.
std::vector<std::uint8_t> value_bytes(const frontend::Parameter &p, const ReproInputs &inputs);
const ReproBuffer &buffer(const ReproInputs &inputs, const std::string &name); // an empty one where not listed
// A scalar as text: signed, unsigned or floating-point.
std::string scalar(const std::uint8_t *at, unsigned bytes, frontend::LeafKind kind);
// The one type of all scalars of the value, if they lie side by side: kind and bytes; else Unsigned and 1.
struct Uniform {
  frontend::LeafKind kind = frontend::LeafKind::Unsigned;
  unsigned bytes = 1;
};
Uniform uniform(const std::vector<frontend::ParameterLeaf> &leaves, std::uint64_t bytes);

// What stands before the user's source: macros that Lockstep or the command line gave, and nothing for annotations.
std::string prelude(const ReproKernel &kernel, const ReproLaunch &launch);

std::vector<ReproFile> opencl_files(const ReproKernel &kernel, const ReproLaunch &launch,
                                    const verify::Finding &finding, const ReproInputs &inputs, const std::string &name,
                                    std::string &commands);
std::vector<ReproFile> cuda_files(const ReproKernel &kernel, const ReproLaunch &launch, const verify::Finding &finding,
                                  const ReproInputs &inputs, const std::string &name, std::string &commands);

} // namespace lockstep::driver::repro
