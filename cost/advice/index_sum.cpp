// See index_sum.h.
#include "cost/advice/index_sum.h"

#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"
#include "cfg/ir/text/shown_name.h"
#include "support/invariant.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;
using cfg::Op;

constexpr unsigned deepest = 40; // definitions in definitions
constexpr std::size_t most_terms = 12;
constexpr Number largest = Number(1) << 62;

const cfg::Type wide = cfg::int_type(64);

bool fits(const Sum &s) {
  return s.terms.size() <= most_terms && -largest < s.constant && s.constant < largest &&
         std::all_of(
             s.terms.begin(), s.terms.end(),
             [](const Sum::Term &t) { return -largest < t.factor && t.factor < largest; });
}

Sum number(Number n) { return {{}, n}; }
Sum of_atom(const Expr &e) { return {{{e, 1}}, 0}; }

std::optional<Sum> product(const Sum &a, const Sum &b) {
  if (!a.terms.empty() && !b.terms.empty() && a.terms.size() * b.terms.size() > most_terms)
    return std::nullopt;
  Sum out = number(a.constant * b.constant);
  out.add({a.terms, 0}, b.constant);
  out.add({b.terms, 0}, a.constant);
  for (const Sum::Term &x : a.terms)
    for (const Sum::Term &y : b.terms) {
      const bool turn = cfg::hash(y.atom) < cfg::hash(x.atom);
      out.add(cfg::binary(Op::Mul, turn ? y.atom : x.atom, turn ? x.atom : y.atom, true), x.factor * y.factor);
    }
  return out;
}

std::string decimal(Number n) { return fmt::format("{}", static_cast<std::int64_t>(n)); }

} // namespace

void Sum::add(const Expr &atom, Number factor) {
  const auto same = std::find_if(terms.begin(), terms.end(), [&](const Term &t) { return cfg::equal(t.atom, atom); });
  if (same == terms.end()) {
    if (factor != 0)
      terms.push_back({atom, factor});
    return;
  }
  same->factor += factor;
  if (same->factor == 0)
    terms.erase(same);
}

void Sum::add(const Sum &other, Number factor) {
  constant += factor * other.constant;
  for (const Term &t : other.terms)
    add(t.atom, factor * t.factor);
}

const Sum::Term *Sum::of(const Expr &atom) const {
  const auto found = std::find_if(terms.begin(), terms.end(), [&](const Term &t) { return cfg::equal(t.atom, atom); });
  return found == terms.end() ? nullptr : &*found;
}

Expr Sum::expr() const {
  Expr out = cfg::constant(wide, static_cast<std::uint64_t>(constant));
  for (const Term &t : terms)
    out = cfg::binary(Op::Add, out,
                      cfg::binary(Op::Mul, t.atom, cfg::constant(wide, static_cast<std::uint64_t>(t.factor)), true),
                      true);
  return out;
}

bool same_terms(const Sum &a, const Sum &b) {
  return a.terms.size() == b.terms.size() && std::all_of(a.terms.begin(), a.terms.end(), [&](const Sum::Term &t) {
           const Sum::Term *other = b.of(t.atom);
           return other != nullptr && other->factor == t.factor;
         });
}

Expr id_atom(Op op, unsigned dimension) { return cfg::leaf(op, dimension, wide); }

void SumReader::stand_at(cfg::BlockId block, std::size_t stmt) {
  if (block == block_ && stmt == stmt_)
    return;
  block_ = block;
  stmt_ = stmt;
  facts_ = facts_reader_.before(block, stmt);
  named_.reset();
}

const std::vector<std::pair<std::string, Sum>> &SumReader::names() {
  if (named_)
    return *named_;
  std::vector<std::pair<std::string, Sum>> out;
  for (const cfg::Fact &f : facts_)
    if (f.kind == cfg::Fact::Equation && !k_.vars[f.var].source_name.empty() && k_.vars[f.var].type.is_int())
      if (auto s = find(f.expr, 0); s && !s->terms.empty())
        out.emplace_back(k_.vars[f.var].source_name, std::move(*s));
  std::stable_sort(out.begin(), out.end(),
                   [](const auto &x, const auto &y) { return x.second.terms.size() > y.second.terms.size(); });
  return *(named_ = std::move(out));
}

std::optional<Sum> SumReader::read(const Expr &e) { return find(e, 0); }

std::optional<Sum> SumReader::find(const Expr &e, unsigned depth) {
  if (depth > deepest || !e->type.is_int())
    return std::nullopt;
  std::optional<Sum> out;
  switch (e->op) {
  case Op::Const: return number(cfg::signed_value(*e));
  case OPS_CAST: return e->args[0]->type.is_int() ? find(e->args[0], depth + 1) : std::nullopt;
  case OPS_LAUNCH: {
    const auto d = e->value;
    const cfg::Launch &l = a_.launch;
    if ((e->op == Op::LocalId && l.local_size[d] == 1) || (e->op == Op::GroupId && l.num_groups[d] == 1))
      return number(0);
    if (e->op == Op::LocalSize && l.local_size[d])
      return number(static_cast<Number>(*l.local_size[d]));
    if (e->op == Op::NumGroups && l.num_groups[d])
      return number(static_cast<Number>(*l.num_groups[d]));
    if (e->op == Op::GlobalOffset)
      return number(static_cast<Number>(l.global_offset[d]));
    return of_atom(id_atom(e->op, static_cast<unsigned>(d)));
  }
  case Op::Var: {
    for (const cfg::Fact &f : facts_)
      if (f.kind == cfg::Fact::Equation && f.var == e->var &&
          !cfg::any_node(f.expr, [](const cfg::ExprNode &n) { return n.op == Op::Read || n.op == Op::Call; }))
        if ((out = find(f.expr, depth + 1)))
          return out;
    return of_atom(cfg::cast(Op::Sext, e, wide));
  }
  case Op::Add:
  case Op::Sub: {
    out = find(e->args[0], depth + 1);
    const auto b = find(e->args[1], depth + 1);
    if (!out || !b)
      return std::nullopt;
    out->add(*b, e->op == Op::Add ? 1 : -1);
    break;
  }
  case Op::Mul: {
    const auto a = find(e->args[0], depth + 1), b = find(e->args[1], depth + 1);
    if (!a || !b)
      return std::nullopt;
    out = product(*a, *b);
    break;
  }
  case Op::Shl: {
    const auto a = find(e->args[0], depth + 1);
    if (!a || !cfg::is_const(e->args[1]) || e->args[1]->value > 30)
      return std::nullopt;
    out = product(*a, number(Number(1) << e->args[1]->value));
    break;
  }
  case OPS_NO_FLAGS:
  case OPS_TRUTH:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: return of_atom(cfg::cast(Op::Sext, e, wide));
  }
  return out && fits(*out) ? out : std::nullopt;
}

std::vector<Expr> SumReader::conditions() const {
  std::vector<Expr> out;
  for (const cfg::Fact &f : facts_)
    if (f.kind == cfg::Fact::Condition)
      out.push_back(f.expr);
  return out;
}

cfg::Bounds SumReader::range(const Sum &s) const {
  cfg::Bounds out{support::Wide(s.constant), support::Wide(s.constant)};
  for (const Sum::Term &t : s.terms) {
    const cfg::Bounds b = a_.ranges.evaluate_before(t.atom, k_, block_, stmt_).as_signed;
    out = cfg::add(out, cfg::multiply(b, {support::Wide(t.factor), support::Wide(t.factor)}));
  }
  return out;
}

Split SumReader::split(const Sum &s, Number pitch) const {
  Split out;
  for (const Sum::Term &t : s.terms)
    t.factor % pitch == 0 ? out.row.add(t.atom, t.factor / pitch) : out.rest.add(t.atom, t.factor);
  out.rest.constant = s.constant;
  if (const auto lo = range(out.rest).lo.exact()) {
    const Number rows = *lo / pitch - (*lo % pitch < 0 ? 1 : 0);
    out.row.constant = rows;
    out.rest.constant -= rows * pitch;
  }
  return out;
}

std::string SumReader::text(const Expr &atom, Language language) {
  const bool cuda = language == Language::Cuda;
  const auto of = [&](const char *cl, const char *cu) {
    return cuda ? fmt::format("{}.{}", cu, "xyz"[atom->value % 3]) : fmt::format("{}({})", cl, atom->value);
  };
  switch (atom->op) {
  case Op::LocalId: return of("get_local_id", "threadIdx");
  case Op::GroupId: return of("get_group_id", "blockIdx");
  case Op::LocalSize: return of("get_local_size", "blockDim");
  case Op::NumGroups: return of("get_num_groups", "gridDim");
  case Op::Var: return cfg::shown_name(k_.vars[atom->var]);
  case Op::Const: return decimal(cfg::signed_value(*atom));
  case OPS_CAST: return text(atom->args[0], language);
  case Op::Mul: {
    const auto part = [&](const Expr &e) {
      for (const auto &[name, sum] : names())
        if (sum.terms.size() == 1 && sum.constant == 0 && sum.terms[0].factor == 1 && cfg::equal(sum.terms[0].atom, e))
          return name;
      return text(e, language);
    };
    return fmt::format("{} * {}", part(atom->args[0]), part(atom->args[1]));
  }
  case OPS_DIVISION:
    return fmt::format("({} {} {})", text(atom->args[0], language),
                       atom->op == Op::UDiv || atom->op == Op::SDiv ? '/' : '%', text(atom->args[1], language));
  case Op::GlobalOffset:
  case Op::Add:
  case Op::Sub:
  case Op::Shl:
  case OPS_RIGHT_SHIFT:
  case OPS_BITWISE:
  case OPS_MIN_MAX:
  case OPS_TRUTH:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: return "...";
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

std::string SumReader::text(const Sum &whole, Language language) {
  Sum left = whole;
  std::vector<std::pair<std::string, Number>> words;
  for (const auto &[name, sum] : names())
    if (const Sum::Term *first = left.of(sum.terms[0].atom)) {
      const Number factor = first->factor / sum.terms[0].factor;
      if (first->factor % sum.terms[0].factor != 0 ||
          !std::all_of(sum.terms.begin(), sum.terms.end(), [&](const Sum::Term &t) {
            const Sum::Term *here = left.of(t.atom);
            return here != nullptr && here->factor == factor * t.factor;
          }))
        continue;
      left.add(sum, -factor);
      words.emplace_back(name, factor);
    }
  for (const Sum::Term &t : left.terms)
    words.emplace_back(text(t.atom, language), t.factor);
  std::stable_sort(words.begin(), words.end(), [](const auto &x, const auto &y) { return x.second > y.second; });
  std::string out;
  for (const auto &[word, factor] : words) {
    const Number n = factor < 0 ? -factor : factor;
    out += out.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
    out += n == 1 ? word : fmt::format("{} * {}", word, decimal(n));
  }
  if (left.constant != 0 || out.empty())
    out += out.empty() ? decimal(left.constant)
                       : fmt::format(" {} {}", left.constant < 0 ? '-' : '+',
                                     decimal(left.constant < 0 ? -left.constant : left.constant));
  return out;
}

} // namespace lockstep::coalescing
