// Random kernels whose costs are hard to bound (generator.h): jumps out of loops behind some work, operands that are
// skipped, variables that are halved, multiplied or counted down from any start, guards by equality, strides wider than
// their range.
#include "tests/oracle/generator/generator.h"

namespace lockstep::oracle {

namespace {

constexpr IntType wide[] = {{32, true}, {32, false}, {64, true}, {64, false}};

} // namespace

// One or two accesses, perhaps more.
Body Generator::work(const Context &c) {
  Body out;
  for (std::int64_t i = r_.between(1, 2); i > 0; --i)
    access(c, out);
  if (r_.percent(15))
    for (Stmt &s : statements(c, 1))
      out.push_back(std::move(s));
  return out;
}

// One lane of a warp, or few of them: its id, or its rank, is what others share.
Tree Generator::equality(const Context &c) {
  const IntType t = wide[r_.below(4)];
  Tree u = number(r_.percent(60), t);
  if (r_.percent(35))
    u = binary(r_.percent(50) ? BinaryOp::And : BinaryOp::Rem, u, constant(t, r_.one_of({1, 2, 3, 4})));
  Tree shared =
      c.bounded.empty() || r_.percent(40) ? uniform_leaf(t) : convert(variable(p_, r_.one_of(c.bounded).var), t);
  if (r_.percent(30))
    shared = binary(r_.percent(50) ? BinaryOp::Sub : BinaryOp::Add, shared, constant(t, 1));
  return compare(r_.percent(85) ? CompareOp::Eq : CompareOp::Ne, u, shared);
}

// for (i = 0; i < n; ++i) { ...; if (i == lid) { a[...] = ...; break; } ... }, or return, or goto behind it all.
void Generator::leaving_loop(const Context &c, Body &out) {
  const IntType t = wide[r_.below(4)];
  const int i = fresh_var(t, constant(t, 0));
  const Tree here = variable(p_, i);
  const std::int64_t limit = r_.between(1, 6);
  Stmt loop;
  loop.kind = StmtKind::Loop;
  loop.before = {assign(i, constant(t, 0))};
  loop.condition = compare(CompareOp::Lt, here, r_.percent(60) ? constant(t, limit) : uniform_leaf(t));
  loop.step = {assign(i, binary(BinaryOp::Add, here, constant(t, 1), no_wrap(t)))};
  Context inner = c;
  ++inner.depth;
  ++inner.loops;
  inner.divergent = true;
  inner.bounded.push_back({i, static_cast<unsigned>(limit)});
  const int label = labels_++;
  bool labelled = false;
  const auto jump = [&] {
    Stmt s = when(r_.percent(60) ? equality(inner) : condition(inner, 0), work(inner));
    Stmt leap;
    switch (r_.weighted({6, 2, 3, 2})) {
    case 0: leap.kind = StmtKind::Break; break;
    case 1: leap.kind = StmtKind::Return; break;
    case 2:
      leap.kind = StmtKind::Goto;
      leap.label = label;
      labelled = true;
      break;
    default: leap.kind = StmtKind::Continue; break;
    }
    if (r_.percent(20)) // it stays, perhaps: whoever has come here and whoever has not part in the loop
      s.body.push_back(when(condition(inner, 0), {std::move(leap)}));
    else
      s.body.push_back(std::move(leap));
    loop.body.push_back(std::move(s));
  };
  if (r_.percent(40))
    loop.body = work(inner);
  jump();
  if (r_.percent(50))
    for (Stmt &s : work(inner))
      loop.body.push_back(std::move(s));
  if (r_.percent(25))
    jump();
  if (c.depth < 2 && r_.percent(20))
    leaving_loop(inner, loop.body);
  out.push_back(std::move(loop));
  if (r_.percent(50))
    for (Stmt &s : work(c))
      out.push_back(std::move(s));
  if (labelled) {
    Stmt s;
    s.kind = StmtKind::Label;
    s.label = label;
    out.push_back(std::move(s));
  }
}

// if (a || b) X, if (a && b) X else Y, with something to be done for b.
void Generator::short_circuit(const Context &c, Body &out) {
  Context inner = c;
  ++inner.depth;
  inner.divergent = true;
  const int end = labels_++;
  Stmt leap;
  leap.kind = StmtKind::Goto;
  leap.label = end;
  Stmt second = when(negation(condition(inner, 0)), {leap});
  Stmt first = when(negation(r_.percent(50) ? equality(c) : condition(c, 0)), {});
  if (r_.percent(70))
    first.body = work(inner);
  first.body.push_back(std::move(second));
  out.push_back(std::move(first));
  for (Stmt &s : work(inner))
    out.push_back(std::move(s));
  Stmt label;
  label.kind = StmtKind::Label;
  label.label = end;
  out.push_back(std::move(label));
}

// for (s = start; s > 0; s >>= 1) and its relatives, with a start of any sign, type and size.
void Generator::scaled_loop(const Context &c, Body &out) {
  const IntType t = r_.percent(80) ? wide[r_.below(4)] : index_type();
  const IntType other = r_.percent(60) ? t : wide[r_.below(4)];
  const int s = fresh_var(t, constant(t, 0));
  const Tree here = variable(p_, s);
  Tree start = uniform_leaf(other);
  if (r_.percent(40))
    start = binary(r_.percent(60) ? BinaryOp::Sub : BinaryOp::Add, start,
                   r_.percent(50) ? id(Id::LocalSize, other, 0) : constant(other, r_.between(1, 300)), no_wrap(other));
  Stmt loop;
  loop.kind = StmtKind::Loop;
  loop.before = {assign(s, convert(start, t))};
  const auto some = [&](std::initializer_list<std::int64_t> of) { return constant(t, r_.one_of(of)); };
  switch (r_.weighted({5, 3, 2, 2})) {
  case 0: // down
    loop.condition = r_.percent(70)   ? compare(CompareOp::Lt, some({0, 0, 0, 1, 3, 16}), here)
                     : r_.percent(50) ? compare(CompareOp::Ne, here, constant(t, 0))
                                      : compare(CompareOp::Le, some({1, 1, 2, 5}), here);
    loop.step = {assign(s, r_.percent(50) ? binary(BinaryOp::Shr, here, some({1, 1, 1, 2, 3}))
                                          : binary(BinaryOp::Div, here, some({2, 2, 2, 3, 4, 8})))};
    break;
  case 1: // up
    loop.condition = compare(r_.percent(70) ? CompareOp::Lt : CompareOp::Le, here,
                             r_.percent(50) ? uniform_leaf(t) : constant(t, r_.between(1, 100)));
    loop.step = {assign(s, r_.percent(40) ? binary(BinaryOp::Shl, here, some({1, 1, 2}), no_wrap(t))
                                          : binary(BinaryOp::Mul, here, some({2, 2, 3, 4, 5}), no_wrap(t)))};
    break;
  case 2: { // while (s-- > 0)
    const int before = fresh_var(t, constant(t, 0));
    loop.condition = compare(CompareOp::Lt, constant(t, 0), variable(p_, before));
    const Stmt keep = assign(before, here);
    const Stmt down = assign(s, binary(BinaryOp::Sub, here, constant(t, 1), no_wrap(t)));
    loop.before.push_back(keep);
    loop.before.push_back(down);
    loop.step = {keep, down};
    break;
  }
  default: // while (s >>= 1)
    loop.step = {assign(s, binary(BinaryOp::Shr, here, some({1, 1, 2})))};
    loop.before.push_back(loop.step[0]);
    loop.condition = compare(CompareOp::Ne, here, constant(t, 0));
    break;
  }
  Context inner = c;
  ++inner.depth;
  ++inner.loops;
  loop.body = work(inner);
  if (r_.percent(25))
    loop.body.insert(loop.body.begin(), when(compare(CompareOp::Lt, number(true, t), here), work(inner)));
  out.push_back(std::move(loop));
}

// for (i = lid; i < few; i += L), or one that counts down by more than one.
void Generator::few_rounds(const Context &c, Body &out) {
  const IntType t = wide[r_.below(4)];
  const int i = fresh_var(t, constant(t, 0));
  const Tree here = variable(p_, i);
  Stmt loop;
  loop.kind = StmtKind::Loop;
  loop.before = {assign(i, number(r_.percent(70), t))};
  const bool up = r_.percent(60);
  const Tree by = r_.percent(50) ? id(Id::LocalSize, t, 0) : constant(t, r_.between(1, 5));
  loop.condition = up ? compare(CompareOp::Lt, here, r_.percent(70) ? constant(t, r_.between(0, 6)) : uniform_leaf(t))
                      : compare(CompareOp::Lt, constant(t, r_.between(0, 2)), here);
  loop.step = {assign(i, binary(up ? BinaryOp::Add : BinaryOp::Sub, here, by, no_wrap(t)))};
  Context inner = c;
  ++inner.depth;
  ++inner.loops;
  inner.divergent = true;
  loop.body = work(inner);
  out.push_back(std::move(loop));
}

Program Generator::run_costs() {
  declare();
  if (p_.local_size[1] == 1 && p_.num_groups[1] == 1)
    p_.local_size[0] = static_cast<unsigned>(r_.one_of({3, 4, 4, 4, 6, 8}));
  mischief_ = 0;
  for (int i = 0; i < 2; ++i)
    p_.vars.push_back({wide[r_.below(4)], true, nullptr, "h" + std::to_string(i)});
  new_rules(true, true);
  const Context all;
  for (std::int64_t i = r_.between(1, 2); i > 0; --i) {
    switch (r_.weighted({5, 3, 6, 2, 2})) {
    case 0: leaving_loop(all, p_.body); break;
    case 1: short_circuit(all, p_.body); break;
    case 2: scaled_loop(all, p_.body); break;
    case 3: p_.body.push_back(when(equality(all), work(all))); break;
    default: few_rounds(all, p_.body); break;
    }
    if (r_.percent(30))
      for (Stmt &s : work(all))
        p_.body.push_back(std::move(s));
  }
  return std::move(p_);
}

Program generate_costs(std::uint64_t seed, Form form) {
  return Generator(seed * 2 + (form == Form::Cl ? 1 : 0), form).run_costs();
}

} // namespace lockstep::oracle
