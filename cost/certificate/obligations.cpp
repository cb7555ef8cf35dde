// See obligations.h.
#include "cost/certificate/obligations.h"

#include "cost/certificate/certificate.h"
#include "cost/certificate/lane_masks.h"
#include "cost/certificate/splits.h"
#include "support/sound.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fmt/format.h>

namespace lockstep::cost::certificate {

namespace {

// Names are the keys of atoms: what looks like an expression would be taken for it.
bool is_word(const std::string &name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || std::strchr("_.'$", c) != nullptr; });
}

// Do sums that stand open bind only names that are no symbol's?
bool binds(const Expr &e, const std::map<std::string, std::pair<Expr, Expr>> &names) {
  for (const auto &[product, factor] : e.terms())
    for (const AtomRef &a : product)
      if ((a->kind == AtomKind::Sum && (names.count(a->name) != 0 || a->name == summed_so_far || a->name[0] == '?')) ||
          std::any_of(a->args.begin(), a->args.end(), [&](const Expr &x) { return binds(x, names); }))
        return true;
  return false;
}

} // namespace

// Names of what nobody knows begin with a question mark, and one is of what sums count: no claim has these.
void Obligations::declare(const std::string &name, const Integer &lo, const Expr &hi) {
  if (support::unsound("certificate.words", !is_word(name)) || name == summed_so_far ||
      !bounds_.emplace(name, std::pair(Expr(lo), hi)).second)
    throw Refused(fmt::format("'{}' cannot be the name of a symbol, or is that of two", name));
}

// A claim speaks of parameters, ids, and counters that run around it. Sound because what nobody knows may differ from
// round to round, and a counter that does not run may have no value, of which anything would hold.
void Obligations::admit(const Expr &e, const std::string &where, bool is_sum) const {
  for (const auto &[name, atom] : symbols_of(e))
    if (support::unsound("certificate.known",
                         !(is_sum && name == summed_so_far) && (bounds_.count(name) == 0 || resting_.count(name) != 0)))
      throw Refused(fmt::format("{}: it speaks of '{}'", where, name));
  if (support::unsound("certificate.binds", binds(e, bounds_)))
    throw Refused(where + ": an open sum binds a name that is somebody's");
}

Expr Obligations::bounded(Expr e) const {
  for (const auto &[name, atom] : symbols_of(e))
    if (const auto known = known_.find(name); known != known_.end())
      e = substitute(e, name, known->second);
  return e;
}

void Obligations::prove(Goal goal, const Expr &e, const std::vector<Expr> &premises, const std::string &what,
                        const std::optional<Expr> &summed) {
  if (const auto c = e.constant(); c && (goal == Goal::Zero ? *c == 0 : *c >= 0))
    return;
  std::vector<Question> questions{{e, {bounds_, premises}}};
  if (summed)
    questions[0].premises.bounds[summed_so_far] = {0, *summed - 1};
  if (goal == Goal::Zero) {
    auto names = known_;
    names[summed_so_far] = symbol(summed_so_far, Integer(0));
    for (const auto &[name, known] : names)
      questions[0].zero = substitute(questions[0].zero, name, known);
    questions = taken_apart(questions[0], summed_so_far);
  }
  for (const Question &q : questions) {
    const auto script = obligation(what, q.premises, goal, q.zero);
    if (!script)
      throw Refused(what + " cannot be said to a solver");
    scripts.push_back(*script);
  }
}

} // namespace lockstep::cost::certificate
