// See requests.h.
#include "cfg/analysis/sharing/warp_parts.h"
#include "cfg/passes/split_accesses.h"
#include "cost/requests/by_stride.h"
#include "cost/requests/form_arithmetic.h"
#include "cost/requests/request_cost.h"
#include "cost/requests/shared_values.h"

#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <numeric>
#include <set>

namespace lockstep::coalescing {

namespace {

using cfg::BlockId;
using cfg::Expr;

class Counter {
public:
  Counter(const Counter &) = delete;
  Counter(const cfg::Kernel &k, const cfg::Analyses &a, const Options &o)
      : Counter(k, a, o, warps_of(a.launch, o.target.lanes), {}) {}
  // `known`: of what lanes share.
  Counter(const cfg::Kernel &k, const cfg::Analyses &a, const Options &o, std::vector<Warp> warps,
          std::vector<FormReader::Rest> known)
      : k_(k), a_(a), o_(o), level_{cfg::UniformityLevel::Team, o.target.lanes, a.launch, true, &a.bare},
        uniform_(cfg::uniformity(k, a.loops, level_)), warps_(std::move(warps)), known_(std::move(known)),
        deciders_(deciders(k)), once_(assigned_once(k, a.loops)), loaded_(from_memory(k, deciders_)) {
    LOCKSTEP_INVARIANT(cfg::is_split(k), "each access is one request");
    for (const Warp &w : warps_)
      readers_.push_back(std::make_unique<FormReader>(k, a, uniform_, level_, w, deciders_));
  }

  AccessCost count(const Place &place) {
    AccessCost out = count_all(place);
    out.by_stride = by_stride(place, out);
    out.from_memory = is_from_memory(place.offset, loaded_);
    return out;
  }

  AccessCost count_all(const Place &place) {
    AccessCost out = place.cost;
    if (!a_.ranges.reachable(out.block) || !a_.facts.reachable[out.block]) {
      out.reached = false;
      out.pattern = Pattern::Unreached;
      return out;
    }
    if (place.copy) {
      out.most_lanes = o_.target.lanes;
      trivial(place, Trivial::Copy, out);
      return out;
    }
    if (warps_.empty()) {
      out.most_lanes = o_.target.lanes;
      trivial(place, Trivial::Sizes, out);
      return out;
    }
    if (!point_ || point_->block != out.block || point_->stmt != out.stmt)
      point_ = std::make_shared<Point>(k_, a_, out.block, out.stmt, work_);
    const AccessCost found = of_all_warps(place, {}, false);
    return found.trivial == Trivial::Offset && values_.narrow(place) ? of_all_warps(place, {}, false) : found;
  }

private:
  // `given`: values of variables besides those that few are known of. `apart`: lanes with other factors share no unit.
  AccessCost of_all_warps(const Place &place, const std::map<cfg::VarId, std::uint64_t> &given, bool apart) {
    AccessCost out = place.cost;
    bool first = true;
    for (std::size_t w = 0; w < warps_.size(); ++w) {
      FormReader &reader = *readers_[w];
      reader.stand_at(point_);
      for (const Values &values : values_.at(place)) {
        std::map<cfg::VarId, std::uint64_t> all = values.of;
        all.insert(given.begin(), given.end());
        reader.assume(std::move(all));
        each_rest(place, reader, known_, 1, [&] {
          if (auto found = once(place, reader, warps_[w], values.text, apart)) {
            merge(out, *found, first);
            first = false;
          }
        });
      }
    }
    out.reached = !first;
    out.pattern = first ? Pattern::Unreached : out.pattern;
    merge_values(out);
    return out;
  }

  // What is the slope of all warps, in units of so many bytes?
  std::optional<Slope> slope(const Place &place, std::uint64_t unit) {
    std::optional<Slope> out;
    for (std::size_t w = 0; w < warps_.size(); ++w) {
      FormReader &reader = *readers_[w];
      reader.stand_at(point_);
      reader.assume({});
      reader.split(known_);
      const auto form = reader.read(place.offset);
      const std::vector<bool> all(warps_[w].lanes.size(), true);
      const auto found = form ? slope_of(*form, all, place.granule, place.cost.bytes, unit) : std::nullopt;
      if (!found || (out && out->variable != found->variable))
        return std::nullopt;
      if (!out)
        out = found;
      out->from = std::max(out->from, found->from);
      out->to = std::min(out->to, found->to);
    }
    return out;
  }

  // By warp; empty where more than the numbers changes with the variable. Sound because the conditions
  // on the way are the same for all values, and so are the lanes that come.
  std::vector<Folded> folded(const Place &place, cfg::VarId variable) {
    std::vector<Folded> out;
    if (values_.at(place).size() != 1 || !values_.at(place)[0].of.empty())
      return {};
    for (std::size_t w = 0; w < warps_.size(); ++w) {
      FormReader &reader = *readers_[w];
      reader.stand_at(point_);
      reader.assume({});
      reader.split(known_);
      const auto form = reader.read(place.offset);
      if (!form || reader.wanted() || form->modulo != LaneForm::exact)
        return {};
      std::vector<bool> lanes(warps_[w].lanes.size(), true);
      bool decided_all = warps_[w].whole && decided(place.cost.block, reader);
      for (const Expr &c : reader.conditions()) {
        const auto known = reader.bits(c);
        for (std::size_t i = 0; known && i < lanes.size(); ++i)
          lanes[i] = lanes[i] && (*known)[i] != 0;
        decided_all = decided_all && known;
      }
      auto one = fold(*form, variable, std::move(lanes));
      if (!one || reader.wanted() || support::unsound("requests.folded", !decided_all))
        return {};
      out.push_back(std::move(*one));
    }
    return out;
  }
  AccessCost of_folded(const Place &place, const std::vector<Folded> &warps, std::uint64_t value) {
    AccessCost out = place.cost;
    bool first = true;
    const bool loaded = is_from_memory(place.offset, loaded_);
    for (const Folded &f : warps) {
      AccessCost one = place.cost;
      one.most_lanes = static_cast<unsigned>(std::count(f.lanes.begin(), f.lanes.end(), true));
      if (one.most_lanes == 0)
        continue;
      const LaneForm form = f.at(value);
      const Request r{place, form, f.lanes, true, false, loaded};
      if (!(place.space == cfg::Space::Group ? count_banks(o_.target, r, one) : count_sectors(o_.target, r, one)))
        trivial(place, why_trivial(loaded), one);
      merge(out, one, first);
      first = false;
    }
    out.reached = !first;
    return out;
  }

  // Sound because the small values are counted one by one, as values that the variable is assumed to have; for larger
  // ones lanes are apart, and of group memory the place within all banks is what counts, which repeats.
  std::optional<ByStride> by_stride(const Place &place, const AccessCost &found) {
    constexpr Number most_values = 160, most_counts = 1500;
    const bool group = place.space == cfg::Space::Group;
    if (!found.reached || found.trivial != Trivial::No || !found.by_value.empty() ||
        (group ? found.degree.exact() : found.full_sectors.exact()))
      return std::nullopt;
    const cfg::Target &t = o_.target;
    const auto at = slope(place, group ? t.bank_bytes : std::max(t.sector_bytes, t.line_bytes));
    if (!at || k_.vars[at->variable].source_name.empty() || !uniform_.var_uniform[at->variable])
      return std::nullopt;
    const std::uint64_t round = t.bank_bytes * t.banks;
    ByStride out{k_.vars[at->variable].source_name, group ? round / std::gcd(round, place.granule) : 0, {}};
    const Number values = at->from + static_cast<Number>(out.period);
    const auto each = static_cast<Number>(warps_.size() * values_.at(place).size());
    if (values > most_values || values * each > most_counts || at->to < values)
      return std::nullopt;
    const cfg::Type type = k_.vars[at->variable].type;
    const cfg::Bounds range =
        a_.ranges.evaluate_before(cfg::variable(at->variable, type), k_, found.block, found.stmt).as_signed;
    const Number least = range.lo.exact().value_or(0), most = range.hi.exact().value_or(at->to);
    if (most < 0)
      return std::nullopt;
    const auto add = [&](const AccessCost &c, std::uint64_t from, std::optional<std::uint64_t> to,
                         std::uint64_t every) {
      if (c.reached && (!to || static_cast<Number>(*to) >= least) && static_cast<Number>(from) <= most)
        out.pieces.push_back({from, to, every, c.sectors, c.lines, c.full_sectors, c.full_lines, c.degree});
      return c.trivial == Trivial::No;
    };
    const std::optional<std::uint64_t> last =
        at->to >= (Number(1) << (type.width - 1)) - 1 && most >= (Number(1) << (type.width - 1)) - 1
            ? std::nullopt
            : std::optional(static_cast<std::uint64_t>(std::min(at->to, most)));
    const std::vector<Folded> plain = folded(place, at->variable);
    for (Number v = 0; v < values; ++v) {
      const auto value = static_cast<std::uint64_t>(v);
      const bool large = group && support::sound("requests.small_values", v >= at->from);
      const AccessCost cost =
          plain.empty() ? of_all_warps(place, {{at->variable, value}}, false) : of_folded(place, plain, value);
      if (!add(cost, value, large ? last : std::optional(value), large ? out.period : 1))
        return std::nullopt;
    }
    if (!group && !add(of_all_warps(place, {}, true), static_cast<std::uint64_t>(at->from), last, 1))
      return std::nullopt;
    out.pieces = merged(std::move(out.pieces), out.period);
    return out;
  }

  // For all rests that what lanes share can leave, where that decides something. Sound because each number leaves one
  // of them.
  void each_rest(const Place &place, FormReader &reader, const std::vector<FormReader::Rest> &rests, Number tried,
                 const std::function<void()> &visit) {
    constexpr Number most = 64, most_of_conditions = 8;
    reader.split(rests);
    reader.read(place.offset);
    const bool of_offset = reader.wanted().has_value();
    if (!of_offset)
      for (const Expr &c : reader.conditions())
        reader.may_hold(c);
    const auto wanted = reader.wanted();
    if (!wanted || tried * wanted->modulo > (of_offset ? most : most_of_conditions))
      return visit();
    const auto [lo, hi] = reader.range_of(wanted->symbol);
    const bool few = lo && hi && *lo >= 0 && *hi < wanted->modulo;
    for (Number rest = few ? *lo : 0; rest <= (few ? *hi : wanted->modulo - 1); ++rest) {
      std::vector<FormReader::Rest> next = rests;
      next.push_back({wanted->symbol, wanted->modulo, rest});
      each_rest(place, reader, next, tried * wanted->modulo, visit);
      if (support::left_out("requests.rests"))
        break;
    }
  }

  // What the warp's lanes do for one combination of values; none if no lane gets here.
  std::optional<AccessCost> once(const Place &place, FormReader &reader, const Warp &warp, const std::string &values,
                                 bool apart) {
    std::optional<AccessCost> out;
    for (const std::vector<bool> &lanes : reader.admitted()) {
      const AccessCost found = of_lanes(place, reader, warp, values, apart, lanes);
      if (!out)
        out = place.cost;
      merge(*out, found, out->most_lanes == 0);
    }
    return out;
  }

  AccessCost of_lanes(const Place &place, FormReader &reader, const Warp &warp, const std::string &values, bool apart,
                      const std::vector<bool> &lanes) {
    AccessCost out = place.cost;
    out.most_lanes = static_cast<unsigned>(std::count(lanes.begin(), lanes.end(), true));
    const bool together = support::sound("requests.parts", parts_.together(place.cost.block));
    const bool all = warp.whole && together && decided(place.cost.block, reader);
    const auto form = reader.read(place.offset);
    const bool group = place.space == cfg::Space::Group;
    const bool loaded = is_from_memory(place.offset, loaded_);
    const auto counted = [&] {
      const Request r{place, *form, lanes, all, apart, loaded};
      return group ? count_banks(o_.target, r, out) : count_units(o_.target, r, out);
    };
    if (!form || !counted()) {
      trivial(place, why_trivial(loaded), out);
      return out;
    }
    if (out.kind == Access::Atomic) {
      const Interval same = on_one_place(*form, lanes);
      out.same = Interval{all ? same.lo : 1, same.hi};
    }
    out.precision = precision_of(*form, lanes, group, out);
    if (!together)
      in_parts(group, out);
    if (!values.empty())
      out.by_value.push_back({values, out.full_sectors, out.full_lines, out.degree});
    return out;
  }

  void trivial(const Place &place, Trivial why, AccessCost &out) const {
    const cfg::Bounds range = a_.ranges.evaluate_before(place.offset, k_, out.block, out.stmt).as_signed;
    count_trivial(o_.target, place, range, why, out);
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
      return a_.loops.loop_of[b] < 0 && branch && lasts(branch->condition) && reader.bits(branch->condition) &&
             (known(branch->condition, reader) || known(cfg::negate(branch->condition), reader));
    });
  }
  // Does it hold wherever the reader stands? Not where one way there asks it and another does not.
  static bool known(const Expr &e, const FormReader &reader) {
    const std::vector<Expr> &all = reader.conditions();
    return std::any_of(all.begin(), all.end(), [&](const Expr &c) { return cfg::equal(c, e); }) ||
           (e->op == cfg::Op::And && known(e->args[0], reader) && known(e->args[1], reader));
  }
  // Its value is the same wherever it is asked: it is made of what is assigned once, in no loop.
  bool lasts(const Expr &e) const {
    bool out = true;
    cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
      out = out && n.op != cfg::Op::Read && (n.op != cfg::Op::Var || k_.vars[n.var].param || once_[n.var]);
    });
    return out;
  }

  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  const Options &o_;
  const cfg::UniformityOptions level_;
  const cfg::Uniformity uniform_;
  const std::vector<Warp> warps_;
  const std::vector<FormReader::Rest> known_;
  const Deciders deciders_;
  const cfg::WarpParts parts_{k_, a_.loops, uniform_, cfg::sort_order(k_, a_.loops)};
  const std::vector<bool> once_;   // by variable
  const std::vector<bool> loaded_; // by variable
  std::vector<std::unique_ptr<FormReader>> readers_;
  SharedValues values_{k_, a_, uniform_};
  Groundwork work_{k_, a_};
  std::shared_ptr<Point> point_; // of the access that was counted last
};

} // namespace

cfg::Launch promised_sizes(const cfg::Kernel &k, const cfg::Analyses &a) {
  cfg::Launch out = a.launch;
  cfg::FactReader facts(k, a.facts);
  std::array<std::set<std::uint64_t>, 3> promised; // 0: nothing, at some access
  for (const Place &p : places_of(k, {})) {
    std::array<std::uint64_t, 3> here{};
    for (const cfg::Fact &f : facts.before(p.cost.block, p.cost.stmt)) {
      if (f.kind != cfg::Fact::Condition || f.expr->op != cfg::Op::Eq)
        continue;
      for (const std::size_t side : {0U, 1U}) {
        const Expr size = widened(f.expr->args[side]), other = widened(f.expr->args[1 - side]);
        if (size->op != cfg::Op::LocalSize || size->type.width < 16) // no size has more bits
          continue;
        if (cfg::is_const(other))
          here[size->value] = other->value;
        else if (other->op == cfg::Op::LocalSize && other->type.width >= 16)
          here[size->value] = a.launch.local_size[other->value].value_or(here[size->value]);
      }
    }
    for (unsigned d = 0; d < 3; ++d)
      promised[d].insert(here[d]);
  }
  for (unsigned d = 0; d < 3; ++d)
    if (!out.local_size[d] && promised[d].size() == 1 && *promised[d].begin() != 0)
      out.local_size[d] = *promised[d].begin();
  return out;
}

namespace {

std::vector<AccessCost> in_order(const cfg::Kernel &k, const Options &options,
                                 const std::function<AccessCost(const Place &)> &count) {
  std::vector<AccessCost> out;
  for (const Place &p : places_of(k, options))
    out.push_back(count(p));
  std::stable_sort(out.begin(), out.end(), [](const AccessCost &x, const AccessCost &y) {
    const auto key = [](const AccessCost &c) { return std::pair(c.origin.place().line, c.origin.place().column); };
    return key(x) < key(y);
  });
  return out;
}

} // namespace

std::vector<AccessCost> requests(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options) {
  Counter counter(k, a, options);
  return in_order(k, options, [&](const Place &p) { return counter.count(p); });
}

std::vector<AccessCost> requests_of_rows(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options) {
  const unsigned lanes = options.target.lanes;
  Counter counter(k, a, options, warps_of_rows(a.launch, lanes), FormReader::multiples_of(0, lanes));
  return in_order(k, options, [&](const Place &p) { return counter.count_all(p); });
}

struct Recounter::Parts {
  std::vector<Place> places;
  Counter counter;
};

Recounter::Recounter(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options)
    : parts_(new Parts{places_of(k, options), Counter(k, a, options)}) {}
Recounter::~Recounter() = default;

// Without an answer by a stride, for which nobody asks here.
AccessCost Recounter::with_offset(const AccessCost &access, const Expr &offset) {
  for (Place p : parts_->places)
    if (p.cost.block == access.block && p.cost.stmt == access.stmt && p.cost.array == access.array) {
      p.offset = offset;
      return parts_->counter.count_all(p);
    }
  return access;
}

} // namespace lockstep::coalescing
