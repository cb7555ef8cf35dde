// The table of stages (support/stages.def) as data.
#pragma once

#include "support/stage.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::driver {

struct StageInfo {
  support::Stage stage;
  std::string_view name, input, output, suffix, meaning;
};

const std::vector<StageInfo> &stages(); // in pipeline order
const StageInfo &info(support::Stage stage);
std::string stages_text(); // what `lockstep stages` prints

} // namespace lockstep::driver
