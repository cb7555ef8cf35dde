// The stage wrapper's untyped part (stage.h).
#include "support/stage.h"

#include <algorithm>

namespace lockstep::support {

void Stages::fail(Stage stage, const Diagnostics &broken) {
  std::string why = broken.all().empty() ? std::string("no reason given") : format(broken.all().front());
  throw std::logic_error("internal error: the result of stage '" + std::string(name(stage)) +
                         "' is not well formed: " + why);
}

void Stages::add_time(Stage stage, double seconds) {
  auto it = std::ranges::find_if(times_, [&](const StageTime &t) { return t.stage == stage; });
  if (it == times_.end())
    times_.push_back({stage, seconds});
  else
    it->seconds += seconds;
}

} // namespace lockstep::support
