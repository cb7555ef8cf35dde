// What a question rests on: see trusted_flags.h.
#include "verify/trusted_flags.h"

#include "cfg/ir/assumptions.h"
#include "cfg/ir/rewrite.h"
#include "emit/encode/goal_text.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::verify {

namespace {

std::vector<std::string> assumptions_of_marks(const cfg::Kernel &k, std::vector<cfg::Expr> &nuws) {
  bool nsw = false, nuw = false;
  const auto look = [&](const std::vector<cfg::Expr> &used) {
    for (const cfg::Expr &e : used)
      cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
        nsw = nsw || n.nsw;
        nuw = nuw || n.nuw;
        if (n.nuw)
          nuws.push_back(cfg::Expr(cfg::Expr{}, &n));
      });
  };
  for (const cfg::Block &b : k.blocks) {
    for (const cfg::Stmt &s : b.stmts)
      look(cfg::used_exprs(s));
    look(cfg::used_exprs(b.end));
  }
  std::vector<std::string> out;
  if (nsw)
    out.push_back(cfg::assumption::no_signed_overflow);
  if (nuw)
    out.push_back(cfg::assumption::no_unsigned_overflow);
  return out;
}

std::string text_without_assumptions(emit::GoalProgram p) {
  p.assumptions.clear();
  std::string out = emit::boogie::print(emit::with_goals(p, true));
  for (const emit::Goal &g : p.goals) // those that ask no question of their own, too
    out += g.id + ' ' + g.same_as + '\n';
  return out;
}

} // namespace

TrustedFlags::TrustedFlags(const cfg::Kernel &k, const cfg::Launch &launch, bool strict) : k_(k), launch_(launch) {
  if (!strict)
    possible_ = assumptions_of_marks(k, nuw_);
}

void TrustedFlags::leave_out_proved(const cfg::Ranges &ranges) {
  const bool proved = std::all_of(nuw_.begin(), nuw_.end(), [&](const cfg::Expr &e) {
    return ranges.wrap_of(cfg::fresh_copy(e)).unsigned_ok == cfg::NoWrap::Proved; // wherever it stands
  });
  if (proved)
    std::erase(possible_, cfg::assumption::no_unsigned_overflow);
}

const cfg::Analyses *TrustedFlags::without_trust() {
  if (!tried_) {
    tried_ = true;
    support::Diagnostics told; // the same as with trust
    if (auto found = cfg::analyse(k_, launch_, {.assume_no_overflow = false}, told))
      strict_ = std::move(*found);
  }
  return strict_ ? &*strict_ : nullptr;
}

emit::GoalProgram TrustedFlags::noted(emit::GoalProgram question, const Anew &anew) {
  const auto listed = [&](const std::string &a) { return question.assumptions.count(a) != 0; };
  if (support::sound("trusted_flags.noted", std::all_of(possible_.begin(), possible_.end(), listed)))
    return question;
  const cfg::Analyses *strict = without_trust();
  if (strict && text_without_assumptions(anew(*strict)) == text_without_assumptions(question))
    return question;
  return noted(std::move(question));
}

emit::GoalProgram TrustedFlags::noted(emit::GoalProgram question) const {
  if (!support::left_out("trusted_flags.noted"))
    question.assumptions.insert(possible_.begin(), possible_.end());
  return question;
}

} // namespace lockstep::verify
