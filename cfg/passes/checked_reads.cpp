// Plain reads that a compare-and-swap checks: see checked_reads.h.
//
// One forward analysis per candidate, a plain read of an array with a swap; checked_state.h says what it knows at a
// point.
#include "cfg/passes/checked_reads.h"

#include "cfg/ir/rewrite.h"
#include "cfg/passes/checked_state.h"
#include "support/budget.h"
#include "support/sound.h"

#include <map>
#include <optional>
#include <set>

namespace lockstep::cfg {

namespace {

// What holds at a point, on all paths from the read.
struct AtPoint {
  CheckedState values;
  bool same_place = true; // what the read's offset is made of has not changed
  bool operator==(const AtPoint &) const = default;
};

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

class ReadFollower {
public:
  ReadFollower(const Kernel &k, BlockId block, std::uint32_t stmt)
      : k_(k), block_(block), stmt_(stmt), read_(std::get<Load>(k.blocks[block].stmts[stmt].node)),
        one_cell_(one_cell_arrays(k)) {
    for (VarId v : variables(read_.offset))
      place_.insert(v);
  }

  // The swap that checks what is read; null if something else becomes of it.
  const Atomic *run() {
    if (any_node(read_.offset, [](const ExprNode &n) { return n.op == Op::Read || n.op == Op::Call; }))
      return nullptr;
    AtPoint s;
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
  void take(AtPoint &s) const {
    s.values.read(read_.dests[0]);
    s.same_place = place_.count(read_.dests[0]) == 0;
  }

  void changed(AtPoint &s, VarId v) const {
    if (place_.count(v))
      s.same_place = false;
  }

  // A private array of one cell is a variable, numbered behind the kernel's own.
  std::optional<VarId> cell(ArrayId a) const {
    return one_cell_[a] ? std::optional(static_cast<VarId>(k_.vars.size() + a)) : std::nullopt;
  }

  void assign(AtPoint &s, VarId v, const Expr &value) {
    if (s.values.is_unchecked(value))
      harmless_ = harmless_ && s.values.may_compute(value);
    if (s.values.keeps(v, value))
      return;
    s.values.assign(v, value);
    changed(s, v);
  }

  bool same_bytes(const AtPoint &s, const Atomic &a) const {
    return s.same_place && a.array == read_.array && a.per_value == read_.per_value && equal(a.offset, read_.offset);
  }

  void swap(AtPoint &s, const Atomic &a) {
    const Expr &expected = a.operands[0], &stored = a.operands[1];
    VarId root = no_root;
    if (s.values.is_unchecked(expected) || s.values.is_unchecked(stored)) {
      root = s.values.copied_root(expected).value_or(no_root);
      const bool stores_checked = !s.values.is_unchecked(stored) || s.values.common_root(stored) == root;
      if (root == no_root || !stores_checked || !same_bytes(s, a) || !s.values.may_compute(stored)) {
        harmless_ = false;
        return;
      }
      swap_ = swap_ ? swap_ : &a;
    }
    if (!a.dest)
      return;
    s.values.swapped(*a.dest, root);
    changed(s, *a.dest);
  }

  void condition(CheckedState &s, const Expr &e, bool value) {
    if (!s.is_unchecked(e))
      return;
    if (!s.only_checks(e)) {
      harmless_ = false;
      return;
    }
    if (const auto root = s.checks(e, value))
      s.checked(*root);
  }

  void execute(AtPoint &s, BlockId b, std::uint32_t i) {
    const Stmt &st = k_.blocks[b].stmts[i];
    if (b == block_ && i == stmt_)
      return take(s);
    if (auto *a = std::get_if<Assign>(&st.node))
      return assign(s, a->var, a->value);
    if (auto *a = std::get_if<Assume>(&st.node); a && a->kind == AssumeKind::Branch)
      return condition(s.values, a->condition, true);
    if (auto *a = std::get_if<Atomic>(&st.node); a && a->op == AtomicOp::CmpXchg && !s.values.is_unchecked(a->offset))
      return swap(s, *a);
    if (auto *put = std::get_if<Store>(&st.node); put && cell(put->array))
      return assign(s, *cell(put->array), put->values[0]);
    if (auto *l = std::get_if<Load>(&st.node); l && cell(l->array))
      return assign(s, l->dests[0], cfg::variable(*cell(l->array), k_.vars[l->dests[0]].type));
    for (const Expr &e : used_exprs(st))
      harmless_ = harmless_ && support::sound("checked_reads.uses", !s.values.is_unchecked(e));
    for (VarId v : defined_vars(st)) {
      s.values.overwrite(v);
      changed(s, v);
    }
  }

  void pass(BlockId b, std::uint32_t from, AtPoint s) {
    const Block &block = k_.blocks[b];
    for (std::uint32_t i = from; i < block.stmts.size() && harmless_; ++i)
      execute(s, b, i);
    if (!harmless_)
      return;
    if (auto *br = std::get_if<Branch>(&block.end.node)) {
      for (bool value : {true, false}) {
        AtPoint out = s;
        condition(out.values, br->condition, value);
        arrive(value ? br->if_true : br->if_false, std::move(out));
      }
      return;
    }
    for (const Expr &e : used_exprs(block.end))
      harmless_ = harmless_ && !s.values.is_unchecked(e);
    for (BlockId t : successors(block.end))
      arrive(t, s);
  }

  void arrive(BlockId t, AtPoint s) {
    auto [it, fresh] = at_entry_.try_emplace(t, s);
    if (!fresh) {
      AtPoint joined{join(it->second.values, s.values), it->second.same_place && s.same_place};
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
  std::set<VarId> place_; // what its offset is made of
  std::vector<bool> one_cell_;
  bool harmless_ = true;
  const Atomic *swap_ = nullptr;
  std::map<BlockId, AtPoint> at_entry_;
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
      if (const Atomic *swap = ReadFollower(k, b, i).run()) {
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
