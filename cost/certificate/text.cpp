// Certificates as JSON, both ways (certificate.h).
#include "cost/certificate/certificate.h"
#include "cost/formula/expr_text.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace lockstep::cost::certificate {

namespace {

using nlohmann::ordered_json;
constexpr const char *form = "lockstep cost certificate 3";
constexpr std::string_view trips_names[] = {"exact", "by lane", "at most"}; // in the order of Trips

std::uint64_t whole(const ordered_json &j) {
  if (!j.is_number_unsigned())
    throw std::runtime_error(fmt::format("{} is no number of something", j.dump().substr(0, 40)));
  return j.get<std::uint64_t>();
}

std::array<std::uint64_t, 3> axes(const ordered_json &j) {
  if (!j.is_array() || j.size() != 3)
    throw std::runtime_error("three numbers are expected");
  return {whole(j[0]), whole(j[1]), whole(j[2])};
}

Expr expr_of(const ordered_json &j) {
  const Read read = parse(j.get<std::string>());
  if (!read.expr)
    throw std::runtime_error(fmt::format("'{}': {}", j.get<std::string>().substr(0, 60), read.problem));
  return *read.expr;
}

ordered_json of(const SummedCost &s) {
  ordered_json sums = ordered_json::array();
  for (const Expr &e : s.sums)
    sums.push_back(e.str());
  return {{"cost", s.cost.str()}, {"sums", sums}, {"joined", s.joined}};
}

SummedCost summed_of(const ordered_json &j) {
  SummedCost out{expr_of(j.at("cost")), {}, j.at("joined").get<bool>()};
  for (const ordered_json &e : j.at("sums"))
    out.sums.push_back(expr_of(e));
  return out;
}

ordered_json of(const cfg::Metric &m) {
  ordered_json out = {{"denominator", m.denominator}, {"atoms", ordered_json::object()}};
  out["operations"] = ordered_json::object();
  for (const auto &[atom, weight] : m.work.of)
    out["atoms"][std::string(cfg::name(atom))] = weight;
  for (const auto &[op, weight] : m.work.operations)
    out["operations"][std::string(cfg::op_info(op).text)] = weight;
  return out;
}

cfg::Metric metric_of(const std::string &name, const ordered_json &j) {
  cfg::Metric out;
  out.name = name;
  const auto number = [](const ordered_json &n) {
    const std::uint64_t out = whole(n);
    if (out > 1'000'000'000)
      throw std::runtime_error(fmt::format("a weight of {} is too large", out));
    return static_cast<std::int64_t>(out);
  };
  out.denominator = number(j.at("denominator"));
  for (const auto &[atom, weight] : j.at("atoms").items()) {
    const auto known = cfg::atom(atom);
    if (!known)
      throw std::runtime_error(fmt::format("'{}' is nothing that is counted", atom));
    out.work.of[*known] = number(weight);
  }
  for (const auto &[text, weight] : j.at("operations").items()) {
    const cfg::OpInfo *op = cfg::find_op(text);
    if (op == nullptr)
      throw std::runtime_error(fmt::format("'{}' is no operation", text));
    out.work.operations[op->op] = number(weight);
  }
  return out;
}

ordered_json of(const CertifiedWalk &w) {
  ordered_json out = {{"numbers", w.numbers}};
  for (const auto &axis : w.ids) {
    ordered_json lanes = ordered_json::array();
    for (const Expr &e : axis)
      lanes.push_back(e.str());
    out["ids"].push_back(lanes);
  }
  out["loops"] = ordered_json::array();
  for (const CertifiedLoop &l : w.loops) {
    ordered_json one = {
        {"head", l.head}, {"counter", l.counter}, {"trips", trips_names[static_cast<std::size_t>(l.kind)]}};
    one["count"] = l.count ? ordered_json(l.count->str()) : ordered_json();
    one["steps"] = l.steps;
    if (l.ranking) {
      one["ranking"] = l.ranking->str();
      one["invariants"] = ordered_json::array();
      for (const Expr &e : l.invariants)
        one["invariants"].push_back(e.str());
    }
    out["loops"].push_back(std::move(one));
  }
  out["events"] = ordered_json::array();
  for (const CertifiedEvent &e : w.events) {
    ordered_json costs = ordered_json::object();
    for (const auto &[metric, c] : e.costs) {
      costs[metric] = {{"lower", of(c.first)}};
      costs[metric]["upper"] = c.second ? of(*c.second) : ordered_json();
    }
    out["events"].push_back(
        {{"block", e.block}, {"stmt", e.stmt}, {"loops", e.loops}, {"issue", e.issue}, {"costs", costs}});
  }
  return out;
}

CertifiedWalk walk_of(const ordered_json &j) {
  CertifiedWalk out;
  for (const ordered_json &n : j.at("numbers"))
    out.numbers.emplace_back(n.at(0).get<std::string>(), whole(n.at(1)));
  for (std::size_t d = 0; d < 3; ++d)
    for (const ordered_json &e : j.at("ids").at(d))
      out.ids[d].push_back(expr_of(e));
  for (const ordered_json &l : j.at("loops")) {
    CertifiedLoop one{l.at("head").get<std::string>(), l.at("counter").get<std::string>()};
    const auto kind = std::find(std::begin(trips_names), std::end(trips_names), l.at("trips").get<std::string>());
    if (kind == std::end(trips_names))
      throw std::runtime_error("no such trips");
    one.kind = static_cast<Trips>(kind - std::begin(trips_names));
    if (!l.at("count").is_null())
      one.count = expr_of(l.at("count"));
    l.at("steps").get_to(one.steps);
    if (l.contains("ranking")) {
      one.ranking = expr_of(l.at("ranking"));
      for (const ordered_json &e : l.at("invariants"))
        one.invariants.push_back(expr_of(e));
    }
    out.loops.push_back(std::move(one));
  }
  for (const ordered_json &e : j.at("events")) {
    CertifiedEvent event{e.at("block").get<std::string>(), whole(e.at("stmt")), {}, e.at("issue").get<bool>(), {}};
    for (const ordered_json &l : e.at("loops"))
      event.loops.push_back(whole(l));
    for (const auto &[metric, c] : e.at("costs").items()) {
      auto &to = event.costs[metric];
      to.first = summed_of(c.at("lower"));
      if (!c.at("upper").is_null())
        to.second = summed_of(c.at("upper"));
    }
    out.events.push_back(std::move(event));
  }
  return out;
}

} // namespace

std::optional<Expr> joined_cost(const Expr &cost, const std::string &x, const Expr &m, const std::string &y) {
  const Expr flat = substitute(substitute(cost, y, 0), x, symbol(summed_so_far, Integer(0)));
  const auto all = symbols_of(cost);
  if (all.count(x) == 0 || all.count(y) == 0 ||
      !support::sound("certificate.joined",
                      substitute(flat, summed_so_far, Expr(all.at(x)) + m * Expr(all.at(y))) == cost))
    return std::nullopt;
  return flat;
}

std::string certificate_text(const Certificate &c) {
  ordered_json j = {{"form", form},
                    {"file", c.file},
                    {"kernel", c.kernel},
                    {"text", c.text},
                    {"target", c.target},
                    {"aligned", c.aligned},
                    {"local_size", c.local_size},
                    {"global_offset", c.offset},
                    {"most_groups", c.most_groups},
                    {"free_groups", c.free_groups},
                    {"unsigned", c.without_sign}};
  j["walks"] = ordered_json::array();
  for (const CertifiedWalk &w : c.walks)
    j["walks"].push_back(of(w));
  j["metrics"] = ordered_json::object();
  for (const auto &[name, metric] : c.metrics)
    j["metrics"][name] = of(metric);
  for (const auto &[metric, bounds] : c.totals) {
    j["totals"][metric] = {{"lower", bounds.first.str()}};
    j["totals"][metric]["upper"] = bounds.second ? ordered_json(bounds.second->str()) : ordered_json();
  }
  return j.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n"; // names may hold any bytes
}

CertificateRead read_certificate(const std::string &text) {
  try {
    const auto j = ordered_json::parse(text);
    if (j.at("form") != form)
      return {{}, fmt::format("not of the form '{}'", form)};
    Certificate c;
    j.at("file").get_to(c.file);
    j.at("kernel").get_to(c.kernel);
    j.at("text").get_to(c.text);
    j.at("target").get_to(c.target);
    for (const auto &[array, bytes] : j.at("aligned").items())
      c.aligned[array] = whole(bytes);
    c.local_size = axes(j.at("local_size"));
    c.offset = axes(j.at("global_offset"));
    c.most_groups = axes(j.at("most_groups"));
    for (std::size_t d = 0; d < 3; ++d)
      c.free_groups[d] = j.at("free_groups").at(d).get<bool>();
    if (j.contains("unsigned"))
      j.at("unsigned").get_to(c.without_sign);
    for (const ordered_json &w : j.at("walks"))
      c.walks.push_back(walk_of(w));
    for (const auto &[name, metric] : j.at("metrics").items())
      c.metrics[name] = metric_of(name, metric);
    for (const auto &[metric, bounds] : j.at("totals").items()) {
      auto &to = c.totals[metric];
      to.first = expr_of(bounds.at("lower"));
      if (!bounds.at("upper").is_null())
        to.second = expr_of(bounds.at("upper"));
    }
    return {std::move(c), {}};
  } catch (const std::exception &e) {
    return {{}, e.what()};
  }
}

} // namespace lockstep::cost::certificate
