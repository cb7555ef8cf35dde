// Loads: of arrays, as memory.cpp says; of what is no array.
#include "frontend/lower/memory/memory_parts.h"
#include "frontend/lower/scalar_ops.h"
#include "support/sound.h"

#include "cfg/analysis/values/facts.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

Expr from_memory(Builder &out, Expr e, const Scalar &s) {
  if (s.type.is_bool())
    return cast_scalar(out, llvm::Instruction::Trunc, bit_cast(e, cfg::int_type(e->type.width)), s.type);
  return bit_cast(e, s.type);
}

namespace {
// The value of all granules as one.
Expr joined(const std::vector<Expr> &granules, unsigned bytes) {
  if (granules.size() == 1)
    return granules[0];
  const cfg::Type whole = cfg::int_type(8 * bytes);
  Expr out;
  for (std::size_t g = 0; g < granules.size(); ++g) {
    const unsigned width = granules[g]->type.width;
    Expr part = cfg::cast(Op::Zext, bit_cast(granules[g], cfg::int_type(width)), whole);
    part = g == 0 ? part : cfg::binary(Op::Shl, part, cfg::constant(whole, g * width));
    out = out ? cfg::binary(Op::BitOr, out, part) : part;
  }
  return out;
}

Expr dispatch_field(Builder &out, ObjectKind kind, std::uint64_t offset, cfg::Type type) {
  if (type.is_int() && kind == ObjectKind::Dispatch && type.width == 16 && offset >= 4 && offset <= 8 &&
      offset % 2 == 0)
    return cfg::leaf(Op::LocalSize, static_cast<unsigned>(offset - 4) / 2, type);
  if (type.is_int() && kind == ObjectKind::Dispatch && type.width == 32 && offset >= 12 && offset <= 20 &&
      offset % 4 == 0) {
    unsigned d = static_cast<unsigned>(offset - 12) / 4;
    return cfg::binary(Op::Mul, cfg::leaf(Op::NumGroups, d, type), cfg::leaf(Op::LocalSize, d, type), false, true);
  }
  if (type.is_int() && kind == ObjectKind::ImplicitArgs && type.width == 32 && offset <= 8 && offset % 4 == 0)
    return cfg::leaf(Op::NumGroups, static_cast<unsigned>(offset) / 4, type);
  if (type.is_int() && kind == ObjectKind::ImplicitArgs && type.width == 16 && offset >= 12 && offset <= 16 &&
      offset % 2 == 0)
    return cfg::leaf(Op::LocalSize, static_cast<unsigned>(offset - 12) / 2, type);
  out.refuse(kind == ObjectKind::Dispatch ? "a field of the dispatch packet other than the sizes"
                                          : "an implicit kernel argument other than the sizes");
  return cfg::constant(type, 0);
}
} // namespace

// Of what nobody writes every cache is up to date.
void finish_incoherent(Builder &out) {
  const std::vector<bool> written = cfg::written_arrays(out.kernel);
  for (cfg::Block &b : out.kernel.blocks)
    for (cfg::Stmt &s : b.stmts)
      if (auto *l = std::get_if<cfg::Load>(&s.node))
        l->incoherent = l->incoherent && written[l->array] && out.kernel.arrays[l->array].space != cfg::Space::Private;
}

// Loads from what is no array: scalarised by-value parameters and AMDGCN's packets.
bool Memory::load_special(const Pointer &p, const llvm::Value *address, const std::vector<Scalar> &parts, Pieces &out) {
  if (!cfg::is_const(p.piece.which) || p.piece.which->value == null_object || p.piece.which->value == raw_object)
    return false;
  ObjectId id = static_cast<ObjectId>(p.piece.which->value);
  const Object &o = in_.points_to.objects()[id];
  if (o.kind == ObjectKind::Dispatch || o.kind == ObjectKind::ImplicitArgs) {
    llvm::APInt at(in_.target.getIndexTypeSizeInBits(address->getType()), 0);
    bool constant = llvm::isa<llvm::CallBase>(address->stripAndAccumulateConstantOffsets(in_.target, at, true));
    for (const Scalar &s : parts)
      out.push_back(
          {dispatch_field(out_, o.kind, constant ? at.getZExtValue() + s.offset : ~std::uint64_t(0), s.type), nullptr});
    return true;
  }
  if (o.kind != ObjectKind::ByValue || !in_.layout.is_scalarised(id))
    return false;
  std::uint64_t offset = 0;
  const llvm::Argument *a = by_value_at(address, in_.target, offset);
  for (const Scalar &s : parts) {
    Piece &known = by_value_[{id, offset + s.offset}];
    if (!known.expr) {
      const llvm::DIVariable *di = in_.debug.variable(a);
      std::string name =
          in_.hint(a) + (di ? member_path(di->getType(), offset + s.offset) : "." + std::to_string(offset + s.offset));
      cfg::Type type = s.type.is_bool() ? cfg::int_type(8) : s.type;
      cfg::VarId v = out_.new_var(name, type, a);
      out_.kernel.vars[v].param = true;
      out_.kernel.vars[v].source_name = name;
      known.expr = cfg::variable(v, type);
    }
    out.push_back({from_memory(out_, known.expr, s), s.pointer ? cfg::constant(which_type, null_object) : nullptr});
  }
  return true;
}

// Of scalars, from each of the objects that the pointer may lead to.
struct Memory::ScalarLoad {
  ScalarLoad(Memory &memory, const Pointer &from, const std::vector<Scalar> &scalars, const llvm::Value *named)
      : l(memory), p(from), parts(scalars), name(named), out(scalars.size()) {}

  Pieces run() {
    for (const Scalar &s : parts)
      if (s.bytes == 0) {
        l.out_.refuse("a load of bits that are not whole bytes (" + s.type.str() + ")");
        return out;
      }
    make_results();
    l.on_each_target(
        p,
        [&](ObjectId id) {
          for (std::size_t from = 0; from < parts.size();) {
            std::size_t to = run_end(parts, from);
            load_run(id, from, to);
            from = to;
          }
        },
        [&] {
          for (cfg::VarId v : results)
            l.out_.emit(cfg::Havoc{v});
        });
    return out;
  }

private:
  void make_results();
  void deliver(std::size_t k, Expr e, Expr which);
  void load_pointer(ObjectId id, std::size_t k, Expr at, Expr address);
  Expr as_bytes(Expr address) const;
  void load_run(ObjectId id, std::size_t from, std::size_t to);
  void load_granules(ObjectId id, std::size_t from, std::size_t to);
  Expr place(ObjectId id, std::size_t k) const {
    return cfg::binary(Op::Add, p.piece.expr,
                       cfg::constant(l.in_.pointer_type, parts[k].offset / l.in_.layout.granule(id)), true);
  }
  cfg::VarId destination(std::size_t k, cfg::Type type) {
    return l.out_.new_var(base + (parts.size() == 1 ? "" : "." + std::to_string(k)), type, name);
  }

  Memory &l;
  const Pointer &p;
  const std::vector<Scalar> &parts;
  const llvm::Value *name; // null: none
  Pieces out;
  std::string base;
  bool merge = false;
  std::vector<cfg::VarId> results; // only where several objects, or none, provide the value
};

void Memory::ScalarLoad::make_results() {
  std::vector<ObjectId> ids = candidates(p);
  base = name ? l.in_.hint(name) : "value";
  if (ids.size() == 1 && l.arrays_.is_readable(ids[0]) &&
      (!name || (l.in_.debug.name(name).empty() && !name->hasName())))
    base = l.out_.kernel.arrays[l.arrays_.at(ids[0])].name + ".value";
  merge = ids.size() != 1 || !l.arrays_.is_readable(ids[0]);
  for (std::size_t k = 0; merge && k < parts.size(); ++k) {
    results.push_back(l.out_.new_var(base, parts[k].type, name));
    out[k].expr = cfg::variable(results[k], parts[k].type);
    if (parts[k].pointer) {
      results.push_back(l.out_.new_var(base + ".object", which_type));
      out[k].which = cfg::variable(results.back(), which_type);
    }
  }
}

void Memory::ScalarLoad::deliver(std::size_t k, Expr e, Expr which) {
  if (!merge) {
    out[k] = {e, which};
    return;
  }
  l.out_.emit(cfg::Assign{out[k].expr->var, e});
  if (which)
    l.out_.emit(cfg::Assign{out[k].which->var, which});
}

// A pointer that was overwritten leads to no object, and yet is what the bytes say: whoever compares it sees that.
Expr Memory::ScalarLoad::as_bytes(Expr address) const {
  const Op op = address->type.width < l.in_.pointer_bits ? Op::Zext : Op::Trunc;
  return address->type.width == l.in_.pointer_bits ? address : cfg::cast(op, address, l.in_.pointer_type);
}

void Memory::ScalarLoad::load_pointer(ObjectId id, std::size_t k, Expr at, Expr address) {
  const Arrays::Shadows *shadow = l.arrays_.shadows(id);
  if (const ObjectId behind = name ? l.in_.points_to.behind(name, parts[k].offset) : null_object; behind != null_object)
    return deliver(k, l.addresses_.offset_of_address(address, behind), cfg::constant(which_type, behind));
  if (!shadow)
    return deliver(
        k, cfg::cast(address->type.width < l.in_.pointer_bits ? Op::Zext : Op::Trunc, address, l.in_.pointer_type),
        cfg::constant(which_type, raw_object));
  if (parts[k].bytes * 8 != l.in_.pointer_bits)
    return l.out_.refuse("a pointer of " + std::to_string(parts[k].bytes) + " bytes in private memory");
  cfg::Load objects{{}, shadow->objects, at, 1};
  for (unsigned g = 0; g < l.arrays_.granules_of(id, parts[k]); ++g)
    objects.dests.push_back(l.out_.new_var(base + ".object", which_type));
  cfg::Load offsets{{l.out_.new_var(base, l.in_.pointer_type, name)}, shadow->offsets, at, 1};
  for (unsigned g = 1; g < l.arrays_.granules_of(id, parts[k]); ++g)
    offsets.dests.push_back(l.out_.new_var(base + ".part", l.in_.pointer_type));
  const cfg::VarId offset = offsets.dests[0];
  Expr which = cfg::variable(objects.dests[0], which_type), whole = cfg::boolean(true);
  for (unsigned g = 1; g < objects.dests.size(); ++g)
    whole = cfg::binary(Op::And, whole,
                        cfg::binary(Op::Eq, cfg::variable(objects.dests[g], which_type), later_part(which, g)));
  for (unsigned g = 1; g < offsets.dests.size(); ++g) // parts of two pointers are none
    if (!support::left_out("shadows.parts"))
      whole = cfg::binary(Op::And, whole,
                          cfg::binary(Op::Eq, cfg::variable(offsets.dests[g], l.in_.pointer_type),
                                      cfg::variable(offset, l.in_.pointer_type)));
  l.out_.emit(std::move(objects));
  l.out_.emit(std::move(offsets));
  const Expr none = cfg::constant(which_type, null_object);
  const Expr intact = cfg::binary(Op::And, whole, cfg::binary(Op::Ne, which, none));
  deliver(k,
          cfg::ite(intact, cfg::variable(offset, l.in_.pointer_type),
                   support::left_out("shadows.overwritten") ? cfg::constant(l.in_.pointer_type, 0) : as_bytes(address)),
          cfg::ite(whole, which, none));
}

void Memory::ScalarLoad::load_run(ObjectId id, std::size_t from, std::size_t to) {
  unsigned granule = l.in_.layout.granule(id);
  cfg::Type memory = l.arrays_.memory_type(id, parts[from].bytes);
  cfg::ArrayId array = l.arrays_.at(id);
  Expr at = place(id, from);
  if (parts[from].bytes == granule && l.arrays_.known_granule(array, at, to - from - 1)) {
    for (std::size_t k = from; k < to; ++k)
      deliver(k, from_memory(l.out_, cfg::constant(memory, *l.arrays_.known_granule(array, at, k - from)), parts[k]),
              nullptr);
    return;
  }
  if (l.arrays_.by_granules(id))
    return load_granules(id, from, to);
  std::vector<cfg::VarId> dests;
  for (std::size_t k = from; k < to; ++k)
    dests.push_back(destination(k, memory));
  cfg::Load load{dests, array, at, parts[from].bytes / granule};
  load.align = align_behind(l.out_.mode.align, parts[from].offset);
  l.out_.emit(std::move(load));
  for (std::size_t k = from; k < to; ++k) {
    const Expr value = cfg::variable(dests[k - from], memory);
    if (parts[k].pointer)
      load_pointer(id, k, place(id, k), bit_cast(value, cfg::int_type(memory.width)));
    else
      deliver(k, from_memory(l.out_, value, parts[k]), nullptr);
  }
}

void Memory::ScalarLoad::load_granules(ObjectId id, std::size_t from, std::size_t to) {
  cfg::Load load{{}, l.arrays_.at(id), place(id, from), 1};
  std::vector<std::vector<Expr>> values(to - from);
  for (std::size_t k = from; k < to; ++k)
    for (unsigned g = 0; g < l.arrays_.granules_of(id, parts[k]); ++g) {
      load.dests.push_back(destination(k, l.in_.layout.element(id)));
      values[k - from].push_back(cfg::variable(load.dests.back(), l.in_.layout.element(id)));
    }
  l.out_.emit(std::move(load));
  for (std::size_t k = from; k < to; ++k) {
    Expr value = joined(values[k - from], parts[k].bytes);
    if (parts[k].pointer)
      load_pointer(id, k, place(id, k), bit_cast(value, cfg::int_type(value->type.width)));
    else
      deliver(k, from_memory(l.out_, value, parts[k]), nullptr);
  }
}

Pieces Memory::load_scalars(const Pointer &p, const std::vector<Scalar> &parts, const llvm::Value *name) {
  return ScalarLoad(*this, p, parts, name).run();
}

Pieces Memory::read_scalars(const Pointer &p, const std::vector<Scalar> &parts) {
  Pieces out(parts.size());
  std::vector<ObjectId> ids = candidates(p);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Scalar &s = parts[k];
    if (p.targets.unknown || ids.empty() || s.pointer || s.bytes == 0) {
      out_.refuse("in an annotation, what a pointer of unknown origin, or to a pointer, points to");
      values_.define(out[k], s);
      continue;
    }
    for (ObjectId id : ids) {
      if (!arrays_.is_readable(id)) {
        out_.refuse("in an annotation, memory that is not an array");
        continue;
      }
      Expr at =
          cfg::binary(Op::Add, p.piece.expr, cfg::constant(in_.pointer_type, s.offset / in_.layout.granule(id)), true);
      Expr e = from_memory(out_, cfg::read(arrays_.at(id), arrays_.memory_type(id, s.bytes), at), s);
      out[k].expr = out[k].expr ? cfg::ite(is_object(p.piece.which, id), e, out[k].expr) : e;
    }
    values_.define(out[k], s);
  }
  return out;
}

} // namespace lockstep::frontend
