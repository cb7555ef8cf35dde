// Shrinking (shrink.h).
#include "tests/oracle/shrink.h"

#include <chrono>

namespace lockstep::oracle {

namespace {

class Editor {
public:
  explicit Editor(std::size_t n) : left_(n) {}
  bool done() const { return done_; }

  void body(Body &b) {
    for (std::size_t i = 0; i < b.size() && !done_; ++i) {
      if (hit()) {
        b.erase(b.begin() + static_cast<std::ptrdiff_t>(i));
        return;
      }
      for (Body *inner : parts(b[i]))
        if (!inner->empty() && hit()) {
          Body moved = std::move(*inner);
          b.erase(b.begin() + static_cast<std::ptrdiff_t>(i));
          b.insert(b.begin() + static_cast<std::ptrdiff_t>(i), moved.begin(), moved.end());
          return;
        }
      stmt(b[i]);
    }
  }
  void tree(Tree &t) {
    if (!t || done_)
      return;
    if (Tree smaller = reduce(t))
      t = smaller;
  }
  bool hit() {
    if (done_)
      return false;
    if (left_ == 0)
      done_ = true;
    else
      --left_;
    return done_;
  }

private:
  static std::vector<Body *> parts(Stmt &s) {
    std::vector<Body *> all{&s.body, &s.other, &s.before};
    for (Case &c : s.cases)
      all.push_back(&c.body);
    return all;
  }
  void stmt(Stmt &s) {
    for (std::size_t i = 0; i < s.cases.size(); ++i) {
      if (hit()) {
        s.cases.erase(s.cases.begin() + static_cast<std::ptrdiff_t>(i));
        return;
      }
      if (s.cases[i].falls_through && hit()) {
        s.cases[i].falls_through = false;
        return;
      }
    }
    if (s.kind == StmtKind::Load && s.targets.size() > 1 && hit())
      s.targets.resize(1);
    if (s.kind == StmtKind::Store && s.values.size() > 1 && hit())
      s.values.resize(1);
    if (s.do_while && hit())
      s.do_while = false;
    tree(s.index);
    tree(s.condition);
    for (Tree &t : s.values)
      tree(t);
    body(s.body);
    body(s.other);
    body(s.before);
    for (Stmt &step : s.step) // one assignment stays one: a loop's step is an expression in C
      for (Tree &t : step.values)
        tree(t);
    for (Case &c : s.cases)
      body(c.body);
  }

  // The tree after the edit that is due here, or nothing.
  Tree reduce(const Tree &t) {
    const bool is_bool = is_condition(*t);
    if (is_bool ? t->kind != NodeKind::Truth : t->kind != NodeKind::Const)
      for (int v = 0; v < 2; ++v)
        if (hit())
          return is_bool ? truth(v == 1) : constant(t->type, v);
    if (t->kind == NodeKind::Const && t->value > 1 && hit())
      return constant(t->type, t->value / 2);
    for (const Tree &a : t->args)
      if (is_condition(*a) == is_bool && hit())
        return is_bool ? a : convert(a, t->type);
    if (t->no_wrap && hit()) {
      Node n = *t;
      n.no_wrap = false;
      return std::make_shared<const Node>(std::move(n));
    }
    for (std::size_t i = 0; i < t->args.size(); ++i)
      if (Tree inner = reduce(t->args[i])) {
        Node n = *t;
        n.args[i] = std::move(inner);
        return std::make_shared<const Node>(std::move(n));
      }
    return nullptr;
  }

  std::size_t left_;
  bool done_ = false;
};

} // namespace

bool edit(Program &p, std::size_t n) {
  Editor e(n);
  for (auto *sizes : {&p.num_groups, &p.local_size})
    for (unsigned &extent : *sizes)
      if (extent > 1 && e.hit()) {
        --extent;
        return true;
      }
  e.body(p.body);
  for (Var &v : p.vars)
    e.tree(v.initial);
  return e.done();
}

Program shrink(Program p, const std::function<bool(const Program &)> &interesting, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t n = 0;;) {
      if (std::chrono::steady_clock::now() > end)
        return p;
      Program candidate = p;
      if (!edit(candidate, n))
        break;
      if (size(candidate) <= size(p) && interesting(candidate)) {
        smaller = smaller || size(candidate) < size(p);
        p = std::move(candidate);
      } else {
        ++n;
      }
    }
  }
  return p;
}

} // namespace lockstep::oracle
