// Tickets: see tickets.h.
#include "cfg/analysis/tickets.h"

#include "cfg/analysis/dominators.h"
#include "cfg/analysis/graph.h"

#include <map>
#include <optional>

namespace lockstep::cfg {

namespace {

struct Place {
  BlockId block;
  std::uint32_t stmt;
};

// What is known of an array's use as a counter.
struct Counter {
  bool regular = true;                // no access but loads, stores and additions of one constant, each of one granule
  std::optional<std::uint64_t> stride; // unsigned, in the granule's width; the smaller of c and 2^w - c
  std::vector<Place> additions, stores;
};

std::optional<std::uint64_t> stride_of(const Atomic &a) {
  if ((a.op != AtomicOp::Add && a.op != AtomicOp::Sub) || a.per_value != 1 || a.operands.size() != 1 || !is_const(a.operands[0]))
    return std::nullopt;
  const Expr &c = a.operands[0];
  std::uint64_t forth = mask_to_width(c->value, c->type.width), back = mask_to_width(0 - c->value, c->type.width);
  std::uint64_t stride = std::min(forth, back);
  return stride == 0 ? std::nullopt : std::optional(stride);
}

std::vector<Counter> counters(const Kernel &k) {
  std::vector<Counter> out(k.arrays.size());
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const Stmt &s = k.blocks[b].stmts[i];
      if (auto *st = std::get_if<Store>(&s.node)) {
        out[st->array].stores.push_back({b, i});
      } else if (auto *a = std::get_if<Atomic>(&s.node)) {
        if (a->op == AtomicOp::Load)
          continue;
        Counter &c = out[a->array];
        auto stride = stride_of(*a);
        c.regular = c.regular && stride && (!c.stride || *c.stride == *stride);
        c.stride = stride;
        c.additions.push_back({b, i});
      }
    }
  return out;
}

// Does a path lead from behind an addition to a store?
bool stored_after_addition(const Kernel &k, const Counter &c) {
  const Graph g = graph_of(k);
  std::vector<bool> reached(g.size(), false);
  std::vector<Node> work;
  for (const Place &a : c.additions) {
    for (const Place &s : c.stores)
      if (s.block == a.block && s.stmt > a.stmt)
        return true;
    for (Node n : g[a.block])
      work.push_back(n);
  }
  while (!work.empty()) {
    Node n = work.back();
    work.pop_back();
    if (reached[n])
      continue;
    reached[n] = true;
    for (Node m : g[n])
      work.push_back(m);
  }
  for (const Place &s : c.stores)
    if (reached[s.block])
      return true;
  return false;
}

// The same for all threads of the launch, and at any time.
bool fixed(const Kernel &k, const Expr &e) {
  bool ok = true;
  for_each_node(e, [&](const ExprNode &n) {
    if (n.op == Op::Read || n.op == Op::LocalId || n.op == Op::GroupId || n.op == Op::Call)
      ok = false;
    if (n.op == Op::Var)
      ok = ok && k.vars[n.var].param;
  });
  return ok;
}

} // namespace

std::vector<Ticket> tickets(const Kernel &k) {
  std::vector<Ticket> out;
  std::vector<unsigned> definitions(k.vars.size(), 0);
  bool any = false;
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts) {
      any = any || std::holds_alternative<Atomic>(s.node);
      for (VarId v : defined_vars(s))
        ++definitions[v];
    }
  if (!any)
    return out;
  for (VarId v = 0; v < k.vars.size(); ++v)
    if (k.vars[v].param)
      ++definitions[v];
  const std::vector<Counter> all = counters(k);
  for (ArrayId array = 0; array < all.size(); ++array) {
    const Counter &c = all[array];
    if (!c.regular || c.additions.empty() || stored_after_addition(k, c) || k.arrays[array].space == Space::Private)
      continue;
    for (const Place &p : c.additions) {
      const auto &a = std::get<Atomic>(k.blocks[p.block].stmts[p.stmt].node);
      if (a.dest && definitions[*a.dest] == 1 && k.vars[*a.dest].type.is_int() &&
          k.vars[*a.dest].type.width == 8 * k.arrays[array].granule_bytes && fixed(k, a.offset))
        out.push_back({*a.dest, array, a.offset, *c.stride, p.block, p.stmt});
    }
  }
  return out;
}

bool taken_before(const Kernel &k, const Ticket &t, BlockId block, std::uint32_t stmt) {
  if (t.block == block)
    return t.stmt < stmt;
  return dominators(k).dominates(t.block, block);
}

} // namespace lockstep::cfg
