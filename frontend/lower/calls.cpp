// Calls: functions of the table, LLVM's own intrinsics, deterministic functions; everything else is refused by name.
#include "cfg/ir/padding.h"
#include "frontend/builtins/spelled.h"
#include "frontend/lower/bits.h"
#include "frontend/lower/control.h"
#include "frontend/lower/instructions.h"
#include "frontend/lower/memory/copying.h"
#include "frontend/lower/warps.h"
#include "support/sound.h"

#include "frontend/lower/build_terms.h"
#include "llvm/IR/Module.h"

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

void refuse_call(Builder &out, const Call &c) { out.refuse("a call of '" + spelled(c.inst) + "'"); }

std::optional<std::uint64_t> constant_argument(const llvm::CallBase &i, unsigned n) {
  if (n >= i.arg_size())
    return std::nullopt;
  auto *c = llvm::dyn_cast<llvm::ConstantInt>(i.getArgOperand(n));
  return c ? std::optional(c->getZExtValue()) : std::nullopt;
}

void elementwise(Context &cx, const llvm::CallBase &i, const std::function<Expr(std::vector<Expr> &)> &f) {
  std::vector<Pieces> args;
  for (const llvm::Use &a : i.args())
    args.push_back(cx.values.pieces(a.get()));
  std::size_t n = cx.values.shape(i.getType()).size();
  Pieces out(n);
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<Expr> scalars;
    for (const Pieces &a : args) {
      if (a.size() != 1 && a.size() != n)
        return cx.out.refuse("a call of '" + spelled(i) + "' with arguments of these sizes");
      scalars.push_back(a[a.size() == 1 ? 0 : k].expr);
    }
    out[k].expr = f(scalars);
  }
  cx.values.set(&i, std::move(out));
}

namespace {
// A function that the user has said touches no memory and no barrier: its results are any values, of each thread its
// own.
bool assumed_without_effect(Context &cx, const llvm::CallBase &i) {
  const auto &names = cx.in.options.no_effect;
  const llvm::StringRef symbol = i.getCalledFunction()->getName();
  const std::string base = demangle_symbol(symbol).name, qualified = qualified_name(symbol), written = spelled(i);
  if (std::none_of(names.begin(), names.end(), [&](const std::string &n) {
        return n == "*" || n == base || n == qualified || n == symbol || n == written;
      }))
    return false;
  if (cx.out.annotation)
    return false;
  const std::string told = "'" + written + "' is taken to touch no memory and no barrier (--no-effect)";
  if (std::none_of(cx.out.report.diags.all().begin(), cx.out.report.diags.all().end(),
                   [&](const support::Diagnostic &d) { return d.message == told; }))
    cx.out.report.diags.note(cx.out.origin, told);
  cx.out.emit(cfg::Skip{});
  if (i.getType()->isVoidTy())
    return true;
  Pieces out;
  for (const Scalar &s : cx.values.shape(i.getType()))
    out.push_back({cx.out.havoc(s.type, cx.in.hint(&i)), s.pointer ? cfg::constant(which_type, raw_object) : nullptr});
  cx.values.set(&i, std::move(out));
  return true;
}

std::optional<Op> min_max_op(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::smax: return Op::SMax;
  case llvm::Intrinsic::smin: return Op::SMin;
  case llvm::Intrinsic::umax: return Op::UMax;
  case llvm::Intrinsic::umin: return Op::UMin;
  default: return std::nullopt;
  }
}

// (a << c) | (b >> (width - c)), and the other way round; c modulo the width.
Expr funnel_shift(const std::vector<Expr> &a, bool left) {
  unsigned width = a[0]->type.width;
  Expr c = cfg::binary(Op::URem, a[2], number(a[2], width)), rest = cfg::binary(Op::Sub, number(c, width), c);
  Expr both = left ? cfg::binary(Op::BitOr, cfg::binary(Op::Shl, a[0], c), cfg::binary(Op::LShr, a[1], rest))
                   : cfg::binary(Op::BitOr, cfg::binary(Op::Shl, a[0], rest), cfg::binary(Op::LShr, a[1], c));
  return cfg::ite(cfg::binary(Op::Eq, c, number(c, 0)), left ? a[0] : a[1], both);
}

struct Checked {
  Expr value, overflow;
};

Checked checked(llvm::Intrinsic::ID id, const Expr &a, const Expr &b) {
  switch (id) {
  case llvm::Intrinsic::uadd_with_overflow:
  case llvm::Intrinsic::uadd_sat: {
    Expr sum = cfg::binary(Op::Add, a, b);
    return {sum, cfg::binary(Op::Ult, sum, a)};
  }
  case llvm::Intrinsic::usub_with_overflow:
  case llvm::Intrinsic::usub_sat: return {cfg::binary(Op::Sub, a, b), cfg::binary(Op::Ult, a, b)};
  case llvm::Intrinsic::sadd_with_overflow:
  case llvm::Intrinsic::sadd_sat: {
    Expr sum = cfg::binary(Op::Add, a, b);
    return {sum, cfg::binary(Op::Ne, is_negative(b), cfg::binary(Op::Slt, sum, a))};
  }
  case llvm::Intrinsic::ssub_with_overflow:
  case llvm::Intrinsic::ssub_sat: {
    Expr difference = cfg::binary(Op::Sub, a, b);
    return {difference,
            cfg::binary(Op::Ne, cfg::binary(Op::Slt, number(b, 0), b), cfg::binary(Op::Slt, difference, a))};
  }
  case llvm::Intrinsic::umul_with_overflow:
  case llvm::Intrinsic::smul_with_overflow: {
    bool is_signed = id == llvm::Intrinsic::smul_with_overflow;
    if (a->type.width > 32)
      return {cfg::binary(Op::Mul, a, b),
              cfg::call(is_signed ? "smul_overflow" : "umul_overflow", cfg::bool_type, {a, b})};
    Op extend = is_signed ? Op::Sext : Op::Zext;
    cfg::Type wide = cfg::int_type(2 * a->type.width);
    Expr product = cfg::binary(Op::Mul, cfg::cast(extend, a, wide), cfg::cast(extend, b, wide));
    Expr low = cfg::cast(Op::Trunc, product, a->type);
    return {low, cfg::binary(Op::Ne, cfg::cast(extend, low, wide), product)};
  }
  default: return {};
  }
}

Expr saturated(llvm::Intrinsic::ID id, const Expr &a, const Expr &b) {
  Checked c = checked(id, a, b);
  unsigned width = a->type.width;
  std::uint64_t max_signed = (std::uint64_t(1) << (width - 1)) - 1;
  if (id == llvm::Intrinsic::uadd_sat)
    return cfg::ite(c.overflow, number(a, ~std::uint64_t(0)), c.value);
  if (id == llvm::Intrinsic::usub_sat)
    return cfg::ite(c.overflow, number(a, 0), c.value);
  return cfg::ite(c.overflow, cfg::ite(is_negative(a), number(a, max_signed + 1), number(a, max_signed)), c.value);
}

// Integers of one bit are truth values. Signed, true is -1, so that what overflows is -1 + -1, 0 - -1 and -1 * -1.
Checked checked_truths(llvm::Intrinsic::ID id, const Expr &a, const Expr &b) {
  Expr both = cfg::binary(Op::And, a, b), differ = cfg::binary(Op::Ne, a, b);
  switch (id) {
  case llvm::Intrinsic::uadd_with_overflow:
  case llvm::Intrinsic::sadd_with_overflow: return {differ, both};
  case llvm::Intrinsic::usub_with_overflow:
  case llvm::Intrinsic::ssub_with_overflow: return {differ, cfg::binary(Op::And, cfg::negate(a), b)};
  case llvm::Intrinsic::umul_with_overflow: return {both, cfg::boolean(false)};
  default: return {both, both}; // smul_with_overflow
  }
}

// Empty: no operation on integers.
Expr of_truths(llvm::Intrinsic::ID id, const std::vector<Expr> &a) {
  switch (id) {
  case llvm::Intrinsic::smin:
  case llvm::Intrinsic::umax:
  case llvm::Intrinsic::uadd_sat:
  case llvm::Intrinsic::sadd_sat: return cfg::binary(Op::Or, a[0], a[1]);
  case llvm::Intrinsic::smax:
  case llvm::Intrinsic::umin: return cfg::binary(Op::And, a[0], a[1]);
  case llvm::Intrinsic::usub_sat:
  case llvm::Intrinsic::ssub_sat: return cfg::binary(Op::And, a[0], cfg::negate(a[1]));
  case llvm::Intrinsic::abs:
  case llvm::Intrinsic::ctpop:
  case llvm::Intrinsic::bitreverse:
  case llvm::Intrinsic::fshl: return a[0]; // shifted by a number modulo one
  case llvm::Intrinsic::fshr: return a[1];
  case llvm::Intrinsic::ctlz:
  case llvm::Intrinsic::cttz: return cfg::negate(a[0]);
  default: return nullptr;
  }
}

bool is_of_truths(const llvm::IntrinsicInst &i) {
  return i.arg_size() != 0 && i.getArgOperand(0)->getType()->isIntOrIntVectorTy(1);
}
bool integer_intrinsic(Context &cx, const llvm::IntrinsicInst &i) {
  llvm::Intrinsic::ID id = i.getIntrinsicID();
  if (is_of_truths(i)) {
    const Expr some = cfg::boolean(false);
    if (!of_truths(id, {some, some, some}))
      return false;
    elementwise(cx, i, [&](std::vector<Expr> &a) { return of_truths(id, a); });
    return true;
  }
  if (std::optional<Op> op = min_max_op(id)) {
    elementwise(cx, i, [&](std::vector<Expr> &a) { return cfg::binary(*op, a[0], a[1]); });
    return true;
  }
  const auto keep = [&](Expr e) {
    const cfg::VarId v = cx.out.new_var("bits", e->type);
    cx.out.emit(cfg::Assign{v, e});
    return cfg::variable(v, e->type);
  };
  const auto bits = [&](BitFunction function) {
    elementwise(cx, i, [&](std::vector<Expr> &a) { return bit_function(function, a[0], keep); });
    return true;
  };
  switch (id) {
  case llvm::Intrinsic::abs:
    elementwise(cx, i, [&](std::vector<Expr> &a) {
      bool nsw = cfg::is_const(a[1], 1); // the result for the least number is undefined
      return cfg::ite(is_negative(a[0]), cfg::binary(Op::Sub, number(a[0], 0), a[0], nsw), a[0]);
    });
    return true;
  case llvm::Intrinsic::ctpop:
    if (const Expr votes = counted_votes(cx, i)) {
      cx.values.set(&i, {{votes, nullptr}});
      return true;
    }
    return bits(BitFunction::Ones);
  case llvm::Intrinsic::ctlz: return bits(BitFunction::LeadingZeros);
  case llvm::Intrinsic::cttz: return bits(BitFunction::TrailingZeros);
  case llvm::Intrinsic::bswap: return bits(BitFunction::BytesReversed);
  case llvm::Intrinsic::bitreverse: return bits(BitFunction::Reversed);
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr:
    elementwise(cx, i, [&](std::vector<Expr> &a) { return funnel_shift(a, id == llvm::Intrinsic::fshl); });
    return true;
  case llvm::Intrinsic::uadd_sat:
  case llvm::Intrinsic::usub_sat:
  case llvm::Intrinsic::sadd_sat:
  case llvm::Intrinsic::ssub_sat:
    elementwise(cx, i, [&](std::vector<Expr> &a) { return saturated(id, a[0], a[1]); });
    return true;
  default: return false;
  }
}

bool overflow_intrinsic(Context &cx, const llvm::IntrinsicInst &i) {
  switch (i.getIntrinsicID()) {
  case llvm::Intrinsic::uadd_with_overflow:
  case llvm::Intrinsic::usub_with_overflow:
  case llvm::Intrinsic::sadd_with_overflow:
  case llvm::Intrinsic::ssub_with_overflow:
  case llvm::Intrinsic::umul_with_overflow:
  case llvm::Intrinsic::smul_with_overflow: break;
  default: return false;
  }
  Pieces a = cx.values.pieces(i.getArgOperand(0)), b = cx.values.pieces(i.getArgOperand(1)), values, flags;
  for (std::size_t k = 0; k < a.size(); ++k) {
    Checked c = is_of_truths(i) ? checked_truths(i.getIntrinsicID(), a[k].expr, b[k].expr)
                                : checked(i.getIntrinsicID(), a[k].expr, b[k].expr);
    values.push_back({c.value, nullptr});
    flags.push_back({c.overflow, nullptr});
  }
  values.insert(values.end(), flags.begin(), flags.end());
  cx.values.set(&i, std::move(values));
  return true;
}

bool float_intrinsic(Context &cx, const llvm::IntrinsicInst &i) {
  switch (i.getIntrinsicID()) {
  case llvm::Intrinsic::fabs:
    elementwise(cx, i, [](std::vector<Expr> &a) { return cfg::unary(Op::FAbs, a[0]); });
    return true;
  case llvm::Intrinsic::sqrt:
    elementwise(cx, i, [](std::vector<Expr> &a) { return cfg::unary(Op::FSqrt, a[0]); });
    return true;
  case llvm::Intrinsic::minnum:
  case llvm::Intrinsic::minimum:
    elementwise(cx, i, [](std::vector<Expr> &a) { return cfg::binary(Op::FMin, a[0], a[1]); });
    return true;
  case llvm::Intrinsic::maxnum:
  case llvm::Intrinsic::maximum:
    elementwise(cx, i, [](std::vector<Expr> &a) { return cfg::binary(Op::FMax, a[0], a[1]); });
    return true;
  case llvm::Intrinsic::fma:
  case llvm::Intrinsic::fmuladd:
  case llvm::Intrinsic::copysign:
  case llvm::Intrinsic::floor:
  case llvm::Intrinsic::ceil:
  case llvm::Intrinsic::trunc:
  case llvm::Intrinsic::rint:
  case llvm::Intrinsic::nearbyint:
  case llvm::Intrinsic::round:
  case llvm::Intrinsic::roundeven:
  case llvm::Intrinsic::sin:
  case llvm::Intrinsic::cos:
  case llvm::Intrinsic::tan:
  case llvm::Intrinsic::asin:
  case llvm::Intrinsic::acos:
  case llvm::Intrinsic::atan:
  case llvm::Intrinsic::sinh:
  case llvm::Intrinsic::cosh:
  case llvm::Intrinsic::tanh:
  case llvm::Intrinsic::exp:
  case llvm::Intrinsic::exp2:
  case llvm::Intrinsic::exp10:
  case llvm::Intrinsic::log:
  case llvm::Intrinsic::log2:
  case llvm::Intrinsic::log10:
  case llvm::Intrinsic::pow:
  case llvm::Intrinsic::powi:
  case llvm::Intrinsic::ldexp:
  case llvm::Intrinsic::canonicalize:
  case llvm::Intrinsic::lrint:
  case llvm::Intrinsic::llrint:
  case llvm::Intrinsic::lround:
  case llvm::Intrinsic::llround:
  case llvm::Intrinsic::fptosi_sat:
  case llvm::Intrinsic::fptoui_sat:
  case llvm::Intrinsic::is_fpclass: {
    std::string name = llvm::Intrinsic::getBaseName(i.getIntrinsicID()).drop_front(5).str(); // "llvm."
    handlers::math(cx, {i, name, {}, 0});
    return true;
  }
  default: return false;
  }
}

// The name, unless another function of the same types has it, too (in another namespace, say): then the symbol. Sound
// because functions with one symbol are one function.
std::string told_apart(const llvm::Function &f, const std::string &name) {
  for (const llvm::Function &g : *f.getParent())
    if (&g != &f && g.isDeclaration() && g.getFunctionType() == f.getFunctionType() && g.getName().contains(name) &&
        support::unsound("calls.told_apart", demangle_symbol(g.getName()).name == name))
      return f.getName().str();
  return name;
}

void llvm_intrinsic(Context &cx, const llvm::IntrinsicInst &i) {
  if (integer_intrinsic(cx, i) || overflow_intrinsic(cx, i) || float_intrinsic(cx, i))
    return;
  switch (i.getIntrinsicID()) {
  case llvm::Intrinsic::dbg_declare:
  case llvm::Intrinsic::dbg_value:
  case llvm::Intrinsic::dbg_label:
  case llvm::Intrinsic::dbg_assign:
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::invariant_start:
  case llvm::Intrinsic::invariant_end:
  case llvm::Intrinsic::donothing:
  case llvm::Intrinsic::sideeffect:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
  case llvm::Intrinsic::var_annotation:
  case llvm::Intrinsic::stackrestore:
  case llvm::Intrinsic::prefetch:
  case llvm::Intrinsic::pseudoprobe:
  case llvm::Intrinsic::debugtrap: return;
  case llvm::Intrinsic::stacksave: // used by stackrestore only
    cx.values[&i] = Pieces(1);
    return;
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memcpy_inline:
  case llvm::Intrinsic::memmove: return cx.moves.copy_memory(llvm::cast<llvm::MemTransferInst>(i));
  case llvm::Intrinsic::memset:
  case llvm::Intrinsic::memset_inline: return cx.moves.set_memory(llvm::cast<llvm::MemSetInst>(i));
  case llvm::Intrinsic::readcyclecounter:
  case llvm::Intrinsic::readsteadycounter: return handlers::any_value(cx, {i, "", {}, 0});
  case llvm::Intrinsic::trap:
  case llvm::Intrinsic::ubsantrap: return unreachable(cx.out, "trap");
  case llvm::Intrinsic::assume: // LLVM's own, of what it knows
    return;
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::expect_with_probability:
  case llvm::Intrinsic::ssa_copy:
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::strip_invariant_group:
  case llvm::Intrinsic::threadlocal_address:
  case llvm::Intrinsic::annotation:
  case llvm::Intrinsic::arithmetic_fence: cx.values[&i] = cx.values.value(i.getArgOperand(0)); return;
  case llvm::Intrinsic::is_constant: // a compiler may always say no
    cx.values[&i] = {{cfg::boolean(false), nullptr}};
    return;
  default: break;
  }
  cx.out.refuse("a call of '" + i.getCalledFunction()->getName().str() + "'");
}
} // namespace

void call(Context &cx, const llvm::CallBase &i) {
  if (i.isInlineAsm())
    return cx.out.refuse("inline assembly");
  const llvm::Function *f = i.getCalledFunction();
  if (!f)
    return cx.out.refuse("a call through a function pointer");
  if (!f->isDeclaration())
    return cx.out.refuse("a call of '" + readable(f->getName()) + "' that cannot be inlined (recursion?)");
  if (f->getName().starts_with("lockstep.padding.")) // passes/bytes.cpp: the same unknown bytes for all threads
    return cx.values.set(&i, {{cfg::padding(cx.values.shape(i.getType())[0].type), nullptr}});
  if (f->getName().starts_with("lockstep.fresh."))
    return cx.moves.forget_contents(i.getArgOperand(0), i.getArgOperand(1));
  if (f->getFunctionType() != i.getFunctionType())
    return cx.out.refuse("a call of '" + spelled(i) + "' as a function of another type");
  Symbol s = demangle_symbol(f->getName());
  if (const Intrinsic *row = find_intrinsic(f)) {
    row->handler(cx, {i, s.name, s.params, row->detail});
    return go_on_copying(cx, i);
  }
  if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&i))
    return llvm_intrinsic(cx, *intrinsic);
  if (declared(*f) == Declared::AsFunction) // each part of its result may depend on all parts of what it is given
    return handlers::vector_math(cx, {i, told_apart(*f, s.name), s.params, 0});
  if (assumed_without_effect(cx, i))
    return;
  const std::string name = declared(*f) == Declared::ByUser ? qualified_name(f->getName()) : spelled(i);
  cx.out.refuse("a call of '" + spelled(i) + "', which has neither body nor model (--no-effect " + name +
                " takes it to touch no memory),");
}

} // namespace lockstep::frontend
