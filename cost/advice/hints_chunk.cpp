// The hint to deal elements out one by one, instead of a chunk a thread (hints.h).
#include "cost/advice/advisor.h"

#include "cfg/analysis/graph/liveness.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::coalescing {

using cfg::Expr;
using cfg::Op;

// Is it a function of the element's index, of what is loaded for it, and of what all threads have?
bool Advisor::of_element(const Expr &e, std::size_t loop, const Index &index) {
  if (e->op == Op::LocalId || e->op == Op::GroupId || e->op == Op::Read)
    return false;
  if (e->type.is_int()) // the index, or a part of a sum with it
    if (const auto s = sums_.read(e); s && !s->terms.empty()) {
      Sum scaled;
      scaled.add(*s, index.factor);
      scaled.constant = index.sum.constant;
      if (same_terms(scaled, index.sum) && s->constant * index.factor == index.sum.constant)
        return true;
    }
  if (e->op == Op::Var) {
    if (k_.vars[e->var].param)
      return true;
    // Assigned in this round from such values, which its assignment is asked for.
    const auto &modified = a_.induction.loops[loop].modified;
    return std::find(modified.begin(), modified.end(), e->var) != modified.end() &&
           a_.induction.linear(loop, e->var) == nullptr;
  }
  return std::all_of(e->args.begin(), e->args.end(), [&](const Expr &a) { return of_element(a, loop, index); });
}

// Does the loop do for each element of the chunk what does not depend on who does it, nor on those before? Sound
// because nothing but counters is carried from round to round, nothing assigned in the loop is read behind it, each
// access is to the element's own place, and values, conditions and places are made of its index, its contents and of
// parameters.
bool Advisor::deals_out(std::size_t access, std::size_t loop, const Index &index) {
  if (support::left_out("hints.dealt_out"))
    return true;
  const cfg::Loop &l = a_.loops.loops[loop];
  if (l.exits.size() != 1 || a_.induction.loops[loop].modified.empty())
    return false;
  const cfg::Liveness live = cfg::liveness(k_);
  for (const cfg::VarId v : a_.induction.loops[loop].modified) {
    const bool counter = a_.induction.linear(loop, v) != nullptr;
    if ((live.at_entry[l.head][v] && !counter) || live.at_entry[l.exits[0].second][v])
      return false;
  }
  for (const cfg::BlockId b : l.blocks) {
    if (a_.loops.loop_of[b] != static_cast<int>(loop))
      return false; // of loops in it nothing is known
    const cfg::Block &block = k_.blocks[b];
    for (std::size_t i = 0; i < block.stmts.size(); ++i) {
      sums_.stand_at(b, i);
      const auto &node = block.stmts[i].node;
      const auto own = [&](cfg::ArrayId array, const Expr &offset, std::uint64_t granules) {
        const auto s = sums_.read(offset);
        if (!s || granules == 0)
          return false;
        Sum here; // in the granules of the access that is asked about
        here.add(*s, index.factor);
        Sum asked;
        asked.add(index.sum, static_cast<Number>(element(array)));
        return same_terms(here, asked) && here.constant == asked.constant;
      };
      if (const auto *load = std::get_if<cfg::Load>(&node)) {
        const auto &all = of_array(load->array); // of what nobody writes
        const bool fixed =
            of_element(load->offset, loop, index) && k_.arrays[load->array].space != cfg::Space::Private &&
            std::all_of(all.begin(), all.end(), [&](std::size_t j) { return all_[j].kind == Access::Load; });
        if (!own(load->array, load->offset, load->per_value) && !fixed)
          return false;
      } else if (const auto *store = std::get_if<cfg::Store>(&node)) {
        if (!own(store->array, store->offset, store->per_value) ||
            !std::all_of(store->values.begin(), store->values.end(),
                         [&](const Expr &v) { return of_element(v, loop, index); }))
          return false;
      } else if (const auto *assign = std::get_if<cfg::Assign>(&node)) {
        if (a_.induction.linear(loop, assign->var) == nullptr && !of_element(assign->value, loop, index))
          return false;
      } else if (!std::holds_alternative<cfg::Skip>(node) && !std::holds_alternative<cfg::Assume>(node)) {
        return false;
      }
    }
    sums_.stand_at(b, block.stmts.size());
    if (b != l.exits[0].first) // who goes round is asked by counters
      for (const Expr &e : cfg::used_exprs(block.end))
        if (!of_element(e, loop, index))
          return false;
  }
  stand_at(access);
  return true;
}

// What remains of the sum without its round are chunks: all of a factor, or of a parameter, each. Whose they are.
std::optional<Sum> Advisor::owner_of_chunk(const Sum &s, const Sum::Term &round) {
  Sum left = s, thread;
  left.add(round.atom, -round.factor);
  const Number rest = left.constant;
  left.constant = 0;
  const Sum::Term *first = nullptr;
  for (const Sum::Term &t : left.terms)
    if (of_lane(t.atom))
      first = &t;
  if (first == nullptr || rest < 0)
    return std::nullopt;
  const Expr id = id_atom(Op::LocalId, 0);
  if (cfg::equal(first->atom, id)) {
    const Number c = first->factor;
    const cfg::Bounds k = sums_.range({{round}, rest});
    const auto lo = k.lo.exact(), hi = k.hi.exact();
    if (c <= round.factor || c % round.factor != 0 || !lo || !hi || *lo < 0 || *hi >= c)
      return std::nullopt;
    for (const Sum::Term &t : left.terms)
      if (t.factor % c == 0)
        thread.add(t.atom, t.factor / c);
    if (thread.terms.size() != left.terms.size())
      return std::nullopt;
  } else if (first->atom->op == Op::Mul && first->factor == round.factor) {
    const bool left_id = cfg::equal(first->atom->args[0], id);
    const Expr by = first->atom->args[left_id ? 1 : 0];
    if ((!left_id && !cfg::equal(first->atom->args[1], id)) || of_lane(by) || rest >= round.factor)
      return std::nullopt;
    bool whole = true;
    for (const Sum::Term &t : left.terms) {
      const bool product = t.atom->op == Op::Mul && t.factor % round.factor == 0;
      if (product && cfg::equal(t.atom->args[1], by))
        thread.add(t.atom->args[0], t.factor / round.factor);
      else if (product && cfg::equal(t.atom->args[0], by))
        thread.add(t.atom->args[1], t.factor / round.factor);
      else
        whole = false;
    }
    if (!whole)
      return std::nullopt;
  } else {
    return std::nullopt;
  }
  const Sum::Term *group = thread.of(id_atom(Op::GroupId, 0));
  if (thread.terms.size() != (group ? 2U : 1U) || thread.of(id) == nullptr || thread.of(id)->factor != 1)
    return std::nullopt;
  return thread;
}

std::optional<Hint> Advisor::chunk(std::size_t access) {
  const AccessCost &a = all_[access];
  const auto &s = sum(access);
  stand_at(access);
  if (!s)
    return std::nullopt;
  for (const Sum::Term &round : s->terms) {
    const Expr &atom = round.atom->op == Op::Sext ? round.atom->args[0] : round.atom;
    if (atom->op != Op::Var || round.factor <= 0 || of_lane(round.atom))
      continue;
    int loop = a_.loops.loop_of[a.block];
    while (loop >= 0 && !a_.induction.linear(static_cast<std::size_t>(loop), atom->var))
      loop = a_.loops.loops[static_cast<std::size_t>(loop)].parent;
    if (loop < 0)
      continue;
    const std::optional<Sum> thread = owner_of_chunk(*s, round);
    if (!thread)
      continue;
    const Sum::Term *group = thread->of(id_atom(Op::GroupId, 0));
    // thread + round * threads
    const cfg::Launch &l = a_.launch;
    if (!l.local_size[0])
      return std::nullopt;
    Sum strided, shown;
    strided.add(*thread, round.factor);
    shown.add(*thread, 1);
    const auto threads = static_cast<Number>(*l.local_size[0]);
    if (group && l.num_groups[0]) {
      strided.add(round.atom, threads * static_cast<Number>(*l.num_groups[0]) * round.factor);
      shown.add(round.atom, threads * static_cast<Number>(*l.num_groups[0]));
    } else if (group) {
      const Expr all = cfg::binary(Op::Mul, round.atom, id_atom(Op::NumGroups, 0), true);
      strided.add(all, threads * round.factor);
      shown.add(all, threads);
    } else {
      strided.add(round.atom, threads * round.factor);
      shown.add(round.atom, threads);
    }
    strided.constant = s->constant % round.factor;
    if (!deals_out(access, static_cast<std::size_t>(loop), {*s, round.factor}))
      continue;
    const auto after = count_one(a, strided.expr());
    if (!after || !better(*after, a))
      continue;
    Hint out{.kind = HintKind::Chunk, .after = *after, .together_before = cost(a), .together = cost(*after)};
    out.index = sums_.text(shown, how_.language);
    return out;
  }
  return std::nullopt;
}

} // namespace lockstep::coalescing
