// See accesses.h.
#include "cost/requests/accesses.h"

#include "cfg/analysis/graph/dominators.h"
#include "support/budget.h"

#include <algorithm>
#include <set>

namespace lockstep::coalescing {

using cfg::BlockId;
using cfg::Expr;

namespace {

// Where the kernel accesses an array, and how.
using Source = std::tuple<std::string, cfg::ArrayId, Access>;
Source source(const cfg::Stmt &s, cfg::ArrayId array, Access kind) {
  std::string calls;
  for (cfg::Origin at = s.origin; at.known(); at = at.inlined_at())
    calls += at.str() + "\n";
  return {calls, array, kind};
}

// The parts of asynchronous copies: beside what stands for them there are quiet accesses, which move the elements.
std::set<Source> copies_of(const cfg::Kernel &k) {
  std::set<Source> out;
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts) {
      if (auto *l = std::get_if<cfg::Load>(&s.node); l && l->quiet)
        out.insert(source(s, l->array, Access::Load));
      if (auto *st = std::get_if<cfg::Store>(&s.node); st && st->quiet)
        out.insert(source(s, st->array, Access::Store));
    }
  return out;
}

} // namespace

std::vector<Place> places_of(const cfg::Kernel &k, const Options &options) {
  std::vector<Place> out;
  const std::set<Source> copies = copies_of(k);
  std::set<Source> listed; // of the copies
  const auto add = [&](BlockId b, std::size_t i, Access kind, cfg::ArrayId array, const Expr &offset,
                       std::uint64_t granules) {
    const cfg::Array &a = k.arrays[array];
    if (a.space == cfg::Space::Private)
      return;
    const Source from = source(k.blocks[b].stmts[i], array, kind);
    const bool copy = copies.count(from) != 0;
    if (copy && !listed.insert(from).second)
      return;
    Place p{.offset = offset, .granule = a.granule_bytes, .align = options.align_of(a), .space = a.space, .copy = copy};
    p.cost.block = b;
    p.cost.stmt = i;
    p.cost.array = array;
    p.cost.kind = kind;
    p.cost.origin = k.blocks[b].stmts[i].origin;
    p.cost.bytes = granules * a.granule_bytes;
    out.push_back(std::move(p));
  };
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::size_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const auto &node = k.blocks[b].stmts[i].node;
      if (auto *l = std::get_if<cfg::Load>(&node); l && !l->quiet)
        add(b, i, Access::Load, l->array, l->offset, l->dests.size() * l->per_value);
      else if (auto *s = std::get_if<cfg::Store>(&node); s && !s->quiet)
        add(b, i, Access::Store, s->array, s->offset, s->values.size() * s->per_value);
      else if (auto *a = std::get_if<cfg::Atomic>(&node))
        add(b, i, Access::Atomic, a->array, a->offset, a->per_value);
    }
  return out;
}

Deciders deciders(const cfg::Kernel &k) {
  const cfg::DominatorTree post = cfg::post_dominators(k);
  std::vector<std::set<BlockId>> direct(k.blocks.size());
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (BlockId s : cfg::successors(k.blocks[b].end))
      for (cfg::Node n = s; post.contains(n) && n < k.blocks.size() && !post.strictly_dominates(n, b);
           n = post.parent(n))
        direct[n].insert(b);
  std::vector<std::vector<BlockId>> out(k.blocks.size());
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    std::set<BlockId> all;
    std::vector<BlockId> todo{b};
    while (!todo.empty()) {
      support::spend();
      const BlockId at = todo.back();
      todo.pop_back();
      for (BlockId d : direct[at])
        if (all.insert(d).second)
          todo.push_back(d);
    }
    out[b].assign(all.begin(), all.end());
  }
  return out;
}

std::vector<bool> assigned_once(const cfg::Kernel &k, const cfg::LoopForest &loops) {
  std::vector<unsigned> times(k.vars.size());
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (const cfg::Stmt &s : k.blocks[b].stmts)
      for (cfg::VarId v : cfg::defined_vars(s))
        times[v] += loops.loop_of[b] < 0 ? 1 : 2;
  std::vector<bool> out;
  for (unsigned n : times)
    out.push_back(n == 1);
  return out;
}

bool is_from_memory(const Expr &e, const std::vector<bool> &vars) {
  bool out = false;
  cfg::for_each_node(
      e, [&](const cfg::ExprNode &n) { out = out || n.op == cfg::Op::Read || (n.op == cfg::Op::Var && vars[n.var]); });
  return out;
}

std::vector<bool> from_memory(const cfg::Kernel &k, const Deciders &deciders) {
  std::vector<bool> out(k.vars.size(), false);
  for (bool more = true; more;) {
    more = false;
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      for (const cfg::Stmt &s : k.blocks[b].stmts) {
        auto *assigned = std::get_if<cfg::Assign>(&s.node);
        const bool chosen = std::any_of(deciders[b].begin(), deciders[b].end(), [&](BlockId d) {
          const std::vector<Expr> asked = cfg::used_exprs(k.blocks[d].end);
          return std::any_of(asked.begin(), asked.end(), [&](const Expr &e) { return is_from_memory(e, out); });
        });
        if (assigned && !chosen && !is_from_memory(assigned->value, out))
          continue;
        for (cfg::VarId v : cfg::defined_vars(s))
          if (!out[v])
            more = out[v] = true;
      }
  }
  return out;
}

} // namespace lockstep::coalescing
