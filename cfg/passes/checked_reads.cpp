// Plain reads that a compare-and-swap checks: see checked_reads.h.
//
// One forward analysis per candidate, a plain read of an array with a swap. A variable is *unchecked* if it may depend
// on the read's value. `root` says of what: of one variable that is itself an unchecked copy, and of nothing else that
// is unchecked; so if the root is found to be what the memory held, the variable is as good as one computed from an
// atomic read.
#include "cfg/passes/checked_reads.h"

#include "cfg/ir/rewrite.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace lockstep::cfg {

namespace {

constexpr VarId no_root = ~VarId(0);

struct Unchecked {
  bool copy = false; // the value's own bits, or what was checked
  VarId root = no_root;
  bool operator==(const Unchecked &) const = default;
};

// What holds at a point, on all paths from the read.
struct CheckedState {
  std::map<VarId, Unchecked> vars; // all others are checked
  std::set<std::pair<VarId, VarId>>
      swapped;            // a swap that expected the root's value returned this variable's: (variable, root)
  bool same_place = true; // what the read's offset is made of has not changed
  bool operator==(const CheckedState &) const = default;
};

// A copy that is checked on one of the two paths is no copy of its root there: it stands for itself.
CheckedState join(const CheckedState &a, const CheckedState &b) {
  CheckedState out;
  out.same_place = a.same_place && b.same_place;
  auto from = [&](const CheckedState &x, const CheckedState &y) {
    for (const auto &[v, u] : x.vars) {
      const auto twin = y.vars.find(v);
      if (twin == y.vars.end())
        out.vars[v] = {u.copy, u.copy ? v : u.root};
      else if (twin->second == u)
        out.vars[v] = u;
      else
        out.vars[v] = {u.copy && twin->second.copy, u.copy && twin->second.copy ? v : no_root};
    }
  };
  from(a, b);
  from(b, a);
  std::set_intersection(a.swapped.begin(), a.swapped.end(), b.swapped.begin(), b.swapped.end(),
                        std::inserter(out.swapped, out.swapped.end()));
  return out;
}

// By array: private, and all that the kernel does with it is to read and write one cell, whole.
std::vector<bool> one_cell_arrays(const Kernel &k) {
  std::vector<bool> out;
  for (const Array &a : k.arrays)
    out.push_back(a.space == Space::Private);
  auto look = [&](ArrayId a, const Expr &offset, std::size_t values, unsigned per_value, Type type) {
    out[a] =
        out[a] && is_const(offset, 0) && values == 1 && per_value == 1 && type.width == 8 * k.arrays[a].granule_bytes;
  };
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts) {
      if (auto *l = std::get_if<Load>(&s.node))
        look(l->array, l->offset, l->dests.size(), l->per_value, k.vars[l->dests[0]].type);
      else if (auto *st = std::get_if<Store>(&s.node))
        look(st->array, st->offset, st->values.size(), st->per_value, st->values[0]->type);
      else if (auto *a = std::get_if<Atomic>(&s.node))
        out[a->array] = false;
    }
  return out;
}

class Follower {
public:
  Follower(const Kernel &k, BlockId block, std::uint32_t stmt)
      : k_(k), block_(block), stmt_(stmt), read_(std::get<Load>(k.blocks[block].stmts[stmt].node)),
        one_cell_(one_cell_arrays(k)) {
    for (VarId v : variables(read_.offset))
      place_.insert(v);
  }

  // The swap that checks what is read; null if something else becomes of it.
  const Atomic *run() {
    if (any_node(read_.offset, [](const ExprNode &n) { return n.op == Op::Read || n.op == Op::Call; }))
      return nullptr;
    CheckedState s;
    take(s);
    pass(block_, stmt_ + 1, std::move(s));
    while (!work_.empty() && harmless_) {
      support::spend();
      const BlockId b = *work_.begin();
      work_.erase(work_.begin());
      pass(b, 0, at_entry_.at(b));
    }
    return harmless_ ? swap_ : nullptr;
  }

private:
  static bool is_unchecked(const CheckedState &s, const Expr &e) {
    return any_node(e, [&](const ExprNode &n) { return n.op == Op::Var && s.vars.count(n.var); });
  }

  // The variable whose bits these are.
  static std::optional<VarId> bits_of(const Expr &e) {
    if (e->op == Op::Var)
      return e->var;
    return e->op == Op::BitCast && !e->type.is_bool() ? bits_of(e->args[0]) : std::nullopt;
  }
  static std::optional<Unchecked> copied(const CheckedState &s, const Expr &e) {
    const auto v = bits_of(e);
    const auto it = v ? s.vars.find(*v) : s.vars.end();
    return it != s.vars.end() && it->second.copy ? std::optional(it->second) : std::nullopt;
  }

  static VarId common_root(const CheckedState &s, const Expr &e) {
    std::optional<VarId> root;
    for (VarId v : variables(e))
      if (auto it = s.vars.find(v); it != s.vars.end())
        root = !root || *root == it->second.root ? it->second.root : no_root;
    return root.value_or(no_root);
  }

  // Divisions may trap, and calls and reads of arrays lead elsewhere.
  static bool may_compute(const CheckedState &s, const Expr &e) {
    return !any_node(e, [&](const ExprNode &n) {
      const bool division = n.op == Op::UDiv || n.op == Op::SDiv || n.op == Op::URem || n.op == Op::SRem;
      return (division && is_unchecked(s, n.args[1])) || (n.op == Op::Read && is_unchecked(s, n.args[0]));
    });
  }

  // The read's own variable gets its value. What is left of an earlier read is of another time, and has no root.
  void take(CheckedState &s) const {
    overwrite(s, read_.dests[0]);
    for (auto &[v, u] : s.vars)
      u = {};
    s.swapped.clear();
    s.same_place = true;
    s.vars[read_.dests[0]] = {true, read_.dests[0]};
    if (place_.count(read_.dests[0]))
      s.same_place = false;
  }

  // v gets a value that has nothing to do with the read. Those whose root it was get a copy of it as root, if there is
  // one.
  void overwrite(CheckedState &s, VarId v) const {
    s.vars.erase(v);
    VarId heir = no_root;
    for (const auto &[w, u] : s.vars)
      if (u.root == v && u.copy) {
        heir = w;
        break;
      }
    for (auto &[w, u] : s.vars)
      if (u.root == v)
        u.root = heir;
    std::set<std::pair<VarId, VarId>> kept;
    for (const auto &[result, root] : s.swapped)
      if (result != v && (root != v || heir != no_root))
        kept.insert({result, root == v ? heir : root});
    s.swapped = std::move(kept);
    if (place_.count(v))
      s.same_place = false;
  }

  // A private array of one cell is a variable, numbered behind the kernel's own.
  std::optional<VarId> cell(ArrayId a) const {
    return one_cell_[a] ? std::optional(static_cast<VarId>(k_.vars.size() + a)) : std::nullopt;
  }

  void assign(CheckedState &s, const Assign &a) {
    if (!is_unchecked(s, a.value)) {
      std::vector<VarId> roots; // of the swaps whose result this is
      if (const auto from = bits_of(a.value))
        for (const auto &[result, root] : s.swapped)
          if (result == *from && root != a.var)
            roots.push_back(root);
      overwrite(s, a.var);
      for (VarId root : roots)
        if (s.vars.count(root))
          s.swapped.insert({a.var, root});
      return;
    }
    harmless_ = harmless_ && may_compute(s, a.value);
    Unchecked value{copied(s, a.value).has_value(), common_root(s, a.value)};
    if (value.copy && bits_of(a.value) == a.var)
      return; // itself
    overwrite(s, a.var);
    if (value.root == a.var) // which is gone
      value.root = no_root;
    if (value.root == no_root && value.copy)
      value.root = a.var;
    s.vars[a.var] = value;
  }

  bool same_bytes(const CheckedState &s, const Atomic &a) const {
    return s.same_place && a.array == read_.array && a.per_value == read_.per_value && equal(a.offset, read_.offset);
  }

  void swap(CheckedState &s, const Atomic &a) {
    const bool unchecked = is_unchecked(s, a.operands[0]) || is_unchecked(s, a.operands[1]);
    VarId root = no_root;
    if (unchecked) {
      const auto expected = copied(s, a.operands[0]);
      const bool stored =
          !is_unchecked(s, a.operands[1]) || (expected && common_root(s, a.operands[1]) == expected->root);
      if (!expected || expected->root == no_root || !stored || !same_bytes(s, a) || !may_compute(s, a.operands[1])) {
        harmless_ = false;
        return;
      }
      root = expected->root;
      swap_ = swap_ ? swap_ : &a;
    }
    if (!a.dest)
      return;
    const bool own = root == *a.dest;
    overwrite(s, *a.dest);
    if (root != no_root && !own)
      s.swapped.insert({*a.dest, root});
  }

  // Does `e` say, being `value`, that a swap returned what it expected? Then of which root.
  std::optional<VarId> checks(const CheckedState &s, const Expr &e, bool value) const {
    if (e->op == Op::Not)
      return checks(s, e->args[0], !value);
    if (e->op != Op::Eq && e->op != Op::Ne)
      return std::nullopt;
    if (!e->args[0]->type.is_int() || (e->op == Op::Eq) != value)
      return std::nullopt;
    return compared(s, e);
  }
  std::optional<VarId> compared(const CheckedState &s, const Expr &e) const {
    for (std::size_t i : {0, 1}) {
      const auto expected = copied(s, e->args[i]);
      const auto result = bits_of(e->args[1 - i]);
      if (expected && result && s.swapped.count({*result, expected->root}))
        return expected->root;
    }
    return std::nullopt;
  }
  // A condition that decides only whether such a swap has stored.
  bool only_checks(const CheckedState &s, const Expr &e) const {
    return e->op == Op::Not ? only_checks(s, e->args[0])
                            : (e->op == Op::Eq || e->op == Op::Ne) && e->args[0]->type.is_int() && compared(s, e);
  }
  static void checked(CheckedState &s, VarId root) {
    std::erase_if(s.vars, [&](const auto &entry) { return entry.second.root == root; });
    std::erase_if(s.swapped, [&](const auto &entry) { return entry.second == root; });
  }

  void condition(CheckedState &s, const Expr &e, bool value) {
    if (!is_unchecked(s, e))
      return;
    if (!only_checks(s, e)) {
      harmless_ = false;
      return;
    }
    if (const auto root = checks(s, e, value))
      checked(s, *root);
  }

  void execute(CheckedState &s, BlockId b, std::uint32_t i) {
    const Stmt &st = k_.blocks[b].stmts[i];
    if (b == block_ && i == stmt_)
      return take(s);
    if (auto *a = std::get_if<Assign>(&st.node))
      return assign(s, *a);
    if (auto *a = std::get_if<Assume>(&st.node); a && a->kind == AssumeKind::Branch)
      return condition(s, a->condition, true);
    if (auto *a = std::get_if<Atomic>(&st.node); a && a->op == AtomicOp::CmpXchg && !is_unchecked(s, a->offset))
      return swap(s, *a);
    if (auto *put = std::get_if<Store>(&st.node); put && cell(put->array))
      return assign(s, {*cell(put->array), put->values[0]});
    if (auto *l = std::get_if<Load>(&st.node); l && cell(l->array))
      return assign(s, {l->dests[0], cfg::variable(*cell(l->array), k_.vars[l->dests[0]].type)});
    for (const Expr &e : used_exprs(st))
      harmless_ = harmless_ && support::sound("checked_reads.uses", !is_unchecked(s, e));
    for (VarId v : defined_vars(st))
      overwrite(s, v);
  }

  void pass(BlockId b, std::uint32_t from, CheckedState s) {
    const Block &block = k_.blocks[b];
    for (std::uint32_t i = from; i < block.stmts.size() && harmless_; ++i)
      execute(s, b, i);
    if (!harmless_)
      return;
    if (auto *br = std::get_if<Branch>(&block.end.node)) {
      for (bool value : {true, false}) {
        CheckedState out = s;
        condition(out, br->condition, value);
        arrive(value ? br->if_true : br->if_false, std::move(out));
      }
      return;
    }
    for (const Expr &e : used_exprs(block.end))
      harmless_ = harmless_ && !is_unchecked(s, e);
    for (BlockId t : successors(block.end))
      arrive(t, s);
  }

  void arrive(BlockId t, CheckedState s) {
    auto [it, fresh] = at_entry_.try_emplace(t, s);
    if (!fresh) {
      CheckedState joined = join(it->second, s);
      if (joined == it->second)
        return;
      it->second = std::move(joined);
    }
    work_.insert(t);
  }

  const Kernel &k_;
  BlockId block_;
  std::uint32_t stmt_;
  const Load &read_;
  std::set<VarId> place_;
  std::vector<bool> one_cell_;
  bool harmless_ = true;
  const Atomic *swap_ = nullptr;
  std::map<BlockId, CheckedState> at_entry_;
  std::set<BlockId> work_;
};

std::vector<bool> swapped_arrays(const Kernel &k) {
  std::vector<bool> out(k.arrays.size(), false);
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts)
      if (auto *a = std::get_if<Atomic>(&s.node); a && a->op == AtomicOp::CmpXchg)
        out[a->array] = true;
  return out;
}

} // namespace

Kernel with_checked_reads(Kernel k, support::Diagnostics &diags) {
  const std::vector<bool> candidates = swapped_arrays(k);
  std::vector<std::pair<Stmt *, Atomic>> found;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      Stmt &s = k.blocks[b].stmts[i];
      auto *l = std::get_if<Load>(&s.node);
      if (!l || l->dests.size() != 1 || !candidates[l->array] || k.arrays[l->array].space == Space::Private)
        continue;
      if (const Atomic *swap = Follower(k, b, i).run()) {
        Atomic read = *swap; // of the swap's scope, and relaxed: what it reads orders nothing
        read.op = AtomicOp::Load;
        read.order = {};
        read.acquires_failing = read.all_spaces = false;
        read.dest = l->dests[0];
        read.offset = l->offset;
        read.operands.clear();
        found.push_back({&s, std::move(read)});
      }
    }
  for (auto &[s, read] : found) {
    diags.note(
        s->origin,
        "this read is not atomic; it is taken to be, since a compare-and-swap of the same bytes checks what it reads "
        "before anything comes of it");
    s->node = std::move(read);
  }
  return k;
}

} // namespace lockstep::cfg
