// An access's offset in terms of a claim's parameters and of local ids: what count_claims.h says is sound of variables.
#pragma once

#include "cfg/analysis/analyses.h"
#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cost/claims/claim_kernel.h"

#include <map>
#include <vector>

namespace lockstep::coalescing::claims {

using cfg::BlockId;

class Resolver {
public:
  Resolver(const c::Kernel &k, const c::Analyses &a, unsigned lanes, Claimed &out);

  Expr resolve(const Expr &e, BlockId block, std::uint32_t stmt, unsigned depth = 0);
  const std::vector<Free> &free() const { return free_; }

private:
  struct Definition {
    BlockId block;
    std::uint32_t stmt;
    Expr value; // null: not by an assignment
  };

  Expr of_variable(VarId v, BlockId block, std::uint32_t stmt, unsigned depth);
  Expr in_its_loop(VarId v, BlockId block, std::uint32_t stmt, unsigned depth);
  bool as_at_head(VarId v, std::size_t loop, BlockId block, std::uint32_t stmt) const;
  Expr parameter(VarId v, cfg::Point place, const c::Var &var);
  Expr known(const Expr &n, const c::Launch::Extent &size, const char *name);
  Expr quantity(const Expr &n, const c::Launch::Extent &below, const char *name);
  Expr add(const std::string &name, Type type, std::uint64_t below);

  const c::Kernel &k_;
  const c::Analyses &a_;
  Claimed &out_;
  c::DominatorTree dom_;
  c::Uniformity uniform_;
  std::vector<std::vector<Definition>> defs_;
  std::map<std::pair<VarId, cfg::Point>, Expr> variables_;
  std::map<std::pair<Op, std::uint64_t>, Expr> quantities_;
  std::map<std::pair<std::size_t, unsigned>, Expr> rounds_; // by loop and width
  std::vector<Free> free_;
};

} // namespace lockstep::coalescing::claims
