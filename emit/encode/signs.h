// How the integer variables are read: as most operations on each read it.
#pragma once

#include "cfg/ir/kernel.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep::emit {

enum class Sign : std::uint8_t { Signed, Unsigned };

class SignVotes {
public:
  explicit SignVotes(std::size_t vars) : balance_(vars, 0) {}

  void count(const cfg::Expr &e); // the operation alone, without those inside
  Sign winner(cfg::VarId v) const { return balance_[v] < 0 ? Sign::Unsigned : Sign::Signed; }

private:
  std::vector<int> balance_;
};

} // namespace lockstep::emit
