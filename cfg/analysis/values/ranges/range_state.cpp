// States of the range analysis and evaluation: see range_state.h. Refinement is range_refine.cpp.
#include "cfg/analysis/values/ranges/range_state.h"

#include "cfg/analysis/values/facts.h"
#include "cfg/ir/op_groups.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {
auto position(auto &ranges, VarId v) {
  return std::ranges::lower_bound(ranges, v, {}, [](const auto &e) { return e.var; });
}
} // namespace

const ExprRange *RangeState::find(VarId v) const {
  auto it = position(ranges_, v);
  return it != ranges_.end() && it->var == v ? &it->range : nullptr;
}

void RangeState::set(VarId v, const ExprRange &r, Type type) {
  if (r == full_range(type))
    return forget(v);
  auto it = position(ranges_, v);
  if (it != ranges_.end() && it->var == v)
    it->range = r;
  else
    ranges_.insert(it, {v, type, r});
}

void RangeState::forget(VarId v) {
  auto it = position(ranges_, v);
  if (it != ranges_.end() && it->var == v)
    ranges_.erase(it);
}

RangeState join(const RangeState &a, const RangeState &b) {
  if (!a.reachable)
    return b;
  if (!b.reachable)
    return a;
  RangeState out;
  for (const RangeState::Entry &e : a.listed()) // in order, so `set` appends
    if (const ExprRange *r = b.find(e.var))
      out.set(e.var, join(e.range, *r), e.type);
  return out;
}

// --- launch quantities and memory -------------------------------------------------------------------------

namespace {
Bounds size_bounds(const Launch &l, std::size_t d, bool local) {
  auto value = [](std::uint64_t v) { return Wide(v); };
  const Launch::Extent &own = local ? l.local_size[d] : l.num_groups[d];
  const Launch::Extent &other = local ? l.num_groups[d] : l.local_size[d];
  if (own)
    return {value(*own), value(*own)};
  Bounds b{1, value(local ? l.most_local[d] : l.most_groups[d])};
  if (const Launch::Extent &global = l.global_size[d]) {
    // own * other == global, where other may be rounded up in the last group: between the floor and the ceiling.
    if (other && *other)
      b = {std::max<Wide>(1, value(*global / *other)), value(*global / *other + 1)};
    else
      b.hi = std::min(b.hi, std::max<Wide>(1, value(*global)));
  }
  return b;
}
} // namespace

ExprRange RangeContext::launch_quantity(const ExprNode &n) const {
  std::size_t d = n.value;
  Bounds b;
  if (n.op == Op::GlobalOffset)
    b = {Wide(launch.global_offset[d]), Wide(launch.global_offset[d])};
  else
    b = size_bounds(launch, d, n.op == Op::LocalSize || n.op == Op::LocalId);
  if (n.op == Op::LocalId || n.op == Op::GroupId)
    b = {0, b.hi - 1};
  return range_of_value(b, n.type);
}

ExprRange RangeContext::read(ArrayId array, Type type, const ExprRange &offset) const {
  // Sound because the array is never written and the offset surely lies within its known contents.
  if (type.is_int() && known_cells[array] && offset.as_unsigned.hi < Wide(known_cells[array])) {
    const ExprRange &r = contents[array];
    if (r.as_unsigned.hi <= unsigned_bounds(type).hi)
      return r;
  }
  return full_range(type);
}

RangeContext make_context(const Kernel &k, const Launch &launch, bool trust_flags) {
  RangeContext c{launch, trust_flags, {}, {}};
  std::vector<bool> written = written_arrays(k);
  for (ArrayId a = 0; a < k.arrays.size(); ++a) {
    const Array &array = k.arrays[a];
    bool known = support::sound("ranges.contents", !written[a]) && !array.initial.empty() && array.granule_bytes <= 8;
    c.known_cells.push_back(known ? array.initial.size() : 0);
    c.contents.push_back({});
    if (!known)
      continue;
    Type cell = int_type(array.granule_bytes * 8);
    for (std::size_t i = 0; i < array.initial.size(); ++i) {
      Wide v = Wide(mask_to_width(array.initial[i], cell.width));
      ExprRange r = range_from_unsigned({v, v}, cell);
      c.contents[a] = i == 0 ? r : join(c.contents[a], r);
    }
  }
  return c;
}

// --- evaluation -------------------------------------------------------------------------------------------

namespace {
constexpr unsigned max_ite_depth = 4; // nested choices whose arms are evaluated under their condition

class Evaluator {
public:
  Evaluator(const RangeContext &c, NodeTable *record, const CountedSum &counted)
      : c_(c), record_(record), counted_(counted) {}

  ExprRange run(const Expr &e, const RangeState &s, unsigned ites = 0) {
    Memo memo;
    return range(e, s, memo, ites);
  }

private:
  using Memo = std::unordered_map<const ExprNode *, ExprRange>; // nodes with several users, in one state

  ExprRange range(const Expr &e, const RangeState &s, Memo &memo, unsigned ites) {
    bool shared = e.use_count() > 1 && !e->args.empty();
    if (shared)
      if (auto it = memo.find(e.get()); it != memo.end())
        return it->second;
    Applied a = node(e, s, memo, ites);
    if (record_)
      note(*e, a);
    if (shared)
      memo.emplace(e.get(), a.range);
    return a.range;
  }

  Applied node(const Expr &e, const RangeState &s, Memo &memo, unsigned ites) {
    constexpr WrapInfo exact{NoWrap::Proved, NoWrap::Proved};
    switch (e->op) {
    case Op::Const: {
      Wide v = Wide(e->value);
      return {e->type.is_float() ? full_range(e->type) : range_from_unsigned({v, v}, e->type), exact};
    }
    case Op::Var: {
      const ExprRange *r = s.find(e->var);
      return {r ? *r : full_range(e->type), exact};
    }
    case OPS_LAUNCH: return {c_.launch_quantity(*e), exact};
    case Op::Ite: return choice(e, s, memo, ites);
    case Op::Read: return {c_.read(e->array, e->type, range(e->args[0], s, memo, ites)), exact};
    case OPS_NUMBER:
    case OPS_CAST:
    case OPS_TRUTH:
    case OPS_FLOAT:
    case Op::Call: break;
    }
    std::vector<ExprRange> args;
    for (const Expr &a : e->args)
      args.push_back(range(a, s, memo, ites)); // of a call's arguments, too: they are recorded
    if (e->op == Op::Call)
      return {full_range(e->type), exact};
    if (e.get() == counted_.sum && support::sound("ranges.counted", args[1].as_signed.lo >= 0))
      return counted(*e, args);
    Applied out = apply(*e, args, c_.trust_flags);
    bound_by_global_size(e, out);
    return out;
  }

  // Of v + s where v <= v + s, in the counter's reading.
  // Sound because s is not negative under either reading: a sum that wraps around is below v.
  Applied counted(ExprNode sum, const std::vector<ExprRange> &args) const {
    (counted_.is_signed ? sum.nsw : sum.nuw) = true;
    Applied out = apply(sum, args, true);
    for (NoWrap *w : {&out.wrap.signed_ok, &out.wrap.unsigned_ok})
      if (*w == NoWrap::ByAssumption) // the sum has no flags of its own
        *w = NoWrap::Proved;
    return out;
  }

  // Sound because an arm's value counts only where the condition holds (or fails); an arm that is never chosen is not
  // evaluated at all, as far as the result can tell.
  Applied choice(const Expr &e, const RangeState &s, Memo &memo, unsigned ites) {
    std::vector<ExprRange> args{range(e->args[0], s, memo, ites)};
    for (std::size_t i : {1, 2}) {
      if (ites >= max_ite_depth) {
        args.push_back(range(e->args[i], s, memo, ites));
        continue;
      }
      RangeState chosen = s;
      refine(chosen, e->args[0], support::sound("ranges.choice", i == 1), c_, {});
      if (chosen.reachable)
        args.push_back(run(e->args[i], chosen, ites + 1));
      else {
        args.push_back(full_range(e->type));
        args[0] = meet(args[0], constant_bool(i == 2), bool_type).value_or(args[0]); // the other arm is chosen
      }
    }
    return apply(*e, args, c_.trust_flags);
  }

  static ExprRange constant_bool(bool v) { return range_from_unsigned({v, v}, bool_type); }

  // The launch quantity behind casts, if each type on the way holds all of [0, limit].
  static const ExprNode *quantity(const Expr &e, Wide limit) {
    const ExprNode *n = e.get();
    while (n->type.is_int() && support::sound("ranges.global_size", signed_bounds(n->type).hi >= limit)) {
      if (n->op >= Op::LocalId && n->op <= Op::GlobalOffset)
        return n;
      if (n->op != Op::Zext && n->op != Op::Sext && n->op != Op::Trunc)
        return nullptr;
      n = n->args[0].get();
    }
    return nullptr;
  }

  // A global size G that is fixed, or has a largest value G, while both of its factors are free bounds products of the
  // two unknowns: group_id * local_size + local_id <= G - 1, and num_groups * local_size == G, or <= G.
  // Sound because the launch fixes or bounds the product of local size and number of groups (launch.h), and G fits the
  // types: the sum and the product are then within [0, G] and exact.
  void bound_by_global_size(const Expr &e, Applied &out) const {
    if ((e->op != Op::Mul && e->op != Op::Add) || !e->type.is_int())
      return;
    bool is_sum = e->op == Op::Add;
    for (std::size_t d = 0; d < 3; ++d) {
      const Launch &l = c_.launch;
      const bool free = !l.local_size[d] && !l.num_groups[d] && l.most_threads;
      if (!l.global_size[d] && !free)
        continue;
      Wide g = Wide(l.global_size[d] ? *l.global_size[d] : *l.most_threads);
      if (g < 1 || support::unsound("ranges.global_size", signed_bounds(e->type).hi < g))
        continue;
      auto is = [&](const Expr &a, Op op) {
        const ExprNode *n = quantity(a, g);
        return n && n->op == op && n->value == d;
      };
      auto product = [&](const Expr &a, Op op) {
        return a->op == Op::Mul && support::sound("ranges.global_size", signed_bounds(a->type).hi >= g) &&
               ((is(a->args[0], op) && is(a->args[1], Op::LocalSize)) ||
                (is(a->args[1], op) && is(a->args[0], Op::LocalSize)));
      };
      Bounds b{0, g - 1};
      bool found = is_sum ? (product(e->args[0], Op::GroupId) && is(e->args[1], Op::LocalId)) ||
                                (product(e->args[1], Op::GroupId) && is(e->args[0], Op::LocalId))
                          : product(e, Op::GroupId);
      if (!is_sum && product(e, Op::NumGroups)) {
        found = true;
        b = {l.global_size[d] ? g : Wide(1), g};
      }
      if (!found)
        continue;
      ExprRange bounded = range_from_signed(b, e->type);
      out.range = meet(out.range, bounded, e->type).value_or(bounded);
      out.wrap = {NoWrap::Proved, NoWrap::Proved};
    }
  }

  void note(const ExprNode &n, const Applied &a) {
    auto [it, fresh] = record_->try_emplace(&n, NodeInfo{a.range, a.wrap});
    if (fresh)
      return;
    NodeInfo &info = it->second;
    info.range = join(info.range, a.range);
    info.wrap.signed_ok = std::max(info.wrap.signed_ok, a.wrap.signed_ok);
    info.wrap.unsigned_ok = std::max(info.wrap.unsigned_ok, a.wrap.unsigned_ok);
  }

  const RangeContext &c_;
  NodeTable *record_;
  const CountedSum counted_;
};
} // namespace

ExprRange evaluate(const Expr &e, const RangeState &s, const RangeContext &c, NodeTable *record,
                   const CountedSum &counted) {
  return Evaluator(c, record, counted).run(e, s);
}

} // namespace lockstep::cfg
