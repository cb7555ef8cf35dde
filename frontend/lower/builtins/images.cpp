// Handlers of the table: OpenCL's images, CUDA's surfaces.
//
// A read_only image does not change while a kernel runs, so a read is a deterministic function of image, sampler and
// coordinates, and no access. A write_only image is an array with one granule per pixel; a pixel's offset is
// x + 2^21 y + 2^42 z. Sound because no image is 2^21 pixels wide or high, so different pixels have different offsets,
// and a write outside of the image has no effect. read_write images are refused.
#include "frontend/lower/handlers.h"

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

// Empty unless it is one image for the whole kernel.
std::string image_name(const Source &in, const llvm::Value *image) {
  return llvm::isa<llvm::Argument>(image) ? in.hint(image) : "";
}

cfg::ArrayId image_array(Context &cx, const llvm::Value *image, unsigned granule) {
  auto found = cx.images.find(image);
  if (found == cx.images.end()) {
    cfg::Array a;
    a.name = cx.out.names.fresh(cx.in.hint(image));
    a.granule_bytes = a.source_element_bytes = granule;
    a.element = cfg::int_type(8 * granule);
    a.param = true;
    a.source_name = cx.in.hint(image);
    a.origin = cx.out.kernel.origin;
    found = cx.images.emplace(image, static_cast<cfg::ArrayId>(cx.out.kernel.arrays.size())).first;
    cx.out.kernel.arrays.push_back(std::move(a));
  }
  return found->second;
}
} // namespace

void handlers::opaque(Context &cx, const Call &c) {
  if (!is_opaque(c.inst.getType()))
    cx.values[&c.inst] = Pieces(cx.values.shape(c.inst.getType()).size());
}

void handlers::read_image(Context &cx, const Call &c) {
  std::string image = image_name(cx.in, c.inst.getArgOperand(0));
  if (!has_access(c, "_ro") || image.empty() || cx.out.annotation)
    return refuse_call(cx.out, c);
  std::vector<Expr> coordinates;
  std::string sampler;
  for (unsigned k = 1; k < c.inst.arg_size(); ++k) {
    const llvm::Value *a = c.inst.getArgOperand(k);
    if (!is_opaque(a->getType()))
      for (const Piece &p : cx.values.pieces(a))
        coordinates.push_back(p.expr);
    else if (llvm::isa<llvm::Argument>(a))
      sampler = "." + cx.in.hint(a);
    else if (auto *made = llvm::dyn_cast<llvm::CallBase>(a); made && constant_argument(*made, 0))
      sampler = "." + std::to_string(*constant_argument(*made, 0));
    else
      return refuse_call(cx.out, c);
  }
  std::vector<Scalar> to = cx.values.shape(c.inst.getType());
  Pieces out(to.size());
  for (std::size_t k = 0; k < to.size(); ++k) {
    std::string kind = coordinates.empty() ? "" : "." + coordinates[0]->type.str();
    out[k].expr = cfg::call(c.name + "." + image + sampler + kind + "." + std::to_string(k), to[k].type, coordinates);
  }
  cx.values.set(&c.inst, std::move(out));
}

void handlers::write_image(Context &cx, const Call &c) {
  const llvm::Value *image = c.inst.getArgOperand(0);
  if (!has_access(c, "_wo") || image_name(cx.in, image).empty() || cx.out.annotation || c.inst.arg_size() < 3)
    return refuse_call(cx.out, c);
  const cfg::ArrayId array = image_array(cx, image, 4);
  Pieces at = cx.values.pieces(c.inst.getArgOperand(1));
  Expr offset = cfg::constant(cx.in.pointer_type, 0);
  for (std::size_t k = 0; k < at.size() && k < 3; ++k) {
    if (!at[k].expr->type.is_int() || cx.in.pointer_bits < 64)
      return refuse_call(cx.out, c);
    Expr part = cfg::binary(
        Op::Mul, cx.in.index_width(at[k].expr),
        cfg::constant(cx.in.pointer_type, std::uint64_t(1) << (support::left_out("images.rows") ? 0 : k * row_bits)),
        true);
    offset = cfg::binary(Op::Add, offset, part, true);
  }
  std::vector<Expr> colour;
  for (unsigned k = 2; k < c.inst.arg_size(); ++k)
    for (const Piece &p : cx.values.pieces(c.inst.getArgOperand(k)))
      colour.push_back(p.expr);
  std::string name = c.name + "." + (colour.empty() ? "" : colour.back()->type.str());
  cx.out.emit(cfg::Store{{cfg::call(name, cfg::int_type(32), colour)}, array, offset, 1});
}

// --- CUDA's surfaces -------------------------------------------------------------------------------------------------
//
// A surface is an array of bytes; the place is x + 2^24 y + 2^44 z. Sound because no row has 2^24 bytes, no surface
// 2^20 rows or 2^19 layers, so different places have different offsets, and beyond its borders a write has no effect or
// stops the launch; where it would move to the border it is refused. Surfaces that a launch passes one object for are
// one array; other ones, as different pointers, are different arrays. A texture of the same array reads any value.
namespace {
const llvm::Value *one_surface(const Source &in, const llvm::Value *surface) {
  for (const llvm::Argument &a : in.function.args())
    for (const auto &[one, other] : in.passed.same_numbers)
      if (a.getName() == one && surface->getName() == other)
        return &a;
  return surface;
}

std::optional<std::pair<cfg::ArrayId, Expr>> surface_place(Context &cx, const Call &c) {
  const llvm::Value *surface = c.inst.getArgOperand(0)->stripPointerCasts();
  if (!llvm::isa<llvm::Argument, llvm::GlobalVariable>(surface) || cx.in.pointer_bits < 64)
    return cx.out.refuse("a surface that is no parameter of the kernel and no surface reference"), std::nullopt;
  constexpr std::uint64_t clamp = 1;
  if (cx.out.annotation || constant_argument(c.inst, 4).value_or(clamp) == clamp)
    return cx.out.refuse("an access to a surface that moves to its border"), std::nullopt;
  Expr offset = cfg::constant(cx.in.pointer_type, 0);
  for (unsigned k = 0; k < 3; ++k) {
    constexpr std::uint64_t bits[] = {0, 24, 44};
    offset =
        cfg::binary(Op::Add, offset,
                    cfg::binary(Op::Mul, cx.in.index_width(cx.values.scalar(c.inst.getArgOperand(k + 1))),
                                cfg::constant(cx.in.pointer_type,
                                              std::uint64_t(1) << (support::left_out("surfaces.rows") ? 0 : bits[k])),
                                true),
                    true);
  }
  return std::pair(image_array(cx, one_surface(cx.in, surface), 1), offset);
}
} // namespace

void handlers::read_surface(Context &cx, const Call &c) {
  const Scalar part = cx.values.shape(c.inst.getType())[0];
  const cfg::VarId v = cx.out.new_var(cx.in.hint(&c.inst), part.type, &c.inst);
  if (auto place = surface_place(cx, c))
    cx.out.emit(cfg::Load{{v}, place->first, place->second, part.bytes});
  cx.values[&c.inst] = {{cfg::variable(v, part.type), nullptr}};
}

void handlers::write_surface(Context &cx, const Call &c) {
  const Expr value = cx.values.scalar(c.inst.getArgOperand(5));
  if (auto place = surface_place(cx, c))
    cx.out.emit(cfg::Store{{value}, place->first, place->second, value->type.width / 8});
}

// Sizes and formats are the same for all threads.
void handlers::image_property(Context &cx, const Call &c) {
  std::string image = image_name(cx.in, c.inst.getArgOperand(0));
  std::vector<Scalar> to = cx.values.shape(c.inst.getType());
  if (image.empty() || c.inst.arg_size() != 1)
    return refuse_call(cx.out, c);
  Pieces out(to.size());
  for (std::size_t k = 0; k < to.size(); ++k)
    out[k].expr = cfg::call(c.name + "." + image + "." + std::to_string(k), to[k].type, {});
  cx.values.set(&c.inst, std::move(out));
}

} // namespace lockstep::frontend
