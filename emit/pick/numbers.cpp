// What a thread notes of the offset that it picks, as a number of rows and columns and of digits, and what follows
// where two threads' offsets are equal: see emit/knowledge/rows.h and digits.h.
#include "emit/pick/program.h"

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

void ProgramBuilder::write_rows(BlockWriter &w, const PlacedSite &s, Thread t) {
  const knowledge::View view = view_of(c_, cone_vars_, t);
  for (std::int64_t c : radices_) {
    const knowledge::Row at = knowledge::row_of(view, s.form, c);
    note(w, log::row(c, t), at.row);
    note(w, log::column(c, t), at.column);
  }
}

void ProgramBuilder::assume_row_lemmas(BlockWriter &w, const b::Expr &low1, const b::Expr &low2) {
  auto at = [](std::int64_t c, Thread t) {
    return knowledge::Row{b::ident(log::row(c, t), b::integer()), b::ident(log::column(c, t), b::integer())};
  };
  for (std::int64_t c : radices_)
    w.assume(knowledge::same_row(c, low1, at(c, Thread::First), low2, at(c, Thread::Second)));
}

void ProgramBuilder::declare_digits(b::Procedure &p, const std::vector<PlacedSite> &sites) {
  std::vector<knowledge::Offset> offsets;
  for (const PlacedSite &s : sites)
    offsets.push_back(s.polynomial);
  chains_ = knowledge::chains(offsets);
  for (std::size_t c = 0; c < chains_.size(); ++c)
    for (Thread t : both_threads) {
      for (std::size_t i = 0; i < chains_[c].size(); ++i)
        declare(p, log::digit(c, i, t), b::integer());
      for (std::size_t i = 0; i + 1 < chains_[c].size(); ++i)
        declare(p, log::radix(c, i, t), b::integer());
    }
}

void ProgramBuilder::write_digits(BlockWriter &w, const PlacedSite &s, Thread t) {
  const knowledge::View view = view_of(c_, cone_vars_, t);
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

void ProgramBuilder::assume_digit_lemmas(BlockWriter &w, const b::Expr &low1, const b::Expr &low2) {
  for (std::size_t c = 0; c < chains_.size(); ++c)
    w.assume(
        knowledge::same_digits(low1, noted(chains_[c], c, Thread::First), low2, noted(chains_[c], c, Thread::Second)));
}

} // namespace lockstep::emit::pick
