// What one thread knows of the contents of arrays on its way through an interval, as Boogie variables: a map for each
// array that is followed, and marks of the cells that the thread has accessed (memory.h says why that is sound).
#pragma once

#include "emit/boogie/block_writer.h"
#include "emit/pick/run/context.h"

#include <functional>
#include <string>
#include <vector>

namespace lockstep::emit::pick {

// Any value of its type.
void havoc(BlockWriter &w, const Context &c, Thread t, cfg::VarId v);

class ThreadMemory {
public:
  ThreadMemory(const Context &c, const Cone &cone, Thread t) : c_(c), cone_(cone), t_(t) {}

  void declare(boogie::Procedure &p) const;
  // Where the interval starts: behind the barrier, or the kernel begins (null).
  void start(BlockWriter &w, const cfg::Stmt *behind) const;
  // What may order other threads: what they may have written is not known.
  void forget(BlockWriter &w, const cfg::Stmt &s) const;
  // Variables that a round of the loop may change without a store: others' maps, and marks of what it accesses.
  std::vector<std::string> forgotten_in(int loop) const;
  void access(BlockWriter &w, const cfg::Load &l) const; // marks the cells
  // One value of a load, at the cell `at`. Where the cell may be one that nobody has written, only the thread's own
  // store says what is there.
  void load(BlockWriter &w, const cfg::Load &l, cfg::VarId dest, const boogie::Expr &at) const;
  void store(BlockWriter &w, const cfg::Store &s) const; // of any array: nothing, if it is not followed

  // What an annotation says here, whatever the cells hold that it reads and that the thread knows nothing of.
  boogie::Expr claim(BlockWriter &w, const cfg::Expr &e) const;
  boogie::Expr held(BlockWriter &w, const cfg::Expr &e) const;   // of what the maps hold
  void assume_claimed(BlockWriter &w, const cfg::Expr &e) const; // what `claim` said, and was proved

private:
  // What an annotation reads of a cell that it does not know: by its number among the readings of the array, and among
  // all. Null: what the map has.
  using Unknown = std::function<boogie::Expr(cfg::ArrayId, std::size_t number, std::size_t of_all)>;
  bool is_marked(cfg::ArrayId a) const { return c_.memory.marks(a) && cone_.maps.count(a) != 0; }
  boogie::Expr map_of(cfg::ArrayId a) const;
  boogie::Expr marks_of(cfg::ArrayId a) const;
  boogie::Expr more_marks_of(cfg::ArrayId a) const;
  boogie::Expr marked(cfg::ArrayId a, const boogie::Expr &at) const; // has the thread accessed the cell?
  void mark(BlockWriter &w, cfg::ArrayId a, const cfg::Expr &offset, std::size_t cells) const;
  void know_all(BlockWriter &w, const cfg::Stmt *behind) const;
  void write_pieces(BlockWriter &w, const cfg::Store &s) const;
  void read_pieces(BlockWriter &w, const cfg::Load &l, cfg::VarId dest, const boogie::Expr &at) const;
  boogie::Expr read_with(BlockWriter &w, const cfg::Expr &e, const Unknown &unknown) const;
  boogie::Expr any_cell(BlockWriter &w, cfg::ArrayId a, std::size_t number) const;
  boogie::Expr extreme(BlockWriter &w, cfg::ArrayId a, std::size_t number, bool greatest, bool is_signed) const;

  const Context &c_;
  const Cone &cone_;
  Thread t_;
};

} // namespace lockstep::emit::pick
