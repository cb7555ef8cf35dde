// Reports as text in a compiler's style.
#pragma once

#include "jobs/report/kernel_report.h"

#include <map>
#include <string>
#include <vector>

namespace lockstep::driver {

// Below a message, as compilers show it: the line with its number, and a caret under the column. "   12 |   sum[i] =
// 0;\n
//    |   ^\n"; empty where no text that was read has the line.
std::string excerpt(const support::SourceTexts &texts, const support::SourcePlace &place);

struct TextStyle {
  bool colour = false;
  bool quiet = false; // nothing about verified kernels
  bool time = false;  // the time of each stage
};
std::string text_report(const jobs::VerifyReport &run, const TextStyle &style); // of one kernel
// Of many: a table of verdicts; then what is wrong, what the proofs assume, how many there are of each verdict.
std::string table_report(const jobs::VerifyReport &run, const TextStyle &style);
// Its parts: what stands above the rows, some of the rows, and what stands below them.
std::string table_head(bool compared);
std::string table_rows(const std::vector<jobs::KernelReport> &kernels, bool compared, const TextStyle &style);
std::string table_rest(const jobs::VerifyReport &run, const TextStyle &style);
std::string stage_times(const std::map<support::Stage, double> &times,
                        const std::string &indent); // a line each, in order
// Messages and findings as text_report shows them.
std::string details_text(const std::vector<support::Diagnostic> &diagnostics,
                         const std::vector<verify::Finding> &findings, const support::SourceTexts &texts,
                         const TextStyle &style);

} // namespace lockstep::driver
