// The registers of register code (code.h): the kernel's variables first, then constants and ids as they appear, then
// temporaries. Private to semantics/.
//
// Temporaries live for one statement. They are numbered from `temporary_bit` on while the code grows, since constants
// and ids get registers as they appear; `finish` puts them behind those.
#pragma once

#include "semantics/code/code.h"

#include <unordered_map>

namespace lockstep::semantics {

class Registers {
public:
  Registers(Code &code, std::size_t variables);

  void begin() { temporaries_ = 0; } // a statement: temporaries are free again
  Reg temporary();
  Reg constant(std::uint64_t bits);
  Reg leaf(const cfg::Expr &e); // an id or size of the launch
  void finish();                // numbers the temporaries; the code is complete

private:
  static constexpr Reg temporary_bit = Reg(1) << 31;

  Code &code_;
  std::uint32_t temporaries_ = 0, most_temporaries_ = 0;
  std::unordered_map<std::uint64_t, Reg> constants_;
};

} // namespace lockstep::semantics
