// Writes of one value: see stored_values.h.
#include "emit/pick/races/stored_values.h"

#include "emit/pick/goals/log.h"

#include "support/sound.h"

namespace lockstep::emit::pick {

namespace b = boogie;

StoredValues::StoredValues(Context &c, bool only_computed)
    : c_(c), loaded_(only_computed ? std::optional<cfg::LoadedValues>(c.k) : std::nullopt) {}

void StoredValues::declare(b::Procedure &p, Thread t) {
  for (const std::string &name : {log::value_kind(t), log::together(t)})
    pick::declare(p, name, b::integer());
}

void StoredValues::note_pick(BlockWriter &w, b::Procedure &p, const PlacedSite &s, std::size_t id, std::size_t part,
                             Pair pair, Thread t) {
  // Threads that run a site in lock step, at most once an interval, store the same value if it is uniform.
  const bool writes = s.site.kind == cfg::AccessKind::Write;
  const bool known =
      !s.values.empty() && !support::unsound("stored_values.loaded", loaded_ && writes && loaded_->of(s.values[part]));
  const bool together =
      known && writes && s.same && pair == Pair::SameGroup &&
      cfg::is_uniform(s.values[part], c_.k, c_.a.group_uniform, {cfg::UniformityLevel::Group, 0, c_.a.launch, true});
  const b::Expr value = known ? c_.encoder.stored(s.values[part], t) : nullptr;
  note(w, log::together(t), b::int_lit(together ? static_cast<std::int64_t>((id << 20) + part + 1) : 0));
  note(w, log::value_kind(t), b::int_lit(known ? static_cast<std::int64_t>(code_of(value->type)) : 0));
  if (value) {
    pick::declare(p, log::value(t, value->type), value->type);
    note(w, log::value(t, value->type), value);
  }
}

std::size_t StoredValues::code_of(const b::Type &type) {
  std::string text = b::print(type);
  for (std::size_t i = 0; i < types_.size(); ++i)
    if (types_[i].first == text)
      return i + 1;
  types_.push_back({text, type});
  return types_.size();
}

b::Expr StoredValues::same(b::Procedure &p, const b::Expr &low1, const b::Expr &low2, const b::Expr &len1,
                           const b::Expr &len2, bool reads) const {
  b::Expr code1 = b::ident(log::value_kind(Thread::First), b::integer());
  b::Expr code2 = b::ident(log::value_kind(Thread::Second), b::integer());
  b::Expr once1 = b::ident(log::together(Thread::First), b::integer()),
          once2 = b::ident(log::together(Thread::Second), b::integer());
  std::vector<b::Expr> ways{b::conj({b::eq(once1, once2), b::binary("<", b::int_lit(0), once1)})};
  for (std::size_t i = 0; i < types_.size(); ++i) {
    const b::Type &type = types_[i].second;
    for (Thread t : both_threads)
      pick::declare(p, log::value(t, type), type);
    b::Expr code = b::int_lit(static_cast<std::int64_t>(i + 1));
    ways.push_back(b::conj(
        {b::eq(code1, code), b::eq(code2, code),
         b::eq(b::ident(log::value(Thread::First, type), type), b::ident(log::value(Thread::Second, type), type))}));
  }
  const b::Expr write = b::int_lit(1), kind2 = b::ident(log::kind(Thread::Second), b::integer());
  std::vector<b::Expr> out{b::eq(b::ident(log::kind(Thread::First), b::integer()), write),
                           reads ? b::binary("<=", kind2, write) : b::eq(kind2, write)};
  if (!support::left_out("stored_values.place")) {
    out.push_back(b::eq(low1, low2));
    out.push_back(b::eq(len1, len2));
  }
  out.push_back(b::disj(ways));
  return b::conj(out);
}

} // namespace lockstep::emit::pick
