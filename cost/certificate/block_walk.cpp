// See block_walk.h.
#include "cost/certificate/block_walk.h"

#include <algorithm>

namespace lockstep::cost::certificate {

using cfg::BlockId;

BlockWalk::Watched::Watched(BlockWalk &walk, const cfg::Loop &loop, const LaneMask &entry) : walk(walk), entry(entry) {
  for (const auto &[from, to] : loop.exits)
    exits.insert(from);
  walk.watched_.push_back(this);
}

void BlockWalk::watch(BlockId from, const std::function<bool(const LaneMask &entry)> &alike) {
  for (Watched *w : watched_)
    w->split = w->split || (w->exits.count(from) != 0 && !alike(w->entry));
}

void BlockWalk::block(BlockId b, const LaneMask &m) {
  issue(b, m);
  for (std::size_t s = 0; s < about_.kernel.blocks[b].stmts.size(); ++s)
    statement(b, s, m);
}

void BlockWalk::blocks(int loop, const std::vector<BlockId> &list, std::size_t from, std::size_t to, Flow &in,
                       Flow &out) {
  const auto inside = [&](BlockId b) {
    return loop < 0 || (about_.loops.contains(loop, b) && b != about_.loops.loops[static_cast<std::size_t>(loop)].head);
  };
  const auto take = [&](BlockId target, const LaneMask &m) {
    LaneMask &to = (inside(target) ? in : out)[target];
    to = either(to, m);
  };
  for (std::size_t i = from; i < to; ++i) {
    const BlockId b = list[i];
    const LaneMask m = in.count(b) != 0 ? in[b] : LaneMask{};
    if (const int inner = about_.loops.headed_by(b); inner >= 0 && inner != loop) {
      Flow left;
      if (!m.empty())
        at_loop(static_cast<std::size_t>(inner), m, left);
      for (const auto &[target, mask] : left)
        take(target, mask);
      while (i + 1 < to && about_.loops.contains(inner, list[i + 1]))
        ++i;
      continue;
    }
    if (m.empty())
      continue;
    block(b, m);
    for (const auto &[target, mask] : ways(b, m))
      take(target, mask);
  }
}

Flow BlockWalk::ways(BlockId b, const LaneMask &m) {
  Flow out;
  const auto &end = about_.kernel.blocks[b].end.node;
  LaneMask left = m;
  const auto add = [&](BlockId target, const LaneMask &chosen) {
    out[target] = either(out[target], both(left, chosen));
    left = both(left, state_.conditions.other(chosen));
  };
  if (const auto *branch = std::get_if<cfg::Branch>(&end)) {
    add(branch->if_true, state_.truth(branch->condition, m));
    add(branch->if_false, everybody());
  } else if (const auto *choice = std::get_if<cfg::Switch>(&end)) {
    for (const cfg::SwitchCase &c : choice->cases)
      add(c.target,
          state_.truth(cfg::binary(cfg::Op::Eq, choice->value, cfg::constant(choice->value->type, c.value)), m));
    add(choice->otherwise, everybody());
  } else if (const auto *jump = std::get_if<cfg::Goto>(&end)) {
    for (std::size_t i = 0; i < jump->targets.size(); ++i)
      add(jump->targets[i], i + 1 == jump->targets.size() ? everybody() : state_.conditions.perhaps(false));
  }
  watch(b, [&](const LaneMask &entry) {
    return std::all_of(out.begin(), out.end(),
                       [&](const auto &way) { return state_.conditions.all_alike(way.second, entry); });
  });
  if (out.size() > 1) {
    Event e;
    e.lanes = m;
    e.each[cfg::Atom::Test] = std::holds_alternative<cfg::Goto>(end) ? 0 : 1;
    for (const cfg::Expr &x : cfg::used_exprs(about_.kernel.blocks[b].end))
      e.each += cfg::atoms_of(x);
    if (std::none_of(watched_.begin(), watched_.end(), [&](const Watched *w) { return w->unsplit == b; }))
      for (const auto &[target, mask] : out)
        e.ways.push_back(mask);
    claims_.event(b, about_.kernel.blocks[b].stmts.size(), e);
  }
  return out;
}

// Do all lanes access one place?
bool BlockWalk::access(BlockId b, std::size_t i, const LaneMask &m, cfg::ArrayId array, const cfg::Expr &offset,
                       std::uint64_t granules, cfg::AtomCounts work, bool atomic) {
  const cfg::Array &a = about_.kernel.arrays[array];
  if (a.granule_bytes == 0 || a.granule_bytes > most_threads || granules == 0 || granules > most_threads)
    throw Refused("an access of no size");
  const auto aligned = about_.certificate.aligned.find(a.name);
  Event e;
  e.lanes = m;
  e.each = std::move(work);
  e.each += cfg::atoms_of(offset);
  e.each[cfg::Atom::Request] = a.space == cfg::Space::Private ? 0 : 1;
  e.atomic = atomic;
  e.place = Place{state_.value(offset, m),
                  a.space,
                  static_cast<long>(a.granule_bytes),
                  static_cast<long>(granules * a.granule_bytes),
                  aligned == about_.certificate.aligned.end() ? 1 : static_cast<long>(aligned->second),
                  a.extent};
  claims_.event(b, i, e);
  return a.space != cfg::Space::Private && alike(e.place->offset);
}

void BlockWalk::statement(BlockId b, std::size_t i, const LaneMask &m) {
  const cfg::Stmt &stmt = about_.kernel.blocks[b].stmts[i];
  bool uniform = false; // what is read
  if (const auto *assigned = std::get_if<cfg::Assign>(&stmt.node)) {
    const bool is_bool = about_.kernel.vars[assigned->var].type.is_bool();
    const LaneMask truth = is_bool ? state_.truth(assigned->value, m) : LaneMask{};
    state_.assign(assigned->var, m, state_.value(assigned->value, m), truth);
    Event e;
    e.lanes = m;
    e.each = cfg::atoms_of(assigned->value);
    ++e.each[cfg::Atom::Assignment];
    return claims_.event(b, i, e);
  }
  if (const auto *load = std::get_if<cfg::Load>(&stmt.node)) {
    cfg::AtomCounts work;
    work[cfg::Atom::Assignment] = load->dests.size();
    if (!load->quiet)
      uniform = access(b, i, m, load->array, load->offset, load->dests.size() * load->per_value, std::move(work));
  } else if (const auto *store = std::get_if<cfg::Store>(&stmt.node)) {
    cfg::AtomCounts work;
    for (const cfg::Expr &e : store->values)
      work += cfg::atoms_of(e);
    if (!store->quiet)
      access(b, i, m, store->array, store->offset, store->values.size() * store->per_value, std::move(work));
  } else if (const auto *atomic = std::get_if<cfg::Atomic>(&stmt.node)) {
    cfg::AtomCounts work;
    work[cfg::Atom::Assignment] = atomic->dest ? 1 : 0;
    for (const cfg::Expr &e : atomic->operands)
      work += cfg::atoms_of(e);
    access(b, i, m, atomic->array, atomic->offset, atomic->per_value, std::move(work), true);
  } else if (const auto *barrier = std::get_if<cfg::Barrier>(&stmt.node);
             (barrier && !barrier->end) || std::holds_alternative<cfg::Gather>(stmt.node) ||
             std::holds_alternative<cfg::Numbered>(stmt.node)) {
    Event e;
    e.lanes = m;
    e.each[cfg::Atom::Barrier] = 1;
    claims_.event(b, i, e);
  }
  for (const cfg::VarId v : cfg::defined_vars(stmt))
    state_.forget(v, m, uniform);
}

void BlockWalk::issue(BlockId b, const LaneMask &m) {
  const bool counted = std::any_of(about_.metrics.begin(), about_.metrics.end(), [](const auto &one) {
    return one.second.work.of.count(cfg::Atom::Issue) != 0 || one.second.work.of.count(cfg::Atom::Lane) != 0;
  });
  if (!counted)
    return;
  Event e;
  e.lanes = m;
  e.issue = true;
  e.each[cfg::Atom::Issue] = 1;
  claims_.event(b, 0, e);
}

} // namespace lockstep::cost::certificate
