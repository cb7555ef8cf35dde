// Builders and measures of random programs (program.h).
#include "tests/oracle/program.h"

namespace lockstep::oracle {

namespace {

Node node(NodeKind kind, IntType type = {}) {
  Node n;
  n.kind = kind;
  n.type = type;
  return n;
}
Tree tree(Node n) { return std::make_shared<const Node>(std::move(n)); }

Node with_args(NodeKind kind, IntType type, std::vector<Tree> args) {
  Node n = node(kind, type);
  n.args = std::move(args);
  return n;
}

template <typename F> void each_tree(const Stmt &s, F &&f) {
  for (const Tree &t : {s.index, s.condition})
    if (t)
      f(*t);
  for (const Tree &t : s.values)
    if (t)
      f(*t);
}
template <typename F> void each_stmt(const Body &body, F &&f) {
  for (const Stmt &s : body) {
    f(s);
    for (const Body *b : {&s.body, &s.other, &s.before, &s.step})
      each_stmt(*b, f);
    for (const Case &c : s.cases)
      each_stmt(c.body, f);
  }
}
std::size_t nodes(const Node &n) {
  std::size_t sum = 1;
  for (const Tree &a : n.args)
    sum += nodes(*a);
  return sum;
}
void mention(const Node &n, Mentioned &out) {
  if (n.kind == NodeKind::Var)
    out.vars[static_cast<std::size_t>(n.var)] = true;
  for (const Tree &a : n.args)
    mention(*a, out);
}

} // namespace

Tree constant(IntType t, std::int64_t value) {
  Node n = node(NodeKind::Const, t);
  n.value = value;
  return tree(std::move(n));
}
Tree variable(const Program &p, int var) {
  Node n = node(NodeKind::Var, p.vars[static_cast<std::size_t>(var)].type);
  n.var = var;
  return tree(std::move(n));
}
Tree id(Id which, IntType t, unsigned dimension) {
  Node n = node(NodeKind::Id, t);
  n.id = which;
  n.dimension = dimension;
  return tree(std::move(n));
}
Tree binary(BinaryOp op, Tree a, Tree b, bool no_wrap) {
  const IntType t = a->type;
  Node n = with_args(NodeKind::Binary, t, {std::move(a), convert(std::move(b), t)});
  n.op = op;
  n.no_wrap = no_wrap;
  return tree(std::move(n));
}
Tree convert(Tree a, IntType to) {
  if (a->type == to)
    return a;
  if (a->kind == NodeKind::Const)
    return constant(to, a->value);
  return tree(with_args(NodeKind::Convert, to, {std::move(a)}));
}
Tree select(Tree c, Tree a, Tree b) {
  const IntType t = a->type;
  return tree(with_args(NodeKind::Select, t, {std::move(c), std::move(a), convert(std::move(b), t)}));
}
Tree truth(bool value) {
  Node n = node(NodeKind::Truth);
  n.value = value ? 1 : 0;
  return tree(std::move(n));
}
Tree compare(CompareOp op, Tree a, Tree b) {
  const IntType t = a->type;
  Node n = with_args(NodeKind::Compare, {}, {std::move(a), convert(std::move(b), t)});
  n.compare = op;
  return tree(std::move(n));
}
Tree both(Tree a, Tree b) { return tree(with_args(NodeKind::And, {}, {std::move(a), std::move(b)})); }
Tree either(Tree a, Tree b) { return tree(with_args(NodeKind::Or, {}, {std::move(a), std::move(b)})); }
Tree negation(Tree a) { return tree(with_args(NodeKind::Not, {}, {std::move(a)})); }
bool is_condition(const Node &n) { return n.kind >= NodeKind::Truth; }

Stmt assign(int var, Tree value) {
  Stmt s;
  s.var = var;
  s.values = {std::move(value)};
  return s;
}

std::size_t size(const Program &p) {
  std::size_t sum = 0;
  each_stmt(p.body, [&](const Stmt &s) {
    sum += 4;
    each_tree(s, [&](const Node &n) { sum += nodes(n); });
  });
  for (const Var &v : p.vars)
    sum += v.initial ? nodes(*v.initial) : 0;
  return sum + p.local_size[0] + p.local_size[1] + p.num_groups[0] + p.num_groups[1];
}

Mentioned mentioned(const Program &p) {
  Mentioned out{std::vector<bool>(p.vars.size()), std::vector<bool>(p.arrays.size())};
  each_stmt(p.body, [&](const Stmt &s) {
    each_tree(s, [&](const Node &n) { mention(n, out); });
    if (s.var >= 0)
      out.vars[static_cast<std::size_t>(s.var)] = true;
    for (int v : s.targets)
      out.vars[static_cast<std::size_t>(v)] = true;
    if (s.kind == StmtKind::Load || s.kind == StmtKind::Store || s.kind == StmtKind::Atomic)
      out.arrays[static_cast<std::size_t>(s.array)] = true;
  });
  for (std::size_t v = 0; v < p.vars.size(); ++v) // initial values mention ids and parameters only
    if (out.vars[v] && p.vars[v].initial)
      mention(*p.vars[v].initial, out);
  return out;
}

} // namespace lockstep::oracle
