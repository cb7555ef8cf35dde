// See head_variables.h.
#include "cost/certificate/head_variables.h"

#include "cfg/ir/text/parse.h"
#include "support/sound.h"

#include <fmt/format.h>

namespace lockstep::cost::certificate {

void HeadVariables::begin(const std::string &where) {
  state_.restore(before_);
  for (cfg::VarId v = 0; v < kernel_.vars.size(); ++v) {
    if (!modified_[v])
      continue;
    const cfg::Type type = kernel_.vars[v].type;
    const PerLane start = type.is_int() ? state_.read(v, entry_) : PerLane{};
    const bool same =
        type.is_int()
            ? alike(start)
            : type.is_bool() && state_.conditions.all_alike(state_.truth(cfg::variable(v, type), entry_), entry_);
    const auto [at, fresh] = variables_.try_emplace(v);
    HeadVariable &it = at->second;
    if (const auto s = claim_.steps.find(kernel_.vars[v].name); fresh && s != claim_.steps.end() && type.is_int())
      it.kind = HeadVariable::Closed;
    else if (fresh)
      it.kind = HeadVariable::Alike;
    if (it.kind == HeadVariable::Closed) {
      support::Diagnostics unheard;
      const auto step = cfg::parse_expr(claim_.steps.at(kernel_.vars[v].name), kernel_, unheard);
      if (!step || !((*step)->type == type))
        throw Refused(fmt::format("{}: the step of '{}' is none", where, kernel_.vars[v].name));
      it.start = start;
      it.step = state_.value(*step, entry_);
      for (std::size_t i = 0; i < it.start.size(); ++i) {
        const auto &a = it.start[i], &b = it.step[i];
        if (!a || !b || a->modulo < type.width || b->modulo < type.width) {
          it.kind = HeadVariable::Alike;
          break;
        }
        it.as_signed = it.as_signed && a->as_signed && b->as_signed;
        it.as_unsigned = it.as_unsigned && a->as_unsigned && b->as_unsigned;
      }
    }
    if (it.kind == HeadVariable::Alike && !same)
      it.kind = HeadVariable::Any;
  }
}

void HeadVariables::at_round(const Expr &round) {
  state_.restore(before_);
  for (const auto &[v, it] : variables_) {
    if (it.kind != HeadVariable::Closed) {
      state_.forget(v, entry_, it.kind == HeadVariable::Alike);
      continue;
    }
    PerLane now;
    for (std::size_t i = 0; i < it.start.size(); ++i)
      now.push_back(i > 0 && it.start[i] == it.start[i - 1] && it.step[i] == it.step[i - 1]
                        ? now.back()
                        : std::optional(number(it.start[i]->e + it.step[i]->e * round, kernel_.vars[v].type.width,
                                               it.as_signed, it.as_unsigned)));
    state_.assign(v, entry_, now, {});
  }
}

bool HeadVariables::confirmed(const LaneMask &m, const Expr &counter) {
  const std::uint64_t lanes = state_.conditions.lanes_of(m);
  bool fine = true;
  for (auto &[v, it] : variables_) {
    const cfg::Type type = kernel_.vars[v].type;
    if (it.kind == HeadVariable::Any || m.empty())
      continue;
    if (it.kind == HeadVariable::Alike && !type.is_int()) {
      if (type.is_bool() && state_.conditions.all_alike(state_.truth(cfg::variable(v, type), m), m))
        continue;
      fine = fine && !type.is_bool(); // of floats nothing was assumed
      it.kind = HeadVariable::Any;
      continue;
    }
    const PerLane next = state_.read(v, m);
    if (it.kind == HeadVariable::Alike) {
      if (support::unsound("certificate.alike", !alike(next))) {
        it.kind = HeadVariable::Any;
        fine = false;
      }
      continue;
    }
    for (std::size_t i = 0; i < next.size() && it.kind == HeadVariable::Closed; ++i) {
      if ((lanes >> i & 1) == 0)
        continue;
      if (!next[i] || next[i]->modulo < type.width ||
          support::unsound("certificate.pass", !(next[i]->e == it.start[i]->e + it.step[i]->e * (counter + 1)))) {
        it.kind = HeadVariable::Alike;
        fine = false;
      } else if ((it.as_signed && !next[i]->as_signed) || (it.as_unsigned && !next[i]->as_unsigned)) {
        it.as_signed = it.as_signed && next[i]->as_signed;
        it.as_unsigned = it.as_unsigned && next[i]->as_unsigned;
        fine = false;
      }
    }
  }
  return fine;
}

void HeadVariables::forget() {
  state_.restore(before_);
  for (const auto &[v, it] : variables_)
    state_.forget(v, entry_, false);
}

} // namespace lockstep::cost::certificate
