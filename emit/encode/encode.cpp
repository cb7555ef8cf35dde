// Encoding of variables, offsets, contents, Booleans and floats: see encode.h. Integers are in integers.cpp,
// bit-vectors in bits.cpp.
#include "emit/encode/encode.h"

#include "cfg/ir/op_groups.h"
#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "cfg/ir/text/print.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <bit>

namespace lockstep::emit {

namespace b = boogie;
using cfg::Expr;
using cfg::ExprNode;
using cfg::Op;

Encoder::Encoder(const cfg::Kernel &k, const cfg::Ranges &ranges, const Representation &reps, const cfg::Launch &launch,
                 EncodeOptions options, Declarations &decls)
    : k_(k), ranges_(ranges), reps_(reps), launch_(launch), options_(options), decls_(decls) {
  // Listed wherever they stand, used or not: every analysis before may have used them.
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts)
      if (auto *a = std::get_if<cfg::Assume>(&s.node)) {
        if (a->kind == cfg::AssumeKind::Promise)
          assumptions_.insert(cfg::assumption::promises);
        else if (a->kind == cfg::AssumeKind::Launch)
          assumptions_.insert(cfg::assumption::launch_attributes);
        else if (a->kind == cfg::AssumeKind::Heap)
          assumptions_.insert(cfg::assumption::heap);
        else if (support::unsound("encode.counters", a->kind == cfg::AssumeKind::Counter))
          assumptions_.insert(cfg::assumption::counters);
      }
}

// --- types and variables ----------------------------------------------------------------------------------

b::Type Encoder::var_type(cfg::VarId v) const {
  const cfg::Type &t = k_.vars[v].type;
  if (t.is_bool())
    return b::boolean();
  if (t.is_float())
    return decls_.float_sort(t.width);
  return reps_.var_is_bv(v) ? b::bv(t.width) : b::integer();
}

b::Type Encoder::type_of(const Expr &e) const {
  if (e->type.is_bool())
    return b::boolean();
  if (e->type.is_float())
    return decls_.float_sort(e->type.width);
  return reps_.is_bv(e) ? b::bv(e->type.width) : b::integer();
}

b::Expr Encoder::var(cfg::VarId v, Thread t) {
  if (!k_.vars[v].param) {
    b::Expr elsewhere = lookup_ ? lookup_(v, t) : nullptr;
    return elsewhere ? elsewhere : b::ident(names::copy(k_, v, t), var_type(v));
  }
  b::Expr c = decls_.constant(names::shared(k_, v), var_type(v));
  if (c->type.kind == b::TypeKind::Int) {
    unsigned w = k_.vars[v].type.width;
    bool s = reps_.var_sign(v) == Sign::Signed;
    decls_.axiom(b::binary("<=", b::int_lit(s ? -cfg::Wide::power_of_two(w - 1) : 0), c));
    decls_.axiom(b::binary("<", c, b::int_lit(s ? cfg::Wide::power_of_two(w - 1) : cfg::Wide::power_of_two(w))));
  }
  return c;
}

b::Expr Encoder::domain(cfg::VarId v, Thread t, const cfg::ExprRange &range) {
  const cfg::Type &type = k_.vars[v].type;
  if (!type.is_int())
    return b::bool_lit(true);
  bool s = reps_.var_sign(v) == Sign::Signed;
  cfg::Wide lo = s ? -cfg::Wide::power_of_two(type.width - 1) : 0,
            hi = (s ? cfg::Wide::power_of_two(type.width - 1) : cfg::Wide::power_of_two(type.width)) - 1;
  const cfg::Bounds &r = s ? range.as_signed : range.as_unsigned;
  b::Expr x = var(v, t);
  if (!reps_.var_is_bv(v)) {
    if (r.lo > lo)
      lo = r.lo;
    if (r.hi < hi)
      hi = r.hi;
    return b::conj({b::binary("<=", b::int_lit(lo), x), b::binary("<=", x, b::int_lit(hi))});
  }
  std::vector<b::Expr> parts;
  auto bound = [&](cfg::Wide value) { return b::bv_lit(type.width, value.bits()); };
  if (r.lo > lo)
    parts.push_back(decls_.bv_compare(s ? "bvsle" : "bvule", bound(r.lo), x));
  if (r.hi < hi)
    parts.push_back(decls_.bv_compare(s ? "bvsle" : "bvule", x, bound(r.hi)));
  return b::conj(parts);
}

b::Expr Encoder::mixed(const Expr &e, const b::Type &type, Thread t) {
  std::map<std::string, b::Expr> leaves;
  cfg::for_each_node(e, [&](const ExprNode &n) {
    if (n.op == Op::Var)
      leaves.emplace("v" + std::to_string(n.var), var(n.var, t));
    else if (n.op >= Op::LocalId && n.op <= Op::GlobalOffset)
      leaves.emplace(std::string(cfg::op_info(n.op).text) + std::to_string(n.value), launch_quantity(n, t));
  });
  std::vector<b::Expr> args;
  for (auto &[name, leaf] : leaves)
    if (!support::left_out("encode.mixed") || name.front() == 'v')
      args.push_back(std::move(leaf));
  const std::size_t number = mixed_.emplace(cfg::print(e, k_), mixed_.size()).first->second;
  b::Expr value = decls_.uninterpreted("mixed." + std::to_string(number), type, std::move(args));
  return type.kind == b::TypeKind::Int ? reduce(std::move(value), e->type.width, Sign::Signed) : value;
}

b::Expr Encoder::assigned_to(cfg::VarId v, const Expr &e, Thread t) {
  const cfg::Type &type = k_.vars[v].type;
  if (!encodable(e) || (reps_.may_mix() && type.is_int() && !same_world(v, e))) {
    const bool is_unsigned = type.is_int() && !reps_.var_is_bv(v) && reps_.var_sign(v) == Sign::Unsigned;
    const b::Expr value = mixed(e, var_type(v), t);
    return is_unsigned ? b::binary("mod", value, b::int_lit(cfg::Wide::power_of_two(type.width))) : value;
  }
  if (type.is_bool())
    return boolean(e, t);
  if (type.is_float())
    return opaque(e, t);
  return reps_.var_is_bv(v) ? bits(e, t) : integer(e, reps_.var_sign(v), t);
}

b::Expr Encoder::equation(cfg::VarId v, const Expr &e, Thread t) { return b::eq(var(v, t), assigned_to(v, e, t)); }

bool Encoder::same_world(cfg::VarId v, const Expr &e) const { return fits(reps_.var_is_bv(v), e); }

bool Encoder::fits(bool bits, const Expr &e) const {
  bool free = true; // ids and constants fit both worlds
  cfg::for_each_node(
      e, [&](const ExprNode &n) { free = free && n.op != Op::Var && n.op != Op::Call && n.op != Op::Read; });
  return (free && !reps_.is_bv(e)) || reps_.is_bv(e) == bits;
}

bool Encoder::is_function(cfg::ArrayId a, const Expr &e) const {
  return !reps_.places_are_exact(a) && (!encodable(e) || !fits(reps_.offsets_are_bv(a), e));
}

b::Expr Encoder::offset(cfg::ArrayId a, const Expr &e, Thread t) {
  if (is_function(a, e))
    return mixed(e, offset_type(a), t);
  if (!reps_.offsets_are_bv(a))
    return integer(e, Sign::Signed, t);
  b::Expr exact = bits(e, t);
  return e->type.width < k_.pointer_bits ? decls_.bv_extend(true, exact, k_.pointer_bits) : exact;
}

b::Type Encoder::offset_type(cfg::ArrayId a) const {
  return reps_.offsets_are_bv(a) ? b::bv(k_.pointer_bits) : b::integer();
}

b::Expr Encoder::moved(b::Expr offset, std::int64_t by) {
  if (by == 0)
    return offset;
  return offset->type.kind == b::TypeKind::Int
             ? b::binary("+", std::move(offset), b::int_lit(by))
             : decls_.bv_binary("bvadd", offset, b::bv_lit(offset->type.width, static_cast<std::uint64_t>(by)));
}

b::Expr Encoder::any(const Expr &e, Thread t) {
  if (e->type.is_bool())
    return boolean(e, t);
  if (e->type.is_float())
    return opaque(e, t);
  return reps_.is_bv(e) ? bits(e, t) : integer(e, Sign::Signed, t);
}

// Of a function that the kernel calls, which may have axioms about bits.
b::Expr Encoder::argument(const ExprNode &of, const Expr &e, Thread t) {
  return of.op == Op::Call && reps_.only_bits() && e->type.is_int() ? bits(e, t) : any(e, t);
}

b::Expr Encoder::stored(const Expr &e, Thread t) {
  if (encodable(e))
    return any(e, t);
  return mixed(e,
               e->type.is_bool()    ? b::boolean()
               : e->type.is_float() ? decls_.float_sort(e->type.width)
                                    : b::integer(),
               t);
}

b::Expr Encoder::cell(cfg::ArrayId a, const Expr &e, Thread t) { // ids and constants fit both worlds
  if (!encodable(e))
    return mixed(e, private_array_type(a).parts.back(), t);
  return e->type.is_int() && reps_.contents_are_bv(a) ? bits(e, t) : any(e, t);
}

b::Expr Encoder::content(cfg::ArrayId a, b::Expr at, cfg::VarId dest) {
  const cfg::Type &type = k_.vars[dest].type;
  std::string name = names::array(k_, a);
  if (type.is_int() && !reps_.var_is_bv(dest))
    name += "." + std::to_string(type.width) + (reps_.var_sign(dest) == Sign::Signed ? "" : ".u");
  return known_content(a, at, dest, decls_.uninterpreted(name, var_type(dest), {at}));
}

// at == 0 ? initial[0] : at == 1 ? initial[1] : ... : otherwise, for tables of moderate size.
// Sound because nobody writes the array, and beyond its end the contents stay unknown.
b::Expr Encoder::known_content(cfg::ArrayId a, const b::Expr &at, cfg::VarId dest, b::Expr otherwise) const {
  static constexpr std::size_t most = 64; // solvers look through longer ones too slowly
  const cfg::Array &array = k_.arrays[a];
  const cfg::Type &type = k_.vars[dest].type;
  const std::size_t per_value = type.width / (8 * array.granule_bytes);
  if (array.space != cfg::Space::Constant || !type.is_int() || array.initial.size() > most || per_value == 0 ||
      type.width != 8 * array.granule_bytes * per_value)
    return otherwise;
  b::Expr out = support::left_out("encode.known_content") ? value(dest, 0) : std::move(otherwise);
  for (std::size_t k = array.initial.size() + 1; k-- > per_value;) {
    const std::size_t first = k - per_value;
    std::uint64_t bits = 0;
    for (std::size_t g = 0; g < per_value; ++g)
      bits |= array.initial[first + g] << (8 * array.granule_bytes * g);
    const b::Expr place = at->type.kind == b::TypeKind::Int ? b::int_lit(static_cast<std::int64_t>(first))
                                                            : b::bv_lit(at->type.width, first);
    out = b::ite(b::eq(at, place), value(dest, bits), std::move(out));
  }
  return out;
}

b::Type Encoder::private_array_type(cfg::ArrayId a) const {
  const cfg::Type &t = k_.arrays[a].element;
  b::Type value = t.is_bool()                ? b::boolean()
                  : t.is_float()             ? decls_.float_sort(t.width)
                  : reps_.contents_are_bv(a) ? b::bv(t.width)
                                             : b::integer();
  return b::map(reps_.offsets_are_bv(a) ? b::bv(k_.pointer_bits) : b::integer(), value);
}

b::Expr Encoder::advanced(cfg::VarId v, b::Expr x, b::Expr k, const Expr &step, Thread t, std::optional<Sign> reading) {
  if (reps_.var_is_bv(v))
    return decls_.bv_binary("bvadd", std::move(x), decls_.bv_binary("bvmul", std::move(k), bits(step, t)));
  b::Expr by = integer(step, reading.value_or(reps_.var_sign(v)), t);
  b::Expr product = b::binary("*", k, by);
  const auto is_choice = [](const ExprNode &n) { return n.op == Op::Ite; }; // of numbers, mostly: no help
  if (by->kind != b::Kind::IntLit && !cfg::any_node(step, is_choice))
    products_.push_back({t, {nullptr, step}, {std::move(k), std::move(by)}, product});
  return b::binary("+", std::move(x), std::move(product));
}

b::Expr Encoder::within_band(const cfg::Recurrence &r, b::Expr x, b::Expr from, b::Expr k) {
  const Sign sign = reps_.var_sign(r.var);
  const auto steps = cfg::band(sign == Sign::Signed ? r.as_signed : r.as_unsigned);
  if (reps_.var_is_bv(r.var) || !steps)
    return b::bool_lit(true);
  relies_on(sign == Sign::Signed ? r.wrap.signed_ok : r.wrap.unsigned_ok, sign);
  auto moved = [&](cfg::Wide step) { return b::binary("+", from, b::binary("*", b::int_lit(step), k)); };
  std::vector<b::Expr> all;
  if (steps->lo != 0)
    all.push_back(b::binary("<=", moved(steps->lo), x));
  if (steps->hi != 0)
    all.push_back(b::binary("<=", x, moved(steps->hi)));
  return b::conj(all);
}

b::Expr Encoder::value(cfg::VarId v, std::uint64_t bits) const {
  const cfg::Type &type = k_.vars[v].type;
  if (type.is_bool())
    return b::bool_lit(bits != 0);
  if (reps_.var_is_bv(v))
    return b::bv_lit(type.width, bits);
  Expr c = cfg::constant(type, bits);
  return reps_.var_sign(v) == Sign::Signed ? b::int_lit(cfg::signed_value(*c)) : b::int_lit(cfg::Wide(c->value));
}

b::Expr Encoder::power_of_two(unsigned exponent) const { return b::int_lit(cfg::Wide::power_of_two(exponent)); }

b::Expr Encoder::less_or_equal(cfg::VarId v, Sign sign, b::Expr x, b::Expr y) {
  if (reps_.var_is_bv(v))
    return decls_.bv_compare(sign == Sign::Signed ? "bvsle" : "bvule", std::move(x), std::move(y));
  LOCKSTEP_INVARIANT(sign == reps_.var_sign(v), "integers are compared as they are read");
  return b::binary("<=", std::move(x), std::move(y));
}

// --- Booleans ---------------------------------------------------------------------------------------------

b::Expr Encoder::boolean(const Expr &e, Thread t) {
  LOCKSTEP_INVARIANT(e->type.is_bool(), "a condition is Boolean");
  const auto &a = e->args;
  switch (e->op) {
  case Op::Const: return b::bool_lit(e->value != 0);
  case Op::Var: return var(e->var, t);
  case Op::Not: return b::not_(boolean(a[0], t));
  case Op::And: return b::conj({boolean(a[0], t), boolean(a[1], t)});
  case Op::Or: return b::disj({boolean(a[0], t), boolean(a[1], t)});
  case Op::Implies: return b::implies(boolean(a[0], t), boolean(a[1], t));
  case Op::Ite: return b::ite(boolean(a[0], t), boolean(a[1], t), boolean(a[2], t));
  case OPS_EQUALITY:
  case OPS_ORDER: return compare(e, t);
  case OPS_FLOAT_TEST:
  case OPS_OPAQUE: {
    if (cfg::is_call_of(*e, cfg::other_name))
      return boolean(a[0], other(t));
    if (cfg::is_call_of(*e, cfg::enabled_name)) {
      LOCKSTEP_INVARIANT(enabled_ != nullptr, "who is enabled is known where it is asked");
      return enabled_(t);
    }
    LOCKSTEP_INVARIANT(!cfg::is_call_of(*e, cfg::everyone_name), "it stands around a condition");
    if (b::Expr cell = known_cell(e, t))
      return cell;
    std::vector<b::Expr> args;
    for (const Expr &x : a)
      args.push_back(e->op == Op::Read ? offset(e->array, x, t) : argument(*e, x, t));
    std::string name(e->op == Op::Call   ? "call." + e->name
                     : e->op == Op::Read ? names::array(k_, e->array)
                                         : std::string(cfg::op_info(e->op).text));
    return decls_.uninterpreted(name, b::boolean(), std::move(args));
  }
  case OPS_LAUNCH:
  case OPS_NUMBER:
  case OPS_CAST:
  case OPS_FLOAT_RESULT:
  case OPS_FLOAT_TO_INT:
  case Op::BitCast: break;
  }
  LOCKSTEP_UNREACHABLE("every Boolean operation is encoded");
}

b::Expr Encoder::compare(const Expr &e, Thread t) {
  const Expr &x = e->args[0], &y = e->args[1];
  bool equality = e->op == Op::Eq || e->op == Op::Ne;
  if (equality && !x->type.is_int()) {
    b::Expr same = b::eq(any(x, t), any(y, t));
    return e->op == Op::Eq ? same : b::not_(same);
  }
  bool is_signed = e->op == Op::Slt || e->op == Op::Sle;
  if (reps_.is_bv(x) || reps_.is_bv(y)) {
    b::Expr p = bits(x, t), q = bits(y, t);
    if (equality)
      return e->op == Op::Eq ? b::eq(p, q) : b::not_(b::eq(p, q));
    bool strict = e->op == Op::Slt || e->op == Op::Ult;
    return decls_.bv_compare(std::string("bv") + (is_signed ? "s" : "u") + (strict ? "lt" : "le"), p, q);
  }
  Sign sign = is_signed ? Sign::Signed : Sign::Unsigned;
  if (equality) {
    auto wants_unsigned = [&](const Expr &s) { return s->op == Op::Var && reps_.var_sign(s->var) == Sign::Unsigned; };
    sign = wants_unsigned(x) || wants_unsigned(y) ? Sign::Unsigned : Sign::Signed;
  }
  b::Expr p = integer(x, sign, t), q = integer(y, sign, t);
  if (equality)
    return e->op == Op::Eq ? b::eq(p, q) : b::not_(b::eq(p, q));
  return b::binary(e->op == Op::Ult || e->op == Op::Slt ? "<" : "<=", p, q);
}

// --- floats -----------------------------------------------------------------------------------------------

b::Expr Encoder::opaque(const Expr &e, Thread t) {
  b::Type sort = decls_.float_sort(e->type.width);
  if (e->op == Op::Var)
    return var(e->var, t);
  if (e->op == Op::Const)
    return decls_.constant("float" + std::to_string(e->type.width) + "$" + std::to_string(e->value), sort);
  if (e->op == Op::Ite)
    return b::ite(boolean(e->args[0], t), opaque(e->args[1], t), opaque(e->args[2], t));
  if (cfg::is_call_of(*e, cfg::other_name))
    return opaque(e->args[0], other(t));
  if (b::Expr cell = known_cell(e, t))
    return cell;
  std::vector<b::Expr> args;
  for (const Expr &x : e->args)
    args.push_back(e->op == Op::Read ? offset(e->array, x, t) : argument(*e, x, t));
  std::string name(e->op == Op::Call   ? "call." + e->name
                   : e->op == Op::Read ? names::array(k_, e->array)
                                       : std::string(cfg::op_info(e->op).text));
  return decls_.uninterpreted(name, sort, std::move(args));
}

} // namespace lockstep::emit
