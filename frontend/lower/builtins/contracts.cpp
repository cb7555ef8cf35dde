// Contracts of functions (passes/own_functions.cpp): what callers owe beside preconditions, and which accesses a body
// that is judged by itself may make.
#include "frontend/lower/contracts.h"

#include "frontend/llvm/contract_marks.h"
#include "frontend/lower/handlers.h"
#include "frontend/lower/memory/memory_parts.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

// A function whose contract stands for it is called. Sound because threads run one by one: in lock step it would matter
// in which order a function makes its accesses.
void handlers::contract(Context &cx, const Call &c) {
  const std::string kernel = c.name.substr(contract_prefix.size());
  if (support::unsound("contracts.in_step", cx.in.lock_step != 0))
    return cx.out.refuse("a function that its contract stands for, where threads run in lock step");
  cx.out.take_for_granted("the contract of '" + function_of_kernel(kernel) + "' says what it does: '" + kernel +
                          "' is judged for that");
  cx.out.kernel.terms.by_contracts = true;
}

// A pointer is passed to a function whose contract stands for it: to a multiple of so many bytes. Sound because a cell
// that the contract speaks of then is one that the body was judged to access, and no part of two.
void handlers::passed(Context &cx, const Call &c) {
  const Pointer p = cx.values.pointer(c.inst.getArgOperand(0));
  const auto cell = constant_argument(c.inst, 1);
  if (p.targets.unknown || !cell)
    return cx.out.refuse("a pointer of unknown origin that is passed to a function with a contract");
  const std::uint64_t granule = cx.in.granule_of(p.targets);
  if (support::sound("contracts.multiples", granule % *cell == 0))
    return;
  const std::uint64_t most = *cell / granule - 1;
  cx.out.emit(
      cfg::Assert{cfg::binary(Op::Eq, cfg::binary(Op::BitAnd, p.piece.expr, cfg::constant(p.piece.expr->type, most)),
                              cfg::constant(p.piece.expr->type, 0)),
                  cfg::AssertKind::User,
                  "a pointer to numbers of " + std::to_string(*cell) + " bytes leads to a multiple of them"});
}

// Two pointers are passed of which one says that nothing else leads there, and the contract speaks of contents.
void handlers::apart(Context &cx, const Call &c) {
  const Pointer p = cx.values.pointer(c.inst.getArgOperand(0)), q = cx.values.pointer(c.inst.getArgOperand(1));
  const std::vector<ObjectId> first = candidates(p), second = candidates(q);
  const bool one = std::any_of(first.begin(), first.end(), [&](ObjectId id) {
    return std::find(second.begin(), second.end(), id) != second.end();
  });
  if (support::unsound("contracts.apart", p.targets.unknown || q.targets.unknown || one))
    cx.out.refuse("a call by a contract about what memory holds, with pointers that may lead into one array, though "
                  "'restrict' says otherwise");
}

// Of what the pointer leads to, these reads or writes are in the contract; in an annotation. Sound because what is said
// of the watched place, which is any, is said of each; and to callers, accesses are what they are here if both are made
// of pieces of one size.
void handlers::allows(Context &cx, const Call &c) {
  const bool writes = c.detail != 0;
  const Pointer p = cx.values.pointer(c.inst.getArgOperand(0));
  const auto cell = constant_argument(c.inst, 2);
  const std::vector<ObjectId> ids = candidates(p);
  if (!cx.out.annotation || p.targets.unknown || ids.size() != 1 || !cell)
    return refuse_call(cx.out, c);
  if (!cx.arrays.is_readable(ids[0])) // which nothing accesses
    return;
  const cfg::ArrayId array = cx.arrays.at(ids[0]);
  if (support::unsound("contracts.pieces", cx.out.kernel.arrays[array].granule_bytes != *cell))
    return cx.out.refuse(
        "a function judged by itself that accesses memory in other pieces than its parameter points to");
  Expr said = cx.values.scalar(c.inst.getArgOperand(1));
  if (!said->type.is_bool())
    said = cfg::binary(Op::Ne, said, cfg::constant(said->type, 0));
  if (const Expr none = cx.logs.said_of(said, false); !cfg::is_const(none, 1))
    cx.out.emit(cfg::Assert{none, cfg::AssertKind::User, "the contract holds where nothing is accessed"});
  cx.allowed[{array, writes}].push_back(cx.logs.said_of(said, true));
}

std::optional<cfg::Stmt> in_contract(Context &cx, const Builder::Node &access) {
  const auto *load = std::get_if<cfg::Load>(&access);
  const auto *store = std::get_if<cfg::Store>(&access);
  if (!load && !store)
    return std::nullopt;
  const bool writes = store != nullptr;
  const cfg::ArrayId array = load ? load->array : store->array;
  const cfg::Array &of = cx.out.kernel.arrays[array];
  if (of.space == cfg::Space::Private || of.space == cfg::Space::Constant)
    return std::nullopt;
  Expr any = cfg::boolean(false);
  if (const auto said = cx.allowed.find({array, writes}); said != cx.allowed.end())
    for (const Expr &one : said->second)
      any = cfg::binary(Op::Or, any, one);
  if (support::sound("contracts.accesses", cfg::is_const(any, 1)))
    return std::nullopt;
  if (!cfg::is_const(any, 0))
    any = cfg::binary(
        Op::Implies,
        cx.logs.covers(array, writes, load ? load->offset : store->offset,
                       load ? load->dests.size() * load->per_value : store->values.size() * store->per_value),
        any);
  return cfg::Stmt{cfg::Assert{any, cfg::AssertKind::User,
                               std::string("the function's contract allows this ") + (writes ? "write" : "read")},
                   cx.out.origin};
}

} // namespace lockstep::frontend
