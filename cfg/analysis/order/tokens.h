// What orders accesses of different threads, in one form for all that does beside barriers of a whole group.
//
// An access *gives* tokens and *takes* tokens. Two accesses of different threads are ordered if one of them gives what
// the other takes: if the two tokens are of one channel, and their keys meet there. Which tokens an access has an
// analysis says (order/handover.h, order/named_barriers.h, order/lock_step.h, emit/pick/races/masks.cpp), with the
// grounds that it has; what follows from tokens is the same for all (emit/pick/races/ordering.cpp). The table of all
// channels is in docs/design.md, "Ordering".
//
// What an analysis promises of each channel: if one thread's access has given a token, another's has taken one that
// meets it, the pair is one that the channel is about, and the grounds of both cover it, then one access happens before
// the other, or not both happen. Who may be first does not matter: who holds a lock both gives and takes.
#pragma once

#include "cfg/analysis/order/ordered.h"
#include "cfg/analysis/order/same_iteration.h"
#include "cfg/analysis/sharing/zero_at_launch.h"

#include <string>
#include <variant>
#include <vector>

namespace lockstep::cfg {

// Who has found a value in a cell that nobody ever puts back is the only one, so that nothing needs to be ordered.
class OnlyOne {
public:
  bool operator==(const OnlyOne &) const = default;

private:
  friend class HeldLocks;
  OnlyOne() = default;
};
struct InTurn { // one holder after the other
  OrderedAt acquired, released;
  bool operator==(const InTurn &) const = default;
};
// A barrier of some threads is passed by all that come to it together (order/named_barriers.h).
class PassedTogether {
public:
  bool operator==(const PassedTogether &) const = default;

private:
  friend struct NumberedBarriers;
  PassedTogether() = default;
};

enum class Keys : std::uint8_t {
  None,  // all tokens of the channel meet
  Cells, // they meet where both keys are one cell of the array
  Counts // they meet where what is given is less than what is taken; sums of counts do not wrap round
};
enum class Pairs : std::uint8_t { OfGroup, OfGroups, Any }; // of threads: of one group, of two, or either

struct Channel {
  std::string name; // for readers
  Keys keys = Keys::None;
  Pairs pairs = Pairs::Any;
  ArrayId array = 0;                      // of Cells
  std::optional<ZeroAtLaunch> start = {}; // an assumption
  bool tickets = false;                   // likewise: counters have given numbers that differ
};

struct Token {
  using Grounds = std::variant<OrderedAt, InTurn, OnlyOne, PassedTogether, SameIterationOfAllLoops>;
  std::size_t channel;
  Expr key; // its variables have the values that they have at the access; null: the channel has none
  Grounds grounds;
  Expr when = nullptr; // likewise: only then it is there; null: always

  bool covers(AtomicScope apart) const; // two threads that far apart
  bool bare() const;                    // an assumption: see OrderedAt
  bool operator==(const Token &o) const;
};

struct Tokens { // of one access
  std::vector<Token> gives, takes;
  bool operator==(const Tokens &) const = default;

  void hold(const Token &t) { // who comes after whom is not said
    gives.push_back(t);
    takes.push_back(t);
  }
};

// "gives X", "takes X", "holds X" (both), one behind the other.
std::string print(const Tokens &t, const std::vector<Channel> &channels, const Kernel &k);

} // namespace lockstep::cfg
