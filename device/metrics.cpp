// Metrics and what they weigh (metrics.h).
#include "device/metrics.h"

#include "cfg/ir/op_groups.h"
#include "support/wide.h"

#include <algorithm>
#include <limits>

namespace lockstep::cfg {

namespace {

struct Row {
  std::string_view name, meaning;
};
constexpr std::array<Row, atom_count> rows{
#define ATOM(Name, text, what) Row{text, what},
#include "device/atoms.def"
};

bool is_operand(Op op) {
  switch (op) {
  case OPS_LEAF: return true;
  case OPS_COMPUTED:
  case OPS_OPAQUE: break;
  }
  return false;
}

} // namespace

std::string_view name(Atom a) { return rows[static_cast<std::size_t>(a)].name; }
std::string_view meaning(Atom a) { return rows[static_cast<std::size_t>(a)].meaning; }
std::optional<Atom> atom(std::string_view name) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].name == name)
      return static_cast<Atom>(i);
  return std::nullopt;
}

AtomCounts &AtomCounts::operator+=(const AtomCounts &other) {
  for (std::size_t i = 0; i < atom_count; ++i)
    of[i] += other.of[i];
  for (const auto &[op, n] : other.operations)
    operations[op] += n;
  return *this;
}

AtomCounts atoms_of(const Expr &e) {
  AtomCounts out;
  for_each_node(e, [&](const ExprNode &n) {
    if (is_operand(n.op)) {
      ++out[Atom::Operand];
    } else {
      ++out[Atom::Operation];
      ++out.operations[n.op];
    }
  });
  return out;
}

std::int64_t weigh(const Metric::Weights &weights, const AtomCounts &counts) {
  support::Wide sum = 0;
  for (const auto &[atom, weight] : weights.of)
    if (atom != Atom::Operation)
      sum = sum + support::Wide(weight) * support::Wide(counts[atom]);
  const auto any = weights.of.find(Atom::Operation);
  for (const auto &[op, n] : counts.operations) {
    const auto own = weights.operations.find(op);
    const std::int64_t weight = own != weights.operations.end() ? own->second
                                : any != weights.of.end()       ? any->second
                                                                : 0;
    sum = sum + support::Wide(weight) * support::Wide(n);
  }
  return sum.exact_as<std::int64_t>().value_or(sum < 0 ? std::numeric_limits<std::int64_t>::min()
                                                       : std::numeric_limits<std::int64_t>::max());
}

std::optional<Metric> metric(std::string_view name) {
  Metric m;
  m.name = name;
  if (name == "divwarps") {
    m.work.of = {{Atom::Split, 1}};
  } else if (name == "steps") {
    for (Atom a :
         {Atom::Operand, Atom::Operation, Atom::Assignment, Atom::Test, Atom::Split, Atom::Sector, Atom::Conflict})
      m.work.of[a] = 1;
  } else if (const auto a = atom(name)) {
    m.work.of = {{*a, 1}};
  } else {
    return std::nullopt;
  }
  return m;
}

std::vector<std::string> metric_names() {
  std::vector<std::string> names{"divwarps", "steps"};
  for (const Row &r : rows)
    names.emplace_back(r.name);
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace lockstep::cfg
