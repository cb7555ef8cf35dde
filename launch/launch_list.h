// Launches from a file: what `lockstep record` has written, or GPUVerify's list of intercepted launches (docs/json.md).
#pragma once

#include "launch/sizes.h"
#include "support/result.h"
#include "support/source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::launch {

struct RecordedArgument {
  enum class Kind : std::uint8_t {
    Unknown, // nothing is said of it
    Scalar,
    Array, // memory of the device
    Local, // group memory; of a parameter that is none: a null pointer
    Image,
    Sampler,
    Pipe,
    Svm,
  };
  Kind kind = Kind::Unknown;
  std::vector<unsigned char> bytes;   // Scalar: as in memory
  std::optional<std::uint64_t> value; // Scalar: as a number, where that is what the file gives
  std::optional<std::uint64_t> size;  // Array, Local: in bytes
  unsigned memory = 0;                // arguments of one number are in one piece of memory; 0: in no other's
  std::uint64_t begins = 0;           // where in that
  bool operator==(const RecordedArgument &) const = default;
};

struct RecordedLaunch {
  support::Origin origin; // in the list
  unsigned number = 0;    // in the list, from 1
  std::string file;       // of the source; empty: it has none
  std::string kernel;
  std::string refused; // why it cannot be judged
  SizeText sizes;
  std::string flags;     // of the compiler, as the program gave them
  std::string directory; // in which the program ran; empty: unknown
  unsigned pointer_bits = 64;
  bool arguments_known = false;
  bool overlaps_known = false; // which buffers overlap is told
  std::vector<RecordedArgument> arguments;
  bool operator==(const RecordedLaunch &) const = default;
};

// Each distinct one once. Fails with a line that says where in the file what is wrong.
support::Result<std::vector<RecordedLaunch>> read_launches(const std::string &path, support::Diagnostics &diags);

} // namespace lockstep::launch
