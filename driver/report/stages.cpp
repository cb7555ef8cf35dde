// The table of stages (stages.h).
#include "driver/report/stages.h"

#include <fmt/format.h>

namespace lockstep::driver {

const std::vector<StageInfo> &stages() {
  static const std::vector<StageInfo> table = {
#define STAGE(enumerator, name, input, output, suffix, meaning)                                                        \
  {support::Stage::enumerator, #name, input, output, suffix, meaning},
#include "support/stages.def"
  };
  return table;
}

const StageInfo &info(support::Stage stage) { return stages().at(static_cast<std::size_t>(stage)); }

std::string stages_text() {
  std::string text = fmt::format("{:<19}{:<20}{:<20}{:<7}{}\n", "stage", "from", "to", "text", "what it does");
  for (const StageInfo &s : stages())
    text += fmt::format("{:<19}{:<20}{:<20}{:<7}{}\n", s.name, s.input, s.output, s.suffix, s.meaning);
  return text;
}

} // namespace lockstep::driver
