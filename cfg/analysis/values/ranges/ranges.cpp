// Ranges: see ranges.h. Entry points and queries; the fixpoint is range_solver.cpp.
#include "cfg/analysis/values/ranges/ranges.h"

#include "cfg/analysis/sharing/cell_rounds.h"
#include "cfg/analysis/values/ranges/range_solver.h"
#include "cfg/analysis/values/value_sets.h"
#include "support/sound.h"

namespace lockstep::cfg {

namespace {
// What every execution evaluates, with the final states: records all nodes, and joins what each variable is assigned.
void record(const Kernel &k, const Liveness &live, Ranges::Data &data) {
  std::vector<bool> assigned(k.vars.size(), false);
  std::vector<ExprRange> values(k.vars.size());
  auto learn = [&](VarId v, const RangeState &s) {
    const ExprRange *r = s.find(v);
    ExprRange now = r ? *r : full_range(k.vars[v].type);
    values[v] = assigned[v] ? join(values[v], now) : now;
    assigned[v] = true;
  };
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    RangeState s = data.at_entry[b];
    for (std::size_t i = 0; i < k.blocks[b].stmts.size() && s.reachable; ++i) {
      transfer(k, b, i, s, data.context, data.points, &data.nodes);
      for (VarId v : defined_vars(k.blocks[b].stmts[i]))
        learn(v, s);
    }
    if (s.reachable)
      for (const Expr &e : used_exprs(k.blocks[b].end))
        evaluate(e, s, data.context, &data.nodes);
  }
  // Sound because a live variable holds what one of its assignments gave it, unless it can be read before any.
  for (VarId v = 0; v < k.vars.size(); ++v)
    if (assigned[v] && !k.vars[v].param && support::sound("ranges.anywhere", !live.at_entry[0][v]))
      data.anywhere.set(v, values[v], k.vars[v].type);
}
} // namespace

Ranges ranges(const Kernel &k, const LoopForest &forest, const Facts &facts, const Launch &launch,
              const RangeOptions &options) {
  auto data = std::make_shared<Ranges::Data>();
  for (const Var &v : k.vars)
    data->types.push_back(v.type);
  if (!k.blocks.empty()) {
    const Liveness own = options.live ? Liveness{} : liveness(k), &live = options.live ? *options.live : own;
    data->context = make_context(k, launch, options.assume_no_overflow);
    data->context.counted = counted_loads(k, facts, launch);
    data->points = refinement_points(k, facts, live);
    KnownRanges known;
    for (BlockId b = 0; options.sets && b < k.blocks.size(); ++b) {
      known.reachable.push_back(options.sets->reachable(b));
      known.ranges.push_back(options.sets->ranges_at_entry(b));
    }
    solve(k, forest, live, known, *data);
    record(k, live, *data);
  }
  return Ranges(std::move(data));
}

bool Ranges::reachable(BlockId b) const { return data_->at_entry[b].reachable; }

ExprRange Ranges::at_entry(BlockId b, VarId v) const { return data_->var_range(data_->at_entry[b], v); }

ExprRange Ranges::evaluate(const Expr &e, BlockId b) const {
  const RangeState &s = data_->at_entry[b];
  return s.reachable ? cfg::evaluate(e, s, data_->context) : full_range(e->type);
}

ExprRange Ranges::evaluate_before(const Expr &e, const Kernel &k, BlockId b, std::size_t stmt) const {
  return RangeReader(k, *this).evaluate_before(e, b, stmt);
}

struct RangeReader::Walked {
  BlockId block;
  std::size_t stmt; // the state is that before it
  RangeState state;
};

RangeReader::RangeReader(const Kernel &k, const Ranges &ranges) : k_(k), data_(ranges.data_) {}
RangeReader::~RangeReader() = default;

ExprRange RangeReader::evaluate_before(const Expr &e, BlockId b, std::size_t stmt) {
  if (!walked_ || walked_->block != b || walked_->stmt > stmt)
    walked_ = std::make_unique<Walked>(Walked{b, 0, data_->at_entry[b]});
  RangeState &s = walked_->state;
  for (; walked_->stmt < stmt && s.reachable; ++walked_->stmt)
    transfer(k_, b, walked_->stmt, s, data_->context, data_->points, nullptr);
  return s.reachable ? cfg::evaluate(e, s, data_->context) : full_range(e->type);
}

ExprRange Ranges::range_of(const ExprNode *n) const { return data_->info(n).range; }
Expr Ranges::chosen(const Expr &selection) const {
  const Bounds r = range_of(selection->args[0]).as_unsigned;
  return r.lo == r.hi ? selection->args[r.lo == 1 ? 1 : 2] : nullptr;
}

WrapInfo Ranges::wrap_of(const ExprNode *n) const { return data_->info(n).wrap; }

ExprRange Ranges::Data::var_range(const RangeState &s, VarId v) const {
  const ExprRange *r = s.reachable ? s.find(v) : nullptr;
  return r ? *r : full_range(types[v]);
}

NodeInfo Ranges::Data::info(const ExprNode *n) const {
  if (auto it = nodes.find(n); it != nodes.end())
    return it->second;
  NodeTable fresh;
  Expr e(Expr{}, n); // does not own: the caller holds the node
  cfg::evaluate(e, anywhere, context, &fresh);
  return fresh.at(n);
}

} // namespace lockstep::cfg
