// Stage `instrument`: see instrument.h. Test: tests/golden/instrument.
#include "predication/instrument.h"

#include "cfg/ir/rewrite.h"
#include "support/invariant.h"
#include "support/one_of.h"
#include "support/overloaded.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::predication {

namespace {
bool is_shared(const cfg::Array &a) { return a.space != cfg::Space::Private; }

class Instrumenter {
public:
  Instrumenter(const Lockstep &p, const InstrumentOptions &options) : options_(options), out_(p) {
    LOCKSTEP_INVARIANT(!p.instrumented, "a program is instrumented once");
  }

  Lockstep run() {
    out_.instrumented = true;
    classify();
    std::vector<bool> checked_latch = latches_to_check();
    for (BlockId b = 0; b < out_.blocks.size(); ++b) {
      Lockstep::Block &block = out_.blocks[b];
      std::vector<Lockstep::Stmt> old = std::move(block.stmts);
      block.stmts.clear();
      here_ = &block;
      for (std::size_t i = 0; i < old.size(); ++i)
        statement(std::move(old[i]));
      if (checked_latch[b] || std::holds_alternative<End>(block.end.node))
        check(watched(true, true), block.end.origin);
    }
    return std::move(out_);
  }

private:
  void classify() {
    auto uses = array_uses(out_);
    for (ArrayId a = 0; a < out_.arrays.size(); ++a) {
      if (!is_shared(out_.arrays[a]))
        continue;
      const ArrayUse &u = uses[a];
      ArrayInfo &info = out_.array_info[a];
      info.memory = u.written ? Memory::Equal : Memory::Constant;
      // Other threads may run atomics at any time. Group memory holds no value before it is written.
      if (u.atomic || (!u.written && out_.arrays[a].space == cfg::Space::Group) || options_.bare.count(a) ||
          options_.same_values)
        info.memory = Memory::Adversarial;
      // Atomics do not race with each other, unless their scope leaves threads out.
      info.watched = u.written || (u.atomic && (u.read || u.narrow));
      info.log_values = u.written && options_.same_values;
    }
  }

  std::vector<bool> latches_to_check() const {
    std::vector<bool> out(out_.blocks.size(), false);
    for (const Loop &l : loops(out_))
      for (BlockId b : l.latches)
        out[b] = !support::left_out("instrument.latch");
    return out;
  }

  // The watched arrays in group memory and in global memory.
  std::vector<ArrayId> watched(bool group, bool global) const {
    std::vector<ArrayId> list;
    for (ArrayId a = 0; a < out_.arrays.size(); ++a)
      if (out_.array_info[a].watched && (out_.arrays[a].space == cfg::Space::Group ? group : global))
        list.push_back(a);
    return list;
  }

  void add(Lockstep::Node node, const Origin &o) { here_->stmts.push_back({std::move(node), o}); }
  void check(const std::vector<ArrayId> &arrays, const Origin &o) {
    for (ArrayId a : arrays)
      add(CheckRaces{a}, o);
  }

  void log(const Guard &g, cfg::AccessKind kind, ArrayId array, const Expr &lo, std::uint64_t granules,
           unsigned per_value, std::vector<Expr> values, const Origin &o) {
    if (!out_.array_info[array].watched)
      return;
    const bool loaded = options_.loaded.count({here_->kernel_block.value_or(0), kernel_stmt_}) != 0;
    if (!out_.array_info[array].log_values || support::unsound("instrument.loaded", loaded))
      values.clear();
    Site site{kind, array, here_->kernel_block.value_or(0), kernel_stmt_, o};
    out_.sites.push_back(site);
    if (values.empty())
      per_value = 1;
    add(Log{g, kind, array, lo, granules, per_value, std::move(values), static_cast<SiteId>(out_.sites.size() - 1)}, o);
  }

  cfg::AccessKind kind_of(const Atomic &a) const {
    cfg::Atomic of;
    of.op = a.op;
    of.scope = a.scope;
    return cfg::access_kind(of, out_.arrays[a.array].space);
  }

  void statement(Lockstep::Stmt s) {
    const Origin o = s.origin;
    if (auto *sync = std::get_if<Sync>(&s.node))
      return barrier(*sync, s.kernel_stmt, o);
    const Lockstep::Node node = s.node;
    kernel_stmt_ = s.kernel_stmt.value_or(0);
    // The log is about the offset that was accessed: before the access where that changes it, as in `i := A[i]`.
    const bool log_first = changes_own_offset(node);
    if (!log_first)
      here_->stmts.push_back(s);
    std::visit(support::Overloaded{
                   [&](const Load &l) {
                     if (!l.quiet)
                       log(l.guard, cfg::AccessKind::Read, l.array, l.offset, l.dests.size() * l.per_value, 1, {}, o);
                   },
                   [&](const Store &st) {
                     if (!st.quiet)
                       log(st.guard, cfg::AccessKind::Write, st.array, st.offset, st.values.size() * st.per_value,
                           st.per_value, st.values, o);
                   },
                   [&](const Atomic &a) { log(a.guard, kind_of(a), a.array, a.offset, a.per_value, 1, {}, o); },
                   [](const support::OneOf<Assign, SetBlock, Choose, Havoc, Assume, Assert, Skip, AtHead, Sync, Log,
                                           CheckRaces, EndInterval, Refresh> auto &) {},
               },
               node);
    if (log_first)
      here_->stmts.push_back(std::move(s));
  }

  static bool changes_own_offset(const Lockstep::Node &node) {
    if (auto *l = std::get_if<Load>(&node))
      return std::any_of(l->dests.begin(), l->dests.end(), [&](VarId v) { return cfg::mentions(l->offset, v); });
    if (auto *a = std::get_if<Atomic>(&node))
      return a->dest && cfg::mentions(a->offset, *a->dest);
    return false;
  }

  void barrier(const Sync &sync, std::optional<std::uint32_t> kernel_stmt, const Origin &o) {
    auto fenced = watched(sync.fence_group, sync.fence_global);
    if (!support::left_out("instrument.interval"))
      check(fenced, o);
    add(sync, o);
    if (!fenced.empty())
      add(EndInterval{sync.guard, sync.scope, fenced}, o);
    std::vector<ArrayId> equal;
    for (ArrayId a = 0; a < out_.arrays.size(); ++a)
      if (out_.array_info[a].memory == Memory::Equal)
        equal.push_back(a);
    if (!equal.empty())
      here_->stmts.push_back({Refresh{equal}, o, kernel_stmt});
  }

  const InstrumentOptions &options_;
  Lockstep out_;
  Lockstep::Block *here_ = nullptr;
  std::uint32_t kernel_stmt_ = 0;
};
} // namespace

std::vector<ArrayUse> array_uses(const Lockstep &p) {
  std::vector<ArrayUse> out(p.arrays.size());
  for (const Lockstep::Block &b : p.blocks)
    for (const Lockstep::Stmt &s : b.stmts) {
      if (auto *l = std::get_if<Load>(&s.node))
        out[l->array].read = true;
      else if (auto *st = std::get_if<Store>(&s.node))
        out[st->array].written = true;
      else if (auto *a = std::get_if<Atomic>(&s.node)) {
        (a->op == cfg::AtomicOp::Load ? out[a->array].atomic_load : out[a->array].atomic) = true;
        out[a->array].narrow = out[a->array].narrow || a->scope != cfg::AtomicScope::Grid;
      }
    }
  return out;
}

Lockstep instrument(const Lockstep &p, const InstrumentOptions &options) { return Instrumenter(p, options).run(); }

} // namespace lockstep::predication
