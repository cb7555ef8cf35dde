// Random idioms (generator.h): what programmers write, where verifiers need more than lines and ranges - tickets from
// atomic counters, double buffers, values that all threads load, indices that wrap, variables that change places.
#include "tests/oracle/generator/generator.h"

namespace lockstep::oracle {

int Generator::some_array(bool group_only) {
  std::vector<int> fit;
  for (std::size_t i = 0; i < p_.arrays.size(); ++i)
    if (p_.arrays[i].space == Space::Group || (!group_only && p_.arrays[i].space == Space::Global))
      fit.push_back(static_cast<int>(i));
  return fit.empty() ? -1 : r_.one_of(fit);
}

Stmt Generator::load_of(int array, Tree index, int var) {
  Stmt s;
  s.kind = StmtKind::Load;
  s.array = array;
  s.view = p_.arrays[static_cast<std::size_t>(array)].element;
  s.index = std::move(index);
  s.targets = {var};
  return s;
}

Stmt Generator::store_of(int array, Tree index, Tree value) {
  Stmt s;
  s.kind = StmtKind::Store;
  s.array = array;
  s.view = p_.arrays[static_cast<std::size_t>(array)].element;
  s.index = std::move(index);
  s.values = {std::move(value)};
  return s;
}

Stmt Generator::when(Tree condition, Body body) {
  Stmt s;
  s.kind = StmtKind::If;
  s.condition = std::move(condition);
  s.body = std::move(body);
  return s;
}

// A barrier; now and then none, or one with half its fences.
void Generator::meet(Body &out) {
  if (r_.percent(mischief_ / 2 + 3))
    return;
  Stmt b;
  b.kind = StmtKind::Barrier;
  b.fence_global = !r_.percent(8);
  b.fence_group = !b.fence_global || !r_.percent(8);
  out.push_back(std::move(b));
}

// t = atomic_inc(&n); out[t] = x: every thread has a ticket of its own, unless something else touches the counter.
bool Generator::tickets(const Context &c, Body &out) {
  const int counter = some_array(false), target = some_array(false);
  if (counter < 0)
    return false;
  const Array &a = p_.arrays[static_cast<std::size_t>(counter)];
  if (form_ == Form::Cl && a.element.width != 32)
    return false;
  const IntType t = index_type();
  const int ticket = fresh_var(r_.percent(80) ? a.element : some_type(), constant({32, true}, 0));
  const Tree cell = r_.percent(75)   ? constant(t, counter == target ? 9 : 0)
                    : r_.percent(50) ? binary(BinaryOp::And, number(true, t), constant(t, 1))
                                     : anywhere(c, t);
  const std::int64_t amount = r_.one_of({1, 1, 1, 1, 2, 3, 0, -1});
  Stmt take;
  take.kind = StmtKind::Atomic;
  take.array = counter;
  take.index = cell;
  take.var = ticket;
  take.atomic = r_.one_of({AtomicKind::Inc, AtomicKind::Inc, AtomicKind::Add, AtomicKind::Add, AtomicKind::Dec,
                           AtomicKind::Sub, AtomicKind::Max, AtomicKind::Xchg, AtomicKind::Or});
  if (take.atomic != AtomicKind::Inc && take.atomic != AtomicKind::Dec)
    take.values = {r_.percent(70) ? constant(a.element, amount)
                   : r_.percent(60)
                       ? binary(BinaryOp::And, value(c, a.element, 1), constant(a.element, 3)) // as many as needed
                       : value(c, a.element, 1)};
  auto start = [&](Body &body) { // the counter starts at zero
    body.push_back(when(compare(CompareOp::Eq, number(true, t), constant(t, 0)),
                        {store_of(counter, cell, constant(a.element, 0))}));
    meet(body);
  };
  if (r_.percent(60))
    start(out);
  Body use{take};
  const IntType u = index_type();
  Tree at = convert(variable(p_, ticket), u);
  if (r_.percent(30))
    at = sum(product(at, r_.between(1, 3)), constant(u, r_.between(0, 2)));
  if (r_.percent(15))
    at = binary(r_.percent(50) ? BinaryOp::And : BinaryOp::Rem, at, constant(u, r_.one_of({1, 3, 4, 7, 15})));
  use.push_back(store_of(target, at, value(c, p_.arrays[static_cast<std::size_t>(target)].element, 1)));
  if (r_.percent(10)) // twice, with another counter's ticket in between
    use.push_back(take), use.push_back(store_of(target, convert(variable(p_, ticket), u), constant(u, 1)));
  if (r_.percent(mischief_))
    use.push_back(atomic(c, counter));
  if (r_.percent(12)) { // the ticket is given back
    Stmt give = take;
    const bool up = take.atomic == AtomicKind::Inc || take.atomic == AtomicKind::Add;
    const bool one = take.atomic == AtomicKind::Inc || take.atomic == AtomicKind::Dec;
    give.atomic = one ? (up ? AtomicKind::Dec : AtomicKind::Inc) : (up ? AtomicKind::Sub : AtomicKind::Add);
    give.var = -1;
    use.push_back(r_.percent(70) ? give : when(condition(c, 0), {give}));
  }
  switch (r_.weighted({5, 3, 2, 2})) {
  case 0: out.insert(out.end(), use.begin(), use.end()); break;
  case 1: out.push_back(when(condition(c, 0), use)); break;
  case 2: {
    Stmt l = counted(2, {32, true});
    l.body = use;
    if (r_.percent(30))
      meet(l.body);
    out.push_back(std::move(l));
    break;
  }
  default: { // the counter starts anew in every round
    Stmt l = counted(2, {32, true});
    start(l.body);
    l.body.insert(l.body.end(), use.begin(), use.end());
    meet(l.body);
    out.push_back(std::move(l));
  }
  }
  return true;
}

// for (i = 0; i < n; ++i) without anything in it.
Stmt Generator::counted(std::int64_t n, IntType t) {
  const int i = fresh_var(t, constant(t, 0));
  Stmt l;
  l.kind = StmtKind::Loop;
  l.before = {assign(i, constant(t, 0))};
  l.condition = compare(CompareOp::Lt, variable(p_, i), constant(t, n));
  l.step = {assign(i, binary(BinaryOp::Add, variable(p_, i), constant(t, 1), no_wrap(t)))};
  return l;
}

// Two halves of an array: one is written, the other read, and they change places behind a barrier.
bool Generator::double_buffer(const Context &c, Body &out) {
  const int array = some_array(true);
  if (array < 0)
    return false;
  const IntType t = index_type(), element = p_.arrays[static_cast<std::size_t>(array)].element;
  const std::int64_t n = threads(true);
  const int from = fresh_var(t, constant(t, 0)), to = fresh_var(t, constant(t, 1)),
            x = fresh_var(element, constant(element, 0));
  const Tree u = number(true, t);
  const Tree half = constant(t, r_.percent(85) ? n : n - 1);
  const bool one = r_.percent(50); // one variable that toggles, or two that change places
  const Tree in = variable(p_, from), into = one ? binary(BinaryOp::Sub, constant(t, 1), in) : variable(p_, to);
  Stmt l = counted(r_.between(1, 4), {32, true});
  const Tree other = r_.percent(50) ? binary(BinaryOp::Rem, binary(BinaryOp::Add, u, constant(t, 1)), constant(t, n))
                                    : binary(BinaryOp::Sub, constant(t, n - 1), u);
  l.body.push_back(load_of(array, sum(binary(BinaryOp::Mul, in, half), other), x));
  l.body.push_back(store_of(array, sum(binary(BinaryOp::Mul, into, half), u),
                            binary(BinaryOp::Add, variable(p_, x), value(c, element, 1))));
  if (one) {
    l.body.push_back(assign(from, r_.percent(50) ? binary(BinaryOp::Sub, constant(t, 1), in)
                                                 : binary(BinaryOp::Xor, in, constant(t, 1))));
  } else {
    const int swap = fresh_var(t, constant(t, 0));
    l.body.push_back(assign(swap, in));
    l.body.push_back(assign(from, variable(p_, to)));
    l.body.push_back(assign(to, r_.percent(90) ? variable(p_, swap) : in));
  }
  if (r_.percent(mischief_ / 2)) // the halves change places in one arm only
    l.body.back() = when(condition(c, 0), {l.body.back()});
  meet(l.body);
  out.push_back(std::move(l));
  return true;
}

// One thread writes a value, all load it and use it: as a base, a bound, a condition around a barrier.
bool Generator::broadcast(const Context &c, Body &out) {
  const int array = some_array(false), target = some_array(false);
  if (array < 0)
    return false;
  const IntType t = index_type(), element = p_.arrays[static_cast<std::size_t>(array)].element;
  const int x = fresh_var(r_.percent(70) ? element : t, constant(t, 0));
  const Tree cell = constant(t, r_.one_of({0, 8, 9}));
  const Tree writer =
      compare(CompareOp::Eq, number(r_.percent(80), t), r_.percent(70) ? constant(t, 0) : uniform_leaf(t));
  const Tree what = r_.percent(50) ? value(c, element, 1) : constant(element, r_.between(0, 3));
  if (r_.percent(70))
    out.push_back(when(writer, {store_of(array, cell, what)}));
  else
    out.push_back(store_of(array, cell, what)); // all of them: one value, perhaps
  meet(out);
  Tree from = cell;
  if (r_.percent(mischief_))
    from = sum(cell, binary(BinaryOp::And, number(true, t), constant(t, 1)));
  out.push_back(load_of(array, from, x));
  const IntType u = index_type();
  const Tree v =
      r_.percent(60) ? binary(BinaryOp::And, convert(variable(p_, x), u), constant(u, 3)) : convert(variable(p_, x), u);
  const IntType w = p_.arrays[static_cast<std::size_t>(target)].element;
  const Tree mine = sum(product(v, threads(false)), number(false, u));
  switch (r_.weighted({4, 3, 3})) {
  case 0:
    if (array == target || r_.percent(30))
      meet(out);
    out.push_back(store_of(target, mine, value(c, w, 1)));
    break;
  case 1: { // a barrier under it
    Body inner{store_of(target, mine, constant(w, 1))};
    meet(inner);
    if (r_.percent(50))
      inner.push_back(load_of(target, anywhere(c, u), x));
    out.push_back(when(compare(CompareOp::Lt, v, constant(u, 2)), inner));
    break;
  }
  default: { // a loop with barriers
    const int i = fresh_var(u, constant(u, 0));
    Stmt l;
    l.kind = StmtKind::Loop;
    l.before = {assign(i, constant(u, 0))};
    l.condition =
        compare(CompareOp::Lt, variable(p_, i), r_.percent(60) ? binary(BinaryOp::And, v, constant(u, 3)) : v);
    l.step = {assign(i, binary(BinaryOp::Add, variable(p_, i), constant(u, 1), no_wrap(u)))};
    l.body.push_back(store_of(target, sum(product(variable(p_, i), threads(false)), number(false, u)), constant(w, 2)));
    meet(l.body);
    if (r_.percent(40))
      l.body.push_back(load_of(array, cell, x)); // the bound may change under way
    out.push_back(std::move(l));
  }
  }
  return true;
}

// Narrow arithmetic that wraps around: multiples of the thread's number, steps of a loop.
bool Generator::wrapping(const Context &c, Body &out) {
  const int array = some_array(false);
  if (array < 0)
    return false;
  const IntType t{static_cast<unsigned>(r_.one_of({8, 8, 8, 16})), r_.percent(35)},
      w = p_.arrays[static_cast<std::size_t>(array)].element;
  const std::int64_t whole = std::int64_t(1) << t.width;
  const std::int64_t factor = r_.one_of<std::int64_t>(
      {whole / 2, whole / 4, whole / 4 + 1, whole - 1, whole / 2 + 1, 3 * whole / 4, 100, whole / 8});
  const Tree u = number(p_.arrays[static_cast<std::size_t>(array)].space == Space::Group, t);
  Tree at = binary(BinaryOp::Mul, u, constant(t, factor));
  if (r_.percent(50))
    at = binary(BinaryOp::Add, at, constant(t, r_.between(-3, whole - 1)));
  if (r_.percent(30))
    at = binary(BinaryOp::Shr, at, constant(t, r_.between(1, t.width - 2)));
  if (t.is_signed) // no index below the array
    at = convert(at, {t.width, false});
  if (r_.percent(40)) {
    out.push_back(store_of(array, at, value(c, w, 1)));
    return true;
  }
  // for (i = start; i != end; i += step), round the corner of the type
  const IntType z{t.width, false};
  const int i = fresh_var(z, constant(z, 0));
  const std::int64_t step =
                         r_.one_of<std::int64_t>({whole / 4, whole / 2, whole - 1, whole / 4 + whole / 8, whole - 2}),
                     rounds = r_.between(1, 4);
  const std::int64_t start = r_.between(0, 5);
  Stmt l;
  l.kind = StmtKind::Loop;
  l.before = {assign(i, r_.percent(60) ? constant(z, start) : convert(at, z))};
  const bool same = l.before[0].values[0]->kind == NodeKind::Const;
  if (same) {
    l.condition = compare(CompareOp::Ne, variable(p_, i), constant(z, start + step * rounds));
  } else {
    const IntType n{32, true};
    const int fuel = fresh_var(n, constant(n, rounds));
    l.condition = compare(CompareOp::Lt, constant(n, 0), variable(p_, fuel));
    l.body.push_back(assign(fuel, binary(BinaryOp::Sub, variable(p_, fuel), constant(n, 1), true)));
  }
  l.step = {assign(i, binary(BinaryOp::Add, variable(p_, i), constant(z, step)))};
  const IntType v = {32, r_.percent(60)};
  const Tree index = r_.percent(50) ? sum(convert(variable(p_, i), v), number(false, v))
                                    : sum(product(convert(variable(p_, i), v), threads(false)), number(false, v));
  l.body.push_back(store_of(array, index, value(c, w, 1)));
  if (same && r_.percent(50))
    meet(l.body);
  out.push_back(std::move(l));
  return true;
}

// An index that is carried from iteration to iteration, perhaps moved by an inner loop.
bool Generator::carried(const Context &c, Body &out) {
  const int array = some_array(false);
  if (array < 0)
    return false;
  const bool in_group = p_.arrays[static_cast<std::size_t>(array)].space == Space::Group;
  const IntType t = index_type(), w = p_.arrays[static_cast<std::size_t>(array)].element;
  const std::int64_t n = threads(in_group);
  const int at = fresh_var(t, constant(t, 0));
  const Tree here = variable(p_, at);
  const std::int64_t stride = r_.one_of<std::int64_t>({n, n, n, 2 * n, n + 1, n - 1, 1});
  out.push_back(
      assign(at, r_.percent(50) ? number(in_group, t) : binary(BinaryOp::Mul, number(in_group, t), constant(t, 3))));
  Stmt l = counted(r_.between(2, 3), {32, r_.percent(70)});
  l.body.push_back(r_.percent(65) ? store_of(array, here, value(c, w, 1)) : load_of(array, here, r_.one_of(locals_)));
  Stmt move = assign(at, binary(BinaryOp::Add, here, constant(t, stride), no_wrap(t)));
  if (r_.percent(30)) { // an inner loop moves it
    Stmt inner = counted(r_.between(1, 2), {32, true});
    inner.body = {move};
    if (r_.percent(50))
      inner.body.push_back(store_of(array, here, constant(w, 5)));
    l.body.push_back(std::move(inner));
  } else if (r_.percent(25)) {
    l.body.push_back(when(r_.percent(50) ? uniform_condition(c) : condition(c, 0), {move}));
  } else {
    l.body.push_back(move);
  }
  if (r_.percent(35))
    meet(l.body);
  if (r_.percent(20)) {
    Stmt leave;
    leave.kind = r_.percent(50) ? StmtKind::Break : StmtKind::Continue;
    l.body.insert(l.body.begin() + static_cast<std::ptrdiff_t>(r_.below(l.body.size() + 1)),
                  when(r_.percent(60) ? uniform_condition(c) : condition(c, 0), {leave}));
  }
  out.push_back(std::move(l));
  return true;
}

bool Generator::idiom(const Context &c, Body &out) {
  switch (r_.weighted({3, 3, 3, 3, 3, 3})) {
  case 0: return tickets(c, out);
  case 1: return double_buffer(c, out);
  case 2: return broadcast(c, out);
  case 3: return wrapping(c, out);
  case 4: return carried(c, out);
  default: return tree_reduction(out);
  }
}

} // namespace lockstep::oracle
