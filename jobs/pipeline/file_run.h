// One file on its way through the pipeline: its options, the reports of its kernels, and the two things that every
// step is wrapped in: a guard that turns refusals, mistakes and exceptions into a report, and the stage wrapper.
#pragma once

#include "jobs/input/header.h"
#include "jobs/input/options.h"
#include "jobs/pipeline/text_sink.h"
#include "jobs/process/supervisor.h"
#include "jobs/report/kernel_report.h"
#include "launch/launch_list.h"
#include "support/stage.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::jobs {

// Stages at which text in a file's form enters the pipeline: Compile for sources (LLVM's own included).
support::Stage entry_stage(const std::string &file, std::optional<support::Stage> from);

struct FileRun {
  FileRun(std::string name, Options given, TextSink texts)
      : file(std::move(name)), options(std::move(given)), sink(std::move(texts)) {}

  std::string file;
  std::size_t unit = 0;                                   // of the file's kernels and launches, from 1; 0: all of it
  Supervisor::Work *work = nullptr;                       // that is being done
  unsigned entry = 0;                                     // of the compilation database: FileJob's
  bool nothing = false;                                   // the file has no kernel to judge
  bool overloaded = false;                                // two of its kernels have one name
  bool counts = false;                                    // no verdict is asked for
  Options options;                                        // the command line's and the header's
  std::shared_ptr<const launch::RecordedLaunch> recorded; // the launch that is judged, if it is one from a file
  Header header;
  TextSink sink;
  std::shared_ptr<support::SourceTexts> texts = std::make_shared<support::SourceTexts>(); // that are read
  std::vector<KernelReport> reports;
  std::function<void(const KernelReport &)> on_report; // each, as soon as it is there, from whatever thread

  // What one kernel (or, with an empty name, the whole file) undergoes. The step fills the result's verdict and
  // findings; where it leaves diagnostics that refuse the input, these decide instead. `adds_report`: a step that goes
  // well is worth a report of its own (else only its failure is, and its times and messages go to the next report).
  using Step = std::function<void(support::Stages &, support::Diagnostics &, verify::Result &)>;
  // `launch`: the place in host code whose launch is judged, if it is one.
  bool guarded(const std::string &kernel, bool adds_report, const Step &step, const support::Origin &launch = {});

  double time_left() const { return work != nullptr ? work->left() : options.kernel.timeout; }
  std::string variant(
      const std::string &kernel) const; // the kernel's name with the entry, or the launch in a list: for names of files

  // For one of the file's kernels, which may then be judged beside others: the first part gets what is pending.
  FileRun part();
  void take(FileRun &part); // its reports

private:
  support::Diagnostics pending_; // of steps that were not worth a report
  std::map<support::Stage, double> pending_times_;
};

} // namespace lockstep::jobs
