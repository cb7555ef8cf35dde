// Encoding of expressions: see encoder.h.
#include "emit/terms/encoder.h"

#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "emit/terms/arithmetic.h"
#include "support/invariant.h"

namespace lockstep::emit {

namespace b = boogie;
using cfg::Expr;
using cfg::ExprNode;
using cfg::Op;

Encoder::Encoder(const cfg::Kernel &k, const cfg::Ranges &ranges, const Representation &reps, const cfg::Launch &launch,
                 EncodeOptions options, Declarations &decls)
    : representation(reps), forms(k, reps, decls), variables(k, reps, forms, reading, decls),
      relied(k, ranges, options), lemmas(k, reps, *this), partial(ranges, reps, relied, *this, decls), k_(k),
      ranges_(ranges), decls_(decls), launch_(launch, decls), unknowns_(k, variables, launch_, decls),
      integers_(ranges, relied, lemmas, launch_, partial, *this), bits_(launch_, partial, *this, decls),
      booleans_(reps, forms, *this, decls) {}

b::Expr Encoder::term(const Expr &e, Form form, Thread t) {
  LOCKSTEP_INVARIANT(form == Form::Boolean ? e->type.is_bool()
                     : form == Form::Float ? e->type.is_float()
                                           : e->type.is_int(),
                     "a term has a form of its type");
  const b::Type type = forms.type(form, e->type.width); // a float's sort is declared in front of what has it
  if (e->op == Op::Var) {
    LOCKSTEP_INVARIANT((form == Form::Bits) == (e->type.is_int() && representation.var_is_bv(e->var)),
                       "a term has variables of its form");
    b::Expr value = variables.read(e->var, t);
    return is_integer(form) ? integers_.reread(std::move(value), e, representation.var_sign(e->var), sign_of(form))
                            : value;
  }
  if (e->op == Op::Ite) {
    const Expr arm = e->type.is_int() ? ranges_.chosen(e) : nullptr;
    return arm ? term(arm, form, t)
               : b::ite(boolean(e->args[0], t), term(e->args[1], form, t), term(e->args[2], form, t));
  }
  b::Expr own = form == Form::Boolean ? booleans_.operation(e, t)
                : form == Form::Bits  ? bits_.operation(e, t)
                : is_integer(form)    ? integers_.operation(e, sign_of(form), t)
                : e->op == Op::Const
                    ? decls_.constant(Declarations::float_name(e->type.width) + "$" + std::to_string(e->value), type)
                    : nullptr;
  return own ? own : application(e, form, type, t);
}

b::Expr Encoder::application(const Expr &e, Form form, const b::Type &type, Thread t) {
  if (cfg::is_call_of(*e, cfg::other_name))
    return term(e->args[0], form, other(t));
  if (cfg::is_call_of(*e, cfg::enabled_name)) {
    LOCKSTEP_INVARIANT(reading.enabled != nullptr, "who is enabled is known where it is asked");
    return reading.enabled(t);
  }
  LOCKSTEP_INVARIANT(!cfg::is_call_of(*e, cfg::everyone_name), "it stands around a condition");
  const unsigned width = e->type.width;
  if (e->op == Op::Read) {
    if (const b::Expr cell = reading.contents ? reading.contents(e, t) : nullptr)
      return form == Form::Unsigned ? as_unsigned(cell, width) : cell; // cells are read signed
    return decls_.uninterpreted(forms.contents(e->array, form, width), type, {offset(e->array, e->args[0], t)});
  }
  // Same arguments, same result. A function that the kernel calls may have axioms, which are about bits.
  const bool on_bits = e->op == Op::Call && representation.only_bits();
  std::vector<b::Expr> args;
  for (const Expr &x : e->args)
    args.push_back(term(x, on_bits && x->type.is_int() ? Form::Bits : forms.of(x), t));
  const std::string name = e->op == Op::Call ? "call." + e->name : std::string(cfg::op_info(e->op).text);
  if (!is_integer(form))
    return decls_.uninterpreted(name, type, std::move(args));
  return reduced(decls_.uninterpreted(name + "." + std::to_string(width), type, std::move(args)), width, sign_of(form));
}

b::Expr Encoder::stored(const Expr &e, Thread t) {
  const Form form = forms.of(e);
  if (representation.consistent(e))
    return term(e, form, t);
  return unknowns_.value(e, forms.type(e->type.is_int() ? Form::Signed : form, e->type.width), t);
}

b::Expr Encoder::assigned_to(cfg::VarId v, const Expr &e, Thread t) {
  const cfg::Type &type = k_.vars[v].type;
  const Form form = forms.of(v);
  if (representation.consistent(e) && !(representation.may_mix() && type.is_int() && !forms.fits(v, e)))
    return term(e, form, t);
  b::Expr value = unknowns_.value(e, forms.type(v), t);
  return form == Form::Unsigned ? b::binary("mod", std::move(value), power_of_two(type.width)) : value;
}

b::Expr Encoder::equation(cfg::VarId v, const Expr &e, Thread t) {
  return b::eq(variables.read(v, t), assigned_to(v, e, t));
}

b::Expr Encoder::offset(cfg::ArrayId a, const Expr &e, Thread t) {
  if (forms.is_function(a, e))
    return unknowns_.value(e, forms.offset_type(a), t);
  if (!representation.offsets_are_bv(a))
    return integer(e, Sign::Signed, t);
  b::Expr exact = bits(e, t);
  return e->type.width < k_.pointer_bits ? decls_.bv_extend(true, exact, k_.pointer_bits) : exact;
}

b::Expr Encoder::cell(cfg::ArrayId a, const Expr &e, Thread t) { // ids and constants fit both worlds
  if (!representation.consistent(e))
    return unknowns_.value(e, forms.map_type(a).parts.back(), t);
  return term(e, e->type.is_int() && representation.contents_are_bv(a) ? Form::Bits : forms.of(e), t);
}

b::Expr Encoder::advanced(cfg::VarId v, b::Expr x, b::Expr k, const Expr &step, Thread t, std::optional<Sign> as) {
  if (representation.var_is_bv(v))
    return decls_.bv_binary("bvadd", std::move(x), decls_.bv_binary("bvmul", std::move(k), bits(step, t)));
  b::Expr by = integer(step, as.value_or(representation.var_sign(v)), t);
  b::Expr product = b::binary("*", k, by);
  const auto is_choice = [](const ExprNode &n) { return n.op == Op::Ite; }; // of numbers, mostly: no help
  if (by->kind != b::Kind::IntLit && !cfg::any_node(step, is_choice))
    lemmas.note(Lemmas::Product{t, {nullptr, step}, {std::move(k), std::move(by)}, product});
  return b::binary("+", std::move(x), std::move(product));
}

b::Expr Encoder::within_band(const cfg::Recurrence &r, b::Expr x, b::Expr from, b::Expr k) {
  const Sign sign = representation.var_sign(r.var);
  const auto steps = cfg::band(sign == Sign::Signed ? r.as_signed : r.as_unsigned);
  if (representation.var_is_bv(r.var) || !steps)
    return b::bool_lit(true);
  relied.on(sign == Sign::Signed ? r.wrap.signed_ok : r.wrap.unsigned_ok, sign);
  auto moved = [&](cfg::Wide step) { return b::binary("+", from, b::binary("*", b::int_lit(step), k)); };
  std::vector<b::Expr> all;
  if (steps->lo != 0)
    all.push_back(b::binary("<=", moved(steps->lo), x));
  if (steps->hi != 0)
    all.push_back(b::binary("<=", x, moved(steps->hi)));
  return b::conj(all);
}

} // namespace lockstep::emit
