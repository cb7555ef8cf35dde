// The generator's parts (generate.h): expressions (generate_values.cpp), accesses (generate_accesses.cpp), statements
// (generate_statements.cpp) and the kernel around them (generate.cpp); kernels for bounds of costs
// (generate_costs.cpp).
#pragma once

#include "tests/oracle/generator/generate.h"
#include "tests/oracle/random.h"

#include <optional>

namespace lockstep::oracle {

enum class Rule : std::uint8_t { Own, ReadOnly, AtomicOnly, OneWriter, Anything };
enum class Shuffle : std::uint8_t { None, Shift, Reverse, Xor, Rotate, Multiply };

// How the threads share an array in a phase.
struct Discipline {
  Rule rule = Rule::Own;
  Shuffle shuffle = Shuffle::None; // of the thread's number, a one-to-one map
  std::int64_t amount = 0;
  unsigned chunk = 1;       // elements a thread owns
  bool interleaved = false; // u + U * j instead of u * chunk + j
  bool by_group = false;    // groups own regions, threads own cells in them
  unsigned writer = 0;      // OneWriter
};

struct Bounded { // a variable with small values here: 0 <= var < limit
  int var;
  unsigned limit;
};

struct Context {
  int depth = 0;
  bool divergent = false; // not all threads of a group are here
  int loops = 0;
  std::vector<Bounded> bounded;
};

class Generator {
public:
  Generator(std::uint64_t seed, Form form) : r_(seed), form_(form) {}
  Program run();
  Program run_costs();

private:
  // values
  IntType some_type();
  IntType index_type();
  Tree value(const Context &c, IntType t, int depth);
  Tree leaf(const Context &c, IntType t);
  Tree uniform_leaf(IntType t);
  Tree some_binary(Tree a, Tree b);
  Tree condition(const Context &c, int depth);
  Tree uniform_condition(const Context &c);
  bool no_wrap(IntType t);
  // ids
  unsigned threads(bool in_group) const;
  Tree number(bool in_group, IntType t); // the thread's number, in its group or in the grid
  Tree group_number(IntType t);
  Tree product(Tree a, std::int64_t k); // in one of several spellings
  Tree sum(Tree a, Tree b);
  // accesses
  Discipline some_discipline(const Array &a);
  Tree own_cell(const Discipline &d, const Array &a, IntType t);
  Tree below(const Context &c, std::uint64_t limit, IntType t);
  Tree anywhere(const Context &c, IntType t);
  struct Place {
    Tree index;
    IntType view;
    unsigned count;
  };
  Place place(const Context &c, int array, bool lawful);
  Stmt load(const Context &c, int array, bool lawful);
  Stmt store(const Context &c, int array, bool lawful);
  Stmt atomic(const Context &c, int array);
  void access(const Context &c, Body &out);
  // statements
  int some_var(IntType t);
  int fresh_var(IntType t, Tree initial);
  Body statements(const Context &c, int count);
  void statement(const Context &c, Body &out);
  Stmt loop(const Context &c, bool uniform, bool phased);
  void data_loop(const Context &c, Body &out);
  void thread_stride_loop(const Context &c, Body &out);
  Stmt choose(const Context &c);
  void jump(const Context &c, Body &out);
  // phases
  void new_rules(bool global, bool group);
  void phases(const Context &c, int count, Body &out);
  bool tree_reduction(Body &out);
  // what costs much or little by small things (generate_costs.cpp)
  Body work(const Context &c);
  Tree equality(const Context &c);
  void leaving_loop(const Context &c, Body &out);
  void short_circuit(const Context &c, Body &out);
  void scaled_loop(const Context &c, Body &out);
  void few_rounds(const Context &c, Body &out);
  // idioms: false where there is no array for them
  bool idiom(const Context &c, Body &out);
  bool tickets(const Context &c, Body &out);
  bool double_buffer(const Context &c, Body &out);
  bool broadcast(const Context &c, Body &out);
  bool wrapping(const Context &c, Body &out);
  bool carried(const Context &c, Body &out);
  int some_array(bool group_only); // -1: there is none
  Stmt load_of(int array, Tree index, int var);
  Stmt store_of(int array, Tree index, Tree value);
  static Stmt when(Tree condition, Body body);
  Stmt counted(std::int64_t n, IntType t);
  void meet(Body &out);
  void declare();

  Random r_;
  Form form_;
  Program p_;
  std::vector<Discipline> rules_; // per array, of the phase
  std::vector<int> locals_;       // assignable variables
  std::vector<int> numbers_;      // variables that hold the thread's number: local, global
  int statements_left_ = 0;
  int labels_ = 0;
  unsigned mischief_ = 0; // percent, of single accesses and barriers
};

} // namespace lockstep::oracle
