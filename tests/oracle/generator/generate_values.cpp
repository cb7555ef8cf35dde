// Random expressions (generator.h).
#include "tests/oracle/generator/generator.h"

namespace lockstep::oracle {

IntType Generator::some_type() {
  static constexpr unsigned widths[] = {8, 16, 32, 64};
  return {widths[r_.weighted({1, 1, 5, 2})], r_.percent(60)};
}
IntType Generator::index_type() {
  static constexpr unsigned widths[] = {8, 16, 32, 64};
  return {widths[r_.weighted({1, 1, 8, 4})], r_.percent(60)};
}

bool Generator::no_wrap(IntType t) { return t.is_signed ? r_.percent(t.width >= 32 ? 80 : 15) : r_.percent(5); }

Tree Generator::uniform_leaf(IntType t) {
  std::vector<int> params;
  for (std::size_t v = 0; v < p_.vars.size(); ++v)
    if (p_.vars[v].param)
      params.push_back(static_cast<int>(v));
  switch (r_.weighted({4, params.empty() ? 0U : 4U, 1, 1})) {
  case 0: return constant(t, r_.percent(85) ? r_.between(0, 5) : r_.between(-3, 130));
  case 1: return convert(variable(p_, r_.one_of(params)), t);
  case 2: return id(Id::LocalSize, t, 0);
  default: return id(r_.percent(50) ? Id::NumGroups : Id::Group, t, 0);
  }
}

Tree Generator::leaf(const Context &c, IntType t) {
  switch (r_.weighted({3, 3, 4, c.bounded.empty() ? 0U : 3U})) {
  case 0: return uniform_leaf(t);
  case 1: return number(r_.percent(60), t);
  case 2: return convert(variable(p_, r_.one_of(locals_)), t);
  default: return convert(variable(p_, r_.one_of(c.bounded).var), t);
  }
}

Tree Generator::some_binary(Tree a, Tree b) {
  const IntType t = a->type;
  switch (r_.weighted({6, 4, 3, 1, 1, 1, 1, 2, 1, 2, 1, 1})) {
  case 0: return binary(BinaryOp::Add, a, b, no_wrap(t));
  case 1: return binary(BinaryOp::Sub, a, b, no_wrap(t));
  case 2: return binary(BinaryOp::Mul, a, r_.percent(60) ? constant(t, r_.between(2, 5)) : b, no_wrap(t));
  case 3: return binary(BinaryOp::Div, a, constant(t, r_.between(1, 5)));
  case 4:
    return binary(BinaryOp::Rem, a,
                  r_.percent(70) ? constant(t, r_.between(1, 5)) : binary(BinaryOp::Or, b, constant(t, 1)));
  case 5:
    return binary(BinaryOp::Shl, a,
                  r_.percent(70) ? constant(t, r_.between(0, 3)) : binary(BinaryOp::And, b, constant(t, 3)),
                  no_wrap(t));
  case 6:
    return binary(BinaryOp::Shr, a,
                  r_.percent(70) ? constant(t, r_.between(0, 3)) : binary(BinaryOp::And, b, constant(t, 3)));
  case 7: return binary(BinaryOp::And, a, r_.percent(70) ? constant(t, r_.one_of({1, 2, 3, 6, 7, 15})) : b);
  case 8: return binary(BinaryOp::Or, a, b);
  case 9: return binary(BinaryOp::Xor, a, r_.percent(60) ? constant(t, r_.between(1, 3)) : b);
  case 10: return binary(BinaryOp::Min, a, b);
  default: return binary(BinaryOp::Max, a, b);
  }
}

Tree Generator::value(const Context &c, IntType t, int depth) {
  if (depth <= 0)
    return leaf(c, t);
  switch (r_.weighted({4, 8, 2, 1})) {
  case 0: return leaf(c, t);
  case 1: return some_binary(value(c, t, depth - 1), value(c, t, depth - 1));
  case 2: return convert(value(c, some_type(), depth - 1), t);
  default: return select(condition(c, 0), value(c, t, depth - 1), value(c, t, depth - 1));
  }
}

Tree Generator::condition(const Context &c, int depth) {
  if (depth > 0 && r_.percent(30)) {
    Tree a = condition(c, depth - 1), b = condition(c, depth - 1);
    return r_.percent(30) ? negation(a) : r_.percent(50) ? both(a, b) : either(a, b);
  }
  const IntType t = index_type();
  static constexpr CompareOp ops[] = {CompareOp::Lt, CompareOp::Le, CompareOp::Eq, CompareOp::Ne};
  const CompareOp op = ops[r_.weighted({4, 2, 3, 2})];
  if (r_.percent(55)) { // about the thread
    Tree u = number(r_.percent(60), t);
    if (r_.percent(20))
      u = binary(r_.percent(50) ? BinaryOp::And : BinaryOp::Rem, u, constant(t, r_.between(1, 3)));
    return compare(op, u, r_.percent(70) ? constant(t, r_.between(0, 4)) : uniform_leaf(t));
  }
  return compare(op, value(c, t, 1), r_.percent(60) ? constant(t, r_.between(0, 5)) : value(c, t, 1));
}

Tree Generator::uniform_condition(const Context &c) {
  const IntType t = index_type();
  Tree a = uniform_leaf(t);
  if (!c.bounded.empty() && r_.percent(30))
    a = convert(variable(p_, r_.one_of(c.bounded).var), t); // often, but not always, uniform
  return compare(r_.one_of({CompareOp::Lt, CompareOp::Eq, CompareOp::Ne}), a, constant(t, r_.between(0, 4)));
}

// --- ids --------------------------------------------------------------------------------------------------------
unsigned Generator::threads(bool in_group) const {
  const unsigned group = p_.local_size[0] * p_.local_size[1];
  return in_group ? group : group * p_.num_groups[0] * p_.num_groups[1];
}

Tree Generator::product(Tree a, std::int64_t k) {
  const IntType t = a->type;
  if (k == 1)
    return a;
  if (k == 2 && r_.percent(25))
    return binary(BinaryOp::Add, a, a, no_wrap(t));
  if ((k & (k - 1)) == 0 && k > 0 && r_.percent(35)) {
    int shift = 0;
    while ((std::int64_t(1) << shift) < k)
      ++shift;
    return binary(BinaryOp::Shl, a, constant(t, shift), no_wrap(t));
  }
  if (r_.percent(30))
    return binary(BinaryOp::Mul, constant(t, k), a, no_wrap(t));
  return binary(BinaryOp::Mul, a, constant(t, k), no_wrap(t));
}

Tree Generator::sum(Tree a, Tree b) {
  const IntType t = a->type;
  return r_.percent(70) ? binary(BinaryOp::Add, a, b, no_wrap(t)) : binary(BinaryOp::Add, convert(b, t), a, no_wrap(t));
}

Tree Generator::group_number(IntType t) {
  Tree x = id(Id::Group, t, 0);
  return p_.num_groups[1] == 1 ? x : sum(x, product(id(Id::Group, t, 1), p_.num_groups[0]));
}

Tree Generator::number(bool in_group, IntType t) {
  if (r_.percent(50))
    return convert(variable(p_, numbers_[in_group ? 0 : 1]), t);
  if (in_group) {
    Tree x = id(Id::Local, t, 0);
    return p_.local_size[1] == 1 ? x : sum(x, product(id(Id::Local, t, 1), p_.local_size[0]));
  }
  if (p_.local_size[1] == 1 && p_.num_groups[1] == 1 && r_.percent(60))
    return id(Id::Global, t, 0);
  return sum(product(group_number(t), threads(true)), number(true, t));
}

} // namespace lockstep::oracle
