// What was asked and answered (proof_log.h).
#include "verify/proof_log.h"

#include <algorithm>

namespace lockstep::verify {

namespace b = emit::boogie;

b::Program with_invariants(const emit::GoalProgram &program, const std::map<std::string, bool> &kept) {
  b::Program out = program.program;
  // The constant that switches the assertion, if it is a candidate's: `assert c ==> formula`.
  auto candidate = [&](const b::AssertCmd &a) -> const emit::Candidate * {
    if (a.condition->kind != b::Kind::Binary || a.condition->text != "==>" ||
        a.condition->args[0]->kind != b::Kind::Ident)
      return nullptr;
    const auto it = std::find_if(program.candidates.begin(), program.candidates.end(),
                                 [&](const emit::Candidate &c) { return c.constant == a.condition->args[0]->text; });
    return it == program.candidates.end() ? nullptr : &*it;
  };
  for (b::Procedure &p : out.procedures)
    for (b::Block &block : p.blocks) {
      std::vector<b::Command> commands;
      for (const b::Command &c : block.commands) {
        const auto *a = std::get_if<b::AssertCmd>(&c);
        const emit::Candidate *switched = a ? candidate(*a) : nullptr;
        if (!switched) {
          commands.push_back(c);
          continue;
        }
        const auto it = kept.find(switched->constant);
        if (it != kept.end() && it->second)
          commands.emplace_back(b::AssertCmd{a->condition->args[1], a->attributes});
      }
      block.commands = std::move(commands);
    }
  std::erase_if(out.constants, [&](const b::ConstDecl &c) {
    return std::any_of(program.candidates.begin(), program.candidates.end(),
                       [&](const emit::Candidate &x) { return x.constant == c.name; });
  });
  return out;
}

} // namespace lockstep::verify
