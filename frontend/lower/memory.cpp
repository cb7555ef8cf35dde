// Stores, and what they share with loads (loads.cpp).
//
// A value's scalars that lie side by side become one ranged access. Where the pointer may reach several objects, a
// chain of branches on "which object" stands around the access, so that every access names one array. Private arrays
// are kept granule by granule: a wider value is several of them. So every access to one is of values of its element
// type, and what the views of different widths read is exact. Private arrays that hold pointers have two shadow arrays,
// an entry for each granule: which object, and which offset, a pointer stored at a place has; the array itself holds
// the address. The first granule of a pointer has its object, each further one the object and its number. Sound because
// whatever overwrites a granule with something else marks its shadow as null, so that the pointer is none any more,
// which is asserted against where it is used.
#include "frontend/llvm/null_follows.h"
#include "frontend/lower/access.h"

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

namespace {
// An offset as a base (empty: 0) and a constant.
std::pair<Expr, std::uint64_t> split(const Expr &e) {
  if (cfg::is_const(e))
    return {nullptr, e->value};
  if (e->op == Op::Add && cfg::is_const(e->args[1]))
    return {e->args[0], e->args[1]->value};
  return {e, 0};
}

bool follows(const Expr &first, std::uint64_t granules, const Expr &second) {
  auto [a, i] = split(first);
  auto [b, j] = split(second);
  return (a && b ? cfg::equal(a, b) : a == b) && i + granules == j;
}
} // namespace

bool extend_access(cfg::Stmt &last, const decltype(cfg::Stmt::node) &next) {
  if (auto *a = std::get_if<cfg::Load>(&last.node)) {
    auto *b = std::get_if<cfg::Load>(&next);
    if (!b || a->array != b->array || a->per_value != b->per_value || a->quiet != b->quiet || a->fresh != b->fresh ||
        a->incoherent != b->incoherent || !follows(a->offset, a->dests.size() * a->per_value, b->offset))
      return false;
    for (cfg::VarId v : a->dests) // what the second one's place depends on must be known before
      if (std::vector<cfg::VarId> used;
          (cfg::collect_vars(b->offset, used), std::find(used.begin(), used.end(), v) != used.end()))
        return false;
    a->dests.insert(a->dests.end(), b->dests.begin(), b->dests.end());
    return true;
  }
  if (auto *a = std::get_if<cfg::Store>(&last.node)) {
    auto *b = std::get_if<cfg::Store>(&next);
    if (!b || a->array != b->array || a->per_value != b->per_value || a->quiet != b->quiet || a->fresh != b->fresh ||
        !follows(a->offset, a->values.size() * a->per_value, b->offset))
      return false;
    a->values.insert(a->values.end(), b->values.begin(), b->values.end());
    return true;
  }
  return false;
}

cfg::Type Lowerer::memory_type(ObjectId id, unsigned bytes) const {
  return bytes == arrays_.granule(id) ? arrays_.element(id) : cfg::int_type(8 * bytes);
}

Expr Lowerer::to_memory(Expr e, const Scalar &s, cfg::Type memory) {
  if (s.type.is_bool())
    e = cast_scalar(llvm::Instruction::ZExt, e, cfg::int_type(memory.width));
  return bit_cast(e, memory);
}

bool Lowerer::by_granules(ObjectId id) const { return kernel_.arrays[array_of_.at(id)].space == cfg::Space::Private; }

unsigned Lowerer::granules_of(ObjectId id, const Scalar &s) const { return s.bytes / arrays_.granule(id); }

std::vector<Expr> Lowerer::divided(Expr value, ObjectId id, unsigned granules) {
  const cfg::Type element = arrays_.element(id);
  if (granules == 1)
    return {bit_cast(value, element)};
  value = bit_cast(value, cfg::int_type(value->type.width));
  if (!value->args.empty()) { // it is repeated
    cfg::VarId v = new_var("stored", value->type);
    emit(cfg::Assign{v, value});
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

bool Lowerer::is_readable(ObjectId id) const { return array_of_.count(id) != 0; }

// `valid`: the pointer leads to an object.
void Lowerer::not_null(const Pointer &p, const Expr &valid) {
  if (from_heap(p.targets)) // what malloc did not get stops the launch
    return emit(cfg::Assume{valid, cfg::AssumeKind::Heap});
  if (!NullFollows::of(p.value, points_to_, passed_))
    return emit(cfg::Assert{valid, cfg::AssertKind::Bounds, "null pointer access"});
  static constexpr const char *assumption = "pointers are not null that are converted between classes and accessed";
  std::vector<std::string> &listed = kernel_.terms.assumptions;
  if (std::find(listed.begin(), listed.end(), assumption) == listed.end())
    listed.push_back(assumption);
  emit(cfg::Assume{valid, cfg::AssumeKind::Language});
}

void Lowerer::on_each_target(const Pointer &p, const OnObject &access, const std::function<void()> &on_invalid) {
  std::vector<ObjectId> ids = candidates(p);
  if (p.targets.unknown && !cfg::is_const(p.piece.which)) {
    refuse("an access through a pointer of unknown origin");
    return on_invalid();
  }
  if (p.targets.unknown && ids.empty()) {
    refuse("an access through a pointer of unknown origin");
    return on_invalid();
  }
  for (ObjectId id : ids)
    if (!is_readable(id)) {
      refuse("an access to memory that is not an array (a by-value parameter or a packet, among others)");
      return on_invalid();
    }
  if (ids.empty()) {
    emit(cfg::Assert{cfg::boolean(false), cfg::AssertKind::Bounds, "null pointer access"});
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
  cfg::BlockId join = ids.size() > 1 ? new_block("access.end") : 0;
  for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
    cfg::BlockId hit = new_block("access"), miss = new_block("access.else");
    finish_block(cfg::Branch{is_object(p.piece.which, ids[i]), hit, miss});
    block_ = hit;
    access(ids[i]);
    finish_block(cfg::Goto{{join}});
    block_ = miss;
  }
  access(ids.back());
  if (ids.size() > 1)
    jump(join);
}

bool Lowerer::only_private(const Pointer &p) const {
  for (ObjectId id : candidates(p))
    if (!is_readable(id) || kernel_.arrays[array_of_.at(id)].space != cfg::Space::Private)
      return false;
  return !p.targets.unknown && !candidates(p).empty();
}

void Lowerer::store(const llvm::StoreInst &i) {
  std::vector<Scalar> parts = shape(i.getValueOperand()->getType());
  Pointer p = pointer(i.getPointerOperand());
  Pieces values = value(i.getValueOperand());
  values.resize(parts.size());
  // The fourth component that a vector of three has in memory: padding (passes/bytes.cpp).
  if (parts.size() == 4 && i.getValueOperand()->getType()->isVectorTy() && !parts[3].pointer && !values[3].expr &&
      values[0].expr && values[1].expr && values[2].expr && !only_private(p))
    values[3].expr = cfg::padding(parts[3].type);
  for (std::size_t k = 0; k < parts.size(); ++k)
    define(values[k], parts[k]);
  if (parts.empty())
    return;
  if (spec_depth_ != 0)
    return refuse("a store in an annotation");
  if (i.isAtomic() && parts.size() == 1 && !parts[0].pointer) {
    atomic(cfg::AtomicOp::Store, p, parts[0], {values[0].expr}, false, nullptr, scope_of(i), order_of(i.getOrdering()),
           false, orders_all_spaces(i));
    return;
  }
  Pieces numbers = values; // a pointer is kept as an address, and in the shadows
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (parts[k].pointer)
      numbers[k].expr = address(values[k], points_to_.of(i.getValueOperand()));
  fresh_ = i.isVolatile(), align_ = i.getAlign().value();
  store_scalars(p, parts, numbers);
  fresh_ = false, align_ = 0;
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (parts[k].pointer)
      on_each_target(
          p,
          [&](ObjectId id) {
            Expr at = cfg::binary(Op::Add, p.piece.expr,
                                  cfg::constant(pointer_type_, parts[k].offset / arrays_.granule(id)), true);
            store_shadows(id, at, values[k], parts[k].bytes);
          },
          [] {});
}

void Lowerer::store_scalars(const Pointer &p, const std::vector<Scalar> &parts, const Pieces &values) {
  for (const Scalar &s : parts)
    if (s.bytes == 0)
      return refuse("a store of bits that are not whole bytes (" + s.type.str() + ")");
  on_each_target(
      p,
      [&](ObjectId id) {
        for (std::size_t from = 0; from < parts.size();) {
          std::size_t to = run_end(parts, from);
          Expr at = cfg::binary(Op::Add, p.piece.expr,
                                cfg::constant(pointer_type_, parts[from].offset / arrays_.granule(id)), true);
          store_run(
              id, at,
              {parts.begin() + static_cast<std::ptrdiff_t>(from), parts.begin() + static_cast<std::ptrdiff_t>(to)},
              {values.begin() + static_cast<std::ptrdiff_t>(from), values.begin() + static_cast<std::ptrdiff_t>(to)});
          from = to;
        }
      },
      [] {});
}

void Lowerer::store_run(ObjectId id, Expr at, const std::vector<Scalar> &parts, const Pieces &values) {
  if (kernel_.arrays[array_of_.at(id)].space == cfg::Space::Constant)
    return emit(cfg::Assert{cfg::boolean(false), cfg::AssertKind::Bounds, "store to constant memory"});
  unsigned per_value = parts[0].bytes / arrays_.granule(id);
  cfg::Type memory = memory_type(id, parts[0].bytes);
  cfg::Store s{{}, array_of_.at(id), at, by_granules(id) ? 1 : per_value};
  s.align = align_behind(align_, parts[0].offset);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    Expr value = to_memory(values[k].expr, parts[k], memory);
    if (!by_granules(id)) {
      s.values.push_back(value);
      continue;
    }
    if (cfg::has_padding(value)) // one value for all threads is what shared memory gets
      value = havoc(value->type, "undef");
    std::vector<Expr> granules = divided(value, id, per_value);
    s.values.insert(s.values.end(), granules.begin(), granules.end());
  }
  emit(std::move(s));
  if (!parts[0].pointer)
    clear_shadows(id, at, parts.size() * per_value);
}

void Lowerer::store_shadows(ObjectId id, Expr at, const Piece &p, unsigned bytes) {
  auto shadow = shadows_.find(id);
  if (shadow == shadows_.end())
    return; // points-to says `unknown` of whatever is loaded from there
  if (bytes * 8 != pointer_bits_)
    return refuse("a pointer of " + std::to_string(bytes) + " bytes in private memory");
  cfg::Store objects{{p.which}, shadow->second.first, at, 1};
  for (unsigned g = 1; g < bytes / arrays_.granule(id); ++g)
    objects.values.push_back(later_part(p.which, g));
  emit(std::move(objects));
  emit(cfg::Store{{p.expr}, shadow->second.second, at, 1});
}

void Lowerer::clear_shadows(ObjectId id, Expr at, std::uint64_t granules) {
  auto shadow = shadows_.find(id);
  if (shadow == shadows_.end() || granules == 0 || support::left_out("shadows.cleared"))
    return;
  cfg::Type element = kernel_.arrays[shadow->second.first].element;
  emit(cfg::Store{std::vector<Expr>(granules, cfg::constant(element, null_object)), shadow->second.first, at, 1});
}

// Of accesses that are wider than they are aligned it is kept. Sound because LLVM's says how each begins, and what
// joins one that lies in front of it (extend_access) begins where that one does.
void Lowerer::finish_alignments() {
  const auto settle = [&](cfg::ArrayId array, std::uint64_t granules, unsigned &align) {
    const cfg::Array &a = kernel_.arrays[array];
    if (a.space == cfg::Space::Private || align >= granules * a.granule_bytes || support::left_out("align.kept"))
      align = 0;
  };
  for (cfg::Block &b : kernel_.blocks)
    for (cfg::Stmt &stmt : b.stmts)
      if (auto *l = std::get_if<cfg::Load>(&stmt.node))
        settle(l->array, l->dests.size() * l->per_value, l->align);
      else if (auto *s = std::get_if<cfg::Store>(&stmt.node))
        settle(s->array, s->values.size() * s->per_value, s->align);
}

} // namespace lockstep::frontend
