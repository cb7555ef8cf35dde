// What a thread knows of the contents of arrays: see memory.h. The statements are written in thread_memory.cpp.
#include "emit/pick/run/memory.h"

#include "cfg/passes/own_values.h"
#include "emit/encode/plain_arrays.h"
#include "support/sound.h"

namespace lockstep::emit::pick {

using cfg::Expr;

bool Memory::forgets(cfg::ArrayId a, const cfg::Stmt &s) const {
  return maps(a) && support::unsound("memory.ordered", cfg::may_order(s)) && !support::sound("memory.apart", apart[a]);
}

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

// What is known of other threads' cells would contradict what was known of them before, if that were never forgotten.
std::set<cfg::ArrayId> arrays_known_at_barriers(const cfg::Kernel &k) {
  std::set<cfg::ArrayId> out;
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts)
      if (auto *as = std::get_if<cfg::Assume>(&s.node); as && as->kind == cfg::AssumeKind::Barrier)
        out.merge(arrays_read(as->condition));
  return out;
}

// The arrays to which nobody stores between the barrier and the next of the group, whatever thread comes there.
std::set<cfg::ArrayId> quiet_behind(const cfg::Kernel &k, const cfg::Analyses &a, cfg::Point barrier) {
  const auto &here = std::get<cfg::Barrier>(k.blocks[barrier.first].stmts[barrier.second].node);
  const bool one_group = std::all_of(a.launch.num_groups.begin(), a.launch.num_groups.end(),
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

} // namespace

std::vector<bool> followable(const cfg::Kernel &k, const cfg::Analyses &a) {
  std::vector<bool> out = without_atomics(k);
  const std::vector<bool> own = cfg::own_cells(k);
  const Reads reads = reads_of(k);
  for (cfg::ArrayId i = 0; i < k.arrays.size(); ++i)
    out[i] = out[i] && support::sound("memory.own_cells", own[i]) && a.written[i] && !k.arrays[i].aliased &&
             reads.of_one_type[i] && (reads.by_loads[i] || reads.by_annotations[i]);
  return out;
}

Memory memory_of(const cfg::Kernel &k, const cfg::Analyses &a, const std::set<cfg::ArrayId> &apart) {
  Memory out;
  out.mapped = followable(k, a);
  out.apart.assign(k.arrays.size(), false);
  for (cfg::ArrayId i : apart)
    out.apart[i] = true;
  out.plain = plain_arrays<cfg::Load, cfg::Store, cfg::Atomic>(k, [&k](cfg::VarId v) { return k.vars[v].type; });
  for (cfg::ArrayId i : arrays_known_at_barriers(k))
    out.apart[i] = out.apart[i] && support::left_out("memory.apart_facts");
  out.marked = reads_of(k).by_annotations;
  const auto follows = [&](cfg::Point at) {
    auto *l = std::get_if<cfg::Load>(&k.blocks[at.first].stmts[at.second].node);
    return l && k.arrays[l->array].space == cfg::Space::Group && out.mapped[l->array];
  };
  const cfg::Places of_all = cfg::bare_loads(k, a.launch, follows), of_some = cfg::bare_loads_of_some(k, a.launch);
  for (cfg::BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i)
      if (follows({b, i}) && (a.group_uniform.block_uniform[b] ? of_all : of_some).count({b, i})) {
        const auto &l = std::get<cfg::Load>(k.blocks[b].stmts[i].node);
        out.bare.insert(&l);
        out.marked[l.array] = true;
      } else if (std::holds_alternative<cfg::Barrier>(k.blocks[b].stmts[i].node)) {
        out.quiet[&k.blocks[b].stmts[i]] = quiet_behind(k, a, {b, i});
      }
  return out;
}

} // namespace lockstep::emit::pick
