// `oracle metamorphic`: changes to a program that leave its meaning alone must leave its verdict alone.
//
//   rename    other names, declarations in another order
//   dead      code that never runs, variables that nobody reads
//   permute   neighbouring statements that do not depend on each other change places
// (Swapping the two threads is part of every pair: they are arbitrary.)
#include "tests/oracle/classes.h"
#include "tests/oracle/commands.h"
#include "tests/oracle/judge.h"
#include "tests/oracle/random.h"
#include "tests/oracle/shrink.h"
#include "tests/oracle/subject.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <set>

namespace lockstep::oracle {

namespace {

using verify::Verdict;

// --- rename -----------------------------------------------------------------------------------------------------
Tree renumbered(const Tree &t, const std::vector<int> &to) {
  if (!t)
    return t;
  Node n = *t;
  if (n.kind == NodeKind::Var)
    n.var = to[static_cast<std::size_t>(n.var)];
  for (Tree &a : n.args)
    a = renumbered(a, to);
  return std::make_shared<const Node>(std::move(n));
}

void renumber(Body &b, const std::vector<int> &vars, const std::vector<int> &arrays) {
  for (Stmt &s : b) {
    if (s.var >= 0)
      s.var = vars[static_cast<std::size_t>(s.var)];
    for (int &t : s.targets)
      t = vars[static_cast<std::size_t>(t)];
    s.array = arrays[static_cast<std::size_t>(s.array)];
    s.index = renumbered(s.index, vars);
    s.condition = renumbered(s.condition, vars);
    for (Tree &v : s.values)
      v = renumbered(v, vars);
    for (Body *inner : {&s.body, &s.other, &s.before, &s.step})
      renumber(*inner, vars, arrays);
    for (Case &c : s.cases)
      renumber(c.body, vars, arrays);
  }
}

std::vector<int> permutation(std::size_t n, Random &r) {
  std::vector<int> p(n);
  for (std::size_t i = 0; i < n; ++i)
    p[i] = static_cast<int>(i);
  for (std::size_t i = n; i > 1; --i)
    std::swap(p[i - 1], p[r.below(i)]);
  return p;
}

Program rename(const Program &p, Random &r) {
  Program out = p;
  const std::vector<int> vars = permutation(p.vars.size(), r), arrays = permutation(p.arrays.size(), r);
  for (std::size_t i = 0; i < vars.size(); ++i) {
    Var v = p.vars[i];
    v.name = fmt::format("x{}", 97 * vars[i] % 53 + 53 * vars[i]);
    v.initial = renumbered(v.initial, vars);
    out.vars[static_cast<std::size_t>(vars[i])] = std::move(v);
  }
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    Array a = p.arrays[i];
    a.name = fmt::format("z{}", 7 - arrays[i]);
    out.arrays[static_cast<std::size_t>(arrays[i])] = std::move(a);
  }
  out.name = "another";
  renumber(out.body, vars, arrays);
  return out;
}

// --- dead code --------------------------------------------------------------------------------------------------
Program with_dead_code(const Program &p, Random &r) {
  Program out = p;
  Var v;
  v.type = {32, true};
  v.initial = id(Id::Local, v.type);
  v.name = "unread";
  out.vars.push_back(v);
  const int unread = static_cast<int>(out.vars.size() - 1);
  const auto put = [&](Stmt s) {
    out.body.insert(out.body.begin() + static_cast<std::ptrdiff_t>(r.below(out.body.size() + 1)), std::move(s));
  };
  put(assign(unread, binary(BinaryOp::Mul, variable(out, unread), constant(v.type, 3))));
  Stmt never;
  never.kind = StmtKind::If;
  never.condition = compare(CompareOp::Lt, id(Id::Local, {32, false}), constant({32, false}, 0));
  never.body = {assign(unread, constant(v.type, 1))};
  if (!p.arrays.empty()) {
    Stmt store;
    store.kind = StmtKind::Store;
    store.view = p.arrays[0].element;
    store.index = constant(v.type, 0);
    store.values = {id(Id::Local, store.view)};
    never.body.push_back(std::move(store));
  }
  put(std::move(never));
  return out;
}

// --- permute ----------------------------------------------------------------------------------------------------
struct Effects {
  std::set<int> reads, writes, loads, stores;
  bool simple = true;
};
void read_by(const Node &n, Effects &e) {
  if (n.kind == NodeKind::Var)
    e.reads.insert(n.var);
  for (const Tree &a : n.args)
    read_by(*a, e);
}
Effects effects(const Stmt &s) {
  Effects e;
  for (const Tree &t : {s.index, s.condition})
    if (t)
      read_by(*t, e);
  for (const Tree &t : s.values)
    read_by(*t, e);
  if (s.var >= 0)
    e.writes.insert(s.var);
  e.writes.insert(s.targets.begin(), s.targets.end());
  switch (s.kind) {
  case StmtKind::Assign: break;
  case StmtKind::Load: e.loads.insert(s.array); break;
  case StmtKind::Store: e.stores.insert(s.array); break;
  default: e.simple = false; // jumps, barriers, checks, atomics
  }
  return e;
}
bool meet(const std::set<int> &a, const std::set<int> &b) {
  return std::any_of(a.begin(), a.end(), [&](int x) { return b.count(x) != 0; });
}
bool independent(const Stmt &a, const Stmt &b) {
  const Effects x = effects(a), y = effects(b);
  return x.simple && y.simple && !meet(x.writes, y.reads) && !meet(y.writes, x.reads) && !meet(x.writes, y.writes) &&
         !meet(x.stores, y.loads) && !meet(y.stores, x.loads) && !meet(x.stores, y.stores);
}
void permute(Body &b, Random &r) {
  for (std::size_t i = 0; i + 1 < b.size(); ++i)
    if (independent(b[i], b[i + 1]) && r.percent(70))
      std::swap(b[i], b[i + 1]);
  for (Stmt &s : b) {
    permute(s.body, r);
    permute(s.other, r);
    for (Case &c : s.cases)
      permute(c.body, r);
  }
}
Program permuted(const Program &p, Random &r) {
  Program out = p;
  permute(out.body, r);
  return out;
}

// --- the test ---------------------------------------------------------------------------------------------------
bool definite(Verdict v) { return v == Verdict::Verified || verify::is_violation(v); }

} // namespace

int metamorphic_command(const PropertyOptions &o) {
  struct Change {
    const char *name;
    Program (*apply)(const Program &, Random &);
  };
  static constexpr Change changes[] = {{"rename", rename}, {"dead", with_dead_code}, {"permute", permuted}};
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  Builder builder;
  Prover prover;
  std::uint64_t kernels = 0, same = 0, failed = 0, weaker = 0;
  for (std::uint64_t i = 0; (o.count == 0 || i < o.count) && (o.seconds == 0 || elapsed() < o.seconds);
       ++i, ++kernels) {
    const std::uint64_t seed = o.seed + i;
    const Form form = o.form == "cl" || (o.form == "both" && seed % 2 == 1) ? Form::Cl : Form::Kir;
    const auto verdict = [&](const Program &p) {
      support::Diagnostics diags;
      const auto s = builder.build(p, form, diags);
      return s ? prover.verify(s->kernel, s->launch).verdict : Verdict::Unsupported;
    };
    const Program p = generate(seed, form);
    const Verdict original = verdict(p);
    for (const Change &change : changes) {
      const auto changed = [&](const Program &from) {
        Random r(seed);
        return change.apply(from, r);
      };
      const Verdict now = verdict(changed(p));
      if (now == original) {
        ++same;
        continue;
      }
      const bool contradicts =
          definite(now) && definite(original) && (now == Verdict::Verified) != (original == Verdict::Verified);
      if (!contradicts) {
        ++weaker;
        continue;
      }
      ++failed;
      const Program small =
          shrink(p, [&](const Program &c) { return verdict(c) == original && verdict(changed(c)) == now; }, 30);
      support::Diagnostics diags;
      const auto s = builder.build(small, form, diags), other = builder.build(changed(small), form, diags);
      fmt::print("seed {}{}: {} makes {} of {}\n", seed, suffix(form), change.name, verify::name(now),
                 verify::name(original));
      if (s && other)
        fmt::print("{}\n{}\n", test_file(small, *s, "", std::string(verify::name(original))),
                   test_file(small, *other, "", std::string(verify::name(now))));
      std::fflush(stdout);
    }
  }
  fmt::print("metamorphic: {} passed, {} failed, {} skipped\n", same, failed, weaker);
  fmt::print("  {} random kernels in {:.1f} s, {} verdicts stayed, {} became or were undecided\n", kernels, elapsed(),
             same, weaker);
  classes_of(same + failed + weaker, same + failed, failed).print("metamorphic");
  return failed == 0 ? 0 : 1;
}

} // namespace lockstep::oracle
