// What a kernel's execution costs, as data: a metric gives a weight to each atom of atoms.def and, where asked, to
// single operations of ops.def. The cost of an execution is the weighted sum of what it counts (RaCuda's metrics, Sect.
// 3 of [MH21], whose constants are functions of such counts: gread(n) is n sectors, sread(n) is n - 1 conflicts).
//
// Weights are whole numbers over one denominator, so that sums are exact. Two weights may be given: work, and latency
// for the span of a block (both of [MH21], Sect. 5); who gives one, gives both.
#pragma once

#include "cfg/ir/expr.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::cfg {

enum class Atom : std::uint8_t {
#define ATOM(Name, text, what) Name,
#include "device/atoms.def"
};
inline constexpr std::size_t atom_count = 0
#define ATOM(Name, text, what) +1
#include "device/atoms.def"
    ;
std::string_view name(Atom a);
std::string_view meaning(Atom a);
std::optional<Atom> atom(std::string_view name);

// How often each atom occurred, and each operation.
struct AtomCounts {
  std::array<std::uint64_t, atom_count> of{};
  std::map<Op, std::uint64_t> operations;

  std::uint64_t &operator[](Atom a) { return of[static_cast<std::size_t>(a)]; }
  std::uint64_t operator[](Atom a) const { return of[static_cast<std::size_t>(a)]; }
  AtomCounts &operator+=(const AtomCounts &other);
  bool operator==(const AtomCounts &) const = default;
};
// Of one evaluation of `e` as a tree: operands and operations, the latter also one by one.
AtomCounts atoms_of(const Expr &e);

struct Metric {
  struct Weights {
    std::map<Atom, std::int64_t> of;       // those left out: 0
    std::map<Op, std::int64_t> operations; // those left out: that of Atom::Operation
    bool operator==(const Weights &) const = default;
  };
  std::string name;
  std::int64_t denominator = 1; // > 0
  Weights work;
  std::optional<Weights> latency; // of the span; empty: as work

  const Weights &span() const { return latency ? *latency : work; }
  bool operator==(const Metric &) const = default;
};
// The weighted sum, times the metric's denominator; saturates at the ends of 64 bits.
std::int64_t weigh(const Metric::Weights &weights, const AtomCounts &counts);

// sectors, conflicts, divwarps and steps of [MH21], Table 1; every atom by its own name.
std::optional<Metric> metric(std::string_view name);
std::vector<std::string> metric_names();

} // namespace lockstep::cfg
