// Random accesses (generator.h): indices that keep a discipline, and some that do not.
#include "tests/oracle/generator/generator.h"

namespace lockstep::oracle {

Discipline Generator::some_discipline(const Array &a) {
  Discipline d;
  const unsigned groups = p_.num_groups[0] * p_.num_groups[1];
  d.by_group = a.space == Space::Global && groups > 1;
  const unsigned count = threads(true);
  static constexpr Rule rules[] = {Rule::Own, Rule::ReadOnly, Rule::AtomicOnly, Rule::OneWriter, Rule::Anything};
  d.rule = rules[r_.weighted({12, 5, 2, 2, mischief_ > 0 ? 1U : 0U})];
  // Between phases, groups may not swap what they own: the same chunks throughout.
  d.chunk = d.by_group ? 1 + static_cast<unsigned>(a.element.width / 8 % 3)
                       : static_cast<unsigned>(r_.one_of({1, 1, 1, 2, 2, 3, 4}));
  d.interleaved = d.chunk > 1 && r_.percent(30);
  const bool power = (count & (count - 1)) == 0;
  static constexpr Shuffle shuffles[] = {Shuffle::None, Shuffle::Shift,  Shuffle::Reverse,
                                         Shuffle::Xor,  Shuffle::Rotate, Shuffle::Multiply};
  d.shuffle = shuffles[r_.weighted({8, d.by_group ? 0U : 2U, 2, power ? 2U : 0U, 2, power ? 1U : 0U})];
  d.amount = d.shuffle == Shuffle::Xor ? r_.between(0, count - 1) : r_.between(1, 4);
  d.writer = static_cast<unsigned>(r_.below(threads(a.space == Space::Group)));
  return d;
}

// The thread's chunk, in chunks.
Tree Generator::own_cell(const Discipline &d, const Array &a, IntType t) {
  const bool in_group = a.space == Space::Group || d.by_group;
  const std::int64_t count = threads(in_group);
  Tree u = number(in_group, t);
  switch (d.shuffle) {
  case Shuffle::None: break;
  case Shuffle::Shift: u = sum(u, constant(t, d.amount)); break;
  case Shuffle::Reverse: u = binary(BinaryOp::Sub, constant(t, count - 1), u, no_wrap(t)); break;
  case Shuffle::Xor: u = binary(BinaryOp::Xor, u, constant(t, d.amount)); break;
  case Shuffle::Rotate: u = binary(BinaryOp::Rem, sum(u, constant(t, d.amount)), constant(t, count)); break;
  case Shuffle::Multiply: u = binary(BinaryOp::And, product(u, 2 * d.amount + 1), constant(t, count - 1)); break;
  }
  return u;
}

// A value in [0, limit).
Tree Generator::below(const Context &c, std::uint64_t limit, IntType t) {
  std::vector<int> fit;
  for (const Bounded &b : c.bounded)
    if (b.limit <= limit)
      fit.push_back(b.var);
  if (!fit.empty() && r_.percent(60))
    return convert(variable(p_, r_.one_of(fit)), t);
  const std::int64_t n = static_cast<std::int64_t>(limit);
  if (n > 1 && r_.percent(35)) {
    if ((n & (n - 1)) == 0 && r_.percent(60))
      return binary(BinaryOp::And, value(c, t, 1), constant(t, n - 1));
    const IntType u{t.width, false};
    return convert(binary(BinaryOp::Rem, value(c, u, 1), constant(u, n)), t);
  }
  return constant(t, r_.between(0, n - 1));
}

Tree Generator::anywhere(const Context &c, IntType t) {
  switch (r_.weighted({3, 2, 2, 2})) {
  case 0:
    return binary(BinaryOp::And, value(c, t, 1), constant(t, r_.one_of({3, 7}))); // small: the interpreter meets itself
  case 1: return sum(number(r_.percent(60), t), constant(t, r_.between(-1, 2)));
  case 2: return constant(t, r_.between(0, 4));
  default: return value(c, t, 2);
  }
}

Generator::Place Generator::place(const Context &c, int array, bool lawful) {
  const Array &a = p_.arrays[static_cast<std::size_t>(array)];
  const IntType t = index_type();
  const unsigned bytes = a.element.width / 8;
  const unsigned other = static_cast<unsigned>(r_.one_of({1, 2, 4, 8}));
  const unsigned view = r_.percent(15) ? other : bytes;
  const unsigned count = r_.percent(12) ? static_cast<unsigned>(r_.one_of({2, 4})) : 1;
  const IntType view_type = view == bytes ? a.element : IntType{view * 8, r_.percent(50)};
  if (a.space == Space::Private)
    return {below(c, a.extent, t), a.element, 1};
  const Discipline &d = rules_[static_cast<std::size_t>(array)];
  if (!lawful || d.rule == Rule::Anything || d.rule == Rule::ReadOnly || d.rule == Rule::OneWriter)
    return {anywhere(c, t), view_type, count};
  const unsigned owned = d.chunk * bytes, piece = view * count;
  const bool in_group = a.space == Space::Group;
  if (d.interleaved) {
    Tree base = own_cell(d, a, t);
    Tree cell = sum(base, product(below(c, d.chunk, t), threads(in_group || d.by_group)));
    if (d.by_group)
      cell = sum(product(group_number(t), threads(true) * d.chunk), cell);
    return {cell, a.element, 1};
  }
  Tree base = own_cell(d, a, t);
  if (d.by_group)
    base = sum(product(group_number(t), threads(true)), base);
  if (owned % piece != 0)
    return {sum(product(base, d.chunk), below(c, d.chunk, t)), a.element, 1};
  const unsigned pieces = owned / piece;
  if (pieces == 1)
    return {base, view_type, count};
  return {sum(product(base, pieces), below(c, pieces, t)), view_type, count};
}

Stmt Generator::load(const Context &c, int array, bool lawful) {
  const Place at = place(c, array, lawful);
  Stmt s;
  s.kind = StmtKind::Load;
  s.array = array;
  s.index = at.index;
  s.view = at.view;
  for (unsigned i = 0; i < at.count; ++i)
    s.targets.push_back(r_.one_of(locals_));
  return s;
}

Stmt Generator::store(const Context &c, int array, bool lawful) {
  const Place at = place(c, array, lawful);
  Stmt s;
  s.kind = StmtKind::Store;
  s.array = array;
  s.index = at.index;
  s.view = at.view;
  for (unsigned i = 0; i < at.count; ++i)
    s.values.push_back(r_.percent(15) ? constant(at.view, r_.between(0, 3)) : value(c, at.view, 1));
  return s;
}

Stmt Generator::atomic(const Context &c, int array) {
  const Array &a = p_.arrays[static_cast<std::size_t>(array)];
  Stmt s;
  s.kind = StmtKind::Atomic;
  s.array = array;
  s.atomic = static_cast<AtomicKind>(r_.weighted({6, 2, 2, 3, 1, 2, 1, 2, 1, 1, 1}));
  s.index = r_.percent(50) ? constant(index_type(), r_.between(0, 2)) : anywhere(c, index_type());
  const std::size_t operands = s.atomic == AtomicKind::CmpXchg                              ? 2
                               : s.atomic == AtomicKind::Inc || s.atomic == AtomicKind::Dec ? 0
                                                                                            : 1;
  for (std::size_t i = 0; i < operands; ++i)
    s.values.push_back(value(c, a.element, 1));
  if (r_.percent(50))
    s.var = r_.one_of(locals_);
  return s;
}

// An access to a random array, as its discipline has it most of the time.
void Generator::access(const Context &c, Body &out) {
  const int array = static_cast<int>(r_.below(p_.arrays.size()));
  const Array &a = p_.arrays[static_cast<std::size_t>(array)];
  const Discipline &d = rules_[static_cast<std::size_t>(array)];
  const bool lawful = !r_.percent(mischief_);
  const bool atomics = form_ == Form::Kir || a.element.width == 32;
  if (a.space == Space::Private) {
    out.push_back(r_.percent(50) ? load(c, array, true) : store(c, array, true));
    return;
  }
  if (!lawful && r_.percent(30) && atomics) {
    out.push_back(atomic(c, array));
    return;
  }
  switch (lawful ? d.rule : Rule::Anything) {
  case Rule::Own:
  case Rule::Anything: out.push_back(r_.percent(45) ? load(c, array, lawful) : store(c, array, lawful)); return;
  case Rule::ReadOnly: out.push_back(load(c, array, true)); return;
  case Rule::AtomicOnly:
    if (atomics)
      out.push_back(atomic(c, array));
    return;
  case Rule::OneWriter: {
    Stmt s;
    s.kind = StmtKind::If;
    const IntType t = index_type();
    s.condition = compare(CompareOp::Eq, number(a.space == Space::Group, t), constant(t, d.writer));
    Context inner = c;
    inner.divergent = true;
    s.body = {r_.percent(30) ? load(inner, array, true) : store(inner, array, true)};
    out.push_back(std::move(s));
    return;
  }
  }
}

} // namespace lockstep::oracle
