// memcpy, memmove, memset: a ranged load and store where the length is a small constant, else a loop over granules.
#include "frontend/lower/access.h"
#include "frontend/lower/context.h"

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
Expr Lowerer::length_in_granules(const llvm::Value *bytes, unsigned granule) {
  Expr n = scalar(bytes);
  if (n->type.width < pointer_bits_)
    n = cfg::cast(Op::Zext, n, pointer_type_);
  if (cfg::is_const(n))
    return cfg::constant(pointer_type_, n->value / granule);
  return cfg::binary(Op::UDiv, n, cfg::constant(n->type, granule));
}

// for (i = 0; i < count; ++i) body(i)
void Lowerer::loop(Expr count, const std::string &name, const std::function<void(Expr)> &body) {
  cfg::VarId var = new_var(name, count->type);
  Expr i = cfg::variable(var, count->type);
  emit(cfg::Assign{var, cfg::constant(count->type, 0)});
  cfg::BlockId head = new_block(name + ".head"), inside = new_block(name + ".body"), after = new_block(name + ".end");
  jump(head);
  finish_block(cfg::Branch{cfg::binary(Op::Ult, i, count), inside, after});
  block_ = inside;
  body(i);
  emit(cfg::Assign{var, cfg::binary(Op::Add, i, cfg::constant(count->type, 1), true, true)});
  finish_block(cfg::Goto{{head}});
  block_ = after;
}

// Accesses that one statement of the source makes one after another. Lock step orders statements of threads, and not
// the parts of one, which a thread may make at its own pace: an unknown chooses between two copies of them.
//
// Sound because two threads may choose differently, and lock step orders nothing between the arms of a branch.
void Lowerer::in_pieces(const std::function<void()> &accesses) {
  if (lock_step_ == 0 || options_.copies_once || support::left_out("copies.pieces"))
    return accesses();
  cfg::BlockId first = new_block("pieces.one"), second = new_block("pieces.other"), join = new_block("pieces.end");
  finish_block(cfg::Branch{havoc(cfg::bool_type, "pieces"), first, second});
  for (cfg::BlockId b : {first, second}) {
    block_ = b;
    accesses();
    finish_block(cfg::Goto{{join}});
  }
  block_ = join;
}

// Sound because within one array llvm.memcpy's ranges are disjoint or the same, for which any direction is right, and
// llvm.memmove's (`may_overlap`) are copied from the end that is not overwritten first.
void Lowerer::copy_granules(cfg::ArrayId to, Expr to_at, cfg::ArrayId from, Expr from_at, Expr granules,
                            bool may_overlap) {
  if (cfg::is_const(granules, 0))
    return;
  cfg::Type source = kernel_.arrays[from].element, target = kernel_.arrays[to].element;
  if (kernel_.arrays[to].space == cfg::Space::Constant)
    return emit(cfg::Assert{cfg::boolean(false), cfg::AssertKind::Bounds, "store to constant memory"});
  if (cfg::is_const(granules) && granules->value <= max_written_out &&
      known_granule(from, from_at, granules->value - 1)) {
    cfg::Store s{.array = to, .offset = to_at, .align = align_behind(align_, 0)};
    for (std::uint64_t k = 0; k < granules->value; ++k)
      s.values.push_back(cfg::constant(target, *known_granule(from, from_at, k)));
    return emit(std::move(s));
  }
  if (cfg::is_const(granules) && granules->value <= max_unrolled) {
    cfg::Load l{.array = from, .offset = from_at, .align = align_behind(align_, 0)};
    cfg::Store s{.array = to, .offset = to_at, .align = align_behind(align_, 0)};
    for (std::uint64_t k = 0; k < granules->value; ++k) {
      l.dests.push_back(new_var("copied", source));
      s.values.push_back(bit_cast(cfg::variable(l.dests.back(), source), target));
    }
    emit(std::move(l));
    emit(std::move(s));
    return;
  }
  auto copy = [&](Expr i) {
    cfg::VarId v = new_var("copied", source);
    emit(cfg::Load{{v}, from, cfg::binary(Op::Add, from_at, i, true), 1});
    emit(cfg::Store{{bit_cast(cfg::variable(v, source), target)}, to, cfg::binary(Op::Add, to_at, i, true), 1});
  };
  if (from != to || !may_overlap || support::left_out("copies.overlap"))
    return loop(granules, "copy", copy);
  cfg::BlockId up = new_block("copy.up"), down = new_block("copy.down"), end = new_block("copy.end");
  finish_block(cfg::Branch{cfg::binary(Op::Slt, from_at, to_at), down, up});
  block_ = up;
  loop(granules, "copy", copy);
  finish_block(cfg::Goto{{end}});
  block_ = down;
  Expr last = cfg::binary(Op::Sub, granules, cfg::constant(granules->type, 1));
  loop(granules, "copy", [&](Expr i) { copy(cfg::binary(Op::Sub, last, i, true)); });
  jump(end);
}

void Lowerer::set_granules(cfg::ArrayId array, Expr at, Expr value, Expr granules) {
  if (cfg::is_const(granules, 0))
    return;
  if (cfg::is_const(granules) && granules->value <= max_written_out) {
    emit(cfg::Store{.values = std::vector<Expr>(granules->value, value),
                    .array = array,
                    .offset = at,
                    .align = align_behind(align_, 0)});
    return;
  }
  loop(granules, "fill", [&](Expr i) { emit(cfg::Store{{value}, array, cfg::binary(Op::Add, at, i, true), 1}); });
}

// Pointers inside a by-value parameter: each is an object of its own.
void Lowerer::copy_slots(ObjectId to, Expr to_at, ObjectId from, Expr from_at) {
  const Object &o = points_to_.objects()[from];
  auto *a = llvm::cast<llvm::Argument>(o.value);
  auto parts = scalars(a->getParamByValType(), layout_, pointer_bits_);
  for (const Scalar &s : parts ? *parts : std::vector<Scalar>()) {
    if (!s.pointer)
      continue;
    if (!cfg::is_const(from_at))
      return refuse("a copy of pointers out of a by-value parameter, from a variable place");
    Expr place = cfg::constant(pointer_type_, s.offset / arrays_.granule(from));
    Piece slot{cfg::constant(pointer_type_, 0), cfg::constant(cfg::int_type(32), points_to_.slot(a, s.offset))};
    store_shadows(to, cfg::binary(Op::Add, to_at, cfg::binary(Op::Sub, place, from_at, true), true), slot, s.bytes);
  }
}

void Lowerer::copy_objects(ObjectId to, Expr to_at, ObjectId from, Expr from_at, Expr granules, bool may_overlap) {
  copy_granules(array_of_.at(to), to_at, array_of_.at(from), from_at, granules, may_overlap);
  copy_shadows(to, to_at, from, from_at, granules, may_overlap);
}

void Lowerer::copy_shadows(ObjectId to, Expr to_at, ObjectId from, Expr from_at, Expr granules, bool may_overlap) {
  auto target = shadows_.find(to), source = shadows_.find(from);
  if (target == shadows_.end())
    return;
  if (source != shadows_.end()) {
    copy_granules(target->second.first, to_at, source->second.first, from_at, granules, may_overlap);
    copy_granules(target->second.second, to_at, source->second.second, from_at, granules, may_overlap);
    return;
  }
  const cfg::Type element = kernel_.arrays[target->second.first].element;
  set_granules(target->second.first, to_at, cfg::constant(element, null_object), granules);
  if (points_to_.objects()[from].kind == ObjectKind::ByValue) {
    auto *a = llvm::cast<llvm::Argument>(points_to_.objects()[from].value);
    std::uint64_t whole = layout_.getTypeAllocSize(a->getParamByValType()).getFixedValue() / arrays_.granule(from);
    if (!cfg::is_const(from_at, 0) || !cfg::is_const(granules, whole))
      return refuse("a copy of a part of a by-value parameter that holds pointers");
    copy_slots(to, to_at, from, from_at);
  }
}

void Lowerer::copy_memory(const llvm::MemTransferInst &i) {
  Pointer to = pointer(i.getRawDest()), from = pointer(i.getRawSource());
  if (spec_depth_ != 0)
    return refuse("a copy of memory in an annotation");
  if (auto *n = llvm::dyn_cast<llvm::ConstantInt>(i.getLength()); n && n->isZero())
    return;
  unsigned granule = granule_of(from.targets); // Layout gave both ends one granule
  Expr granules = length_in_granules(i.getLength(), granule);
  const auto copy = [&] {
    on_each_target(
        from,
        [&](ObjectId source) {
          on_each_target(
              to,
              [&](ObjectId target) {
                copy_objects(target, to.piece.expr, source, from.piece.expr, granules, llvm::isa<llvm::MemMoveInst>(i));
              },
              [] {});
        },
        [] {});
  };
  // What goes through registers is moved as the side does that is aligned less.
  const std::uint64_t target_align = i.getDestAlign().valueOrOne().value(),
                      source_align = i.getSourceAlign().valueOrOne().value();
  align_ = only_private(to) ? source_align : only_private(from) ? target_align : std::min(target_align, source_align);
  if (is_one_access(i) || only_private(to) || only_private(from))
    copy();
  else
    in_pieces(copy);
  align_ = 0;
}

void Lowerer::set_memory(const llvm::MemSetInst &i) {
  Pointer to = pointer(i.getRawDest());
  Expr byte = scalar(i.getValue());
  if (spec_depth_ != 0)
    return refuse("a store in an annotation");
  if (auto *n = llvm::dyn_cast<llvm::ConstantInt>(i.getLength()); n && n->isZero())
    return;
  unsigned granule = granule_of(to.targets);
  Expr granules = length_in_granules(i.getLength(), granule);
  cfg::Type bits = cfg::int_type(8 * granule);
  Expr pattern = cfg::binary(Op::Mul, cfg::cast(Op::Zext, byte, bits), cfg::constant(bits, 0x0101010101010101ull));
  const auto set = [&] {
    on_each_target(
        to,
        [&](ObjectId id) {
          cfg::ArrayId array = array_of_.at(id);
          if (kernel_.arrays[array].space == cfg::Space::Constant)
            return emit(cfg::Assert{cfg::boolean(false), cfg::AssertKind::Bounds, "store to constant memory"});
          cfg::Type element = kernel_.arrays[array].element;
          Expr value = cfg::is_const(pattern) ? cfg::constant(element, pattern->value) : bit_cast(pattern, element);
          set_granules(array, to.piece.expr, value, granules);
          if (auto shadow = shadows_.find(id); shadow != shadows_.end())
            set_granules(shadow->second.first, to.piece.expr,
                         cfg::constant(kernel_.arrays[shadow->second.first].element, null_object), granules);
        },
        [] {});
  };
  const bool one_store = cfg::is_const(granules) && granules->value <= max_written_out;
  align_ = i.getDestAlign().valueOrOne().value();
  if (one_store || only_private(to))
    set();
  else
    in_pieces(set);
  align_ = 0;
}

// Sound because each granule becomes any value.
void Lowerer::forget_contents(const llvm::Value *pointer_value, const llvm::Value *bytes) {
  Pointer to = pointer(pointer_value);
  Expr granules = length_in_granules(bytes, granule_of(to.targets));
  on_each_target(
      to,
      [&](ObjectId id) {
        const cfg::ArrayId array = array_of_.at(id);
        const cfg::Type element = kernel_.arrays[array].element;
        if (support::left_out("copies.forgotten"))
          return;
        if (granules->value <= max_unrolled) {
          cfg::Store s{{}, array, to.piece.expr, 1};
          for (std::uint64_t k = 0; k < granules->value; ++k)
            s.values.push_back(havoc(element, "undef"));
          emit(std::move(s));
        } else {
          loop(granules, "forget", [&](Expr i) {
            emit(cfg::Store{{havoc(element, "undef")}, array, cfg::binary(Op::Add, to.piece.expr, i, true), 1});
          });
        }
        if (auto shadow = shadows_.find(id); shadow != shadows_.end())
          set_granules(shadow->second.first, to.piece.expr,
                       cfg::constant(kernel_.arrays[shadow->second.first].element, null_object), granules);
      },
      [] {});
}

} // namespace lockstep::frontend
