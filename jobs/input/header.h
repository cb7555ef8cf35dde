// A kernel file's first lines: its launch sizes and other options, and the verdict it expects.
//
//   // expect: verified                    the verdict of every kernel of the file, or
//   // expect reduce: race                 of the kernel `reduce`, or
//   // expect reduce@87: race              as it is launched at line 87
//   //--local_size=64 --num_groups=16      options, `--flag=value`; the command line overrides them
//   //pass    //xfail:CODE                 the expectation as GPUVerify's suite writes it
//
// Where the finding must point stands in the source itself: each line with a marker /*@race*/, /*@divergence*/,
// /*@assert*/, /*@bounds*/ or /*@unsupported*/ must be named by a finding (or refusal) of a kernel that is expected to
// have this verdict. Lines may also be listed: `// expect: race at 12, 14`.
//
// Only comment lines before the first other line are read. A comment begins with `//`, or with `;` in LLVM assembly.
// Prose there is none of these: a line holds options if all its words are options and their values, and expectations
// and markers are read only where they are compared with something (--expect).
#pragma once

#include "support/diagnostic.h"
#include "verify/verdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::jobs {

struct Expectation {
  std::string kernel;                    // empty: every kernel without an expectation of its own
  std::vector<verify::Verdict> verdicts; // any of these
  std::vector<unsigned> lines;           // each must be named by a finding
  std::string text;                      // as written, for the report
};

struct HeaderOption {
  std::string word; // "--local_size=64", with its value if it takes one
  unsigned line = 0;
};

struct Header {
  std::vector<HeaderOption> options;
  std::vector<Expectation> expectations;

  // Of the kernel as launched at that line, 0 if at none; nullptr: none.
  const Expectation *expectation(std::string_view kernel, unsigned line = 0) const;
};

// Mistakes in the header (an unknown verdict, an unknown marker) are errors at their line. `compared`: expectations and
// markers are asked for.
Header read_header(std::string_view text, const std::string &file, bool compared, support::Diagnostics &diags);

} // namespace lockstep::jobs
