// The oracle's commands: each prints what it found and then a line "NAME: N passed, N failed, N skipped"
// (tests/summary.py reads it) with details behind it, of which the last counts by class (classes.h), and returns its
// exit status.
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
  bool keep_alarms = false; // shrink and save false alarms, too
  bool list = false;        // a line per kernel
};
int random_command(const RandomOptions &o);

struct MutantOptions {
  std::string folder = "kernels";
  double seconds = 0; // 0: no limit
  unsigned every = 1; // only every n-th file, from `first` on
  unsigned first = 0;
  unsigned most = 0; // mutants per kernel; 0: all
  bool list = false; // a line per kernel
};
int mutants_command(const MutantOptions &o);

// Rules of tests/soundness/table, each attacked in the neighbourhood of the kernels that it is for.
struct CriticOptions {
  std::string table = "tests/soundness/table"; // files are named from where it is run
  std::string twins = "kernels";               // the folder of twins from which edits are learnt
  std::string rule;                            // only this one, or those with this word in their names
  std::string kernel;                          // start from this file instead
  std::uint64_t seed = 1, count = 0;           // mutants; 0: as many as there is time for
  double seconds = 0;                          // 0: no limit
  std::string save;                            // folder for what is found
  bool unchanged = false;                      // judge the kernels as they stand
  bool first = false;                          // stop at the first mistake
  bool list = false;                           // a line per mutant
};
int critic_command(const CriticOptions &o);

struct PropertyOptions {
  std::uint64_t seed = 1, count = 0;
  double seconds = 0;
  std::string form = "both";
};
int lockstep_command(const PropertyOptions &o);    // Theorem 5.2
int costs_command(const PropertyOptions &o);       // bounds of cost/ against executions
int metamorphic_command(const PropertyOptions &o); // changes that leave the verdict alone

struct SimtPropertyOptions {
  std::string folder;                // empty: random kernels
  unsigned every = 1;                // only every n-th file of it, from `first` on
  unsigned first = 0;                // counted from 0
  std::uint64_t seed = 1, count = 0; // 0: as many as there is time for
  double seconds = 0;                // 0: no limit
  std::uint64_t compared = 0;        // stop when so many have been compared; 0: no limit
  unsigned asynchronous = 0;         // executions on asynchronous memory, for each size of warps and scheduling
  bool list = false;                 // a line per kernel of the folder
};
int simt_command(const SimtPropertyOptions &o); // warps against interleaving and lock step

// Kernels that wait for each other, or exchange values in warps, against executions on random schedules.
struct SchedulesOptions {
  std::string family;                // scopes, warps
  std::uint64_t seed = 1, count = 0; // 0: as many as there is time for
  double seconds = 0;                // 0: no limit
  unsigned executions = 60;
  bool list = false;  // a line per kernel
  bool print = false; // the text of the seed, and nothing else
};
int schedules_command(const SchedulesOptions &o);

// bytes/: verdicts against a second interpretation of Clang's IR, over flat bytes.
struct BytesOptions {
  std::string family = "bytes";       // bytes, idioms, limits
  std::string file;                   // judge a single file instead
  std::string folder;                 // hold this folder's expectations against executions instead
  unsigned every = 1;                 // only every n-th file of it
  std::string kernel;                 // of that file; empty: all
  std::string local_size, num_groups; // of that file; empty: as its first lines say
  std::uint64_t seed = 1, count = 0;  // kernels; 0: as many as there is time for
  double seconds = 0;                 // 0: no limit
  unsigned executions = 12;
  std::string save;         // folder for what is found
  bool keep_alarms = false; // save false alarms, too
  bool list = false;        // a line per kernel
  bool print = false;       // the text of the seed, and nothing else
};
int bytes_command(const BytesOptions &o);

} // namespace lockstep::oracle
