// Reads what a `boogie` command prints about one procedure, and what our own program text says about its lines.
#pragma once

#include "verify/engines/engine.h"

#include <set>
#include <string_view>

namespace lockstep::verify {

// Facts about a program as emit prints it: one assertion, constant or procedure a line.
struct ProgramLines {
  std::map<unsigned, std::string> assertion_at;        // line (from 1) -> id; empty for an assertion without one
  std::set<unsigned> others;                           // lines of the assertions that are no candidates
  std::vector<std::string> procedures;                 // names, in order
  std::map<std::string, std::set<std::string>> ids_of; // procedure -> the ids of its assertions
  std::set<std::string> constants, candidates;
};
ProgramLines scan_program(std::string_view text);

// The text with the given assertions turned into assumptions: what Boogie does itself with an assertion that has
// failed, so that it can go on to the others.
std::string without_assertions(std::string_view text, const ProgramLines &lines, const std::set<unsigned> &skipped);

struct BoogieOutput {
  bool finished = false;                  // the last line was there
  bool all_verified = false;              // and says "1 verified, 0 errors" and nothing else
  std::string version;                    // "2.4.1.10503"
  std::string first_error;                // the first line that looks like a complaint
  std::vector<std::string> answers;       // the solver's own: "sat", "unsat", "unknown"
  std::string unknown_reason;             // the solver's own, of the last "unknown"
  std::vector<unsigned> reported;         // lines of assertions that Boogie could not prove
  std::vector<Model> models;              // of the constants, one per counterexample
  std::map<std::string, bool> assignment; // Houdini's
};

// `file`: the program's path as it was given on the command line.
BoogieOutput read_boogie_output(std::string_view text, const std::string &file, const ProgramLines &lines);

} // namespace lockstep::verify
