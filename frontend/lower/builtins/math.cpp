// Handlers of the table: numbers. Integer functions are written out; float functions are either operations of ops.def
// or deterministic functions known by name (cfg::call), "sin.f32".
#include "frontend/builtins/spelled.h"
#include "frontend/lower/bits.h"
#include "frontend/lower/build_terms.h"
#include "frontend/lower/handlers.h"
#include "frontend/lower/instructions.h"
#include "frontend/lower/scalar_ops.h"
#include "support/invariant.h"
#include "support/sound.h"

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
Expr op(Op o, const Expr &a, const Expr &b) { return cfg::binary(o, a, b); }
std::uint64_t max_of(const Expr &e, bool is_signed) {
  return cfg::mask_to_width(~std::uint64_t(0), e->type.width) >> (is_signed ? 1 : 0);
}

Expr as_int(const Expr &e) { return bit_cast(e, cfg::int_type(e->type.width)); }
} // namespace

// --- integers -----------------------------------------------------------------------------------------------

namespace {
Expr high_half(const Expr &a, const Expr &b, bool is_signed) {
  unsigned width = a->type.width;
  if (width > 32)
    return cfg::call(is_signed ? "smulh.i64" : "umulh.i64", a->type, {a, b});
  cfg::Type wide = cfg::int_type(2 * width);
  Op extend = is_signed ? Op::Sext : Op::Zext;
  Expr all = op(Op::Mul, cfg::cast(extend, a, wide), cfg::cast(extend, b, wide));
  return cfg::cast(Op::Trunc, op(Op::LShr, all, cfg::constant(wide, width)), a->type);
}

Expr add_saturating(const Expr &a, const Expr &b, bool is_signed) {
  Expr sum = op(Op::Add, a, b);
  if (!is_signed)
    return cfg::ite(op(Op::Ult, sum, a), number(a, max_of(a, false)), sum);
  Expr overflow = op(Op::Ne, is_negative(b), op(Op::Slt, sum, a));
  return cfg::ite(overflow, cfg::ite(is_negative(a), number(a, max_of(a, true) + 1), number(a, max_of(a, true))), sum);
}

Expr sub_saturating(const Expr &a, const Expr &b, bool is_signed) {
  Expr difference = op(Op::Sub, a, b);
  if (!is_signed)
    return cfg::ite(op(Op::Ult, a, b), number(a, 0), difference);
  Expr overflow = op(Op::Ne, op(Op::Slt, number(b, 0), b), op(Op::Slt, difference, a));
  return cfg::ite(overflow, cfg::ite(is_negative(a), number(a, max_of(a, true) + 1), number(a, max_of(a, true))),
                  difference);
}

// Halving sums: without the bit that would overflow, plus the carry that both, or either, have.
Expr half_sum(const Expr &a, const Expr &b, bool is_signed, Op carry) {
  Op shift = is_signed ? Op::AShr : Op::LShr;
  Expr halves = op(Op::Add, op(shift, a, number(a, 1)), op(shift, b, number(b, 1)));
  return op(Op::Add, halves, op(Op::BitAnd, op(carry, a, b), number(a, 1)));
}

Expr rotated(const Expr &a, const Expr &by) {
  unsigned width = a->type.width;
  Expr n = op(Op::BitAnd, by, number(by, width - 1));
  Expr both = op(Op::BitOr, op(Op::Shl, a, n), op(Op::LShr, a, op(Op::Sub, number(n, width), n)));
  return cfg::ite(op(Op::Eq, n, number(n, 0)), a, both);
}

Expr mad_saturating(const std::vector<Expr> &a, bool is_signed) {
  unsigned width = a[0]->type.width;
  if (width > 16)
    return cfg::call(std::string(is_signed ? "smad_sat." : "umad_sat.") + a[0]->type.str(), a[0]->type, a);
  cfg::Type wide = cfg::int_type(64);
  Op extend = is_signed ? Op::Sext : Op::Zext;
  Expr e = op(Op::Add, op(Op::Mul, cfg::cast(extend, a[0], wide), cfg::cast(extend, a[1], wide)),
              cfg::cast(extend, a[2], wide));
  std::uint64_t high = max_of(a[0], is_signed);
  e = op(Op::SMin, e, cfg::constant(wide, high));
  if (is_signed)
    e = op(Op::SMax, e, cfg::constant(wide, ~high)); // -high - 1
  return cfg::cast(Op::Trunc, e, a[0]->type);
}

// The product of numbers that fit 24 bits. Sound because the result is any number where one of them does not: the
// language leaves that to the implementation.
Expr product_of_24_bits(const Expr &x, const Expr &y, bool is_signed) {
  auto fits = [&](const Expr &e) {
    const Expr most = number(e, is_signed ? (1u << 23) - 1 : (1u << 24) - 1);
    const Expr below = op(is_signed ? Op::Sle : Op::Ule, e, most);
    return is_signed
               ? cfg::binary(
                     Op::And, below,
                     cfg::binary(Op::Sle, number(e, cfg::mask_to_width(~std::uint64_t(0) << 23, e->type.width)), e))
               : below;
  };
  return cfg::ite(support::left_out("math.fits_24_bits") ? cfg::boolean(true) : cfg::binary(Op::And, fits(x), fits(y)),
                  op(Op::Mul, x, y), cfg::call("mul24." + x->type.str(), x->type, {x, y}));
}

Expr integer_result(IntegerFunction function, const std::vector<Expr> &a, bool is_signed, cfg::Type result,
                    const Keep &keep) {
  switch (function) {
  case Fn_abs: return is_signed ? cfg::ite(is_negative(a[0]), op(Op::Sub, number(a[0], 0), a[0]), a[0]) : a[0];
  case Fn_abs_diff: {
    Expr less = op(is_signed ? Op::Slt : Op::Ult, a[0], a[1]);
    return cfg::ite(less, op(Op::Sub, a[1], a[0]), op(Op::Sub, a[0], a[1]));
  }
  case Fn_add_sat: return add_saturating(a[0], a[1], is_signed);
  case Fn_sub_sat: return sub_saturating(a[0], a[1], is_signed);
  case Fn_hadd: return half_sum(a[0], a[1], is_signed, Op::BitAnd);
  case Fn_rhadd: return half_sum(a[0], a[1], is_signed, Op::BitOr);
  case Fn_mul_hi: return high_half(a[0], a[1], is_signed);
  case Fn_mad_hi: return op(Op::Add, high_half(a[0], a[1], is_signed), a[2]);
  case Fn_mul24: return product_of_24_bits(a[0], a[1], is_signed);
  case Fn_mad24: return op(Op::Add, product_of_24_bits(a[0], a[1], is_signed), a[2]);
  case Fn_mad_sat: return mad_saturating(a, is_signed);
  case Fn_rotate: return rotated(a[0], a[1]);
  case Fn_upsample: {
    Expr high = op(Op::Shl, cfg::cast(Op::Zext, a[0], result), cfg::constant(result, a[0]->type.width));
    return op(Op::BitOr, high, cfg::cast(Op::Zext, a[1], result));
  }
  case Fn_clz: return bit_function(BitFunction::LeadingZeros, a[0], keep);
  case Fn_ctz: return bit_function(BitFunction::TrailingZeros, a[0], keep);
  case Fn_popcount: return bit_function(BitFunction::Ones, a[0], keep);
  }
  LOCKSTEP_UNREACHABLE("every function has its case");
}
} // namespace

void handlers::integer_function(Context &cx, const Call &c) {
  std::vector<Scalar> parts = cx.values.shape(c.inst.getType());
  if (parts.empty() || !parts[0].type.is_int() || c.params.empty())
    return refuse_call(cx.out, c);
  bool is_signed = !is_unsigned(c.params[0]);
  const auto keep = [&](Expr e) {
    const cfg::VarId v = cx.out.new_var("bits", e->type);
    cx.out.emit(cfg::Assign{v, e});
    return cfg::variable(v, e->type);
  };
  const auto function = static_cast<IntegerFunction>(c.detail);
  elementwise(cx, c.inst,
              [&](std::vector<Expr> &a) { return integer_result(function, a, is_signed, parts[0].type, keep); });
}

// --- numbers of any kind ------------------------------------------------------------------------------------

namespace {
Expr extremum(const Expr &a, const Expr &b, bool max, bool is_signed) {
  if (a->type.is_float())
    return cfg::binary(max ? Op::FMax : Op::FMin, a, b);
  return cfg::binary(max ? (is_signed ? Op::SMax : Op::UMax) : (is_signed ? Op::SMin : Op::UMin), a, b);
}
} // namespace

void handlers::min_max(Context &cx, const Call &c) {
  bool is_signed = c.params.empty() || !is_unsigned(c.params[0]);
  if (c.params.empty() && !c.inst.getType()->isFPOrFPVectorTy())
    return refuse_call(cx.out, c);
  elementwise(cx, c.inst, [&](std::vector<Expr> &a) { return extremum(a[0], a[1], c.detail != 0, is_signed); });
}

void handlers::clamp(Context &cx, const Call &c) {
  if (c.params.empty())
    return refuse_call(cx.out, c);
  bool is_signed = !is_unsigned(c.params[0]);
  elementwise(cx, c.inst, [&](std::vector<Expr> &a) {
    return extremum(extremum(a[0], a[1], true, is_signed), a[2], false, is_signed);
  });
}

// Bits of b where c has a one, else of a.
void handlers::bitselect(Context &cx, const Call &c) {
  elementwise(cx, c.inst, [&](std::vector<Expr> &a) {
    Expr x = as_int(a[0]), y = as_int(a[1]), m = as_int(a[2]);
    Expr rest = op(Op::BitAnd, x, op(Op::BitXor, m, number(m, ~std::uint64_t(0))));
    return bit_cast(op(Op::BitOr, op(Op::BitAnd, y, m), rest), a[0]->type);
  });
}

// select(a, b, c): of scalars c ? b : a, of vectors by c's highest bit.
void handlers::select_builtin(Context &cx, const Call &c) {
  bool vector = c.inst.getType()->isVectorTy();
  elementwise(cx, c.inst, [&](std::vector<Expr> &a) {
    Expr choice = vector ? is_negative(a[2]) : op(Op::Ne, a[2], number(a[2], 0));
    return cfg::ite(choice, a[1], a[0]);
  });
}

void handlers::any_all(Context &cx, const Call &c) {
  Expr e = cfg::boolean(c.detail != 0);
  for (const Piece &p : cx.values.pieces(c.inst.getArgOperand(0)))
    e = cfg::binary(c.detail != 0 ? Op::And : Op::Or, e, is_negative(p.expr));
  cx.values.set(
      &c.inst, {{cast_scalar(cx.out, llvm::Instruction::ZExt, e, cx.values.shape(c.inst.getType())[0].type), nullptr}});
}

namespace {
struct Conversion {
  bool saturate = false;
  std::string rounding; // "", "_rte" ...
};

Conversion conversion_of(llvm::StringRef name) {
  Conversion out;
  for (llvm::StringRef mode : {"_rte", "_rtz", "_rtp", "_rtn"})
    if (name.consume_back(mode))
      out.rounding = mode.str();
  out.saturate = name.ends_with("_sat");
  return out;
}

Expr convert_integer(const Expr &e, cfg::Type to, bool from_signed, bool to_signed, bool saturate) {
  cfg::Type from = e->type;
  Expr x = e;
  if (saturate) { // clamp in the source type, where a limit of the target's does not hold anyway
    std::uint64_t high = cfg::mask_to_width(~std::uint64_t(0), to.width) >> (to_signed ? 1 : 0);
    std::uint64_t source_high = max_of(e, from_signed);
    if (high < source_high)
      x = cfg::binary(from_signed ? Op::SMin : Op::UMin, x, cfg::constant(from, high));
    if (from_signed && !to_signed)
      x = cfg::binary(Op::SMax, x, cfg::constant(from, 0));
    else if (from_signed && to.width < from.width)
      x = cfg::binary(Op::SMax, x, cfg::constant(from, ~high));
    if (from_signed && to_signed == false && to.width >= from.width)
      from_signed = false; // not negative any more
  }
  if (to.width < from.width)
    return cfg::cast(Op::Trunc, x, to);
  return cfg::cast(from_signed ? Op::Sext : Op::Zext, x, to);
}
} // namespace

// convert_<type>[n][_sat][_rounding](x)
void handlers::convert(Context &cx, const Call &c) {
  llvm::StringRef name(c.name);
  name.consume_front("convert_");
  std::vector<Scalar> to = cx.values.shape(c.inst.getType());
  if (to.empty() || c.params.empty())
    return refuse_call(cx.out, c);
  bool to_signed = !name.starts_with("u") && !name.starts_with("bool"), from_signed = !is_unsigned(c.params[0]);
  Conversion how = conversion_of(name);
  elementwise(cx, c.inst, [&](std::vector<Expr> &a) {
    const Expr &e = a[0];
    cfg::Type t = to[0].type;
    bool from_float = e->type.is_float();
    if (!from_float && !t.is_float())
      return convert_integer(e, t, from_signed, to_signed, how.saturate);
    bool exact_mode = how.rounding.empty() || how.rounding == (from_float && t.is_int() ? "_rtz" : "_rte");
    if (how.saturate || !exact_mode)
      return cfg::call(c.name + "." + (from_signed || from_float ? "" : "u") + e->type.str(), t, {e});
    if (!from_float)
      return cfg::cast(from_signed ? Op::SToF : Op::UToF, e, t);
    return cfg::cast(t.is_float() ? Op::FToF : to_signed ? Op::FToS : Op::FToU, e, t);
  });
}

void handlers::reinterpret(Context &cx, const Call &c) {
  std::vector<Scalar> to = cx.values.shape(c.inst.getType());
  Pieces from = cx.values.pieces(c.inst.getArgOperand(0));
  if (to.empty() || from.empty())
    return refuse_call(cx.out, c);
  unsigned from_bits = from[0].expr->type.width * static_cast<unsigned>(from.size());
  unsigned to_bits = to[0].type.width * static_cast<unsigned>(to.size());
  if (from_bits != to_bits)
    return refuse_call(cx.out, c);
  cx.values.set(&c.inst, regroup(cx, from, to));
}

// --- floats -------------------------------------------------------------------------------------------------

void handlers::float_op(Context &cx, const Call &c) {
  elementwise(cx, c.inst, [&](std::vector<Expr> &a) { return cfg::unary(static_cast<Op>(c.detail), a[0]); });
}

namespace {
// OpenCL's truth: 1 of scalars, all ones of vector elements.
Expr truth(const Expr &e, cfg::Type t, bool vector) {
  return t.is_bool() ? e : cfg::ite(e, cfg::constant(t, vector ? ~std::uint64_t(0) : 1), cfg::constant(t, 0));
}
} // namespace

void handlers::float_compare(Context &cx, const Call &c) {
  std::vector<Scalar> to = cx.values.shape(c.inst.getType());
  elementwise(cx, c.inst, [&](std::vector<Expr> &a) {
    Expr e = compare_scalars(static_cast<llvm::CmpInst::Predicate>(c.detail), a[0], a[1]);
    return truth(e, to[0].type, c.inst.getType()->isVectorTy());
  });
}

void handlers::float_class(Context &cx, const Call &c) {
  static constexpr const char *names[] = {"isnan", "isinf", "isfinite", "isnormal", "signbit"};
  std::vector<Scalar> to = cx.values.shape(c.inst.getType());
  elementwise(cx, c.inst, [&](std::vector<Expr> &a) {
    Expr e;
    if (c.detail == IsNan)
      e = cfg::binary(Op::FUno, a[0], a[0]);
    else if (c.detail == SignBit)
      e = is_negative(as_int(a[0]));
    else
      e = cfg::call(std::string(names[c.detail]) + "." + a[0]->type.str(), cfg::bool_type, {a[0]});
    return truth(e, to[0].type, c.inst.getType()->isVectorTy());
  });
}

void handlers::math(Context &cx, const Call &c) {
  std::vector<Scalar> to = cx.values.shape(c.inst.getType());
  elementwise(cx, c.inst, [&](std::vector<Expr> &a) {
    return cfg::call(c.name + (a.empty() ? "" : "." + a[0]->type.str()), to[0].type, a);
  });
}

// Of all components of all arguments; a vector's components are functions of their own.
void handlers::vector_math(Context &cx, const Call &c) {
  std::vector<Expr> args;
  for (const llvm::Use &u : c.inst.args())
    for (const Piece &p : cx.values.pieces(u.get()))
      args.push_back(p.expr);
  std::vector<Scalar> to = cx.values.shape(c.inst.getType());
  Pieces out(to.size());
  for (std::size_t k = 0; k < to.size(); ++k)
    out[k].expr = cfg::call(c.name + (args.empty() ? "" : "." + args[0]->type.str()) +
                                (to.size() == 1 ? "" : "." + std::to_string(k)),
                            to[k].type, args);
  cx.values.set(&c.inst, std::move(out));
}

// fract(x, out), remquo(x, y, out): a function for the result, another for what is stored.
void handlers::math_with_output(Context &cx, const Call &c) {
  unsigned last = c.inst.arg_size() - 1;
  if (cx.out.annotation || !c.inst.getArgOperand(last)->getType()->isPointerTy() || c.params.size() <= last)
    return refuse_call(cx.out, c);
  std::vector<Scalar> to = cx.values.shape(c.inst.getType());
  unsigned bytes = scalar_bytes(c.params[last]);
  bool integer = c.name == "frexp" || c.name == "remquo" || c.name == "lgamma_r";
  cfg::Type stored = integer ? cfg::int_type(32) : cfg::float_type(8 * bytes);
  std::vector<Pieces> args;
  for (unsigned k = 0; k < last; ++k)
    args.push_back(cx.values.pieces(c.inst.getArgOperand(k)));
  Pieces results, outputs;
  std::vector<Scalar> places;
  for (std::size_t k = 0; k < to.size(); ++k) {
    std::vector<Expr> a;
    for (const Pieces &p : args)
      a.push_back(p[k].expr);
    std::string suffix = "." + a[0]->type.str();
    results.push_back({cfg::call(c.name + suffix, to[k].type, a), nullptr});
    outputs.push_back({cfg::call(c.name + ".out" + suffix, stored, a), nullptr});
    places.push_back({stored, false, k * bytes, bytes, 0});
  }
  if (bytes * 8 != stored.width)
    return refuse_call(cx.out, c);
  cx.memory.store_scalars(cx.values.pointer(c.inst.getArgOperand(last)), places, outputs);
  cx.values.set(&c.inst, std::move(results));
}

} // namespace lockstep::frontend
