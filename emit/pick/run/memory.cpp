// What a thread knows of the contents of arrays: see memory.h. The statements are written in thread_memory.cpp.
#include "emit/pick/run/memory.h"

#include "cfg/passes/own_values.h"
#include "emit/encode/plain_arrays.h"
#include "support/sound.h"

namespace lockstep::emit::pick {

bool Memory::forgets(cfg::ArrayId a, const cfg::Stmt &s) const {
  return maps(a) && support::unsound("memory.ordered", cfg::may_order(s)) && !support::sound("memory.apart", apart[a]);
}

namespace {

// What is known of other threads' cells would contradict what was known of them before, if that were never forgotten.
std::set<cfg::ArrayId> arrays_known_at_barriers(const cfg::Kernel &k) {
  std::set<cfg::ArrayId> out;
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts)
      if (auto *as = std::get_if<cfg::Assume>(&s.node); as && as->kind == cfg::AssumeKind::Barrier)
        out.merge(arrays_read(as->condition));
  return out;
}

} // namespace

Memory memory_of(const cfg::Kernel &k, const cfg::Analyses &a, const std::set<cfg::ArrayId> &apart) {
  Memory out;
  out.mapped = followable(k, a);
  out.apart.assign(k.arrays.size(), false);
  for (cfg::ArrayId i : apart)
    out.apart[i] = true;
  out.plain = plain_arrays<cfg::Load, cfg::Store, cfg::Atomic>(k, [&k](cfg::VarId v) { return k.vars[v].type; });
  for (cfg::ArrayId i : arrays_known_at_barriers(k))
    out.apart[i] = out.apart[i] && support::left_out("memory.apart_facts");
  out.marked = read_by_annotations(k);
  const auto follows = [&](cfg::Point at) {
    auto *l = std::get_if<cfg::Load>(&k.blocks[at.first].stmts[at.second].node);
    return l && k.arrays[l->array].space == cfg::Space::Group && out.mapped[l->array];
  };
  const cfg::Places of_all = cfg::bare_loads(k, a.launch, follows, &a.ranges),
                    of_some = cfg::bare_loads_of_some(k, a.launch, &a.ranges);
  for (cfg::BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i)
      if (follows({b, i}) && (a.group_uniform.block_uniform[b] ? of_all : of_some).count({b, i})) {
        const auto &l = std::get<cfg::Load>(k.blocks[b].stmts[i].node);
        out.bare.insert(&l);
        out.marked[l.array] = true;
      } else if (std::holds_alternative<cfg::Barrier>(k.blocks[b].stmts[i].node)) {
        out.quiet[&k.blocks[b].stmts[i]] = quiet_behind(k, a.launch, {b, i});
      }
  return out;
}

} // namespace lockstep::emit::pick
