// See block_values.h.
#include "cost/shapes/block_values.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::coalescing {

namespace {

constexpr Number largest_block_value = Number(1) << 100;
constexpr std::size_t most_block_terms = 64;
constexpr const char *too_large = "a sum that is too long";

Number power(unsigned width) { return Number(1) << width; }
Number in_width(Number n, unsigned width) { // the signed reading of its bits
  const Number rest = ((n % power(width)) + power(width)) % power(width);
  return rest >= power(width - 1) ? rest - power(width) : rest;
}
unsigned fewer(unsigned a, unsigned b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }
bool of_block(const Product &p) {
  return std::any_of(p.begin(), p.end(), [](Symbol s) { return s.of_block(); });
}

} // namespace

bool BlockValue::same() const {
  return lost.empty() && bits == 0 &&
         std::none_of(terms.begin(), terms.end(), [](const auto &t) { return coalescing::of_block(t.first); });
}
std::map<Product, Number> BlockValue::of_block() const {
  std::map<Product, Number> out = terms;
  std::erase_if(out, [](const auto &t) { return !coalescing::of_block(t.first); });
  return out;
}

BlockArithmetic::BlockArithmetic(const cfg::Kernel &k, const cfg::Launch &launch) : k_(k) {
  for (unsigned d = 0; d < 3; ++d) {
    const auto local = launch.local_size[d], groups = launch.num_groups[d];
    const auto most_local = std::max<std::uint64_t>(launch.most_local[d], local.value_or(1));
    if (local && groups)
      threads_[d] = Number(*local) * Number(*groups);
    else if (launch.global_size[d])
      threads_[d] = Number(*launch.global_size[d]);
    else if (launch.most_threads)
      threads_[d] = Number(*launch.most_threads);
    else
      threads_[d] = Number(most_local) * Number(std::max(launch.most_groups[d], groups.value_or(1)));
    most_local_[d] = std::min(Number(most_local), threads_[d]);
  }
}

BlockValue BlockArithmetic::number(std::uint64_t bits, unsigned width) const {
  BlockValue out{.terms = {}, .more = false, .exact = true, .bits = 0, .lost = {}};
  add(out.terms, {}, cfg::to_signed(bits, width));
  return out;
}

BlockValue BlockArithmetic::symbol(Symbol s, unsigned width) const {
  if (!s.is_variable() && alone(s.dimension())) {
    const bool size = s.quantity() == Quantity::LocalSize || s.quantity() == Quantity::NumGroups ||
                      s.quantity() == Quantity::GlobalSize;
    return number(size ? 1 : 0, width);
  }
  BlockValue out{.terms = {{{s}, 1}}, .more = false, .exact = false, .bits = 0, .lost = {}};
  return settled(std::move(out), width, s.is_variable());
}

// Adds factor * p, with what is known of products of sizes.
void BlockArithmetic::add(std::map<Product, Number> &to, Product p, Number factor) const {
  if (factor == 0)
    return;
  for (unsigned d = 0; d < 3; ++d) {
    const auto size = std::find(p.begin(), p.end(), Symbol::of(Quantity::LocalSize, d));
    if (size == p.end())
      continue;
    for (const Quantity q : {Quantity::GroupId, Quantity::NumGroups}) {
      if (std::find(p.begin(), p.end(), Symbol::of(q, d)) == p.end())
        continue;
      Product rest = p;
      rest.erase(std::find(rest.begin(), rest.end(), Symbol::of(Quantity::LocalSize, d)));
      rest.erase(std::find(rest.begin(), rest.end(), Symbol::of(q, d)));
      const auto with = [&](Quantity other) {
        Product out = rest;
        out.insert(std::upper_bound(out.begin(), out.end(), Symbol::of(other, d)), Symbol::of(other, d));
        return out;
      };
      add(to, with(q == Quantity::GroupId ? Quantity::GlobalId : Quantity::GlobalSize), factor);
      if (q == Quantity::GroupId)
        add(to, with(Quantity::LocalId), -factor);
      return;
    }
  }
  Number &n = to[p];
  n += factor;
  if (n == 0)
    to.erase(p);
}

std::optional<BlockArithmetic::Range> BlockArithmetic::range_of(Symbol s) const {
  if (s.is_variable()) {
    const cfg::Type t = k_.vars[s.variable()].type;
    if (!t.is_int())
      return std::nullopt;
    return Range{-power(t.width - 1), power(t.width - 1) - 1};
  }
  const Number threads = threads_[s.dimension()], local = most_local_[s.dimension()];
  switch (s.quantity()) {
  case Quantity::LocalId: return Range{0, local - 1};
  case Quantity::LocalSize: return Range{1, local};
  case Quantity::GroupId:
  case Quantity::GlobalId: // also that of the group's first thread
    return Range{0, threads - 1};
  case Quantity::NumGroups:
  case Quantity::GlobalSize: return Range{1, threads};
  }
  return std::nullopt;
}

// Global ids are taken as they are, and as the sum of a local id and the first global id of the group: the better of
// the two.
std::optional<BlockArithmetic::Range> BlockArithmetic::range(const std::map<Product, Number> &terms) const {
  std::optional<Range> best;
  for (const bool apart : {false, true}) {
    std::map<Product, Number> sum = terms;
    if (apart)
      for (const auto &[p, factor] : terms)
        for (unsigned d = 0; d < 3; ++d) {
          const Symbol global = Symbol::of(Quantity::GlobalId, d);
          if (std::count(p.begin(), p.end(), global) != 1)
            continue;
          Product local = p;
          *std::find(local.begin(), local.end(), global) = Symbol::of(Quantity::LocalId, d);
          std::sort(local.begin(), local.end());
          add(sum, local, factor);
          break;
        }
    Range all;
    bool known = true;
    for (const auto &[p, factor] : sum) {
      Range one{factor, factor};
      for (const Symbol s : p) {
        const auto r = range_of(s);
        if (!r) {
          known = false;
          break;
        }
        const auto ends = std::minmax({one.lo * r->lo, one.lo * r->hi, one.hi * r->lo, one.hi * r->hi});
        one = {ends.first, ends.second};
        if (one.lo < -largest_block_value / 64 || one.hi > largest_block_value / 64) {
          known = false;
          break;
        }
      }
      all = {all.lo + one.lo, all.hi + one.hi};
      known = known && all.lo > -largest_block_value && all.hi < largest_block_value;
      if (!known)
        break;
    }
    if (known)
      best = best ? Range{std::max(best->lo, all.lo), std::min(best->hi, all.hi)} : all;
  }
  return best;
}

// `exact`: the sum is known to be the value.
BlockValue BlockArithmetic::settled(BlockValue v, unsigned width, bool exact) const {
  if (v.terms.size() > most_block_terms || std::any_of(v.terms.begin(), v.terms.end(), [](const auto &t) {
        return t.second > largest_block_value || t.second < -largest_block_value;
      })) {
    if (v.same())
      return something();
    v.lost = too_large;
    return v;
  }
  exact = exact && v.bits == 0;
  if (!exact && !v.more && v.bits == 0)
    if (const auto r = range(v.terms); r && -power(width - 1) <= r->lo && r->hi < power(width - 1))
      exact = true;
  v.exact = exact;
  if (!exact) {
    for (auto &[p, factor] : v.terms)
      factor = in_width(factor, v.bits != 0 ? v.bits : width);
    std::erase_if(v.terms, [](const auto &t) { return t.second == 0; });
  }
  return v;
}

BlockValue BlockArithmetic::sum(const BlockValue &a, const BlockValue &b, int sign, unsigned width,
                                bool no_wrap) const {
  if (!a.lost.empty() || !b.lost.empty())
    return a.lost.empty() ? b : a;
  BlockValue out = a;
  for (const auto &[p, factor] : b.terms)
    add(out.terms, p, sign * factor);
  out.more = a.more || b.more;
  out.bits = fewer(a.bits, b.bits);
  return settled(std::move(out), width, a.exact && b.exact && no_wrap);
}

BlockValue BlockArithmetic::product(const BlockValue &a, const BlockValue &b, unsigned width, bool no_wrap) const {
  if (!a.lost.empty() || !b.lost.empty())
    return a.lost.empty() ? b : a;
  if (a.same() && b.same() && (a.more || b.more))
    return something();
  BlockValue out;
  out.bits = fewer(a.bits, b.bits);
  if (a.more || b.more) {
    out.lost = "a product with what is not known";
    return out;
  }
  for (const auto &[p, f] : a.terms)
    for (const auto &[q, g] : b.terms) {
      if (f > (Number(1) << 62) || f < -(Number(1) << 62) || g > (Number(1) << 62) || g < -(Number(1) << 62) ||
          p.size() + q.size() > 6) {
        out.lost = a.same() && b.same() ? "" : too_large;
        return out.lost.empty() ? something() : out;
      }
      Product both;
      std::merge(p.begin(), p.end(), q.begin(), q.end(), std::back_inserter(both));
      add(out.terms, std::move(both), f * g);
    }
  return settled(std::move(out), width, a.exact && b.exact && no_wrap);
}

bool BlockArithmetic::never_negative(const BlockValue &a) const {
  const auto r = a.exact && !a.more ? range(a.terms) : std::nullopt;
  return r && r->lo >= 0;
}

BlockValue BlockArithmetic::extended(const BlockValue &a, bool with_sign, unsigned width) const {
  if (!a.lost.empty())
    return a;
  if (a.exact && (with_sign || never_negative(a)))
    return a;
  if (a.same())
    return something();
  BlockValue out = a;
  out.exact = false;
  if (support::unsound("block_values.wrap", out.bits == 0))
    out.bits = width;
  return out;
}

BlockValue BlockArithmetic::truncated(const BlockValue &a, unsigned width) const {
  if (!a.lost.empty())
    return a;
  BlockValue out = a;
  if (out.bits >= width)
    out.bits = 0;
  return settled(std::move(out), width, false);
}

bool BlockArithmetic::same_distance(const BlockValue &a, const BlockValue &b, unsigned width, bool exactly) const {
  if (!a.lost.empty() || !b.lost.empty() || a.bits != 0 || b.bits != 0 || (exactly && !(a.exact && b.exact)))
    return false;
  std::map<Product, Number> left = a.of_block();
  for (const auto &[p, factor] : b.of_block())
    add(left, p, -factor);
  return std::all_of(left.begin(), left.end(),
                     [&](const auto &t) { return exactly ? t.second == 0 : in_width(t.second, width) == 0; });
}

BlockValue BlockArithmetic::either(const BlockValue &a, const BlockValue &b, unsigned width) const {
  if (!a.lost.empty() || !b.lost.empty())
    return a.lost.empty() ? b : a;
  if (a == b)
    return a;
  if (a.same() && b.same())
    return something();
  BlockValue out{.terms = a.of_block(), .more = true, .exact = a.exact && b.exact, .bits = 0, .lost = {}};
  if (support::sound("block_values.either", same_distance(a, b, width, out.exact)))
    return out;
  if (out.exact && same_distance(a, b, width, false)) {
    out.exact = false;
    return settled(std::move(out), width, false);
  }
  out.terms.clear();
  out.lost = "one of two values";
  return out;
}

} // namespace lockstep::coalescing
