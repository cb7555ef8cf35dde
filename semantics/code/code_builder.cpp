// Expressions to register code: see code_builder.h.
#include "semantics/code/code_builder.h"

#include "cfg/ir/evaluate_inline.h"
#include "cfg/ir/op_groups.h"
#include "support/invariant.h"

namespace lockstep::semantics {

using cfg::Expr;
using cfg::Op;

CodeBuilder::CodeBuilder(Code &code, const cfg::Kernel &kernel, const CodeOptions &options, support::Diagnostics &diags)
    : code_(code), kernel_(kernel), options_(options), diags_(diags), registers_(code, kernel.vars.size()) {}

void CodeBuilder::begin(Site site, const support::Origin &where) {
  site_ = site;
  where_ = where;
  first_ = true;
  registers_.begin();
  known_.clear();
}

Instr &CodeBuilder::push(Instr i) {
  if (first_)
    i.flags |= flag_first;
  first_ = false;
  code_.instrs.push_back(i);
  code_.sites.push_back(site_);
  return code_.instrs.back();
}

std::uint32_t CodeBuilder::emit(Do what, Reg dst, Reg a, std::uint32_t c) {
  Instr i;
  i.code = what;
  i.dst = dst;
  i.a = a;
  i.c = c;
  push(i);
  return here() - 1;
}

bool UndefinedValues::possible(const Expr &e) {
  auto [it, fresh] = known_.try_emplace(e.get(), false);
  if (!fresh)
    return it->second;
  bool found = cfg::can_be_undefined(*e);
  for (const Expr &a : e->args)
    found = possible(a) || found;
  return known_[e.get()] = found;
}

Reg CodeBuilder::expr(const Expr &e) { return node(e, std::nullopt); }

void CodeBuilder::into(Reg dst, const Expr &e) {
  Reg r = node(e, dst);
  if (r != dst)
    emit(Do::Copy, dst, r);
}

// The result is in `into` only if it was computed there; variables, constants and known values stay where they are.
Reg CodeBuilder::node(const Expr &e, std::optional<Reg> into) {
  switch (e->op) {
  case Op::Const: return registers_.constant(e->value);
  case Op::Var: return e->var;
  case OPS_LAUNCH: return registers_.leaf(e);
  case OPS_COMPUTED:
  case OPS_OPAQUE: break;
  }
  if (auto it = known_.find(e.get()); it != known_.end())
    return it->second;
  const bool can_skip = e->op == Op::Ite || e->op == Op::And || e->op == Op::Or || e->op == Op::Implies;
  if (can_skip && (undefined_.possible(e->args[1]) || (e->op == Op::Ite && undefined_.possible(e->args[2])))) {
    Reg dst = into ? *into : registers_.temporary();
    lazy(e, dst);
    if (!into)
      known_[e.get()] = dst;
    return dst;
  }
  if (e->op == Op::Call) {
    Reg dst = into ? *into : registers_.temporary();
    call(e, dst);
    if (!into)
      known_[e.get()] = dst;
    return dst;
  }
  if (e->op == Op::Read) {
    Reg at = expr(e->args[0]), dst = into ? *into : registers_.temporary();
    const unsigned granule = kernel_.arrays[e->array].granule_bytes;
    code_.reads.push_back({e->array, e->type.width / (8 * granule), e->args[0]->type.width});
    emit(Do::ReadCell, dst, at, static_cast<std::uint32_t>(code_.reads.size() - 1));
    return dst; // not remembered: cells change
  }
  Instr i;
  i.code = static_cast<Do>(e->op);
  i.width = static_cast<std::uint8_t>(e->args[0]->type.width);
  i.result = static_cast<std::uint8_t>(e->type.width);
  i.flags = static_cast<std::uint8_t>((e->nsw ? cfg::flag_nsw : 0) | (e->nuw ? cfg::flag_nuw : 0));
  i.a = expr(e->args[0]);
  if (e->args.size() > 1)
    i.b = expr(e->args[1]);
  if (e->args.size() > 2)
    i.c = expr(e->args[2]);
  i.dst = into ? *into : registers_.temporary();
  push(i);
  if (!into)
    known_[e.get()] = i.dst;
  return i.dst;
}

// ite, land, lor, implies where an operand can be undefined: it is evaluated only where it counts. What is evaluated
// there is forgotten behind it.
Reg CodeBuilder::lazy(const Expr &e, Reg dst) {
  auto branch = [&](const Expr &arm) {
    auto before = known_;
    into(dst, arm);
    known_ = std::move(before);
  };
  Reg a = expr(e->args[0]);
  const std::uint32_t test = emit(e->op == Op::Or ? Do::JumpIf : Do::JumpIfNot, 0, a);
  branch(e->args[1]);
  const std::uint32_t end = emit(Do::Jump);
  code_.instrs[test].c = here();
  if (e->op == Op::Ite)
    branch(e->args[2]);
  else
    emit(Do::Copy, dst, registers_.constant(e->op == Op::And ? 0 : 1));
  code_.instrs[end].c = here();
  return dst;
}

Reg CodeBuilder::call(const Expr &e, Reg dst) {
  CallCode c;
  c.shape = find_call(*e);
  c.node = e;
  if (!c.shape && !options_.hash_unknown_calls)
    diags_.unsupported(where_, "the interpreter does not know the function '" + e->name + "'");
  for (const Expr &a : e->args)
    c.args.push_back(expr(a));
  code_.calls.push_back(std::move(c));
  emit(Do::CallNamed, dst, 0, static_cast<std::uint32_t>(code_.calls.size() - 1));
  return dst;
}

// --- accesses -------------------------------------------------------------------------------------------------
void CodeBuilder::access(const cfg::Load &l) {
  const Reg offset = expr(l.offset);
  AccessCode a;
  a.kind = cfg::AccessKind::Read;
  a.meets = a.kind;
  a.quiet = l.quiet;
  a.fresh = l.fresh;
  a.incoherent = l.incoherent;
  a.per_value = l.per_value;
  a.granules = static_cast<std::uint32_t>(l.dests.size()) * l.per_value;
  a.regs.assign(l.dests.begin(), l.dests.end());
  add_access(std::move(a), l.array, offset, l.offset->type.width, Do::Load);
}

void CodeBuilder::access(const cfg::Store &s) {
  const Reg offset = expr(s.offset);
  AccessCode a;
  a.kind = cfg::AccessKind::Write;
  a.meets = a.kind;
  a.quiet = s.quiet;
  a.fresh = s.fresh;
  a.per_value = s.per_value;
  a.granules = static_cast<std::uint32_t>(s.values.size()) * s.per_value;
  for (const Expr &e : s.values)
    a.regs.push_back(expr(e));
  add_access(std::move(a), s.array, offset, s.offset->type.width, Do::Store);
}

void CodeBuilder::access(const cfg::Atomic &s) {
  const Reg offset = expr(s.offset);
  AccessCode a;
  a.kind = cfg::AccessKind::Atomic;
  a.meets = cfg::access_kind(s, kernel_.arrays[s.array].space);
  a.per_value = s.per_value;
  a.granules = s.per_value;
  a.op = s.op;
  a.dest = s.dest;
  if (s.op == cfg::AtomicOp::Other && !options_.hash_unknown_calls)
    diags_.unsupported(where_, "the interpreter does not know what this atomic operation on '" +
                                   kernel_.arrays[s.array].name + "' computes");
  for (const Expr &e : s.operands)
    a.regs.push_back(expr(e));
  add_access(std::move(a), s.array, offset, s.offset->type.width, Do::Atomic);
}

void CodeBuilder::add_access(AccessCode a, cfg::ArrayId array, Reg offset, unsigned offset_width, Do what) {
  a.array = array;
  a.offset_width = offset_width;
  a.bits = 8 * kernel_.arrays[array].granule_bytes * a.per_value;
  LOCKSTEP_INVARIANT(a.bits <= 64, "a value of an access fits 64 bits");
  a.shared = kernel_.arrays[array].space != cfg::Space::Private;
  a.visible = a.shared;
  code_.accesses.push_back(std::move(a));
  emit(what, 0, offset, static_cast<std::uint32_t>(code_.accesses.size() - 1));
}

void CodeBuilder::finish() {
  registers_.finish();
  std::vector<bool> written(kernel_.arrays.size(), false);
  for (const AccessCode &a : code_.accesses)
    if (a.kind != cfg::AccessKind::Read && !(a.kind == cfg::AccessKind::Atomic && a.op == cfg::AtomicOp::Load))
      written[a.array] = true;
  for (AccessCode &a : code_.accesses) // of what nobody writes, nobody can tell when it is read
    a.visible = a.shared && written[a.array];
}

} // namespace lockstep::semantics
