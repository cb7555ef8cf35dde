// What a thread knows of the contents of arrays that the kernel writes: a map for each thread and array, any at an
// interval's start, changed by the thread's own stores, and forgotten where a statement may order what others do.
//
// Sound because, up to the first race, nobody else writes a cell between two accesses of a thread to it: nothing lies
// between that could order such a write (cfg/passes/own_values.h says which statements might). A write of the same
// value, which may be tolerated, stores what is there.
//
// Some arrays are *apart*: no two threads ever touch one cell of it, one of them writing, whatever barriers lie
// between. Nothing is forgotten of them, and so a thread knows nothing of cells that it has not touched, which may have
// changed. That is a question like that for a race, with the whole kernel as its interval
// (Races::touched_apart), and its proof does not rest on any contents.
//
// An annotation reads memory without an access, so that no race keeps others from writing there meanwhile. It knows the
// cells that the thread has accessed since what it knew was forgotten: a second map holds these (*marks*). Behind a
// barrier of the group it knows all cells of an array to which no statement stores until the next one, if no other
// group has the array: whoever could write there is between the same two barriers. Any other cell has any value, in
// each annotation anew. So has a cell of group memory that perhaps nobody has written: an access that may read such a
// one marks nothing. What a kernel requires at its beginning it requires of what is there at first: that is what the
// map holds.
#pragma once

#include "emit/knowledge/contents.h"

#include <map>
#include <set>
#include <vector>

namespace lockstep::emit::pick {

struct Memory {
  std::vector<bool> mapped;         // per array
  std::vector<bool> apart;          // per array, of those
  std::vector<bool> plain;          // per array: each access is of single elements, so a cell holds a value
  std::vector<bool> marked;         // per array: an annotation, or an access to what may be unwritten, reads it
  std::set<const cfg::Load *> bare; // may read what nobody has written
  std::map<const cfg::Stmt *, std::set<cfg::ArrayId>> quiet; // barriers, and whose cells nobody writes until the next

  bool maps(cfg::ArrayId a) const { return a < mapped.size() && mapped[a]; }
  bool marks(cfg::ArrayId a) const { return maps(a) && marked[a]; }
  // Is what is known of the array lost at the statement?
  bool forgets(cfg::ArrayId a, const cfg::Stmt &s) const;
};

Memory memory_of(const cfg::Kernel &k, const cfg::Analyses &a, const std::set<cfg::ArrayId> &apart);

} // namespace lockstep::emit::pick
