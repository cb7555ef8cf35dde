// Components and their representation: see representation.h.
#include "emit/encode/representation.h"

#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/pairwise.h"
#include "support/invariant.h"

#include <algorithm>
#include <bit>

namespace lockstep::emit {

using cfg::Expr;
using cfg::ExprNode;
using cfg::Op;

namespace {
bool is_other(const ExprNode &n) { return cfg::is_call_of(n, cfg::other_name); }
bool flexible(Op op) { return op == Op::Const || (op >= Op::LocalId && op <= Op::GlobalOffset); }

// x & mask has an integer meaning when the mask is a run of low bits or of high bits.
bool is_low_or_high_mask(const ExprNode &c) {
  std::uint64_t low = c.value, high = cfg::mask_to_width(~c.value, c.type.width);
  return std::has_single_bit(low + 1) || low == ~std::uint64_t(0) || std::has_single_bit(high + 1);
}
} // namespace

bool is_wrapping_product(const ExprNode &n, const cfg::Ranges &ranges) {
  if (n.op != Op::Mul || cfg::is_const(n.args[0]) || cfg::is_const(n.args[1]))
    return false;
  const cfg::WrapInfo w = ranges.wrap_of(&n);
  return w.signed_ok == cfg::NoWrap::MayWrap && w.unsigned_ok == cfg::NoWrap::MayWrap;
}

bool is_of_bits(const ExprNode &n) {
  switch (n.op) {
  case Op::BitXor: return !cfg::is_const(n.args[1], ~std::uint64_t(0)) && !cfg::is_const(n.args[0], ~std::uint64_t(0));
  case Op::BitOr: return true;
  case Op::BitAnd:
    return !(cfg::is_const(n.args[1]) && is_low_or_high_mask(*n.args[1])) &&
           !(cfg::is_const(n.args[0]) && is_low_or_high_mask(*n.args[0]));
  case Op::Shl:
  case Op::LShr:
  case Op::AShr: return !cfg::is_const(n.args[1]);
  case OPS_LEAF:
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case OPS_DIVISION:
  case OPS_MIN_MAX:
  case OPS_CAST:
  case OPS_TRUTH:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: return false;
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

Representation::Representation(const cfg::Kernel &k, const cfg::Ranges &ranges, IntegerMode mode,
                               const std::vector<Expr> &more, const std::vector<bool> &mapped)
    : ranges_(ranges), components_(k.vars.size(), k.arrays.size(), mode == IntegerMode::Bv,
                                   mode == IntegerMode::Bv || mode == IntegerMode::Int),
      mixed_(mode == IntegerMode::Auto || mode == IntegerMode::Wrap), only_bits_(mode == IntegerMode::Bv),
      products_wrap_(mode == IntegerMode::Wrap), votes_(k.vars.size()) {
  std::vector<bool> followed(k.arrays.size(), false);
  for (cfg::ArrayId a = 0; a < k.arrays.size(); ++a)
    followed[a] = k.arrays[a].space == cfg::Space::Private || (a < mapped.size() && mapped[a]);
  add_kernel(k, followed);
  for (const Expr &e : more)
    add_where_it_fits(e);
  if (!mixed_)
    components_.hold_all(only_bits_);
}

bool Representation::needs_bits(const ExprNode &n) const {
  return is_of_bits(n) || (!products_wrap_ && is_wrapping_product(n, ranges_));
}

long Representation::add(const Expr &e) {
  if (auto it = nodes_.find(e.get()); it != nodes_.end())
    return it->second;
  kept_alive_.push_back(e);
  votes_.count(e);
  long own = -1;
  if (e->op == Op::Var) {
    own = e->type.is_int() ? static_cast<long>(components_.var(e->var)) : -1;
  } else if (!flexible(e->op)) {
    if (e->type.is_int())
      own = static_cast<long>(components_.add(needs_bits(*e)));
    std::vector<long> parts;
    for (const Expr &a : e->args)
      parts.push_back(a->type.is_int() ? add(a) : (add(a), -1));
    if (e->op == Op::Read) {
      components_.unite(static_cast<long>(components_.offset(e->array)), parts[0]);
      components_.unite(own, static_cast<long>(components_.content(e->array)));
    } else if (e->op != Op::Call || is_other(*e)) {
      long first = own;
      for (long p : parts) {
        components_.unite(first, p);
        if (first < 0)
          first = p;
      }
    }
  }
  nodes_[e.get()] = own;
  return own;
}

namespace {
bool any_of(const std::vector<cfg::VarId> &vars, const std::vector<bool> &marked) {
  return std::any_of(vars.begin(), vars.end(), [&](cfg::VarId v) { return marked[v]; });
}

// Variables whose values decide where a thread goes, what it touches where somebody writes, or what the cells of arrays
// hold that are followed.
std::vector<bool> variables_that_matter(const cfg::Kernel &k, const std::vector<bool> &written,
                                        const std::vector<bool> &followed) {
  std::vector<cfg::VarId> matter;
  cfg::Graph made_of(k.vars.size());
  auto uses = [&](const Expr &e) { cfg::collect_vars(e, matter); };
  for (const cfg::Block &b : k.blocks) {
    for (const cfg::Stmt &s : b.stmts) {
      auto *load = std::get_if<cfg::Load>(&s.node);
      const bool only_values =
          std::holds_alternative<cfg::Assign>(s.node) || (load && !written[load->array]) ||
          std::holds_alternative<cfg::Atomic>(s.node) || std::holds_alternative<cfg::Barrier>(s.node) ||
          (std::holds_alternative<cfg::Store>(s.node) && !followed[std::get<cfg::Store>(s.node).array]);
      if (auto *st = std::get_if<cfg::Store>(&s.node))
        uses(st->offset);
      else if (auto *at = std::get_if<cfg::Atomic>(&s.node))
        uses(at->offset);
      else if (auto *a = std::get_if<cfg::Assign>(&s.node))
        cfg::collect_vars(a->value, made_of[a->var]);
      for (std::size_t d = 0; load && d < load->dests.size(); ++d)
        cfg::collect_vars(load->offset, made_of[load->dests[d]]);
      if (!only_values)
        for (const Expr &e : cfg::used_exprs(s))
          uses(e);
    }
    for (const Expr &e : cfg::used_exprs(b.end))
      uses(e);
  }
  return cfg::reachable(made_of, std::move(matter));
}
} // namespace

void Representation::add_kernel(const cfg::Kernel &k, const std::vector<bool> &followed) {
  auto offset = [&](cfg::ArrayId a, const Expr &e) {
    components_.unite(static_cast<long>(components_.offset(a)), add(e));
  };
  auto content = [&](cfg::ArrayId a, long value) {
    components_.unite(static_cast<long>(components_.content(a)), value);
  };
  const std::vector<bool> written = cfg::written_arrays(k);
  const std::vector<bool> matters =
      mixed_ ? variables_that_matter(k, written, followed) : std::vector<bool>(k.vars.size(), true);
  places_are_exact_ = mixed_ ? written : std::vector<bool>(k.arrays.size(), true);
  std::vector<bool> places_matter = places_are_exact_; // or something is read there that matters
  std::vector<std::pair<Expr, long>>
      others; // values that do not matter, and the nodes of the variables that they are assigned to, or of offsets
  for (const cfg::Block &b : k.blocks) {
    for (const cfg::Stmt &s : b.stmts) {
      if (auto *a = std::get_if<cfg::Assign>(&s.node)) {
        const long var = a->value->type.is_int() ? static_cast<long>(components_.var(a->var)) : -1;
        if (matters[a->var])
          components_.unite(var, add(a->value));
        else
          others.push_back({a->value, var});
      } else if (auto *l = std::get_if<cfg::Load>(&s.node)) {
        if (!mixed_ || written[l->array] || any_of(l->dests, matters)) {
          offset(l->array, l->offset);
          places_matter[l->array] = true;
        } else {
          others.push_back({l->offset, static_cast<long>(components_.offset(l->array))});
        }
        for (cfg::VarId d : l->dests)
          if (k.vars[d].type.is_int())
            content(l->array, static_cast<long>(components_.var(d)));
      } else if (auto *st = std::get_if<cfg::Store>(&s.node)) {
        offset(st->array, st->offset);
        for (const Expr &v : st->values)
          if (!followed[st->array])
            others.push_back({v, -1});
          else if (const long value = add(v); v->type.is_int())
            content(st->array, value);
      } else if (auto *at = std::get_if<cfg::Atomic>(&s.node)) {
        offset(at->array, at->offset);
        for (const Expr &v : at->operands)
          others.push_back({v, -1});
      } else if (std::holds_alternative<cfg::Barrier>(s.node)) {
        for (const Expr &e : cfg::used_exprs(s))
          others.push_back({e, -1});
      } else {
        for (const Expr &e : cfg::used_exprs(s))
          add(e);
      }
    }
    for (const Expr &e : cfg::used_exprs(b.end))
      add(e);
  }
  for (cfg::VarId v = 0; v < k.vars.size(); ++v)
    if (matters[v])
      components_.let_matter(components_.var(v));
  for (cfg::ArrayId a = 0; a < k.arrays.size(); ++a)
    if (places_matter[a])
      components_.let_matter(components_.offset(a));
  for (const auto &[value, var] : others)
    add_where_it_fits(value, var);
}

void Representation::add_where_it_fits(const Expr &e, long with) {
  if (fits(e, with))
    components_.unite(with, add(e));
}

// Would the expression leave integers that matter what they are? All of its parts count as one component.
bool Representation::fits(const Expr &e, long with) const {
  if (!mixed_)
    return true;
  bool bits = false, integers = false;
  auto part = [&](std::size_t node) {
    const bool as_bits = components_.is_bv(node);
    bits = bits || as_bits;
    integers = integers || (components_.matters(node) && !as_bits);
  };
  if (with >= 0)
    part(static_cast<std::size_t>(with));
  cfg::for_each_node(e, [&](const ExprNode &n) {
    if (n.op == Op::Var && n.type.is_int())
      part(components_.var(n.var));
    if (n.op == Op::Read) {
      part(components_.offset(n.array));
      part(components_.content(n.array));
    }
    bits = bits || (n.type.is_int() && needs_bits(n));
  });
  return !(bits && integers);
}

bool Representation::is_bv(const Expr &e) const {
  if (auto it = nodes_.find(e.get()); it != nodes_.end() && it->second >= 0)
    return components_.is_bv(static_cast<std::size_t>(it->second));
  if (e->op == Op::Var)
    return var_is_bv(e->var);
  if (e->op == Op::Read)
    return contents_are_bv(e->array);
  if (is_other(*e))
    return e->type.is_int() && is_bv(e->args[0]);
  if (e->op == Op::Call && e->type.is_int())
    return only_bits_;
  if (flexible(e->op) || !e->type.is_int())
    return false;
  if (needs_bits(*e))
    return true;
  for (std::size_t i = e->op == Op::Ite ? 1 : 0; i < e->args.size(); ++i)
    if (e->args[i]->type.is_int() && is_bv(e->args[i]))
      return true;
  return false;
}

bool Representation::consistent(const Expr &e) const {
  bool any_bv = false, any_int = false;
  for (std::size_t i = 0; i < e->args.size(); ++i) {
    const Expr &a = e->args[i];
    if (!consistent(a))
      return false;
    if (!a->type.is_int() || flexible(a->op) || e->op == Op::Call || e->op == Op::Read)
      continue;
    bool only_flexible = true;
    cfg::for_each_node(
        a, [&](const ExprNode &n) { only_flexible = only_flexible && (flexible(n.op) || !n.args.empty()); });
    if (is_bv(a))
      any_bv = true;
    else if (!only_flexible)
      any_int = true;
  }
  if (mixed_ && any_int && e->type.is_int() && e->op != Op::Var && e->op != Op::Read && e->op != Op::Call && is_bv(e))
    return false;
  if (e->op == Op::Read && e->args[0]->type.is_int() && !flexible(e->args[0]->op))
    return is_bv(e->args[0]) == offsets_are_bv(e->array);
  return !(any_bv && any_int);
}

} // namespace lockstep::emit
