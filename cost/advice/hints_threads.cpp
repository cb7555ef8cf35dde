// Hints that change which thread does what (hints.h).
#include "cost/advice/advisor.h"

#include "cfg/ir/rewrite.h"

#include <algorithm>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;
using cfg::Op;

bool is_size_or_id(const cfg::ExprNode &n) {
  return n.op == Op::LocalId || n.op == Op::GroupId || n.op == Op::LocalSize || n.op == Op::NumGroups ||
         n.op == Op::GlobalOffset;
}

Expr swapped(const Expr &e) {
  if (!e)
    return e;
  return cfg::replace(e, [](const Expr &n) -> Expr {
    return is_size_or_id(*n) && n->value < 2 ? cfg::leaf(n->op, n->value == 0 ? 1 : 0, n->type) : nullptr;
  });
}

void map_exprs(cfg::Kernel &k, const std::function<Expr(const Expr &)> &f) {
  const auto all = [&](std::vector<Expr> &v) { std::transform(v.begin(), v.end(), v.begin(), f); };
  for (cfg::Block &b : k.blocks) {
    for (cfg::Stmt &s : b.stmts) {
      if (auto *assign = std::get_if<cfg::Assign>(&s.node))
        assign->value = f(assign->value);
      else if (auto *assume = std::get_if<cfg::Assume>(&s.node))
        assume->condition = f(assume->condition);
      else if (auto *check = std::get_if<cfg::Assert>(&s.node))
        check->condition = f(check->condition);
      else if (auto *load = std::get_if<cfg::Load>(&s.node))
        load->offset = f(load->offset);
      else if (auto *store = std::get_if<cfg::Store>(&s.node)) {
        store->offset = f(store->offset);
        all(store->values);
      } else if (auto *atomic = std::get_if<cfg::Atomic>(&s.node)) {
        atomic->offset = f(atomic->offset);
        all(atomic->operands);
      }
    }
    if (auto *branch = std::get_if<cfg::Branch>(&b.end.node))
      branch->condition = f(branch->condition);
    else if (auto *sw = std::get_if<cfg::Switch>(&b.end.node))
      sw->value = f(sw->value);
  }
}

// Threads of a warp exchange values, or meet in a shape of their own.
bool has_warps(const cfg::Kernel &k) {
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts)
      if (std::holds_alternative<cfg::Gather>(s.node) || std::holds_alternative<cfg::Numbered>(s.node) ||
          cfg::warp_barrier(s) != nullptr)
        return true;
  return false;
}

const Expr &bare(const Expr &e) {
  return e->op == Op::Zext || e->op == Op::Sext || e->op == Op::Trunc ? bare(e->args[0]) : e;
}

void summands(const Expr &e, std::vector<Expr> &out) {
  const Expr &b = bare(e);
  if (b->op != Op::Add) {
    out.push_back(b);
    return;
  }
  summands(b->args[0], out);
  summands(b->args[1], out);
}

bool product_of(const Expr &e, Op a, Op b, std::uint64_t d) {
  if (e->op != Op::Mul)
    return false;
  const Expr &x = bare(e->args[0]), &y = bare(e->args[1]);
  const auto is = [&](const Expr &n, Op op) { return n->op == op && n->value == d; };
  return (is(x, a) && is(y, b)) || (is(x, b) && is(y, a));
}

// Does it speak of threads by their places in the whole grid only?
bool of_grid(const Expr &e) {
  if (!e)
    return true;
  const Expr &b = bare(e);
  if (b->op == Op::Add) {
    std::vector<Expr> parts;
    summands(b, parts);
    for (std::uint64_t d = 0; d < 3; ++d)
      for (;;) {
        const auto base = std::find_if(parts.begin(), parts.end(),
                                       [&](const Expr &p) { return product_of(p, Op::GroupId, Op::LocalSize, d); });
        const auto id = std::find_if(parts.begin(), parts.end(),
                                     [&](const Expr &p) { return p->op == Op::LocalId && p->value == d; });
        if (base == parts.end() || id == parts.end())
          break;
        const Expr one = *base, other = *id;
        parts.erase(std::find(parts.begin(), parts.end(), one));
        parts.erase(std::find(parts.begin(), parts.end(), other));
      }
    return std::all_of(parts.begin(), parts.end(), [](const Expr &p) { return p->op == Op::Add ? false : of_grid(p); });
  }
  for (std::uint64_t d = 0; d < 3; ++d)
    if (product_of(b, Op::NumGroups, Op::LocalSize, d))
      return true;
  if (is_size_or_id(*b) && b->op != Op::GlobalOffset)
    return false;
  return std::all_of(b->args.begin(), b->args.end(), [](const Expr &a) { return of_grid(a); });
}

// May its threads be dealt out to blocks of any shape?
bool any_shape(const cfg::Kernel &k) {
  for (const cfg::Array &a : k.arrays)
    if (a.space == cfg::Space::Group)
      return false;
  for (const cfg::Block &b : k.blocks) {
    for (const cfg::Stmt &s : b.stmts) {
      if (std::holds_alternative<cfg::Barrier>(s.node))
        return false;
      if (auto *assume = std::get_if<cfg::Assume>(&s.node); assume && assume->kind == cfg::AssumeKind::Launch)
        return false;
      const auto used = cfg::used_exprs(s);
      if (!std::all_of(used.begin(), used.end(), of_grid))
        return false;
    }
    const auto used = cfg::used_exprs(b.end);
    if (!std::all_of(used.begin(), used.end(), of_grid))
      return false;
  }
  return !has_warps(k);
}

// The same threads in blocks of another shape; empty: they do not come out even.
std::optional<cfg::Launch> reshaped(cfg::Launch l, const std::array<std::uint64_t, 3> &block) {
  for (std::size_t d = 0; d < 3; ++d) {
    if (l.num_groups[d]) {
      const std::uint64_t all = *l.num_groups[d] * *l.local_size[d];
      if (all % block[d] != 0)
        return std::nullopt;
      l.num_groups[d] = all / block[d];
    }
    l.local_size[d] = block[d];
  }
  return l;
}

cfg::Launch swapped(cfg::Launch l) {
  std::swap(l.local_size[0], l.local_size[1]);
  std::swap(l.num_groups[0], l.num_groups[1]);
  std::swap(l.global_size[0], l.global_size[1]);
  std::swap(l.global_offset[0], l.global_offset[1]);
  std::swap(l.most_local[0], l.most_local[1]);
  std::swap(l.most_groups[0], l.most_groups[1]);
  return l;
}

std::vector<std::size_t> numbers(std::size_t n) {
  std::vector<std::size_t> out(n);
  for (std::size_t i = 0; i < n; ++i)
    out[i] = i;
  return out;
}

// Does a condition around it compare x with y of a thread?
bool compares_places(AdvisedKernel &k, const AccessCost &a) {
  k.sums.stand_at(a.block, a.stmt);
  for (const Expr &c : k.sums.conditions()) {
    bool x = false, y = false;
    for (const Expr &side : c->args)
      if (const auto s = side->type.is_int() ? k.sums.read(side) : std::nullopt)
        for (const Sum::Term &t : s->terms) {
          x = x || cfg::contains(t.atom, id_atom(Op::LocalId, 0));
          y = y || cfg::contains(t.atom, id_atom(Op::LocalId, 1));
        }
    if (x && y)
      return true;
  }
  return false;
}

} // namespace

std::optional<Plan> SwapRule::plan() {
  if (has_warps(k_.kernel))
    return std::nullopt;
  cfg::Kernel changed = k_.kernel;
  map_exprs(changed, [](const Expr &e) { return swapped(e); });
  const cfg::Launch &l = k_.analyses.launch;
  if (changed.terms.launch)
    changed.terms.launch = swapped(*changed.terms.launch);
  // As a rule the launch changes too; where blocks may have any shape, they may keep theirs.
  if (l.local_size[0] != l.local_size[1] && any_shape(k_.kernel))
    if (const auto kept = reshaped(swapped(l), shape_of(l)))
      if (auto plan = recounts_.of_launch(changed, *kept))
        return plan;
  return recounts_.of_launch(changed, swapped(l));
}

std::optional<Hint> SwapRule::hint(std::size_t access) {
  const auto shape = shape_of(k_.analyses.launch);
  if (shape[0] < 2 || shape[1] < 2 || shape[2] == 0)
    return std::nullopt;
  if (!plan_) {
    // Are the lanes of any use when y is the one that moves first? A first look, without an analysis.
    const auto &s = k_.sum(access);
    k_.stand_at(access);
    const auto *x = s ? s->of(id_atom(Op::LocalId, 0)) : nullptr, *y = s ? s->of(id_atom(Op::LocalId, 1)) : nullptr;
    const auto size = [](const Sum::Term *t) { return t ? (t->factor < 0 ? -t->factor : t->factor) : Number(0); };
    const bool product = s && std::any_of(s->terms.begin(), s->terms.end(), [](const Sum::Term &t) {
                           return t.atom->op == Op::Mul && cfg::contains(t.atom, id_atom(Op::LocalId, 0));
                         });
    if (!s || (size(x) <= size(y) && !product))
      return std::nullopt;
    plan_ = plan();
  }
  auto out = *plan_ ? recounts_.hint(HintKind::Swap, **plan_, access, numbers(k_.accesses.size())) : std::nullopt;
  return out && 8 * cost(out->after).hi <= 7 * cost(k_.accesses[access]).hi ? out
                                                                            : std::nullopt; // not for next to nothing
}

std::optional<Hint> transpose_hint(AdvisedKernel &k, Recounts &recounts, std::size_t access) {
  const AccessCost &a = k.accesses[access];
  const auto shape = shape_of(k.analyses.launch);
  if (shape[0] < 2 || shape[1] < 2 || shape[2] != 1 || a.kind == Access::Atomic ||
      a.most_lanes != k.options.target.lanes || compares_places(k, a))
    return std::nullopt;
  for (int l = k.analyses.loops.loop_of[a.block]; l >= 0;
       l = k.analyses.loops.loops[static_cast<std::size_t>(l)].parent)
    if (!k.analyses.group_uniform.block_uniform[k.analyses.loops.loops[static_cast<std::size_t>(l)].head])
      return std::nullopt; // no place for a barrier
  const auto &s = k.sum(access);
  k.stand_at(access);
  if (!s)
    return std::nullopt;
  // The thread with number t takes the place of the one in row t % height, column t / height.
  const cfg::Type i64 = cfg::int_type(64);
  const Expr x = id_atom(Op::LocalId, 0), y = id_atom(Op::LocalId, 1), width = cfg::constant(i64, shape[0]),
             height = cfg::constant(i64, shape[1]);
  const Expr number = cfg::binary(Op::Add, cfg::binary(Op::Mul, y, width, true), x, true);
  const bool square = shape[0] == shape[1];
  const Expr column = square ? y : cfg::binary(Op::UDiv, number, height);
  const Expr row = square ? x : cfg::binary(Op::URem, number, height);
  bool both[2] = {false, false};
  for (const Sum::Term &t : s->terms) {
    const bool plain = cfg::variables(t.atom).empty() || !k.of_lane(t.atom);
    const bool of_x = cfg::contains(t.atom, x), of_y = cfg::contains(t.atom, y);
    if (!plain && !of_x && !of_y)
      return std::nullopt;
    both[0] = both[0] || of_x;
    both[1] = both[1] || of_y;
  }
  if (!both[0] || !both[1])
    return std::nullopt;
  const Expr changed = cfg::replace(s->expr(), [&](const Expr &n) -> Expr {
    return cfg::equal(n, x) ? column : cfg::equal(n, y) ? row : nullptr;
  });
  const auto after = recounts.with_offset(a, changed);
  if (!after || !better(*after, a) || !after->ideal || !a.ideal || after->ideal->hi < a.ideal->hi ||
      2 * after->full_sectors.hi > a.full_sectors.hi)
    return std::nullopt;
  // The tile: one side goes by rows, the other by columns; the pad that costs least in all.
  Hint out{.kind = HintKind::Transpose,
           .after = *after,
           .from = shape[0],
           .together_before = cost(a),
           .together = cost(*after)};
  std::uint64_t least = ~std::uint64_t(0);
  const std::uint64_t most = k.options.target.banks * k.options.target.bank_bytes / std::max<std::uint64_t>(a.bytes, 1);
  const std::uint64_t others = k.group_bytes({}), room = k.group_room();
  for (std::uint64_t pad = 0; pad <= most && others + shape[1] * (shape[0] + pad) * a.bytes <= room; ++pad) {
    std::vector<LaneForm> by_row, by_column;
    for (const Warp &w : k.warps) {
      LaneForm r, c;
      for (const auto &id : w.lanes) {
        const std::uint64_t t = id[1] * shape[0] + id[0];
        r.lanes.push_back(static_cast<Number>(id[1] * (shape[0] + pad) + id[0]));
        c.lanes.push_back(static_cast<Number>(t % shape[1] * (shape[0] + pad) + t / shape[1]));
      }
      by_row.push_back(std::move(r));
      by_column.push_back(std::move(c));
    }
    const auto rows = wavefronts(by_row, a.bytes, a.bytes, k.options.target);
    const auto columns = wavefronts(by_column, a.bytes, a.bytes, k.options.target);
    if (rows && columns && *rows + *columns < least) {
      least = *rows + *columns;
      out.to = shape[0] + pad;
      const bool store = a.kind == Access::Store; // then the threads put their own values down by rows
      out.tile = {store ? *rows : *columns, store ? *columns : *rows};
    }
  }
  if (least == ~std::uint64_t(0))
    return std::nullopt;
  out.block = shape;
  out.guarded = !k.analyses.group_uniform.block_uniform[a.block];
  return out;
}

std::optional<Plan> ShapeRule::plan() {
  const auto shape = shape_of(k_.analyses.launch);
  const std::uint64_t threads = shape[0] * shape[1] * shape[2], lanes = k_.options.target.lanes;
  if (threads == 0 || shape[0] >= lanes || shape[0] == threads || threads % lanes != 0 || !any_shape(k_.kernel))
    return std::nullopt;
  const std::array<std::uint64_t, 3> wide{lanes, threads / lanes, 1};
  const auto launch = reshaped(k_.analyses.launch, wide);
  if (!launch)
    return std::nullopt;
  cfg::Kernel changed = k_.kernel;
  if (changed.terms.launch)
    changed.terms.launch = *launch;
  return recounts_.of_launch(changed, *launch);
}

std::optional<Hint> ShapeRule::hint(std::size_t access) {
  if (!plan_)
    plan_ = plan();
  return *plan_ ? recounts_.hint(HintKind::Shape, **plan_, access, numbers(k_.accesses.size())) : std::nullopt;
}

} // namespace lockstep::coalescing
