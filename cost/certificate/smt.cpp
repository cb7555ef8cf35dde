// See smt.h.
#include "cost/certificate/smt.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fmt/format.h>
#include <set>
#include <z3++.h>

namespace lockstep::cost::certificate {

namespace {

struct Fraction { // text / by
  std::string text;
  Integer by = 1;
};

std::string literal(const Integer &n) { return n < 0 ? "(- " + Integer(-n).get_str() + ")" : n.get_str(); }

class Writer {
public:
  std::string lines;
  std::map<std::string, AtomRef> symbols;
  bool fine = true;

  // text, as a whole number of `by`ths.
  Fraction of(const Expr &e) {
    std::vector<std::pair<std::string, Rational>> parts;
    for (const auto &[product, factor] : e.terms()) {
      std::string text;
      Rational f = factor;
      for (const AtomRef &a : product) {
        const Fraction n = atom(a);
        text += " " + n.text;
        f /= Rational(n.by);
      }
      parts.emplace_back(text, f);
    }
    Fraction out{"0", 1};
    for (const auto &[text, f] : parts)
      out.by = lcm(out.by, Integer(f.get_den()));
    std::string sum;
    for (const auto &[text, f] : parts) {
      const Integer n = Rational(f * Rational(out.by)).get_num();
      sum += text.empty() ? " " + literal(n) : fmt::format(" (* {}{})", literal(n), text);
    }
    if (!parts.empty())
      out.text = parts.size() == 1 ? sum.substr(1) : "(+" + sum + ")";
    return out;
  }

  // What holds of logarithms and quotients: log2 is 0 below 2, and falls by 1 where its argument is halved; a quotient
  // by c times as much is the quotient's by c.
  std::string lemmas() const {
    std::string out;
    for (const auto &[l, x] : logarithms_) {
      if (x.by != 1)
        continue;
      out += fmt::format("(assert (>= {0} 0))\n(assert (= (= {0} 0) (< {1} 2)))\n", l, x.text);
      for (const auto &[m, y] : logarithms_)
        if (l != m && y.by == 1)
          out += fmt::format("(assert (=> (and (>= {0} 2) (= {1} (div {0} 2))) (= {2} (+ {3} 1))))\n", x.text, y.text,
                             l, m);
    }
    for (const Quotient &q : quotients_)
      for (const Quotient &r : quotients_)
        if (q.dividend == r.dividend)
          for (long c = 2; c <= 4; ++c)
            if (r.divisor == q.divisor * Expr(c))
              out += fmt::format("(assert (=> (> {} 0) (= {} (div {} {}))))\n", q.by.text, r.name, q.name, c);
    return out;
  }

private:
  struct Quotient {
    std::string name;
    Fraction by;
    Expr dividend, divisor;
  };

  Fraction atom(const AtomRef &a) {
    if (const auto known = names_.find(a->key); known != names_.end())
      return known->second;
    if (a->kind == AtomKind::Symbol) {
      fine = fine &&
             std::all_of(a->name.begin(), a->name.end(), // no script within a name
                         [](unsigned char c) { return std::isalnum(c) != 0 || std::strchr("_.?'$", c) != nullptr; });
      symbols.emplace(a->name, a);
      return names_[a->key] = {"|" + a->name + "|", 1};
    }
    const std::string name = fmt::format("a{}", defined_++);
    std::vector<Fraction> args;
    for (const Expr &e : a->args)
      if (a->kind != AtomKind::Sum && a->kind != AtomKind::Log2)
        args.push_back(of(e));
    Fraction out{name, 1};
    std::string body;
    switch (a->kind) {
    case AtomKind::Floor:
    case AtomKind::Mod: { // of a/b, as whole numbers
      const std::string x = fmt::format("(* {} {})", literal(args[1].by), args[0].text),
                        y = fmt::format("(* {} {})", literal(args[0].by), args[1].text);
      const auto c = a->args[1].constant();
      const std::string quotient =
          c && *c > 0
              ? fmt::format("(div {} {})", x, literal(Rational(*c * Rational(args[0].by * args[1].by)).get_num()))
              : fmt::format("(ite (> {1} 0) (div {0} {1}) (div (- {0}) (- {1})))", x, y);
      body =
          a->kind == AtomKind::Floor ? quotient : fmt::format("(- {} (* {} {}))", args[0].text, args[1].text, quotient);
      fine = fine && (a->kind == AtomKind::Floor || (args[0].by == 1 && args[1].by == 1)) && (!c || *c != 0);
      if (a->kind == AtomKind::Floor && !c)
        quotients_.push_back({name, args[1], a->args[0], a->args[1]});
      break;
    }
    case AtomKind::Min:
    case AtomKind::Max: {
      for (const Fraction &n : args)
        out.by = lcm(out.by, n.by);
      for (const Fraction &n : args) {
        const std::string one = fmt::format("(* {} {})", literal(out.by / n.by), n.text);
        body = body.empty()
                   ? one
                   : fmt::format("(ite ({0} {1} {2}) {1} {2})", a->kind == AtomKind::Min ? "<=" : ">=", body, one);
      }
      break;
    }
    case AtomKind::AtLeastZero: body = fmt::format("(ite (>= {} 0) 1 0)", args[0].text); break;
    case AtomKind::IsZero: body = fmt::format("(ite (= {} 0) 1 0)", args[0].text); break;
    case AtomKind::Table: body = table(*a, args, 0, 0, out); break;
    case AtomKind::Log2:
    case AtomKind::Sum:
      fine = fine && is_whole(Expr(a));
      if (a->kind == AtomKind::Log2)
        logarithms_.emplace_back(name, of(a->args[0]));
      lines += fmt::format("(declare-const {} Int)\n", name);
      return names_[a->key] = out;
    case AtomKind::Symbol: break;
    }
    lines += fmt::format("(define-fun {} () Int {})\n", name, body);
    return names_[a->key] = out;
  }

  // The entries from `first` on, along dimension d; runs of like ones are one case.
  std::string table(const Atom &a, const std::vector<Fraction> &args, std::size_t d, std::size_t first, Fraction &out) {
    if (d == 0)
      for (const Rational &r : a.values)
        out.by = lcm(out.by, Integer(r.get_den()));
    if (d == a.shape.size())
      return literal(Rational(a.values[first] * Rational(out.by)).get_num());
    std::size_t inner = 1;
    for (std::size_t i = d + 1; i < a.shape.size(); ++i)
      inner *= a.shape[i];
    std::string text, last;
    std::string close;
    for (std::size_t i = 0; i < a.shape[d]; ++i) {
      std::string here = table(a, args, d + 1, first + i * inner, out);
      if (i > 0 && here != last) {
        // up to i - 1
        text += fmt::format("(ite (< {} {}) {} ", args[d].text,
                            literal(Integer(static_cast<unsigned long>(i)) * args[d].by), last);
        close += ")";
      }
      last = std::move(here);
    }
    return text + last + close;
  }

  std::map<std::string, Fraction> names_;
  std::vector<std::pair<std::string, Fraction>> logarithms_;
  std::vector<Quotient> quotients_;
  std::size_t defined_ = 0;
};

} // namespace

std::optional<std::string> obligation(const std::string &name, const Premises &premises, Goal goal, const Expr &e) {
  Writer w;
  const Fraction n = w.of(e);
  std::string asserted;
  for (const Expr &p : premises.at_least_zero)
    asserted += fmt::format("(assert (>= {} 0))\n", w.of(p).text);
  std::set<std::string> done;
  for (bool more = true; more;) { // bounds may mention other symbols
    more = false;
    for (const auto &[symbol, atom] : std::map(w.symbols))
      if (const auto b = premises.bounds.find(symbol); b != premises.bounds.end() && done.insert(symbol).second) {
        const Expr s(atom);
        asserted += fmt::format("(assert (>= {} 0))\n(assert (>= {} 0))\n", w.of(s - b->second.first).text,
                                w.of(b->second.second - s).text);
        more = true;
      }
  }
  if (!w.fine)
    return std::nullopt;
  std::string out = "; ";
  for (const char c : name)
    out += c < ' ' ? ' ' : c;
  out += '\n';
  for (const auto &[symbol, atom] : w.symbols)
    out += fmt::format("(declare-const |{}| Int)\n", symbol);
  return out + w.lines + w.lemmas() + asserted +
         fmt::format("(assert (not ({} {} 0)))\n", goal == Goal::Zero ? "=" : ">=", n.text);
}

bool proved_by_z3(const std::string &script, unsigned most_milliseconds) {
  try {
    z3::context context;
    z3::solver solver(context);
    z3::params limits(context);
    limits.set("rlimit", 6'000'000U);
    if (most_milliseconds != 0)
      limits.set("timeout", most_milliseconds);
    solver.set(limits);
    solver.from_string(script.c_str());
    return solver.check() == z3::unsat;
  } catch (const z3::exception &) {
    return false;
  }
}

} // namespace lockstep::cost::certificate
