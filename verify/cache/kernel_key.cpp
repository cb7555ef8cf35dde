// A kernel's text without names (kernel_key.h).
#include "verify/cache/kernel_key.h"

#include "cfg/ir/text/print.h"
#include "cfg/ir/text/shown_name.h"
#include "support/sound.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace lockstep::verify {

namespace {

// Numbers things by first appearance, and notes the numbers in order.
class Places {
public:
  void add(const support::Origin &o) {
    const std::string text = cfg::print_origin(o);
    const auto [it, fresh] = numbers_.emplace(text, list.size());
    if (fresh)
      list.push_back(o);
    order += fmt::format(" {}", it->second);
  }
  std::vector<support::Origin> list;
  std::string order;

private:
  std::map<std::string, std::size_t> numbers_;
};

class Names {
public:
  void add(const std::string &name) {
    const auto [it, fresh] = numbers_.emplace(name, list.size());
    if (fresh)
      list.push_back(name);
    order += fmt::format(" {}", it->second);
  }
  std::vector<std::string> list;
  std::string order;

private:
  std::map<std::string, std::size_t> numbers_;
};

// What a finding may be about. Fewer places mean fewer misses: whether two of the others stand on one line is no
// matter.
bool can_be_found(const cfg::Stmt &s) {
  return !std::holds_alternative<cfg::Assign>(s.node) && !std::holds_alternative<cfg::Havoc>(s.node) &&
         !std::holds_alternative<cfg::Assume>(s.node) && !std::holds_alternative<cfg::Skip>(s.node);
}

std::string extent(const cfg::Launch::Extent &e) { return e ? std::to_string(*e) : "*"; }

std::string launch_text(const cfg::Launch &l) {
  std::string out = fmt::format("dimensions {} warp {} most {}", l.dimensions, l.warp_size, extent(l.most_threads));
  for (unsigned d = 0; d < 3; ++d)
    out += fmt::format("; {} {} {} {}", extent(l.local_size[d]), extent(l.num_groups[d]), extent(l.global_size[d]),
                       l.global_offset[d]);
  return out;
}

std::string options_text(const VerifyOptions &o) {
  std::vector<std::string_view> tiers;
  for (const Tier t : o.tiers)
    tiers.push_back(name(t));
  return fmt::format("integers {} tolerate {} strict {} vacuous {} merge {} solver {} tiers {} without {} "
                     "predication {} accept {} races {} between {}{}{}",
                     static_cast<int>(o.integers), cfg::tolerance_words.text(o.tolerance), o.strict_overflow,
                     o.allow_vacuous, o.merge, static_cast<int>(o.solver), fmt::join(tiers, ","),
                     fmt::join(o.without_rules, ","), static_cast<int>(o.predication), static_cast<int>(o.accept),
                     o.races, o.between_groups,
                     o.race_arrays ? fmt::format(" arrays {}", fmt::join(*o.race_arrays, ",")) : "",
                     o.further_races != 0 ? fmt::format(" further {}", o.further_races) : "");
}

} // namespace

std::string question_text(const VerifyOptions &options) {
  return launch_text(options.launch) + "\n" + options_text(options);
}

KernelKey kernel_key(const cfg::Kernel &k, const VerifyOptions &options, const std::string &tools) {
  Places places;
  Names names;
  cfg::Kernel bare = k;
  bare.name = "k";
  bare.terms.uncalled.clear(); // judged by the driver, behind the cache
  for (std::size_t i = 0; i < bare.vars.size(); ++i) {
    cfg::Var &v = bare.vars[i];
    if (v.param)
      names.add(cfg::shown_name(v));
    v.name = fmt::format("v{}", i);
    v.source_name.clear();
  }
  for (std::size_t i = 0; i < bare.arrays.size(); ++i) {
    cfg::Array &a = bare.arrays[i];
    names.add(cfg::shown_name(a));
    a.name = fmt::format("a{}", i);
    a.source_name.clear();
  }
  for (std::size_t i = 0; i < bare.blocks.size(); ++i) {
    cfg::Block &b = bare.blocks[i];
    b.name = fmt::format("b{}", i);
    for (cfg::Stmt &s : b.stmts) {
      if (can_be_found(s))
        places.add(s.origin);
      if (auto *a = std::get_if<cfg::Assert>(&s.node)) {
        names.add(a->message);
        a->message.clear();
      }
    }
  }
  KernelKey key;
  key.text = fmt::format("{}\n{}\n{}places{}\nnames{}\n", tools,
                         support::left_out("kernel_key.question") ? "" : question_text(options), cfg::print(bare),
                         places.order, names.order);
  key.places = std::move(places.list);
  key.names = std::move(names.list);
  return key;
}

} // namespace lockstep::verify
