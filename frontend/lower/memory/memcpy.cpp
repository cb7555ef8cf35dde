// memcpy, memmove, memset: a ranged load and store where the length is a small constant, else a loop over granules.
#include "frontend/lower/memory/memory_parts.h"
#include "frontend/lower/memory/moves.h"

#include "support/sound.h"

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
constexpr std::uint64_t max_unrolled = 256;    // granules: one access, where a loop would be one for each
constexpr std::uint64_t max_written_out = 256; // of known values
constexpr std::uint64_t widest_access = 16;    // bytes that one instruction of a thread moves

// Does a load and a store move all of it?
bool is_one_access(const llvm::MemTransferInst &i) {
  auto *n = llvm::dyn_cast<llvm::ConstantInt>(i.getLength());
  const std::uint64_t bytes = n ? n->getZExtValue() : 0;
  return bytes != 0 && bytes <= widest_access && (bytes & (bytes - 1)) == 0 &&
         i.getDestAlign().valueOrOne().value() >= bytes && i.getSourceAlign().valueOrOne().value() >= bytes;
}
} // namespace

// Layout made the granule divide the length: of a variable length a power of two does.
Expr Moves::length_in_granules(const llvm::Value *bytes, unsigned granule) {
  Expr n = values_.scalar(bytes);
  if (n->type.width < in_.pointer_bits)
    n = cfg::cast(Op::Zext, n, in_.pointer_type);
  if (cfg::is_const(n))
    return cfg::constant(in_.pointer_type, n->value / granule);
  return cfg::binary(Op::UDiv, n, cfg::constant(n->type, granule));
}

// Accesses that one statement of the source makes one after another. Lock step orders statements of threads, and not
// the parts of one, which a thread may make at its own pace: an unknown chooses between two copies of them.
//
// Sound because two threads may choose differently, and lock step orders nothing between the arms of a branch.
void Moves::in_pieces(const std::function<void()> &accesses) {
  if (support::sound("copies.pieces", in_.lock_step == 0 || in_.options.copies_once))
    return accesses();
  cfg::BlockId first = out_.new_block("pieces.one"), second = out_.new_block("pieces.other"),
               join = out_.new_block("pieces.end");
  out_.finish_block(cfg::Branch{out_.havoc(cfg::bool_type, "pieces"), first, second});
  for (cfg::BlockId b : {first, second}) {
    out_.block = b;
    accesses();
    out_.finish_block(cfg::Goto{{join}});
  }
  out_.block = join;
}

// Sound because within one array llvm.memcpy's ranges are disjoint or the same, for which any direction is right, and
// llvm.memmove's (`may_overlap`) are copied from the end that is not overwritten first.
void Moves::copy_granules(cfg::ArrayId to, Expr to_at, cfg::ArrayId from, Expr from_at, Expr granules,
                          bool may_overlap) {
  if (cfg::is_const(granules, 0))
    return;
  cfg::Type source = out_.kernel.arrays[from].element, target = out_.kernel.arrays[to].element;
  if (out_.kernel.arrays[to].space == cfg::Space::Constant)
    return out_.emit(cfg::Assert{cfg::boolean(false), cfg::AssertKind::Bounds, "store to constant memory"});
  if (cfg::is_const(granules) && granules->value <= max_written_out &&
      arrays_.known_granule(from, from_at, granules->value - 1)) {
    cfg::Store s{.array = to, .offset = to_at, .align = align_behind(out_.mode.align, 0)};
    for (std::uint64_t k = 0; k < granules->value; ++k)
      s.values.push_back(cfg::constant(target, *arrays_.known_granule(from, from_at, k)));
    return out_.emit(std::move(s));
  }
  if (cfg::is_const(granules) && granules->value <= max_unrolled) {
    cfg::Load l{.array = from, .offset = from_at, .align = align_behind(out_.mode.align, 0)};
    cfg::Store s{.array = to, .offset = to_at, .align = align_behind(out_.mode.align, 0)};
    for (std::uint64_t k = 0; k < granules->value; ++k) {
      l.dests.push_back(out_.new_var("copied", source));
      s.values.push_back(bit_cast(cfg::variable(l.dests.back(), source), target));
    }
    out_.emit(std::move(l));
    out_.emit(std::move(s));
    return;
  }
  auto copy = [&](Expr i) {
    cfg::VarId v = out_.new_var("copied", source);
    out_.emit(cfg::Load{{v}, from, cfg::binary(Op::Add, from_at, i, true), 1});
    out_.emit(cfg::Store{{bit_cast(cfg::variable(v, source), target)}, to, cfg::binary(Op::Add, to_at, i, true), 1});
  };
  if (support::sound("copies.overlap", from != to || !may_overlap))
    return loop(out_, granules, "copy", copy);
  cfg::BlockId up = out_.new_block("copy.up"), down = out_.new_block("copy.down"), end = out_.new_block("copy.end");
  out_.finish_block(cfg::Branch{cfg::binary(Op::Slt, from_at, to_at), down, up});
  out_.block = up;
  loop(out_, granules, "copy", copy);
  out_.finish_block(cfg::Goto{{end}});
  out_.block = down;
  Expr last = cfg::binary(Op::Sub, granules, cfg::constant(granules->type, 1));
  loop(out_, granules, "copy", [&](Expr i) { copy(cfg::binary(Op::Sub, last, i, true)); });
  out_.jump(end);
}

void Moves::set_granules(cfg::ArrayId array, Expr at, Expr value, Expr granules) {
  if (cfg::is_const(granules, 0))
    return;
  if (cfg::is_const(granules) && granules->value <= max_written_out) {
    out_.emit(cfg::Store{.values = std::vector<Expr>(granules->value, value),
                         .array = array,
                         .offset = at,
                         .align = align_behind(out_.mode.align, 0)});
    return;
  }
  loop(out_, granules, "fill",
       [&](Expr i) { out_.emit(cfg::Store{{value}, array, cfg::binary(Op::Add, at, i, true), 1}); });
}

// Pointers inside a by-value parameter: each is an object of its own.
void Moves::copy_slots(ObjectId to, Expr to_at, ObjectId from, Expr from_at) {
  const Object &o = in_.points_to.objects()[from];
  auto *a = llvm::cast<llvm::Argument>(o.value);
  auto parts = scalars(a->getParamByValType(), in_.target, in_.pointer_bits);
  for (const Scalar &s : parts ? *parts : std::vector<Scalar>()) {
    if (!s.pointer)
      continue;
    if (!cfg::is_const(from_at))
      return out_.refuse("a copy of pointers out of a by-value parameter, from a variable place");
    Expr place = cfg::constant(in_.pointer_type, s.offset / in_.layout.granule(from));
    Piece slot{cfg::constant(in_.pointer_type, 0), cfg::constant(cfg::int_type(32), in_.points_to.slot(a, s.offset))};
    memory_.store_shadows(to, cfg::binary(Op::Add, to_at, cfg::binary(Op::Sub, place, from_at, true), true), slot,
                          s.bytes);
  }
}

void Moves::copy_objects(ObjectId to, Expr to_at, ObjectId from, Expr from_at, Expr granules, bool may_overlap) {
  copy_granules(arrays_.at(to), to_at, arrays_.at(from), from_at, granules, may_overlap);
  copy_shadows(to, to_at, from, from_at, granules, may_overlap);
}

void Moves::copy_shadows(ObjectId to, Expr to_at, ObjectId from, Expr from_at, Expr granules, bool may_overlap) {
  const Arrays::Shadows *target = arrays_.shadows(to), *source = arrays_.shadows(from);
  if (!target)
    return;
  if (source) {
    copy_granules(target->objects, to_at, source->objects, from_at, granules, may_overlap);
    copy_granules(target->offsets, to_at, source->offsets, from_at, granules, may_overlap);
    return;
  }
  clear_shadows(to, to_at, granules);
  if (in_.points_to.objects()[from].kind == ObjectKind::ByValue) {
    auto *a = llvm::cast<llvm::Argument>(in_.points_to.objects()[from].value);
    std::uint64_t whole =
        in_.target.getTypeAllocSize(a->getParamByValType()).getFixedValue() / in_.layout.granule(from);
    if (!cfg::is_const(from_at, 0) || !cfg::is_const(granules, whole))
      return out_.refuse("a copy of a part of a by-value parameter that holds pointers");
    copy_slots(to, to_at, from, from_at);
  }
}

void Moves::clear_shadows(ObjectId id, Expr at, Expr granules) {
  if (const Arrays::Shadows *shadow = arrays_.shadows(id))
    set_granules(shadow->objects, at, cfg::constant(which_type, null_object), granules);
}

void Moves::initialise_by_value() {
  for (auto &[copy, original] : arrays_.by_value_copies()) {
    Expr zero = cfg::constant(in_.pointer_type, 0);
    copy_granules(copy, zero, original, zero, cfg::constant(in_.pointer_type, *out_.kernel.arrays[copy].extent));
  }
}

void Moves::copy_memory(const llvm::MemTransferInst &i) {
  Pointer to = values_.pointer(i.getRawDest()), from = values_.pointer(i.getRawSource());
  if (out_.annotation)
    return out_.refuse("a copy of memory in an annotation");
  if (auto *n = llvm::dyn_cast<llvm::ConstantInt>(i.getLength()); n && n->isZero())
    return;
  unsigned granule = in_.granule_of(from.targets); // Layout gave both ends one granule
  Expr granules = length_in_granules(i.getLength(), granule);
  const auto copy = [&] {
    memory_.on_each_target(from, [&](ObjectId source) {
      memory_.on_each_target(to, [&](ObjectId target) {
        copy_objects(target, to.piece.expr, source, from.piece.expr, granules, llvm::isa<llvm::MemMoveInst>(i));
      });
    });
  };
  // What goes through registers is moved as the side does that is aligned less.
  const std::uint64_t target_align = i.getDestAlign().valueOrOne().value(),
                      source_align = i.getSourceAlign().valueOrOne().value();
  const InMode aligned(out_, {.align = memory_.only_private(to)     ? source_align
                                       : memory_.only_private(from) ? target_align
                                                                    : std::min(target_align, source_align)});
  if (is_one_access(i) || memory_.only_private(to) || memory_.only_private(from))
    copy();
  else
    in_pieces(copy);
}

void Moves::set_memory(const llvm::MemSetInst &i) {
  Pointer to = values_.pointer(i.getRawDest());
  Expr byte = values_.scalar(i.getValue());
  if (out_.annotation)
    return out_.refuse("a store in an annotation");
  if (auto *n = llvm::dyn_cast<llvm::ConstantInt>(i.getLength()); n && n->isZero())
    return;
  unsigned granule = in_.granule_of(to.targets);
  Expr granules = length_in_granules(i.getLength(), granule);
  cfg::Type bits = cfg::int_type(8 * granule);
  Expr pattern = cfg::binary(Op::Mul, cfg::cast(Op::Zext, byte, bits), cfg::constant(bits, 0x0101010101010101ull));
  const auto set = [&] {
    memory_.on_each_target(to, [&](ObjectId id) {
      cfg::ArrayId array = arrays_.at(id);
      if (out_.kernel.arrays[array].space == cfg::Space::Constant)
        return out_.emit(cfg::Assert{cfg::boolean(false), cfg::AssertKind::Bounds, "store to constant memory"});
      cfg::Type element = out_.kernel.arrays[array].element;
      Expr value = cfg::is_const(pattern) ? cfg::constant(element, pattern->value) : bit_cast(pattern, element);
      set_granules(array, to.piece.expr, value, granules);
      clear_shadows(id, to.piece.expr, granules);
    });
  };
  const bool one_store = cfg::is_const(granules) && granules->value <= max_written_out;
  const InMode aligned(out_, {.align = i.getDestAlign().valueOrOne().value()});
  if (one_store || memory_.only_private(to))
    set();
  else
    in_pieces(set);
}

// Sound because each granule becomes any value.
void Moves::forget_contents(const llvm::Value *pointer_value, const llvm::Value *bytes) {
  Pointer to = values_.pointer(pointer_value);
  Expr granules = length_in_granules(bytes, in_.granule_of(to.targets));
  memory_.on_each_target(to, [&](ObjectId id) {
    const cfg::ArrayId array = arrays_.at(id);
    const cfg::Type element = out_.kernel.arrays[array].element;
    if (support::left_out("copies.forgotten"))
      return;
    if (granules->value <= max_unrolled) {
      cfg::Store s{{}, array, to.piece.expr, 1};
      for (std::uint64_t k = 0; k < granules->value; ++k)
        s.values.push_back(out_.havoc(element, "undef"));
      out_.emit(std::move(s));
    } else {
      loop(out_, granules, "forget", [&](Expr i) {
        out_.emit(cfg::Store{{out_.havoc(element, "undef")}, array, cfg::binary(Op::Add, to.piece.expr, i, true), 1});
      });
    }
    clear_shadows(id, to.piece.expr, granules);
  });
}

} // namespace lockstep::frontend
