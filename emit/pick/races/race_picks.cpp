// The runs of a race goal's two threads, in which each picks an access: see race_goal.h.
#include "emit/pick/races/race_goal.h"

#include "emit/pick/run/run.h"

#include "support/sound.h"

#include <algorithm>
#include <map>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

b::Expr offset_literal(const b::Type &t, std::int64_t v) {
  return t.kind == b::TypeKind::Int ? b::int_lit(v) : b::bv_lit(t.width, static_cast<std::uint64_t>(v));
}

int kind_code(cfg::AccessKind k) { return k == cfg::AccessKind::Read ? 0 : k == cfg::AccessKind::Write ? 1 : 2; }

} // namespace

void RaceGoal::write_run(BlockWriter &w, b::Procedure &p, Thread t, const std::string &next) {
  std::multimap<std::pair<int, std::uint32_t>, std::size_t> placed; // by node and statement
  for (std::size_t i = 0; i < sites_.size(); ++i)
    if (t == Thread::Second ? !incoherent_ || !sites_[i].changes : sites_[i].site.kind != cfg::AccessKind::Read)
      placed.insert({{sites_[i].node, sites_[i].stmt}, i});
  const auto node_at = [&](int node) -> const cfg::IntervalNode & {
    return q_.interval.nodes[static_cast<std::size_t>(node)];
  };
  const std::string prefix = t == Thread::First ? "first" : "second";
  RunHooks hooks;
  const Run run(c_, q_.interval, cone_, t, hooks);
  hooks.same_group = q_.pair == Pair::SameGroup && !q_.apart;
  hooks.team = q_.teams.within;
  hooks.at_node = [&](BlockWriter &bw, int node) {
    if (q_.ended)
      q_.ended->note_rounds(bw, node_at(node), t);
    else if (tickets_)
      tickets_->lose(bw, node_at(node), t);
  };
  hooks.before_statement = [&](BlockWriter &bw, int node, std::uint32_t stmt) {
    auto [from, to] = placed.equal_range({node, stmt});
    for (auto it = from; it != to; ++it) {
      const std::size_t parts = with_values_ ? std::max<std::size_t>(1, sites_[it->second].values.size()) : 1;
      for (std::size_t part = 0; part < parts; ++part) {
        const std::string here = bw.fresh(prefix + "$pick"), on = bw.fresh(prefix + "$on");
        bw.close({here, on});
        bw.open(here);
        write_pick(bw, p, it->second, part, t, run, q_.ended ? on : next);
        bw.open(on);
      }
    }
    if (q_.ended)
      q_.ended->note_barrier(bw, node_at(node), stmt, t);
    else if (tickets_)
      tickets_->take(bw, node_at(node), stmt, t);
  };
  if (q_.ended) {
    hooks.at_end = [&](BlockWriter &bw, int node) { q_.ended->note_end(bw, node_at(node), t, next); };
    hooks.on_back_edge = [&](BlockWriter &bw, cfg::BlockId, const std::string &) {
      q_.ended->note_back_edge(bw, t, next);
    };
  }
  run.declare(p);
  run.write_nodes(w, prefix);
}

void RaceGoal::write_pick(BlockWriter &w, b::Procedure &p, std::size_t site, std::size_t part, Thread t, const Run &run,
                          const std::string &next) {
  const PlacedSite &s = sites_[site];
  if (s.site.members.size() == 1)
    w.assume(c_.encoder.partial.defined(s.offset, t));
  else // each member's offset is computed from these
    for (const cfg::Linear::Term &term : s.form.terms)
      w.assume(c_.encoder.partial.defined(term.atom, t));
  const b::Expr base = c_.encoder.offset(q_.array, s.offset, t);
  note(w, log::site(t), b::int_lit(static_cast<std::int64_t>(site)));
  note(w, log::kind(t), b::int_lit(kind_code(s.site.kind)));
  write_place(w, s, base, part, t);
  numbers_->note_pick(w, s, t);
  if (q_.ended)
    q_.ended->note_pick(w, q_.interval.nodes[static_cast<std::size_t>(s.node)], s, t);
  else
    order_->note_pick(w, s, t);
  if (s.site.kind == cfg::AccessKind::Read && !s.values.empty())
    run.write_at(w, s.node, s.stmt); // which gives the value
  if (with_values_)
    values_.note_pick(w, p, s, site, part, q_.pair, t);
  w.close({next});
}

// Which granules: those of one of the site's ranges, or, of many, of a place between the first and the last.
void RaceGoal::write_place(BlockWriter &w, const PlacedSite &s, const b::Expr &base, std::size_t part, Thread t) const {
  auto ranges = ranges_of(s.site);
  if (with_values_ && !s.values.empty()) { // one stored value at a time
    const auto width = static_cast<std::int64_t>(s.site.members[0].length / s.values.size());
    ranges = {{static_cast<std::int64_t>(part) * width, static_cast<std::int64_t>(part + 1) * width}};
  }
  if (ranges.size() == 1) {
    note(w, log::low(t), c_.decls.moved(base, ranges[0].first));
    note(w, log::length(t), offset_literal(type_, ranges[0].second - ranges[0].first));
    note(w, log::choice(t), offset_literal(type_, ranges[0].first));
    return;
  }
  const b::Expr d = b::ident(log::choice(t), type_), length = b::ident(log::length(t), type_);
  const Hull h = hull_of(ranges);
  if (type_.kind == b::TypeKind::Int && ranges.size() > many_ranges && (goals_.options.coarse || h.exact)) {
    w.assume(b::conj({b::binary("<=", b::int_lit(h.from), d),
                      b::binary("<=", d, b::int_lit(support::left_out("pick.coarse") ? h.from : h.to))}));
    if (h.stride != 1)
      w.assume(b::eq(b::binary("mod", b::binary("-", d, b::int_lit(h.from)), b::int_lit(h.stride)), b::int_lit(0)));
    w.assume(
        b::conj({b::binary("<=", b::int_lit(h.shortest), length), b::binary("<=", length, b::int_lit(h.longest))}));
  } else {
    std::vector<b::Expr> one_of;
    for (auto [from, to] : ranges)
      one_of.push_back(
          b::conj({b::eq(d, offset_literal(type_, from)), b::eq(length, offset_literal(type_, to - from))}));
    w.assume(b::disj(one_of));
  }
  note(w, log::low(t), type_.kind == b::TypeKind::Int ? b::binary("+", base, d) : c_.decls.bv_binary("bvadd", base, d));
}

} // namespace lockstep::emit::pick
