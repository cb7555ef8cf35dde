// Placement of ssy and sync: see place.h.
#include "semantics/simt/program/place.h"

#include "semantics/simt/program/assembler.h"
#include "semantics/simt/program/join_regions.h"

#include <map>

namespace lockstep::semantics::simt {

namespace {

using cfg::BlockId;
using Label = Assembler::Label;

const support::Origin &own(const support::Origin &o, const cfg::Block &b) { return o.known() ? o : b.origin; }

void statement(Assembler &out, const cfg::Stmt &s, Site site, const support::Origin &origin) {
  if (const auto *b = std::get_if<cfg::Barrier>(&s.node); b && b->scope == cfg::Scope::Group) {
    if (b->end) // stands for the end of the thread, and is no instruction
      return;
    out.emit(Bar{BarKind::Sync, cfg::constant(cfg::int_type(32), 0), nullptr, {}, 0, nullptr}, site, origin);
    return;
  }
  if (const auto *n = std::get_if<cfg::Numbered>(&s.node)) {
    out.emit(Bar{n->waits ? BarKind::Sync : BarKind::Arrive,
                 cfg::constant(cfg::int_type(32), n->number),
                 cfg::constant(cfg::int_type(32), n->threads),
                 {},
                 0,
                 nullptr},
             site, origin);
    return;
  }
  out.emit(s, site, origin);
}

class Layout {
public:
  Layout(const cfg::Kernel &k, Placement placement, support::Diagnostics &diags)
      : k_(k), diags_(diags), regions_(k, placement), heads_(regions_.entered_at_heads(k)) {
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      labels_.push_back({out_.fresh(), out_.fresh(), out_.fresh()});
  }

  support::Result<Program> run() {
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      if (regions_.reached(b))
        block(b);
    if (failed_)
      return support::failure;
    Program program;
    program.kernel = k_;
    program.from_kernel = true;
    program.code = out_.finish();
    return program;
  }

private:
  struct BlockLabels {
    Label head; // edges that enter regions at the block's head, or that need nothing
    Label sync; // edges out of the block's region
    Label body; // behind the sync
  };
  struct Stub { // what an edge executes on its way
    Label label;
    Enters enters;
    BlockId to;
  };

  void push_all(const Enters &all, Site site, const support::Origin &origin) {
    for (std::size_t r : all)
      out_.emit_to(PushToken{TokenKind::Sync, 0}, labels_[regions_.join(r)].body, site, origin);
  }

  // The label to which the edge leads; `here`: what must be executed on the way is emitted here.
  Label way(BlockId from, BlockId to, Site site, const support::Origin &origin, bool here) {
    if (regions_.syncs(from, to))
      return labels_[to].sync;
    const Enters e = heads_[to] ? Enters{} : regions_.enters(from, to);
    if (e.empty())
      return labels_[to].head;
    if (here) {
      push_all(e, site, origin);
      return labels_[to].head;
    }
    const auto known = stub_of_.find({from, to});
    if (known != stub_of_.end())
      return known->second;
    const Label stub = stub_of_[{from, to}] = out_.fresh();
    stubs_.push_back({stub, e, to});
    return stub;
  }

  void block(BlockId b) {
    const cfg::Block &block = k_.blocks[b];
    open(b, {b, 0}, block.origin);
    for (std::uint32_t s = 0; s < block.stmts.size(); ++s)
      statement(out_, block.stmts[s], {b, s}, own(block.stmts[s].origin, block));
    const Site end{b, static_cast<std::uint32_t>(block.stmts.size())};
    stubs_.clear();
    std::visit([&](const auto &node) { terminator(node, b, end, own(block.end.origin, block)); }, block.end.node);
    for (const Stub &s : stubs_) {
      out_.place(s.label);
      push_all(s.enters, end, block.end.origin);
      out_.jump(labels_[s.to].head, end, block.end.origin);
    }
  }

  // The places of the block's labels, and what is executed in front of its statements.
  void open(BlockId b, Site first, const support::Origin &origin) {
    const bool joins = regions_.is_joined(b);
    if (b == 0 && !heads_[0])
      push_all(regions_.enters(std::nullopt, 0), first, origin);
    if (b == 0 && joins)
      out_.jump(labels_[b].head, first, origin);
    if (joins) {
      out_.place(labels_[b].sync);
      out_.emit(SyncLanes{}, first, origin);
      out_.place(labels_[b].body);
      if (!heads_[b])
        push_all(regions_.after_sync(b), first, origin);
    }
    out_.place(labels_[b].head);
    if (heads_[b])
      push_all(*heads_[b], first, origin);
  }

  void terminator(const cfg::Return &, BlockId, Site site, const support::Origin &o) { out_.emit(Leave{}, site, o); }
  void terminator(const cfg::Goto &g, BlockId b, Site site, const support::Origin &o) {
    if (g.targets.size() != 1) {
      failed_ = true;
      return diags_.unsupported(o, "a goto to one of several blocks has no instruction on a machine of warps");
    }
    out_.jump(way(b, g.targets[0], site, o, true), site, o);
  }
  void terminator(const cfg::Branch &br, BlockId b, Site site, const support::Origin &o) {
    if (br.if_true == br.if_false)
      return out_.jump(way(b, br.if_true, site, o, true), site, o);
    if (only_returns(k_, br.if_true)) { // its lanes end here: nobody waits for them
      out_.emit(Leave{}, site, o).guard = br.condition;
      return out_.jump(way(b, br.if_false, site, o, true), site, o);
    }
    if (only_returns(k_, br.if_false)) {
      out_.emit(Leave{}, site, o).guard = cfg::negate(br.condition);
      return out_.jump(way(b, br.if_true, site, o, true), site, o);
    }
    const Label yes = way(b, br.if_true, site, o, false), no = way(b, br.if_false, site, o, false);
    out_.emit_to(Jump{}, yes, site, o).guard = br.condition;
    out_.jump(no, site, o);
  }
  void terminator(const cfg::Switch &s, BlockId b, Site site, const support::Origin &o) {
    if (regions_.graph()[b].size() == 1)
      return out_.jump(way(b, s.otherwise, site, o, true), site, o);
    Assembler::Cases cases;
    for (const cfg::SwitchCase &c : s.cases)
      cases.push_back({c.value, way(b, c.target, site, o, false)});
    const Label otherwise = way(b, s.otherwise, site, o, false);
    out_.jump_by(s.value, std::move(cases), otherwise, site, o);
  }

  const cfg::Kernel &k_;
  support::Diagnostics &diags_;
  JoinRegions regions_;
  std::vector<std::optional<Enters>> heads_; // by block: what is entered there
  std::vector<BlockLabels> labels_;
  Assembler out_;
  std::vector<Stub> stubs_; // of the block that is being written
  std::map<std::pair<BlockId, BlockId>, Label> stub_of_;
  bool failed_ = false;
};

} // namespace

support::Result<Program> place_reconvergence(const cfg::Kernel &k, Placement placement, support::Diagnostics &diags) {
  return Layout(k, placement, diags).run();
}

} // namespace lockstep::semantics::simt
