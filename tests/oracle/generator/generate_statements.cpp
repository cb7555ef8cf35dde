// Random statements (generator.h).
#include "tests/oracle/generator/generator.h"

namespace lockstep::oracle {

int Generator::fresh_var(IntType t, Tree initial) {
  Var v;
  v.type = t;
  v.initial = convert(std::move(initial), t);
  v.name = "v" + std::to_string(p_.vars.size());
  p_.vars.push_back(std::move(v));
  return static_cast<int>(p_.vars.size() - 1);
}

Body Generator::statements(const Context &c, int count) {
  Body out;
  for (int i = 0; i < count; ++i)
    statement(c, out);
  return out;
}

void Generator::statement(const Context &c, Body &out) {
  if (statements_left_-- <= 0)
    return;
  const bool deep = c.depth >= 3;
  Context inner = c;
  ++inner.depth;
  Context split = inner;
  split.divergent = true;
  switch (r_.weighted({55, 8, deep ? 0U : 14U, deep ? 0U : 7U, deep ? 0U : 3U, deep ? 0U : 3U, deep ? 0U : 3U, 2, 2,
                       c.divergent ? 1U : 0U})) {
  case 0: access(c, out); return;
  case 1: {
    const int v = r_.one_of(locals_);
    out.push_back(assign(v, value(c, p_.vars[static_cast<std::size_t>(v)].type, 2)));
    return;
  }
  case 2: {
    Stmt s;
    s.kind = StmtKind::If;
    const bool uniform = r_.percent(20);
    if (form_ == Form::Cl || !r_.percent(5))
      s.condition = uniform ? uniform_condition(c) : condition(c, 1);
    s.body = statements(uniform ? inner : split, static_cast<int>(r_.between(1, 3)));
    if (r_.percent(40))
      s.other = statements(uniform ? inner : split, static_cast<int>(r_.between(1, 2)));
    out.push_back(std::move(s));
    return;
  }
  case 3: out.push_back(loop(c, r_.percent(60), false)); return;
  case 4: data_loop(c, out); return;
  case 5: thread_stride_loop(c, out); return;
  case 6: out.push_back(choose(c)); return;
  case 7: jump(c, out); return;
  case 8: {
    Stmt s;
    s.kind = r_.percent(75) ? StmtKind::Assert : StmtKind::Assume;
    if (s.kind == StmtKind::Assert && r_.percent(70)) { // one that holds
      const IntType t = index_type();
      s.condition = compare(CompareOp::Lt, number(true, t), constant(t, threads(true) + r_.between(0, 1)));
    } else {
      s.condition = r_.percent(50) ? uniform_condition(c) : condition(c, 1);
    }
    out.push_back(std::move(s));
    return;
  }
  default:
    if (r_.percent(mischief_ + 2)) {
      Stmt s;
      s.kind = StmtKind::Barrier;
      out.push_back(std::move(s));
    }
  }
}

// for (i = a; i < b; i += s), up, down, doubling or halving; with `phased` the body is made of phases.
Stmt Generator::loop(const Context &c, bool uniform, bool phased) {
  const IntType t = index_type();
  Stmt s;
  s.kind = StmtKind::Loop;
  const int i = fresh_var(t, constant(t, 0));
  const Tree here = variable(p_, i);
  const std::int64_t limit = r_.between(1, 4);
  Context inner = c;
  ++inner.depth;
  ++inner.loops;
  inner.divergent = c.divergent || !uniform;
  const auto bound = [&]() -> Tree {
    if (r_.percent(60))
      return constant(t, limit);
    Tree n = r_.percent(50) || uniform ? uniform_leaf(t) : value(c, t, 1);
    return r_.percent(60) ? binary(BinaryOp::Min, n, constant(t, limit)) : binary(BinaryOp::And, n, constant(t, 3));
  };
  switch (r_.weighted({10, 2, 2, 2, 2})) {
  case 0: { // up
    const std::int64_t first = uniform ? r_.between(0, 1) : 0;
    s.before = {assign(i, uniform || r_.percent(50) ? constant(t, first) : number(true, t))};
    s.condition = compare(r_.percent(85) ? CompareOp::Lt : CompareOp::Ne, here, bound());
    std::int64_t step = r_.percent(75) ? 1 : 2;
    if (s.condition->compare == CompareOp::Ne) { // it must be met
      s.condition = compare(CompareOp::Ne, here, constant(t, 4));
      step = 1;
    }
    s.step = {assign(i, binary(BinaryOp::Add, here, constant(t, step), no_wrap(t)))};
    if (s.condition->compare == CompareOp::Lt && s.condition->args[1]->kind == NodeKind::Const)
      inner.bounded.push_back({i, static_cast<unsigned>(limit)});
    break;
  }
  case 1: // down
    s.before = {assign(i, constant(t, limit - 1))};
    s.condition =
        t.is_signed ? compare(CompareOp::Le, constant(t, 0), here) : compare(CompareOp::Lt, here, constant(t, limit));
    s.step = {assign(i, binary(BinaryOp::Sub, here, constant(t, 1), t.is_signed && no_wrap(t)))};
    inner.bounded.push_back({i, static_cast<unsigned>(limit)});
    break;
  case 2: // doubling
    s.before = {assign(i, constant(t, 1))};
    s.condition = compare(CompareOp::Le, here, constant(t, r_.one_of({1, 2, 4, 7, 8})));
    s.step = {assign(i, r_.percent(50) ? binary(BinaryOp::Shl, here, constant(t, 1), no_wrap(t)) : product(here, 2))};
    break;
  case 3: // halving
    s.before = {assign(i, constant(t, r_.one_of({1, 2, 4, 6, 8})))};
    s.condition = compare(CompareOp::Lt, constant(t, 0), here);
    s.step = {assign(i, r_.percent(60) ? binary(BinaryOp::Shr, here, constant(t, 1))
                                       : binary(BinaryOp::Div, here, constant(t, 2)))};
    break;
  default: // the test comes last
    s.do_while = true;
    s.before = {assign(i, constant(t, 0))};
    s.step = {assign(i, binary(BinaryOp::Add, here, constant(t, 1), no_wrap(t)))};
    s.condition = compare(CompareOp::Lt, here, bound());
    break;
  }
  if (phased)
    phases(inner, static_cast<int>(r_.between(1, 2)), s.body);
  else
    s.body = statements(inner, static_cast<int>(r_.between(1, 3)));
  return s;
}

// A loop whose guard is what a load has brought.
void Generator::data_loop(const Context &c, Body &out) {
  const int array = static_cast<int>(r_.below(p_.arrays.size()));
  const int x = r_.one_of(locals_);
  const IntType t{32, true};
  const int fuel = fresh_var(t, constant(t, 0));
  Stmt first = load(c, array, true);
  first.targets[0] = x;
  out.push_back(first);
  Stmt s;
  s.kind = StmtKind::Loop;
  s.before = {assign(fuel, constant(t, r_.between(1, 3)))};
  const Tree here = variable(p_, x);
  s.condition = both(compare(r_.one_of({CompareOp::Lt, CompareOp::Ne}), constant(here->type, r_.between(0, 2)), here),
                     compare(CompareOp::Lt, constant(t, 0), variable(p_, fuel)));
  s.step = {assign(fuel, binary(BinaryOp::Sub, variable(p_, fuel), constant(t, 1), true))};
  Context inner = c;
  ++inner.depth;
  ++inner.loops;
  inner.divergent = true;
  s.body = statements(inner, static_cast<int>(r_.between(1, 2)));
  Stmt again = load(inner, array, true);
  again.targets[0] = x;
  s.body.push_back(std::move(again));
  out.push_back(std::move(s));
}

// for (i = u; i < N; i += U) over an array: cells of different threads never meet.
void Generator::thread_stride_loop(const Context &c, Body &out) {
  const int array = static_cast<int>(r_.below(p_.arrays.size()));
  const Array &a = p_.arrays[static_cast<std::size_t>(array)];
  const Discipline &d = rules_[static_cast<std::size_t>(array)];
  if (a.space == Space::Private || d.rule != Rule::Own || d.by_group || d.chunk == 1 || d.shuffle != Shuffle::None ||
      !d.interleaved)
    if (!r_.percent(mischief_))
      return access(c, out);
  const bool in_group = a.space == Space::Group;
  const IntType t = index_type();
  const int i = fresh_var(t, constant(t, 0));
  const Tree here = variable(p_, i);
  Stmt s;
  s.kind = StmtKind::Loop;
  s.before = {assign(i, number(in_group, t))};
  s.condition = compare(CompareOp::Lt, here,
                        constant(t, static_cast<std::int64_t>(threads(in_group) * d.chunk) + r_.between(-1, 1)));
  const Tree stride = r_.percent(50) ? constant(t, threads(in_group))
                      : in_group     ? id(Id::LocalSize, t, 0)
                                 : binary(BinaryOp::Mul, id(Id::LocalSize, t, 0), id(Id::NumGroups, t, 0), no_wrap(t));
  s.step = {assign(i, binary(BinaryOp::Add, here, stride, no_wrap(t)))};
  Context inner = c;
  ++inner.depth;
  ++inner.loops;
  inner.divergent = true;
  s.body = statements(inner, static_cast<int>(r_.between(0, 1)));
  Stmt at = r_.percent(50) ? load(inner, array, true) : store(inner, array, true);
  at.index = here;
  at.view = a.element;
  at.targets.resize(std::min<std::size_t>(at.targets.size(), 1));
  at.values.resize(std::min<std::size_t>(at.values.size(), 1));
  s.body.push_back(std::move(at));
  out.push_back(std::move(s));
}

Stmt Generator::choose(const Context &c) {
  Stmt s;
  s.kind = StmtKind::Switch;
  const IntType t = {32, r_.percent(60)};
  s.values = {r_.percent(60) ? number(r_.percent(60), t) : value(c, t, 1)};
  Context inner = c;
  ++inner.depth;
  inner.divergent = true;
  const int cases = static_cast<int>(r_.between(1, 3));
  for (int i = 0; i < cases; ++i)
    s.cases.push_back({i, false, r_.percent(35), statements(inner, static_cast<int>(r_.between(0, 2)))});
  if (r_.percent(60))
    s.cases.insert(s.cases.begin() + static_cast<std::ptrdiff_t>(r_.below(s.cases.size() + 1)),
                   Case{0, true, r_.percent(35), statements(inner, 1)});
  return s;
}

// break, continue, return, and goto: out of nested ifs, or back.
void Generator::jump(const Context &c, Body &out) {
  Stmt s;
  s.kind = StmtKind::If;
  s.condition = condition(c, 0);
  Stmt leap;
  Context inner = c;
  ++inner.depth;
  inner.divergent = true;
  switch (
      r_.weighted({c.loops > 0 ? 3U : 0U, c.loops > 0 ? 3U : 0U, mischief_ > 0 ? 1U : 0U, 3, c.loops == 0 ? 1U : 0U})) {
  case 0: leap.kind = StmtKind::Break; break;
  case 1: leap.kind = StmtKind::Continue; break;
  case 2: leap.kind = StmtKind::Return; break;
  case 3: { // forward, over some statements, perhaps from two places
    leap.kind = StmtKind::Goto;
    leap.label = labels_++;
    s.body = statements(inner, static_cast<int>(r_.between(0, 1)));
    s.body.push_back(leap);
    out.push_back(std::move(s));
    for (Stmt &more : statements(inner, static_cast<int>(r_.between(1, 2))))
      out.push_back(std::move(more));
    if (r_.percent(40)) {
      Stmt second;
      second.kind = StmtKind::If;
      second.condition = condition(c, 0);
      Stmt outer;
      outer.kind = StmtKind::If;
      outer.condition = condition(c, 0);
      outer.body = {leap};
      second.body = {outer};
      for (Stmt &more : statements(inner, 1))
        second.body.push_back(std::move(more));
      out.push_back(std::move(second));
    }
    Stmt label;
    label.kind = StmtKind::Label;
    label.label = leap.label;
    out.push_back(std::move(label));
    return;
  }
  default: { // back, while there is fuel
    const IntType t{32, true};
    const int fuel = fresh_var(t, constant(t, r_.between(1, 2)));
    Stmt label;
    label.kind = StmtKind::Label;
    label.label = leap.label = labels_++;
    leap.kind = StmtKind::Goto;
    out.push_back(label);
    for (Stmt &more : statements(inner, static_cast<int>(r_.between(1, 2))))
      out.push_back(std::move(more));
    out.push_back(assign(fuel, binary(BinaryOp::Sub, variable(p_, fuel), constant(t, 1), true)));
    s.condition = both(compare(CompareOp::Le, constant(t, 0), variable(p_, fuel)), s.condition);
    s.body = {leap};
    out.push_back(std::move(s));
    return;
  }
  }
  s.body = statements(inner, static_cast<int>(r_.between(0, 1)));
  s.body.push_back(std::move(leap));
  out.push_back(std::move(s));
}

} // namespace lockstep::oracle
