// The hint to deal elements out one by one, instead of a chunk a thread (hints.h).
#include "cost/advice/advisor.h"

#include "cfg/analysis/graph/liveness.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::coalescing {

using cfg::Expr;
using cfg::Op;

namespace {

struct ChunkIndex { // of an element, within a chunk of a thread
  const Sum &sum;
  Number factor = 1; // granules of an element
};

// A loop over the elements of a thread's chunk.
class ElementLoop {
public:
  ElementLoop(AdvisedKernel &k, std::size_t loop, const ChunkIndex &index) : k_(k), loop_(loop), index_(index) {}

  // Does the loop do for each element of the chunk what does not depend on who does it, nor on those before? Sound
  // because nothing but counters is carried from round to round, nothing assigned in the loop is read behind it, each
  // access is to the element's own place, and values, conditions and places are made of its index, its contents and of
  // parameters.
  bool deals_out(std::size_t access) {
    if (support::left_out("hints.dealt_out"))
      return true;
    const cfg::Loop &l = k_.analyses.loops.loops[loop_];
    if (l.exits.size() != 1 || k_.analyses.induction.loops[loop_].modified.empty())
      return false;
    const cfg::Liveness live = cfg::liveness(k_.kernel);
    for (const cfg::VarId v : k_.analyses.induction.loops[loop_].modified) {
      const bool counter = k_.analyses.induction.linear(loop_, v) != nullptr;
      if ((live.at_entry[l.head][v] && !counter) || live.at_entry[l.exits[0].second][v])
        return false;
    }
    for (const cfg::BlockId b : l.blocks) {
      if (k_.analyses.loops.loop_of[b] != static_cast<int>(loop_))
        return false; // of loops in it nothing is known
      const cfg::Block &block = k_.kernel.blocks[b];
      for (std::size_t i = 0; i < block.stmts.size(); ++i) {
        k_.sums.stand_at(b, i);
        const auto &node = block.stmts[i].node;
        const auto own = [&](cfg::ArrayId array, const Expr &offset, std::uint64_t granules) {
          const auto s = k_.sums.read(offset);
          if (!s || granules == 0)
            return false;
          Sum here; // in the granules of the access that is asked about
          here.add(*s, index_.factor);
          Sum asked;
          asked.add(index_.sum, static_cast<Number>(k_.element(array)));
          return same_terms(here, asked) && here.constant == asked.constant;
        };
        if (const auto *load = std::get_if<cfg::Load>(&node)) {
          const auto &all = k_.of_array(load->array); // of what nobody writes
          const bool fixed =
              of_element(load->offset) && k_.kernel.arrays[load->array].space != cfg::Space::Private &&
              std::all_of(all.begin(), all.end(), [&](std::size_t j) { return k_.accesses[j].kind == Access::Load; });
          if (!own(load->array, load->offset, load->per_value) && !fixed)
            return false;
        } else if (const auto *store = std::get_if<cfg::Store>(&node)) {
          if (!own(store->array, store->offset, store->per_value) ||
              !std::all_of(store->values.begin(), store->values.end(), [&](const Expr &v) { return of_element(v); }))
            return false;
        } else if (const auto *assign = std::get_if<cfg::Assign>(&node)) {
          if (k_.analyses.induction.linear(loop_, assign->var) == nullptr && !of_element(assign->value))
            return false;
        } else if (!std::holds_alternative<cfg::Skip>(node) && !std::holds_alternative<cfg::Assume>(node)) {
          return false;
        }
      }
      k_.sums.stand_at(b, block.stmts.size());
      if (b != l.exits[0].first) // who goes round is asked by counters
        for (const Expr &e : cfg::used_exprs(block.end))
          if (!of_element(e))
            return false;
    }
    k_.stand_at(access);
    return true;
  }

private:
  // Is it a function of the element's index, of what is loaded for it, and of what all threads have?
  bool of_element(const Expr &e) {
    if (e->op == Op::LocalId || e->op == Op::GroupId || e->op == Op::Read)
      return false;
    if (e->type.is_int()) // the index, or a part of a sum with it
      if (const auto s = k_.sums.read(e); s && !s->terms.empty()) {
        Sum scaled;
        scaled.add(*s, index_.factor);
        scaled.constant = index_.sum.constant;
        if (same_terms(scaled, index_.sum) && s->constant * index_.factor == index_.sum.constant)
          return true;
      }
    if (e->op == Op::Var) {
      if (k_.kernel.vars[e->var].param)
        return true;
      // Assigned in this round from such values, which its assignment is asked for.
      const auto &modified = k_.analyses.induction.loops[loop_].modified;
      return std::find(modified.begin(), modified.end(), e->var) != modified.end() &&
             k_.analyses.induction.linear(loop_, e->var) == nullptr;
    }
    return std::all_of(e->args.begin(), e->args.end(), [&](const Expr &a) { return of_element(a); });
  }

  AdvisedKernel &k_;
  const std::size_t loop_;
  const ChunkIndex index_;
};

// What remains of the sum without its round are chunks: all of a factor, or of a parameter, each. Whose they are.
std::optional<Sum> owner_of_chunk(AdvisedKernel &k, const Sum &s, const Sum::Term &round) {
  Sum left = s, thread;
  left.add(round.atom, -round.factor);
  const Number rest = left.constant;
  left.constant = 0;
  const Sum::Term *first = nullptr;
  for (const Sum::Term &t : left.terms)
    if (k.of_lane(t.atom))
      first = &t;
  if (first == nullptr || rest < 0)
    return std::nullopt;
  const Expr id = id_atom(Op::LocalId, 0);
  if (cfg::equal(first->atom, id)) {
    const Number c = first->factor;
    const cfg::Bounds within = k.sums.range({{round}, rest});
    const auto lo = within.lo.exact(), hi = within.hi.exact();
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
    if ((!left_id && !cfg::equal(first->atom->args[1], id)) || k.of_lane(by) || rest >= round.factor)
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

} // namespace

std::optional<Hint> chunk_hint(AdvisedKernel &k, Recounts &recounts, std::size_t access) {
  const AccessCost &a = k.accesses[access];
  const auto &s = k.sum(access);
  k.stand_at(access);
  if (!s)
    return std::nullopt;
  for (const Sum::Term &round : s->terms) {
    const Expr &atom = round.atom->op == Op::Sext ? round.atom->args[0] : round.atom;
    if (atom->op != Op::Var || round.factor <= 0 || k.of_lane(round.atom))
      continue;
    int loop = k.analyses.loops.loop_of[a.block];
    while (loop >= 0 && !k.analyses.induction.linear(static_cast<std::size_t>(loop), atom->var))
      loop = k.analyses.loops.loops[static_cast<std::size_t>(loop)].parent;
    if (loop < 0)
      continue;
    const std::optional<Sum> thread = owner_of_chunk(k, *s, round);
    if (!thread)
      continue;
    const Sum::Term *group = thread->of(id_atom(Op::GroupId, 0));
    // thread + round * threads
    const cfg::Launch &l = k.analyses.launch;
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
    if (!ElementLoop(k, static_cast<std::size_t>(loop), {*s, round.factor}).deals_out(access))
      continue;
    const auto after = recounts.with_offset(a, strided.expr());
    if (!after || !better(*after, a))
      continue;
    Hint out{.kind = HintKind::Chunk, .after = *after, .together_before = cost(a), .together = cost(*after)};
    out.index = k.sums.text(shown, k.how.language);
    return out;
  }
  return std::nullopt;
}

} // namespace lockstep::coalescing
