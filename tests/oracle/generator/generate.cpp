// Random kernels (generate.h): declarations, phases, barriers.
#include "tests/oracle/generator/generator.h"

#include <fmt/format.h>

namespace lockstep::oracle {

void Generator::declare() {
  if (r_.percent(85)) {
    p_.local_size = {static_cast<unsigned>(r_.one_of({1, 2, 2, 2, 3, 3, 4, 4})), 1};
    p_.num_groups = {static_cast<unsigned>(r_.one_of({1, 1, 1, 2})), 1};
  } else {
    p_.local_size = {2, static_cast<unsigned>(r_.one_of({1, 2}))};
    p_.num_groups = {1, static_cast<unsigned>(r_.one_of({1, 1, 2}))};
  }
  if (threads(false) == 1)
    (r_.percent(70) ? p_.local_size : p_.num_groups)[0] = 2;
  p_.offset_bits = r_.percent(80) ? 64 : 32;
  mischief_ = static_cast<unsigned>(r_.one_of({0, 0, 8, 20, 35}));
  statements_left_ = static_cast<int>(r_.between(5, 20));

  const std::int64_t globals = r_.between(0, 2), groups = r_.between(globals == 0 ? 1 : 0, 2);
  const auto array = [&](Space space, const char *prefix, std::int64_t i, unsigned extent) {
    static constexpr unsigned widths[] = {8, 16, 32, 64};
    Array a;
    a.space = space;
    a.element = {widths[r_.weighted({2, 1, 8, 1})], r_.percent(70)};
    a.extent = extent;
    a.name = fmt::format("{}{}", prefix, i);
    p_.arrays.push_back(a);
  };
  for (std::int64_t i = 0; i < globals; ++i)
    array(Space::Global, "g", i, 0);
  for (std::int64_t i = 0; i < groups; ++i)
    array(Space::Group, "s", i, 32);
  if (r_.percent(15))
    array(Space::Private, "q", 0, static_cast<unsigned>(r_.between(1, 3)));

  const std::int64_t params = r_.weighted({3, 4, 2});
  for (std::int64_t i = 0; i < params; ++i)
    p_.vars.push_back({some_type(), true, nullptr, fmt::format("p{}", i)});
  const IntType t{32, r_.percent(70)};
  const auto multiple = [&](Id which, Id size, const std::array<unsigned, 2> &sizes) {
    Tree x = id(which, t, 0);
    return sizes[1] == 1 ? x : binary(BinaryOp::Add, x, binary(BinaryOp::Mul, id(which, t, 1), id(size, t, 0)));
  };
  const Tree local = multiple(Id::Local, Id::LocalSize, p_.local_size);
  const Tree group = multiple(Id::Group, Id::NumGroups, p_.num_groups);
  const Tree grid = p_.local_size[1] == 1 && p_.num_groups[1] == 1
                        ? id(Id::Global, t, 0)
                        : binary(BinaryOp::Add, binary(BinaryOp::Mul, group, constant(t, threads(true))), local);
  for (const auto &[initial, name] : {std::pair{local, "lid"}, std::pair{grid, "gid"}}) {
    numbers_.push_back(fresh_var(t, initial));
    p_.vars.back().name = name;
  }
  const std::int64_t locals = r_.between(2, 4);
  for (std::int64_t i = 0; i < locals; ++i) {
    const IntType type = some_type();
    locals_.push_back(fresh_var(type, constant(type, r_.between(0, 3))));
  }
}

// Disciplines for the next phase, of the spaces that the barrier before it has fenced.
void Generator::new_rules(bool global, bool group) {
  rules_.resize(p_.arrays.size());
  for (std::size_t i = 0; i < p_.arrays.size(); ++i)
    if (p_.arrays[i].space == Space::Global ? global : group)
      rules_[i] = some_discipline(p_.arrays[i]);
}

// for (s = L / 2; s > 0; s >>= 1) { if (lid < s) a[lid] += a[lid + s]; barrier; } and its relatives.
bool Generator::tree_reduction(Body &out) {
  std::vector<int> arrays;
  for (std::size_t i = 0; i < p_.arrays.size(); ++i)
    if (p_.arrays[i].space == Space::Group)
      arrays.push_back(static_cast<int>(i));
  if (arrays.empty())
    return false;
  const int array = r_.one_of(arrays);
  const IntType t = index_type(), element = p_.arrays[static_cast<std::size_t>(array)].element;
  const int s = fresh_var(t, constant(t, 0)), x = fresh_var(element, constant(element, 0)),
            y = fresh_var(element, constant(element, 0));
  const Tree step = variable(p_, s), u = number(true, t);
  const auto barrier = [&](Body &body) {
    if (!r_.percent(mischief_ + 3)) {
      body.emplace_back();
      body.back().kind = StmtKind::Barrier;
    }
  };
  const auto access = [&](StmtKind kind, Tree index, int var) {
    Stmt a;
    a.kind = kind;
    a.array = array;
    a.view = element;
    a.index = std::move(index);
    if (kind == StmtKind::Load)
      a.targets = {var};
    else
      a.values = {binary(BinaryOp::Add, variable(p_, x), variable(p_, y))};
    return a;
  };
  const std::int64_t wrong = r_.percent(mischief_) ? 1 : 0, size = threads(true);
  Stmt l, guarded;
  l.kind = StmtKind::Loop;
  guarded.kind = StmtKind::If;
  const bool scan = r_.percent(40);
  if (scan) {
    l.before = {assign(s, constant(t, 1))};
    l.condition = compare(CompareOp::Lt, step, constant(t, size));
    l.step = {assign(s, product(step, 2))};
    guarded.condition = compare(CompareOp::Le, step, u);
    guarded.body = {access(StmtKind::Load, binary(BinaryOp::Sub, u, step, no_wrap(t)), y)};
    l.body.push_back(guarded);
    l.body.push_back(access(StmtKind::Load, u, x));
    barrier(l.body);
    guarded.body = {access(StmtKind::Store, wrong ? sum(u, constant(t, wrong)) : u, x)};
    l.body.push_back(guarded);
  } else {
    l.before = {assign(s, constant(t, r_.percent(60) ? 2 : (size + 1) / 2))};
    l.condition = compare(CompareOp::Lt, constant(t, 0), step);
    l.step = {assign(s, binary(BinaryOp::Shr, step, constant(t, 1)))};
    guarded.condition = compare(wrong ? CompareOp::Le : CompareOp::Lt, u, step);
    guarded.body = {access(StmtKind::Load, sum(u, step), y), access(StmtKind::Load, u, x),
                    access(StmtKind::Store, u, x)};
    l.body.push_back(guarded);
  }
  barrier(l.body);
  out.push_back(std::move(l));
  return true;
}

void Generator::phases(const Context &c, int count, Body &out) {
  for (int i = 0; i < count; ++i) {
    if (r_.percent(35) && !c.divergent && idiom(c, out)) {
    } else if (r_.percent(c.depth == 0 ? 15 : 5) && c.depth < 2) {
      out.push_back(loop(c, true, true));
    } else if (r_.percent(5) && c.depth < 2) { // barriers under a uniform condition
      Stmt s;
      s.kind = StmtKind::If;
      s.condition = uniform_condition(c);
      Context inner = c;
      ++inner.depth;
      phases(inner, 1, s.body);
      out.push_back(std::move(s));
    } else {
      for (Stmt &s : statements(c, static_cast<int>(r_.between(2, 5))))
        out.push_back(std::move(s));
    }
    const bool last = i + 1 == count && c.depth == 0;
    if (last || r_.percent(mischief_ + 4)) // a barrier that is missing, except at the end
      continue;
    Stmt b;
    b.kind = StmtKind::Barrier;
    b.fence_global = !r_.percent(12);
    b.fence_group = !b.fence_global || !r_.percent(8);
    new_rules(b.fence_global, b.fence_group);
    out.push_back(std::move(b));
  }
}

Program Generator::run() {
  declare();
  new_rules(true, true);
  phases({}, static_cast<int>(r_.between(1, 3)), p_.body);
  return std::move(p_);
}

Program generate(std::uint64_t seed, Form form) { return Generator(seed * 2 + (form == Form::Cl ? 1 : 0), form).run(); }

} // namespace lockstep::oracle
