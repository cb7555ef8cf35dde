// Bounds assertions: see bounds_checks.h.
#include "cfg/passes/bounds_checks.h"

#include "cfg/ir/text/shown_name.h"
#include "support/sound.h"

#include <optional>

namespace lockstep::cfg {

namespace {

struct Range { // of granules, as a statement accesses them
  ArrayId array;
  Expr offset;
  std::uint64_t granules;
};

std::optional<Range> range_of(const Stmt &s) {
  if (const auto *l = std::get_if<Load>(&s.node))
    return Range{l->array, l->offset, static_cast<std::uint64_t>(l->dests.size()) * l->per_value};
  if (const auto *t = std::get_if<Store>(&s.node))
    return Range{t->array, t->offset, static_cast<std::uint64_t>(t->values.size()) * t->per_value};
  if (const auto *a = std::get_if<Atomic>(&s.node))
    return Range{a->array, a->offset, a->per_value};
  return std::nullopt;
}

std::string message(const Array &a, std::uint64_t extent) {
  const std::string name = shown_name(a);
  const std::uint64_t bytes = extent * a.granule_bytes;
  if (a.source_element_bytes != 0 && bytes % a.source_element_bytes == 0)
    return "access outside '" + name + "' (" + std::to_string(bytes / a.source_element_bytes) + " elements)";
  return "access outside '" + name + "' (" + std::to_string(bytes) + " bytes)";
}

std::optional<Stmt> lower_bound_of(const Array &array, const Expr &offset, const Stmt &s) {
  Expr inside = binary(Op::Sle, constant(offset->type, 0), offset);
  if (is_const(inside, 1))
    return std::nullopt;
  return Stmt{Assert{inside, AssertKind::Bounds, "access in front of '" + shown_name(array) + "'"}, s.origin};
}

std::optional<Stmt> check_of(const Kernel &k, const Stmt &s) {
  const auto range = range_of(s);
  if (!range)
    return std::nullopt;
  const Array &array = k.arrays[range->array];
  if (!array.extent && k.terms.own_function) // callers are asked about all that the contract allows
    return std::nullopt;
  if (!array.extent)
    return lower_bound_of(array, range->offset, s);
  const std::uint64_t extent = *array.extent;
  const Type type = range->offset->type;
  Expr inside = boolean(false);
  if (range->granules <= extent) {
    const std::uint64_t last = extent - (support::left_out("bounds.last") ? 0 : range->granules);
    inside = last >= mask_to_width(~std::uint64_t{0}, type.width)
                 ? boolean(true)
                 : binary(Op::Ule, range->offset, constant(type, last));
  }
  if (is_const(inside, 1))
    return std::nullopt;
  return Stmt{Assert{inside, AssertKind::Bounds, message(array, extent)}, s.origin};
}

} // namespace

Kernel add_bounds_checks(const Kernel &k) {
  Kernel out = k;
  out.terms.bounds_asked = false;
  for (Block &b : out.blocks) {
    std::vector<Stmt> stmts;
    for (Stmt &s : b.stmts) {
      if (auto check = check_of(k, s))
        stmts.push_back(std::move(*check));
      stmts.push_back(std::move(s));
    }
    b.stmts = std::move(stmts);
  }
  return out;
}

} // namespace lockstep::cfg
