// Digits of offsets: see digits.h.
#include "emit/knowledge/digits.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::knowledge {

namespace b = boogie;

namespace {

constexpr std::size_t most_chains = 3, most_digits = 8;

using Definition = std::function<cfg::Expr(cfg::VarId)>;

bool is_launch_size(const cfg::Expr &e) { return e->op == cfg::Op::LocalSize || e->op == cfg::Op::NumGroups; }

// Does the number depend on nothing but parameters, launch sizes and constants? Only a guess at what is a radix: that
// two threads have the same is a condition of the theorem.
bool is_of_launch(const cfg::Expr &e, const cfg::Kernel &k, const Definition &definition, unsigned depth = 0) {
  if (e->op == cfg::Op::Var) {
    if (k.vars[e->var].param)
      return true;
    const cfg::Expr d = depth < 32 ? definition(e->var) : nullptr;
    return d && is_of_launch(d, k, definition, depth + 1);
  }
  if (e->op == cfg::Op::Const || is_launch_size(e))
    return true;
  return !e->args.empty() && e->op != cfg::Op::Read && e->op != cfg::Op::Call &&
         std::all_of(e->args.begin(), e->args.end(),
                     [&](const cfg::Expr &x) { return is_of_launch(x, k, definition, depth); });
}

bool divides(const Scale &s, const Scale &t) {
  return t.factor / s.factor * s.factor == t.factor && cfg::without(t.atoms, s.atoms);
}

Scale ratio(const Scale &t, const Scale &s) { return {t.factor / s.factor, *cfg::without(t.atoms, s.atoms)}; }

b::Expr product(const View &view, cfg::Wide factor, const std::vector<cfg::Expr> &atoms) {
  b::Expr out;
  for (const cfg::Expr &x : atoms) {
    b::Expr value = view.encoder.integer(x, Sign::Signed, view.thread);
    out = out ? b::binary("*", out, std::move(value)) : std::move(value);
  }
  if (!out)
    return b::int_lit(factor);
  return factor == 1 ? out : b::binary("*", b::int_lit(factor), out);
}

} // namespace

Offset offset_at(const Equations &equations, const cfg::Kernel &k, const cfg::Ranges &ranges, const cfg::Expr &offset) {
  std::vector<cfg::Expr> divisions;
  const Definition known = [&](cfg::VarId v) -> cfg::Expr {
    if (const auto it = equations.values.find(v); it != equations.values.end())
      return it->second;
    const auto it = equations.multiples.find(v);
    if (it == equations.multiples.end())
      return nullptr;
    divisions.push_back(it->second.quotient);
    return it->second.product;
  };
  const Definition definition = [&](cfg::VarId v) -> cfg::Expr {
    const cfg::Expr d = known(v);
    if (!d)
      return nullptr;
    cfg::Expr rest = cfg::as_remainder(d, known);
    if (rest != d)
      divisions.push_back(rest);
    return rest;
  };
  const auto is_atom = [&](const cfg::Expr &e) {
    if (!is_of_launch(e, k, definition))
      return false;
    const cfg::Linear sum = cfg::linear_form(e, ranges, definition);
    return sum.terms.size() + (sum.constant == 0 ? 0 : 1) > 1;
  };
  Offset out{cfg::polynomial_form(offset, ranges, {definition, is_atom}), {}, {}};
  for (const cfg::Monomial &m : out.value.terms)
    std::copy_if(m.atoms.begin(), m.atoms.end(), std::back_inserter(out.of_launch),
                 [&](const cfg::Expr &x) { return is_of_launch(x, k, definition); });
  for (const cfg::Expr &d : divisions)
    if (std::none_of(out.divisions.begin(), out.divisions.end(), [&](const cfg::Expr &x) { return cfg::equal(x, d); }))
      out.divisions.push_back(d);
  return out;
}

std::vector<Chain> chains(const std::vector<Offset> &offsets) {
  std::vector<Scale> scales;
  for (const Offset &o : offsets)
    for (const cfg::Monomial &m : o.value.terms) {
      Scale s{magnitude(m.factor), {}};
      std::copy_if(m.atoms.begin(), m.atoms.end(), std::back_inserter(s.atoms), [&](const cfg::Expr &x) {
        return std::any_of(o.of_launch.begin(), o.of_launch.end(),
                           [&](const cfg::Expr &u) { return cfg::equal(u, x); });
      });
      if (s.atoms.size() == m.atoms.size() || std::all_of(s.atoms.begin(), s.atoms.end(), is_launch_size))
        continue; // the same for all, or no size of the kernel's own
      const auto same =
          std::find_if(scales.begin(), scales.end(), [&](const Scale &t) { return cfg::same_atoms(t.atoms, s.atoms); });
      if (same != scales.end())
        same->factor = gcd(same->factor, s.factor);
      else if (scales.size() < most_digits)
        scales.push_back(std::move(s));
    }
  std::stable_sort(scales.begin(), scales.end(),
                   [](const Scale &s, const Scale &t) { return s.atoms.size() < t.atoms.size(); });
  std::vector<Chain> out;
  std::vector<bool> covered(scales.size(), false);
  // The longest that goes through scales[through]: those that divide it, and those that it divides.
  const auto longest = [&](std::size_t through) {
    std::vector<std::size_t> length(scales.size(), 0), before(scales.size(), scales.size());
    std::size_t last = through;
    for (std::size_t i = 0; i < scales.size(); ++i) {
      if (i < through ? !divides(scales[i], scales[through]) : i > through && !divides(scales[through], scales[i]))
        continue;
      length[i] = 1;
      for (std::size_t j = 0; j < i; ++j)
        if (length[j] != 0 && (i <= through || j >= through) && length[j] >= length[i] &&
            divides(scales[j], scales[i])) {
          length[i] = length[j] + 1;
          before[i] = j;
        }
      if (i > through && length[i] > length[last])
        last = i;
    }
    Chain chain;
    for (std::size_t i = last; i < scales.size(); i = before[i]) {
      covered[i] = true;
      chain.insert(chain.begin(), scales[i]);
    }
    chain.insert(chain.begin(), Scale());
    return chain;
  };
  for (std::size_t i = scales.size(); i-- != 0 && out.size() < most_chains;)
    if (!covered[i])
      out.push_back(longest(i));
  return out;
}

Digits digits_of(const View &view, const Offset &offset, const Chain &chain) {
  const auto can_write = [&](const cfg::Expr &x) { return view.readable(x) && !view.encoder.representation.is_bv(x); };
  for (const Scale &s : chain)
    if (!std::all_of(s.atoms.begin(), s.atoms.end(), can_write))
      return {};
  for (const cfg::Monomial &m : offset.value.terms)
    if (!std::all_of(m.atoms.begin(), m.atoms.end(), can_write))
      return {};
  if (!std::all_of(offset.divisions.begin(), offset.divisions.end(), can_write))
    return {};
  Digits out;
  out.digit.assign(chain.size(), b::int_lit(0));
  std::vector<cfg::Monomial> rest = offset.value.terms;
  for (std::size_t i = chain.size(); i-- != 0;) {
    std::vector<cfg::Monomial> left;
    for (cfg::Monomial &m : rest) {
      const Scale whole{m.factor, m.atoms};
      if (!divides(chain[i], whole)) {
        left.push_back(std::move(m));
        continue;
      }
      const Scale part = ratio(whole, chain[i]);
      out.digit[i] = b::binary("+", out.digit[i], product(view, part.factor, part.atoms));
    }
    rest = std::move(left);
  }
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
    const Scale radix = ratio(chain[i + 1], chain[i]);
    out.radix.push_back(product(view, radix.factor, radix.atoms));
  }
  std::vector<b::Expr> defined;
  for (const cfg::Expr &d : offset.divisions) {
    const auto is = [&](std::size_t i, cfg::Wide n) {
      return b::eq(view.encoder.integer(d->args[i], Sign::Signed, view.thread), b::int_lit(n));
    };
    defined.push_back(b::not_(is(1, 0)));
    defined.push_back(b::disj({b::not_(is(1, -1)), b::not_(is(0, -cfg::Wide::power_of_two(d->type.width - 1)))}));
  }
  out.radix[0] = b::ite(b::conj(std::move(defined)), out.radix[0], b::int_lit(0)); // no distance is less than 0
  for (const cfg::Expr &e : offset.value.rests_on)
    cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
      if (n.type.is_int())
        view.encoder.relied.on(view.a.ranges.wrap_of(&n).signed_ok, Sign::Signed);
    });
  return out;
}

b::Expr same_digits(const b::Expr &low1, const Digits &one, const b::Expr &low2, const Digits &other) {
  std::vector<b::Expr> premise{b::eq(low1, low2)}, out;
  for (std::size_t i = 0; i < one.digit.size(); ++i) {
    if (i < one.radix.size()) {
      premise.push_back(b::eq(one.radix[i], other.radix[i]));
      if (!support::left_out("digits.radix"))
        for (const auto &[d, e] : {std::pair(&one, &other), std::pair(&other, &one)}) {
          const b::Expr apart = b::binary("-", d->digit[i], e->digit[i]);
          premise.push_back(
              b::disj({b::binary("<", apart, one.radix[i]), b::binary("<", apart, b::unary("-", one.radix[i]))}));
        }
    }
    out.push_back(b::implies(b::conj(premise), b::eq(one.digit[i], other.digit[i])));
  }
  return b::conj(std::move(out));
}

} // namespace lockstep::emit::knowledge
