// See analysis.h.
#include "cost/gpudrano/analysis.h"

#include "cfg/ir/text/shown_name.h"
#include "cost/gpudrano/regions.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

namespace lockstep::coalescing::paper {

namespace {

using cfg::BlockId;

// Branches that part threads, as far as the fixpoint has come, and what these threads hold differently behind them.
class PartedThreads {
public:
  PartedThreads(const cfg::Kernel &k, const cfg::LoopForest &loops, Mode mode)
      : loops_(loops), mode_(mode), branchings_(branchings(k, loops)), parted_(loops.loops.size()) {
    for (const cfg::Loop &l : loops.loops) {
      const std::vector<bool> in_loop = cfg::modified_in(k, l);
      std::vector<cfg::VarId> vars;
      for (cfg::VarId v = 0; v < in_loop.size(); ++v)
        if (in_loop[v])
          vars.push_back(v);
      modified_.push_back(std::move(vars));
    }
  }

  // Those whose tests are not the same for all that come there. Was there a new one?
  bool part(const std::vector<Truth> &tests, const std::vector<std::optional<State>> &reached) {
    bool more = false;
    for (const Branching &br : branchings_) {
      if (is_uniform(tests[br.at]) || !reached[br.at] || (mode_ == Mode::Relative && br.heard < 2))
        continue;
      if (!parting_.insert(br.at).second)
        continue;
      more = true;
      for (BlockId b : br.meets)
        meets_[b].push_back(&br);
      for (int l : br.leaves)
        parted_[static_cast<std::size_t>(l)] = true;
    }
    return more;
  }

  void meet_at(BlockId b, State &s) const {
    if (const auto met = meets_.find(b); support::unsound("paper.merge", met != meets_.end()))
      for (const Branching *br : met->second)
        forget(s, br->assigned, Rule::Merge);
    if (const int headed = loops_.headed_by(b); headed >= 0)
      left_at_different_times(s, headed);
  }

  void go(BlockId from, BlockId to, State &s) const { // out of loops
    for (int l = loops_.loop_of[from]; l >= 0; l = loops_.loops[static_cast<std::size_t>(l)].parent)
      if (!loops_.contains(l, to))
        left_at_different_times(s, l);
  }

private:
  // [While] by the letter, at the head and behind the loop. Else what differs behind it is seen where ways meet: one
  // way of the branch leads round the loop to all of them.
  void left_at_different_times(State &s, int loop) const {
    if (mode_ == Mode::Letter && parted_[static_cast<std::size_t>(loop)])
      forget(s, modified_[static_cast<std::size_t>(loop)], Rule::Loop);
  }

  static void forget(State &s, const std::vector<cfg::VarId> &vars, Rule why) {
    const Value gone = top(why);
    for (cfg::VarId v : vars) {
      if (s[v].number.slope != Slope::Top)
        s[v].number = gone.number;
      if (s[v].elements.slope != Slope::Top)
        s[v].elements = gone.elements;
      s[v].as_signed = s[v].as_unsigned = false;
      s[v].truth = Truth::Top;
    }
  }

  const cfg::LoopForest &loops_;
  const Mode mode_;
  const std::vector<Branching> branchings_;
  std::vector<std::vector<cfg::VarId>> modified_; // by loop
  std::set<BlockId> parting_;
  std::map<BlockId, std::vector<const Branching *>> meets_;
  std::vector<bool> parted_; // by loop: threads leave it at different times
};

// The fixpoint, for accesses whose elements are `scale` granules.
class Fixpoint {
public:
  Fixpoint(const cfg::Kernel &k, const cfg::Analyses &a, Mode mode, unsigned scale)
      : k_(k), evaluator_(k, a, scale), parted_(k, a.loops, mode), in_(k.blocks.size()), out_(k.blocks.size()),
        tests_(k.blocks.size()), active_(k.blocks.size(), Truth::Top) {
    const auto before = cfg::predecessors(k);
    const auto order = cfg::reverse_postorder(cfg::graph_of(k), 0);
    for (bool more = true; more;) {
      more = false;
      for (BlockId b : order)
        more |= enter(b, before[b]);
      more |= parted_.part(tests_, in_);
    }
    find_active(a.loops);
  }

  const std::optional<State> &at(BlockId b) const { return in_[b]; }
  Truth active(BlockId b) const { return active_[b]; }
  Value value(const cfg::Expr &e, const State &s) { return evaluator_.value(e, s); }

  void step(const cfg::Stmt &s, State &state) {
    if (auto *a = std::get_if<cfg::Assign>(&s.node)) {
      state[a->var] = value(a->value, state);
      return;
    }
    Value got = top(Rule::Call);
    if (auto *l = std::get_if<cfg::Load>(&s.node))
      got = loaded(*l, state);
    else if (std::holds_alternative<cfg::Atomic>(s.node))
      got = top(Rule::Atomic);
    for (cfg::VarId v : cfg::defined_vars(s))
      state[v] = got;
  }

private:
  // What is the same cell for all is the same value for all that read it now; a thread's own memory has other cells.
  Value loaded(const cfg::Load &l, const State &state) {
    if (support::unsound("paper.private", k_.arrays[l.array].space == cfg::Space::Private))
      return top(Rule::Private);
    return value(l.offset, state).number.slope == Slope::Zero ? uniform() : top(Rule::Read);
  }

  bool enter(BlockId b, const std::vector<BlockId> &before) {
    std::optional<State> now = in_[b];
    const auto meet = [&](const State &s) {
      if (!now)
        now = s;
      else
        for (std::size_t v = 0; v < s.size(); ++v)
          (*now)[v] = join((*now)[v], s[v]);
    };
    if (b == 0)
      meet(start());
    for (BlockId p : before)
      if (out_[p]) {
        State s = *out_[p];
        parted_.go(p, b, s);
        meet(s);
      }
    if (!now)
      return false;
    parted_.meet_at(b, *now);
    if (in_[b] && *in_[b] == *now && out_[b])
      return false;
    in_[b] = now;
    for (const cfg::Stmt &s : k_.blocks[b].stmts)
      step(s, *now);
    tests_[b] = test(k_.blocks[b].end, *now);
    out_[b] = std::move(now);
    return true;
  }

  State start() const {
    State s;
    for (const cfg::Var &v : k_.vars)
      s.push_back(v.param ? uniform() : top(Rule::Start));
    return s;
  }

  // Of the branch or switch: is it the same for all (TF), and for how many threads does a branch's condition hold?
  Truth test(const cfg::Terminator &t, const State &s) {
    if (auto *b = std::get_if<cfg::Branch>(&t.node))
      return value(b->condition, s).truth;
    if (auto *w = std::get_if<cfg::Switch>(&t.node))
      return value(w->value, s).number.slope == Slope::Zero ? Truth::TF : Truth::Top;
    return cfg::successors(t).size() > 1 ? Truth::Top : Truth::TF;
  }

  void find_active(const cfg::LoopForest &loops) {
    const cfg::DominatorTree dominators = cfg::dominators(k_);
    const auto only_one = [&](BlockId from, BlockId to) {
      for (BlockId b : behind_edge(k_, loops, dominators, from, to))
        active_[b] = Truth::FFMinus;
    };
    for (BlockId b = 0; b < k_.blocks.size(); ++b) {
      if (!in_[b])
        continue;
      if (auto *br = std::get_if<cfg::Branch>(&k_.blocks[b].end.node); br && br->if_true != br->if_false) {
        if (at_most_one(tests_[b]))
          only_one(b, br->if_true);
        if (at_most_one(negate(tests_[b])))
          only_one(b, br->if_false);
      } else if (auto *w = std::get_if<cfg::Switch>(&k_.blocks[b].end.node)) {
        State last = *in_[b];
        for (const cfg::Stmt &s : k_.blocks[b].stmts)
          step(s, last);
        const bool linear = is_linear(value(w->value, last).number.slope);
        for (const cfg::SwitchCase &c : w->cases)
          if (linear && c.target != w->otherwise &&
              std::count_if(w->cases.begin(), w->cases.end(),
                            [&](const cfg::SwitchCase &o) { return o.target == c.target; }) == 1)
            only_one(b, c.target);
      }
    }
  }

  const cfg::Kernel &k_;
  Evaluator evaluator_;
  PartedThreads parted_;
  std::vector<std::optional<State>> in_, out_; // by block
  std::vector<Truth> tests_, active_;          // by block
};

struct Cell {
  cfg::ArrayId array;
  cfg::Expr offset;
  std::uint64_t bytes; // of a lane
};
std::optional<Cell> accessed(const cfg::Kernel &k, const cfg::Stmt &s) {
  std::optional<Cell> out;
  if (auto *l = std::get_if<cfg::Load>(&s.node); l && !l->quiet)
    out = Cell{l->array, l->offset, l->dests.size() * l->per_value};
  else if (auto *w = std::get_if<cfg::Store>(&s.node); w && !w->quiet)
    out = Cell{w->array, w->offset, w->values.size() * w->per_value};
  else if (auto *a = std::get_if<cfg::Atomic>(&s.node))
    out = Cell{a->array, a->offset, a->per_value};
  if (!out || k.arrays[out->array].space != cfg::Space::Global)
    return std::nullopt;
  out->bytes *= k.arrays[out->array].granule_bytes;
  return out;
}

unsigned scale_of(const cfg::Array &a) {
  return a.source_element_bytes % a.granule_bytes == 0 ? std::max(1U, a.source_element_bytes / a.granule_bytes) : 1;
}

Access judged(const cfg::Kernel &k, const Cell &cell, const Value &offset) {
  const cfg::Array &array = k.arrays[cell.array];
  Access out{.array = cell.array};
  Part index = offset.elements;
  std::uint64_t element = std::uint64_t(scale_of(array)) * array.granule_bytes;
  // Neighbours access neighbouring pieces of elements: as an array of such pieces.
  if (index.slope == Slope::Top && is_linear(offset.number.slope)) {
    index = offset.number;
    element = array.granule_bytes;
  }
  out.index = index.slope;
  out.bytes = index.slope == Slope::Zero ? element : std::max(element, cell.bytes);
  out.rule = index.slope == Slope::Top ? index.rule : is_linear(index.slope) && out.bytes > 4 ? Rule::Wide : Rule::None;
  return out;
}

} // namespace

std::vector<Access> analyse(const cfg::Kernel &k, const cfg::Analyses &a, Mode mode) {
  std::map<unsigned, std::vector<std::pair<BlockId, std::size_t>>> by_scale;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::size_t i = 0; i < k.blocks[b].stmts.size(); ++i)
      if (const auto cell = accessed(k, k.blocks[b].stmts[i]))
        by_scale[scale_of(k.arrays[cell->array])].emplace_back(b, i);
  std::vector<Access> out;
  for (const auto &[scale, places] : by_scale) {
    Fixpoint fixpoint(k, a, mode, scale);
    std::optional<BlockId> at;
    std::optional<State> state;
    std::size_t done = 0;
    for (const auto &[b, i] : places) {
      if (at != b) {
        at = b;
        state = fixpoint.at(b);
        done = 0;
      }
      const cfg::Stmt &s = k.blocks[b].stmts[i];
      Value offset;
      if (state) {
        for (; done < i; ++done)
          fixpoint.step(k.blocks[b].stmts[done], *state);
        offset = fixpoint.value(accessed(k, s)->offset, *state);
      }
      Access access = judged(k, *accessed(k, s), offset);
      access.block = b;
      access.stmt = i;
      access.origin = s.origin;
      access.active = fixpoint.active(b);
      access.reported = access.rule != Rule::None && !at_most_one(access.active);
      out.push_back(std::move(access));
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const Access &x, const Access &y) {
    const auto key = [](const Access &c) { return std::pair(c.origin.place().line, c.origin.place().column); };
    return key(x) < key(y);
  });
  return out;
}

std::string print(const std::vector<Access> &all, const cfg::Kernel &k) {
  std::string out;
  for (const Access &a : all) {
    const cfg::Array &array = k.arrays[a.array];
    out += fmt::format("{}:{} {} {} {} {} {}\n", a.origin.place().line, a.origin.place().column, cfg::shown_name(array),
                       name(a.index), name(a.active), a.reported ? "reported" : "-", name(a.rule));
  }
  return out;
}

} // namespace lockstep::coalescing::paper
