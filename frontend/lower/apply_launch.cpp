// Launches of host code, for the kernel: see apply_launch.h.
#include "frontend/lower/apply_launch.h"

#include "frontend/lower/launch_text.h"
#include "frontend/module.h"

#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {

// All that there is to an expression, variables by their numbers: two launches of which the same is known, up to the
// names of variables, are one.
std::string whole_text(const Expr &e) {
  if (!e)
    return "?";
  std::string out = "(" + std::string(cfg::op_info(e->op).text) + " " + e->type.str() + " " + std::to_string(e->value) +
                    " " + std::to_string(e->var) + (e->nsw ? " nsw" : "");
  for (const Expr &a : e->args)
    out += whole_text(a);
  return out + ")";
}

std::string definitions_of(const Expr &e, const LaunchSite &s) {
  std::string out;
  if (e)
    for (cfg::VarId v : cfg::variables(e))
      if (s.definitions[v])
        out += std::to_string(v) + "=" + whole_text(s.definitions[v]) + definitions_of(s.definitions[v], s);
  return out;
}

// With what variables are defined as in their place.
Expr written_out(const Expr &e, const LaunchSite &s) {
  return e ? cfg::replace(e,
                          [&](const Expr &n) {
                            return n->op == Op::Var && s.definitions[n->var] ? written_out(s.definitions[n->var], s)
                                                                             : Expr{};
                          })
           : e;
}

// --- for the kernel ---------------------------------------------------------------------------------------

// The host's variables as expressions of the kernel's parameters; null: not passed. One that is not, but relates what
// is passed, is one more parameter.
// Sound because it has one value throughout the launch, whatever that is.
class Passed {
public:
  Passed(const LaunchSite &site, cfg::Kernel &k) : site_(site), of_(site.names.size()) {
    for (const LaunchSite::Argument &a : site.arguments) {
      const Expr p = parameter(k, a);
      if (!p || !a.value)
        continue;
      const std::vector<cfg::VarId> vars = cfg::variables(a.value);
      const bool plain = support::sound("launches.passed", a.value->op == Op::Var);
      if (plain && !vars.empty() && !of_[vars[0]])
        of_[vars[0]] = p;
      else if ((a.value->op == Op::Sext || a.value->op == Op::Zext) && a.value->args[0]->op == Op::Var &&
               !of_[a.value->args[0]->var])
        of_[a.value->args[0]->var] = cfg::cast(Op::Trunc, p, a.value->args[0]->type);
    }
    for (unsigned d = 0; d < 3; ++d) {
      stands_for(site.block[d], cfg::leaf(Op::LocalSize, d, cfg::int_type(32)));
      stands_for(site.grid[d], cfg::leaf(Op::NumGroups, d, cfg::int_type(32)));
    }
    add_parameters(k);
  }

  // Null unless all of the expression's variables are passed.
  Expr in_kernel(const Expr &e) const {
    if (!e)
      return nullptr;
    std::map<cfg::VarId, Expr> values;
    for (cfg::VarId v : cfg::variables(e))
      if (!(values[v] = of_[v] ? of_[v] : in_kernel(site_.definitions[v])))
        return nullptr;
    return cfg::replace(e, [&](const Expr &n) { return n->op == Op::Var ? values[n->var] : Expr{}; });
  }
  // What is known of the parameters by the variables that they stand for.
  std::vector<std::pair<Expr, Expr>> definitions() const {
    std::vector<std::pair<Expr, Expr>> out;
    for (cfg::VarId v = 0; v < of_.size(); ++v)
      if (of_[v])
        out.emplace_back(of_[v], in_kernel(site_.definitions[v]));
    return out;
  }
  // Null if it is no scalar of the argument's type.
  static Expr parameter(const cfg::Kernel &k, const LaunchSite::Argument &a) {
    for (cfg::VarId v = 0; v < k.vars.size() && !a.parameter.empty(); ++v)
      if (k.vars[v].param && k.vars[v].source_name == a.parameter)
        return a.value && k.vars[v].type == a.value->type ? cfg::variable(v, k.vars[v].type) : Expr{};
    return nullptr;
  }

private:
  // A variable that is a size of the launch.
  void stands_for(const Expr &host, const Expr &size) {
    if (host && host->op == Op::Var && host->type == size->type && !of_[host->var])
      of_[host->var] = size;
  }

  void add_parameters(cfg::Kernel &k) {
    std::vector<unsigned> arguments(of_.size()), sizes(of_.size()), conditions(of_.size());
    std::vector<cfg::Type> types(of_.size(), cfg::int_type(32));
    const auto count = [&](const Expr &e, std::vector<unsigned> &mentions) {
      std::set<cfg::VarId> met;
      const std::function<void(const Expr &)> visit = [&](const Expr &n) {
        if (n->op != Op::Var) {
          for (const Expr &a : n->args)
            visit(a);
        } else if (!of_[n->var] && met.insert(n->var).second) {
          types[n->var] = n->type;
          if (site_.definitions[n->var])
            visit(site_.definitions[n->var]);
          else
            ++mentions[n->var];
        }
      };
      if (e && !cfg::is_const(e))
        visit(e);
    };
    for (const LaunchSite::Argument &a : site_.arguments)
      if (Expr p = parameter(k, a))
        count(a.value, arguments);
    for (cfg::VarId v = 0; v < of_.size(); ++v)
      if (of_[v])
        count(site_.definitions[v], arguments);
    for (unsigned d = 0; d < 3; ++d) {
      count(site_.block[d], arguments);
      const bool plain = site_.grid[d] && site_.grid[d]->op == Op::Var; // few kernels ask more of a number of groups
      count(site_.grid[d], plain ? arguments : sizes);
    }
    for (const Expr &c : site_.conditions)
      count(c, conditions);
    for (cfg::VarId v = 0; v < of_.size(); ++v)
      if (!of_[v] && (arguments[v] + sizes[v] > 1 || (arguments[v] > 0 && conditions[v] > 0))) {
        std::string name = "host." + site_.names[v];
        while (std::any_of(k.vars.begin(), k.vars.end(), [&](const cfg::Var &other) { return other.name == name; }))
          name += "'";
        of_[v] = cfg::variable(static_cast<cfg::VarId>(k.vars.size()), types[v]);
        k.vars.push_back({name, types[v], true, {}, {}});
      }
  }

  const LaunchSite &site_;
  std::vector<Expr> of_; // per host variable
};

} // namespace

cfg::Launch launch_at(const LaunchSite &site) {
  cfg::Launch launch;
  launch.dimensions = 3;
  for (unsigned d = 0; d < 3; ++d) {
    launch.local_size[d] = is_size(site.block[d]) ? std::optional(site.block[d]->value) : std::nullopt;
    launch.num_groups[d] = is_size(site.grid[d]) ? std::optional(site.grid[d]->value) : std::nullopt;
  }
  return launch;
}

std::vector<LaunchSite> launches(const Module &module, const KernelName &kernel) {
  const auto all = module.impl().launches.find(kernel.symbol);
  if (all == module.impl().launches.end())
    return {};
  const auto key = [](const LaunchSite &s) {
    std::string out = !s.origin.known() ? "any" : s.lost_sizes ? "lost" : s.lost_part ? "part" : "";
    std::vector<Expr> all;
    for (unsigned d = 0; d < 3; ++d)
      all.insert(all.end(), {s.block[d], s.grid[d]});
    for (const LaunchSite::Argument &a : s.arguments) {
      out += a.parameter + std::to_string(a.buffer) + (a.whole_buffer ? ";" : "+;") +
             (a.null.value_or(false) ? "null" : "");
      all.push_back(a.value);
    }
    for (const Expr &e : all)
      out += whole_text(e) + definitions_of(e, s);
    return out;
  };
  const auto conditions = [](const LaunchSite &s) {
    std::set<std::string> out;
    for (const Expr &e : s.conditions)
      out.insert(whole_text(e) + definitions_of(e, s));
    return out;
  };
  std::vector<std::string> keys;
  std::vector<std::set<std::string>> under;
  for (const LaunchSite &s : all->second) {
    keys.push_back(key(s));
    under.push_back(conditions(s));
  }
  // One that is launched like another, under more conditions, has nothing to add.
  const auto covers = [&](std::size_t i, std::size_t other) {
    return other != i && keys[other] == keys[i] &&
           std::includes(under[i].begin(), under[i].end(), under[other].begin(), under[other].end()) &&
           (other < i || under[other].size() < under[i].size());
  };
  std::vector<LaunchSite> out;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    bool covered = false;
    for (std::size_t other = 0; other < keys.size() && !covered; ++other)
      covered = covers(i, other);
    if (!covered)
      out.push_back(all->second[i]);
  }
  return out;
}

void apply_launch(const LaunchSite &site, cfg::Kernel &kernel) {
  const Passed passed(site, kernel);
  std::vector<cfg::Stmt> said;
  const auto equal = [&](const Expr &a, const Expr &b) {
    if (a && b && a->type == b->type && !cfg::equal(a, b))
      said.push_back({cfg::Assume{cfg::binary(Op::Eq, a, b), cfg::AssumeKind::Requires}, site.origin});
  };
  for (const LaunchSite::Argument &a : site.arguments)
    equal(Passed::parameter(kernel, a), passed.in_kernel(a.value));
  for (const auto &[parameter, value] : passed.definitions())
    equal(parameter, value);
  for (unsigned d = 0; d < 3; ++d) {
    if (!is_size(site.block[d]))
      equal(cfg::leaf(Op::LocalSize, d, cfg::int_type(32)), passed.in_kernel(site.block[d]));
    if (!is_size(site.grid[d]))
      equal(cfg::leaf(Op::NumGroups, d, cfg::int_type(32)), passed.in_kernel(site.grid[d]));
  }
  for (const Expr &c : site.conditions)
    if (const Expr known = passed.in_kernel(c); known && !cfg::is_const(known))
      said.push_back({cfg::Assume{known, cfg::AssumeKind::Requires}, site.origin});
  auto &entry = kernel.blocks[0].stmts;
  entry.insert(entry.begin(), said.begin(), said.end());
}

bool check_launch(const LaunchSite &site, support::Diagnostics &diags) {
  constexpr std::uint64_t most_threads = 1024; // of a block, on every device
  std::uint64_t threads = 1;
  for (unsigned d = 0; d < 3; ++d) {
    for (const Expr &size : {site.block[d], site.grid[d]})
      if (size && cfg::is_const(size, 0)) {
        diags.error(site.origin, std::string("the launch has size 0 in dimension ") + dimension_names[d]);
        return false;
      }
    if (is_size(site.block[d]))
      threads = std::min(threads * std::min(site.block[d]->value, most_threads + 1), most_threads + 1);
  }
  if (threads > most_threads)
    diags.error(site.origin, "the launch has more than 1024 threads in a block: no such launch succeeds");
  return threads <= most_threads;
}

support::Result<PassedBuffers> passed_buffers(const LaunchSite &site, const support::Origin &kernel,
                                              support::Diagnostics &diags) {
  PassedBuffers out;
  out.others_apart = site.others_apart;
  for (const LaunchSite::Argument &a : site.arguments)
    if (a.null.value_or(false))
      out.null.insert(a.parameter);
  for (const LaunchSite::Argument &a : site.arguments)
    if (support::unsound("launches.begins", a.begins != 0))
      out.begins[a.parameter] = a.begins;
  for (std::size_t i = 0; i < site.arguments.size(); ++i)
    for (std::size_t j = i + 1; j < site.arguments.size(); ++j) {
      const LaunchSite::Argument &a = site.arguments[i], &b = site.arguments[j];
      if (support::unsound("launches.same_numbers",
                           a.value && b.value && cfg::equal(written_out(a.value, site), written_out(b.value, site))))
        out.same_numbers.emplace_back(a.parameter, b.parameter);
      if (support::sound("launches.same", a.buffer < 0 || a.buffer != b.buffer))
        continue;
      if (!a.whole_buffer || !b.whole_buffer || a.parameter.empty() || b.parameter.empty()) {
        diags.unsupported(site.origin.known() ? site.origin : kernel, "a launch that passes parts of one buffer for '" +
                                                                          a.parameter + "' and '" + b.parameter +
                                                                          "', which may overlap, is not supported");
        return support::failure;
      }
      out.same.emplace_back(a.parameter, b.parameter);
    }
  return out;
}

void apply_buffers(const LaunchSite &site, cfg::Kernel &kernel) {
  auto &entry = kernel.blocks[0].stmts;
  for (const LaunchSite::Argument &a : site.arguments)
    for (cfg::VarId v = 0; v < kernel.vars.size() && a.null && !a.parameter.empty(); ++v) {
      const cfg::Var &var = kernel.vars[v];
      if (var.param && var.kind == cfg::VarKind::Address && var.name == "address." + a.parameter)
        entry.insert(entry.begin(), {cfg::Assume{cfg::binary(*a.null ? Op::Eq : Op::Ne, cfg::variable(v, var.type),
                                                             cfg::constant(var.type, 0)),
                                                 cfg::AssumeKind::Requires},
                                     site.origin});
    }
  for (cfg::Array &array : kernel.arrays) {
    const auto named = std::find_if(site.arguments.begin(), site.arguments.end(), [&](const auto &a) {
      return !a.parameter.empty() && a.parameter == array.source_name;
    });
    if (!array.param || named == site.arguments.end() || !named->bytes)
      continue;
    std::uint64_t bytes = named->begins + *named->bytes;
    bool alike = true, known = true;
    std::string names;
    for (const LaunchSite::Argument &a : site.arguments) {
      if (&a != &*named && (a.buffer < 0 || a.buffer != named->buffer))
        continue;
      known = known && a.bytes;
      alike = alike && a.begins == named->begins && a.bytes == named->bytes;
      bytes = std::max(bytes, a.begins + a.bytes.value_or(0));
      names += (names.empty() ? "'" : ", '") + a.parameter + "'";
    }
    if (known)
      array.extent = bytes / array.granule_bytes;
    if (!alike)
      kernel.terms.assumptions.push_back("each access through " + names +
                                         ", which overlap, stays within its own part of the buffer");
  }
}

} // namespace lockstep::frontend
