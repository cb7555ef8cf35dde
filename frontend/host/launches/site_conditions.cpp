// See site_conditions.h.
#include "frontend/host/launches/site_conditions.h"

#include "cfg/ir/rewrite.h"
#include "support/source.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <set>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {

using Variables = std::set<cfg::VarId>;

template <typename Visit> void each_value(LaunchSite &site, const Visit &visit) {
  for (unsigned d = 0; d < 3; ++d) {
    visit(site.block[d]);
    visit(site.grid[d]);
  }
  for (LaunchSite::Argument &a : site.arguments)
    visit(a.value);
}

// With those by which they are defined.
void add_variables(const Expr &e, const LaunchSite &site, Variables &out) {
  if (e)
    for (cfg::VarId v : cfg::variables(e))
      if (out.insert(v).second)
        add_variables(site.definitions[v], site, out);
}

// Without what is said of overflow.
Expr plain(const Expr &e) {
  if (e->args.empty())
    return e;
  std::vector<Expr> args;
  for (const Expr &a : e->args)
    args.push_back(plain(a));
  auto out = std::make_shared<cfg::ExprNode>(*e);
  out->args = std::move(args);
  out->nsw = out->nuw = false;
  return out;
}

// Conjunctions apart, each once. False: one of them never holds, or two exclude each other. Sound because both are
// evaluated on the way to the launch; where an operation in one of them overflows, control does not come there.
bool split(std::vector<Expr> &conditions) {
  std::vector<Expr> out;
  for (const Expr &whole : conditions)
    for (const Expr &c : cfg::conjuncts(whole)) {
      const Expr other = plain(cfg::negate(c));
      const auto excludes = [&](const Expr &o) { return cfg::equal(plain(o), other); };
      if (cfg::is_const(c, 0) || std::any_of(out.begin(), out.end(), excludes))
        return false;
      if (!cfg::is_const(c) && std::none_of(out.begin(), out.end(), [&](const Expr &o) { return cfg::equal(o, c); }))
        out.push_back(c);
    }
  conditions = std::move(out);
  return true;
}

// A variable that a condition, or its definition by now, equates with a number, and that; null: none.
std::pair<Expr, Expr> fixed(const LaunchSite &site) {
  for (const Expr &c : site.conditions)
    if (c->op == Op::Eq)
      for (unsigned i = 0; i < 2; ++i)
        if (c->args[i]->op == Op::Var && cfg::is_const(c->args[1 - i]))
          return {c->args[i], c->args[1 - i]};
  for (cfg::VarId v = 0; v < site.definitions.size(); ++v)
    if (site.definitions[v] && cfg::is_const(site.definitions[v]))
      return {cfg::variable(v, site.definitions[v]->type), site.definitions[v]};
  return {};
}

void substitute(LaunchSite &site, const Expr &variable, const Expr &value) {
  const auto replaced = [&](Expr &e) {
    if (e)
      e = cfg::replace(e, [&](const Expr &n) { return n->op == Op::Var && n->var == variable->var ? value : Expr{}; });
  };
  each_value(site, replaced);
  for (Expr &e : site.conditions)
    replaced(e);
  for (Expr &e : site.definitions)
    replaced(e);
  if (Expr definition = std::exchange(site.definitions[variable->var], nullptr))
    site.conditions.push_back(cfg::binary(Op::Eq, definition, value));
}

// Do comparisons with numbers leave a variable a value?
bool bounds_agree(const LaunchSite &site) {
  struct Bounds {
    std::int64_t low = std::numeric_limits<std::int64_t>::min(), high = std::numeric_limits<std::int64_t>::max();
  };
  std::map<cfg::VarId, Bounds> bounds;
  for (const Expr &c : site.conditions) {
    if (c->op != Op::Slt && c->op != Op::Sle)
      continue;
    const std::int64_t strict = c->op == Op::Slt ? 1 : 0;
    if (c->args[0]->op == Op::Var && cfg::is_const(c->args[1]))
      if (const std::int64_t n = cfg::signed_value(*c->args[1]); n != std::numeric_limits<std::int64_t>::min())
        bounds[c->args[0]->var].high = std::min(bounds[c->args[0]->var].high, n - strict);
    if (c->args[1]->op == Op::Var && cfg::is_const(c->args[0]))
      if (const std::int64_t n = cfg::signed_value(*c->args[0]); n != std::numeric_limits<std::int64_t>::max())
        bounds[c->args[1]->var].low = std::max(bounds[c->args[1]->var].low, n + strict);
  }
  return std::all_of(bounds.begin(), bounds.end(), [](const auto &b) { return b.second.low <= b.second.high; });
}

// What is said of variables that the launch, through other conditions perhaps, depends on.
void drop_irrelevant(LaunchSite &site) {
  Variables relevant;
  each_value(site, [&](const Expr &e) { add_variables(e, site, relevant); });
  std::vector<bool> kept(site.conditions.size());
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < site.conditions.size(); ++i) {
      Variables mentioned;
      add_variables(site.conditions[i], site, mentioned);
      if (kept[i] || std::none_of(mentioned.begin(), mentioned.end(), [&](cfg::VarId v) { return relevant.count(v); }))
        continue;
      kept[i] = more = true;
      relevant.insert(mentioned.begin(), mentioned.end());
    }
  }
  std::vector<Expr> out;
  for (std::size_t i = 0; i < site.conditions.size(); ++i)
    if (kept[i])
      out.push_back(site.conditions[i]);
  site.conditions = std::move(out);
}

// In the order in which the values, then the conditions, mention them; of those with one name, which may have other
// values each, the later ones get another.
void renumber(LaunchSite &site) {
  std::vector<cfg::VarId> order;
  std::map<cfg::VarId, cfg::VarId> number;
  const auto note = [&](const Expr &e) {
    if (e)
      for (cfg::VarId v : cfg::variables(e))
        if (number.try_emplace(v, static_cast<cfg::VarId>(order.size())).second)
          order.push_back(v);
  };
  const auto close = [&](std::size_t from) {
    for (std::size_t i = from; i < order.size(); ++i)
      note(site.definitions[order[i]]);
  };
  each_value(site, note);
  close(0);
  for (const Expr &c : site.conditions) {
    const std::size_t from = order.size();
    note(c);
    close(from);
  }
  const auto renumbered = [&](Expr &e) {
    if (e)
      e = cfg::replace(
          e, [&](const Expr &n) { return n->op == Op::Var ? cfg::variable(number.at(n->var), n->type) : Expr{}; });
  };
  std::vector<std::string> names;
  std::vector<Expr> definitions;
  for (cfg::VarId v : order) {
    std::string name = site.names[v];
    while (std::find(names.begin(), names.end(), name) != names.end())
      name += "'";
    names.push_back(std::move(name));
    definitions.push_back(site.definitions[v]);
    renumbered(definitions.back());
  }
  each_value(site, renumbered);
  for (Expr &c : site.conditions)
    renumbered(c);
  site.names = std::move(names);
  site.definitions = std::move(definitions);
}

} // namespace

bool depends_on(const LaunchSite &site, cfg::VarId v) {
  Variables mentioned;
  LaunchSite copy = site;
  each_value(copy, [&](const Expr &e) { add_variables(e, site, mentioned); });
  return mentioned.count(v) != 0;
}

bool settle_conditions(LaunchSite &site) {
  for (;;) {
    if (!split(site.conditions))
      return false;
    const auto [variable, value] = fixed(site);
    if (!variable)
      break;
    substitute(site, variable, value);
  }
  if (!bounds_agree(site))
    return false;
  drop_irrelevant(site);
  renumber(site);
  return true;
}

std::vector<LaunchSite> chosen(LaunchSite site, const std::vector<HostChoice> &choices) {
  std::vector<LaunchSite> out{std::move(site)};
  for (const HostChoice &choice : choices) {
    if (!depends_on(out.front(), choice.variable->var))
      continue;
    if (out.size() * choice.values.size() > most_choices) { // all at once
      cfg::Expr any = cfg::boolean(false);
      for (const HostChoice::Value &v : choice.values)
        any = cfg::binary(cfg::Op::Or, any, cfg::binary(cfg::Op::Eq, choice.variable, v.value));
      for (LaunchSite &one : out)
        one.conditions.push_back(any);
      continue;
    }
    std::vector<LaunchSite> each;
    for (const LaunchSite &one : out)
      for (const HostChoice::Value &v : choice.values) {
        each.push_back(one);
        each.back().conditions.push_back(cfg::binary(cfg::Op::Eq, choice.variable, v.value));
        each.back().origin = support::behind(
            one.origin, support::Origin(v.place, {}, fmt::format("{} = {}", choice.text, cfg::signed_value(*v.value))));
      }
    out = std::move(each);
  }
  return out;
}

} // namespace lockstep::frontend
