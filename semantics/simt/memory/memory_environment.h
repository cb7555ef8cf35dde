// Memory that works asynchronously ([Hab11] 2.2 to 2.4): shared memory with locks of banks, L1 caches that nobody keeps
// coherent, one L2 cache, memory behind it, and operations in flight. An operation is a small program ([Hab11] 2.3)
// that runs up to where it yields; between, any other may run, lines are written back and evicted, clean L1 lines are
// flushed. Who decides is outside: moves() lists what can happen, apply() makes it happen.
//
// Sound because every order of moves is offered: nothing but the order of one thread's operations on one cell, and of
// its volatile ones, where that is asked for, and a line that is pinned or dirty, keeps a move from the list.
#pragma once

#include "semantics/machines/choices.h"
#include "semantics/simt/memory/memory_cache.h"

#include <functional>
#include <set>
#include <span>

namespace lockstep::semantics::simt {

enum class Micro : std::uint8_t {
  Yield,
  Finish,
  SkipIfInL1, // over as many as Step says
  SkipIfInL2,
  ReserveL1,
  ReserveL2,
  ReadL1,
  ReadL2,
  WriteL1,
  WriteL2,
  UpdateL1,
  UpdateL2,
  EvictL1,
  DiscardL1,
  FirstL1,
  NormalL2,
  ReadMemory,
  WriteMemory,
  Operate, // an atomic's
  Lock,
  Unlock,
  ToRegisters,
  Release
};
// Those that are operations, by what they look at, as case labels: all but `Yield`, `Finish` and the tests.
// clang-format off
#define MICROS_L1 Micro::ReserveL1: case Micro::ReadL1: case Micro::WriteL1: case Micro::UpdateL1: \
  case Micro::EvictL1: case Micro::DiscardL1: case Micro::FirstL1
#define MICROS_L2 Micro::ReserveL2: case Micro::ReadL2: case Micro::WriteL2: case Micro::UpdateL2: case Micro::NormalL2
#define MICROS_NO_CACHE Micro::ReadMemory: case Micro::WriteMemory: case Micro::Operate: case Micro::Lock: \
  case Micro::Unlock: case Micro::ToRegisters: case Micro::Release
// clang-format on
struct MicroStep {
  Micro what = Micro::Finish;
  std::uint32_t over = 0;
};
using MemoryProgram = std::span<const MicroStep>;
// ld.ca, ld.cg (volatile: ld.cv, which no thread of the device can tell from it, as L2 is in front of all), st.wb,
// st.local.cg, atom.global; ld.shared, st.shared, atom.shared.
enum class Access : std::uint8_t { Load, LoadL2, Store, StoreLocal, Atomic, LoadShared, StoreShared, AtomicShared };
MemoryProgram program_of(Access a);
const char *name(Access a);
std::string print(MemoryProgram p);

struct Operation {
  std::uint32_t id = 0; // no other in flight has it
  std::uint32_t thread = 0, processor = 0;
  Access access = Access::Load;
  Cell cell;
  std::uint64_t in1 = 0, in2 = 0; // what is stored; an atomic's operands
  std::uint32_t what = 0;         // of an atomic: for MemoryFunctions::operate
  std::optional<std::uint32_t> dest;
  std::uint64_t word = 0; // loaded, or an atomic's old value
  std::uint32_t at = 0;   // in its program
  bool fresh = false;     // volatile: for MemoryFunctions::waits_for
  bool operator==(const Operation &) const = default;
};

// What H 2.14 leaves open; each can be replaced.
struct MemoryFunctions {
  std::function<std::uint64_t(const Cell &)> load;
  std::function<void(const Cell &, std::uint64_t)> store;
  std::function<void(const Operation &)> to_registers;                    // df
  std::function<std::uint64_t(const Operation &, std::uint64_t)> operate; // aop: the new value, of the old one
  std::function<std::vector<unsigned>(const Cell &)> banks;               // that an access to the cell touches
  CachePolicy cache;                                                      // eligible, canEvict
  std::function<bool(const Operation &, const Operation &)> waits_for;    // priority: may the first only go after?
};

struct MemorySettings {
  std::size_t l1_lines = 0, l2_lines = 0; // 0: as many as there are cells
  std::uint32_t processors = 1;
  // What happens of itself. (Line by line; flush: all of one L1.)
  bool evict = true, evict_l2 = true, write_back = true, flush = true;
  bool literal = false; // the text's rules unrepaired: M7 and M8 of H get stuck
};

struct MemoryMove {
  enum class Kind : std::uint8_t { Step, EvictL1, EvictL2, WriteBackL1, WriteBackL2, Flush };
  Kind kind = Kind::Step;
  std::uint32_t which = 0; // operation's position, or processor
  Cell cell = {};
};

class MemoryEnvironment {
public:
  MemoryEnvironment(MemorySettings settings, MemoryFunctions functions);

  struct State {
    Cache l2;
    std::vector<Cache> l1;
    std::vector<std::set<unsigned>> locked; // banks, by processor
    std::vector<Operation> flying;          // by id
    bool operator==(const State &) const = default;
  };
  void reset();
  const State &state() const { return s_; }
  void restore(State s) { s_ = std::move(s); }
  void append_key(std::string &out) const;

  void issue(Operation o); // its id is new
  bool idle() const { return s_.flying.empty(); }
  bool of_thread(std::uint32_t thread) const;
  bool blocks(std::uint32_t thread, std::uint32_t reg) const; // is in flight to it

  std::vector<MemoryMove> moves() const;
  // --- what exploration need not try in every order (memory_order.cpp)
  // The position of an operation that next does what nobody but its own thread can tell, and only that it is late.
  std::optional<std::uint32_t> alone() const;
  // The position of an operation whose next step is in an L1 cache alone, where nobody else looks at the line. Asks
  // whether its processor has no other thread that may run; where blocks come and go, or the grid meets, none has.
  std::optional<std::uint32_t> first_in_l1(const std::function<bool(const Operation &)> &only_thread) const;
  bool may_wait(const MemoryMove &m) const; // until an operation looks at what it changes
  // Empty, or why no rule applies. `moved`: something changed.
  std::optional<std::string> apply(const MemoryMove &m, Choices &choices, bool *moved = nullptr);
  // All that is dirty, behind the last operation.
  void write_all_back();
  void flush_clean(); // every L1

private:
  Did one(Operation &o, Micro what, Choices &choices);
  Did reserve_for(Cache &c, const Operation &o, Choices &choices);
  Did write_to(Cache &c, const Cell &at, std::uint64_t word, Choices &choices);

  MemorySettings settings_;
  MemoryFunctions functions_;
  State s_;
};

// A choice of the banks: interleaved by four granules, 32 of them.
std::vector<unsigned> interleaved_banks(const Cell &c);

} // namespace lockstep::semantics::simt
