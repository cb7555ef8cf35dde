// Source excerpts under a message, as compilers show them: the line with its number, and a caret under the column.
#pragma once

#include "support/source.h"

#include <map>
#include <string>
#include <vector>

namespace lockstep::driver {

class Excerpts {
public:
  // "   12 |   sum[i] = 0;\n      |   ^\n"; empty where the place or its file cannot be had.
  std::string at(const support::SourcePlace &place);

private:
  const std::vector<std::string> &lines(const std::string &file);
  std::map<std::string, std::vector<std::string>> files_; // read once each
};

} // namespace lockstep::driver
