// A second interpretation of a source file: Clang's own -O0 LLVM IR, executed over flat bytes.
//
// It shares the call of Clang with frontend/ (compile_source: the module before any pass) and nothing else: no pass, no
// lowering, no kernel IR, no machine of semantics/. So lowering itself is judged. Memory is bytes, each defined or not;
// a read of bytes that nobody has written yields any value, chosen anew for each read. Every access to global or group
// memory is noted byte by byte, with thread, barrier interval, kind and value, so that a race between the accesses of
// an execution is found whatever order the threads ran in. A sample of executions: it finds violations, it proves
// nothing. What it does not know it refuses by name.
#pragma once

#include "frontend/frontend.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::oracle::bytes {

struct Run {
  std::array<unsigned, 3> local{1, 1, 1}, groups{1, 1, 1};
  unsigned warp_size = 32;
  std::uint64_t seed = 1;
  unsigned executions = 6;       // with different inputs, orders of threads and values of undefined bytes
  std::uint64_t steps = 200'000; // of one thread
  std::map<std::uint32_t, std::uint32_t> holes; // 32-bit constants of the source to be read as others (is_hole)
};

// Constants that a generator writes where it wants to know what they are compared with.
constexpr std::uint32_t first_hole = 0x5EED0000;
constexpr bool is_hole(std::uint64_t c) { return (c & ~std::uint64_t(0xff)) == first_hole; }

// Why an execution that leaves its locals is discarded.
constexpr const char *outside_locals = "an access outside every local";

struct Outcome {
  bool race = false, divergence = false, assertion = false;
  bool ambiguous = false; // bytes without a known value, or equal values of different accesses, clash
  bool open = false;      // what was in memory before, or an atomic's result, was read: others may be there
  std::string witness;    // the first violation, for a reader
  std::string refused;    // a construct that is not interpreted: then nothing is known
  std::string discarded;  // why the first execution that has no defined behaviour has none
  unsigned executions = 0, undefined = 0; // those that were judged, and those discarded
  std::map<std::uint32_t, std::vector<std::uint64_t>>
      compared; // what a hole was compared with: distinct values, at most 8
  bool wrong() const { return race || divergence || assertion; }
  std::string name() const { return race ? "race" : divergence ? "divergence" : assertion ? "assertion" : "none"; }
};

class File {
public:
  static std::unique_ptr<File> compile(const std::string &path, frontend::Language language,
                                       const frontend::Options &options, support::Diagnostics &diags);
  ~File();
  std::vector<std::string> kernels() const; // symbols, in the module's order
  Outcome run(const std::string &kernel, const Run &run) const;
  std::string text() const; // LLVM assembly

private:
  File();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace lockstep::oracle::bytes
