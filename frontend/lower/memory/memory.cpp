// Stores, and what they share with loads (loads.cpp).
//
// A value's scalars that lie side by side become one ranged access. Where the pointer may reach several objects, a
// chain of branches on "which object" stands around the access, so that every access names one array. Private arrays
// are kept granule by granule: a wider value is several of them. So every access to one is of values of its element
// type, and what the views of different widths read is exact. Private arrays that hold pointers have two shadow arrays,
// an entry for each granule: which object, and which offset, a pointer stored at a place has; the array itself holds
// the address. The first granule of a pointer has its object, each further one the object and its number; all have its
// offset. Sound because
// whatever overwrites a granule with something else marks its shadow as null, so that the pointer leads to no object
// any more, which is asserted against where it is used; compared, it is the address that its bytes are.
#include "cfg/ir/padding.h"
#include "frontend/llvm/null_follows.h"
#include "frontend/lower/memory/memory_parts.h"

#include "frontend/lower/scalar_ops.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

Expr is_object(const Expr &which, ObjectId id) { return cfg::binary(Op::Eq, which, cfg::constant(which_type, id)); }

// What the shadow of a pointer's granule number `g` holds: no object's number.
Expr later_part(const Expr &which, unsigned g) {
  return cfg::binary(Op::Add, which, cfg::constant(which_type, std::uint64_t(g) << 28));
}

std::vector<ObjectId> candidates(const Pointer &p) {
  std::vector<ObjectId> out;
  if (cfg::is_const(p.piece.which)) {
    if (p.piece.which->value != null_object && p.piece.which->value != raw_object)
      out.push_back(static_cast<ObjectId>(p.piece.which->value));
    return out;
  }
  for (ObjectId id : p.targets.objects)
    if (id != null_object)
      out.push_back(id);
  return out;
}

// The end of the run that starts at `from`: parts of one size, side by side.
std::size_t run_end(const std::vector<Scalar> &parts, std::size_t from) {
  std::size_t to = from + 1;
  while (to < parts.size() && parts[to].bytes == parts[from].bytes && parts[to].type.kind == parts[from].type.kind &&
         parts[to].pointer == parts[from].pointer && parts[to].offset == parts[to - 1].offset + parts[to - 1].bytes)
    ++to;
  return to;
}

unsigned align_behind(std::uint64_t align, std::uint64_t bytes) {
  return static_cast<unsigned>(bytes == 0 || align == 0 ? align : std::min(align, bytes & (0 - bytes)));
}

Expr to_memory(Builder &out, Expr e, const Scalar &s, cfg::Type memory) {
  if (s.type.is_bool())
    e = cast_scalar(out, llvm::Instruction::ZExt, e, cfg::int_type(memory.width));
  return bit_cast(e, memory);
}

std::vector<Expr> Memory::divided(Expr value, ObjectId id, unsigned granules) {
  const cfg::Type element = in_.layout.element(id);
  if (granules == 1)
    return {bit_cast(value, element)};
  value = bit_cast(value, cfg::int_type(value->type.width));
  if (!value->args.empty()) { // it is repeated
    cfg::VarId v = out_.new_var("stored", value->type);
    out_.emit(cfg::Assign{v, value});
    value = cfg::variable(v, value->type);
  }
  std::vector<Expr> out;
  for (unsigned g = 0; g < granules; ++g) {
    Expr part =
        g == 0 ? value : cfg::binary(Op::LShr, value, cfg::constant(value->type, std::uint64_t(g) * element.width));
    out.push_back(bit_cast(cfg::cast(Op::Trunc, part, cfg::int_type(element.width)), element));
  }
  return out;
}

bool from_heap(const Source &in, const Targets &t) {
  return std::any_of(t.objects.begin(), t.objects.end(),
                     [&](ObjectId id) { return in.points_to.objects()[id].kind == ObjectKind::Heap; });
}

// `valid`: the pointer leads to an object.
void Memory::not_null(const Pointer &p, const Expr &valid) {
  if (from_heap(in_, p.targets)) // what malloc did not get stops the launch
    return out_.emit(cfg::Assume{valid, cfg::AssumeKind::Heap});
  if (!NullFollows::of(p.value, in_.points_to, in_.passed))
    return out_.emit(cfg::Assert{valid, cfg::AssertKind::Bounds, "null pointer access"});
  static constexpr const char *assumption = "pointers are not null that are converted between classes and accessed";
  out_.take_for_granted(assumption);
  out_.emit(cfg::Assume{valid, cfg::AssumeKind::Language});
}

void Memory::on_each_target(const Pointer &p, const std::function<void(ObjectId)> &access,
                            const std::function<void()> &on_invalid) {
  std::vector<ObjectId> ids = candidates(p);
  if (p.targets.unknown && (!cfg::is_const(p.piece.which) || ids.empty())) {
    out_.refuse("an access through a pointer of unknown origin", support::Topic::PointerOrigin);
    return on_invalid();
  }
  for (ObjectId id : ids)
    if (!arrays_.is_readable(id)) {
      out_.refuse("an access to memory that is not an array (a by-value parameter or a packet, among others)");
      return on_invalid();
    }
  if (ids.empty()) {
    out_.emit(cfg::Assert{cfg::boolean(false), cfg::AssertKind::Bounds, "null pointer access"});
    return on_invalid();
  }
  if (cfg::is_const(p.piece.which))
    return access(ids[0]);
  if (p.targets.from_memory || p.targets.objects.count(null_object)) {
    Expr valid = cfg::boolean(false);
    for (ObjectId id : ids)
      valid = cfg::binary(Op::Or, valid, is_object(p.piece.which, id));
    not_null(p, valid);
  }
  cfg::BlockId join = ids.size() > 1 ? out_.new_block("access.end") : 0;
  for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
    cfg::BlockId hit = out_.new_block("access"), miss = out_.new_block("access.else");
    out_.finish_block(cfg::Branch{is_object(p.piece.which, ids[i]), hit, miss});
    out_.block = hit;
    access(ids[i]);
    out_.finish_block(cfg::Goto{{join}});
    out_.block = miss;
  }
  access(ids.back());
  if (ids.size() > 1)
    out_.jump(join);
}

bool Memory::only_private(const Pointer &p) const {
  for (ObjectId id : candidates(p))
    if (!arrays_.is_readable(id) || arrays_.of(id).space != cfg::Space::Private)
      return false;
  return !p.targets.unknown && !candidates(p).empty();
}

void Memory::store_scalars(const Pointer &p, const std::vector<Scalar> &parts, const Pieces &values) {
  for (const Scalar &s : parts)
    if (s.bytes == 0)
      return out_.refuse("a store of bits that are not whole bytes (" + s.type.str() + ")");
  on_each_target(p, [&](ObjectId id) {
    for (std::size_t from = 0; from < parts.size();) {
      std::size_t to = run_end(parts, from);
      Expr at = cfg::binary(Op::Add, p.piece.expr,
                            cfg::constant(in_.pointer_type, parts[from].offset / in_.layout.granule(id)), true);
      store_run(id, at,
                {parts.begin() + static_cast<std::ptrdiff_t>(from), parts.begin() + static_cast<std::ptrdiff_t>(to)},
                {values.begin() + static_cast<std::ptrdiff_t>(from), values.begin() + static_cast<std::ptrdiff_t>(to)});
      from = to;
    }
  });
}

void Memory::store_run(ObjectId id, Expr at, const std::vector<Scalar> &parts, const Pieces &values) {
  if (arrays_.of(id).space == cfg::Space::Constant)
    return out_.emit(cfg::Assert{cfg::boolean(false), cfg::AssertKind::Bounds, "store to constant memory"});
  unsigned per_value = parts[0].bytes / in_.layout.granule(id);
  cfg::Type memory = arrays_.memory_type(id, parts[0].bytes);
  cfg::Store s{{}, arrays_.at(id), at, arrays_.by_granules(id) ? 1 : per_value};
  s.align = align_behind(out_.mode.align, parts[0].offset);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    Expr value = to_memory(out_, values[k].expr, parts[k], memory);
    if (!arrays_.by_granules(id)) {
      s.values.push_back(value);
      continue;
    }
    if (cfg::has_padding(value)) // one value for all threads is what shared memory gets
      value = out_.havoc(value->type, "undef");
    std::vector<Expr> granules = divided(value, id, per_value);
    s.values.insert(s.values.end(), granules.begin(), granules.end());
  }
  out_.emit(std::move(s));
  if (!parts[0].pointer)
    clear_shadows(id, at, parts.size() * per_value);
}

void Memory::store_shadows(ObjectId id, Expr at, const Piece &p, unsigned bytes) {
  const Arrays::Shadows *shadow = arrays_.shadows(id);
  if (!shadow)
    return; // points-to says `unknown` of whatever is loaded from there
  if (bytes * 8 != in_.pointer_bits)
    return out_.refuse("a pointer of " + std::to_string(bytes) + " bytes in private memory");
  cfg::Store objects{{p.which}, shadow->objects, at, 1};
  for (unsigned g = 1; g < bytes / in_.layout.granule(id); ++g)
    objects.values.push_back(later_part(p.which, g));
  const std::vector<Expr> offsets(objects.values.size(), p.expr);
  out_.emit(std::move(objects));
  out_.emit(cfg::Store{offsets, shadow->offsets, at, 1});
}

void Memory::clear_shadows(ObjectId id, Expr at, std::uint64_t granules) {
  const Arrays::Shadows *shadow = arrays_.shadows(id);
  if (support::sound("shadows.cleared", !shadow || granules == 0))
    return;
  cfg::Type element = out_.kernel.arrays[shadow->objects].element;
  out_.emit(cfg::Store{std::vector<Expr>(granules, cfg::constant(element, null_object)), shadow->objects, at, 1});
}

// Of accesses that are wider than they are aligned it is kept. Sound because LLVM's says how each begins, and what
// joins one that lies in front of it (extend_access) begins where that one does.
void finish_alignments(cfg::Kernel &kernel) {
  const auto settle = [&](cfg::ArrayId array, std::uint64_t granules, unsigned &align) {
    const cfg::Array &a = kernel.arrays[array];
    if (support::sound("align.kept", a.space == cfg::Space::Private || align >= granules * a.granule_bytes))
      align = 0;
  };
  for (cfg::Block &b : kernel.blocks)
    for (cfg::Stmt &stmt : b.stmts)
      if (auto *l = std::get_if<cfg::Load>(&stmt.node))
        settle(l->array, l->dests.size() * l->per_value, l->align);
      else if (auto *s = std::get_if<cfg::Store>(&stmt.node))
        settle(s->array, s->values.size() * s->per_value, s->align);
}

} // namespace lockstep::frontend
