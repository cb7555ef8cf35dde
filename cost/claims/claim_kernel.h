// The kernel of a claim (count_claims.h) while it is written, and what its expressions are made of.
#pragma once

#include "cfg/ir/kernel.h"

#include <cstdint>
#include <fmt/format.h>
#include <set>
#include <string>
#include <utility>

namespace lockstep::coalescing::claims {

using cfg::Expr;
using cfg::Op;
using cfg::Type;
using cfg::VarId;
namespace c = cfg;

inline constexpr Type word = cfg::int_type(64), id = cfg::int_type(32);

struct Refused {
  std::string reason;
};

inline Expr number(std::int64_t n, Type type = word) {
  return c::constant(type, c::mask_to_width(static_cast<std::uint64_t>(n), type.width));
}
// Of one that is not negative, and fits both types.
inline Expr fitted(const Expr &e, Type type) {
  return type.width < e->type.width ? c::cast(Op::Trunc, e, type) : c::cast(Op::Zext, e, type);
}

// The claim's kernel while it is written.
class Claimed {
public:
  explicit Claimed(const std::string &name) {
    kernel.name = name;
    kernel.blocks.push_back({"entry", {}, {c::Return{}, {}}, {}});
    kernel.terms.launch = c::Launch{};
  }
  Expr parameter(const std::string &name, Type type) {
    std::string free = name;
    for (unsigned i = 1; !names_.insert(free).second; ++i)
      free = fmt::format("{}.{}", name, i);
    kernel.vars.push_back({free, type, true, {}, {}});
    return c::variable(static_cast<VarId>(kernel.vars.size() - 1), type);
  }
  void assume(Expr condition) { add(c::Assume{std::move(condition), c::AssumeKind::Requires}); }
  void claim(Expr condition, std::string message) {
    add(c::Assert{std::move(condition), c::AssertKind::User, std::move(message)});
  }

  c::Kernel kernel;

private:
  void add(decltype(c::Stmt::node) node) { kernel.blocks[0].stmts.push_back({std::move(node), {}}); }
  std::set<std::string> names_;
};

// A parameter of the claim, and which values it is tried with.
struct Free {
  VarId var;
  std::uint64_t below = 0; // 0: any
  std::uint64_t from = 0;  // the first of them, as bits
};

} // namespace lockstep::coalescing::claims
