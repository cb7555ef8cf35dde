// The oracle's commands: each prints what it did, last a line "NAME: N passed, N failed, N skipped", and returns its exit status.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::oracle {

struct RandomOptions {
  std::uint64_t seed = 1, count = 0; // 0: as many as there is time for
  double seconds = 0;                // 0: no limit
  std::string form = "both";         // kir, cl, both
  unsigned variants = 5;             // every n-th kernel is verified in all variants; 0: none
  unsigned inputs = 8;               // for kernels that the verifier accepts; four times as many for others
  std::string save;                  // folder for disagreements, false alarms and internal errors
  double shrink_seconds = 60;
  bool keep_alarms = false;          // shrink and save false alarms, too
  bool list = false;                 // a line per kernel
};
int random_command(const RandomOptions &o);

} // namespace lockstep::oracle
