// What annotations read of arrays in a lock-step program: of the one map that both threads of the pair have (memory.h),
// and of the cells that one of them has accessed since it was made arbitrary (*marks*). Private to emit/watchdog.
//
//   A[o] := v         M[o] := v, marks[o] := true     for each thread that is enabled; a load marks as well
//   a barrier         havoc M, marks;  knows_all := nobody stores to A until the next one
//   ... A[o] ...      if knows_all or marks[o] then M[o] else any    in what is claimed
//   ... A[o] ...      M[o]                                            in what is known behind a barrier
//
// Sound because an annotation is no access, and a third thread may write any cell while the pair runs, but not one that
// the pair has accessed since both were at a barrier: that is a race, which is reported. Any other cell has an
// arbitrary value, a constant for each reading of a claim (the first, the second, ...) and thread: what is proved holds
// for each choice of the constants, so that for a choice made once, what holds on entry to a loop and is preserved for
// it is known in the loop for it. What is known behind a barrier has been proved for each choice, among them what the
// cells hold. Which cells the pair has accessed where a loop goes round, nobody says: marks are changed in the loop,
// and arbitrary at its head.
#pragma once

#include "emit/watchdog/context.h"

#include <functional>

namespace lockstep::emit::watchdog {

class Contents {
public:
  Contents(Context &c, BlockWriter &w) : c_(c), w_(w) {}

  void declare(boogie::Procedure &p) const;
  void start() const;
  void access(const lk::Load &s) const;
  void access(const lk::Store &s) const;
  void refresh(const lk::Lockstep::Stmt &s) const;

  // Can it be said: are its arrays followed, as far as the kernel writes them?
  bool can_claim(const cfg::Expr &e) const;
  bool can_know(const cfg::Expr &e) const;
  boogie::Expr claimed(const cfg::Expr &e, Thread t) const;
  boogie::Expr known(const cfg::Expr &e, Thread t) const;

private:
  bool reads_only(const cfg::Expr &e, const std::function<bool(cfg::ArrayId)> &given) const;
  bool marks(cfg::ArrayId a) const;
  boogie::Expr marks_of(cfg::ArrayId a, Thread t) const;
  boogie::Expr knows_all(cfg::ArrayId a, Thread t) const;
  void mark(const lk::Guard &g, cfg::ArrayId a, const cfg::Expr &offset, std::size_t cells) const;
  boogie::Expr read_with(const cfg::Expr &e, Thread t, bool claim) const;
  boogie::Expr any_cell(cfg::ArrayId a, std::size_t number, Thread t) const;
  void assume_domain(cfg::ArrayId a, const boogie::Expr &cell) const;

  Context &c_;
  BlockWriter &w_;
};

} // namespace lockstep::emit::watchdog
