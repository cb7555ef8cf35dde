// Generated kernels: what every generator of this folder makes from a seed, and the words of the two languages.
#pragma once

#include "tests/oracle/bytes/interpret.h"
#include "tests/oracle/random.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace lockstep::oracle::bytes {

enum class Truth : std::uint8_t {
  Executions, // what executions show; right only where they consult nothing from outside (Outcome::open)
  Right,      // no violation, by construction, unless executions show one
  Race,       // a race, by arithmetic
};

struct Made {
  std::string text;   // with holes (is_hole)
  std::string kernel; // its name in the text
  std::string what;   // its family and the mistake that was made in it, for counting
  std::array<std::uint64_t, 3> local{1, 1, 1}, groups{1, 1, 1};
  Truth truth = Truth::Executions;
  bool executable = true; // small enough to be interpreted
  unsigned parts = 0;     // statements that may be left out: numbers 0 ... parts - 1
};

struct Wish {
  std::uint64_t seed = 1;
  bool cuda = false;
  unsigned index = 0;         // within its file: names and holes end in it; below 16
  std::set<unsigned> without; // parts to leave out
};

Made make_bytes(const Wish &w);
Made make_idiom(const Wish &w);
Made make_limit(const Wish &w);

// The words in which the languages differ.
class Writer {
public:
  explicit Writer(const Wish &w)
      : random(Random(w.seed).next()) /* mixed: neighbours' streams differ */, wish(w), cuda(w.cuda) {}

  Random random;
  const Wish &wish;
  const bool cuda;
  std::string text;
  unsigned parts = 0, holes = 0;

  void line(const std::string &s) { text += s + "\n"; }
  // A statement that may be left out. Its random choices are made in any case.
  void part(const std::string &s) {
    if (!wish.without.contains(parts++))
      line("  " + s);
  }
  std::string name(const std::string &base) const { return base + std::to_string(wish.index); }
  std::string hole();
  std::string kernel_head(const std::string &name, const std::vector<std::string> &parameters) const;
  std::string global() const { return cuda ? "" : "__global "; }
  std::string group() const { return cuda ? "__shared__ " : "__local "; }
  std::string group_pointee() const { return cuda ? "" : "__local "; }
  std::string function() const { return cuda ? "__device__ " : ""; }
  std::string packed() const { return "__attribute__((packed))"; }
  std::string barrier() const {
    return cuda ? "__syncthreads();" : "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);";
  }
  std::string local_id() const { return cuda ? "(int)threadIdx.x" : "(int)get_local_id(0)"; }
  std::string group_id() const { return cuda ? "(int)blockIdx.x" : "(int)get_group_id(0)"; }
  std::string local_size() const { return cuda ? "(int)blockDim.x" : "(int)get_local_size(0)"; }
  std::string copy(const std::string &to, const std::string &from, const std::string &n) const {
    return (cuda ? "memcpy(" : "__builtin_memcpy(") + to + ", " + from + ", " + n + ");";
  }
  std::string fill(const std::string &to, const std::string &byte, const std::string &n) const {
    return (cuda ? "memset(" : "__builtin_memset(") + to + ", " + byte + ", " + n + ");";
  }
};

} // namespace lockstep::oracle::bytes
