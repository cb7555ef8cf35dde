// Counters that stride by the launch's sizes: see stride_counters.h.
#include "cfg/passes/stride_counters.h"

#include "cfg/ir/counted_sum.h"

#include "cfg/analysis/graph/loops.h"
#include "cfg/analysis/preconditions.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/analysis/values/ranges/ranges.h"
#include "cfg/ir/op_groups.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

constexpr std::int64_t largest_constant = 1 << 16; // a step beyond may well be one too many

struct CounterStep {
  VarId counter;
  Expr by; // of the counter's type
};

const Expr &without_extension(const Expr &e) { return e->op == Op::Zext || e->op == Op::Sext ? e->args[0] : e; }

// v := v + by, perhaps computed in a wider type: trunc(ext(v) + by).
// Sound because addition modulo 2^w depends on the low w bits only.
std::optional<CounterStep> step_of(const Assign &a) {
  const bool wide = a.value->op == Op::Trunc;
  const Expr &sum = wide ? a.value->args[0] : a.value;
  if (sum->op != Op::Add)
    return std::nullopt;
  for (std::size_t i : {0, 1}) {
    const Expr &from = wide ? without_extension(sum->args[i]) : sum->args[i];
    if (from->op == Op::Var && from->var == a.var)
      return CounterStep{a.var, wide ? cast(Op::Trunc, sum->args[1 - i], a.value->type) : sum->args[1 - i]};
  }
  return std::nullopt;
}

class Counters {
public:
  Counters(Kernel &k, const Launch &launch) : k_(k), launch_(with_preconditions(k, launch)) {}

  void run(support::Diagnostics &diags) {
    if (!launch_.most_threads || support::unsound("counters.wraps", k_.terms.overflow == Overflow::Wraps))
      return;
    const support::Result<LoopForest> forest = loops(k_, diags);
    if (!forest || forest->loops.empty())
      return;
    std::vector<std::pair<BlockId, std::size_t>> places; // the last of a block first
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      for (std::size_t i = k_.blocks[b].stmts.size(); i-- > 0;)
        if (auto *a = std::get_if<Assign>(&k_.blocks[b].stmts[i].node); a && forest->loop_of[b] != -1 && step_of(*a))
          places.push_back({b, i});
    if (places.empty())
      return;
    const Facts facts = available_facts(k_);
    const Kernel before = k_; // a reader goes on from where it has been: its kernel may not change meanwhile
    FactReader reader(before, facts);
    const Ranges known = ranges(k_, *forest, facts, launch_);
    for (const auto &[b, i] : places)
      if (const Expr assumption = assumed(before, *forest, reader, known, b, i)) {
        Block &block = k_.blocks[b];
        auto *a = std::get_if<Assign>(&block.stmts[i].node);
        a->value = assumption->args[1];
        const Stmt stmt{Assume{assumption, AssumeKind::Counter}, block.stmts[i].origin};
        block.stmts.insert(block.stmts.begin() + static_cast<std::ptrdiff_t>(i), stmt);
      }
  }

private:
  // Is it made of launch sizes and constants by multiplication and division? `any`: there is a size in it.
  bool of_sizes(const Expr &e, const std::vector<Fact> &facts, bool &any, unsigned depth = 0) const {
    switch (e->op) {
    case Op::LocalSize:
    case Op::NumGroups: any = true; return true;
    case Op::Const: return signed_value(*e) > 0 && signed_value(*e) <= largest_constant;
    case Op::UDiv:
    case Op::SDiv:
    case Op::LShr:
    case Op::Shl:
      return e->args[1]->op == Op::Const && of_sizes(e->args[0], facts, any, depth) &&
             of_sizes(e->args[1], facts, any, depth);
    case Op::Mul: return of_sizes(e->args[0], facts, any, depth) && of_sizes(e->args[1], facts, any, depth);
    case OPS_CAST: return e->args[0]->type.is_int() && of_sizes(e->args[0], facts, any, depth);
    case Op::Var:
      return depth < 8 && std::ranges::any_of(
                              facts,
                              [&](const Fact &f) {
                                return f.kind == Fact::Equation && f.var == e->var &&
                                       of_sizes(f.expr, facts, any, depth + 1);
                              });
    case Op::LocalId:
    case Op::GroupId:
    case Op::GlobalOffset:
    case Op::Add:
    case Op::Sub:
    case Op::URem:
    case Op::SRem:
    case Op::AShr:
    case OPS_BITWISE:
    case OPS_MIN_MAX:
    case OPS_TRUTH:
    case Op::Ite:
    case OPS_FLOAT:
    case OPS_OPAQUE: return false;
    }
    LOCKSTEP_UNREACHABLE("every operation has its case");
  }

  // How do the branches that leave loops around the block compare the variable? Empty: not, or in both ways.
  std::optional<bool> compared_signed(const Kernel &k, const LoopForest &forest, BlockId b, VarId v) const {
    bool is_signed = false, is_unsigned = false;
    for (int l = forest.loop_of[b]; l != -1; l = forest.loops[static_cast<std::size_t>(l)].parent)
      for (const auto &[from, to] : forest.loops[static_cast<std::size_t>(l)].exits)
        for (const Expr &condition : edge_conditions(k.blocks[from], to))
          for_each_node(condition, [&](const ExprNode &n) {
            if (n.op != Op::Slt && n.op != Op::Sle && n.op != Op::Ult && n.op != Op::Ule)
              return;
            for (const Expr &side : n.args)
              if (const Expr &x = without_extension(side); x->op == Op::Var && x->var == v) {
                const bool s = side->op == Op::Sext || (side->op == Op::Var && (n.op == Op::Slt || n.op == Op::Sle));
                (s ? is_signed : is_unsigned) = true;
              }
          });
    return is_signed != is_unsigned ? std::optional(is_signed) : std::nullopt;
  }

  Expr assumed(const Kernel &k, const LoopForest &forest, FactReader &reader, const Ranges &known, BlockId b,
               std::size_t i) const {
    const Assign &a = std::get<Assign>(k.blocks[b].stmts[i].node);
    const CounterStep step = *step_of(a);
    const Type type = a.value->type;
    bool sizes = false;
    if (type.width < 32 || counted_sum(k.blocks[b], i).sum || !of_sizes(step.by, reader.before(b, i), sizes))
      return nullptr;
    const auto is_signed = compared_signed(k, forest, b, step.counter);
    if (!is_signed || (!sizes && !*is_signed) || known.evaluate_before(step.by, k, b, i).as_signed.lo < 0)
      return nullptr;
    const WrapInfo wrap = known.wrap_of(a.value->op == Op::Trunc ? a.value->args[0] : a.value);
    const WrapInfo kept = a.value->op == Op::Trunc ? known.wrap_of(a.value) : wrap;
    if (std::max(*is_signed ? wrap.signed_ok : wrap.unsigned_ok, *is_signed ? kept.signed_ok : kept.unsigned_ok) !=
        NoWrap::MayWrap)
      return nullptr;
    const Expr counter = variable(step.counter, type);
    return binary(*is_signed ? Op::Sle : Op::Ule, counter, binary(Op::Add, counter, step.by));
  }

  Kernel &k_;
  const Launch launch_;
};

} // namespace

Kernel with_counters(Kernel k, const Launch &launch, support::Diagnostics &diags) {
  Counters(k, launch).run(diags);
  return k;
}

} // namespace lockstep::cfg
