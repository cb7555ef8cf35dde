// What both predication schemes share: the growing program, fresh variables and the rows of Table 1. Private to stage
// `predicate`.
#pragma once

#include "predication/predicated.h"

#include <functional>
#include <map>
#include <unordered_set>

namespace lockstep::predication {

class Builder {
public:
  explicit Builder(const cfg::Kernel &k);

  // Fresh names: `stem`, or `stem` with a number behind it. Variables and arrays share one name space.
  VarId add_var(const std::string &stem, cfg::Type type, Role role, const Origin &origin);
  BlockId add_block(const std::string &stem, BlockKind kind, std::optional<cfg::BlockId> kernel_block,
                    const Origin &origin);
  Expr read(VarId v) const { return cfg::variable(v, program.vars[v].decl.type); }

  // Table 1: the guarded form of a statement, appended to block `to`.
  // `keeps`: whether a thread whose guard is off must keep the value of a variable that the statement assigns.
  using Keeps = std::function<bool(VarId)>;
  void statement(
      BlockId to, const cfg::Stmt &s, std::uint32_t index, const Guard &guard,
      const Keeps &keeps = [](VarId) { return true; });
  void append(BlockId to, Predicated::Node node, const Origin &origin) {
    program.blocks[to].stmts.push_back({std::move(node), origin});
  }
  void end(BlockId b, decltype(Terminator::node) node, const Origin &origin) {
    program.blocks[b].end = {std::move(node), origin};
  }
  // Table 2, bottom row: `at` ends with the choice between the new blocks `back` and `exit`.
  void loop_end(BlockId at, BlockId back, BlockId exit, BlockId head, const Guard &head_guard, const Origin &origin);

  Predicated program;

private:
  std::string fresh(std::unordered_set<std::string> &taken, const std::string &stem);
  VarId havoc_var(cfg::Type type, const Origin &origin);

  std::unordered_set<std::string> names_, block_names_;
  std::map<std::string, VarId> havoc_vars_; // v_havoc of Table 1, one for each type
};

} // namespace lockstep::predication
