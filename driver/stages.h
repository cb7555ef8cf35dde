// The table of stages (stages.def) as data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::driver {

struct StageInfo {
  std::string_view name, input, output, suffix, meaning;
};

const std::vector<StageInfo> &stages(); // in pipeline order
const StageInfo *find_stage(std::string_view name);
std::string stages_text(); // what `lockstep stages` prints

} // namespace lockstep::driver
