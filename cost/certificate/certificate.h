// A certificate of what a kernel costs (docs/design.md 13): the kernel's text and its launch; for each warp, or
// all warps by a symbol, the loops with their counters, how often they go round and the step of each variable; for
// each access, branch and statement what one request costs, as a function of parameters and counters, and the closed
// sums over the counters, one after the other; the totals. Whoever has it needs nothing of how it was found: checker.h
// holds it against the kernel's text.
#pragma once

#include "cost/formula/expr.h"
#include "device/metrics.h"

#include <array>
#include <cstdint>
#include <set>

namespace lockstep::cost::certificate {

inline constexpr const char *summed_so_far = "sum.N"; // no name of C has a dot; checker.h refuses others that do

// What one request costs, and sums[i], a function of sum.N: the cost summed over the first so many values of the i-th
// counter around the event (loops inside out, numbers of warps, numbers of groups), with the counters before it used
// up.
//
// `joined`: the last number of warps x below m and the first of groups y are one counter, x + m * y.
struct SummedCost {
  Expr cost;
  std::vector<Expr> sums;
  bool joined = false;
};

// The cost as a function of sum.N = x + m * y, if it is one. Sound because putting that in gives the cost again.
std::optional<Expr> joined_cost(const Expr &cost, const std::string &x, const Expr &m, const std::string &y);

struct CertifiedEvent {
  std::string block;
  std::size_t stmt = 0;                                                          // as many as the block has: its end
  std::vector<std::size_t> loops;                                                // around it, outermost first
  bool issue = false;                                                            // of the block itself
  std::map<std::string, std::pair<SummedCost, std::optional<SummedCost>>> costs; // by metric: at least, at most
};

// Exact: all lanes go round as often. ByLane: each leaves by itself. AtMost: nobody knows who stays, but no lane
// longer.
enum class Trips : std::uint8_t { Exact, ByLane, AtMost };

// `steps`: of variables, as text of the kernel IR, by what held on entry. `ranking`: a function of variables at the
// head
// ("head.NAME") that is never below 0 where the invariants are not, and falls by 1, or by as much at least, in each
// round.
struct CertifiedLoop {
  std::string head, counter;
  Trips kind = Trips::Exact;
  std::optional<Expr> count = {}; // rounds, of the lane that stays longest; none: AtMost without an end
  std::map<std::string, std::string> steps = {};
  std::optional<Expr> ranking = {};
  std::vector<Expr> invariants = {}; // at least 0, by variables at the head
};

struct CertifiedWalk { // of one warp, or of several by symbols
  std::vector<std::pair<std::string, std::uint64_t>> numbers;
  std::array<std::vector<Expr>, 3> ids; // of each lane
  std::vector<CertifiedLoop> loops;
  std::vector<CertifiedEvent> events;
};

struct Certificate {
  std::string file, kernel; // for reports
  std::string text;         // of the kernel, as .kir
  std::string target;
  std::map<std::string, std::uint64_t> aligned; // bytes, by array
  std::array<std::uint64_t, 3> local_size{1, 1, 1}, offset{0, 0, 0}, most_groups{1, 1, 1};
  std::array<bool, 3> free_groups{};  // else as many as most_groups
  std::set<std::string> without_sign; // unsigned parameters, by their names in the text
  std::vector<CertifiedWalk> walks;
  std::map<std::string, cfg::Metric> metrics;                         // of totals that have no name of their own
  std::map<std::string, std::pair<Expr, std::optional<Expr>>> totals; // of the grid, by metric
};

std::string certificate_text(const Certificate &c); // JSON
struct CertificateRead {
  std::optional<Certificate> certificate;
  std::string problem;
};
CertificateRead read_certificate(const std::string &text);

} // namespace lockstep::cost::certificate
