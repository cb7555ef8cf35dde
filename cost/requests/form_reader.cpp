// Expressions to forms (lane_form.h).
#include "cfg/ir/evaluate.h"
#include "cost/requests/form_arithmetic.h"
#include "support/sound.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace lockstep::coalescing {

namespace {

using cfg::BlockId;
using cfg::Expr;
using cfg::Op;

// A shift, a quotient and the like by a number that the variables' values give; null: it is none.
Expr with_known_operand(const Expr &e, const std::map<cfg::VarId, std::uint64_t> &values,
                        const std::function<std::optional<std::vector<std::uint64_t>>(const Expr &)> &bits) {
  switch (e->op) {
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
  case Op::BitAnd: break;
  default: return nullptr;
  }
  if (values.empty() || cfg::is_const(e->args[1]))
    return nullptr;
  const auto by = bits(e->args[1]);
  if (!by || by->empty() || std::adjacent_find(by->begin(), by->end(), std::not_equal_to<>()) != by->end())
    return nullptr;
  return cfg::binary(e->op, e->args[0], cfg::constant(e->args[1]->type, by->front()), e->nsw, e->nuw);
}

} // namespace

FormReader::FormReader(const cfg::Kernel &k, const cfg::Analyses &a, const cfg::Uniformity &uniform,
                       const cfg::UniformityOptions &level, const Warp &warp,
                       const std::vector<std::vector<BlockId>> &deciders)
    : k_(k), a_(a), uniform_(uniform), level_(level), warp_(warp), deciders_(deciders) {}

Groundwork::Groundwork(const cfg::Kernel &k, const cfg::Analyses &a)
    : facts(k, a.facts), dominators(cfg::dominators(k)), defined(k.vars.size()) {
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::size_t i = 0; i < k.blocks[b].stmts.size(); ++i)
      for (cfg::VarId v : cfg::defined_vars(k.blocks[b].stmts[i]))
        defined[v].push_back({b, i});
}

Point::Point(const cfg::Kernel &k, const cfg::Analyses &a, BlockId b, std::size_t s, Groundwork &groundwork)
    : block(b), stmt(s), work(groundwork), facts(groundwork.facts.before(b, s)), k_(k), a_(a) {
  for (int l = a.loops.loop_of[b]; l >= 0; l = a.loops.loops[static_cast<std::size_t>(l)].parent) {
    const auto loop = static_cast<std::size_t>(l);
    moved[loop] = groundwork.moved.try_emplace(loop, k, a.loops.loops[loop]).first->second.before(b, s);
  }
}

const cfg::Bounds &Point::range(const Expr &e) {
  auto known = ranges_.find(e);
  if (known == ranges_.end())
    known = ranges_.emplace(e, a_.ranges.evaluate_before(e, k_, block, stmt).as_signed).first;
  return known->second;
}

void FormReader::stand_at(BlockId block, std::size_t stmt) {
  if (!work_)
    work_.emplace(k_, a_);
  stand_at(std::make_shared<Point>(k_, a_, block, stmt, *work_));
}

void FormReader::stand_at(std::shared_ptr<Point> point) {
  point_ = std::move(point);
  assume({});
}

void FormReader::assume(std::map<cfg::VarId, std::uint64_t> values) {
  values_ = std::move(values);
  split({});
}

void FormReader::split(std::vector<Rest> rests) {
  rests_ = std::move(rests);
  wanted_.reset();
  forms_.clear();
  bits_.clear();
  holds_.clear();
}

std::vector<FormReader::Rest> FormReader::multiples_of(unsigned dimension, Number modulo) {
  std::vector<Rest> out;
  for (const unsigned width : {16U, 32U, 64U})
    out.push_back({cfg::leaf(Op::LocalSize, dimension, cfg::int_type(width)), modulo, 0});
  return out;
}

const std::vector<Expr> &FormReader::conditions() const {
  if (!point_->parting) {
    point_->parting.emplace();
    for (const cfg::Fact &f : point_->facts)
      if (f.kind == cfg::Fact::Condition && !cfg::is_uniform(f.expr, k_, uniform_, level_))
        point_->parting->push_back(f.expr);
  }
  return *point_->parting;
}

LaneForm FormReader::symbol(const Expr &e, Number factor) const {
  for (const Rest &r : rests_)
    if (cfg::equal(r.symbol, e)) {
      LaneForm out = symbol(cfg::call(multiple_of, cfg::int_type(64), {e}), factor * r.modulo);
      for (Number &n : out.lanes)
        n += factor * r.rest;
      return out;
    }
  return {std::vector<Number>(lanes(), 0), {{e, std::vector<Number>(lanes(), factor)}}};
}

// The rests by `modulo` are of interest.
void FormReader::want(const LaneForm &f, Number modulo) {
  for (const Term &t : f.terms) {
    Number common = 0;
    for (Number n : t.factors)
      common = common_factor(common, n);
    if (common % modulo != 0 && !wanted_)
      wanted_ = Rest{t.symbol, modulo / common_factor(common, modulo), 0};
  }
}

// The value that the node's type keeps of the form.
LaneForm FormReader::wrapped(LaneForm f, const Expr &e) const {
  if (support::left_out("lane_form.wrap"))
    return f;
  f.shifted = f.shifted && f.modulo < e->type.width;
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
  if (!out) {
    ++depth_;
    out = loose(e);
    --depth_;
    if (out && !fits(*out))
      out.reset();
  }
  forms_[e] = out;
  return out;
}

std::optional<LaneForm> FormReader::read_node(const Expr &e) {
  const auto size = [&](const cfg::Launch::Extent &n) {
    return n ? LaneForm{std::vector<Number>(lanes(), cfg::to_signed(*n, e->type.width)), {}} : symbol(e);
  };
  if (const Expr known = with_known_operand(e, values_, [&](const Expr &part) { return bits(part); }))
    return read(known);
  switch (e->op) {
  case Op::Const: return LaneForm{std::vector<Number>(lanes(), cfg::signed_value(*e)), {}};
  case Op::Var: return variable(e);
  case Op::LocalId: {
    if (warp_.in_row && e->value != 0)
      return symbol(e);
    LaneForm out{std::vector<Number>(lanes()), {}};
    for (std::size_t i = 0; i < lanes(); ++i)
      out.lanes[i] = cfg::to_signed(warp_.lanes[i][e->value], e->type.width);
    if (warp_.step != 0 && warp_.dimension == e->value) {
      out = added(out, symbol(before_, static_cast<Number>(warp_.step)), 1);
      if (e->type.width < 32)
        out = wrapped(out, e);
    }
    return out;
  }
  case Op::GroupId: return a_.launch.num_groups[e->value] == cfg::Launch::Extent(1) ? size(0) : symbol(e);
  case Op::LocalSize: return size(a_.launch.local_size[e->value]);
  case Op::NumGroups: return size(a_.launch.num_groups[e->value]);
  case Op::GlobalOffset: return size(a_.launch.global_offset[e->value]);
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
    if (!yes || !no || yes->narrow(e->type.width) || no->narrow(e->type.width))
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
  for (const cfg::Fact &f : point_->facts)
    if (f.kind == cfg::Fact::Equation && f.var == e->var)
      if (auto out = read(f.expr); out && (out->concrete() || !cfg::is_uniform(f.expr, k_, uniform_, level_) ||
                                           out->terms.size() > 1 || out->terms[0].symbol->op != Op::Read))
        return out;
  if (auto out = round(e))
    return out;
  return drift(e);
}

std::optional<LaneForm> FormReader::sum(const Expr &e, const Expr &a, const Expr &b, int sign) {
  const auto x = read(a), y = read(b);
  if (!x || !y)
    return std::nullopt;
  const unsigned width = e->type.width;
  if ((x->narrow(width) && (y->narrow(width) || !alike(*y))) || (y->narrow(width) && !alike(*x)))
    return std::nullopt; // numbers that wrap around at different places
  LaneForm out = added(*x, *y, sign);
  out.shifted = out.narrow(width);
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
  const bool same_factor = y->concrete() && alike(*y);
  if ((x->narrow(e->type.width) && !same_factor && y->concrete()) || y->narrow(e->type.width))
    return std::nullopt;
  if (y->concrete()) {
    out = scaled(*x, y->lanes);
    out->modulo = std::min(x->modulo, y->modulo);
  } else if (alike(*y)) {
    if (x->loose())
      x = by_classes(cfg::equal(shared, b) ? a : b);
    if (!x)
      return std::nullopt;
    out = LaneForm{std::vector<Number>(lanes(), 0), {}};
    const auto add_times = [&](const Expr &by, Number factor) {
      for (std::size_t i = 0; i < lanes(); ++i) {
        add_term(*out, by, i, factor * x->lanes[i]);
        for (const Term &t : x->terms)
          add_term(*out, cfg::call(product_of_symbols, cfg::int_type(64), {t.symbol, by}), i, factor * t.factors[i]);
      }
    };
    Number step = 0; // of what is not known of it
    for (const Term &t : y->terms)
      step = common_factor(step, t.factors.front());
    if (y->terms.size() == 1 && y->lanes.front() == 0) {
      add_times(y->terms[0].symbol, y->terms[0].factors.front());
    } else if (step > 1) { // each by itself, or the step is lost
      out = scaled(*x, y->lanes);
      for (const Term &t : y->terms)
        add_times(t.symbol, t.factors.front());
    } else {
      add_times(shared, 1);
    }
    out->modulo = std::min(x->modulo, y->modulo);
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
  if (!x || by <= 0 || x->modulo != LaneForm::exact || x->concrete() ||
      (e->op != Op::AShr && a_.ranges.range_of(e->args[0]).as_signed.lo < 0))
    return std::nullopt;
  if (!divides(by, *x)) {
    want(*x, by);
    return std::nullopt;
  }
  for (std::size_t i = 0; i < lanes(); ++i) {
    const Number highest = floored(x->highest(i), by);
    x->lanes[i] = floored(x->lanes[i], by);
    if (x->loose())
      x->spread[i] = highest - x->lanes[i];
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
  if (!x || x->concrete() || by <= 0 || x->loose())
    return std::nullopt;
  if (e->op == Op::BitAnd) {
    by += 1;
    if ((by & (by - 1)) != 0 || (x->modulo < 64 && by > Number(1) << x->modulo))
      return std::nullopt;
  } else if (x->modulo != LaneForm::exact || a_.ranges.range_of(e->args[0]).as_signed.lo < 0) {
    return std::nullopt;
  }
  if (!divides(by, *x)) {
    want(*x, by);
    return std::nullopt;
  }
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
  if (e->op == Op::Trunc) {
    if (x->shifted && x->narrow(e->type.width))
      return std::nullopt;
    return a_.ranges.wrap_of(e).signed_ok == cfg::NoWrap::MayWrap ? wrapped(*x, e) : *x;
  }
  if (x->concrete() && x->modulo >= a->type.width)
    return std::nullopt;                                                          // lane by lane
  const bool kept = e->op == Op::Sext || a_.ranges.range_of(a).as_signed.lo >= 0; // as a number
  if (kept && (x->modulo == LaneForm::exact || x->narrow(a->type.width)))
    return x;
  if (alike(*x))
    return symbol(e);
  if (x->narrow(a->type.width))
    return std::nullopt;
  return wrapped(*x, a);
}

} // namespace lockstep::coalescing
