// Potentials by linear programming (potentials.h): candidate forms, invariants, cases, the program.
#include "cost/potentials/affine.h"

#include "support/sound.h"

#include <algorithm>
#include <map>
#include <z3++.h>

namespace lockstep::cost {

namespace {

class Solver {
public:
  explicit Solver(unsigned steps) : solver_(context_, z3::solver::simple()), steps_(steps) { limit(solver_); }
  // Does no integer point satisfy all of them? False also where the solver does not say.
  bool impossible(const Forms &all) {
    solver_.push();
    for (const Affine &a : all)
      solver_.add(integer(a) >= 0);
    const bool none = solver_.check() == z3::unsat;
    solver_.pop();
    return none;
  }
  z3::context &context() { return context_; }
  template <typename S> void limit(S &solver) {
    z3::params p(context_);
    p.set("rlimit", steps_);
    solver.set(p);
  }

private:
  z3::expr integer(const Affine &a) {
    z3::expr sum = context_.int_val(a.constant.get_str().c_str());
    for (std::size_t v = 0; v < a.factors.size(); ++v)
      if (a.factors[v] != 0)
        sum = sum +
              context_.int_val(a.factors[v].get_str().c_str()) * context_.int_const(("v" + std::to_string(v)).c_str());
    return sum;
  }
  z3::context context_;
  z3::solver solver_;
  unsigned steps_;
};

class Inference {
public:
  Inference(const TransitionSystem &s, const PotentialOptions &options, bool upper)
      : system_(s), options_(options), upper_(upper), solver_(options.steps) {
    for (const Transition &t : s.transitions)
      steps_.emplace_back(s, t);
  }

  std::optional<Potential> run() {
    find_forms();
    find_invariants();
    z3::optimize program(solver_.context());
    solver_.limit(program);
    declare(program);
    for (const PotentialStep &step : steps_) {
      Forms premises = at(invariants_[step.transition.from], step);
      for (const Affine &g : step.transition.guard)
        premises.push_back(step.before(g));
      if (holds_anyway(step))
        continue;
      if (is_plain(step)) { // the same potential on both sides
        for (std::size_t i = 0; i < bases_[step.transition.from].size(); ++i)
          program.add(unknown(step.transition.from, i) == unknown(step.transition.to, i));
        continue;
      }
      Forms split;
      for (const bool behind : {false, true}) {
        const std::size_t location = behind ? step.transition.to : step.transition.from;
        for (std::size_t i = 0; i < bases_[location].size(); ++i)
          if (!cancels(step, i))
            for (const Affine &f : bases_[location][i])
              add(split, behind ? step.behind(f) : step.before(f));
      }
      if (!cases(program, step, split, 0, premises, {}))
        return std::nullopt;
    }
    for (const long large : {1000L, 9L}) {
      const z3::expr sum = sum_at_points(large);
      upper_ ? program.minimize(sum) : program.maximize(sum);
    }
    if (program.check() != z3::sat)
      return std::nullopt;
    const z3::model model = program.get_model();
    Potential out;
    for (std::size_t i = 0; i < bases_[0].size(); ++i) {
      const z3::expr value = model.eval(unknown(0, i), true);
      if (!value.is_numeral())
        return std::nullopt; // an objective without a limit
      mpq_class factor(Z3_get_numeral_string(solver_.context(), value));
      factor.canonicalize();
      if (factor != 0)
        out.push_back({factor, bases_[0][i]});
    }
    return out;
  }

private:
  static Forms at(const Forms &forms, const PotentialStep &step) {
    Forms out;
    for (const Affine &f : forms)
      out.push_back(step.before(f));
    return out;
  }

  // From each guard, moved by what a transition takes off it; back along transitions.
  void find_forms() {
    const std::size_t n = system_.variables.size();
    forms_.resize(system_.locations);
    for (const PotentialStep &step : steps_)
      for (const Affine &g : step.transition.guard) {
        for (const PotentialStep &other : steps_)
          if (const auto behind = other.substituted(g, n)) {
            const mpz_class fall = g.constant - behind->constant;
            if (behind->factors == g.factors && fall > 0)
              add(forms_[step.transition.from], plus(g, fall));
          }
      }
    for (std::size_t round = 0; round < system_.locations + 1; ++round)
      for (const PotentialStep &step : steps_) {
        const Forms to = forms_[step.transition.to];
        for (const Affine &f : to)
          if (const auto before = step.substituted(f, n))
            if (forms_[step.transition.from].size() < options_.most_forms)
              add(forms_[step.transition.from], *before);
      }
    for (Forms &f : forms_)
      if (f.size() > options_.most_forms)
        f.resize(options_.most_forms);
    forms_.back().clear(); // the exit
  }

  // The greatest set of candidates that every transition keeps.
  void find_invariants() {
    const std::size_t n = system_.variables.size();
    Forms candidates = system_.assumed;
    for (const PotentialStep &step : steps_) {
      for (const Affine &g : step.transition.guard) {
        add(candidates, g);
        add(candidates, plus(g, 1));
      }
      for (std::size_t v = 0; v < n; ++v)
        if (const auto &u = step.transition.update[v];
            u && u->factors[v] == 0) { // v is what it was set to, or more, or less
          Affine above = negated(*u);
          above.factors[v] = 1;
          add(candidates, above);
          add(candidates, negated(above));
        }
    }
    invariants_.assign(system_.locations, candidates);
    invariants_[0] = system_.assumed;
    for (bool changed = true; changed;) {
      changed = false;
      for (const PotentialStep &step : steps_) {
        Forms &to = invariants_[step.transition.to];
        Forms known = at(invariants_[step.transition.from], step);
        for (const Affine &g : step.transition.guard)
          known.push_back(step.before(g));
        const auto lost = std::remove_if(to.begin(), to.end(), [&](const Affine &f) {
          Forms question = known;
          question.push_back(plus(negated(step.behind(f)), -1));
          return !solver_.impossible(question);
        });
        changed = changed || lost != to.end();
        to.erase(lost, to.end());
      }
    }
  }

  void declare(z3::optimize &program) {
    bases_.resize(system_.locations);
    for (std::size_t l = 0; l + 1 < system_.locations; ++l) {
      const Forms &f = forms_[l];
      bases_[l].push_back({});
      for (std::size_t i = 0; i < f.size(); ++i)
        bases_[l].push_back({f[i]});
      for (std::size_t i = 0; options_.degree > 1 && i < f.size(); ++i)
        for (std::size_t j = i; j < f.size(); ++j)
          bases_[l].push_back({f[i], f[j]});
      for (std::size_t i = 0; i < bases_[l].size(); ++i)
        if (upper_ || i > 0)
          program.add(unknown(l, i) >= 0);
    }
  }
  z3::expr unknown(std::size_t location, std::size_t base) {
    return solver_.context().real_const(("q" + std::to_string(location) + "_" + std::to_string(base)).c_str());
  }

  // A potential is not below 0 (its factors are not, and neither is max(0, form)), so from above what ends for nothing
  // asks for nothing.
  bool holds_anyway(const PotentialStep &step) const {
    return upper_ && step.transition.cost <= 0 && bases_[step.transition.to].empty();
  }
  // Does it change nothing, for nothing? Then one potential for both locations does, if both can have it.
  bool is_plain(const PotentialStep &step) const {
    const Transition &t = step.transition;
    const auto kept = [&, v = std::size_t(0)](const Affine &after) mutable {
      Affine same{std::vector<mpz_class>(step.width), 0};
      same.factors[v++] = 1;
      return after == same;
    };
    return t.cost == 0 && t.guard.empty() && t.from != t.to && forms_[t.from] == forms_[t.to] &&
           std::all_of(step.after.begin(), step.after.end(), kept);
  }
  // Base i of a location that the transition comes back to, if its forms stay as they are: it is on both sides.
  bool cancels(const PotentialStep &step, std::size_t i) const {
    if (step.transition.from != step.transition.to)
      return false;
    const Forms &base = bases_[step.transition.from].at(i);
    return std::all_of(base.begin(), base.end(), [&](const Affine &f) { return step.behind(f) == step.before(f); });
  }

  // What a good potential has little of (of a lower one: much): its values at points of the entry, first far from 0,
  // then near it. No point is outside what is assumed.
  z3::expr sum_at_points(long large) {
    const std::size_t n = system_.variables.size();
    std::vector<bool> matters(n);
    for (const Affine &f : forms_[0])
      for (std::size_t v = 0; v < n; ++v)
        matters[v] = matters[v] || f.factors[v] != 0;
    std::vector<std::vector<mpz_class>> points{std::vector<mpz_class>(n)};
    for (std::size_t v = 0; v < n; ++v) {
      if (!matters[v] || points.size() > 500)
        continue;
      const std::vector<std::vector<mpz_class>> some = points;
      for (const long x : {-large, 1L, large + 7 * static_cast<long>(v)})
        for (std::vector<mpz_class> point : some) {
          point[v] = x;
          points.push_back(point);
        }
    }
    std::vector<mpq_class> weight(bases_[0].size());
    for (const std::vector<mpz_class> &point : points)
      if (std::all_of(system_.assumed.begin(), system_.assumed.end(),
                      [&](const Affine &a) { return value_of(a, point) >= 0; }))
        for (std::size_t i = 0; i < bases_[0].size(); ++i)
          weight[i] += lockstep::cost::evaluate({{1, bases_[0][i]}}, point);
    z3::expr sum = solver_.context().real_val(0);
    for (std::size_t i = 0; i < bases_[0].size(); ++i)
      sum = sum + solver_.context().real_val(weight[i].get_str().c_str()) * unknown(0, i);
    return sum;
  }

  // `positive`: of split[0 .. next), is it at least 0? False: too many cases.
  bool cases(z3::optimize &program, const PotentialStep &step, const Forms &split, std::size_t next,
             const Forms &premises, const std::vector<bool> &positive) {
    if (solver_.impossible(premises))
      return true;
    if (next == split.size()) {
      constrain(program, step, split, premises, positive);
      return ++cases_ < 400;
    }
    for (bool sign : {true, false}) {
      Forms more = premises;
      more.push_back(sign ? split[next] : plus(negated(split[next]), -1));
      std::vector<bool> signs = positive;
      signs.push_back(sign);
      if (!cases(program, step, split, next + 1, more, signs))
        return false;
    }
    return true;
  }

  // Q(from) - cost - Q(to) >= 0, or the other way round, where the premises hold.
  void constrain(z3::optimize &program, const PotentialStep &step, const Forms &split, const Forms &premises,
                 const std::vector<bool> &positive) {
    z3::context &c = solver_.context();
    std::map<Monomial, z3::expr> sums;
    const auto number = [&](const mpq_class &q) { return c.real_val(q.get_str().c_str()); };
    const auto put = [&](const PotentialPolynomial &p, const z3::expr &factor) {
      for (const auto &[m, x] : p) {
        const z3::expr term = number(x) * factor;
        const auto [place, fresh] = sums.try_emplace(m, term);
        if (!fresh)
          place->second = place->second + term;
      }
    };
    const auto value = [&](const Affine &form) -> PotentialPolynomial { // of max(0, form) in this case
      if (is_constant(form))
        return form.constant > 0 ? polynomial(form) : PotentialPolynomial{};
      const auto found = std::find(split.begin(), split.end(), form);
      return positive[static_cast<std::size_t>(found - split.begin())] ? polynomial(form) : PotentialPolynomial{};
    };
    const auto put_potential = [&](std::size_t location, bool behind, int sign) {
      for (std::size_t i = 0; i < bases_[location].size(); ++i) {
        if (cancels(step, i))
          continue;
        PotentialPolynomial p{{{}, sign}};
        for (const Affine &f : bases_[location][i])
          p = multiplied(p, value(behind ? step.behind(f) : step.before(f)));
        put(p, unknown(location, i));
      }
    };
    const int sign = upper_ ? 1 : -1;
    put_potential(step.transition.from, false, sign);
    put_potential(step.transition.to, true, -sign);
    put({{{}, mpq_class(-sign * step.transition.cost)}}, c.real_val(1));
    std::vector<PotentialPolynomial> known{{{{}, 1}}};
    for (const Affine &p : premises)
      known.push_back(polynomial(p));
    const std::size_t single = known.size();
    for (std::size_t i = 1; options_.degree > 1 && i < single; ++i)
      for (std::size_t j = i; j < single; ++j)
        known.push_back(multiplied(known[i], known[j]));
    for (const PotentialPolynomial &p : known) {
      const z3::expr factor = c.real_const(("l" + std::to_string(factors_++)).c_str());
      if (!support::left_out("potentials.factors"))
        program.add(factor >= 0);
      put(p, -factor);
    }
    for (const auto &[m, sum] : sums)
      program.add(sum == 0);
  }

  const TransitionSystem &system_;
  const PotentialOptions &options_;
  const bool upper_;
  Solver solver_;
  std::vector<PotentialStep> steps_;
  std::vector<Forms> forms_, invariants_; // of each location
  std::vector<std::vector<Forms>> bases_; // of each location: products of max(0, form)
  std::size_t cases_ = 0, factors_ = 0;
};

std::string text_of(const Affine &a, const std::vector<std::string> &variables) {
  std::string text;
  const auto put = [&](const mpz_class &n, const std::string &name) {
    if (n == 0)
      return;
    const mpz_class size = abs(n);
    text += text.empty() ? (n < 0 ? "-" : "") : n < 0 ? " - " : " + ";
    text += name.empty() ? size.get_str() : size == 1 ? name : size.get_str() + "*" + name;
  };
  for (std::size_t v = 0; v < a.factors.size(); ++v)
    put(a.factors[v], variables[v]);
  put(a.constant, "");
  return text.empty() ? "0" : text;
}

std::optional<Potential> infer(const TransitionSystem &s, const PotentialOptions &options, bool upper) {
  try {
    return Inference(s, options, upper).run();
  } catch (const z3::exception &) { // out of time or memory in the middle
    return std::nullopt;
  }
}

} // namespace

mpq_class evaluate(const Potential &p, const std::vector<mpz_class> &values) {
  mpq_class sum = 0;
  for (const PotentialTerm &t : p) {
    mpq_class product = t.factor;
    for (const Affine &f : t.forms) {
      const mpz_class v = value_of(f, values);
      product *= v > 0 ? v : mpz_class(0);
    }
    sum += product;
  }
  return sum;
}

std::string print(const Potential &p, const std::vector<std::string> &variables) {
  std::string text;
  for (const PotentialTerm &t : p) {
    const mpq_class size = abs(t.factor);
    text += text.empty() ? (t.factor < 0 ? "-" : "") : t.factor < 0 ? " - " : " + ";
    std::string product = size == 1 && !t.forms.empty() ? "" : size.get_str();
    for (const Affine &f : t.forms)
      product += (product.empty() ? "max(0, " : "*max(0, ") + text_of(f, variables) + ")";
    text += product;
  }
  return text.empty() ? "0" : text;
}

std::optional<Potential> upper_potential(const TransitionSystem &s, const PotentialOptions &options) {
  return infer(s, options, true);
}
std::optional<Potential> lower_potential(const TransitionSystem &s, const PotentialOptions &options) {
  return infer(s, options, false);
}

} // namespace lockstep::cost
