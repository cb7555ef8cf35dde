// Calls of a file's host functions by the program's other files: where a function is defined in one file and called in
// another. Internal to frontend/.
//
// Sound because a function that the other file defines itself is another one, and only calls of what has the very
// symbol count; a file in which lost text, text that is not compiled (`#if 0`), a macro or anything else names the
// function may call it in any way, and so may files that are too many or in C.
#pragma once

#include "frontend/frontend.h"
#include "frontend/host/values/host_call.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace lockstep::frontend {

struct OutsideFunction {
  std::string symbol, name; // mangled; as text has it
};
struct OutsideCall {
  struct Value {
    unsigned parameter;
    int field; // of a structure; -1: the parameter itself
    cfg::Expr value;
  };
  std::vector<Value> values;
  HostNames names;
  std::vector<cfg::Expr> conditions;
  support::Origin from;
  std::string asks; // LaunchSite's, of the other file
};
struct OutsideCalls {
  std::vector<OutsideCall> calls;
  bool all = true; // there are no others in the files
};
using OutsideCallers = std::map<std::string, OutsideCalls>; // by the symbol
using AskOutside = std::function<OutsideCallers(const std::vector<OutsideFunction> &)>;

// What `files` say of the functions; nothing of one that no file calls.
OutsideCallers outside_callers(const std::vector<OutsideFunction> &functions, const std::vector<std::string> &files,
                               Language language, const Options &options);

} // namespace lockstep::frontend
