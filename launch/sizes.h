// Launch sizes: from the texts of the options (command line or a file's first lines) to launch geometry.
#pragma once

#include "cfg/ir/launch.h"
#include "support/result.h"

#include <optional>
#include <string>

namespace lockstep::launch {

// As written: "64", "64,4", "[64,4]", "*,1"; empty where not given.
struct SizeText {
  std::optional<std::string> local_size, num_groups, global_size, global_offset;
  bool given() const { return local_size || num_groups || global_size || global_offset; }
  bool operator==(const SizeText &) const = default;
};

// What is given on the command line wins over the file's first lines; --num-groups and --global-size say the same
// thing, so that either of them on the command line replaces both of the header's.
SizeText override_sizes(const SizeText &header, const SizeText &command_line);

// Fails with one line that says what is wrong and what to write instead.
support::Result<cfg::Launch> resolve_sizes(const SizeText &text, support::Diagnostics &diags);

std::string sizes_text(const std::array<cfg::Launch::Extent, 3> &sizes); // "64 x * x 1"

} // namespace lockstep::launch
