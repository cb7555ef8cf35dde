// Messages of the front end that GPUVerify has its own words and its own exit status for.
#pragma once

#include "gpuverify/options.h"
#include "jobs/report/kernel_report.h"

#include <optional>
#include <string>

namespace lockstep::gpuverify {

// What GPUVerify ends with because of it; empty: nothing of its own.
std::optional<Status> known_status(const support::Diagnostic &d);
// As GPUVerify would write it, with its place, and without the line's end.
std::string in_known_words(const Request &request, const jobs::KernelReport &kernel, const support::Diagnostic &d);

} // namespace lockstep::gpuverify
