// Who keeps the texts of stages (--dump-dir, `lockstep dump`).
#pragma once

#include "support/stage.h"

#include <functional>
#include <string>

namespace lockstep::jobs {

// Where a stage's text goes: the kernel is empty for the stages of the whole file.
using TextSink = std::function<void(const std::string &file, const std::string &kernel, support::Stage stage,
                                    const std::string &text)>;

} // namespace lockstep::jobs
