// Placement of ssy and sync: see place.h.
#include "semantics/simt/place.h"

#include "cfg/analysis/graph/dominators.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <map>

namespace lockstep::semantics::simt {

namespace {

using cfg::BlockId;
using cfg::Node;

// --- ways out ---------------------------------------------------------------------------------------------------
bool is_barrier(const cfg::Stmt &s) {
  const auto *b = std::get_if<cfg::Barrier>(&s.node);
  return (b && !b->end) || std::holds_alternative<cfg::Numbered>(s.node);
}
bool only_returns(const cfg::Kernel &k, BlockId b) {
  return k.blocks[b].stmts.empty() && std::holds_alternative<cfg::Return>(k.blocks[b].end.node);
}

// By node: does a path lead from it to one of `to`?
std::vector<bool> reaching(const cfg::Graph &g, std::vector<Node> to) {
  return cfg::reachable(cfg::reversed(g), std::move(to));
}

// The graph without its ways out: edges to what only returns, or to what no other way from their block leads to (but
// through the block), from which no barrier is reached, though one is by another way. Every block keeps a path to a
// return.
cfg::Graph without_ways_out(const cfg::Kernel &k, const cfg::Graph &whole) {
  std::vector<Node> barriers, returns;
  for (Node b = 0; b < whole.size(); ++b) {
    if (std::any_of(k.blocks[b].stmts.begin(), k.blocks[b].stmts.end(), is_barrier))
      barriers.push_back(b);
    if (whole[b].empty())
      returns.push_back(b);
  }
  cfg::Graph g = whole;
  if (barriers.empty())
    return g;
  const std::vector<bool> meets = reaching(whole, barriers);
  const std::vector<bool> ends = reaching(whole, returns);
  for (Node b = 0; b < whole.size(); ++b) {
    if (whole[b].size() < 2)
      continue;
    const auto elsewhere = [&](Node n, Node) { return n != b; };
    for (Node to : whole[b]) {
      std::vector<Node> others = g[b];
      std::erase(others, to);
      if (meets[to] || std::none_of(others.begin(), others.end(), [&](Node n) { return meets[n]; }) ||
          (!only_returns(k, to) && cfg::reachable(whole, others, elsewhere)[to]))
        continue;
      std::swap(g[b], others);
      if (reaching(g, returns) != ends)
        std::swap(g[b], others);
    }
  }
  return g;
}

// --- regions ----------------------------------------------------------------------------------------------------
struct Region {
  Node join = 0;
  std::vector<bool> blocks;
};

bool meet(const Region &a, const Region &b) {
  for (std::size_t i = 0; i < a.blocks.size(); ++i)
    if (a.blocks[i] && b.blocks[i])
      return true;
  return false;
}
bool contains(const Region &outer, const Region &inner) {
  for (std::size_t i = 0; i < outer.blocks.size(); ++i)
    if (inner.blocks[i] && !outer.blocks[i])
      return false;
  return true;
}

// Innermost joins first: in order of falling depth in the post-dominator tree.
std::vector<Region> regions_of(const cfg::Graph &g, const std::vector<bool> &reached, const cfg::DominatorTree &post) {
  std::map<Node, std::vector<Node>> branches; // by join
  for (Node b = 0; b < g.size(); ++b)
    if (reached[b] && g[b].size() > 1 && post.contains(b) && post.parent(b) != post.root())
      branches[post.parent(b)].push_back(b);
  std::vector<Region> out;
  for (const auto &[join, from] : branches) {
    out.push_back({join, cfg::reachable(g, from, [&](Node, Node next) { return next != join; })});
  }
  std::stable_sort(out.begin(), out.end(),
                   [&](const Region &a, const Region &b) { return post.depth(a.join) > post.depth(b.join); });
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t inner = 0; inner < out.size(); ++inner)
      for (std::size_t outer = inner + 1; outer < out.size(); ++outer)
        if (support::unsound("simt.nested", post.strictly_dominates(out[outer].join, out[inner].join) &&
                                                meet(out[inner], out[outer]) && !contains(out[outer], out[inner]))) {
          for (std::size_t i = 0; i < g.size(); ++i)
            out[outer].blocks[i] = out[outer].blocks[i] || out[inner].blocks[i];
          changed = true;
        }
  }
  return out;
}

// --- layout -----------------------------------------------------------------------------------------------------
using Label = std::uint32_t;
using Enters = std::vector<std::size_t>; // regions, outer first

class Layout {
public:
  Layout(const cfg::Kernel &k, Placement placement, support::Diagnostics &diags)
      : k_(k), diags_(diags), graph_(cfg::graph_of(k)), reached_(cfg::reachable(graph_, {0})) {
    if (placement == Placement::PostDominators) {
      const cfg::Graph staying = without_ways_out(k, graph_);
      regions_ = regions_of(staying, reached_, cfg::post_dominators(staying));
    }
    out_.kernel = k;
    out_.from_kernel = true;
  }

  support::Result<Program> run() {
    const auto n = static_cast<BlockId>(k_.blocks.size());
    head_.resize(n);
    sync_.resize(n);
    body_.resize(n);
    for (BlockId b = 0; b < n; ++b) {
      head_[b] = fresh();
      sync_[b] = fresh();
      body_[b] = fresh();
    }
    find_heads();
    for (BlockId b = 0; b < n; ++b)
      if (reached_[b])
        block(b);
    if (failed_)
      return support::failure;
    drop_needless_jumps();
    number();
    return std::move(out_);
  }

private:
  struct Item { // an instruction, or a place that labels name
    bool place = false;
    Label label = 0; // place: its; else the target of the instruction
    bool targets = false;
    Instruction instruction;
    std::vector<std::pair<std::uint64_t, Label>> cases; // of a switch: its value, where to
    Label otherwise = 0;
  };

  Label fresh() { return labels_++; }
  bool inside(std::size_t region, BlockId b) const { return regions_[region].blocks[b]; }

  bool syncs(BlockId from, BlockId to) const {
    for (const Region &r : regions_)
      if (r.join == to && r.blocks[from])
        return true;
    return false;
  }
  // Regions that `to` is in and `from` (no block: the entry) is not, outer first.
  Enters enters(std::optional<BlockId> from, BlockId to) const {
    Enters out;
    for (std::size_t r = regions_.size(); r-- > 0;)
      if (inside(r, to) && !(from && inside(r, *from)))
        out.push_back(r);
    return out;
  }

  // A block whose edges all enter the same regions enters them at its head; else each edge does.
  void find_heads() {
    const auto before = cfg::predecessors(k_);
    for (BlockId b = 0; b < k_.blocks.size(); ++b) {
      std::optional<Enters> same;
      bool all = true;
      auto see = [&](const Enters &e) {
        all = all && (!same || *same == e);
        same = e;
      };
      if (b == 0)
        see(enters(std::nullopt, 0));
      for (BlockId p : before[b])
        if (reached_[p])
          see(enters(p, b));
      at_head_.push_back(all);
      head_enters_.push_back(all && same ? *same : Enters{});
    }
  }

  // --- emission
  void place(Label l) {
    Item i;
    i.place = true;
    i.label = l;
    items_.push_back(std::move(i));
  }
  Item &emit(Body body, Site site, const support::Origin &origin) {
    Item i;
    i.instruction.body = std::move(body);
    i.instruction.site = site;
    i.instruction.origin = origin;
    items_.push_back(std::move(i));
    return items_.back();
  }
  Item &emit_to(Body body, Label to, Site site, const support::Origin &origin) {
    Item &i = emit(std::move(body), site, origin);
    i.label = to;
    i.targets = true;
    return i;
  }
  void push_all(const Enters &all, Site site, const support::Origin &origin) {
    for (std::size_t r : all)
      emit_to(PushToken{TokenKind::Sync, 0}, body_of_join(regions_[r].join), site, origin);
  }
  Label body_of_join(Node join) const { return body_[join]; } // behind the sync

  // The label to which the edge leads; `inline_`: what must be executed on the way is emitted here.
  Label way(BlockId from, BlockId to, Site site, const support::Origin &origin, bool here) {
    if (syncs(from, to))
      return sync_[to];
    const Enters e = at_head_[to] ? Enters{} : enters(from, to);
    if (e.empty())
      return head_[to];
    if (here) {
      push_all(e, site, origin);
      return head_[to];
    }
    const auto known = stub_of_.find({from, to});
    if (known != stub_of_.end())
      return known->second;
    const Label stub = stub_of_[{from, to}] = fresh();
    stubs_.push_back({stub, e, to});
    return stub;
  }

  // head: edges that enter regions at the block's head, or that need nothing.  sync: edges out of the block's region.
  void block(BlockId b) {
    const cfg::Block &block = k_.blocks[b];
    const Site first{b, 0};
    bool joins = false;
    for (BlockId p = 0; p < k_.blocks.size(); ++p)
      if (reached_[p] && std::find(graph_[p].begin(), graph_[p].end(), b) != graph_[p].end())
        joins = joins || syncs(p, b);
    if (b == 0 && !at_head_[0]) {
      push_all(enters(std::nullopt, 0), first, block.origin);
      if (joins)
        jump(head_[b], first, block.origin);
    } else if (b == 0 && joins)
      jump(head_[b], first, block.origin);
    if (joins) {
      place(sync_[b]);
      emit(SyncLanes{}, first, block.origin);
      place(body_[b]);
      if (!at_head_[b])
        push_all(after_sync(b), first, block.origin);
    }
    place(head_[b]);
    if (at_head_[b])
      push_all(head_enters_[b], first, block.origin);
    for (std::uint32_t s = 0; s < block.stmts.size(); ++s)
      statement(block.stmts[s], {b, s}, own(block.stmts[s].origin, block));
    const Site end{b, static_cast<std::uint32_t>(block.stmts.size())};
    stubs_.clear();
    std::visit([&](const auto &node) { terminator(node, b, end, own(block.end.origin, block)); }, block.end.node);
    for (std::size_t s = 0; s < stubs_.size(); ++s) {
      place(stubs_[s].label);
      push_all(stubs_[s].enters, end, block.end.origin);
      jump(head_[stubs_[s].to], end, block.end.origin);
    }
  }
  static const support::Origin &own(const support::Origin &o, const cfg::Block &b) { return o.known() ? o : b.origin; }

  // What lanes enter together behind the sync: the same from wherever they come (a region that one of the region's
  // blocks is in and the join is in, too, has all of it).
  Enters after_sync(BlockId b) const {
    for (BlockId p = 0; p < k_.blocks.size(); ++p)
      if (reached_[p] && syncs(p, b))
        return enters(p, b);
    return {};
  }

  void jump(Label to, Site site, const support::Origin &origin) { emit_to(Jump{}, to, site, origin); }

  void statement(const cfg::Stmt &s, Site site, const support::Origin &origin) {
    if (const auto *b = std::get_if<cfg::Barrier>(&s.node); b && b->scope == cfg::Scope::Group) {
      if (b->end) // stands for the end of the thread, and is no instruction
        return;
      emit(Bar{BarKind::Sync, cfg::constant(cfg::int_type(32), 0), nullptr, {}, 0, nullptr}, site, origin);
      return;
    }
    if (const auto *n = std::get_if<cfg::Numbered>(&s.node)) {
      emit(Bar{n->waits ? BarKind::Sync : BarKind::Arrive,
               cfg::constant(cfg::int_type(32), n->number),
               cfg::constant(cfg::int_type(32), n->threads),
               {},
               0,
               nullptr},
           site, origin);
      return;
    }
    emit(s, site, origin);
  }

  void terminator(const cfg::Return &, BlockId, Site site, const support::Origin &o) { emit(Leave{}, site, o); }
  void terminator(const cfg::Goto &g, BlockId b, Site site, const support::Origin &o) {
    if (g.targets.size() != 1) {
      failed_ = true;
      return diags_.unsupported(o, "a goto to one of several blocks has no instruction on a machine of warps");
    }
    jump(way(b, g.targets[0], site, o, true), site, o);
  }
  void terminator(const cfg::Branch &br, BlockId b, Site site, const support::Origin &o) {
    if (br.if_true == br.if_false)
      return jump(way(b, br.if_true, site, o, true), site, o);
    if (only_returns(k_, br.if_true)) { // its lanes end here: nobody waits for them
      emit(Leave{}, site, o).instruction.guard = br.condition;
      return jump(way(b, br.if_false, site, o, true), site, o);
    }
    if (only_returns(k_, br.if_false)) {
      emit(Leave{}, site, o).instruction.guard = cfg::negate(br.condition);
      return jump(way(b, br.if_true, site, o, true), site, o);
    }
    const Label yes = way(b, br.if_true, site, o, false), no = way(b, br.if_false, site, o, false);
    emit_to(Jump{}, yes, site, o).instruction.guard = br.condition;
    jump(no, site, o);
  }
  void terminator(const cfg::Switch &s, BlockId b, Site site, const support::Origin &o) {
    if (graph_[b].size() == 1)
      return jump(way(b, s.otherwise, site, o, true), site, o);
    Jump computed;
    computed.computed = s.value; // the address is made of it when addresses are known
    std::vector<std::pair<std::uint64_t, Label>> cases;
    for (const cfg::SwitchCase &c : s.cases)
      cases.push_back({c.value, way(b, c.target, site, o, false)});
    const Label otherwise = way(b, s.otherwise, site, o, false);
    Item &i = emit(std::move(computed), site, o);
    i.cases = std::move(cases);
    i.otherwise = otherwise;
  }

  // --- what is left out, and addresses
  bool follows(std::size_t at, Label l) const { // is it the next place?
    for (std::size_t i = at + 1; i < items_.size() && items_[i].place; ++i)
      if (items_[i].label == l)
        return true;
    return false;
  }
  bool is_jump(std::size_t at, bool guarded) const {
    const auto *j = at < items_.size() && !items_[at].place ? std::get_if<Jump>(&items_[at].instruction.body) : nullptr;
    return j && !j->call && !j->computed && (items_[at].instruction.guard != nullptr) == guarded;
  }
  void drop_needless_jumps() {
    for (std::size_t i = 0; i < items_.size();) {
      if (is_jump(i, false) && follows(i, items_[i].label)) {
        items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(i));
      } else if (is_jump(i, true) && is_jump(i + 1, false) && follows(i + 1, items_[i].label)) {
        items_[i].instruction.guard = cfg::negate(items_[i].instruction.guard);
        items_[i].label = items_[i + 1].label;
        items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      } else
        ++i;
    }
  }

  void number() {
    std::vector<Address> at(labels_, 0);
    Address next = 0;
    for (const Item &i : items_)
      if (i.place)
        at[i.label] = next;
      else
        ++next;
    for (Item &i : items_) {
      if (i.place)
        continue;
      i.instruction.address = out_.code.size();
      if (auto *p = std::get_if<PushToken>(&i.instruction.body))
        p->target = at[i.label];
      if (auto *j = std::get_if<Jump>(&i.instruction.body)) {
        if (i.targets)
          j->to = at[i.label];
        else
          j->computed = address_of(i, j->computed, at);
      }
      out_.code.push_back(std::move(i.instruction));
    }
  }
  static cfg::Expr address_of(const Item &i, const cfg::Expr &value, const std::vector<Address> &at) {
    const cfg::Type word = cfg::int_type(32);
    cfg::Expr out = cfg::constant(word, at[i.otherwise]);
    for (std::size_t c = i.cases.size(); c-- > 0;)
      out = cfg::ite(cfg::binary(cfg::Op::Eq, value, cfg::constant(value->type, i.cases[c].first)),
                     cfg::constant(word, at[i.cases[c].second]), out);
    return out;
  }

  struct Stub {
    Label label;
    Enters enters;
    BlockId to;
  };
  const cfg::Kernel &k_;
  support::Diagnostics &diags_;
  cfg::Graph graph_;
  std::vector<bool> reached_;
  std::vector<Region> regions_;
  std::vector<Label> head_, sync_, body_; // of blocks
  std::vector<bool> at_head_;
  std::vector<Enters> head_enters_;
  std::vector<Item> items_;
  std::vector<Stub> stubs_; // of the block that is being written
  std::map<std::pair<BlockId, BlockId>, Label> stub_of_;
  Label labels_ = 0;
  Program out_;
  bool failed_ = false;
};

} // namespace

support::Result<Program> place_reconvergence(const cfg::Kernel &k, Placement placement, support::Diagnostics &diags) {
  return Layout(k, placement, diags).run();
}

} // namespace lockstep::semantics::simt
