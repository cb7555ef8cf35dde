// What a call of printf reads: the strings that its format asks for. Tested by tests/unit/frontend/test_printed.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace llvm {
class CallBase;
}

namespace lockstep::frontend {

struct PrintedString {
  unsigned argument;                     // which points to it
  std::optional<std::uint64_t> most;     // how many bytes of it at most: "%.8s"
  std::optional<unsigned> most_argument; // the argument that says so: "%.*s"
};

// By a format; the first argument behind it has the number `first`. Empty: it has a conversion that is not understood.
std::optional<std::vector<PrintedString>> printed_strings(std::string_view format, unsigned first);

struct Printed {
  bool known = false;                 // the format is
  std::vector<PrintedString> strings; // else what may be one: the format, and all that is a pointer
};
Printed printed(const llvm::CallBase &print);

} // namespace lockstep::frontend
