// What expressions are made of: see leaves.h.
#include "emit/terms/leaves.h"

#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"
#include "cfg/ir/text/print.h"
#include "emit/terms/arithmetic.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <bit>

namespace lockstep::emit {

namespace b = boogie;
using cfg::ExprNode;
using cfg::Op;

namespace {

std::string dimension_name(Op op, unsigned d, Thread t) {
  switch (op) {
  case Op::LocalId: return names::local_id(d, t);
  case Op::GroupId: return names::group_id(d, t);
  case Op::LocalSize: return names::local_size(d);
  case Op::NumGroups: return names::num_groups(d);
  case Op::GlobalOffset: // a number
  case Op::Const:
  case Op::Var:
  case OPS_COMPUTED:
  case OPS_OPAQUE: break;
  }
  LOCKSTEP_UNREACHABLE("a launch quantity with a name");
}

} // namespace

b::Expr LaunchTerms::quantity(const ExprNode &n, Thread t) {
  unsigned d = static_cast<unsigned>(n.value);
  if (n.op == Op::GlobalOffset)
    return b::int_lit(launch_.global_offset[d]);
  if (n.op == Op::LocalSize && launch_.local_size[d])
    return b::int_lit(*launch_.local_size[d]);
  if (n.op == Op::NumGroups && launch_.num_groups[d])
    return b::int_lit(*launch_.num_groups[d]);
  if ((n.op == Op::LocalId && launch_.local_size[d] == 1) || (n.op == Op::GroupId && launch_.num_groups[d] == 1))
    return b::int_lit(0);
  return decls_.constant(dimension_name(n.op, d, t), b::integer());
}

b::Expr LaunchTerms::bits(const ExprNode &n, Thread t) {
  unsigned w = n.type.width;
  b::Expr whole = quantity(n, t);
  if (whole->kind == b::Kind::IntLit)
    return b::bv_lit(w, std::stoull(whole->text));
  unsigned d = static_cast<unsigned>(n.value);
  std::uint64_t size = n.op == Op::LocalId || n.op == Op::LocalSize
                           ? launch_.local_size[d].value_or(launch_.most_local[d])
                           : launch_.num_groups[d].value_or(launch_.most_groups[d]);
  if (n.op == Op::LocalId || n.op == Op::GroupId)
    size -= 1;
  unsigned narrow = std::max(1u, static_cast<unsigned>(std::bit_width(size)));
  b::Expr small = decls_.constant(names::bits_of(whole->text), b::bv(narrow));
  b::Expr sum = b::int_lit(0);
  for (unsigned i = 0; i < narrow; ++i) {
    b::Expr set = b::eq(b::extract(small, i + 1, i), b::bv_lit(1, 1));
    b::Expr term = b::ite(set, b::int_lit(std::int64_t(1) << i), b::int_lit(0));
    sum = i == 0 ? term : b::binary("+", sum, term);
  }
  decls_.axiom(b::eq(whole, sum));
  return narrow > w ? b::extract(small, w, 0) : decls_.bv_extend(false, small, w);
}

b::Expr Variables::read(cfg::VarId v, Thread t) {
  if (!k_.vars[v].param) {
    b::Expr elsewhere = reading_.variable ? reading_.variable(v, t) : nullptr;
    return elsewhere ? elsewhere : b::ident(names::copy(k_, v, t), forms_.type(v));
  }
  b::Expr c = decls_.constant(names::shared(k_, v), forms_.type(v));
  if (c->type.kind == b::TypeKind::Int) {
    const cfg::Bounds all = as_read(v, cfg::full_range(k_.vars[v].type));
    decls_.axiom(b::binary("<=", b::int_lit(all.lo), c));
    decls_.axiom(b::binary("<", c, b::int_lit(all.hi + 1)));
  }
  return c;
}

cfg::Bounds Variables::as_read(cfg::VarId v, const cfg::ExprRange &range) const {
  return reps_.var_sign(v) == Sign::Signed ? range.as_signed : range.as_unsigned;
}

b::Expr Variables::domain(cfg::VarId v, Thread t, const cfg::ExprRange &range) {
  const cfg::Type &type = k_.vars[v].type;
  if (!type.is_int())
    return b::bool_lit(true);
  const cfg::Bounds all = as_read(v, cfg::full_range(type)), r = as_read(v, range);
  const b::Expr x = read(v, t);
  if (!reps_.var_is_bv(v))
    return b::conj({b::binary("<=", b::int_lit(r.lo > all.lo ? r.lo : all.lo), x),
                    b::binary("<=", x, b::int_lit(r.hi < all.hi ? r.hi : all.hi))});
  std::vector<b::Expr> parts;
  auto bound = [&](cfg::Wide value) { return b::bv_lit(type.width, value.bits()); };
  if (r.lo > all.lo)
    parts.push_back(less_or_equal(v, reps_.var_sign(v), bound(r.lo), x));
  if (r.hi < all.hi)
    parts.push_back(less_or_equal(v, reps_.var_sign(v), x, bound(r.hi)));
  return b::conj(parts);
}

b::Expr Variables::constant(cfg::VarId v, std::uint64_t bits) const {
  const cfg::Type &type = k_.vars[v].type;
  if (type.is_bool())
    return b::bool_lit(bits != 0);
  if (reps_.var_is_bv(v))
    return b::bv_lit(type.width, bits);
  const cfg::Expr c = cfg::constant(type, bits);
  return reps_.var_sign(v) == Sign::Signed ? b::int_lit(cfg::signed_value(*c)) : b::int_lit(cfg::Wide(c->value));
}

b::Expr Variables::less_or_equal(cfg::VarId v, Sign sign, b::Expr x, b::Expr y) {
  if (reps_.var_is_bv(v))
    return decls_.bv_compare(sign == Sign::Signed ? "bvsle" : "bvule", std::move(x), std::move(y));
  LOCKSTEP_INVARIANT(sign == reps_.var_sign(v), "integers are compared as they are read");
  return b::binary("<=", std::move(x), std::move(y));
}

b::Expr Variables::content(cfg::ArrayId a, b::Expr at, cfg::VarId dest) {
  const std::string name = forms_.contents(a, forms_.of(dest), k_.vars[dest].type.width);
  return known_content(a, at, dest, decls_.uninterpreted(name, forms_.type(dest), {at}));
}

// at == 0 ? initial[0] : at == 1 ? initial[1] : ... : otherwise, for tables of moderate size.
// Sound because nobody writes the array, and beyond its end the contents stay unknown.
b::Expr Variables::known_content(cfg::ArrayId a, const b::Expr &at, cfg::VarId dest, b::Expr otherwise) const {
  static constexpr std::size_t most = 64; // solvers look through longer ones too slowly
  const cfg::Array &array = k_.arrays[a];
  const cfg::Type &type = k_.vars[dest].type;
  const std::size_t per_value = type.width / (8 * array.granule_bytes);
  if (array.space != cfg::Space::Constant || !type.is_int() || array.initial.size() > most || per_value == 0 ||
      type.width != 8 * array.granule_bytes * per_value)
    return otherwise;
  b::Expr out = support::left_out("encode.known_content") ? constant(dest, 0) : std::move(otherwise);
  for (std::size_t k = array.initial.size() + 1; k-- > per_value;) {
    const std::size_t first = k - per_value;
    std::uint64_t bits = 0;
    for (std::size_t g = 0; g < per_value; ++g)
      bits |= array.initial[first + g] << (8 * array.granule_bytes * g);
    const b::Expr place = at->type.kind == b::TypeKind::Int ? b::int_lit(static_cast<std::int64_t>(first))
                                                            : b::bv_lit(at->type.width, first);
    out = b::ite(b::eq(at, place), constant(dest, bits), std::move(out));
  }
  return out;
}

b::Expr Unknowns::value(const cfg::Expr &e, const b::Type &type, Thread t) {
  std::map<std::string, b::Expr> leaves;
  cfg::for_each_node(e, [&](const ExprNode &n) {
    if (n.op == Op::Var)
      leaves.emplace("v" + std::to_string(n.var), variables_.read(n.var, t));
    else if (n.op >= Op::LocalId && n.op <= Op::GlobalOffset)
      leaves.emplace(std::string(cfg::op_info(n.op).text) + std::to_string(n.value), launch_.quantity(n, t));
  });
  std::vector<b::Expr> args;
  for (auto &[name, leaf] : leaves)
    if (!support::left_out("encode.mixed") || name.front() == 'v')
      args.push_back(std::move(leaf));
  const std::size_t number = numbers_.emplace(cfg::print(e, k_), numbers_.size()).first->second;
  b::Expr value = decls_.uninterpreted("mixed." + std::to_string(number), type, std::move(args));
  return type.kind == b::TypeKind::Int ? reduced(std::move(value), e->type.width, Sign::Signed) : value;
}

} // namespace lockstep::emit
