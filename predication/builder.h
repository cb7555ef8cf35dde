// What both predication schemes share: the growing program, fresh variables and the rows of Table 1. Private to stage
// `predicate`.
#pragma once

#include "cfg/analysis/graph/sort_order.h"
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

  Predicated program;

private:
  std::string fresh(std::unordered_set<std::string> &taken, const std::string &stem);
  VarId havoc_var(cfg::Type type, const Origin &origin);

  std::unordered_set<std::string> names_, block_names_;
  std::map<std::string, VarId> havoc_vars_; // v_havoc of Table 1, one for each type
};

// Where the blocks of the kernel stand in the program: added in sort order, and behind the last block of each loop that
// is predicated the loop's pseudo blocks (Table 2, bottom row), those of inner loops first.
class Layout {
public:
  // `predicated`: of each loop of the forest. A loop inside of a predicated one is predicated.
  Layout(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order, std::vector<bool> predicated,
         Builder &builder)
      : k_(k), forest_(forest), order_(order), predicated_(std::move(predicated)), builder_(builder),
        id_(k.blocks.size()), ends_(k.blocks.size()) {}

  void add(cfg::BlockId b);
  BlockId operator[](cfg::BlockId b) const { return id_[b]; } // once it is added
  // Behind the last statement of `b`: the loops' choices between going on and leaving, then the way to `next`, or the
  // end. `guard(loop, at)`: the guard of the loop's head, for the choice at the end of block `at`.
  void end(cfg::BlockId b, std::optional<cfg::BlockId> next, const std::function<Guard(int, BlockId)> &guard);

private:
  struct LoopEnd {
    int loop;
    BlockId back, exit;
  };

  const cfg::Kernel &k_;
  const cfg::LoopForest &forest_;
  const cfg::SortOrder &order_;
  const std::vector<bool> predicated_;
  Builder &builder_;
  std::vector<BlockId> id_;                // of each kernel block in the program
  std::vector<std::vector<LoopEnd>> ends_; // per block: the predicated loops that it stands last in, inner first
};

} // namespace lockstep::predication
