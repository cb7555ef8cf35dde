// See requests.h.
#include "cfg/analysis/sharing/warp_parts.h"
#include "cost/requests/by_stride.h"
#include "cost/requests/form_arithmetic.h"
#include "cost/requests/shared_values.h"

#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <numeric>
#include <set>
#include <tuple>

namespace lockstep::coalescing {

namespace {

using cfg::BlockId;
using cfg::Expr;

constexpr std::uint64_t constant_word = 4; // bytes: what constant memory broadcasts at a time

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
      if (!one || reader.wanted() || (!decided_all && !support::left_out("requests.folded")))
        return {};
      out.push_back(std::move(*one));
    }
    return out;
  }
  AccessCost of_folded(const Place &place, const std::vector<Folded> &warps, std::uint64_t value) {
    AccessCost out = place.cost;
    bool first = true;
    for (const Folded &f : warps) {
      AccessCost one = place.cost;
      one.most_lanes = static_cast<unsigned>(std::count(f.lanes.begin(), f.lanes.end(), true));
      if (one.most_lanes == 0)
        continue;
      const LaneForm form = f.at(value);
      if (!(place.space == cfg::Space::Group ? count_banks(place, form, f.lanes, true, one)
                                             : count_sectors(place, form, f.lanes, true, false, one)))
        trivial(place, why(place), one);
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
      const bool large = group && (v >= at->from || support::left_out("requests.small_values"));
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
    const bool together = parts_.together(place.cost.block) || support::left_out("requests.parts");
    const bool all = warp.whole && together && decided(place.cost.block, reader);
    const auto form = reader.read(place.offset);
    const bool group = place.space == cfg::Space::Group;
    if (!form ||
        !(group ? count_banks(place, *form, lanes, all, out) : count_units(place, *form, lanes, all, apart, out))) {
      trivial(place, why(place), out);
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

  // Where lanes come in parts (cfg/analysis/sharing/warp_parts.h) a request has any of them.
  static void in_parts(bool group, AccessCost &out) {
    if (group) {
      out.precision = out.degree.exact() && out.wavefronts.exact() ? out.precision : Precision::Bounds;
      return;
    }
    const bool same = out.full_sectors == out.sectors && out.full_lines == out.lines;
    out.full_sectors = out.sectors;
    out.full_lines = out.lines;
    out.precision = same ? out.precision : Precision::Bounds;
  }

  static bool is_exact(const AccessCost &c, bool group) {
    return group ? c.wavefronts.exact() && c.degree.exact() : c.full_sectors.exact() && c.full_lines.exact();
  }
  // Lanes with equal factors and no spread are at distances that are known.
  static Precision precision_of(const LaneForm &form, const std::vector<bool> &lanes, bool group, const AccessCost &c) {
    if (is_exact(c, group))
      return Precision::Exact;
    const bool rigid = !form.loose() && form.modulo == LaneForm::exact && groups_of(form, lanes).size() == 1;
    return rigid ? Precision::Start : Precision::Bounds;
  }

  bool count_banks(const Place &place, const LaneForm &form, const std::vector<bool> &lanes, bool all,
                   AccessCost &out) const {
    const auto found = banks(form, lanes, place.granule, out.bytes, o_.target);
    if (!found)
      return false;
    out.wavefronts = {all ? found->wavefronts.lo : 1, found->wavefronts.hi};
    out.degree = {all ? found->degree.lo : 1, found->degree.hi};
    out.phases = found->phases;
    out.pattern = pattern_of(place, form, lanes, out.wavefronts.hi, out.phases);
    return true;
  }

  bool count_units(const Place &place, const LaneForm &form, const std::vector<bool> &lanes, bool all, bool apart,
                   AccessCost &out) const {
    if (!count_sectors(place, form, lanes, all, apart, out))
      return false;
    const cfg::Target &t = o_.target;
    if (place.space == cfg::Space::Constant)
      if (const auto words = units(form, lanes, place.granule, out.bytes, constant_word, place.align, apart))
        out.words = Interval{all ? words->lo : (out.bytes + constant_word - 1) / constant_word, words->hi};
    const auto filled = [&](std::uint64_t bytes) { return (bytes + t.sector_bytes - 1) / t.sector_bytes; };
    if (const auto bytes = distinct_bytes(form, lanes, place.granule, out.bytes))
      out.ideal = Interval{filled(bytes->lo), filled(bytes->hi)};
    if (form.loose() && out.full_sectors.hi >= out.most_lanes * filled(out.bytes))
      out.trivial = why(place);
    out.pattern = pattern_of(place, form, lanes, out.full_sectors.hi, out.ideal ? out.ideal->hi : 0);
    return true;
  }

  bool count_sectors(const Place &place, const LaneForm &form, const std::vector<bool> &lanes, bool all, bool apart,
                     AccessCost &out) const {
    const cfg::Target &t = o_.target;
    const auto touched = [&](std::uint64_t unit) {
      return units(form, lanes, place.granule, out.bytes, unit, place.align, apart);
    };
    const auto of_some = [&](Interval full, std::uint64_t unit) {
      return Interval{all ? full.lo : (out.bytes + unit - 1) / unit, full.hi};
    };
    const auto sectors = touched(t.sector_bytes), lines = touched(t.line_bytes);
    if (!sectors || !lines)
      return false;
    out.full_sectors = *sectors;
    out.full_lines = *lines;
    out.sectors = of_some(*sectors, t.sector_bytes);
    out.lines = of_some(*lines, t.line_bytes);
    return true;
  }

  Pattern pattern_of(const Place &place, const LaneForm &form, const std::vector<bool> &lanes, std::uint64_t most,
                     std::uint64_t ideal) const {
    const auto bytes = distinct_bytes(form, lanes, place.granule, place.cost.bytes);
    if (std::count(lanes.begin(), lanes.end(), true) == 1)
      return Pattern::OneLane;
    if (bytes && bytes->exact() && bytes->hi == place.cost.bytes)
      return Pattern::Broadcast;
    if (most <= ideal)
      return Pattern::Coalesced;
    if (form.loose() && is_from_memory(place.offset, loaded_))
      return Pattern::DataDependent;
    if (place.space != cfg::Space::Group && most == ideal + 1 && bytes && is_run(form, lanes, place.granule, *bytes))
      return Pattern::Misaligned;
    return stride(form, lanes, place.granule) ? Pattern::Strided : Pattern::Scattered;
  }

  // Do the lanes' places lie side by side?
  bool is_run(const LaneForm &form, const std::vector<bool> &lanes, std::uint64_t granule, Interval bytes) const {
    const std::vector<LaneGroup> groups = groups_of(form, lanes);
    if (form.loose() || groups.size() != 1 || !bytes.exact())
      return false;
    std::vector<Number> all;
    for (std::size_t i : groups[0].lanes)
      all.push_back(form.lanes[i]);
    const auto [least, most] = std::minmax_element(all.begin(), all.end());
    const Number span = (*most - *least + 1) * static_cast<Number>(granule);
    return span <= static_cast<Number>(bytes.hi);
  }

  static void merge(AccessCost &out, const AccessCost &found, bool first) {
    std::vector<ValueCost> by_value = std::move(out.by_value);
    by_value.insert(by_value.end(), found.by_value.begin(), found.by_value.end());
    const auto join = [](std::optional<Interval> a, std::optional<Interval> b) {
      return a && b ? std::optional(around(*a, *b)) : std::nullopt;
    };
    if (first) {
      out = found;
    } else {
      const auto costs = [](const AccessCost &c) {
        return std::tuple(c.full_sectors.lo, c.full_sectors.hi, c.full_lines.lo, c.full_lines.hi, c.degree.lo,
                          c.degree.hi);
      };
      out.precision = std::max(out.precision, found.precision);
      if (out.precision < Precision::Cases && costs(out) != costs(found))
        out.precision = Precision::Cases;
      for (auto member : {&AccessCost::sectors, &AccessCost::lines, &AccessCost::full_sectors, &AccessCost::full_lines,
                          &AccessCost::wavefronts, &AccessCost::degree})
        out.*member = around(out.*member, found.*member);
      for (auto member : {&AccessCost::ideal, &AccessCost::words, &AccessCost::same})
        out.*member = join(out.*member, found.*member);
      out.phases = std::max(out.phases, found.phases);
      out.most_lanes = std::max(out.most_lanes, found.most_lanes);
      out.trivial = std::max(out.trivial, found.trivial);
      out.pattern = std::max(out.pattern, found.pattern);
    }
    out.by_value = std::move(by_value);
  }

  // Whatever the offsets are, within their range.
  void trivial(const Place &place, Trivial why, AccessCost &out) const {
    const cfg::Target &t = o_.target;
    const cfg::Bounds range = a_.ranges.evaluate_before(place.offset, k_, out.block, out.stmt).as_signed;
    const auto any = [&](std::uint64_t unit) {
      const std::uint64_t each = (out.bytes + unit - 2) / unit + 1;
      std::uint64_t hi =
          out.most_lanes * (unit % out.bytes == 0 && out.bytes == place.granule && place.align % unit == 0
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
      out.degree = {1, std::min(out.most_lanes, at_a_time) * words};
      out.wavefronts = {1, out.most_lanes * words};
      out.phases = (t.lanes + at_a_time - 1) / at_a_time;
    } else {
      out.sectors = out.full_sectors = any(t.sector_bytes);
      out.lines = out.full_lines = any(t.line_bytes);
      if (place.space == cfg::Space::Constant)
        out.words = any(constant_word);
      out.ideal.reset();
    }
    if (out.kind == Access::Atomic)
      out.same = Interval{1, out.most_lanes};
    out.trivial = why;
    out.pattern = why == Trivial::Memory ? Pattern::DataDependent : Pattern::Unknown;
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
  Trivial why(const Place &place) const {
    return is_from_memory(place.offset, loaded_) ? Trivial::Memory : Trivial::Offset;
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
