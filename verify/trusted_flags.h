// That operations marked nsw and nuw do not overflow: what a question rests on, found out from the question itself.
//
// Ranges, recurrences, trip counts, congruences, closed ways and the encoder all may trust the marks, and what one of
// them concludes is what the next one starts from. So no fact carries a list: the same question is made once more by
// analyses and an encoder that trust no mark (those of --strict-overflow). Where it comes out as another text, the
// marks have had a part in it, and its results list the assumption; whoever learns to trust the marks need not remember
// to say so.
#pragma once

#include "cfg/analysis/analyses.h"
#include "emit/encode/goal.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::verify {

class TrustedFlags {
public:
  // Of a kernel that is asked about with `launch`; `strict`: no mark is trusted in any case.
  TrustedFlags(const cfg::Kernel &k, const cfg::Launch &launch, bool strict);

  // Marks nuw that change nothing are those of operations that cannot wrap around whatever their variables hold: ids
  // and sizes, mostly.
  void leave_out_proved(const cfg::Ranges &ranges);

  // The question as analyses that trust no mark put it.
  using Anew = std::function<emit::GoalProgram(const cfg::Analyses &)>;
  // The question, with the assumptions in its list that it rests on. Sound because a question that reads the same
  // without trust in any mark is a question about executions that need no assumption.
  emit::GoalProgram noted(emit::GoalProgram question, const Anew &anew);
  // The same where the question is not made anew: every assumption that it could rest on.
  emit::GoalProgram noted(emit::GoalProgram question) const;

private:
  const cfg::Analyses *without_trust();

  const cfg::Kernel &k_;
  const cfg::Launch launch_;
  std::vector<std::string> possible_; // what the kernel's marks could make a question rest on
  std::vector<cfg::Expr> nuw_;        // marked so; the kernel's nodes
  bool tried_ = false;
  std::optional<cfg::Analyses> strict_;
};

} // namespace lockstep::verify
