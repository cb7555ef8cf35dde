// Kernels with certificates of what they cost, of the tests.
#pragma once

#include "cfg/ir/text/parse.h"
#include "cfg/passes/normalise.h"
#include "cost/certificate/certify.h"
#include "cost/certificate/checker.h"
#include "cost/certificate/smt.h"

#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace lockstep::cost::certificate {

inline constexpr const char *store = "  a[sext(local_id(0, i32), i64)] := 1:i32;\n";

inline std::string guarded() {
  return "block entry:\n  br slt(add(mul(group_id(0, i32), 64:i32), local_id(0, i32)), n), then, done;\nblock then:\n" +
         std::string(store) + "  goto done;\nblock done:\n  return;\n";
}

inline std::string looped(const std::string &step) {
  return "block entry:\n  i := 0:i32;\n  goto head;\nblock head:\n  br slt(i, n), body, done;\nblock body:\n" +
         std::string(store) + "  i := add.nsw(i, " + step + ":i32);\n  goto head;\nblock done:\n  return;\n";
}

inline std::string shifted() {
  return "block entry:\n  a[sext(add.nsw(local_id(0, i32), n), i64)] := 1:i32;\n  return;\n";
}

// `i` is doubled: its rounds are a ranking.
inline std::string doubled() {
  return "block entry:\n  i := 1:i32;\n  goto head;\nblock head:\n  br slt(i, n), body, done;\nblock body:\n" +
         std::string(store) + "  i := mul.nsw(i, 2:i32);\n  goto head;\nblock done:\n  return;\n";
}

// Each lane as often as its id says.
inline std::string by_lane() {
  return "block entry:\n  i := 0:i32;\n  goto head;\nblock head:\n  br slt(i, and(local_id(0, i32), 31:i32)), body, "
         "done;\nblock "
         "body:\n"
         "  a[sext(i, i64)] := 1:i32;\n  i := add.nsw(i, 1:i32);\n  goto head;\nblock done:\n  return;\n";
}

// Nobody knows who stays, but nobody longer than n rounds.
inline std::string at_most() {
  return "block entry:\n  i := 0:i32;\n  goto head;\nblock head:\n  br slt(i, n), body, done;\nblock body:\n"
         "  x := a[sext(local_id(0, i32), i64)];\n  i := add.nsw(i, 1:i32);\n  br slt(x, 5:i32), head, done;\n"
         "block done:\n  return;\n";
}

// A triangle, through group memory.
inline std::string triangle() {
  return "block entry:\n  i := 0:i32;\n  goto head;\nblock head:\n  br slt(i, n), body, done;\nblock body:\n"
         "  j := 0:i32;\n  goto inner;\nblock inner:\n  br slt(j, i), more, next;\nblock more:\n"
         "  s[zext(mul.nsw(local_id(0, i32), 2:i32), i64)] := j;\n  j := add.nsw(j, 1:i32);\n  goto inner;\nblock "
         "next:\n"
         "  i := add.nsw(i, 1:i32);\n  goto head;\nblock done:\n  return;\n";
}

// A place that the data choose, with some lanes only.
inline std::string scattered() {
  return "block entry:\n  x := a[sext(local_id(0, i32), i64)];\n  br slt(local_id(0, i32), 40:i32), then, done;\n"
         "block then:\n  i := atomic add s[zext(and(x, 63:i32), i64)](1:i32);\n  goto done;\nblock done:\n  "
         "return;\n";
}

inline const cfg::Metric energy{"energy",
                                2,
                                {{{cfg::Atom::Sector, 7},
                                  {cfg::Atom::Same, 4},
                                  {cfg::Atom::Issue, 1},
                                  {cfg::Atom::Lane, 1},
                                  {cfg::Atom::Wavefront, 3},
                                  {cfg::Atom::Operation, 1}},
                                 {{cfg::Op::Mul, 5}}},
                                {}};

inline std::variant<Certificate, std::string> certified(const std::string &body) {
  support::Diagnostics diags;
  const std::string text =
      "kernel k pointer_bits 64 {\n  param n : i32 \"n\";\n  var i : i32 \"i\";\n  var x : i32 \"x\";\n"
      "  var j : i32 \"j\";\n  array a : i32[] global param \"a\";\n  array s : i32[128] group \"s\";\n" +
      body + "}\n";
  const auto all = cfg::parse_kernels(text, "test.kir", diags);
  if (!all)
    return diags.all().at(0).message;
  const auto normal = cfg::normalise((*all)[0], {}, diags);
  cfg::Launch launch;
  launch.local_size = {64, 1, 1};
  launch.num_groups[0].reset();
  const auto analyses = cfg::analyse(*normal, launch, {}, diags);
  const coalescing::Options options{*cfg::target("nvidia"), 256, {}};
  CostWishes wishes{.metrics = {}, .keep_walks = true};
  for (const char *name : {"sectors", "divwarps", "steps"})
    wishes.metrics.push_back(*cfg::metric(name));
  wishes.metrics.push_back(energy);
  return certificate_of(*normal, *analyses, options, kernel_cost(*normal, *analyses, options, wishes));
}

inline Certificate made(const std::string &body) {
  auto c = certified(body);
  if (const auto *why = std::get_if<std::string>(&c))
    throw std::runtime_error("no certificate: " + *why);
  return std::get<Certificate>(std::move(c));
}

// Why it is not proved; empty: it is.
inline std::string problem(const Certificate &c) {
  const CheckedCertificate checked = check(c);
  if (!checked.refused.empty())
    return checked.refused;
  for (const std::string &o : checked.obligations)
    if (!proved_by_z3(o))
      return o.substr(0, o.find('\n'));
  return {};
}

inline const std::vector<std::string> &bodies() {
  static const std::vector<std::string> all{guarded(), looped("1"), looped("3"), shifted(),  doubled(),
                                            by_lane(), at_most(),   triangle(),  scattered()};
  return all;
}

} // namespace lockstep::cost::certificate
