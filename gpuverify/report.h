// What GPUVerify would say of a file: its messages, its last lines, its exit status.
#pragma once

#include "gpuverify/options.h"
#include "jobs/report/kernel_report.h"

#include <string>
#include <vector>

namespace lockstep::gpuverify {

struct Report {
  std::string errors; // to stderr
  std::string summary;
  Status status = Success;
};
Report report(const Request &request, const std::vector<jobs::KernelReport> &kernels);

} // namespace lockstep::gpuverify
