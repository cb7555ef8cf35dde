// Race goals: see pick.h. One procedure per barrier interval, array and kind of pair:
//
//   entry:  assume the pair of threads and what holds at the interval's start;  goto first thread's run;
//   run 1:  ... at a write or atomic site:  goto pick, on;   pick: log$1 := ...;  goto run 2;
//   run 2:  ... at any site:                goto pick, on;   pick: log$2 := ...;  goto check;
//   check:  assert !(the two ranges overlap && not both atomic [&& not the same value written]);
//
// The first thread picks writes and atomics only: in a conflict at least one access is of that kind, and the two
// threads are arbitrary, so naming that one first loses nothing.
//
// Incoherent loads (cfg::Load) have a goal of their own for each array, of the whole kernel as one interval: the first
// thread writes, the second, which may be any or the first itself, loads. Sound because no barrier, handover or ticket
// is taken to say anything there.
#include "cfg/analysis/order/lock_step.h"
#include "emit/knowledge/rows.h"
#include "emit/pick/program.h"

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

// Do all granule ranges of these sites have length one?
bool all_single(const std::vector<PlacedSite> &sites) {
  for (const PlacedSite &s : sites)
    for (auto [from, to] : ranges_of(s.site))
      if (to - from != 1)
        return false;
  return true;
}

} // namespace

void ProgramBuilder::write_picks(BlockWriter &w, b::Procedure &p, const cfg::Interval &interval, const Cone &cone,
                                 const std::vector<PlacedSite> &sites, const std::vector<std::size_t> &ids, Thread t,
                                 const std::string &next, bool values) {
  const b::Type type = c_.encoder.offset_type(array_);
  auto pick = [&](BlockWriter &pw, const PlacedSite &s, std::size_t id, std::size_t part, const std::string &on) {
    auto set = [&](const std::string &name, b::Expr value) { note(pw, name, std::move(value)); };
    if (s.site.members.size() == 1)
      pw.assume(c_.encoder.defined(s.offset, t));
    else // each member's offset is computed from these
      for (const cfg::Linear::Term &term : s.form.terms)
        pw.assume(c_.encoder.defined(term.atom, t));
    b::Expr base = c_.encoder.offset(array_, s.offset, t);
    auto at = [&](const b::Expr &delta) {
      return type.kind == b::TypeKind::Int ? b::binary("+", base, delta) : c_.decls.bv_binary("bvadd", base, delta);
    };
    auto ranges = ranges_of(s.site);
    if (values && !s.values.empty()) { // one stored value at a time
      std::int64_t width = static_cast<std::int64_t>(s.site.members[0].length / s.values.size());
      ranges = {{static_cast<std::int64_t>(part) * width, static_cast<std::int64_t>(part + 1) * width}};
    }
    set(log::site(t), b::int_lit(static_cast<std::int64_t>(id)));
    set(log::kind(t), b::int_lit(kind_code(s.site.kind)));
    if (ranges.size() == 1) {
      set(log::low(t), c_.encoder.moved(base, ranges[0].first));
      set(log::length(t), offset_literal(type, ranges[0].second - ranges[0].first));
      set(log::choice(t), offset_literal(type, ranges[0].first));
    } else if (const Hull h = hull_of(ranges);
               type.kind == b::TypeKind::Int && ranges.size() > many_ranges && (options_.coarse || h.exact)) {
      b::Expr d = b::ident(log::choice(t), type), len = b::ident(log::length(t), type);
      pw.assume(b::conj({b::binary("<=", b::int_lit(h.from), d),
                         b::binary("<=", d, b::int_lit(support::left_out("pick.coarse") ? h.from : h.to))}));
      if (h.stride != 1)
        pw.assume(b::eq(b::binary("mod", b::binary("-", d, b::int_lit(h.from)), b::int_lit(h.stride)), b::int_lit(0)));
      pw.assume(b::conj({b::binary("<=", b::int_lit(h.shortest), len), b::binary("<=", len, b::int_lit(h.longest))}));
      set(log::low(t), at(d));
    } else {
      b::Expr d = b::ident(log::choice(t), type), len = b::ident(log::length(t), type);
      std::vector<b::Expr> one_of;
      for (auto [from, to] : ranges)
        one_of.push_back(b::conj({b::eq(d, offset_literal(type, from)), b::eq(len, offset_literal(type, to - from))}));
      pw.assume(b::disj(one_of));
      set(log::low(t), at(d));
    }
    write_rows(pw, s, t);
    write_digits(pw, s, t);
    if (ended_)
      note_alone(pw, interval.nodes[static_cast<std::size_t>(s.node)], s, t);
    else
      note_tokens(pw, s, t);
    if (values) {
      // Threads that run a site in lock step, at most once an interval, store the same value if it is uniform.
      bool known = !s.values.empty(), together = known && s.same && is_uniform(s, part);
      b::Expr value = known ? c_.encoder.stored(s.values[part], t) : nullptr;
      set(log::together(t), b::int_lit(together ? static_cast<std::int64_t>((id << 20) + part + 1) : 0));
      set(log::value_kind(t), b::int_lit(known ? static_cast<std::int64_t>(value_code(value->type)) : 0));
      if (value) {
        std::string name = log::value(t, value->type);
        declare(p, name, value->type);
        set(name, value);
      }
    }
    pw.close({ended_ ? on : next});
  };

  std::multimap<std::pair<int, std::uint32_t>, std::size_t> placed;
  for (std::size_t i = 0; i < sites.size(); ++i)
    if (t == Thread::Second ? pair_ != Pair::Any || !sites[i].changes : sites[i].site.kind != cfg::AccessKind::Read)
      placed.insert({{sites[i].node, sites[i].stmt}, i});
  std::string prefix = t == Thread::First ? "first" : "second";
  RunHooks hooks;
  hooks.same_group = pair_ == Pair::SameGroup && !apart_;
  hooks.team = teams_.within;
  hooks.at_node = [&](BlockWriter &bw, int node) {
    if (ended_)
      note_rounds(bw, interval.nodes[static_cast<std::size_t>(node)], t);
    else
      lose_tickets(bw, interval.nodes[static_cast<std::size_t>(node)], t);
  };
  hooks.before_statement = [&](BlockWriter &bw, int node, std::uint32_t stmt) {
    auto [from, to] = placed.equal_range({node, stmt});
    for (auto it = from; it != to; ++it)
      for (std::size_t part = 0; part < (values ? std::max<std::size_t>(1, sites[it->second].values.size()) : 1);
           ++part) {
        std::string here = bw.fresh(prefix + "$pick"), on = bw.fresh(prefix + "$on");
        bw.close({here, on});
        bw.open(here);
        pick(bw, sites[it->second], ids[it->second], part, on);
        bw.open(on);
      }
    if (ended_)
      note_barrier(bw, interval.nodes[static_cast<std::size_t>(node)], stmt, t);
    else
      take_tickets(bw, interval.nodes[static_cast<std::size_t>(node)], stmt, t);
  };
  if (ended_) {
    hooks.at_end = [&](BlockWriter &bw, int node) {
      note_end(bw, interval.nodes[static_cast<std::size_t>(node)], t, next);
    };
    hooks.on_back_edge = [&](BlockWriter &bw, cfg::BlockId, const std::string &) { note_round(bw, t, next); };
  }
  Run run(c_, interval, cone, t, hooks);
  run.declare(p);
  run.write_nodes(w, prefix);
}

void ProgramBuilder::race(const cfg::Interval &interval, std::size_t index, cfg::ArrayId array, Pair pair,
                          Teams teams) {
  if (!pair_exists(c_.a.launch, pair, teams))
    return;
  std::string id = "race:" + names::escape(c_.k.arrays[array].name) + ":" +
                   (teams.within != 0         ? "warp" + std::to_string(teams.within) + ":"
                    : pair == Pair::SameGroup ? "group:"
                    : pair == Pair::Any       ? "incoherent:"
                                              : "grid:") +
                   (ended_   ? "ended:"
                    : apart_ ? "apart:"
                             : "") +
                   std::to_string(index);
  if (!wanted(id))
    return;
  array_ = array;
  pair_ = pair;
  teams_ = teams;
  const bool incoherent = pair == Pair::Any;
  bool values = options_.benign_values && !incoherent && !apart_;
  const bool in_step = teams.within != 0 && teams.within <= c_.k.terms.lock_step;
  std::vector<PlacedSite> sites =
      sites_of(c_.k, c_.a, c_.points.of_sites, interval, array, pair == Pair::SameGroup,
               incoherent ? Loads::Incoherent : Loads::Coherent,
               options_.merge && !values && !in_step && !ended_ && !masks_may_order(teams) &&
                   !c_.encoder.representation().offsets_are_bv(array));
  bool any_write = false, any_atomic = false, any_plain = false;
  for (const PlacedSite &s : sites) {
    any_write = any_write || s.changes;
    any_atomic = any_atomic || s.site.kind == cfg::AccessKind::Atomic;
    any_plain = any_plain || s.site.kind != cfg::AccessKind::Atomic;
  }
  if (!any_write || !any_plain)
    return; // reads only, or atomics only: nothing conflicts
  if (ended_ && std::none_of(sites.begin(), sites.end(), [&](const PlacedSite &s) {
        return ended_->last_of_one(interval.nodes[static_cast<std::size_t>(s.node)].block, s.stmt);
      }))
    return;

  channels_ = c_.a.handovers.channels;
  // What masks and lock step order in the interval is said of single statements: such sites are not merged.
  if (support::unsound("memory.apart_unordered", apart_) || ended_ || incoherent) {
    for (PlacedSite &s : sites)
      s.tokens = {};
  } else {
    give_mask_tokens(interval, sites, teams);
    if (in_step) {
      const cfg::LockStep steps(c_.k, c_.a.loops, interval, channels_);
      for (PlacedSite &s : sites)
        steps.give_tokens(s.node, s.stmt, s.tokens);
    }
  }
  find_slots(sites);
  std::vector<bool> targets(interval.nodes.size(), false);
  std::vector<cfg::Expr> seeds;
  std::vector<cfg::Linear> forms;
  std::vector<std::size_t> ids; // counted from the goal's first, so that equal intervals give equal procedures
  const std::size_t first_site = out_.sites.size();
  if (ended_) // each run goes on to where it leaves the interval
    targets.assign(interval.nodes.size(), true);
  for (const PlacedSite &s : sites) {
    targets[static_cast<std::size_t>(s.node)] = true;
    seeds.push_back(s.offset);
    forms.push_back(s.form);
    if (values)
      seeds.insert(seeds.end(), s.values.begin(), s.values.end());
    ids.push_back(ids.size());
    out_.sites.push_back(s.site);
  }
  for (const cfg::Expr &e : keys_of(sites))
    seeds.push_back(e);
  Cone cone = cone_of_influence(c_, interval, targets, seeds);
  cone_vars_ = cone.vars;

  c_.encoder.forget_products();
  b::Procedure p;
  const b::Type type = c_.encoder.offset_type(array);
  for (Thread t : both_threads) {
    for (const std::string &name : {log::site(t), log::kind(t)})
      declare(p, name, b::integer());
    for (const std::string &name : {log::low(t), log::length(t), log::choice(t)})
      declare(p, name, type);
    if (values)
      for (const std::string &name : {log::value_kind(t), log::together(t)})
        declare(p, name, b::integer());
  }
  declare_slots(p, sites);
  radices_.clear();
  if (all_single(sites) && type.kind == b::TypeKind::Int)
    radices_ = knowledge::radices(forms);
  for (std::int64_t c : radices_)
    for (Thread t : both_threads) {
      declare(p, log::row(c, t), type);
      declare(p, log::column(c, t), type);
    }
  chains_.clear();
  if (all_single(sites) && type.kind == b::TypeKind::Int)
    declare_digits(p, sites);
  BlockWriter w(p);
  w.open("entry");
  w.assume(pair_of_threads(c_.a.launch, c_.decls, pair, teams));
  RunHooks none;
  for (Thread t : both_threads)
    Run(c_, interval, cone, t, none).write_start(w);
  assume_uniform(w, interval, cone, pair, teams);
  if (!ended_ && !incoherent)
    start_together(w, cone, pair);
  tickets_.clear();
  if (ended_) {
    start_ended(w, p);
  } else {
    tickets_ = incoherent || apart_ ? std::vector<const cfg::Ticket *>() : tickets_for(pair, cone);
    start_tickets(w, p, interval);
  }
  w.close({"first0"});
  write_picks(w, p, interval, cone, sites, ids, Thread::First, "second0", values);
  write_picks(w, p, interval, cone, sites, ids, Thread::Second, "check", values);

  w.open("check");
  for (b::Expr &lemma : c_.encoder.product_lemmas())
    w.assume(std::move(lemma));
  auto var = [&](std::string (*name)(Thread), Thread t, const b::Type &ty) { return b::ident(name(t), ty); };
  b::Expr low1 = var(log::low, Thread::First, type), low2 = var(log::low, Thread::Second, type);
  b::Expr len1 = var(log::length, Thread::First, type), len2 = var(log::length, Thread::Second, type);
  assume_row_lemmas(w, low1, low2);
  assume_digit_lemmas(w, low1, low2);
  assume_tickets_differ(w);
  std::vector<b::Expr> conflict;
  if (all_single(sites))
    conflict.push_back(b::eq(low1, low2));
  else if (type.kind == b::TypeKind::Int)
    conflict = {b::binary("<", low1, b::binary("+", low2, len2)), b::binary("<", low2, b::binary("+", low1, len1))};
  else
    conflict.push_back(b::disj({c_.decls.bv_compare("bvult", c_.decls.bv_binary("bvsub", low2, low1), len1),
                                c_.decls.bv_compare("bvult", c_.decls.bv_binary("bvsub", low1, low2), len2)}));
  b::Expr kind1 = var(log::kind, Thread::First, b::integer()), kind2 = var(log::kind, Thread::Second, b::integer());
  if (any_atomic)
    conflict.push_back(b::not_(b::conj({b::eq(kind1, b::int_lit(2)), b::eq(kind2, b::int_lit(2))})));
  for (const b::Expr &ordered : ordered())
    conflict.push_back(b::not_(ordered));
  if (ended_)
    conflict.push_back(one_has_ended());
  if (values)
    conflict.push_back(b::not_(same_value(p, low1, low2, len1, len2)));
  for (Thread t : both_threads) {
    std::size_t i = t == Thread::First ? 0 : 1;
    w.assume(b::eq(c_.decls.constant(out_.witness.site[i], b::integer()), b::ident(log::site(t), b::integer())));
    std::string suffix_of_type = type.kind == b::TypeKind::Int ? "" : "$bits";
    w.assume(b::eq(c_.decls.constant(out_.witness.offset[i] + suffix_of_type, type), b::ident(log::low(t), type)));
    w.assume(b::eq(c_.decls.constant(out_.witness.length[i] + suffix_of_type, type), b::ident(log::length(t), type)));
    w.assume(b::eq(c_.decls.constant(out_.witness.choice[i] + suffix_of_type, type), b::ident(log::choice(t), type)));
  }
  w.command(b::AssertCmd{b::not_(b::conj(conflict)), {}});
  w.close({});

  Goal g = goal(id, GoalKind::Race, cone);
  if (g.exact && !incoherent && cfg::has_gathers(c_.k)) {
    g.exact = false;
    g.abstraction = "barriers under masks may order the accesses";
  }
  if (g.exact && !incoherent && (cfg::may_hand_over(c_.k) || !c_.a.handovers.at.empty())) {
    g.exact = false;
    g.abstraction =
        c_.k.terms.lock_step != 0 ? "threads of a warp run in lock step" : "atomics and fences may order the accesses";
  }
  g.same_group = pair == Pair::SameGroup;
  g.team = teams.within;
  g.array = array;
  g.incoherent = incoherent;
  g.coarse = options_.coarse && type.kind == b::TypeKind::Int &&
             std::any_of(sites.begin(), sites.end(), [](const PlacedSite &s) { return is_coarse(s.site); });
  g.bits = type.kind == b::TypeKind::Bv;
  g.first_site = first_site;
  ask_once(std::move(p), g);
  out_.goals.push_back(std::move(g));
}

void ProgramBuilder::touched_apart(const cfg::Interval &whole, std::size_t index, cfg::ArrayId array, Pair pair) {
  apart_ = true;
  race(whole, index, array, pair);
  apart_ = false;
}

bool ProgramBuilder::is_uniform(const PlacedSite &s, std::size_t part) const {
  return pair_ == Pair::SameGroup &&
         cfg::is_uniform(s.values[part], c_.k, c_.a.group_uniform, {cfg::UniformityLevel::Group, 0, c_.a.launch, true});
}

std::size_t ProgramBuilder::value_code(const b::Type &type) {
  std::string text = b::print(type);
  for (std::size_t i = 0; i < value_types_.size(); ++i)
    if (value_types_[i].first == text)
      return i + 1;
  value_types_.push_back({text, type});
  return value_types_.size();
}

// Two writes of one value to exactly the same granules. Values of different representations count as different.
b::Expr ProgramBuilder::same_value(b::Procedure &p, const b::Expr &low1, const b::Expr &low2, const b::Expr &len1,
                                   const b::Expr &len2) {
  b::Expr code1 = b::ident(log::value_kind(Thread::First), b::integer());
  b::Expr code2 = b::ident(log::value_kind(Thread::Second), b::integer());
  b::Expr once1 = b::ident(log::together(Thread::First), b::integer()),
          once2 = b::ident(log::together(Thread::Second), b::integer());
  std::vector<b::Expr> ways{b::conj({b::eq(once1, once2), b::binary("<", b::int_lit(0), once1)})};
  for (std::size_t i = 0; i < value_types_.size(); ++i) {
    const b::Type &type = value_types_[i].second;
    for (Thread t : both_threads)
      declare(p, log::value(t, type), type);
    b::Expr code = b::int_lit(static_cast<std::int64_t>(i + 1));
    ways.push_back(b::conj(
        {b::eq(code1, code), b::eq(code2, code),
         b::eq(b::ident(log::value(Thread::First, type), type), b::ident(log::value(Thread::Second, type), type))}));
  }
  b::Expr write = b::int_lit(1);
  return b::conj({b::eq(b::ident(log::kind(Thread::First), b::integer()), write),
                  b::eq(b::ident(log::kind(Thread::Second), b::integer()), write), b::eq(low1, low2), b::eq(len1, len2),
                  b::disj(ways)});
}

} // namespace lockstep::emit::pick
