// The file of launches that `lockstep record` writes, from the journals of the layer (record/journal.h).
#pragma once

#include "support/result.h"

#include <map>
#include <string>
#include <vector>

namespace lockstep::launch {

struct Recording {
  bool layer_loaded = false;
  std::size_t launches = 0, distinct = 0;
  std::vector<std::string> lost;              // what could not be noted
  std::string text;                           // of the file
  std::map<std::string, std::string> sources; // name beside it, text
};

// `folder`: of the journals; `path`: of the file to come, after which the sources are named: launches.1.cl for
// launches.json.
Recording read_journals(const std::string &folder, const std::string &path, const std::vector<std::string> &command);

} // namespace lockstep::launch
