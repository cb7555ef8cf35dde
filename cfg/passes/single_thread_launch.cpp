// Kernels of launches that have a single thread: see single_thread_launch.h.
#include "cfg/passes/single_thread_launch.h"

#include "cfg/ir/edit.h"
#include "support/sound.h"

namespace lockstep::cfg {

namespace {

// The new value of a cell that held `old`; null if it keeps that. As semantics/code/atomics.h has it.
Expr stored(const Atomic &a, const Expr &old) {
  const Expr x = a.operands.empty() ? nullptr : a.operands[0];
  const Type type = old->type;
  const auto one = [&] { return constant(type, 1); };
  switch (a.op) {
  case AtomicOp::Add: return binary(Op::Add, old, x);
  case AtomicOp::Sub: return binary(Op::Sub, old, x);
  case AtomicOp::Xchg:
  case AtomicOp::Store: return x;
  case AtomicOp::Inc: {
    const Expr next = binary(Op::Add, old, one());
    return x ? ite(binary(Op::Ule, x, old), constant(type, 0), next) : next;
  }
  case AtomicOp::Dec: {
    const Expr next = binary(Op::Sub, old, one());
    return x ? ite(binary(Op::Or, binary(Op::Eq, old, constant(type, 0)), binary(Op::Ult, x, old)), x, next) : next;
  }
  case AtomicOp::CmpXchg: return ite(binary(Op::Eq, old, x), a.operands[1], old);
  case AtomicOp::Min: return binary(Op::SMin, old, x);
  case AtomicOp::Max: return binary(Op::SMax, old, x);
  case AtomicOp::UMin: return binary(Op::UMin, old, x);
  case AtomicOp::UMax: return binary(Op::UMax, old, x);
  case AtomicOp::And: return binary(Op::BitAnd, old, x);
  case AtomicOp::Or: return binary(Op::BitOr, old, x);
  case AtomicOp::Xor: return binary(Op::BitXor, old, x);
  case AtomicOp::FAdd: return binary(Op::FAdd, old, x);
  case AtomicOp::Load:
  case AtomicOp::Other: return nullptr;
  }
  return nullptr;
}

std::optional<Type> cell_type(const Kernel &k, const Atomic &a) {
  if (a.dest)
    return k.vars[*a.dest].type;
  return a.operands.empty() ? std::nullopt : std::optional(a.operands[0]->type);
}

// All operands of one type: else what is stored cannot be said in an expression.
bool uniform(const Atomic &a, Type type) {
  for (const Expr &x : a.operands)
    if (x->type != type)
      return false;
  return type.is_int() || a.op == AtomicOp::FAdd || a.op == AtomicOp::Xchg || a.op == AtomicOp::Store ||
         a.op == AtomicOp::Load;
}

} // namespace

bool has_one_thread(const Launch &launch) {
  for (std::size_t d = 0; d < 3; ++d)
    if (launch.local_size[d] != std::optional<std::uint64_t>(1) ||
        launch.num_groups[d] != std::optional<std::uint64_t>(1))
      return support::left_out("run_alone.one_thread");
  return true;
}

Kernel with_plain_atomics(Kernel k) {
  FreshNames fresh(k);
  for (Block &b : k.blocks) {
    std::vector<Stmt> out;
    for (Stmt &s : b.stmts) {
      auto *a = std::get_if<Atomic>(&s.node);
      const auto type = a && a->op != AtomicOp::Other ? cell_type(k, *a) : std::nullopt;
      if (!type || !uniform(*a, *type)) {
        out.push_back(std::move(s));
        continue;
      }
      const auto old = static_cast<VarId>(k.vars.size());
      k.vars.push_back({fresh(a->dest ? k.vars[*a->dest].name + ".old" : "old"), *type, false, {}, s.origin});
      out.push_back({Load{{old}, a->array, a->offset, a->per_value}, s.origin});
      if (const Expr value = stored(*a, variable(old, *type)))
        out.push_back({Store{{value}, a->array, a->offset, a->per_value}, s.origin});
      if (a->dest)
        out.push_back({Assign{*a->dest, variable(old, *type)}, s.origin});
    }
    b.stmts = std::move(out);
  }
  return k;
}

Kernel with_own_memory(Kernel k, const Places &bare) {
  std::set<ArrayId> left;
  for (const auto &[block, stmt] : bare)
    if (!support::left_out("run_alone.bare"))
      left.insert(std::get<Load>(k.blocks[block].stmts[stmt].node).array);
  const std::vector<bool> incoherent = read_incoherently(k);
  for (ArrayId array = 0; array < k.arrays.size(); ++array)
    if (incoherent[array])
      left.insert(array);
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts)
      if (auto *st = std::get_if<Store>(&s.node); st && !left.count(st->array))
        k.arrays[st->array].space = Space::Private;
  return k;
}

} // namespace lockstep::cfg
