// From what the pipeline makes (driver/) to the values of include/lockstep/lockstep.h. Internal to library/.
#pragma once

#include "driver/options/options.h"
#include "driver/report/report.h"
#include "include/lockstep/lockstep.h"

#include <string>
#include <variant>
#include <vector>

namespace lockstep::library {

Place place_of(const support::Origin &o);
KernelVerdict verdict_of(const driver::KernelReport &r);
std::vector<KernelVerdict> verdicts_of(const std::vector<driver::KernelReport> &reports);

// The options that the arguments stand for, as options of `command`; or what is wrong with them, in one line.
std::variant<driver::Options, std::string> options_of(driver::Command command, const std::string &file,
                                                      const std::vector<std::string> &arguments);

// The errors among them, a line each; empty: there are none.
std::string problems_of(const support::Diagnostics &diags);

} // namespace lockstep::library
