// The launch that a kernel is judged for. Its sizes come from the options, from a recorded launch, from the text of a
// kernel that says what it was compiled for, from host code, or from nobody: then they are any. All that is known goes
// in, and one value comes out that says where each part is from.
#pragma once

#include "cfg/ir/kernel.h"
#include "frontend/frontend.h"
#include "launch/recorded.h"
#include "launch/sizes.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::launch {

enum class From : std::uint8_t {
  Options,    // the command line, or the file's first lines
  Recording,  // a launch that `lockstep record` has noted
  KernelText, // what a kernel that is given as text was compiled for
  HostCode,
  Attributes, // that the kernel has (frontend::required_size)
  Any,        // any size, in the dimensions that the kernel speaks of
  Free,       // any size, in one dimension
};

struct Question {
  SizeText sizes; // of the options
  // Sizes that nobody gives: Options, they must be given; Any; Free.
  From missing = From::Options;
  unsigned warp_size = 32;
  bool many_threads = false;                        // free sizes: 2^31 threads in a dimension and more, too
  const RecordedLaunch *recorded = nullptr;         // from which the options' sizes are
  std::vector<frontend::Parameter> parameters = {}; // of the kernel, for what is recorded of its arguments
  std::vector<std::string> values = {};             // of parameters, by the options (recorded.h); empty: of none
  std::optional<cfg::Launch> compiled_for = {};     // by the kernel's text
  const frontend::LaunchSite *site = nullptr;       // in host code; null: none is seen, or the options give sizes
  std::optional<std::array<std::uint64_t, 3>> required = {}; // threads of a group, by the kernel's attributes
  std::array<bool, 3> spoken{};                              // dimensions that the kernel's source speaks of
  // Once there is one; before, only the front end's part of the answer is complete.
  const cfg::Kernel *kernel = nullptr;
};

struct Resolved {
  cfg::Launch launch;
  From group = From::Options, grid = From::Options; // a group's size, the number of groups
  std::optional<frontend::LaunchSite> passed = {};  // to the kernel: values, and buffers
  std::vector<std::string> assumptions = {};        // that the result rests on
  bool free = false;                                // it is about no launch in particular
};

// An error says what sizes are missing, or what does not fit together.
support::Result<Resolved> resolve_launch(const Question &q, support::Diagnostics &diags);

// "the launch at a.cu:7:3, called at a.cu:12:3, is never reached": for a result's list of assumptions.
std::string never_reached(const support::Origin &launch);

} // namespace lockstep::launch
