// What annotations read of arrays: see contents.h.
#include "emit/knowledge/contents.h"

#include "cfg/ir/rewrite.h"
#include "cfg/passes/own_values.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit {

using cfg::Expr;

std::set<cfg::ArrayId> arrays_read(const Expr &e) {
  std::set<cfg::ArrayId> out;
  cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
    if (n.op == cfg::Op::Read)
      out.insert(n.array);
  });
  return out;
}

namespace {

struct Reads {
  std::vector<bool> by_loads, by_annotations;
  std::vector<bool> of_one_type; // no annotation reads the array's cells with another type than its elements'
};

Reads reads_of(const cfg::Kernel &k) {
  Reads out{std::vector<bool>(k.arrays.size(), false), std::vector<bool>(k.arrays.size(), false),
            std::vector<bool>(k.arrays.size(), true)};
  const auto look = [&](const std::vector<Expr> &exprs) {
    for (const Expr &e : exprs)
      cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
        if (n.op != cfg::Op::Read)
          return;
        out.by_annotations[n.array] = true;
        if (!(n.type == k.arrays[n.array].element) || n.args.size() != 1)
          out.of_one_type[n.array] = false;
      });
  };
  for (const cfg::Block &b : k.blocks) {
    for (const cfg::Stmt &s : b.stmts) {
      if (auto *l = std::get_if<cfg::Load>(&s.node))
        out.by_loads[l->array] = true;
      look(cfg::used_exprs(s));
    }
    look(cfg::used_exprs(b.end));
  }
  return out;
}

std::vector<bool> without_atomics(const cfg::Kernel &k) {
  std::vector<bool> out(k.arrays.size(), true);
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts)
      if (auto *a = std::get_if<cfg::Atomic>(&s.node))
        out[a->array] = false;
  return out;
}

} // namespace

std::vector<bool> read_by_annotations(const cfg::Kernel &k) { return reads_of(k).by_annotations; }

std::vector<bool> followable(const cfg::Kernel &k, const cfg::Analyses &a) {
  std::vector<bool> out = without_atomics(k);
  const std::vector<bool> own = cfg::own_cells(k);
  const Reads reads = reads_of(k);
  for (cfg::ArrayId i = 0; i < k.arrays.size(); ++i)
    out[i] = out[i] && support::sound("memory.own_cells", own[i]) && a.written[i] && !k.arrays[i].aliased &&
             reads.of_one_type[i] && (reads.by_loads[i] || reads.by_annotations[i]);
  return out;
}

std::set<cfg::ArrayId> quiet_behind(const cfg::Kernel &k, const cfg::Launch &launch, cfg::Point barrier) {
  const auto &here = std::get<cfg::Barrier>(k.blocks[barrier.first].stmts[barrier.second].node);
  const bool one_group = std::all_of(launch.num_groups.begin(), launch.num_groups.end(),
                                     [](const cfg::Launch::Extent &n) { return n == std::optional<std::uint64_t>(1); });
  std::set<cfg::ArrayId> out;
  if (here.scope == cfg::Scope::Warp)
    return out;
  for (cfg::ArrayId i = 0; i < k.arrays.size(); ++i)
    if ((k.arrays[i].space == cfg::Space::Group && here.fence_group) ||
        (k.arrays[i].space == cfg::Space::Global && here.fence_global &&
         support::sound("memory.one_group_writes", one_group)))
      out.insert(i);
  std::vector<bool> seen(k.blocks.size(), false);
  std::vector<cfg::Point> open{{barrier.first, barrier.second + 1}};
  while (!open.empty()) {
    const auto [block, from] = open.back();
    open.pop_back();
    bool met = false;
    for (std::size_t i = from; i < k.blocks[block].stmts.size() && !met; ++i) {
      const cfg::Stmt &s = k.blocks[block].stmts[i];
      if (auto *st = std::get_if<cfg::Store>(&s.node); support::unsound("memory.quiet", st))
        out.erase(st->array);
      const auto *bar = std::get_if<cfg::Barrier>(&s.node);
      met = bar && bar->scope != cfg::Scope::Warp;
    }
    if (!met)
      for (cfg::BlockId next : cfg::successors(k.blocks[block].end))
        if (!seen[next]) {
          seen[next] = true;
          open.push_back({next, 0});
        }
  }
  return out;
}

} // namespace lockstep::emit
