// From what jobs/ makes to the values of include/lockstep/lockstep.h. Internal to library/.
#pragma once

#include "include/lockstep/lockstep.h"
#include "jobs/input/options.h"
#include "jobs/report/kernel_report.h"

#include <string>
#include <variant>
#include <vector>

namespace lockstep::library {

Place place_of(const support::Origin &o);
KernelVerdict verdict_of(const jobs::KernelReport &r);
std::vector<KernelVerdict> verdicts_of(const std::vector<jobs::KernelReport> &reports);

struct Arguments {
  jobs::Options options;
  std::vector<std::string> metrics; // of bound_file
  std::string per = "grid";         // likewise
  bool schedules = false;           // in the JSON of verify_file
};
// What the arguments stand for, as options of this command; or what is wrong with them, in one line.
std::variant<Arguments, std::string> arguments_of(const std::string &command, const std::string &file,
                                                  const std::vector<std::string> &arguments);

// The errors among them, a line each; empty: there are none.
std::string problems_of(const support::Diagnostics &diags);

} // namespace lockstep::library
