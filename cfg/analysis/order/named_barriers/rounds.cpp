// Whether all roles come to their ends, and nobody comes too early: see order/named_barriers.h, condition (3).
//
// The roles take turns, a barrier each, for a number of rounds of their loops. Which turns they take makes no
// difference: who passes what depends on counts alone. Where the roles stand as they stood some rounds before, in their
// loops all of them, more rounds bring nothing new: fewer rounds than there were by then are all that is tried.
// Sound because until a role leaves its loop it does not matter how often that is gone round; from one such state to
// the next all go round equally often, so that so many rounds more and so many less end alike.
#include "cfg/analysis/order/named_barriers/parts.h"

#include "support/sound.h"

#include <algorithm>
#include <array>

namespace lockstep::cfg {

namespace {

constexpr std::size_t of_group = 16, kinds = 17; // numbers of barriers, and the group's
constexpr int many_rounds = 40;
using KnownRounds = std::array<int, kinds>; // of each barrier: how often it was passed, as a role knows

class BarrierRounds {
public:
  BarrierRounds(const Kernel &k, const std::vector<BarrierSequence> &roles, int rounds) : k_(k) {
    for (const BarrierSequence &s : roles) {
      Role r;
      r.places = s.before;
      r.start = s.before.size();
      r.length = s.body.size();
      r.loops = !s.loop.empty();
      for (int n = 0; r.loops && n < rounds; ++n)
        r.places.insert(r.places.end(), s.body.begin(), s.body.end());
      r.loop_end = r.places.size();
      r.places.insert(r.places.end(), s.behind.begin(), s.behind.end());
      for (const auto *part : {&s.before, &s.body, &s.behind})
        for (Point p : *part)
          r.comes[kind(p)] = true;
      r.comes[of_group] = true;
      roles_.push_back(std::move(r));
    }
  }

  // Each role takes a step, if it can. False: none could.
  bool step() {
    bool any = false;
    for (Role &r : roles_)
      any = (r.at < r.places.size() && wrong.empty() && turn(r)) || any;
    return any;
  }
  bool done() const {
    return std::ranges::all_of(roles_, [](const Role &r) { return r.at == r.places.size(); });
  }
  // Are the roles that loop all in their loops? Then the furthest round, else nothing.
  std::optional<int> round() const {
    int most = 0;
    for (const Role &r : roles_)
      if (r.loops) {
        if (r.at < r.start || r.at >= r.loop_end)
          return std::nullopt;
        most = std::max(most, round_of(r));
      }
    return most;
  }
  // Where all stand, counted from the hindmost.
  std::vector<int> state() const {
    int least = many_rounds;
    for (const Role &r : roles_)
      if (r.loops)
        least = std::min(least, round_of(r));
    std::vector<int> out;
    auto note = [&](const KnownRounds &known) {
      for (std::size_t i = 0; i < kinds; ++i)
        out.push_back(std::max(-1, known[i] - passed(i)));
    };
    for (const Role &r : roles_) {
      out.push_back(static_cast<int>(r.loops ? (r.at - r.start) % r.length : r.at));
      out.push_back(r.loops ? round_of(r) - least : 0);
      out.push_back(r.waits);
      note(r.known);
      for (std::size_t i = 0; i < kinds; ++i)
        if (r.comes[i]) {
          out.push_back(r.come[i] - passed(i));
          if (r.come[i] > passed(i))
            note(r.brought[i].back());
        }
    }
    return out;
  }

  std::string wrong;

private:
  struct Role {
    std::vector<Point> places;
    std::size_t at = 0, start = 0, length = 0, loop_end = 0;
    bool loops = false, waits = false;
    std::array<bool, kinds> comes{};
    std::array<int, kinds> come{};
    std::array<std::vector<KnownRounds>, kinds> brought; // what it knew, each time that it came
    KnownRounds known{};
  };

  static int round_of(const Role &r) { return static_cast<int>((r.at - r.start) / r.length); }
  const Stmt &stmt(Point p) const { return k_.blocks[p.first].stmts[p.second]; }
  std::size_t kind(Point p) const {
    auto *n = std::get_if<Numbered>(&stmt(p).node);
    return n ? n->number : of_group;
  }
  int passed(std::size_t i) const {
    int least = -1;
    for (const Role &r : roles_)
      if (r.comes[i] && (least == -1 || r.come[i] < least))
        least = r.come[i];
    return std::max(least, 0);
  }

  bool turn(Role &r) {
    const Point place = r.places[r.at];
    const std::size_t i = kind(place);
    auto *n = std::get_if<Numbered>(&stmt(place).node);
    bool moved = false;
    if (!r.waits) {
      if (support::unsound("numbered.early", r.known[i] < r.come[i])) {
        wrong = "a thread may come to barrier " + std::to_string(i) + " again before the others have come to it";
        return false;
      }
      r.brought[i].push_back(r.known);
      ++r.come[i];
      moved = true;
      if (i == of_group)
        check_counts();
      if (n && !n->waits) {
        ++r.at;
        return true;
      }
      r.waits = true;
    }
    if (passed(i) < r.come[i])
      return moved;
    for (const Role &other : roles_)
      if (other.comes[i])
        for (std::size_t j = 0; j < kinds; ++j)
          r.known[j] = std::max(r.known[j], other.brought[i][static_cast<std::size_t>(r.come[i]) - 1][j]);
    r.known[i] = std::max(r.known[i], r.come[i]);
    r.waits = false;
    ++r.at;
    return true;
  }

  // All stand at a barrier of the group: then the counts of each number are equal, or it is not used any more.
  void check_counts() {
    for (const Role &r : roles_)
      if (r.come[of_group] != passed(of_group))
        return;
    for (std::size_t i = 0; i < of_group; ++i)
      for (const Role &r : roles_)
        if (support::unsound("numbered.counts", r.comes[i] && r.come[i] != passed(i) && used_again(i)))
          wrong = "threads have come to barrier " + std::to_string(i) + " unequally often at a barrier of all";
  }
  bool used_again(std::size_t i) const {
    for (const Role &r : roles_)
      for (std::size_t at = r.at; at < r.places.size(); ++at)
        if (kind(r.places[at]) == i)
          return true;
    return false;
  }

  const Kernel &k_;
  std::vector<Role> roles_;
};

// How many rounds are to be tried; nothing: no state comes back.
std::optional<int> rounds_to_try(const Kernel &k, const std::vector<BarrierSequence> &roles) {
  BarrierRounds rounds(k, roles, many_rounds);
  std::map<std::vector<int>, int> seen; // the furthest round at that time
  while (rounds.step() && rounds.wrong.empty())
    if (const auto round = rounds.round()) {
      const auto [at, added] = seen.try_emplace(rounds.state(), *round);
      if (!added && at->second != *round)
        return *round + 1;
    }
  return std::nullopt;
}

} // namespace

std::string rounds_missing(const Kernel &k, const std::vector<BarrierSequence> &roles) {
  std::optional<int> most = 0;
  if (support::unsound("numbered.more_rounds",
                       std::ranges::any_of(roles, [](const auto &r) { return !r.loop.empty(); })))
    most = rounds_to_try(k, roles);
  for (int n = 0; n <= most.value_or(2); ++n) {
    BarrierRounds rounds(k, roles, n);
    while (rounds.step() && rounds.wrong.empty()) {}
    if (!rounds.wrong.empty())
      return rounds.wrong;
    if (support::unsound("numbered.done", !rounds.done()))
      return "threads may wait for ever at a barrier of some threads";
  }
  return most ? "" : "the order in which threads come to barriers does not repeat itself";
}

} // namespace lockstep::cfg
