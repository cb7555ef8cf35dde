// Certificates as JSON, both ways (certificate.h).
#include "cost/certificate/certificate.h"
#include "cost/expr_text.h"
#include "support/sound.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace lockstep::cost {

namespace {

using nlohmann::ordered_json;
constexpr const char *form = "lockstep cost certificate 1";

Expr expr_of(const ordered_json &j) {
  const Read read = parse(j.get<std::string>());
  if (!read.expr)
    throw std::runtime_error(fmt::format("'{}': {}", j.get<std::string>(), read.problem));
  return *read.expr;
}

ordered_json of(const SummedCost &s) {
  ordered_json sums = ordered_json::array();
  for (const Expr &e : s.sums)
    sums.push_back(e.str());
  return {{"cost", s.cost.str()}, {"sums", sums}, {"joined", s.joined}};
}

SummedCost summed_of(const ordered_json &j) {
  SummedCost out{expr_of(j.at("cost")), {}, j.at("joined")};
  for (const ordered_json &e : j.at("sums"))
    out.sums.push_back(expr_of(e));
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
  for (const CertifiedLoop &l : w.loops)
    out["loops"].push_back({{"head", l.head},
                            {"counter", l.counter},
                            {"count", l.count.str()},
                            {"by_lane", l.by_lane},
                            {"steps", l.steps}});
  out["events"] = ordered_json::array();
  for (const CertifiedEvent &e : w.events) {
    ordered_json costs = ordered_json::object();
    for (const auto &[metric, c] : e.costs) {
      costs[metric] = {{"lower", of(c.first)}};
      costs[metric]["upper"] = c.second ? of(*c.second) : ordered_json();
    }
    out["events"].push_back({{"block", e.block}, {"stmt", e.stmt}, {"loops", e.loops}, {"costs", costs}});
  }
  return out;
}

CertifiedWalk walk_of(const ordered_json &j) {
  CertifiedWalk out;
  j.at("numbers").get_to(out.numbers);
  for (std::size_t d = 0; d < 3; ++d)
    for (const ordered_json &e : j.at("ids").at(d))
      out.ids[d].push_back(expr_of(e));
  for (const ordered_json &l : j.at("loops"))
    out.loops.push_back({l.at("head"), l.at("counter"), expr_of(l.at("count")), l.at("by_lane"),
                         l.at("steps").get<std::map<std::string, std::string>>()});
  for (const ordered_json &e : j.at("events")) {
    CertifiedEvent event{e.at("block"), e.at("stmt"), e.at("loops").get<std::vector<std::size_t>>(), {}};
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
      !(substitute(flat, summed_so_far, Expr(all.at(x)) + m * Expr(all.at(y))) == cost ||
        support::left_out("certificate.joined")))
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
                    {"no_wrap", c.no_wrap}};
  j["walks"] = ordered_json::array();
  for (const CertifiedWalk &w : c.walks)
    j["walks"].push_back(of(w));
  for (const auto &[metric, bounds] : c.totals) {
    j["totals"][metric] = {{"lower", bounds.first.str()}};
    j["totals"][metric]["upper"] = bounds.second ? ordered_json(bounds.second->str()) : ordered_json();
  }
  return j.dump(1) + "\n";
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
    j.at("aligned").get_to(c.aligned);
    j.at("local_size").get_to(c.local_size);
    j.at("global_offset").get_to(c.offset);
    j.at("most_groups").get_to(c.most_groups);
    j.at("free_groups").get_to(c.free_groups);
    j.at("no_wrap").get_to(c.no_wrap);
    for (const ordered_json &w : j.at("walks"))
      c.walks.push_back(walk_of(w));
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

} // namespace lockstep::cost
