// Small edits: see edit.h.
#include "cfg/ir/edit.h"

#include "support/invariant.h"

namespace lockstep::cfg {

FreshNames::FreshNames(const Kernel &k) {
  for (const Var &v : k.vars)
    taken_.insert(v.name);
  for (const Array &a : k.arrays)
    taken_.insert(a.name);
  for (const Block &b : k.blocks)
    taken_.insert(b.name);
}

std::string FreshNames::operator()(const std::string &base) {
  std::string name = base;
  for (unsigned i = 1; !taken_.insert(name).second; ++i)
    name = base + "." + std::to_string(i);
  return name;
}

void map_targets(Terminator &t, const std::function<BlockId(BlockId)> &f) {
  if (auto *g = std::get_if<Goto>(&t.node)) {
    for (BlockId &b : g->targets)
      b = f(b);
  } else if (auto *br = std::get_if<Branch>(&t.node)) {
    br->if_true = f(br->if_true);
    br->if_false = f(br->if_false);
  } else if (auto *s = std::get_if<Switch>(&t.node)) {
    for (SwitchCase &c : s->cases)
      c.target = f(c.target);
    s->otherwise = f(s->otherwise);
  }
}

void redirect(Terminator &t, BlockId from, BlockId to) {
  map_targets(t, [=](BlockId b) { return b == from ? to : b; });
}

BlockId split_edge(Kernel &k, FreshNames &fresh, BlockId from, BlockId to) {
  auto middle = static_cast<BlockId>(k.blocks.size());
  Block b;
  b.name = fresh(k.blocks[from].name + ".to." + k.blocks[to].name);
  b.origin = k.blocks[from].end.origin;
  b.end = {Goto{{to}}, b.origin};
  redirect(k.blocks[from].end, to, middle);
  k.blocks.push_back(std::move(b));
  return middle;
}

void reorder_blocks(Kernel &k, const std::vector<BlockId> &order) {
  constexpr BlockId gone = ~BlockId(0);
  std::vector<BlockId> place(k.blocks.size(), gone);
  std::vector<Block> blocks;
  blocks.reserve(order.size());
  for (BlockId b : order) {
    place[b] = static_cast<BlockId>(blocks.size());
    blocks.push_back(std::move(k.blocks[b]));
  }
  for (Block &b : blocks)
    map_targets(b.end, [&](BlockId t) {
      LOCKSTEP_INVARIANT(place[t] != gone, "a block that is kept goes to blocks that are kept");
      return place[t];
    });
  k.blocks = std::move(blocks);
}

} // namespace lockstep::cfg
