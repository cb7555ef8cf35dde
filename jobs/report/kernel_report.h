// Reports: what was found of kernels, and as JSON (docs/json.md, docs/schema.json).
#pragma once

#include "jobs/input/header.h"
#include "support/diagnostic.h"
#include "support/source_texts.h"
#include "verify/result.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::jobs {

struct KernelReport {
  std::string file;
  std::string kernel;     // empty: the file did not get as far as its kernels
  std::size_t unit = 0;   // of the file's kernels and launches, from 1; 0: it is about the file
  unsigned entry = 0;     // of the compilation database, if the file is compiled in several ways
  bool nothing = false;   // the file holds no kernel, or none of the name that was asked for
  support::Origin launch; // in host code, if that says how the kernel is launched
  verify::Result result;
  bool stopped = false;                         // --stop-after: no verdict was asked for
  std::vector<support::Diagnostic> diagnostics; // the front end's, Clang's own included
  std::optional<Expectation> expectation;       // with --expect, where the file has one
  support::SourceTexts texts = {};              // the lines at the places that it names, for excerpts
};

// Which of the kernel's reports it is, as people read it: "launched at line 12, called at line 30"; empty: the only
// one.
std::string launch_text(const KernelReport &report);

// Into the report: the lines that it may show.
void keep_lines(const support::SourceTexts &texts, KernelReport &report);

struct VerifyReport { // of verify and suite
  std::vector<KernelReport> kernels;
  double seconds = 0;                // wall clock of the whole run
  std::size_t passed_over = 0;       // files without a kernel that is asked about
  std::size_t unfinished = 0;        // files of which an interrupted run has not all results
  std::vector<std::string> left_out; // files and folders that were not looked at, with the reasons
  bool compared = false;             // --expect: the verdicts that count are the comparisons
  bool schedules = false;            // --schedules: with those of the executions that show violations (JSON)
};

int exit_status(const KernelReport &kernel); // from the verdict; a bad input counts as such
// With expectations: 0 if every kernel is as expected, else exit_violation; without: the worst kernel's.
int exit_status(const VerifyReport &run);

// The comparison's outcome: empty if the kernel is as expected, else what differs.
std::string unexpected(const KernelReport &kernel);

std::string json_report(const VerifyReport &run);
std::string junit_report(const VerifyReport &run); // XML: a test suite for each file, a test case for each kernel
std::string sarif_report(const VerifyReport &run); // SARIF 2.1.0: a result for each finding
std::string csv_report(const VerifyReport &run);   // RFC 4180: a row for each kernel
} // namespace lockstep::jobs
