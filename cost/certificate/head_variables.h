// What variables have at a loop's head in any round, as the checker assumes and confirms it (checker.h).
//
// What holds at the head is assumed, as much as the certificate says and as can be, one pass from round k to k + 1 is
// made, and what it does not confirm is dropped, until a pass confirms all. Sound because what is assumed at the head
// holds on entry, and again behind each pass of the lanes that stay.
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "cost/certificate/certificate.h"
#include "cost/certificate/lanes.h"

namespace lockstep::cost::certificate {

// Start + step * round; the same in all lanes; anything.
struct HeadVariable {
  enum Kind : std::uint8_t { Closed, Alike, Any } kind = Any;
  PerLane start, step;
  bool as_signed = true, as_unsigned = true; // of Closed
};
struct Head { // as far as it is still assumed
  std::map<cfg::VarId, HeadVariable> variables;
  bool alike = true; // all lanes stay, or none
};

class HeadVariables {
public:
  // All must outlive it. `state`: on entry.
  HeadVariables(const cfg::Kernel &k, LaneState &state, const cfg::Loop &loop, const CertifiedLoop &claim,
                const LaneMask &entry, Head &head)
      : kernel_(k), state_(state), claim_(claim), entry_(entry), before_(state.variables()),
        modified_(cfg::modified_in(k, loop)), variables_(head.variables) {}

  void begin(const std::string &where); // another try, on entry. Refused: a claimed step is none
  void at_round(const Expr &round);
  // What a pass of the lanes of m from round `counter` has not confirmed is dropped; true: nothing is.
  bool confirmed(const LaneMask &m, const Expr &counter);
  void forget(); // of each lane in a round of its own
  const LaneState::Variables &on_entry() const { return before_; }

private:
  const cfg::Kernel &kernel_;
  LaneState &state_;
  const CertifiedLoop &claim_;
  const LaneMask &entry_;
  const LaneState::Variables before_;
  const std::vector<bool> modified_;
  std::map<cfg::VarId, HeadVariable> &variables_;
};

} // namespace lockstep::cost::certificate
