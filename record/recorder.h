// What the layer knows of a program's OpenCL objects, and the launches that it notes of them.
//
// Objects are known by their handles, from the call that made them; nothing is ever asked about a handle later, which
// may be gone by then. A handle that is made anew replaces what it stood for.
#pragma once

#include "record/journal.h"

#include <CL/cl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockstep::record {

struct Program {
  std::string source, options;
  std::string not_recordable; // why its source is not known; empty: it is
};

enum class MemoryKind : std::uint8_t { Buffer, Image, Pipe };

// Where a memory object lies: memory objects of one root share its memory. Of the root `host_memory` the addresses are
// the program's own.
struct Memory {
  MemoryKind kind = MemoryKind::Buffer;
  std::uint64_t root = 0, begins = 0, size = 0;
};
inline constexpr std::uint64_t host_memory = 0;

struct Sampler {};
struct Unset {};
struct Svm {}; // a pointer to shared virtual memory
struct Local { // group memory; or, of a parameter that is none, a null pointer
  std::uint64_t size = 0;
};
using Scalar = std::vector<unsigned char>; // bytes as in memory
using Argument = std::variant<Unset, Scalar, Memory, Local, Sampler, Svm>;

struct Kernel {
  std::shared_ptr<const Program> program; // as it was built when the kernel was made
  std::string name;
  std::vector<Argument> arguments;
};

struct Sizes {
  std::vector<std::size_t> global, local, offset; // local, offset: empty where not given
  unsigned pointer_bits = 64;
};

// Safe for several threads. Never throws: what cannot be noted is noted as lost.
class Recorder {
public:
  void program(cl_program made, Program what);
  void options(cl_program program, const char *options);
  void not_recordable(cl_program program, const std::string &why);
  std::optional<Program> program_of(cl_program program);

  void memory(cl_mem made, Memory what); // its root 0: its own, a new one
  std::optional<Memory> memory_of(cl_mem memory);
  void forget(cl_mem made); // made by what the layer does not know
  void sampler(cl_sampler made);

  void kernel(cl_kernel made, cl_program program, const std::string &name, std::size_t arguments);
  void kernel_copy(cl_kernel made, cl_kernel of);
  void argument(cl_kernel kernel, cl_uint index, std::size_t size, const void *value);
  void svm_argument(cl_kernel kernel, cl_uint index);

  // Before a launch; its number for `launched`.
  std::optional<std::size_t> launch(cl_kernel kernel, const Sizes &sizes);
  void launched(std::optional<std::size_t> id, bool success);

  void finish();
  void lock_for_fork() { mutex_.lock(); }
  void unlock_after_fork() { mutex_.unlock(); }

private:
  template <typename Do> auto guarded(Do &&what) noexcept -> decltype(what());

  std::mutex mutex_;
  Journal journal_;
  std::map<cl_program, std::shared_ptr<const Program>> programs_;
  std::map<cl_mem, Memory> memories_;
  std::map<cl_sampler, Sampler> samplers_;
  std::map<cl_kernel, Kernel> kernels_;
  std::uint64_t roots_ = host_memory;
};

} // namespace lockstep::record
