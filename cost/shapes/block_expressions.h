// What the expressions of a kernel are for two launches that cut one into other blocks (independence.h).
#pragma once

#include "cfg/analysis/values/facts.h"
#include "cost/shapes/block_values.h"
#include "cost/source_words.h"

#include <array>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep::coalescing {

class BlockExpressions {
public:
  using SharedValue = std::shared_ptr<const BlockValue>;
  using State = std::vector<SharedValue>; // by variable

  BlockExpressions(const cfg::Kernel &k, const cfg::Launch &launch, const SourceWords &words,
                   const BlockArithmetic &arithmetic)
      : k_(k), words_(words), arithmetic_(arithmetic), offset_(launch.global_offset), written_(cfg::written_arrays(k)) {
  }

  void stand_at(const State &state) { // variables have these values from now on
    state_ = &state;
    memo_.clear();
  }
  static BlockValue lost(std::string why);
  // Why the value may differ.
  std::string because(const BlockValue &v) const;
  const BlockValue &value(const cfg::Expr &e);
  static SharedValue shared(BlockValue v) { return std::make_shared<const BlockValue>(std::move(v)); }

private:
  using Expr = cfg::Expr;
  std::string text(Symbol s) const;
  BlockValue compute(const Expr &e);
  // The same if all its arguments are.
  BlockValue function(const Expr &e);
  BlockValue leaf(Quantity q, const cfg::ExprNode &n) const;
  BlockValue product(const Expr &e, const BlockValue &a, const BlockValue &b, bool no_wrap) const;
  bool same_test(const cfg::ExprNode &n);

  const cfg::Kernel &k_;
  const SourceWords &words_;
  const BlockArithmetic &arithmetic_;
  const std::array<std::uint64_t, 3> offset_;
  const std::vector<bool> written_; // by array
  const State *state_ = nullptr;
  std::unordered_map<const cfg::ExprNode *, SharedValue> memo_;
};

} // namespace lockstep::coalescing
