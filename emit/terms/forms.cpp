// Forms and their types: see forms.h.
#include "emit/terms/forms.h"

#include "cfg/ir/rewrite.h"

namespace lockstep::emit {

namespace b = boogie;
using cfg::Expr;
using cfg::Op;

namespace {
Form form_of(const cfg::Type &type, bool bits, Sign sign = Sign::Signed) {
  return type.is_bool()           ? Form::Boolean
         : type.is_float()        ? Form::Float
         : bits                   ? Form::Bits
         : sign == Sign::Unsigned ? Form::Unsigned
                                  : Form::Signed;
}
} // namespace

Form Forms::of(cfg::VarId v) const { return form_of(k_.vars[v].type, reps_.var_is_bv(v), reps_.var_sign(v)); }
Form Forms::of(const Expr &e) const { return form_of(e->type, reps_.is_bv(e)); }
Form Forms::of_cell(cfg::ArrayId a) const { return form_of(k_.arrays[a].element, reps_.contents_are_bv(a)); }

bool Forms::fits_in(bool bits, const Expr &e) const {
  const auto is_held = [](const cfg::ExprNode &n) { return n.op == Op::Var || n.op == Op::Call || n.op == Op::Read; };
  return reps_.is_bv(e) == bits || (!reps_.is_bv(e) && !cfg::any_node(e, is_held)); // ids and constants fit both
}

bool Forms::is_function(cfg::ArrayId a, const Expr &e) const {
  return !reps_.places_are_exact(a) && (!reps_.consistent(e) || !fits_in(reps_.offsets_are_bv(a), e));
}

b::Type Forms::type(Form form, unsigned width) const {
  return form == Form::Boolean ? b::boolean()
         : form == Form::Float ? decls_.float_sort(width)
         : form == Form::Bits  ? b::bv(width)
                               : b::integer();
}

b::Type Forms::offset_type(cfg::ArrayId a) const {
  return reps_.offsets_are_bv(a) ? b::bv(k_.pointer_bits) : b::integer();
}

b::Type Forms::map_type(cfg::ArrayId a) const {
  b::Type cell = type(of_cell(a), k_.arrays[a].element.width);
  return b::map(offset_type(a), std::move(cell));
}

std::string Forms::contents(cfg::ArrayId a, Form form, unsigned width) const {
  const std::string name = names::array(k_, a);
  return is_integer(form) ? name + "." + std::to_string(width) + (form == Form::Unsigned ? ".u" : "") : name;
}

} // namespace lockstep::emit
