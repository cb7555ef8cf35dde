// Building predicated programs: see builder.h.
#include "predication/builder.h"
#include "support/overloaded.h"

#include <algorithm>

namespace lockstep::predication {

Builder::Builder(const cfg::Kernel &k) {
  program.name = k.name;
  program.arrays = k.arrays;
  program.pointer_bits = k.pointer_bits;
  program.terms = k.terms;
  program.origin = k.origin;
  for (const cfg::Var &v : k.vars) {
    program.vars.push_back({v, Role::Kernel, false});
    names_.insert(v.name);
  }
  for (const cfg::Array &a : k.arrays)
    names_.insert(a.name);
  for (const cfg::Block &b : k.blocks)
    block_names_.insert(b.name);
}

std::string Builder::fresh(std::unordered_set<std::string> &taken, const std::string &stem) {
  std::string name = stem;
  for (unsigned i = 1; !taken.insert(name).second; ++i)
    name = stem + "." + std::to_string(i);
  return name;
}

VarId Builder::add_var(const std::string &stem, cfg::Type type, Role role, const Origin &origin) {
  Var v;
  v.decl.name = fresh(names_, stem);
  v.decl.type = type;
  v.decl.origin = origin;
  v.role = role;
  program.vars.push_back(std::move(v));
  return static_cast<VarId>(program.vars.size() - 1);
}

BlockId Builder::add_block(const std::string &stem, BlockKind kind, std::optional<cfg::BlockId> kernel_block,
                           const Origin &origin) {
  Predicated::Block b;
  b.name = kernel_block ? stem : fresh(block_names_, stem);
  b.kind = kind;
  b.kernel_block = kernel_block;
  b.origin = origin;
  program.blocks.push_back(std::move(b));
  return static_cast<BlockId>(program.blocks.size() - 1);
}

VarId Builder::havoc_var(cfg::Type type, const Origin &origin) {
  auto [at, inserted] = havoc_vars_.try_emplace(type.str(), VarId(0));
  if (inserted)
    at->second = add_var("havoc_" + type.str(), type, Role::Havoc, origin);
  return at->second;
}

void Builder::statement(BlockId to, const cfg::Stmt &s, std::uint32_t index, const Guard &g, const Keeps &keeps) {
  auto add = [&](Predicated::Node node) { program.blocks[to].stmts.push_back({std::move(node), s.origin, index}); };
  auto any_value = [&](cfg::VarId v) {
    if (g.always())
      return add(Havoc{v});
    VarId any = havoc_var(program.vars[v].decl.type, s.origin);
    add(Havoc{any});
    add(Assign{v, g, read(any), keeps(v)});
  };
  std::visit(
      support::Overloaded{
          [&](const cfg::Assign &a) { add(Assign{a.var, g, a.value, g.always() || keeps(a.var)}); },
          [&](const cfg::Havoc &h) { any_value(h.var); },
          [&](const cfg::Assume &a) { add(Assume{g, a.condition, a.kind}); },
          [&](const cfg::Assert &a) { add(Assert{g, a.condition, a.kind, a.message}); },
          [&](const cfg::Skip &) { add(Skip{}); },
          // What fences order is known of kernels (cfg/analysis/order/handover.h). Without one there are more races.
          [&](const cfg::Fence &) { add(Skip{}); },
          [&](const cfg::Numbered &) { add(Skip{}); }, // likewise; nor who waits (verify/watchdog_tier.cpp)
          [&](const cfg::Barrier &b) {
            add(Barrier{g, b.scope, b.fence_group, b.fence_global});
            if (b.exchange)
              any_value(b.exchange->dest);
          },
          [&](const cfg::Gather &x) {
            if (x.meet.exchange)
              any_value(x.meet.exchange->dest);
            else
              add(Skip{}); // likewise
          },
          [&](const cfg::Load &l) {
            bool all = g.always() || std::any_of(l.dests.begin(), l.dests.end(), keeps);
            add(Load{g, l.dests, l.array, l.offset, l.per_value, all, l.quiet});
          },
          [&](const cfg::Store &st) { add(Store{g, st.values, st.array, st.offset, st.per_value, st.quiet}); },
          [&](const cfg::Atomic &a) {
            add(Atomic{g, a.op, a.dest, a.array, a.offset, a.per_value, a.operands, a.scope});
          },
      },
      s.node);
}

void Layout::add(cfg::BlockId b) {
  const cfg::Block &block = k_.blocks[b];
  id_[b] = builder_.add_block(block.name, forest_.is_head(b) ? BlockKind::Head : BlockKind::Plain, b, block.origin);
  for (int l = forest_.loop_of[b]; l >= 0 && order_.last_of_loop[l] == b && predicated_[l];
       l = forest_.loops[l].parent) {
    const cfg::Block &head = k_.blocks[forest_.loops[l].head];
    const BlockId back = builder_.add_block(head.name + "_back", BlockKind::Back, std::nullopt, head.origin);
    ends_[b].push_back({l, back, builder_.add_block(head.name + "_exit", BlockKind::Exit, std::nullopt, head.origin)});
  }
}

void Layout::end(cfg::BlockId b, std::optional<cfg::BlockId> next, const std::function<Guard(int, BlockId)> &guard) {
  const Origin &origin = k_.blocks[b].end.origin;
  BlockId here = id_[b];
  for (const LoopEnd &e : ends_[b]) {
    const Guard head = guard(e.loop, here);
    builder_.end(here, Goto{{e.back, e.exit}}, origin);
    builder_.append(e.back, AtHead{head, true}, origin);
    builder_.end(e.back, Goto{{id_[forest_.loops[e.loop].head]}}, origin);
    builder_.append(e.exit, AtHead{head, false}, origin);
    here = e.exit;
  }
  if (next)
    builder_.end(here, Goto{{id_[*next]}}, origin);
  else
    builder_.end(here, End{}, origin);
}

} // namespace lockstep::predication
