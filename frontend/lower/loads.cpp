// Loads: of arrays, as memory.cpp says; of what is no array.
#include "frontend/llvm/incoherent_loads.h"
#include "frontend/lower/access.h"

#include "cfg/analysis/values/facts.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

// The contents of constant memory, where they and the place are known.
std::optional<std::uint64_t> Lowerer::known_granule(cfg::ArrayId array, const Expr &offset, std::uint64_t step) const {
  const std::vector<std::uint64_t> &initial = kernel_.arrays[array].initial;
  if (!cfg::is_const(offset) || offset->value >= initial.size() || step >= initial.size() - offset->value)
    return std::nullopt;
  return initial[offset->value + step];
}

Expr Lowerer::from_memory(Expr e, const Scalar &s) {
  if (s.type.is_bool())
    return cast_scalar(llvm::Instruction::Trunc, bit_cast(e, cfg::int_type(e->type.width)), s.type);
  return bit_cast(e, s.type);
}

Expr Lowerer::joined(const std::vector<Expr> &granules, unsigned bytes) {
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

void Lowerer::load(const llvm::LoadInst &i) {
  std::vector<Scalar> parts = shape(i.getType());
  Pointer p = pointer(i.getPointerOperand());
  if (parts.empty())
    return;
  Pieces out;
  if (!load_special(p, i.getPointerOperand(), parts, out)) {
    if (spec_depth_ != 0 && (spec_is_expression_ || !only_private(p)))
      out = read_scalars(p, parts);
    else if (i.isAtomic() && parts.size() == 1 && !parts[0].pointer && !is_incoherent(i))
      out = {{atomic(cfg::AtomicOp::Load, p, parts[0], {}, true, &i, scope_of(i), order_of(i.getOrdering()), false,
                     orders_all_spaces(i)),
              nullptr}};
    else {
      fresh_ = i.isVolatile(), incoherent_ = is_incoherent(i), align_ = i.getAlign().value();
      out = load_scalars(p, parts, &i);
      fresh_ = incoherent_ = false, align_ = 0;
    }
  }
  std::uint64_t offset = 0; // a pointer in a by-value parameter: an object of its own
  if (const llvm::Argument *a = by_value_at(i.getPointerOperand(), layout_, offset))
    for (std::size_t k = 0; k < parts.size(); ++k)
      if (ObjectId slot = parts[k].pointer ? points_to_.slot(a, offset + parts[k].offset) : null_object)
        out[k] = {cfg::constant(pointer_type_, 0), cfg::constant(which_type, slot)};
  values_[&i] = std::move(out);
}

// passes/incoherent.cpp has left it: more than loads comes of the place.
void Lowerer::incoherent_place(const Call &) { refuse("a place that '__ldg' would read, used for something else"); }

// Of what nobody writes every cache is up to date.
void Lowerer::finish_incoherent() {
  const std::vector<bool> written = cfg::written_arrays(kernel_);
  for (cfg::Block &b : kernel_.blocks)
    for (cfg::Stmt &s : b.stmts)
      if (auto *l = std::get_if<cfg::Load>(&s.node))
        l->incoherent = l->incoherent && written[l->array] && kernel_.arrays[l->array].space != cfg::Space::Private;
}

// Loads from what is no array: scalarised by-value parameters and AMDGCN's packets.
bool Lowerer::load_special(const Pointer &p, const llvm::Value *address, const std::vector<Scalar> &parts,
                           Pieces &out) {
  if (!cfg::is_const(p.piece.which) || p.piece.which->value == null_object || p.piece.which->value == raw_object)
    return false;
  ObjectId id = static_cast<ObjectId>(p.piece.which->value);
  const Object &o = points_to_.objects()[id];
  if (o.kind == ObjectKind::Dispatch || o.kind == ObjectKind::ImplicitArgs) {
    llvm::APInt at(layout_.getIndexTypeSizeInBits(address->getType()), 0);
    bool constant = llvm::isa<llvm::CallBase>(address->stripAndAccumulateConstantOffsets(layout_, at, true));
    for (const Scalar &s : parts)
      out.push_back(
          {dispatch_field(o.kind, constant ? at.getZExtValue() + s.offset : ~std::uint64_t(0), s.type), nullptr});
    return true;
  }
  if (o.kind != ObjectKind::ByValue || !arrays_.is_scalarised(id))
    return false;
  std::uint64_t offset = 0;
  const llvm::Argument *a = by_value_at(address, layout_, offset);
  for (const Scalar &s : parts) {
    Piece &known = by_value_[{id, offset + s.offset}];
    if (!known.expr) {
      const llvm::DIVariable *di = debug_.variable(a);
      std::string name =
          hint(a) + (di ? member_path(di->getType(), offset + s.offset) : "." + std::to_string(offset + s.offset));
      cfg::Type type = s.type.is_bool() ? cfg::int_type(8) : s.type;
      cfg::VarId v = new_var(name, type, a);
      kernel_.vars[v].param = true;
      kernel_.vars[v].source_name = name;
      known.expr = cfg::variable(v, type);
    }
    out.push_back({from_memory(known.expr, s), s.pointer ? cfg::constant(which_type, null_object) : nullptr});
  }
  return true;
}

Expr Lowerer::dispatch_field(ObjectKind kind, std::uint64_t offset, cfg::Type type) {
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
  refuse(kind == ObjectKind::Dispatch ? "a field of the dispatch packet other than the sizes"
                                      : "an implicit kernel argument other than the sizes");
  return cfg::constant(type, 0);
}

// Of scalars, from each of the objects that the pointer may lead to.
struct Lowerer::ScalarLoad {
  ScalarLoad(Lowerer &lowerer, const Pointer &from, const std::vector<Scalar> &scalars, const llvm::Value *named)
      : l(lowerer), p(from), parts(scalars), name(named), out(scalars.size()) {}

  Pieces run() {
    for (const Scalar &s : parts)
      if (s.bytes == 0) {
        l.refuse("a load of bits that are not whole bytes (" + s.type.str() + ")");
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
            l.emit(cfg::Havoc{v});
        });
    return out;
  }

private:
  void make_results();
  void deliver(std::size_t k, Expr e, Expr which);
  void load_pointer(ObjectId id, std::size_t k, Expr at, Expr address);
  void load_run(ObjectId id, std::size_t from, std::size_t to);
  void load_granules(ObjectId id, std::size_t from, std::size_t to);
  Expr place(ObjectId id, std::size_t k) const {
    return cfg::binary(Op::Add, p.piece.expr, cfg::constant(l.pointer_type_, parts[k].offset / l.arrays_.granule(id)),
                       true);
  }
  cfg::VarId destination(std::size_t k, cfg::Type type) {
    return l.new_var(base + (parts.size() == 1 ? "" : "." + std::to_string(k)), type, name);
  }

  Lowerer &l;
  const Pointer &p;
  const std::vector<Scalar> &parts;
  const llvm::Value *name; // null: none
  Pieces out;
  std::string base;
  bool merge = false;
  std::vector<cfg::VarId> results; // only where several objects, or none, provide the value
};

void Lowerer::ScalarLoad::make_results() {
  std::vector<ObjectId> ids = candidates(p);
  base = name ? l.hint(name) : "value";
  if (ids.size() == 1 && l.is_readable(ids[0]) && (!name || (l.debug_.name(name).empty() && !name->hasName())))
    base = l.kernel_.arrays[l.array_of_.at(ids[0])].name + ".value";
  merge = ids.size() != 1 || !l.is_readable(ids[0]);
  for (std::size_t k = 0; merge && k < parts.size(); ++k) {
    results.push_back(l.new_var(base, parts[k].type, name));
    out[k].expr = cfg::variable(results[k], parts[k].type);
    if (parts[k].pointer) {
      results.push_back(l.new_var(base + ".object", which_type));
      out[k].which = cfg::variable(results.back(), which_type);
    }
  }
}

void Lowerer::ScalarLoad::deliver(std::size_t k, Expr e, Expr which) {
  if (!merge) {
    out[k] = {e, which};
    return;
  }
  l.emit(cfg::Assign{out[k].expr->var, e});
  if (which)
    l.emit(cfg::Assign{out[k].which->var, which});
}

void Lowerer::ScalarLoad::load_pointer(ObjectId id, std::size_t k, Expr at, Expr address) {
  auto shadow = l.shadows_.find(id);
  if (const ObjectId behind = name ? l.points_to_.behind(name, parts[k].offset) : null_object; behind != null_object)
    return deliver(k, l.offset_of_address(address, behind), cfg::constant(which_type, behind));
  if (shadow == l.shadows_.end())
    return deliver(k, cfg::cast(address->type.width < l.pointer_bits_ ? Op::Zext : Op::Trunc, address, l.pointer_type_),
                   cfg::constant(which_type, raw_object));
  if (parts[k].bytes * 8 != l.pointer_bits_)
    return l.refuse("a pointer of " + std::to_string(parts[k].bytes) + " bytes in private memory");
  cfg::Load objects{{}, shadow->second.first, at, 1};
  for (unsigned g = 0; g < l.granules_of(id, parts[k]); ++g)
    objects.dests.push_back(l.new_var(base + ".object", which_type));
  cfg::VarId offset = l.new_var(base, l.pointer_type_, name);
  Expr which = cfg::variable(objects.dests[0], which_type), whole = cfg::boolean(true);
  for (unsigned g = 1; g < objects.dests.size(); ++g)
    whole = cfg::binary(Op::And, whole,
                        cfg::binary(Op::Eq, cfg::variable(objects.dests[g], which_type), later_part(which, g)));
  l.emit(std::move(objects));
  l.emit(cfg::Load{{offset}, shadow->second.second, at, 1});
  deliver(k, cfg::variable(offset, l.pointer_type_), cfg::ite(whole, which, cfg::constant(which_type, null_object)));
}

void Lowerer::ScalarLoad::load_run(ObjectId id, std::size_t from, std::size_t to) {
  unsigned granule = l.arrays_.granule(id);
  cfg::Type memory = l.memory_type(id, parts[from].bytes);
  cfg::ArrayId array = l.array_of_.at(id);
  Expr at = place(id, from);
  if (parts[from].bytes == granule && l.known_granule(array, at, to - from - 1)) {
    for (std::size_t k = from; k < to; ++k)
      deliver(k, l.from_memory(cfg::constant(memory, *l.known_granule(array, at, k - from)), parts[k]), nullptr);
    return;
  }
  if (l.by_granules(id))
    return load_granules(id, from, to);
  std::vector<cfg::VarId> dests;
  for (std::size_t k = from; k < to; ++k)
    dests.push_back(destination(k, memory));
  cfg::Load load{dests, array, at, parts[from].bytes / granule};
  load.align = align_behind(l.align_, parts[from].offset);
  l.emit(std::move(load));
  for (std::size_t k = from; k < to; ++k) {
    const Expr value = cfg::variable(dests[k - from], memory);
    if (parts[k].pointer)
      load_pointer(id, k, place(id, k), bit_cast(value, cfg::int_type(memory.width)));
    else
      deliver(k, l.from_memory(value, parts[k]), nullptr);
  }
}

void Lowerer::ScalarLoad::load_granules(ObjectId id, std::size_t from, std::size_t to) {
  cfg::Load load{{}, l.array_of_.at(id), place(id, from), 1};
  std::vector<std::vector<Expr>> values(to - from);
  for (std::size_t k = from; k < to; ++k)
    for (unsigned g = 0; g < l.granules_of(id, parts[k]); ++g) {
      load.dests.push_back(destination(k, l.arrays_.element(id)));
      values[k - from].push_back(cfg::variable(load.dests.back(), l.arrays_.element(id)));
    }
  l.emit(std::move(load));
  for (std::size_t k = from; k < to; ++k) {
    Expr value = l.joined(values[k - from], parts[k].bytes);
    if (parts[k].pointer)
      load_pointer(id, k, place(id, k), bit_cast(value, cfg::int_type(value->type.width)));
    else
      deliver(k, l.from_memory(value, parts[k]), nullptr);
  }
}

Pieces Lowerer::load_scalars(const Pointer &p, const std::vector<Scalar> &parts, const llvm::Value *name) {
  return ScalarLoad(*this, p, parts, name).run();
}

Pieces Lowerer::read_scalars(const Pointer &p, const std::vector<Scalar> &parts) {
  Pieces out(parts.size());
  std::vector<ObjectId> ids = candidates(p);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Scalar &s = parts[k];
    if (p.targets.unknown || ids.empty() || s.pointer || s.bytes == 0) {
      refuse("in an annotation, what a pointer of unknown origin, or to a pointer, points to");
      define(out[k], s);
      continue;
    }
    for (ObjectId id : ids) {
      if (!is_readable(id)) {
        refuse("in an annotation, memory that is not an array");
        continue;
      }
      Expr at = cfg::binary(Op::Add, p.piece.expr, cfg::constant(pointer_type_, s.offset / arrays_.granule(id)), true);
      Expr e = from_memory(cfg::read(array_of_.at(id), memory_type(id, s.bytes), at), s);
      out[k].expr = out[k].expr ? cfg::ite(is_object(p.piece.which, id), e, out[k].expr) : e;
    }
    define(out[k], s);
  }
  return out;
}

} // namespace lockstep::frontend
