// Watched places and values: see watched.h.
#include "emit/watchdog/watched.h"

namespace lockstep::emit::watchdog {

namespace b = boogie;

namespace {

// Ids and constants fit any representation.
bool flexible(const cfg::Expr &e) {
  return e->type.is_int() && e->args.empty() && e->op != cfg::Op::Var && e->op != cfg::Op::Call;
}

// What the logged writes of an array write.
struct WrittenValues {
  void add(const lk::Log &l, Encoder &encoder) {
    alike = alike && !l.values.empty() && (!per_value || *per_value == l.per_value);
    per_value = l.per_value;
    for (const cfg::Expr &v : l.values)
      if (flexible(v)) {
        numbers = true;
      } else {
        b::Type t = encoder.stored(v, Thread::First)->type;
        alike = alike && (!type || *type == t);
        type = t;
      }
  }
  // Is one watched value enough for all of them?
  bool comparable() const {
    return alike && (!numbers || !type || type->kind == b::TypeKind::Int || type->kind == b::TypeKind::Bv);
  }

  bool alike = true;                 // of one type and length
  std::optional<unsigned> per_value; // granules
  std::optional<b::Type> type;
  bool numbers = false; // some that fit any representation of numbers
};

} // namespace

cfg::AccessKind kind_of(const Context &c, const lk::Log &l) {
  return cfg::between(l.kind, c.options.pair != Pair::DifferentGroups);
}

b::Expr length_literal(const b::Type &offsets, std::uint64_t v) {
  return offsets.kind == b::TypeKind::Int ? b::int_lit(static_cast<std::int64_t>(v)) : b::bv_lit(offsets.width, v);
}

Watched::Watched(Context &c) : c_(c) {
  std::map<cfg::ArrayId, WrittenValues> written;
  for (const lk::Lockstep::Block &block : c.p.blocks)
    for (const lk::Lockstep::Stmt &s : block.stmts)
      if (auto *l = std::get_if<lk::Log>(&s.node);
          l && c.question.sites.count(l->site) && kind_of(c, *l) == cfg::AccessKind::Write)
        written[l->array].add(*l, c.encoder);
  for (const auto &[array, values] : written)
    if (values.comparable())
      value_types_[array] = values.type.value_or(b::integer());
}

b::Expr Watched::place(cfg::ArrayId a) const {
  return c_.decls.constant(names::watched(c_.k, a), c_.encoder.forms.offset_type(a));
}

b::Expr Watched::in_range(cfg::ArrayId a, const b::Expr &lo, std::uint64_t length) const {
  b::Expr w = place(a);
  if (length == 1)
    return b::eq(lo, w);
  if (lo->type.kind == b::TypeKind::Int)
    return b::conj({b::binary("<=", lo, w), b::binary("<", w, c_.decls.moved(lo, static_cast<std::int64_t>(length)))});
  return c_.decls.bv_compare("bvult", c_.decls.bv_binary("bvsub", w, lo), length_literal(lo->type, length));
}

b::Expr Watched::touched(const lk::Log &l, Thread t, const b::Expr &guard) const {
  b::Expr lo = c_.encoder.offset(l.array, l.lo, t);
  auto by_value = value_types_.find(l.array);
  if (kind_of(c_, l) != cfg::AccessKind::Write || by_value == value_types_.end())
    return b::conj({guard, in_range(l.array, lo, l.granules)});
  const b::Type &type = by_value->second;
  const std::string name = names::watched_value(c_.k, l.array, b::print(type)); // questions may hold values differently
  const b::Expr value = c_.decls.constant(name, type);
  std::vector<b::Expr> ways;
  for (std::size_t i = 0; i < l.values.size(); ++i) {
    b::Expr stored = flexible(l.values[i]) && type.kind == b::TypeKind::Bv ? c_.encoder.bits(l.values[i], t)
                                                                           : c_.encoder.stored(l.values[i], t);
    b::Expr from = c_.decls.moved(lo, static_cast<std::int64_t>(i * l.per_value));
    std::vector<b::Expr> same{b::eq(stored, value)};
    if (l.per_value > 1) // parts of values are the same only if they are the same part
      same.push_back(
          b::eq(c_.decls.constant(names::watched_base(c_.k, l.array), c_.encoder.forms.offset_type(l.array)), from));
    b::Expr matches = b::conj(same);
    ways.push_back(b::conj({in_range(l.array, from, l.per_value), t == Thread::First ? matches : b::not_(matches)}));
  }
  return b::conj({guard, b::disj(ways)});
}

} // namespace lockstep::emit::watchdog
