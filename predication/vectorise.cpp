// Stage `vectorise`: see vectorise.h. The statements of Table 3 are those of Table 1 read for all threads; only the
// barrier changes its kind.
#include "predication/vectorise.h"

namespace lockstep::predication {

Lockstep vectorise(const Predicated &p) {
  Lockstep out;
  out.name = p.name;
  out.scheme = p.scheme;
  out.vars = p.vars;
  out.arrays = p.arrays;
  out.array_info.resize(p.arrays.size());
  out.pointer_bits = p.pointer_bits;
  out.terms = p.terms;
  out.origin = p.origin;
  for (const Predicated::Block &from : p.blocks) {
    Lockstep::Block b;
    b.name = from.name;
    b.kind = from.kind;
    b.end = from.end;
    b.origin = from.origin;
    b.kernel_block = from.kernel_block;
    for (const Predicated::Stmt &s : from.stmts) {
      Lockstep::Stmt v;
      v.origin = s.origin;
      v.kernel_stmt = s.kernel_stmt;
      std::visit(
          [&](const auto &node) {
            using T = std::decay_t<decltype(node)>;
            if constexpr (std::is_same_v<T, Barrier>)
              v.node = Sync{node.guard, node.scope, node.fence_group, node.fence_global};
            else
              v.node = node;
          },
          s.node);
      b.stmts.push_back(std::move(v));
    }
    out.blocks.push_back(std::move(b));
  }
  return out;
}

} // namespace lockstep::predication
