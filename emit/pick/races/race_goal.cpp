// A race goal: see race_goal.h. The threads' runs and picks are in race_picks.cpp.
#include "emit/pick/races/race_goal.h"

#include "cfg/analysis/order/lock_step.h"
#include "emit/pick/races/masks.h"
#include "emit/pick/run/run.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

// Do all granule ranges of these sites have length one?
bool all_single(const std::vector<PlacedSite> &sites) {
  for (const PlacedSite &s : sites)
    for (auto [from, to] : ranges_of(s.site))
      if (to - from != 1)
        return false;
  return true;
}

std::string race_id(const cfg::Kernel &k, const RaceQuestion &q) {
  return "race:" + names::escape(k.arrays[q.array].name) + ":" +
         (q.teams.within != 0         ? "warp" + std::to_string(q.teams.within) + ":"
          : q.pair == Pair::SameGroup ? "group:"
          : q.pair == Pair::Any       ? "incoherent:"
                                      : "grid:") +
         (q.ended   ? "ended:"
          : q.apart ? "apart:"
                    : "") +
         std::to_string(q.index);
}

bool may_conflict(const std::vector<PlacedSite> &sites, const RaceQuestion &q) {
  bool any_write = false, any_plain = false; // else reads only, or atomics only
  for (const PlacedSite &s : sites) {
    any_write = any_write || s.changes;
    any_plain = any_plain || s.site.kind != cfg::AccessKind::Atomic;
  }
  return any_write && any_plain && (!q.ended || std::any_of(sites.begin(), sites.end(), [&](const PlacedSite &s) {
           return q.ended->may_be_last(q.interval, s);
         }));
}

// They are counted from the goal's first in its procedure, so that equal intervals give equal procedures. Gives the
// first one's number in the program.
std::size_t note_sites(const std::vector<PlacedSite> &sites, GoalProgram &out) {
  const std::size_t first = out.sites.size();
  for (const PlacedSite &s : sites)
    out.sites.push_back(s.site);
  return first;
}

void declare_logs(b::Procedure &p, const b::Type &offsets, bool with_values) {
  for (Thread t : both_threads) {
    for (const std::string &name : {log::site(t), log::kind(t)})
      declare(p, name, b::integer());
    for (const std::string &name : {log::low(t), log::length(t), log::choice(t)})
      declare(p, name, offsets);
    if (with_values)
      StoredValues::declare(p, t);
  }
}

// Ties the witness constants to what the logs say.
void tell_witness(BlockWriter &w, Declarations &decls, const b::Type &offsets, const WitnessNames &witness) {
  const std::string suffix_of_type = offsets.kind == b::TypeKind::Int ? "" : "$bits";
  for (Thread t : both_threads) {
    const std::size_t i = t == Thread::First ? 0 : 1;
    const auto tell = [&](const std::string &name, const std::string &log, const b::Type &type) {
      w.assume(b::eq(decls.constant(name, type), b::ident(log, type)));
    };
    tell(witness.site[i], log::site(t), b::integer());
    tell(witness.offset[i] + suffix_of_type, log::low(t), offsets);
    tell(witness.length[i] + suffix_of_type, log::length(t), offsets);
    tell(witness.choice[i] + suffix_of_type, log::choice(t), offsets);
  }
}

} // namespace

RaceGoal::RaceGoal(Goals &goals, StoredValues &values, const RaceQuestion &question)
    : goals_(goals), c_(goals.c), values_(values), q_(question), incoherent_(q_.pair == Pair::Any),
      in_step_(q_.teams.within != 0 && q_.teams.within <= c_.k.terms.lock_step),
      with_values_(goals.options.benign_values && !incoherent_ && !q_.apart),
      with_reads_(with_values_ && goals.options.unchanged && c_.memory.maps(q_.array) && !in_step_ && !q_.ended),
      type_(c_.encoder.forms.offset_type(q_.array)) {}

void RaceGoal::write() {
  if (!pair_exists(c_.a.launch, q_.pair, q_.teams) || !goals_.wanted(race_id(c_.k, q_)))
    return;
  const bool merge = goals_.options.merge && !with_values_ && !in_step_ && !q_.ended &&
                     !masks_may_order(goals_, q_.teams) && !c_.encoder.representation.offsets_are_bv(q_.array);
  sites_ = sites_of(c_.k, c_.a, c_.points.of_sites, q_.interval, q_.array, q_.pair == Pair::SameGroup,
                    incoherent_ ? Loads::Incoherent : Loads::Coherent, merge);
  if (!may_conflict(sites_, q_))
    return;
  if (with_reads_)
    give_read_values();
  give_tokens();
  first_site_ = note_sites(sites_, goals_.out);
  cone_ = find_cone();
  c_.encoder.lemmas.forget();
  b::Procedure p;
  declare_logs(p, type_, with_values_);
  order_->declare(p, sites_, goals_.out.assumptions);
  numbers_.emplace(c_, cone_, sites_, all_single(sites_) && type_.kind == b::TypeKind::Int);
  numbers_->declare(p, type_);
  BlockWriter w(p);
  start(w, p);
  write_run(w, p, Thread::First, "second0");
  write_run(w, p, Thread::Second, "check");
  write_check(w, p);
  Goal g = described();
  goals_.ask_once(std::move(p), g);
  goals_.out.goals.push_back(std::move(g));
}

// What masks and lock step order in the interval is said of single statements: such sites are not merged.
void RaceGoal::give_tokens() {
  std::vector<cfg::Channel> channels = c_.a.handovers.channels;
  if (support::unsound("memory.apart_unordered", q_.apart) || q_.ended || incoherent_) {
    for (PlacedSite &s : sites_)
      s.tokens = {};
  } else {
    give_mask_tokens(goals_, q_.array, q_.interval, q_.teams, sites_, channels);
    if (in_step_) {
      const cfg::LockStep steps(c_.k, c_.a.loops, q_.interval, channels);
      for (PlacedSite &s : sites_)
        steps.give_tokens(s.node, s.stmt, s.tokens);
    }
  }
  order_.emplace(c_, q_.pair, std::move(channels), sites_);
}

// What a load finds is what it gives.
void RaceGoal::give_read_values() {
  for (PlacedSite &s : sites_) {
    const cfg::BlockId block = q_.interval.nodes[static_cast<std::size_t>(s.node)].block;
    if (const auto *l = std::get_if<cfg::Load>(&c_.k.blocks[block].stmts[s.stmt].node))
      for (const cfg::VarId d : l->dests)
        s.values.push_back(cfg::variable(d, c_.k.vars[d].type));
  }
}

Cone RaceGoal::find_cone() const {
  std::vector<bool> targets(q_.interval.nodes.size(), q_.ended != nullptr); // each run goes on to where it leaves
  std::vector<cfg::Expr> seeds;
  for (const PlacedSite &s : sites_) {
    targets[static_cast<std::size_t>(s.node)] = true;
    seeds.push_back(s.offset);
    if (with_values_)
      seeds.insert(seeds.end(), s.values.begin(), s.values.end());
  }
  for (const cfg::Expr &e : order_->keys_of(sites_))
    seeds.push_back(e);
  return cone_of_influence(c_, q_.interval, targets, seeds);
}

void RaceGoal::start(BlockWriter &w, b::Procedure &p) {
  w.open("entry");
  w.assume(pair_of_threads(c_.a.launch, c_.decls, q_.pair, q_.teams));
  RunHooks none;
  for (Thread t : both_threads)
    Run(c_, q_.interval, cone_, t, none).write_start(w);
  assume_uniform(w, c_, q_.interval, cone_, q_.pair, q_.teams);
  if (!q_.ended && !incoherent_)
    start_together(w, c_, cone_, q_.pair);
  if (q_.ended)
    q_.ended->start(w, p);
  if (!q_.ended && !incoherent_ && !q_.apart) {
    tickets_.emplace(c_, q_.array, q_.pair, q_.teams, cone_);
    tickets_->start(w, p, q_.interval);
  }
  w.close({"first0"});
}

void RaceGoal::write_check(BlockWriter &w, b::Procedure &p) {
  w.open("check");
  for (b::Expr &lemma : c_.encoder.lemmas.all())
    w.assume(std::move(lemma));
  const Picked both{b::ident(log::low(Thread::First), type_), b::ident(log::low(Thread::Second), type_),
                    b::ident(log::length(Thread::First), type_), b::ident(log::length(Thread::Second), type_)};
  numbers_->assume_lemmas(w, both.low1, both.low2);
  if (tickets_)
    tickets_->assume_they_differ(w, goals_.out.assumptions);
  const std::vector<b::Expr> conflicting = conflict(p, both);
  tell_witness(w, c_.decls, type_, goals_.out.witness);
  w.command(b::AssertCmd{b::not_(b::conj(conflicting)), {}});
  w.close({});
}

std::vector<b::Expr> RaceGoal::conflict(b::Procedure &p, const Picked &both) const {
  const auto &[low1, low2, length1, length2] = both;
  std::vector<b::Expr> out;
  if (all_single(sites_))
    out.push_back(b::eq(low1, low2));
  else if (type_.kind == b::TypeKind::Int)
    out = {b::binary("<", low1, b::binary("+", low2, length2)), b::binary("<", low2, b::binary("+", low1, length1))};
  else
    out.push_back(b::disj({c_.decls.bv_compare("bvult", c_.decls.bv_binary("bvsub", low2, low1), length1),
                           c_.decls.bv_compare("bvult", c_.decls.bv_binary("bvsub", low1, low2), length2)}));
  if (std::any_of(sites_.begin(), sites_.end(),
                  [](const PlacedSite &s) { return s.site.kind == cfg::AccessKind::Atomic; })) {
    const auto is_atomic = [](Thread t) { return b::eq(b::ident(log::kind(t), b::integer()), b::int_lit(2)); };
    out.push_back(b::not_(b::conj({is_atomic(Thread::First), is_atomic(Thread::Second)})));
  }
  for (const b::Expr &ordered : order_->ordered())
    out.push_back(b::not_(ordered));
  if (q_.ended)
    out.push_back(q_.ended->one_has_ended());
  if (with_values_)
    out.push_back(b::not_(values_.same(p, low1, low2, length1, length2, with_reads_)));
  if (goals_.options.known)
    leave_out_known(out);
  return out;
}

void RaceGoal::leave_out_known(std::vector<b::Expr> &out) const {
  const auto picked = [](Thread t, std::size_t site) {
    return b::eq(b::ident(log::site(t), b::integer()), b::int_lit(static_cast<std::int64_t>(site)));
  };
  for (std::size_t i = 0; i < sites_.size(); ++i)
    for (std::size_t j = 0; j < sites_.size(); ++j)
      if (goals_.options.known(sites_[i].site.members.front(), sites_[j].site.members.front()))
        out.push_back(b::not_(b::conj({picked(Thread::First, i), picked(Thread::Second, j)})));
}

Goal RaceGoal::described() const {
  Goal g = goals_.goal(race_id(c_.k, q_), GoalKind::Race, cone_);
  if (g.exact && !incoherent_ && cfg::has_gathers(c_.k)) {
    g.exact = false;
    g.abstraction = "barriers under masks may order the accesses";
  }
  if (g.exact && !incoherent_ && (cfg::may_hand_over(c_.k) || !c_.a.handovers.at.empty())) {
    g.exact = false;
    g.abstraction =
        c_.k.terms.lock_step != 0 ? "threads of a warp run in lock step" : "atomics and fences may order the accesses";
  }
  const bool reads = std::any_of(sites_.begin(), sites_.end(),
                                 [](const PlacedSite &s) { return s.site.kind == cfg::AccessKind::Read; });
  if (g.exact && !incoherent_ && goals_.options.unchanged && reads) {
    g.exact = false;
    g.abstraction = "a write may store what is there";
  }
  g.same_group = q_.pair == Pair::SameGroup;
  g.team = q_.teams.within;
  g.array = q_.array;
  g.incoherent = incoherent_;
  g.coarse = goals_.options.coarse && type_.kind == b::TypeKind::Int &&
             std::any_of(sites_.begin(), sites_.end(), [](const PlacedSite &s) { return is_coarse(s.site); });
  g.bits = type_.kind == b::TypeKind::Bv;
  g.first_site = first_site_;
  return g;
}

} // namespace lockstep::emit::pick
