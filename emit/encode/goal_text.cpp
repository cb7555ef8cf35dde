// Goals as attributes of their program: see goal_text.h.
#include "emit/encode/goal_text.h"

#include "support/sound.h"

#include <algorithm>
#include <map>

namespace lockstep::emit {

namespace b = boogie;

namespace {
const std::string *text_of(const std::vector<b::Attribute> &attributes, const char *key) {
  for (const b::Attribute &a : attributes)
    if (a.key == key && a.values.size() == 1)
      return std::get_if<std::string>(&a.values.front());
  return nullptr;
}
bool has(const std::vector<b::Attribute> &attributes, const char *key) {
  return std::any_of(attributes.begin(), attributes.end(), [&](const b::Attribute &a) { return a.key == key; });
}
// Boogie's strings have no escapes.
b::Attribute text(const char *key, std::string value) {
  std::replace(value.begin(), value.end(), '"', '\'');
  std::replace(value.begin(), value.end(), '\n', ' ');
  return {key, {std::move(value)}};
}
b::Attribute mark(const char *key) { return {key, {}}; }

void mark_goals(const std::vector<Goal> &goals, b::Program &p) {
  std::map<std::string, const Goal *> by_id;
  for (const Goal &g : goals)
    by_id.emplace(g.id, &g);
  for (b::Procedure &procedure : p.procedures)
    for (b::Block &block : procedure.blocks)
      for (b::Command &c : block.commands) {
        auto *assertion = std::get_if<b::AssertCmd>(&c);
        const std::string *id = assertion ? text_of(assertion->attributes, "id") : nullptr;
        const auto goal = id ? by_id.find(*id) : by_id.end();
        if (goal == by_id.end())
          continue;
        if (goal->second->kind == GoalKind::Vacuity)
          assertion->attributes.push_back(text("goal", "vacuity"));
        if (goal->second->coarse)
          assertion->attributes.push_back(mark("coarse"));
      }
}
} // namespace

b::Program with_goals(const GoalProgram &p, bool whole) {
  b::Program out = p.program;
  mark_goals(p.goals, out);
  std::size_t n = 0;
  for (const std::string &a : p.assumptions)
    out.functions.push_back({"assumption$" + std::to_string(n++), {}, b::boolean(), nullptr, {text("assumes", a)}});
  if (!whole)
    out.functions.push_back({"part", {}, b::boolean(), nullptr, {mark("part")}});
  n = 0;
  for (const Goal &g : p.unexpressed) {
    if (support::left_out("goal_text.open"))
      break;
    b::AssertCmd open{b::bool_lit(false), {b::id_attribute(g.id), text("open", g.abstraction)}};
    out.procedures.push_back({"open$" + std::to_string(n++), {}, {}, {{"entry", {std::move(open)}, {}}}});
  }
  return out;
}

GoalTerms goal_terms(const b::Program &p) {
  using Meaning = GoalTerms::Meaning;
  GoalTerms out;
  for (const b::FunctionDecl &f : p.functions) {
    if (const std::string *a = text_of(f.attributes, "assumes"))
      out.assumptions.push_back(*a);
    out.part = out.part || has(f.attributes, "part");
  }
  for (const b::Procedure &procedure : p.procedures)
    for (const b::Block &block : procedure.blocks)
      for (const b::Command &c : block.commands)
        if (const auto *assertion = std::get_if<b::AssertCmd>(&c)) {
          GoalTerms::Assertion a;
          a.block = block.label;
          a.procedure = procedure.name;
          if (const std::string *id = text_of(assertion->attributes, "id"))
            a.id = *id;
          const std::string *goal = text_of(assertion->attributes, "goal"),
                            *why = text_of(assertion->attributes, "open");
          a.meaning = why                                    ? Meaning::Open
                      : goal && *goal == "vacuity"           ? Meaning::Vacuity
                      : has(assertion->attributes, "coarse") ? Meaning::Coarse
                                                             : Meaning::Plain;
          a.why = why ? *why : "";
          out.assertions.push_back(std::move(a));
        }
  return out;
}

} // namespace lockstep::emit
