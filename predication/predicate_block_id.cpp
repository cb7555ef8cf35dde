// Scheme `block-id`: Tables 1 and 2 of [CDKQ13] to the letter. Test: tests/golden/predicate (Fig. 5).
#include "predication/builder.h"
#include "predication/schemes.h"

namespace lockstep::predication {

namespace {
class BlockIdPredicator {
public:
  BlockIdPredicator(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order)
      : k_(k), forest_(forest), order_(order), builder_(k),
        layout_(k, forest, order, std::vector<bool>(forest.loops.size(), true), builder_) {}

  Predicated run() {
    Predicated &p = builder_.program;
    p.scheme = Scheme::BlockId;
    for (VarId v = 0; v < p.vars.size(); ++v)
      p.vars[v].uniform = p.vars[v].decl.param;
    active_ = builder_.add_var("active", cfg::int_type(32), Role::Active, k_.origin);
    next_ = builder_.add_var("next", cfg::int_type(32), Role::Next, k_.origin);
    for (cfg::BlockId b : order_.order)
      layout_.add(b);
    builder_.append(layout_[0], SetBlock{active_, layout_[0]}, k_.blocks[0].origin);
    for (cfg::BlockId b : order_.order)
      block(b);
    return std::move(p);
  }

private:
  Guard at(cfg::BlockId b) const { return {Guard::Kind::AtBlock, active_, layout_[b]}; }

  void block(cfg::BlockId b) {
    const cfg::Block &from = k_.blocks[b];
    for (std::uint32_t i = 0; i < from.stmts.size(); ++i)
      builder_.statement(layout_[b], from.stmts[i], i, at(b));
    std::vector<BlockId> targets;
    for (cfg::BlockId t : cfg::successors(from.end))
      targets.push_back(layout_[t]);
    if (!targets.empty()) { // else the thread stays at its last block: nothing behind it is enabled
      builder_.append(layout_[b], Choose{next_, targets}, from.end.origin);
      builder_.append(layout_[b], Assign{active_, at(b), builder_.read(next_)}, from.end.origin);
    }
    layout_.end(b, order_.next(b), [&](int loop, BlockId) { return at(forest_.loops[loop].head); });
  }

  const cfg::Kernel &k_;
  const cfg::LoopForest &forest_;
  const cfg::SortOrder &order_;
  Builder builder_;
  Layout layout_;
  VarId active_ = 0, next_ = 0;
};
} // namespace

Predicated predicate_block_id(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order) {
  return BlockIdPredicator(k, forest, order).run();
}

} // namespace lockstep::predication
