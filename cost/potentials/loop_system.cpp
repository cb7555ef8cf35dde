// Ways between the heads of loops, executed with symbols (loop_system.h).
#include "cost/potentials/loop_system.h"

#include "cfg/ir/op_groups.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::cost {

namespace {

using cfg::Op;
using cfg::VarId;

constexpr std::size_t most_ways = 64, most_variables = 10, most_blocks = 100;

struct Sum { // of variables at the start of the way
  std::map<VarId, mpz_class> factors;
  mpz_class constant;

  void add(const Sum &other, const mpz_class &times) {
    for (const auto &[v, f] : other.factors)
      if ((factors[v] += times * f) == 0)
        factors.erase(v);
    constant += times * other.constant;
  }
};
using Sums = std::vector<Sum>; // each at least 0

struct SystemTruth { // what follows if it holds, and if it does not: as far as is understood
  Sums yes, no;
};

// yes, and no, of at_least_zero: integers
SystemTruth at_least(Sum s) {
  Sum other;
  other.add(s, -1);
  other.constant -= 1;
  return {{std::move(s)}, {std::move(other)}};
}

struct Way {
  std::size_t from = 0, to = 0; // locations
  std::map<VarId, std::optional<Sum>> values;
  Sums guard;
  bool counts = false;
};

class Reader {
public:
  Reader(const cfg::Kernel &k, const cfg::LoopForest &loops, std::size_t around, std::size_t counted)
      : k_(k), loops_(loops), around_(around), counted_(counted) {
    const cfg::Loop &outer = loops.loops[around];
    for (cfg::BlockId b : outer.blocks)
      if (loops.is_head(b))
        location_.emplace(b, location_.size() + 1);
  }

  std::optional<LoopSystem> read() {
    if (loops_.loops[around_].blocks.size() > most_blocks)
      return std::nullopt;
    for (const auto &[head, location] : location_) {
      way_ = {};
      way_.from = location;
      truths_.clear();
      if (!follow(head))
        return std::nullopt;
    }
    Way in;
    in.from = 0;
    in.to = location_.at(loops_.loops[around_].head);
    ways_.push_back(in);
    return system();
  }

private:
  bool follow(cfg::BlockId b) {
    const cfg::Block &block = k_.blocks[b];
    for (const cfg::Stmt &s : block.stmts)
      execute(s);
    if (auto *branch = std::get_if<cfg::Branch>(&block.end.node)) {
      const SystemTruth t = truth(branch->condition);
      const Way way = way_;
      const auto truths = truths_;
      way_.guard.insert(way_.guard.end(), t.yes.begin(), t.yes.end());
      if (!go(b, branch->if_true))
        return false;
      way_ = way;
      truths_ = truths;
      way_.guard.insert(way_.guard.end(), t.no.begin(), t.no.end());
      return go(b, branch->if_false);
    }
    for (cfg::BlockId to : cfg::successors(block.end)) {
      const Way way = way_;
      const auto truths = truths_;
      if (!go(b, to))
        return false;
      way_ = way;
      truths_ = truths;
    }
    return true;
  }

  bool go(cfg::BlockId from, cfg::BlockId to) {
    const auto head = location_.find(to);
    const bool stays = loops_.contains(static_cast<int>(around_), to);
    if (stays && head == location_.end())
      return follow(to);
    way_.to = stays ? head->second : location_.size() + 1;
    way_.counts = to == loops_.loops[counted_].head && loops_.is_back_edge(from, to);
    ways_.push_back(way_);
    return ways_.size() < most_ways;
  }

  void set(VarId v, std::optional<Sum> value) {
    way_.values[v] = std::move(value);
    truths_.erase(v);
  }

  void execute(const cfg::Stmt &s) {
    if (auto *a = std::get_if<cfg::Assign>(&s.node)) {
      if (k_.vars[a->var].type.is_bool()) {
        SystemTruth t = truth(a->value);
        set(a->var, std::nullopt);
        truths_[a->var] = std::move(t);
      } else {
        set(a->var, sum(a->value));
      }
    } else if (auto *h = std::get_if<cfg::Havoc>(&s.node)) {
      set(h->var, std::nullopt);
    } else if (auto *l = std::get_if<cfg::Load>(&s.node)) {
      for (VarId v : l->dests)
        set(v, std::nullopt);
    } else if (auto *atomic = std::get_if<cfg::Atomic>(&s.node)) {
      if (atomic->dest)
        set(*atomic->dest, std::nullopt);
    } else if (auto *barrier = std::get_if<cfg::Barrier>(&s.node)) {
      if (barrier->exchange)
        set(barrier->exchange->dest, std::nullopt);
    } else if (auto *gather = std::get_if<cfg::Gather>(&s.node)) {
      if (gather->meet.exchange)
        set(gather->meet.exchange->dest, std::nullopt);
    } else if (auto *numbered = std::get_if<cfg::Numbered>(&s.node)) {
      if (numbered->counter)
        set(*numbered->counter, std::nullopt);
    }
  }

  bool trusted(const cfg::ExprNode &e) const { return e.nsw && k_.terms.overflow != cfg::Overflow::Wraps; }

  // The signed value; empty: not understood.
  std::optional<Sum> sum(const cfg::Expr &e) {
    if (!e->type.is_int())
      return std::nullopt;
    switch (e->op) {
    case Op::Const: {
      Sum s;
      s.constant = mpz_class(std::to_string(cfg::signed_value(*e)));
      return s;
    }
    case Op::Var: {
      if (const auto v = way_.values.find(e->var); v != way_.values.end())
        return v->second;
      Sum s;
      s.factors[e->var] = 1;
      return s;
    }
    case Op::Sext: return e->args[0]->type.is_int() ? sum(e->args[0]) : std::nullopt;
    case Op::Add:
    case Op::Sub: {
      if (support::unsound("loop_system.wrap", !trusted(*e)))
        return std::nullopt;
      auto a = sum(e->args[0]), b = sum(e->args[1]);
      if (!a || !b)
        return std::nullopt;
      relied_ = true;
      a->add(*b, e->op == Op::Add ? 1 : -1);
      return a;
    }
    case Op::Mul: {
      if (!trusted(*e))
        return std::nullopt;
      auto a = sum(e->args[0]), b = sum(e->args[1]);
      if (!a || !b || (!a->factors.empty() && !b->factors.empty()))
        return std::nullopt;
      relied_ = true;
      if (!b->factors.empty())
        std::swap(a, b);
      Sum out;
      out.add(*a, b->constant);
      return out;
    }
    case OPS_LAUNCH:
    case Op::Shl:
    case OPS_NO_FLAGS:
    case Op::Zext:
    case Op::Trunc:
    case OPS_TRUTH:
    case Op::Ite:
    case OPS_FLOAT:
    case OPS_OPAQUE: return std::nullopt;
    }
    LOCKSTEP_UNREACHABLE("every operation has its case");
  }

  SystemTruth truth(const cfg::Expr &e) {
    const auto both = [](Sums a, const Sums &b) {
      a.insert(a.end(), b.begin(), b.end());
      return a;
    };
    switch (e->op) {
    case Op::Const: {
      Sum never;
      never.constant = -1;
      return e->value != 0 ? SystemTruth{{}, {never}} : SystemTruth{{never}, {}};
    }
    case Op::Var: {
      const auto t = truths_.find(e->var);
      return t == truths_.end() ? SystemTruth{} : t->second;
    }
    case Op::Not: {
      SystemTruth t = truth(e->args[0]);
      std::swap(t.yes, t.no);
      return t;
    }
    case Op::And: {
      const SystemTruth a = truth(e->args[0]), b = truth(e->args[1]);
      return {both(a.yes, b.yes), {}};
    }
    case Op::Or: {
      const SystemTruth a = truth(e->args[0]), b = truth(e->args[1]);
      return {{}, both(a.no, b.no)};
    }
    case Op::Slt:
    case Op::Sle: {
      const auto a = sum(e->args[0]), b = sum(e->args[1]);
      if (!a || !b)
        return {};
      Sum s = *b;
      s.add(*a, -1);
      s.constant -= e->op == Op::Slt;
      return at_least(std::move(s));
    }
    case Op::Eq:
    case Op::Ne: {
      if (!e->args[0]->type.is_int())
        return {};
      const auto a = sum(e->args[0]), b = sum(e->args[1]);
      if (!a || !b)
        return {};
      Sum s = *b, other;
      s.add(*a, -1);
      other.add(s, -1);
      SystemTruth t{{s, other}, {}};
      if (e->op == Op::Ne)
        std::swap(t.yes, t.no);
      return t;
    }
    case OPS_LAUNCH:
    case OPS_NUMBER:
    case OPS_CAST:
    case Op::Ult:
    case Op::Ule:
    case Op::Implies:
    case Op::Ite:
    case OPS_FLOAT:
    case OPS_OPAQUE: return {};
    }
    LOCKSTEP_UNREACHABLE("every operation has its case");
  }

  // The variables that conditions depend on, from way to way.
  std::optional<std::vector<VarId>> variables() const {
    std::set<VarId> all;
    for (const Way &w : ways_)
      for (const Sum &g : w.guard)
        for (const auto &[v, f] : g.factors)
          all.insert(v);
    for (bool grows = true; grows;) {
      grows = false;
      for (const Way &w : ways_)
        for (const auto &[v, value] : w.values)
          if (value && all.count(v) != 0)
            for (const auto &[u, f] : value->factors)
              grows = all.insert(u).second || grows;
    }
    return all.size() <= most_variables ? std::optional(std::vector<VarId>(all.begin(), all.end())) : std::nullopt;
  }

  std::optional<LoopSystem> system() const {
    LoopSystem out;
    const auto all = variables();
    if (!all)
      return std::nullopt;
    out.variables = *all;
    out.relied_on_no_wrap = relied_;
    out.system.locations = location_.size() + 2;
    for (VarId v : *all)
      out.system.variables.push_back(k_.vars[v].name);
    const auto affine = [&](const Sum &s) {
      Affine a{std::vector<mpz_class>(all->size()), s.constant};
      for (std::size_t i = 0; i < all->size(); ++i)
        if (const auto f = s.factors.find((*all)[i]); f != s.factors.end())
          a.factors[i] = f->second;
      return a;
    };
    for (const Way &w : ways_) {
      Transition t{w.from, w.to, {}, {}, w.counts};
      for (const Sum &g : w.guard)
        t.guard.push_back(affine(g));
      for (std::size_t i = 0; i < all->size(); ++i) {
        const auto value = w.values.find((*all)[i]);
        Sum same;
        same.factors[(*all)[i]] = 1;
        t.update.push_back(value == w.values.end() ? std::optional(affine(same))
                           : value->second         ? std::optional(affine(*value->second))
                                                   : std::nullopt);
      }
      out.system.transitions.push_back(std::move(t));
    }
    return out;
  }

  const cfg::Kernel &k_;
  const cfg::LoopForest &loops_;
  const std::size_t around_, counted_;
  std::map<cfg::BlockId, std::size_t> location_; // of heads
  std::vector<Way> ways_;
  Way way_;
  std::map<VarId, SystemTruth> truths_; // of Boolean variables assigned on the way
  bool relied_ = false;
};

} // namespace

std::optional<LoopSystem> loop_system(const cfg::Kernel &k, const cfg::LoopForest &loops, std::size_t around,
                                      std::size_t counted) {
  return Reader(k, loops, around, counted).read();
}

} // namespace lockstep::cost
