// Flat memory: objects of bytes at addresses, each byte defined or not, and what was accessed since when.
#pragma once

#include "tests/oracle/random.h"

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep::oracle::bytes {

using Address = std::uint64_t;

struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
}; // a construct that is not interpreted
struct Undefined : std::runtime_error {
  using std::runtime_error::runtime_error;
}; // the execution has undefined behaviour

enum class Space : std::uint8_t { Global, Constant, Group, Private };
enum class Kind : std::uint8_t { Read, Write, Atomic, AtomicLoad };
enum class Reach : std::uint8_t { Thread, Group, Device }; // within which threads an atomic is one

// Who accesses, and since which barriers. Counters of barriers that order group memory (0) and global memory (1).
struct Side {
  std::uint32_t thread = 0, group = 0, warp = 0;
  std::uint32_t group_epoch[2] = {0, 0}, warp_epoch = 0;
  unsigned line = 0;
};

struct Record {
  std::uint32_t thread, group, warp, group_epoch, warp_epoch;
  unsigned line;
  Address at;
  std::uint32_t size;
  Kind kind;
  Reach reach;
  std::uint8_t value;
  bool defined;
};

constexpr std::uint8_t from_outside = 2; // "defined": by whoever launched the kernel, so it might be otherwise

struct Object {
  Address base = 0;
  Space space = Space::Global;
  std::string name;
  std::vector<std::uint8_t> data, defined;
  std::unordered_map<std::size_t, std::vector<Record>> log; // of a byte; empty for private memory
  bool contains(Address a, std::uint64_t n) const {
    return a >= base && n <= data.size() && a - base <= data.size() - n;
  }
};

struct Clashes {
  bool race = false, ambiguous = false;
  std::string witness;
};

class Memory {
public:
  Object &create(Space space, std::uint64_t owner, std::uint64_t size, std::uint64_t align, const std::string &name);
  // The thread's stack of private objects.
  std::size_t mark(std::uint32_t thread) const;
  void release(std::uint32_t thread, std::size_t mark);
  void add_threads(std::size_t n) { stacks_.resize(n); }

  Object &find(Address a, std::uint64_t n, std::uint32_t thread);
  // Notes an access to shared memory, holding it against those before. The bytes written stand in memory already.
  void note(Object &o, Address a, std::uint64_t n, Kind kind, Reach reach, const Side &side);
  const Clashes &clashes() const { return clashes_; }

private:
  struct Stack {
    std::vector<std::unique_ptr<Object>> objects;
  };
  std::map<Address, std::unique_ptr<Object>> shared_;
  std::vector<Stack> stacks_;
  Address next_global_ = 0x10000000, next_group_ = 0x80000000;
  Clashes clashes_;
};

} // namespace lockstep::oracle::bytes
