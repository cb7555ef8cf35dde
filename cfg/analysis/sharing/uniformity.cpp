// Uniformity: see uniformity.h. A fixpoint over variables and blocks; control divergence is divergence.h.
#include "cfg/analysis/sharing/uniformity.h"

#include "cfg/analysis/graph/divergence.h"
#include "cfg/analysis/order/endings.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/ir/op_groups.h"
#include "support/budget.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <unordered_map>

namespace lockstep::cfg {

namespace {
// Which expressions are uniform, given which variables are.
class Uniforms {
public:
  Uniforms(const Kernel &k, const UniformityOptions &options, const std::vector<bool> &vars)
      : k_(k), options_(options), vars_(vars) {}

  bool uniform(const Expr &e) const {
    std::unordered_map<const ExprNode *, bool> memo;
    return uniform(e, memo);
  }

  // Do all threads read the same at the same offset? `load`: by a statement, in lock step, of memory that has been
  // written if it is the group's. A private array is each thread's own, a group array each group's.
  bool memory_uniform(ArrayId array, bool load) const {
    return fixed(array) ||
           (load && k_.arrays[array].space != Space::Private && options_.level != UniformityLevel::Grid &&
            support::sound("uniformity.race_free", options_.assume_race_free));
  }

private:
  bool uniform(const Expr &e, std::unordered_map<const ExprNode *, bool> &memo) const {
    if (auto it = memo.find(e.get()); it != memo.end())
      return it->second;
    bool result = leaf(*e);
    for (const Expr &a : e->args)
      result = result && uniform(a, memo);
    if (!result && team() && options_.launch)
      if (const Expr rest = beside_rank(e, *options_.launch, options_.lanes))
        result = uniform(rest, memo);
    return memo[e.get()] = result;
  }

  bool fixed(ArrayId array) const {
    if (!fixed_)
      fixed_ = fixed_arrays(k_);
    return (*fixed_)[array];
  }

  bool team() const { return options_.level == UniformityLevel::Team; }

  bool single(const Launch::Extent &size) const { return size && *size == 1; }

  bool leaf(const ExprNode &n) const {
    switch (n.op) {
    case Op::Var: return vars_[n.var];
    case Op::LocalId:
      return options_.launch && (single(options_.launch->local_size[n.value]) ||
                                 (team() && same_in_team(n.value, *options_.launch, options_.lanes)));
    case Op::GroupId:
      return options_.level != UniformityLevel::Grid ||
             (options_.launch && single(options_.launch->num_groups[n.value]));
    case Op::Read: return memory_uniform(n.array, false);
    case Op::Const: // and deterministic functions of the arguments
    case Op::LocalSize:
    case Op::NumGroups:
    case Op::GlobalOffset:
    case OPS_COMPUTED:
    case Op::Call: return true;
    }
    LOCKSTEP_UNREACHABLE("every operation has its case");
  }

  const Kernel &k_;
  const UniformityOptions &options_;
  const std::vector<bool> &vars_;
  mutable std::optional<std::vector<bool>> fixed_; // arrays, found when first asked for
};

class UniformitySolver {
public:
  UniformitySolver(const Kernel &k, const LoopForest &forest, const UniformityOptions &options)
      : k_(k), options_(options), vars_(k.vars.size(), true), values_(k, options, vars_), regions_(k, forest),
        bare_(bare(k, options)), reachable_(reachable(graph_of(k), {0})), ends_(ends(k, options)),
        some_end_(options.level != UniformityLevel::Grid && some_end_early(k)) {}

  Uniformity run() {
    const Liveness own = options_.live ? Liveness{} : liveness(k_), &live = options_.live ? *options_.live : own;
    // Sound because such a variable may be read before it is assigned, and its initial value is any in each thread.
    for (VarId v = 0; v < k_.vars.size(); ++v)
      vars_[v] = support::sound("uniformity.initial", k_.vars[v].param || !live.at_entry[0][v]);
    do {
      support::spend_round();
      changed_ = false;
      for (BlockId b = 0; b < k_.blocks.size(); ++b) {
        for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i)
          visit(k_.blocks[b].stmts[i], block_uniform(b), {b, i});
        if (support::unsound("uniformity.control", reachable_[b] && !branch_uniform(b) && !ends_[b]))
          changed_ = regions_.diverge(b) || changed_;
      }
    } while (changed_);
    Uniformity out;
    out.var_uniform = vars_;
    for (BlockId b = 0; b < k_.blocks.size(); ++b) {
      out.block_uniform.push_back(block_uniform(b));
      out.branch_uniform.push_back(branch_uniform(b));
    }
    out.some_end = some_end_;
    return out;
  }

private:
  static Places bare(const Kernel &k, const UniformityOptions &options) {
    if (!options.assume_race_free || options.level == UniformityLevel::Grid)
      return {};
    if (options.bare != nullptr)
      return *options.bare;
    const Launch launch = options.launch.value_or(Launch{});
    return options.level == UniformityLevel::Team ? bare_loads_of_some(k, launch) : bare_loads(k, launch);
  }

  // Branches of which all ways but one lead to the thread's end without more ado (endings.h). What is done at an end is
  // asked about, unless only barriers are.
  static std::vector<bool> ends(const Kernel &k, const UniformityOptions &options) {
    std::vector<bool> out(k.blocks.size(), false);
    if (options.level != UniformityLevel::Team)
      return out;
    const Endings all(k);
    const bool quiet = support::sound("uniformity.silent", options.at_barriers);
    for (BlockId b = 0; b < k.blocks.size(); ++b) {
      std::size_t staying = 0;
      for (BlockId s : successors(k.blocks[b].end))
        staying += (quiet ? all.quiet(b, s) : all.silent(s)) ? 0 : 1;
      out[b] = support::sound("uniformity.end", staying <= 1);
    }
    return out;
  }

  bool block_uniform(BlockId b) const { return reachable_[b] && !regions_.marked()[b]; }

  void make_non_uniform(VarId v) {
    changed_ = changed_ || vars_[v];
    vars_[v] = false;
  }

  void visit(const Stmt &s, bool in_uniform_block, Point place) {
    bool uniform = in_uniform_block;
    if (auto *a = std::get_if<Assign>(&s.node))
      uniform = uniform && values_.uniform(a->value);
    else if (auto *l = std::get_if<Load>(&s.node))
      uniform = uniform && values_.memory_uniform(l->array, !bare_.count(place)) && values_.uniform(l->offset);
    else if (const Barrier *bar = warp_barrier(s); bar && bar->exchange)
      uniform = uniform && exchange_uniform(*bar);
    else // havoc and atomics give each thread a value of its own
      uniform = false;
    if (!uniform)
      for (VarId v : defined_vars(s))
        make_non_uniform(v);
  }

  // Sound because all of the level's threads meet there: those of a team, or of a group that is one.
  bool exchange_uniform(const Barrier &bar) const {
    const bool all = options_.level == UniformityLevel::Team    ? bar.lanes >= options_.lanes
                     : options_.level == UniformityLevel::Group ? group_is_one(bar.lanes)
                                                                : false;
    return all && gives_all_alike(*bar.exchange, some_end_);
  }
  bool group_is_one(unsigned lanes) const {
    std::uint64_t threads = 1;
    for (unsigned d = 0; d < 3; ++d) {
      const Launch::Extent size = options_.launch ? options_.launch->local_size[d] : std::nullopt;
      threads = size && threads <= lanes ? threads * *size : lanes + 1;
    }
    return support::sound("uniformity.one_team", threads <= lanes);
  }

  bool branch_uniform(BlockId b) const {
    const Terminator &t = k_.blocks[b].end;
    if (successors(t).size() <= 1)
      return true;
    if (auto *g = std::get_if<Goto>(&t.node))
      return goto_uniform(*g);
    for (const Expr &e : used_exprs(t))
      if (!values_.uniform(e))
        return false;
    return true;
  }

  // The form of a branch in [CDKQ13]: a choice between two blocks that open with `assume c` and `assume not c`.
  // Sound because the assumptions leave each thread one choice, and a uniform c leaves all threads the same.
  bool goto_uniform(const Goto &g) const {
    if (successors({g, {}}).size() != 2)
      return false;
    auto opening = [&](BlockId b) -> Expr {
      const auto &stmts = k_.blocks[b].stmts;
      auto *a = stmts.empty() ? nullptr : std::get_if<Assume>(&stmts.front().node);
      return a ? a->condition : nullptr;
    };
    Expr c = opening(g.targets.front()), d = opening(g.targets.back());
    return c && d && support::sound("uniformity.goto", equal(d, negate(c)) || equal(c, negate(d))) &&
           values_.uniform(c);
  }

  const Kernel &k_;
  const UniformityOptions &options_;
  std::vector<bool> vars_;
  Uniforms values_;
  DivergentRegions regions_;
  const Places bare_;
  std::vector<bool> reachable_;
  const std::vector<bool> ends_; // per block: is it such a branch?
  const bool some_end_;          // while others go on to a barrier
  bool changed_ = false;
};
} // namespace

bool gives_all_alike(const Exchange &x, bool some_end) {
  switch (x.op) {
  case ExchangeOp::Match:
  case ExchangeOp::Before: return false;
  case EXCHANGES_SHUFFLE: return x.rank->op == Op::Const && x.rank->value == 0 && !some_end;
  case ExchangeOp::Any:
  case ExchangeOp::All:
  case ExchangeOp::Ballot:
  case ExchangeOp::Add:
  case ExchangeOp::Min:
  case ExchangeOp::Max:
  case ExchangeOp::UMin:
  case ExchangeOp::UMax:
  case ExchangeOp::And:
  case ExchangeOp::Or:
  case ExchangeOp::Xor:
  case EXCHANGES_FLOAT: return true;
  }
  LOCKSTEP_UNREACHABLE("every exchange has its case");
}

Uniformity uniformity(const Kernel &k, const LoopForest &forest, const UniformityOptions &options) {
  if (k.blocks.empty())
    return {std::vector<bool>(k.vars.size(), false), {}, {}};
  return UniformitySolver(k, forest, options).run();
}

bool is_uniform(const Expr &e, const Kernel &k, const Uniformity &u, const UniformityOptions &options) {
  return Uniforms(k, options, u.var_uniform).uniform(e);
}

std::vector<Point> non_uniform_barriers(const Kernel &k, const Uniformity &u) {
  std::vector<Point> out;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i)
      if (!u.block_uniform[b] && std::holds_alternative<Barrier>(k.blocks[b].stmts[i].node))
        out.push_back({b, i});
  return out;
}

} // namespace lockstep::cfg
