// Scheme `block-id`: Tables 1 and 2 of [CDKQ13] to the letter. Test: tests/golden/predicate (Fig. 5).
#include "predication/builder.h"
#include "predication/schemes.h"

namespace lockstep::predication {

namespace {
class BlockIdPredicator {
public:
  BlockIdPredicator(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order)
      : k_(k), forest_(forest), order_(order), builder_(k), id_(k.blocks.size()) {}

  Predicated run() {
    Predicated &p = builder_.program;
    p.scheme = Scheme::BlockId;
    for (VarId v = 0; v < p.vars.size(); ++v)
      p.vars[v].uniform = p.vars[v].decl.param;
    active_ = builder_.add_var("active", cfg::int_type(32), Role::Active, k_.origin);
    next_ = builder_.add_var("next", cfg::int_type(32), Role::Next, k_.origin);
    number_blocks();
    builder_.append(id_[0], SetBlock{active_, id_[0]}, k_.blocks[0].origin);
    for (cfg::BlockId b : order_.order)
      block(b);
    return std::move(p);
  }

private:
  struct LoopEnd {
    BlockId back, exit;
    cfg::BlockId head;
  };

  void number_blocks() {
    ends_.resize(k_.blocks.size());
    for (cfg::BlockId b : order_.order) {
      const cfg::Block &block = k_.blocks[b];
      id_[b] = builder_.add_block(block.name, forest_.is_head(b) ? BlockKind::Head : BlockKind::Plain, b, block.origin);
      // A block may stand last in several loops, inner loops first.
      for (int l = forest_.loop_of[b]; l >= 0 && order_.last_of_loop[l] == b; l = forest_.loops[l].parent) {
        const cfg::Block &head = k_.blocks[forest_.loops[l].head];
        BlockId back = builder_.add_block(head.name + "_back", BlockKind::Back, std::nullopt, head.origin);
        BlockId exit = builder_.add_block(head.name + "_exit", BlockKind::Exit, std::nullopt, head.origin);
        ends_[b].push_back({back, exit, forest_.loops[l].head});
      }
    }
  }

  Guard at(cfg::BlockId b) const { return {Guard::Kind::AtBlock, active_, id_[b]}; }

  void block(cfg::BlockId b) {
    const cfg::Block &from = k_.blocks[b];
    for (std::uint32_t i = 0; i < from.stmts.size(); ++i)
      builder_.statement(id_[b], from.stmts[i], i, at(b));
    std::vector<BlockId> targets;
    for (cfg::BlockId t : cfg::successors(from.end))
      targets.push_back(id_[t]);
    if (!targets.empty()) { // else the thread stays at its last block: nothing behind it is enabled
      builder_.append(id_[b], Choose{next_, targets}, from.end.origin);
      builder_.append(id_[b], Assign{active_, at(b), builder_.read(next_)}, from.end.origin);
    }
    BlockId here = id_[b];
    for (const LoopEnd &e : ends_[b]) {
      builder_.loop_end(here, e.back, e.exit, id_[e.head], at(e.head), from.end.origin);
      here = e.exit;
    }
    if (auto next = order_.next(b))
      builder_.end(here, Goto{{id_[*next]}}, from.end.origin);
    else
      builder_.end(here, End{}, from.end.origin);
  }

  const cfg::Kernel &k_;
  const cfg::LoopForest &forest_;
  const cfg::SortOrder &order_;
  Builder builder_;
  std::vector<BlockId> id_; // of each kernel block in the program
  std::vector<std::vector<LoopEnd>> ends_;
  VarId active_ = 0, next_ = 0;
};
} // namespace

Predicated predicate_block_id(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order) {
  return BlockIdPredicator(k, forest, order).run();
}

} // namespace lockstep::predication
