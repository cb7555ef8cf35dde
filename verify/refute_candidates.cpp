// Candidates refuted by execution: see refute_candidates.h.
#include "verify/refute_candidates.h"

#include "emit/execution/execution.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::verify {

namespace b = emit::boogie;

void drop_refuted(emit::GoalProgram &program) {
  if (program.candidates.empty())
    return;
  const std::set<std::string> refuted = emit::execute(program.program).refuted;
  if (refuted.empty())
    return;
  auto says_refuted = [&](const b::Command &command) {
    const auto *a = std::get_if<b::AssertCmd>(&command);
    return a != nullptr && support::left_out("refute_candidates.goals")
               ? true
               : a != nullptr && a->condition->kind == b::Kind::Binary && a->condition->text == "==>" &&
                     a->condition->args[0]->kind == b::Kind::Ident && refuted.count(a->condition->args[0]->text) != 0;
  };
  for (b::Procedure &p : program.program.procedures)
    for (b::Block &block : p.blocks)
      std::erase_if(block.commands, says_refuted);
  std::erase_if(program.program.constants, [&](const b::ConstDecl &c) { return refuted.count(c.name) != 0; });
  const auto rest = std::stable_partition(program.candidates.begin(), program.candidates.end(),
                                          [&](const emit::Candidate &c) { return refuted.count(c.constant) == 0; });
  std::move(rest, program.candidates.end(), std::back_inserter(program.refuted));
  program.candidates.erase(rest, program.candidates.end());
}

} // namespace lockstep::verify
