// Sets of lanes: decision diagrams over conditions (R. Bryant, 1986). Equal sets have one number, so what two arms of a
// branch make together is again what it was before.
#pragma once

#include "cost/lanes/lane_value.h"

#include <map>
#include <set>
#include <tuple>

namespace lockstep::cost {

using Mask = std::uint32_t;
inline constexpr Mask nobody = 0, everybody = 1;

enum class Truth : std::uint8_t { No, Maybe, Yes };

struct Condition {
  enum Kind : std::uint8_t { Positive, Zero, Unknown } kind = Unknown;
  LaneValue value; // Positive: value > 0; Zero: value == 0
};

class Masks {
public:
  Mask positive(const LaneValue &v); // unknown: a condition of its own
  Mask zero(const LaneValue &v);
  Mask unknown();
  Mask both(Mask a, Mask b) { return choose(a, b, nobody); }
  Mask either(Mask a, Mask b) { return choose(a, everybody, b); }
  Mask other(Mask a) { return choose(a, nobody, everybody); }
  Mask choose(Mask c, Mask yes, Mask no);
  // A set that has those of m that `a` has; of others any.
  Mask given(Mask a, Mask m);
  bool within(Mask a, Mask b) { return both(a, other(b)) == nobody; }
  bool apart(Mask a, Mask b) { return both(a, b) == nobody; }

  const Condition &condition(std::size_t c) const { return conditions_[c]; }
  std::vector<std::size_t> conditions_of(Mask m) const;
  // A literal: the condition, and whether it must hold. None: it is none.
  struct Literal {
    std::size_t condition;
    bool holds;
  };
  std::optional<Literal> literal(Mask m) const;
  template <typename Answer> Truth truth(Mask m, const Answer &answer) const { // answer(condition) -> Truth
    if (m <= everybody)
      return m == everybody ? Truth::Yes : Truth::No;
    const Node n = nodes_[m];
    const Truth here = answer(n.condition);
    if (here != Truth::Maybe)
      return truth(here == Truth::Yes ? n.yes : n.no, answer);
    const Truth yes = truth(n.yes, answer), no = truth(n.no, answer);
    return yes == no ? yes : Truth::Maybe;
  }
  // The lanes (as bits) of which m is known to have each, and to have none; `holds(condition)` gives both for one.
  template <typename Holds>
  std::pair<std::uint64_t, std::uint64_t> lanes(Mask m, std::uint64_t all, const Holds &holds) const {
    std::map<Mask, std::pair<std::uint64_t, std::uint64_t>> known{{nobody, {0, all}}, {everybody, {all, 0}}};
    for (const Mask n : parts_of(m)) { // parts come before what they are part of
      const auto [yes, no] = holds(nodes_[n].condition);
      const auto &a = known.at(nodes_[n].yes), &b = known.at(nodes_[n].no);
      known[n] = {(yes & a.first) | (no & b.first) | (a.first & b.first),
                  (yes & a.second) | (no & b.second) | (a.second & b.second)};
    }
    return known.at(m);
  }
  // Of a lane, without values for symbols.
  Truth of_lane(Mask m, std::size_t lane) const;
  Truth holds(std::size_t condition, std::size_t lane) const;

private:
  struct Node {
    std::size_t condition;
    Mask yes, no;
  };
  Mask node(std::size_t condition, Mask yes, Mask no);
  std::set<Mask> parts_of(Mask m) const;
  Mask of(Condition c);

  std::vector<Node> nodes_{{~std::size_t(0), 0, 0}, {~std::size_t(0), 1, 1}};
  std::map<std::tuple<std::size_t, Mask, Mask>, Mask> known_, chosen_;
  std::vector<Condition> conditions_;
};

// Lane by lane one or the other; unknown where a condition on symbols parts them.
LaneValue mixed(const Masks &masks, Mask c, const LaneValue &yes, const LaneValue &no);

} // namespace lockstep::cost
