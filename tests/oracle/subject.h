// A kernel under test: a program in one of its two forms, taken all the way that a user's file takes.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "support/diagnostic.h"
#include "tests/oracle/generator/generate.h"

#include <filesystem>
#include <optional>
#include <string>

namespace lockstep::oracle {

struct Subject {
  cfg::Kernel kernel;
  cfg::Launch launch;
  std::string text; // the file that it came from, without a header
};

class Builder {
public:
  Builder(); // with a folder of its own for what Clang reads
  ~Builder();
  Builder(const Builder &) = delete;
  Builder &operator=(const Builder &) = delete;
  // Through OpenCL source and the front end, or printed as .kir and read back. Empty where a stage refuses it.
  std::optional<Subject> build(const Program &p, Form form, support::Diagnostics &diags) const;

private:
  std::filesystem::path folder_;
};

cfg::Launch launch_of(const Program &p);

// A test file: `// expect:`, the launch, a remark, the text. `verdict` may be empty (no expectation).
std::string test_file(const Program &p, const Subject &s, const std::string &verdict, const std::string &remark);
inline const char *suffix(Form f) { return f == Form::Kir ? ".kir" : ".cl"; }

} // namespace lockstep::oracle
