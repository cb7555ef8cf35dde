// See requests.h.
#include "coalescing/requests.h"

#include "cfg/analysis/dominators.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <set>

namespace lockstep::coalescing {

namespace {

using cfg::BlockId;
using cfg::Expr;

constexpr std::size_t most_values = 128; // combinations that are tried

struct Place {
  AccessCost cost;
  Expr offset;
  std::uint64_t granule = 1, align = 1; // bytes
  cfg::Space space = cfg::Space::Global;
};

std::vector<Place> places_of(const cfg::Kernel &k, std::uint64_t align) {
  std::vector<Place> out;
  const auto add = [&](BlockId b, std::size_t i, Access kind, cfg::ArrayId array, const Expr &offset,
                       std::uint64_t granules) {
    const cfg::Array &a = k.arrays[array];
    if (a.space == cfg::Space::Private)
      return;
    Place p{.offset = offset,
            .granule = a.granule_bytes,
            .align = align != 0 ? align : a.source_element_bytes,
            .space = a.space};
    p.cost.block = b;
    p.cost.stmt = i;
    p.cost.array = array;
    p.cost.kind = kind;
    p.cost.origin = k.blocks[b].stmts[i].origin;
    p.cost.bytes = granules * a.granule_bytes;
    out.push_back(std::move(p));
  };
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::size_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const auto &node = k.blocks[b].stmts[i].node;
      if (auto *l = std::get_if<cfg::Load>(&node); l && !l->quiet)
        add(b, i, Access::Load, l->array, l->offset, l->dests.size() * l->per_value);
      else if (auto *s = std::get_if<cfg::Store>(&node); s && !s->quiet)
        add(b, i, Access::Store, s->array, s->offset, s->values.size() * s->per_value);
      else if (auto *a = std::get_if<cfg::Atomic>(&node))
        add(b, i, Access::Atomic, a->array, a->offset, a->per_value);
    }
  return out;
}

// The branches that decide, one after the other, whether the block is run.
std::vector<std::vector<BlockId>> deciders(const cfg::Kernel &k) {
  const cfg::DominatorTree post = cfg::post_dominators(k);
  std::vector<std::set<BlockId>> direct(k.blocks.size());
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (BlockId s : cfg::successors(k.blocks[b].end))
      for (cfg::Node n = s; post.contains(n) && n < k.blocks.size() && !post.strictly_dominates(n, b);
           n = post.parent(n))
        direct[n].insert(b);
  std::vector<std::vector<BlockId>> out(k.blocks.size());
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    std::set<BlockId> all;
    std::vector<BlockId> todo{b};
    while (!todo.empty()) {
      const BlockId at = todo.back();
      todo.pop_back();
      for (BlockId d : direct[at])
        if (all.insert(d).second)
          todo.push_back(d);
    }
    out[b].assign(all.begin(), all.end());
  }
  return out;
}

class Counter {
public:
  Counter(const cfg::Kernel &k, const cfg::Analyses &a, const Options &o)
      : k_(k), a_(a), o_(o), level_{cfg::UniformityLevel::Team, o.target.lanes, a.launch, true, &a.bare},
        uniform_(cfg::uniformity(k, a.loops, level_)), warps_(warps_of(a.launch, o.target.lanes)),
        deciders_(deciders(k)), once_(assigned_once(k, a.loops)), loaded_(from_memory(k, deciders_)) {
    for (const Warp &w : warps_)
      readers_.push_back(std::make_unique<FormReader>(k, a, uniform_, level_, w, deciders_));
  }

  AccessCost count(Place place) {
    AccessCost &out = place.cost;
    if (!a_.ranges.reachable(out.block) || !a_.facts.reachable[out.block]) {
      out.reached = false;
      return out;
    }
    if (warps_.empty()) {
      trivial(place, o_.target.lanes, Trivial::Sizes, true);
      return out;
    }
    bool first = true;
    for (std::size_t w = 0; w < warps_.size(); ++w) {
      FormReader &reader = *readers_[w];
      reader.stand_at(out.block, out.stmt);
      for (const auto &values : combinations(place)) {
        reader.assume(values.second);
        each_rest(place, reader, {}, 1, [&] { count(place, reader, warps_[w], values.first, first); });
      }
    }
    out.reached = !first;
    merge_values(out);
    return out;
  }

private:
  // For all rests that what lanes share can leave, where that decides something. Sound because each number leaves one
  // of them.
  void each_rest(const Place &place, FormReader &reader, const std::vector<FormReader::Rest> &rests, Number tried,
                 const std::function<void()> &visit) {
    constexpr Number most = 64;
    reader.split(rests);
    reader.read(place.offset);
    for (const Expr &c : reader.conditions())
      reader.may_hold(c);
    const auto wanted = reader.wanted();
    if (!wanted || tried * wanted->modulo > most)
      return visit();
    const auto [lo, hi] = reader.range_of(wanted->symbol);
    const bool few = lo && hi && *lo >= 0 && *hi < wanted->modulo;
    for (Number rest = few ? *lo : 0; rest <= (few ? *hi : wanted->modulo - 1); ++rest) {
      std::vector<FormReader::Rest> next = rests;
      next.push_back({wanted->symbol, wanted->modulo, rest});
      each_rest(place, reader, next, tried * wanted->modulo, visit);
    }
  }

  // What the warp's lanes do for one combination of values.
  void count(Place &place, FormReader &reader, const Warp &warp, const std::string &values, bool &first) {
    AccessCost &out = place.cost;
    std::vector<bool> lanes(warp.lanes.size(), true);
    for (const Expr &c : reader.conditions()) {
      const std::vector<bool> may = reader.may_hold(c);
      for (std::size_t i = 0; i < lanes.size(); ++i)
        lanes[i] = lanes[i] && may[i];
    }
    const auto active = static_cast<unsigned>(std::count(lanes.begin(), lanes.end(), true));
    if (active == 0)
      return;
    const bool all = warp.whole && decided(place.cost.block, reader);
    out.most_lanes = std::max(out.most_lanes, active);
    const auto form = reader.read(place.offset);
    if (place.space == cfg::Space::Group) {
      const auto b = form ? banks(*form, lanes, place.granule, out.bytes, o_.target) : std::nullopt;
      if (!b) {
        trivial(place, active, why(place), first);
      } else {
        const Interval wave{all ? b->wavefronts.lo : 1, b->wavefronts.hi}, degree{all ? b->degree.lo : 1, b->degree.hi};
        out.wavefronts = first ? wave : around(out.wavefronts, wave);
        out.degree = first ? degree : around(out.degree, degree);
        out.phases = std::max(out.phases, b->phases);
        if (!values.empty())
          out.by_value.push_back({values, {}, {}, b->degree});
      }
      first = false;
      return;
    }
    const cfg::Target &t = o_.target;
    const auto sectors =
        form ? units(*form, lanes, place.granule, out.bytes, t.sector_bytes, place.align) : std::nullopt;
    const auto lines = form ? units(*form, lanes, place.granule, out.bytes, t.line_bytes, place.align) : std::nullopt;
    if (!sectors || !lines) {
      trivial(place, active, why(place), first);
      first = false;
      return;
    }
    const auto partial = [&](Interval full, std::uint64_t unit) {
      return Interval{all ? full.lo : (out.bytes + unit - 1) / unit, full.hi};
    };
    const auto bytes = distinct_bytes(*form, lanes, place.granule, out.bytes);
    const auto filled = [&](std::uint64_t n) { return (n + t.sector_bytes - 1) / t.sector_bytes; };
    const Interval ideal = bytes ? Interval{filled(bytes->lo), filled(bytes->hi)} : Interval{};
    if (form->loose() && sectors->hi >= active * filled(out.bytes))
      out.trivial = why(place);
    const Interval some = partial(*sectors, t.sector_bytes), some_lines = partial(*lines, t.line_bytes);
    if (first) {
      out.full_sectors = *sectors;
      out.full_lines = *lines;
      out.sectors = some;
      out.lines = some_lines;
      if (bytes)
        out.ideal = ideal;
    } else {
      out.full_sectors = around(out.full_sectors, *sectors);
      out.full_lines = around(out.full_lines, *lines);
      out.sectors = around(out.sectors, some);
      out.lines = around(out.lines, some_lines);
      out.ideal = out.ideal && bytes ? std::optional(around(*out.ideal, ideal)) : std::nullopt;
    }
    if (!values.empty())
      out.by_value.push_back({values, *sectors, *lines, {}});
    first = false;
  }

  // Whatever the offsets are, within their range.
  void trivial(Place &place, unsigned active, Trivial why, bool first) {
    AccessCost &out = place.cost;
    const cfg::Target &t = o_.target;
    out.most_lanes = std::max(out.most_lanes, active);
    const cfg::Bounds range = a_.ranges.evaluate_before(place.offset, k_, out.block, out.stmt).as_signed;
    const auto any = [&](std::uint64_t unit) {
      const std::uint64_t each = (out.bytes + unit - 2) / unit + 1;
      std::uint64_t hi = active * (unit % out.bytes == 0 && out.bytes == place.granule && place.align % unit == 0
                                       ? (out.bytes + unit - 1) / unit
                                       : each);
      const auto lo_at = range.lo.exact(), hi_at = range.hi.exact();
      if (lo_at && hi_at) {
        const Number from = *lo_at * static_cast<Number>(place.granule);
        const Number to = *hi_at * static_cast<Number>(place.granule) + static_cast<Number>(out.bytes) - 1;
        const Number u = static_cast<Number>(unit);
        const Number within = place.align % unit == 0 && from >= 0 ? to / u - from / u + 1 : (to - from + u) / u + 1;
        if (within < static_cast<Number>(hi))
          hi = static_cast<std::uint64_t>(within);
      }
      return Interval{(out.bytes + unit - 1) / unit, hi};
    };
    if (place.space == cfg::Space::Group) {
      const unsigned at_a_time = t.lanes_a_phase(out.bytes);
      const bool whole = out.bytes == place.granule && (t.bank_bytes % out.bytes == 0 || out.bytes % t.bank_bytes == 0);
      const std::uint64_t words =
          whole ? (out.bytes + t.bank_bytes - 1) / t.bank_bytes : (out.bytes + t.bank_bytes - 2) / t.bank_bytes + 1;
      const Interval degree{1, std::min(active, at_a_time) * words};
      const Interval wave{1, active * words};
      out.degree = first ? degree : around(out.degree, degree);
      out.wavefronts = first ? wave : around(out.wavefronts, wave);
      out.phases = std::max<std::uint64_t>(out.phases, (t.lanes + at_a_time - 1) / at_a_time);
    } else {
      const Interval sectors = any(t.sector_bytes), lines = any(t.line_bytes);
      out.sectors = first ? sectors : around(out.sectors, sectors);
      out.lines = first ? lines : around(out.lines, lines);
      out.full_sectors = first ? sectors : around(out.full_sectors, sectors);
      out.full_lines = first ? lines : around(out.full_lines, lines);
      out.ideal.reset();
    }
    out.trivial = why;
  }

  // Is it known of each lane whether it comes along? Sound because each branch that parts lanes on the way is asked
  // with the lane's own numbers, and all others are taken by the whole warp.
  bool decided(BlockId block, FormReader &reader) const {
    return std::all_of(deciders_[block].begin(), deciders_[block].end(), [&](BlockId b) {
      const std::vector<Expr> asked = cfg::used_exprs(k_.blocks[b].end); // none: any way is gone
      if (uniform_.block_uniform[b] && !asked.empty() && cfg::is_uniform(asked[0], k_, uniform_, level_))
        return true; // threads that end elsewhere have other branches among those asked
      if (support::left_out("requests.decided"))
        return true;
      auto *branch = std::get_if<cfg::Branch>(&k_.blocks[b].end.node);
      return a_.loops.loop_of[b] < 0 && branch && lasts(branch->condition) && reader.bits(branch->condition);
    });
  }
  // Its value is the same wherever it is asked: it is made of what is assigned once, in no loop.
  bool lasts(const Expr &e) const {
    bool out = true;
    cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
      out = out && n.op != cfg::Op::Read && (n.op != cfg::Op::Var || k_.vars[n.var].param || once_[n.var]);
    });
    return out;
  }
  static std::vector<bool> assigned_once(const cfg::Kernel &k, const cfg::LoopForest &loops) {
    std::vector<unsigned> times(k.vars.size());
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      for (const cfg::Stmt &s : k.blocks[b].stmts)
        for (cfg::VarId v : cfg::defined_vars(s))
          times[v] += loops.loop_of[b] < 0 ? 1 : 2;
    std::vector<bool> out;
    for (unsigned n : times)
      out.push_back(n == 1);
    return out;
  }

  // Variables whose values have to do with what memory holds.
  static std::vector<bool> from_memory(const cfg::Kernel &k, const std::vector<std::vector<BlockId>> &deciders) {
    std::vector<bool> out(k.vars.size(), false);
    for (bool more = true; more;) {
      more = false;
      for (BlockId b = 0; b < k.blocks.size(); ++b)
        for (const cfg::Stmt &s : k.blocks[b].stmts) {
          auto *assigned = std::get_if<cfg::Assign>(&s.node);
          const bool chosen = std::any_of(deciders[b].begin(), deciders[b].end(), [&](BlockId d) {
            const std::vector<Expr> asked = cfg::used_exprs(k.blocks[d].end);
            return std::any_of(asked.begin(), asked.end(), [&](const Expr &e) { return loaded(e, out); });
          });
          if (assigned && !chosen && !loaded(assigned->value, out))
            continue;
          for (cfg::VarId v : cfg::defined_vars(s))
            if (!out[v])
              more = out[v] = true;
        }
    }
    return out;
  }
  static bool loaded(const Expr &e, const std::vector<bool> &vars) {
    bool out = false;
    cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
      out = out || n.op == cfg::Op::Read || (n.op == cfg::Op::Var && vars[n.var]);
    });
    return out;
  }
  Trivial why(const Place &place) const { return loaded(place.offset, loaded_) ? Trivial::Memory : Trivial::Offset; }

  std::set<cfg::VarId> mentioned(const Place &place) {
    std::set<cfg::VarId> out;
    std::vector<cfg::VarId> todo;
    cfg::collect_vars(place.offset, todo);
    const std::vector<cfg::Fact> facts = facts_.before(place.cost.block, place.cost.stmt);
    for (const cfg::Fact &f : facts)
      if (f.kind == cfg::Fact::Condition)
        cfg::collect_vars(f.expr, todo);
    while (!todo.empty()) {
      const cfg::VarId v = todo.back();
      todo.pop_back();
      if (!out.insert(v).second)
        continue;
      for (const cfg::Fact &f : facts)
        if (f.kind == cfg::Fact::Equation && f.var == v)
          cfg::collect_vars(f.expr, todo);
    }
    return out;
  }

  using Values = std::pair<std::string, std::map<cfg::VarId, std::uint64_t>>;
  // The values that variables which all lanes share take together, where these are few.
  const std::vector<Values> &combinations(const Place &place) {
    if (asked_ == std::pair(place.cost.block, place.cost.stmt))
      return combinations_;
    asked_ = {place.cost.block, place.cost.stmt};
    combinations_ = {{}};
    const std::set<cfg::VarId> of_interest = mentioned(place);
    for (const cfg::TupleSet &all : a_.value_sets.joint_before(place.cost.block, place.cost.stmt)) {
      std::vector<cfg::VarId> vars;
      for (cfg::VarId v : all.vars)
        if (uniform_.var_uniform[v] && of_interest.count(v) != 0)
          vars.push_back(v);
      if (vars.empty())
        continue;
      const cfg::TupleSet set = cfg::project(all, vars);
      if (set.tuples.size() < 2 || combinations_.size() * set.tuples.size() > most_values)
        continue;
      std::vector<Values> next;
      for (const Values &before : combinations_)
        for (const auto &tuple : set.tuples) {
          Values now = before;
          for (std::size_t i = 0; i < set.vars.size(); ++i) {
            const cfg::Var &v = k_.vars[set.vars[i]];
            now.second[set.vars[i]] = tuple[i];
            if (!v.source_name.empty())
              now.first += fmt::format("{}{} = {}", now.first.empty() ? "" : ", ", v.source_name,
                                       cfg::to_signed(tuple[i], v.type.width));
          }
          next.push_back(std::move(now));
        }
      combinations_ = std::move(next);
    }
    return combinations_;
  }

  // One entry for all warps; none if all are alike.
  static void merge_values(AccessCost &out) {
    std::vector<ValueCost> merged;
    for (const ValueCost &v : out.by_value) {
      const auto same =
          std::find_if(merged.begin(), merged.end(), [&](const ValueCost &m) { return m.values == v.values; });
      if (same == merged.end()) {
        merged.push_back(v);
        continue;
      }
      same->sectors = around(same->sectors, v.sectors);
      same->lines = around(same->lines, v.lines);
      same->degree = around(same->degree, v.degree);
    }
    const bool alike = std::all_of(merged.begin(), merged.end(), [&](const ValueCost &v) {
      return v.sectors == merged[0].sectors && v.lines == merged[0].lines && v.degree == merged[0].degree;
    });
    out.by_value = alike ? std::vector<ValueCost>{} : std::move(merged);
  }

  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  const Options &o_;
  const cfg::UniformityOptions level_;
  const cfg::Uniformity uniform_;
  const std::vector<Warp> warps_;
  const std::vector<std::vector<BlockId>> deciders_;
  const std::vector<bool> once_;   // by variable
  const std::vector<bool> loaded_; // by variable
  std::vector<std::unique_ptr<FormReader>> readers_;
  cfg::FactReader facts_{k_, a_.facts};
  std::pair<BlockId, std::size_t> asked_{~BlockId(0), 0};
  std::vector<Values> combinations_;
};

} // namespace

cfg::Launch promised_sizes(const cfg::Kernel &k, const cfg::Analyses &a) {
  cfg::Launch out = a.launch;
  cfg::FactReader facts(k, a.facts);
  std::array<std::set<std::uint64_t>, 3> promised; // 0: nothing, at some access
  for (const Place &p : places_of(k, 1)) {
    std::array<std::uint64_t, 3> here{};
    for (const cfg::Fact &f : facts.before(p.cost.block, p.cost.stmt)) {
      if (f.kind != cfg::Fact::Condition || f.expr->op != cfg::Op::Eq || !cfg::is_const(f.expr->args[1]))
        continue;
      Expr size = f.expr->args[0];
      while (size->op == cfg::Op::Zext || size->op == cfg::Op::Sext)
        size = size->args[0];
      if (size->op == cfg::Op::LocalSize && size->type.width >= 16) // no size has more bits
        here[size->value] = f.expr->args[1]->value;
    }
    for (unsigned d = 0; d < 3; ++d)
      promised[d].insert(here[d]);
  }
  for (unsigned d = 0; d < 3; ++d)
    if (!out.local_size[d] && promised[d].size() == 1 && *promised[d].begin() != 0)
      out.local_size[d] = *promised[d].begin();
  return out;
}

std::vector<AccessCost> requests(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options) {
  std::vector<AccessCost> out;
  Counter counter(k, a, options);
  for (Place &p : places_of(k, options.base_align))
    out.push_back(counter.count(std::move(p)));
  std::stable_sort(out.begin(), out.end(), [](const AccessCost &x, const AccessCost &y) {
    const auto key = [](const AccessCost &c) { return std::pair(c.origin.place().line, c.origin.place().column); };
    return key(x) < key(y);
  });
  return out;
}

AccessCost with_offset(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options, const AccessCost &access,
                       const Expr &offset) {
  for (Place &p : places_of(k, options.base_align))
    if (p.cost.block == access.block && p.cost.stmt == access.stmt && p.cost.array == access.array) {
      p.offset = offset;
      return Counter(k, a, options).count(std::move(p));
    }
  return access;
}

} // namespace lockstep::coalescing
