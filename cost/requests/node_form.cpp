// Forms of leaves and of arithmetic (lane_form.h).
#include "cfg/ir/evaluate.h"
#include "cfg/ir/op_groups.h"
#include "cost/requests/form_arithmetic.h"
#include "cost/requests/point_forms.h"
#include "support/invariant.h"

#include <algorithm>
#include <utility>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;
using cfg::Op;

// A shift, a quotient and the like by a number that the variables' values give; null: it is none.
Expr with_known_operand(PointForms &at, const Expr &e) {
  switch (e->op) {
  case Op::Shl:
  case OPS_RIGHT_SHIFT:
  case OPS_DIVISION:
  case Op::BitAnd: break;
  case OPS_LEAF:
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::BitOr:
  case Op::BitXor:
  case OPS_MIN_MAX:
  case OPS_CAST:
  case OPS_TRUTH:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: return nullptr;
  }
  if (!at.has_values() || cfg::is_const(e->args[1]))
    return nullptr;
  const auto by = at.bits(e->args[1]);
  if (!by || by->empty() || std::adjacent_find(by->begin(), by->end(), std::not_equal_to<>()) != by->end())
    return nullptr;
  return cfg::binary(e->op, e->args[0], cfg::constant(e->args[1]->type, by->front()), e->nsw, e->nuw);
}

std::optional<LaneForm> variable(PointForms &at, const Expr &e) {
  if (const auto known = at.value_of(e->var))
    return LaneForm{std::vector<Number>(at.lanes(), cfg::to_signed(*known, e->type.width)), {}};
  for (const cfg::Fact &f : at.point.facts)
    if (f.kind == cfg::Fact::Equation && f.var == e->var)
      if (auto out = at.read(f.expr); out && (out->concrete() || !at.setting.is_uniform(f.expr) ||
                                              out->terms.size() > 1 || out->terms[0].symbol->op != Op::Read))
        return out;
  return loop_form(at, e);
}

std::optional<LaneForm> sum(PointForms &at, const Expr &e, const Expr &a, const Expr &b, int sign) {
  const auto x = at.read(a), y = at.read(b);
  if (!x || !y)
    return std::nullopt;
  const unsigned width = e->type.width;
  if ((x->narrow(width) && (y->narrow(width) || !alike(*y))) || (y->narrow(width) && !alike(*x)))
    return std::nullopt; // numbers that wrap around at different places
  LaneForm out = added(*x, *y, sign);
  out.shifted = out.narrow(width);
  return at.setting.may_wrap(e) ? wrapped(std::move(out), e) : out;
}

std::optional<LaneForm> product(PointForms &at, const Expr &e, const Expr &a, const Expr &b) {
  auto x = at.read(a), y = at.read(b);
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
      x = form_by_classes(at, cfg::equal(shared, b) ? a : b);
    if (!x)
      return std::nullopt;
    out = LaneForm{std::vector<Number>(at.lanes(), 0), {}};
    const auto add_times = [&](const Expr &by, Number factor) {
      for (std::size_t i = 0; i < at.lanes(); ++i) {
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
  if (out && at.setting.may_wrap(e))
    out = wrapped(*out, e);
  return out;
}

std::optional<LaneForm> quotient(PointForms &at, const Expr &e) {
  const bool shift = e->op == Op::LShr || e->op == Op::AShr;
  if (!cfg::is_const(e->args[1]) || (shift && e->args[1]->value >= e->type.width))
    return std::nullopt;
  const Number by = shift ? Number(1) << e->args[1]->value : cfg::signed_value(*e->args[1]);
  auto x = at.read(e->args[0]);
  if (!x || by <= 0 || x->modulo != LaneForm::exact || x->concrete() ||
      (e->op != Op::AShr && at.setting.may_be_negative(e->args[0])))
    return std::nullopt;
  if (!divides(by, *x)) {
    at.symbols.want(*x, by);
    return std::nullopt;
  }
  for (std::size_t i = 0; i < at.lanes(); ++i) {
    const Number highest = floored(x->highest(i), by);
    x->lanes[i] = floored(x->lanes[i], by);
    if (x->loose())
      x->spread[i] = highest - x->lanes[i];
    for (Term &t : x->terms)
      t.factors[i] /= by;
  }
  return x;
}

std::optional<LaneForm> remainder(PointForms &at, const Expr &e) {
  if (!cfg::is_const(e->args[1]))
    return std::nullopt;
  Number by = cfg::signed_value(*e->args[1]);
  auto x = at.read(e->args[0]);
  if (!x || x->concrete() || by <= 0 || x->loose())
    return std::nullopt;
  if (e->op == Op::BitAnd) {
    by += 1;
    if ((by & (by - 1)) != 0 || (x->modulo < 64 && by > Number(1) << x->modulo))
      return std::nullopt;
  } else if (x->modulo != LaneForm::exact || at.setting.may_be_negative(e->args[0])) {
    return std::nullopt;
  }
  if (!divides(by, *x)) {
    at.symbols.want(*x, by);
    return std::nullopt;
  }
  LaneForm out{std::move(x->lanes), {}};
  for (Number &n : out.lanes)
    n -= floored(n, by) * by;
  return out;
}

std::optional<LaneForm> converted(PointForms &at, const Expr &e) {
  const Expr &a = e->args[0];
  auto x = at.read(a);
  if (!x)
    return std::nullopt;
  if (e->op == Op::Trunc) {
    if (x->shifted && x->narrow(e->type.width))
      return std::nullopt;
    return at.setting.may_wrap(e) ? wrapped(*x, e) : *x;
  }
  if (x->concrete() && x->modulo >= a->type.width)
    return std::nullopt;                                                 // lane by lane
  const bool kept = e->op == Op::Sext || !at.setting.may_be_negative(a); // as a number
  if (kept && (x->modulo == LaneForm::exact || x->narrow(a->type.width)))
    return x;
  if (alike(*x))
    return at.symbols.form(e);
  if (x->narrow(a->type.width))
    return std::nullopt;
  return wrapped(*x, a);
}

} // namespace

std::optional<LaneForm> node_form(PointForms &at, const Expr &e) {
  const auto size = [&](const cfg::Launch::Extent &n) {
    return n ? LaneForm{std::vector<Number>(at.lanes(), cfg::to_signed(*n, e->type.width)), {}} : at.symbols.form(e);
  };
  if (const Expr known = with_known_operand(at, e))
    return at.read(known);
  switch (e->op) {
  case Op::Const: return LaneForm{std::vector<Number>(at.lanes(), cfg::signed_value(*e)), {}};
  case Op::Var: return variable(at, e);
  case Op::LocalId: {
    if (at.setting.warp.in_row && e->value != 0)
      return at.symbols.form(e);
    LaneForm out{std::vector<Number>(at.lanes()), {}};
    for (std::size_t i = 0; i < at.lanes(); ++i)
      out.lanes[i] = cfg::to_signed(at.setting.warp.lanes[i][e->value], e->type.width);
    if (at.setting.warp.step != 0 && at.setting.warp.dimension == e->value) {
      out = added(out, at.symbols.form(at.setting.before, static_cast<Number>(at.setting.warp.step)), 1);
      if (e->type.width < 32)
        out = wrapped(out, e);
    }
    return out;
  }
  case Op::GroupId:
    return at.setting.analyses.launch.num_groups[e->value] == cfg::Launch::Extent(1) ? size(0) : at.symbols.form(e);
  case Op::LocalSize: return size(at.setting.analyses.launch.local_size[e->value]);
  case Op::NumGroups: return size(at.setting.analyses.launch.num_groups[e->value]);
  case Op::GlobalOffset: return size(at.setting.analyses.launch.global_offset[e->value]);
  case Op::Add: return sum(at, e, e->args[0], e->args[1], 1);
  case Op::Sub: return sum(at, e, e->args[0], e->args[1], -1);
  case Op::Mul: return product(at, e, e->args[0], e->args[1]);
  case Op::Shl:
    return cfg::is_const(e->args[1]) && e->args[1]->value < e->type.width - 1
               ? product(at, e, e->args[0], cfg::constant(e->type, std::uint64_t(1) << e->args[1]->value))
               : std::nullopt;
  case Op::UDiv:
  case Op::SDiv:
  case OPS_RIGHT_SHIFT: return quotient(at, e);
  case OPS_REMAINDER:
  case Op::BitAnd: return remainder(at, e);
  case OPS_CAST: return converted(at, e);
  case Op::Ite: {
    if (const Expr arm = at.setting.analyses.ranges.chosen(e))
      return at.read(arm);
    const auto c = at.bits(e->args[0]);
    const auto yes = c ? at.read(e->args[1]) : std::nullopt, no = c ? at.read(e->args[2]) : std::nullopt;
    if (!yes || !no || yes->narrow(e->type.width) || no->narrow(e->type.width))
      return std::nullopt;
    std::vector<Number> one(at.lanes()), other(at.lanes());
    for (std::size_t i = 0; i < at.lanes(); ++i) {
      one[i] = (*c)[i] != 0;
      other[i] = 1 - one[i];
    }
    return added(scaled(*yes, one), scaled(*no, other), 1);
  }
  case Op::BitOr:
  case Op::BitXor:
  case OPS_MIN_MAX:
  case OPS_TRUTH:
  case OPS_FLOAT:
  case OPS_OPAQUE: return std::nullopt;
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

} // namespace lockstep::coalescing
