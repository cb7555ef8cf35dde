// See lane_form.h.
#include "cost/requests/point_forms.h"

#include "cost/requests/form_arithmetic.h"

namespace lockstep::coalescing {

using cfg::BlockId;
using cfg::Expr;
using cfg::Op;

Groundwork::Groundwork(const cfg::Kernel &k, const cfg::Analyses &a)
    : facts(k, a.facts), dominators(cfg::dominators(k)), defined(k.vars.size()) {
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::size_t i = 0; i < k.blocks[b].stmts.size(); ++i)
      for (cfg::VarId v : cfg::defined_vars(k.blocks[b].stmts[i]))
        defined[v].push_back({b, i});
}

Point::Point(const cfg::Kernel &k, const cfg::Analyses &a, BlockId b, std::size_t s, Groundwork &groundwork)
    : block(b), stmt(s), work(groundwork), facts(groundwork.facts.before(b, s)), k_(k), a_(a) {
  for (int l = a.loops.loop_of[b]; l >= 0; l = a.loops.loops[static_cast<std::size_t>(l)].parent) {
    const auto loop = static_cast<std::size_t>(l);
    moved[loop] = groundwork.moved.try_emplace(loop, k, a.loops.loops[loop]).first->second.before(b, s);
  }
}

const cfg::Bounds &Point::range(const Expr &e) {
  auto known = ranges_.find(e);
  if (known == ranges_.end())
    known = ranges_.emplace(e, a_.ranges.evaluate_before(e, k_, block, stmt).as_signed).first;
  return known->second;
}

std::optional<std::uint64_t> PointForms::value_of(cfg::VarId v) const {
  const auto known = values_.find(v);
  return known == values_.end() ? std::nullopt : std::optional(known->second);
}

const std::vector<Expr> &PointForms::conditions() const {
  if (!point.parting) {
    point.parting.emplace();
    for (const cfg::Fact &f : point.facts)
      if (f.kind == cfg::Fact::Condition && !setting.is_uniform(f.expr))
        point.parting->push_back(f.expr);
  }
  return *point.parting;
}

std::optional<LaneForm> PointForms::read(const Expr &e) {
  if (!e->type.is_int() || is_deep())
    return std::nullopt;
  if (const auto known = forms_.find(e); known != forms_.end())
    return known->second;
  const auto deeper = [&](auto &&form) { // that fits
    const Deeper one(*this);
    std::optional<LaneForm> out = form();
    return out && !fits(*out) ? std::nullopt : out;
  };
  std::optional<LaneForm> out = deeper([&] {
    auto form = node_form(*this, e);
    return form ? form : computed(*this, e);
  });
  if (!out && setting.is_uniform(e))
    out = symbols.form(e);
  if (!out)
    out = deeper([&] { return loose_form(*this, e); });
  forms_[e] = out;
  return out;
}

FormReader::FormReader(const cfg::Kernel &k, const cfg::Analyses &a, const cfg::Uniformity &uniform,
                       const cfg::UniformityOptions &level, const Warp &warp,
                       const std::vector<std::vector<BlockId>> &deciders)
    : setting_{k, a, uniform, level, warp, deciders} {}
FormReader::~FormReader() = default;

void FormReader::stand_at(BlockId block, std::size_t stmt) {
  if (!work_)
    work_.emplace(setting_.kernel, setting_.analyses);
  stand_at(std::make_shared<Point>(setting_.kernel, setting_.analyses, block, stmt, *work_));
}

void FormReader::stand_at(std::shared_ptr<Point> point) {
  point_ = std::move(point);
  assume({});
}

void FormReader::assume(std::map<cfg::VarId, std::uint64_t> values) {
  values_ = std::move(values);
  split({});
}

void FormReader::split(std::vector<Rest> rests) {
  forms_ = std::make_unique<PointForms>(setting_, *point_, values_, std::move(rests));
}

std::vector<FormReader::Rest> FormReader::multiples_of(unsigned dimension, Number modulo) {
  std::vector<Rest> out;
  for (const unsigned width : {16U, 32U, 64U})
    out.push_back({cfg::leaf(Op::LocalSize, dimension, cfg::int_type(width)), modulo, 0});
  return out;
}

const std::optional<FormReader::Rest> &FormReader::wanted() const { return forms_->symbols.wanted(); }
FormReader::Reach FormReader::range_of(const Expr &symbol) const { return forms_->symbols.range_of(symbol); }
std::optional<LaneForm> FormReader::read(const Expr &e) { return forms_->read(e); }
std::optional<std::vector<std::uint64_t>> FormReader::bits(const Expr &e) { return forms_->bits(e); }
std::vector<bool> FormReader::may_hold(const Expr &e) { return forms_->may_hold(e); }
const std::vector<Expr> &FormReader::conditions() const { return forms_->conditions(); }
std::vector<std::vector<bool>> FormReader::admitted() { return admitted_sets(*forms_); }

} // namespace lockstep::coalescing
