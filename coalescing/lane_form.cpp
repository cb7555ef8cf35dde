// See lane_form.h.
#include "coalescing/lane_form.h"

#include "cfg/evaluate.h"
#include "support/sound.h"

#include <algorithm>
#include <utility>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;
using cfg::Op;

constexpr unsigned deepest = 40; // expressions in expressions
constexpr Number largest = Number(1) << 100;

bool fits(Number n) { return -largest < n && n < largest; }
bool fits(const LaneForm &f) {
  return std::all_of(f.lanes.begin(), f.lanes.end(), [](Number n) { return fits(n); }) &&
         std::all_of(f.terms.begin(), f.terms.end(), [](const Term &t) {
           return std::all_of(t.factors.begin(), t.factors.end(), [](Number n) { return fits(n); });
         });
}

bool all_equal(const std::vector<Number> &v) {
  return std::adjacent_find(v.begin(), v.end(), std::not_equal_to<>()) == v.end();
}
bool alike(const LaneForm &f) { // the same for all lanes
  return all_equal(f.lanes) &&
         std::all_of(f.terms.begin(), f.terms.end(), [](const Term &t) { return all_equal(t.factors); });
}

void add_term(LaneForm &to, const Expr &symbol, std::size_t lane, Number factor) {
  if (factor == 0)
    return;
  for (Term &t : to.terms)
    if (cfg::equal(t.symbol, symbol)) {
      t.factors[lane] += factor;
      return;
    }
  to.terms.push_back({symbol, std::vector<Number>(to.lanes.size(), 0)});
  to.terms.back().factors[lane] = factor;
}

void drop_nothing(LaneForm &f) {
  std::erase_if(f.terms, [](const Term &t) {
    return std::all_of(t.factors.begin(), t.factors.end(), [](Number n) { return n == 0; });
  });
}

LaneForm added(LaneForm a, const LaneForm &b, Number sign) {
  for (std::size_t i = 0; i < a.lanes.size(); ++i) {
    a.lanes[i] += sign * b.lanes[i];
    for (const Term &t : b.terms)
      add_term(a, t.symbol, i, sign * t.factors[i]);
  }
  a.modulo = std::min(a.modulo, b.modulo);
  drop_nothing(a);
  return a;
}

LaneForm scaled(LaneForm a, const std::vector<Number> &by) {
  for (std::size_t i = 0; i < a.lanes.size(); ++i) {
    a.lanes[i] *= by[i];
    for (Term &t : a.terms)
      t.factors[i] *= by[i];
  }
  drop_nothing(a);
  return a;
}

bool divides(Number d, const LaneForm &f) { // all factors
  return std::all_of(f.terms.begin(), f.terms.end(), [&](const Term &t) {
    return std::all_of(t.factors.begin(), t.factors.end(), [&](Number n) { return n % d == 0; });
  });
}

Number floored(Number a, Number b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

} // namespace

Number common_factor(Number a, Number b) {
  while (b != 0)
    a = std::exchange(b, a % b);
  return a < 0 ? -a : a;
}

std::vector<Warp> warps_of(const cfg::Launch &launch, unsigned lanes) {
  std::uint64_t threads = 1;
  for (const cfg::Launch::Extent &n : launch.local_size) {
    if (!n || *n == 0 || *n > 65536 || threads * *n > 65536)
      return {};
    threads *= *n;
  }
  std::vector<Warp> out;
  for (std::uint64_t t = 0; t < threads; ++t) {
    if (t % lanes == 0)
      out.emplace_back();
    const std::uint64_t nx = *launch.local_size[0], ny = *launch.local_size[1];
    out.back().lanes.push_back({t % nx, t / nx % ny, t / nx / ny});
  }
  return out;
}

FormReader::FormReader(const cfg::Kernel &k, const cfg::Analyses &a, const cfg::Uniformity &uniform,
                       const cfg::UniformityOptions &level, const Warp &warp)
    : k_(k), a_(a), uniform_(uniform), level_(level), warp_(warp), facts_reader_(k, a.facts) {}

void FormReader::stand_at(cfg::BlockId block, std::size_t stmt) {
  block_ = block;
  stmt_ = stmt;
  facts_ = facts_reader_.before(block, stmt);
  assume({});
  moved_.clear();
  for (int l = a_.loops.loop_of[block]; l >= 0; l = a_.loops.loops[static_cast<std::size_t>(l)].parent)
    moved_[static_cast<std::size_t>(l)] =
        cfg::moved_since_head(k_, a_.loops.loops[static_cast<std::size_t>(l)], block, stmt);
}

void FormReader::assume(std::map<cfg::VarId, std::uint64_t> values) {
  values_ = std::move(values);
  forms_.clear();
  bits_.clear();
}

std::vector<Expr> FormReader::conditions() const {
  std::vector<Expr> out;
  for (const cfg::Fact &f : facts_)
    if (f.kind == cfg::Fact::Condition)
      out.push_back(f.expr);
  return out;
}

LaneForm FormReader::symbol(const Expr &e, Number factor) const {
  return {std::vector<Number>(lanes(), 0), {{e, std::vector<Number>(lanes(), factor)}}};
}

// The value that the node's type keeps of the form.
LaneForm FormReader::wrapped(LaneForm f, const Expr &e) const {
  if (!support::left_out("lane_form.wrap"))
    f.modulo = std::min(f.modulo, e->type.width);
  return f;
}

std::optional<LaneForm> FormReader::read(const Expr &e) {
  if (!e->type.is_int() || depth_ >= deepest)
    return std::nullopt;
  if (const auto known = forms_.find(e); known != forms_.end())
    return known->second;
  ++depth_;
  std::optional<LaneForm> out = read_node(e);
  if (!out)
    out = computed(e);
  --depth_;
  if (out && !fits(*out))
    out.reset();
  if (!out && cfg::is_uniform(e, k_, uniform_, level_))
    out = symbol(e);
  forms_[e] = out;
  return out;
}

std::optional<std::vector<std::uint64_t>> FormReader::bits(const Expr &e) {
  if (depth_ >= deepest)
    return std::nullopt;
  if (const auto known = bits_.find(e); known != bits_.end())
    return known->second;
  auto out = find_bits(e);
  bits_[e] = out;
  return out;
}

std::optional<std::vector<std::uint64_t>> FormReader::find_bits(const Expr &e) {
  std::vector<std::uint64_t> out(lanes());
  if (e->type.is_int()) {
    const auto f = read(e);
    if (!f || !f->concrete() || f->modulo < e->type.width)
      return std::nullopt;
    std::transform(f->lanes.begin(), f->lanes.end(), out.begin(),
                   [&](Number n) { return cfg::mask_to_width(static_cast<std::uint64_t>(n), e->type.width); });
    return out;
  }
  if (!e->type.is_bool())
    return std::nullopt;
  if (e->op == Op::Const)
    return std::vector<std::uint64_t>(lanes(), e->value);
  if (e->op == Op::Var) {
    if (const auto known = values_.find(e->var); known != values_.end())
      return std::vector<std::uint64_t>(lanes(), known->second);
    for (const cfg::Fact &f : facts_)
      if (f.kind == cfg::Fact::Equation && f.var == e->var) {
        ++depth_;
        auto defined = bits(f.expr);
        --depth_;
        if (defined)
          return defined;
      }
    return std::nullopt;
  }
  if (e->args.empty() || e->op == Op::Call || e->op == Op::Read)
    return std::nullopt;
  ++depth_;
  std::vector<std::optional<std::vector<std::uint64_t>>> args;
  for (const Expr &a : e->args)
    args.push_back(bits(a));
  std::optional<LaneForm> difference; // of what both sides share nothing is left
  const bool compares = e->op == Op::Slt || e->op == Op::Sle || e->op == Op::Eq || e->op == Op::Ne;
  if (compares && e->args[0]->type.is_int() && (!args[0] || !args[1]))
    if (const auto a = read(e->args[0]), b = read(e->args[1]); a && b)
      difference = added(*a, *b, -1);
  --depth_;
  if (difference && difference->concrete() && difference->modulo == LaneForm::exact) {
    std::transform(difference->lanes.begin(), difference->lanes.end(), out.begin(), [&](Number n) {
      return e->op == Op::Slt ? n < 0 : e->op == Op::Sle ? n <= 0 : (n == 0) == (e->op == Op::Eq);
    });
    return out;
  }
  for (std::size_t i = 0; i < lanes(); ++i) {
    const auto is = [&](std::size_t arg, std::uint64_t value) { return args[arg] && (*args[arg])[i] == value; };
    if ((e->op == Op::And && (is(0, 0) || is(1, 0)))) {
      out[i] = 0;
      continue;
    }
    if (e->op == Op::Or && (is(0, 1) || is(1, 1))) {
      out[i] = 1;
      continue;
    }
    std::vector<std::uint64_t> values;
    for (const auto &a : args) {
      if (!a)
        return std::nullopt;
      values.push_back((*a)[i]);
    }
    const auto value = cfg::defined_value(*e, values);
    if (!value)
      return std::nullopt;
    out[i] = *value;
  }
  return out;
}

std::optional<LaneForm> FormReader::computed(const Expr &e) {
  if (e->args.empty() || e->op == Op::Call || e->op == Op::Read)
    return std::nullopt;
  std::vector<std::vector<std::uint64_t>> args;
  for (const Expr &a : e->args) {
    auto known = bits(a);
    if (!known)
      return std::nullopt;
    args.push_back(std::move(*known));
  }
  LaneForm out{std::vector<Number>(lanes(), 0), {}};
  for (std::size_t i = 0; i < lanes(); ++i) {
    std::vector<std::uint64_t> values;
    for (const auto &a : args)
      values.push_back(a[i]);
    const auto value = cfg::defined_value(*e, values);
    if (!value)
      return std::nullopt;
    out.lanes[i] = cfg::to_signed(*value, e->type.width);
  }
  return out;
}

std::optional<LaneForm> FormReader::read_node(const Expr &e) {
  const auto size = [&](const cfg::Launch::Extent &n) {
    return n ? LaneForm{std::vector<Number>(lanes(), static_cast<Number>(*n)), {}} : symbol(e);
  };
  switch (e->op) {
  case Op::Const: return LaneForm{std::vector<Number>(lanes(), cfg::signed_value(*e)), {}};
  case Op::Var: return variable(e);
  case Op::LocalId: {
    LaneForm out{std::vector<Number>(lanes()), {}};
    for (std::size_t i = 0; i < lanes(); ++i)
      out.lanes[i] = cfg::to_signed(warp_.lanes[i][e->value], e->type.width);
    return out;
  }
  case Op::GroupId: return a_.launch.num_groups[e->value] == cfg::Launch::Extent(1) ? size(0) : symbol(e);
  case Op::LocalSize: return wrapped(size(a_.launch.local_size[e->value]), e);
  case Op::NumGroups: return wrapped(size(a_.launch.num_groups[e->value]), e);
  case Op::GlobalOffset: return wrapped(size(a_.launch.global_offset[e->value]), e);
  case Op::Add: return sum(e, e->args[0], e->args[1], 1);
  case Op::Sub: return sum(e, e->args[0], e->args[1], -1);
  case Op::Mul: return product(e, e->args[0], e->args[1]);
  case Op::Shl:
    return cfg::is_const(e->args[1]) && e->args[1]->value < e->type.width - 1
               ? product(e, e->args[0], cfg::constant(e->type, std::uint64_t(1) << e->args[1]->value))
               : std::nullopt;
  case Op::UDiv:
  case Op::SDiv:
  case Op::LShr:
  case Op::AShr: return quotient(e);
  case Op::URem:
  case Op::SRem:
  case Op::BitAnd: return remainder(e);
  case Op::Zext:
  case Op::Sext:
  case Op::Trunc: return converted(e);
  case Op::Ite: {
    if (const Expr arm = a_.ranges.chosen(e))
      return read(arm);
    const auto c = bits(e->args[0]);
    const auto yes = c ? read(e->args[1]) : std::nullopt, no = c ? read(e->args[2]) : std::nullopt;
    if (!yes || !no)
      return std::nullopt;
    std::vector<Number> one(lanes()), other(lanes());
    for (std::size_t i = 0; i < lanes(); ++i) {
      one[i] = (*c)[i] != 0;
      other[i] = 1 - one[i];
    }
    return added(scaled(*yes, one), scaled(*no, other), 1);
  }
  default: return std::nullopt;
  }
}

std::optional<LaneForm> FormReader::variable(const Expr &e) {
  if (const auto known = values_.find(e->var); known != values_.end())
    return LaneForm{std::vector<Number>(lanes(), cfg::to_signed(known->second, e->type.width)), {}};
  for (const cfg::Fact &f : facts_)
    if (f.kind == cfg::Fact::Equation && f.var == e->var)
      if (auto out = read(f.expr); out && (out->concrete() || !cfg::is_uniform(f.expr, k_, uniform_, level_) ||
                                           out->terms.size() > 1 || out->terms[0].symbol->op != Op::Read))
        return out;
  return round(e);
}

// v@k == init + k * step, and k is the same for all lanes of a request.
std::optional<LaneForm> FormReader::round(const Expr &e) {
  for (int l = a_.loops.loop_of[block_]; l >= 0; l = a_.loops.loops[static_cast<std::size_t>(l)].parent) {
    const auto loop = static_cast<std::size_t>(l);
    const cfg::Recurrence *r = a_.induction.linear(loop, e->var);
    const auto moved = moved_.at(loop).find(e->var);
    if (!r || !r->init || moved == moved_.at(loop).end())
      continue;
    auto out = read(r->init);
    const auto step = read(r->step);
    if (!out || !step || !alike(*step))
      return std::nullopt;
    const Expr number = cfg::constant(cfg::int_type(32), loop);
    if (step->concrete()) {
      out = added(*out, symbol(cfg::call("visit", cfg::int_type(64), {number}), step->lanes.front()), 1);
    } else {
      Number common = step->lanes.front();
      for (const Term &t : step->terms)
        common = common_factor(common, t.factors.front());
      out = added(*out, symbol(cfg::call("visit", cfg::int_type(64), {number, r->step}), common), 1);
    }
    for (Number &n : out->lanes)
      n += moved->second;
    if (r->wrap.signed_ok == cfg::NoWrap::MayWrap || moved->second != 0)
      out = wrapped(*out, e);
    return out;
  }
  return std::nullopt;
}

std::optional<LaneForm> FormReader::sum(const Expr &e, const Expr &a, const Expr &b, int sign) {
  const auto x = read(a), y = read(b);
  if (!x || !y)
    return std::nullopt;
  LaneForm out = added(*x, *y, sign);
  return a_.ranges.wrap_of(e).signed_ok == cfg::NoWrap::MayWrap ? wrapped(std::move(out), e) : out;
}

std::optional<LaneForm> FormReader::product(const Expr &e, const Expr &a, const Expr &b) {
  auto x = read(a), y = read(b);
  if (!x || !y)
    return std::nullopt;
  Expr shared = b;
  if (x->concrete() || (alike(*x) && !y->concrete() && !alike(*y))) {
    std::swap(x, y);
    shared = a;
  }
  std::optional<LaneForm> out;
  if (y->concrete()) {
    out = scaled(*x, y->lanes);
    out->modulo = std::min(x->modulo, y->modulo);
  } else if (alike(*y)) {
    Number common = y->lanes.front();
    for (const Term &t : y->terms)
      common = common_factor(common, t.factors.front());
    const Expr by = y->terms.size() == 1 && y->lanes.front() == 0 ? y->terms[0].symbol : shared;
    if (!cfg::equal(by, shared) && y->terms[0].factors.front() < 0)
      common = -common;
    const Number factor = cfg::equal(by, shared) ? 1 : common;
    out = LaneForm{std::vector<Number>(lanes(), 0), {}};
    out->modulo = std::min(x->modulo, y->modulo);
    for (std::size_t i = 0; i < lanes(); ++i) {
      add_term(*out, by, i, factor * x->lanes[i]);
      for (const Term &t : x->terms)
        add_term(*out, cfg::call("product", cfg::int_type(64), {t.symbol, by}), i, factor * t.factors[i]);
    }
    drop_nothing(*out);
  }
  if (out && a_.ranges.wrap_of(e).signed_ok == cfg::NoWrap::MayWrap)
    out = wrapped(*out, e);
  return out;
}

std::optional<LaneForm> FormReader::quotient(const Expr &e) {
  const bool shift = e->op == Op::LShr || e->op == Op::AShr;
  if (!cfg::is_const(e->args[1]) || (shift && e->args[1]->value >= e->type.width))
    return std::nullopt;
  const Number by = shift ? Number(1) << e->args[1]->value : cfg::signed_value(*e->args[1]);
  auto x = read(e->args[0]);
  if (!x || by <= 0 || x->modulo != LaneForm::exact || x->concrete() || !divides(by, *x) ||
      (e->op != Op::AShr && a_.ranges.range_of(e->args[0]).as_signed.lo < 0))
    return std::nullopt;
  for (std::size_t i = 0; i < lanes(); ++i) {
    x->lanes[i] = floored(x->lanes[i], by);
    for (Term &t : x->terms)
      t.factors[i] /= by;
  }
  return x;
}

std::optional<LaneForm> FormReader::remainder(const Expr &e) {
  if (!cfg::is_const(e->args[1]))
    return std::nullopt;
  Number by = cfg::signed_value(*e->args[1]);
  auto x = read(e->args[0]);
  if (!x || x->concrete() || by <= 0)
    return std::nullopt;
  if (e->op == Op::BitAnd) {
    by += 1;
    if ((by & (by - 1)) != 0 || (x->modulo < 64 && by > Number(1) << x->modulo))
      return std::nullopt;
  } else if (x->modulo != LaneForm::exact || a_.ranges.range_of(e->args[0]).as_signed.lo < 0) {
    return std::nullopt;
  }
  if (!divides(by, *x))
    return std::nullopt;
  LaneForm out{std::move(x->lanes), {}};
  for (Number &n : out.lanes)
    n -= floored(n, by) * by;
  return out;
}

std::optional<LaneForm> FormReader::converted(const Expr &e) {
  const Expr &a = e->args[0];
  auto x = read(a);
  if (!x)
    return std::nullopt;
  if (e->op == Op::Trunc)
    return wrapped(*x, e);
  if (x->concrete() && x->modulo >= a->type.width)
    return std::nullopt; // lane by lane
  if (x->modulo == LaneForm::exact && (e->op == Op::Sext || a_.ranges.range_of(a).as_signed.lo >= 0))
    return x;
  return wrapped(*x, a);
}

std::vector<LaneGroup> groups_of(const LaneForm &f, const std::vector<bool> &of_interest) {
  std::map<std::vector<Number>, LaneGroup> by_factors;
  for (std::size_t i = 0; i < f.lanes.size(); ++i) {
    if (!of_interest[i])
      continue;
    std::vector<Number> factors;
    Number step = 0;
    for (const Term &t : f.terms) {
      factors.push_back(t.factors[i]);
      step = common_factor(step, t.factors[i] < 0 ? -t.factors[i] : t.factors[i]);
    }
    LaneGroup &g = by_factors[factors];
    g.lanes.push_back(i);
    g.step = step;
  }
  std::vector<LaneGroup> out;
  for (auto &[factors, g] : by_factors)
    out.push_back(std::move(g));
  return out;
}

} // namespace lockstep::coalescing
