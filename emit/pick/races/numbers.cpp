// Rows and digits of picked offsets: see numbers.h.
#include "emit/pick/races/numbers.h"

#include "emit/knowledge/rows.h"
#include "emit/pick/goals/log.h"

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

knowledge::View view_of(Context &c, const std::set<cfg::VarId> &vars, Thread t) {
  return {c.k,
          c.a,
          c.encoder,
          t,
          [&vars](cfg::VarId v) { return vars.count(v) != 0; },
          [&c](cfg::ArrayId a) { return c.a.fixed[a]; },
          {},
          {}};
}

knowledge::Digits noted(const knowledge::Chain &chain, std::size_t index, Thread t) {
  knowledge::Digits out;
  for (std::size_t i = 0; i < chain.size(); ++i)
    out.digit.push_back(b::ident(log::digit(index, i, t), b::integer()));
  for (std::size_t i = 0; i + 1 < chain.size(); ++i)
    out.radix.push_back(b::ident(log::radix(index, i, t), b::integer()));
  return out;
}

} // namespace

Numbers::Numbers(Context &c, const Cone &cone, const std::vector<PlacedSite> &sites, bool any) : c_(c), cone_(cone) {
  if (!any)
    return;
  std::vector<cfg::Linear> forms;
  std::vector<knowledge::Offset> offsets;
  for (const PlacedSite &s : sites) {
    forms.push_back(s.form);
    offsets.push_back(s.polynomial);
  }
  radices_ = knowledge::radices(forms);
  chains_ = knowledge::chains(offsets);
}

void Numbers::declare(b::Procedure &p, const b::Type &offsets) const {
  for (std::int64_t c : radices_)
    for (Thread t : both_threads) {
      pick::declare(p, log::row(c, t), offsets);
      pick::declare(p, log::column(c, t), offsets);
    }
  for (std::size_t c = 0; c < chains_.size(); ++c)
    for (Thread t : both_threads) {
      for (std::size_t i = 0; i < chains_[c].size(); ++i)
        pick::declare(p, log::digit(c, i, t), b::integer());
      for (std::size_t i = 0; i + 1 < chains_[c].size(); ++i)
        pick::declare(p, log::radix(c, i, t), b::integer());
    }
}

void Numbers::note_pick(BlockWriter &w, const PlacedSite &s, Thread t) const {
  note_rows(w, s, t);
  note_digits(w, s, t);
}

void Numbers::assume_lemmas(BlockWriter &w, const b::Expr &low1, const b::Expr &low2) const {
  auto at = [](std::int64_t c, Thread t) {
    return knowledge::Row{b::ident(log::row(c, t), b::integer()), b::ident(log::column(c, t), b::integer())};
  };
  for (std::int64_t c : radices_)
    w.assume(knowledge::same_row(c, low1, at(c, Thread::First), low2, at(c, Thread::Second)));
  for (std::size_t c = 0; c < chains_.size(); ++c)
    w.assume(
        knowledge::same_digits(low1, noted(chains_[c], c, Thread::First), low2, noted(chains_[c], c, Thread::Second)));
}

void Numbers::note_rows(BlockWriter &w, const PlacedSite &s, Thread t) const {
  const knowledge::View view = view_of(c_, cone_.vars, t);
  for (std::int64_t c : radices_) {
    const knowledge::Row at = knowledge::row_of(view, s.form, c);
    note(w, log::row(c, t), at.row);
    note(w, log::column(c, t), at.column);
  }
}

void Numbers::note_digits(BlockWriter &w, const PlacedSite &s, Thread t) const {
  const knowledge::View view = view_of(c_, cone_.vars, t);
  for (std::size_t c = 0; c < chains_.size(); ++c) {
    const knowledge::Digits its = knowledge::digits_of(view, s.polynomial, chains_[c]);
    if (its.digit.empty()) { // no distance is less than 0: nothing follows
      note(w, log::radix(c, 0, t), b::int_lit(0));
      continue;
    }
    for (std::size_t i = 0; i < its.radix.size(); ++i)
      note(w, log::radix(c, i, t), its.radix[i]);
    // The pick is `choice` granules from the site's offset.
    note(w, log::digit(c, 0, t), b::binary("+", its.digit[0], b::ident(log::choice(t), b::integer())));
    for (std::size_t i = 1; i < its.digit.size(); ++i)
      note(w, log::digit(c, i, t), its.digit[i]);
  }
}

} // namespace lockstep::emit::pick
