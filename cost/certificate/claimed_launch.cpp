// What a certificate is about, as the checker reads it (checking.h): a kernel and its launches, metrics, symbols, and
// walks that are all warps of a group.
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/analysis/sharing/warp_parts.h"
#include "cfg/ir/text/parse.h"
#include "cfg/passes/split_accesses.h"
#include "cost/certificate/checking.h"
#include "support/sound.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fmt/format.h>
#include <set>

namespace lockstep::cost::certificate {

namespace {

// Names are the keys of atoms: what looks like an expression would be taken for it.
bool is_word(const std::string &name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || std::strchr("_.'$", c) != nullptr; });
}

} // namespace

std::string symbol_of(const cfg::Var &v) { return v.source_name.empty() ? v.name : v.source_name; }

Checking::Checking(const Certificate &c) : c_(c) {
  const auto target = cfg::target(c.target);
  auto kernel = cfg::parse(c.text, "certificate", diags_);
  auto loops = kernel ? cfg::loops(*kernel, diags_) : support::failure;
  if (!target || target->lanes > 64 || !loops)
    throw Refused(target ? "its kernel's text is none" : "no such target");
  // Sound because what is wider is several requests, which count apart.
  if (support::unsound("certificate.split", !cfg::is_split(*kernel)))
    throw Refused("an access of its kernel's is several requests");
  target_ = *target;
  k_ = std::move(*kernel);
  loops_ = std::move(*loops);
  const cfg::SortOrder sorted = cfg::sort_order(k_, loops_);
  order_ = sorted.order;
  cfg::Launch launch = k_.terms.launch.value_or(cfg::Launch{});
  launch.global_size = {};
  std::uint64_t threads = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const Integer most = Integer(static_cast<unsigned long>(c.most_groups[d]));
    const std::string axis(1, "xyz"[d]);
    groups_[d] = c.free_groups[d] ? symbol("groups." + axis, Integer(1), most) : Expr(most);
    if (most < 1 || c.local_size[d] < 1 || c.local_size[d] > most_threads ||
        (threads *= c.local_size[d]) > most_threads)
      throw Refused("its launch is none");
    launch.local_size[d] = c.local_size[d];
    launch.global_offset[d] = c.offset[d];
    if (c.free_groups[d])
      launch.num_groups[d].reset();
    else
      launch.num_groups[d] = c.most_groups[d];
    declare("groups." + axis, 1, Expr(most));
    if (c.free_groups[d])
      bounded_["groups." + axis] = groups_[d];
    if (c.free_groups[d] || most > 1) {
      ids_[d] = symbol("group." + axis, Integer(0), Integer(most - 1), groups_[d]);
      declare("group." + axis, 0, groups_[d] - 1);
      bounded_["group." + axis] = ids_[d];
      ranges_.push_back({"group." + axis, groups_[d]});
    }
  }
  if (k_.terms.launch && !within(launch, *k_.terms.launch))
    throw Refused("its kernel is one for other launches");
  // It goes along with all lanes of a warp that come to a block.
  const cfg::UniformityOptions team{cfg::UniformityLevel::Team, target_.lanes, launch, true, nullptr};
  const cfg::WarpParts parts(k_, loops_, cfg::uniformity(k_, loops_, team), sorted);
  for (const cfg::BlockId b : order_)
    if (support::unsound("certificate.parts", !parts.together(b)))
      throw Refused(fmt::format("lanes may come to block '{}' in parts, which is not followed", k_.blocks[b].name));
  for (const auto &[array, bytes] : c.aligned)
    if (bytes == 0 || bytes > most_threads)
      throw Refused("an alignment is none");
  for (const cfg::Var &v : k_.vars)
    if (v.param && v.type.is_int()) {
      const Integer half = Integer(1) << (v.type.width - 1);
      const bool without_sign = c.without_sign.count(v.name) != 0;
      const Integer lo = without_sign ? Integer(0) : Integer(-half);
      const Integer hi = without_sign ? Integer(2 * half - 1) : Integer(half - 1);
      declare(symbol_of(v), lo, Expr(hi));
      bounded_[symbol_of(v)] = symbol(symbol_of(v), lo, hi);
    }
}

// A name of device/metrics.h says what is counted; any other metric comes with its weights.
void Checking::find_metrics() {
  constexpr std::int64_t largest = 1'000'000'000;
  const auto fits = [](std::int64_t n) { return n >= 0 && n <= largest; };
  for (const auto &[name, total] : c_.totals) {
    const auto known = cfg::metric(name);
    const auto own = c_.metrics.find(name);
    if (known ? own != c_.metrics.end() : own == c_.metrics.end())
      throw Refused(fmt::format("'{}' is no metric, or has weights of its own", name));
    const cfg::Metric &m = metrics_[name] = known ? *known : own->second;
    const auto all_fit = [&](const auto &weights) {
      return std::all_of(weights.begin(), weights.end(), [&](const auto &w) { return fits(w.second); });
    };
    if (m.denominator < 1 || !fits(m.denominator) || !all_fit(m.work.of) || !all_fit(m.work.operations))
      throw Refused(fmt::format("'{}' has weights that are not from 0 to {}", name, largest));
  }
}

// Names of what nobody knows begin with a question mark, and one is of what sums count: no claim has these.
void Checking::declare(const std::string &name, const Integer &lo, const Expr &hi) {
  if (support::unsound("certificate.words", !is_word(name)) || name == summed_so_far ||
      !bounds_.emplace(name, std::pair(Expr(lo), hi)).second)
    throw Refused(fmt::format("'{}' cannot be the name of a symbol, or is that of two", name));
}

// Each warp of a group once.
void Checking::cover() const {
  const auto as_many = [](const CertifiedWalk &w, std::size_t d) { return w.ids[d].size() == w.ids[0].size(); };
  const std::uint64_t threads = c_.local_size[0] * c_.local_size[1] * c_.local_size[2];
  std::set<std::uint64_t> seen;
  for (const CertifiedWalk &w : c_.walks) {
    if (w.ids[0].empty() || w.ids[0].size() > target_.lanes || !as_many(w, 1) || !as_many(w, 2))
      throw Refused("lanes are not those of a warp");
    std::uint64_t all = 1;
    for (const auto &[name, count] : w.numbers)
      if (count == 0 || count > threads || (all *= count) > threads)
        throw Refused("its walks are more than a group's warps");
    for (std::uint64_t n = 0; n < all; ++n) {
      std::map<std::string, Integer> at;
      std::uint64_t left = n;
      for (const auto &[name, count] : w.numbers) {
        at[name] = Integer(static_cast<unsigned long>(left % count));
        left /= count;
      }
      std::optional<std::uint64_t> warp;
      for (std::size_t i = 0; i < w.ids[0].size(); ++i) {
        std::uint64_t linear = 0;
        for (std::size_t d = 3; d-- > 0;) {
          const Value v = evaluate(w.ids[d].at(i), at);
          const bool whole = v.number && support::sound("certificate.whole_ids", v.number->get_den() == 1);
          if (!whole || *v.number < 0 || *v.number >= static_cast<long>(c_.local_size[d]))
            throw Refused("a lane is no thread of the group");
          linear = linear * c_.local_size[d] + v.number->get_num().get_ui();
        }
        if (i == 0)
          warp = linear / target_.lanes;
        if (linear != *warp * target_.lanes + i)
          throw Refused("lanes are not those of a warp");
      }
      if (!warp || !seen.insert(*warp).second ||
          w.ids[0].size() != std::min<std::uint64_t>(target_.lanes, threads - *warp * target_.lanes))
        throw Refused("a warp is walked twice, or in part");
    }
  }
  if (seen.size() != (threads + target_.lanes - 1) / target_.lanes)
    throw Refused("not all warps of a group are walked");
}

} // namespace lockstep::cost::certificate
