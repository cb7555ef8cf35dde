// Handlers of the table: OpenCL's images, CUDA's surfaces.
//
// A read_only image does not change while a kernel runs, so a read is a deterministic function of image, sampler and
// coordinates, and no access. A write_only image is an array with one granule per pixel; a pixel's offset is
// x + 2^21 y + 2^42 z. Sound because no image is 2^21 pixels wide or high, so different pixels have different offsets,
// and a write outside of the image has no effect. read_write images are refused.
#include "frontend/lower/context.h"

#include "support/sound.h"
#include "llvm/IR/DerivedTypes.h"

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
constexpr std::uint64_t row_bits = 21;

bool is_opaque(const llvm::Type *t) { return t->isTargetExtTy(); }

bool has_access(const Call &c, std::string_view qualifier) {
  return !c.params.empty() && c.params[0].ends_with(qualifier);
}
} // namespace

// Empty unless it is one image for the whole kernel.
std::string Lowerer::image_name(const llvm::Value *image) const {
  return llvm::isa<llvm::Argument>(image) ? hint(image) : "";
}

void Lowerer::opaque(const Call &c) {
  if (!is_opaque(c.inst.getType()))
    values_[&c.inst] = Pieces(shape(c.inst.getType()).size());
}

void Lowerer::read_image(const Call &c) {
  std::string image = image_name(c.inst.getArgOperand(0));
  if (!has_access(c, "_ro") || image.empty() || spec_depth_ != 0)
    return refuse_call(c);
  std::vector<Expr> coordinates;
  std::string sampler;
  for (unsigned k = 1; k < c.inst.arg_size(); ++k) {
    const llvm::Value *a = c.inst.getArgOperand(k);
    if (!is_opaque(a->getType()))
      for (const Piece &p : pieces(a))
        coordinates.push_back(p.expr);
    else if (llvm::isa<llvm::Argument>(a))
      sampler = "." + hint(a);
    else if (auto *made = llvm::dyn_cast<llvm::CallBase>(a); made && constant_argument(*made, 0))
      sampler = "." + std::to_string(*constant_argument(*made, 0));
    else
      return refuse_call(c);
  }
  std::vector<Scalar> to = shape(c.inst.getType());
  Pieces out(to.size());
  for (std::size_t k = 0; k < to.size(); ++k) {
    std::string kind = coordinates.empty() ? "" : "." + coordinates[0]->type.str();
    out[k].expr = cfg::call(c.name + "." + image + sampler + kind + "." + std::to_string(k), to[k].type, coordinates);
  }
  set(&c.inst, std::move(out));
}

void Lowerer::write_image(const Call &c) {
  const llvm::Value *image = c.inst.getArgOperand(0);
  if (!has_access(c, "_wo") || image_name(image).empty() || spec_depth_ != 0 || c.inst.arg_size() < 3)
    return refuse_call(c);
  const cfg::ArrayId array = image_array(image, 4);
  Pieces at = pieces(c.inst.getArgOperand(1));
  Expr offset = cfg::constant(pointer_type_, 0);
  for (std::size_t k = 0; k < at.size() && k < 3; ++k) {
    if (!at[k].expr->type.is_int() || pointer_bits_ < 64)
      return refuse_call(c);
    Expr part = cfg::binary(
        Op::Mul, index_width(at[k].expr),
        cfg::constant(pointer_type_, std::uint64_t(1) << (support::left_out("images.rows") ? 0 : k * row_bits)), true);
    offset = cfg::binary(Op::Add, offset, part, true);
  }
  std::vector<Expr> colour;
  for (unsigned k = 2; k < c.inst.arg_size(); ++k)
    for (const Piece &p : pieces(c.inst.getArgOperand(k)))
      colour.push_back(p.expr);
  std::string name = c.name + "." + (colour.empty() ? "" : colour.back()->type.str());
  emit(cfg::Store{{cfg::call(name, cfg::int_type(32), colour)}, array, offset, 1});
}

cfg::ArrayId Lowerer::image_array(const llvm::Value *image, unsigned granule) {
  auto found = images_.find(image);
  if (found == images_.end()) {
    cfg::Array a;
    a.name = fresh_name(hint(image));
    a.granule_bytes = a.source_element_bytes = granule;
    a.element = cfg::int_type(8 * granule);
    a.param = true;
    a.source_name = hint(image);
    a.origin = kernel_.origin;
    found = images_.emplace(image, static_cast<cfg::ArrayId>(kernel_.arrays.size())).first;
    kernel_.arrays.push_back(std::move(a));
  }
  return found->second;
}

// --- CUDA's surfaces -------------------------------------------------------------------------------------------------
//
// A surface is an array of bytes; the place is x + 2^24 y + 2^44 z. Sound because no row has 2^24 bytes, no surface
// 2^20 rows or 2^19 layers, so different places have different offsets, and beyond its borders a write has no effect or
// stops the launch; where it would move to the border it is refused. Surfaces that a launch passes one object for are
// one array; other ones, as different pointers, are different arrays. A texture of the same array reads any value.
const llvm::Value *Lowerer::one_surface(const llvm::Value *surface) const {
  for (const llvm::Argument &a : function_.args())
    for (const auto &[one, other] : passed_.same_numbers)
      if (a.getName() == one && surface->getName() == other)
        return &a;
  return surface;
}

std::optional<std::pair<cfg::ArrayId, Expr>> Lowerer::surface_place(const Call &c) {
  const llvm::Value *surface = c.inst.getArgOperand(0)->stripPointerCasts();
  if (!llvm::isa<llvm::Argument, llvm::GlobalVariable>(surface) || pointer_bits_ < 64)
    return refuse("a surface that is no parameter of the kernel and no surface reference"), std::nullopt;
  constexpr std::uint64_t clamp = 1;
  if (spec_depth_ != 0 || constant_argument(c.inst, 4).value_or(clamp) == clamp)
    return refuse("an access to a surface that moves to its border"), std::nullopt;
  Expr offset = cfg::constant(pointer_type_, 0);
  for (unsigned k = 0; k < 3; ++k) {
    constexpr std::uint64_t bits[] = {0, 24, 44};
    offset = cfg::binary(
        Op::Add, offset,
        cfg::binary(
            Op::Mul, index_width(scalar(c.inst.getArgOperand(k + 1))),
            cfg::constant(pointer_type_, std::uint64_t(1) << (support::left_out("surfaces.rows") ? 0 : bits[k])), true),
        true);
  }
  return std::pair(image_array(one_surface(surface), 1), offset);
}

void Lowerer::read_surface(const Call &c) {
  const Scalar part = shape(c.inst.getType())[0];
  const cfg::VarId v = new_var(hint(&c.inst), part.type, &c.inst);
  if (auto place = surface_place(c))
    emit(cfg::Load{{v}, place->first, place->second, part.bytes});
  values_[&c.inst] = {{cfg::variable(v, part.type), nullptr}};
}

void Lowerer::write_surface(const Call &c) {
  const Expr value = scalar(c.inst.getArgOperand(5));
  if (auto place = surface_place(c))
    emit(cfg::Store{{value}, place->first, place->second, value->type.width / 8});
}

// Sizes and formats are the same for all threads.
void Lowerer::image_property(const Call &c) {
  std::string image = image_name(c.inst.getArgOperand(0));
  std::vector<Scalar> to = shape(c.inst.getType());
  if (image.empty() || c.inst.arg_size() != 1)
    return refuse_call(c);
  Pieces out(to.size());
  for (std::size_t k = 0; k < to.size(); ++k)
    out[k].expr = cfg::call(c.name + "." + image + "." + std::to_string(k), to[k].type, {});
  set(&c.inst, std::move(out));
}

} // namespace lockstep::frontend
