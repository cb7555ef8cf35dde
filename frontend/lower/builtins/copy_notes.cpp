// What is so by construction of a thread's asynchronous copies (thread_copies.cpp), said where an analysis
// starts from an arbitrary state: at loops' heads and behind barriers.
#include "frontend/lower/builtins/rounds.h"
#include "frontend/lower/memory/copying.h"

#include "cfg/ir/rewrite.h"
#include "frontend/lower/build_terms.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
// The value that all ways agree on.
template <typename Of> auto agreed(const ThreadCopies::State &s, const Of &of) {
  decltype(of(*s.begin())) out;
  bool first = true;
  for (const ThreadCopies::Way &way : s) {
    auto v = of(way);
    if (!first && v != out)
      return decltype(v)();
    out = v;
    first = false;
  }
  return out;
}

// No more groups than these are committed and not ended.
std::optional<unsigned> most_pending(const ThreadCopies::State &s) {
  std::optional<unsigned> out = 0;
  for (const ThreadCopies::Way &way : s)
    out = out && way.pending ? std::optional(std::max(*out, *way.pending)) : std::nullopt;
  return s.empty() ? std::nullopt : out;
}

Expr spelled_out(const Context &cx, const Expr &e) {
  return cfg::replace(e, [&](const Expr &n) -> Expr {
    const auto definition = n->op == Op::Var ? cx.values.definitions().find(n->var) : cx.values.definitions().end();
    return definition == cx.values.definitions().end() ? nullptr : spelled_out(cx, definition->second);
  });
}

// What has been decided on a way. Of values that are the same the first may not have been computed on it, but what they
// are computed from has.
Expr has_decided(const Context &cx, const ThreadCopies::Way &way) {
  Expr out = cfg::boolean(true);
  for (const auto &[condition, outcome] : way.decided)
    if (const auto it = cx.values.known().find(condition.is); it != cx.values.known().end() && it->second.size() == 1)
      out = both(out, outcome ? spelled_out(cx, it->second[0].expr) : cfg::negate(spelled_out(cx, it->second[0].expr)));
  return out;
}

// The conditions under which a copy is started, of the loop's round if it is in one: branches that lead to it only one
// way.
std::vector<std::pair<const llvm::Value *, bool>> guards_of(const Context &cx, const OwnSite &site) {
  std::vector<std::pair<const llvm::Value *, bool>> out;
  const llvm::DominatorTree &tree = cx.own_copies->flow.loops().dominators();
  const llvm::Loop *around = cx.own_copies->flow.loops().loop_of(*site.call);
  const llvm::BasicBlock *start = site.call->getParent();
  for (const llvm::DomTreeNode *n = tree.getNode(start); n; n = n->getIDom()) {
    const llvm::BasicBlock *b = n->getBlock();
    if (around && !around->contains(b))
      break;
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(b->getTerminator());
    if (b == start || !branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      continue;
    for (unsigned k : {0u, 1u})
      if (support::sound("copies.guard", tree.dominates(llvm::BasicBlockEdge(b, branch->getSuccessor(k)), start)))
        out.push_back({branch->getCondition(), k == 0});
  }
  return out;
}

// What the copy was started with, so many rounds ago, and under which conditions, besides what is known.
Expr started_with(const Context &cx, const OwnSite &site, const OwnCopy &copy, Expr known, const Expr &rounds) {
  const llvm::Loop *around = cx.own_copies->flow.loops().loop_of(*site.call);
  if (site.start)
    for (auto [kept, given] : {std::pair{copy.to, site.start->to},
                               {copy.to_object, site.start->to_object},
                               {copy.from, site.start->from},
                               {copy.from_object, site.start->from_object},
                               {copy.bytes, site.start->bytes},
                               {copy.read, site.start->read},
                               {copy.first, site.start->first}})
      if (auto old = rounds_ago(cx, given, around, rounds); old && kept && kept->op == Op::Var)
        known = both(known, equal_to(kept, *old));
  for (const auto &[condition, holds] : guards_of(cx, site))
    if (const auto it = cx.values.known().find(condition); it != cx.values.known().end() && it->second.size() == 1)
      if (auto old = rounds_ago(cx, it->second[0].expr, around, rounds))
        known = both(known, holds ? *old : cfg::negate(*old));
  return known;
}

// What is so while the copy is under way.
Expr held_copy(const Context &cx, const OwnCopies::Note &n, const ThreadCopies::Key &key) {
  const OwnCopies &own = *cx.own_copies;
  const OwnSite &site = own.sites[key.first];
  const OwnCopy &copy = site.ring[key.second];
  std::vector<ThreadCopies::Held> copies; // that it may be
  std::vector<const ThreadCopies::Way *> on;
  for (const ThreadCopies::Way &w : n.state)
    for (const auto &[k, held] : w.held)
      if (k.first == key.first && (site.any || k.second == key.second)) {
        copies.push_back(held);
        on.push_back(&w);
      }
  const llvm::Loop *around = own.flow.loops().loop_of(*site.call);
  const llvm::Loop *beside = n.loop && !n.loop->contains(site.call) ? n.loop : nullptr;
  auto groups = [&](unsigned behind, bool exactly) {
    return site.phase ? cfg::boolean(true)
                      : cfg::binary(exactly ? Op::Eq : Op::Ule, plus(copy.group, count(behind)),
                                    plus(own.committed, count(1)));
  };
  auto all = [&](auto of) { return std::all_of(copies.begin(), copies.end(), of); };
  auto fewest = [&](unsigned ThreadCopies::Held::*of) {
    unsigned least = copies.front().*of;
    for (const ThreadCopies::Held &h : copies)
      least = std::min(least, h.*of);
    return least;
  };
  Expr known;
  const unsigned rounds = copies.front().rounds;
  const bool same = all([&](auto &h) { return h.rounds == rounds; });
  if (!around || ((same || !site.any) && all([](auto &h) { return h.rounds < ThreadCopies::many; }))) {
    std::vector<Expr> ways;
    for (std::size_t w = 0; w < copies.size(); ++w) {
      const ThreadCopies::Held &h = copies[w];
      Expr way =
          both(started_with(cx, site, copy, groups(h.behind, h.exactly), count(h.rounds)), has_decided(cx, *on[w]));
      if (beside && h.in == own.flow.loops().number(*beside) && h.times != 0 && h.times != ThreadCopies::long_ago)
        way = both(way, in_round(cx, *beside, support::left_out("copies.times") ? 0 : h.times - 1));
      if (std::none_of(ways.begin(), ways.end(), [&](const Expr &w) { return cfg::equal(w, way); }))
        ways.push_back(way);
    }
    known = ways.front();
    for (std::size_t w = 1; w < ways.size(); ++w)
      known = cfg::binary(Op::Or, known, ways[w]);
  } else {
    const ThreadCopies::Held &one = copies.front();
    known =
        groups(fewest(&ThreadCopies::Held::behind), all([&](auto &h) { return h.exactly && h.behind == one.behind; }));
    if (site.rounds && !site.phase && one.gained && all([&](auto &h) { return h.gained == one.gained; })) {
      const Expr each = count(own.flow.loops().commits(*around).value_or(0)),
                 gained = count(static_cast<std::uint64_t>(static_cast<std::int64_t>(*one.gained)));
      const Expr since = plus(cfg::binary(Op::Mul, site.rounds, each), gained);
      known = both(known, equal_to(plus(copy.group, since), plus(own.committed, count(1))));
    }
    if (site.rounds && all([](auto &h) { return h.rounds < ThreadCopies::lost; })) {
      known = both(known, cfg::binary(Op::Ule, count(fewest(&ThreadCopies::Held::fewest)), site.rounds));
      known = both(known, cfg::binary(Op::Ult, site.rounds, count(std::uint64_t(1) << 31)));
      known = started_with(cx, site, copy, known, site.rounds);
    }
  }
  for (const llvm::Loop *l = n.loop; l; l = l->getParentLoop())
    if (!l->contains(site.call) &&
        (support::left_out("copies.notes") || own.held(own.flow.at_head_from_inside(*l)).count(key) == 0))
      known = both(known, in_round(cx, *l, 0));
  return cfg::binary(Op::Implies, under_way(*cx.own_copies, site, copy), known);
}
} // namespace

// To be said here once all starts are known; copies that are surely not under way are in no group.
void note_own_copies(Context &cx, const llvm::Instruction &i, bool loop_head) {
  if (!cx.own_copies)
    return;
  const ThreadCopies::State &now = cx.own_copies->now;
  const auto held = cx.own_copies->held(now);
  for (std::size_t k = 0; k < cx.own_copies->sites.size(); ++k)
    for (unsigned age = 0; age < cx.own_copies->sites[k].ring.size(); ++age)
      if (held.count({k, age}) == 0)
        cx.out.emit(cfg::Assign{cx.own_copies->sites[k].ring[age].group->var, count(0)});
  for (const OwnSite &site : cx.own_copies->sites)
    if (const llvm::Loop *own = cx.own_copies->flow.loops().loop_of(*site.call);
        site.rounds && own->getHeader() == i.getParent() && loop_head)
      cx.out.emit(cfg::Assign{site.rounds->var, plus(site.rounds, count(1))});
  const Expr mark = std::make_shared<cfg::ExprNode>(*cfg::boolean(true));
  cx.out.emit(cfg::Assume{mark, cfg::AssumeKind::Branch});
  cx.own_copies->notes.push_back(
      {cx.out.block, mark, i.getParent(), cx.own_copies->flow.loops().loop_of(i), now, cx.out.origin});
}

// Sound because each is true whenever it is reached: how many groups have been committed since a copy's start; in which
// round of its loop it was started, and so with what, and under which conditions; that a loop which ends it is in its
// first round; that variables of a cycle are somewhere on it.
void finish_notes(Context &cx) {
  if (!cx.own_copies || cx.out.report.refused)
    return;
  auto &own = *cx.own_copies;
  for (const OwnCopies::Note &n : own.notes) {
    std::vector<cfg::Stmt> said;
    auto say = [&](const Expr &e) {
      if (!cfg::is_const(e, 1))
        said.push_back({cfg::Assume{e, cfg::AssumeKind::Branch}, n.origin});
    };
    for (const llvm::Loop *l : own.flow.loops().info().getLoopsInPreorder())
      if (own.flow.loops().dominators().dominates(l->getHeader(), n.at))
        say_cycles(cx, *l, say);
    say(cfg::binary(Op::Ult, own.committed, count(std::uint64_t(1) << 48)));
    say(cfg::binary(Op::Ule, own.done, own.committed));
    say(cfg::binary(Op::Ule, own.waited, own.committed));
    if (auto ahead = agreed(n.state, [](const ThreadCopies::Way &w) { return w.ahead; }); ahead && !n.state.empty())
      say(equal_to(own.committed, plus(own.waited, count(*ahead))));
    if (const auto most = most_pending(n.state))
      say(cfg::binary(Op::Ule, own.committed, plus(own.done, count(*most))));
    for (const auto &key : own.held(n.state))
      say(held_copy(cx, n, key));
    auto &stmts = cx.out.kernel.blocks[n.block].stmts;
    auto at = std::find_if(stmts.begin(), stmts.end(), [&](const cfg::Stmt &s) {
      auto *a = std::get_if<cfg::Assume>(&s.node);
      return a && a->condition == n.mark;
    });
    stmts.insert(stmts.erase(at), said.begin(), said.end());
  }
}

} // namespace lockstep::frontend
