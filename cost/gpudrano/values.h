// What an expression is worth in the paper's analysis (domain.h), and which rule has made it top.
//
// Sound because a value is that of the threads that evaluate it at one lock-step point (of a block along x alone): ids
// of y and z, of groups, and sizes are the same for all of them; a sum is on the line again that its arguments are on,
// up to multiples of 2^width; and where the number itself is asked for, by a wider type or an order, it is on the line
// only if nothing on the way can have wrapped around.
#pragma once

#include "cfg/analysis/analyses.h"
#include "cost/gpudrano/domain.h"

#include <unordered_map>
#include <vector>

namespace lockstep::coalescing::paper {

// Of several that apply the first counts.
enum class Rule : std::uint8_t {
  None,     // it is not top
  Product,  // of what is not the same for all and anything but 0, 1, -1
  Sum,      // its slope is not 0, 1, -1
  Division, // these operators of anything that is not the same for all
  Remainder,
  Shift,
  Bits,
  Extremum,
  Floating,
  Conversion, // to a type in which the number may wrap around, or may have done so
  Read,       // from memory at an index that is not the same for all
  Private,    // from a thread's own memory (slip 4)
  Call,       // a function, or an exchange between threads
  Atomic,     // what an atomic gives back
  Choice,     // c ? a : b, where c is not the same for all
  Join,       // of different values, behind a branch that is the same for all
  Merge,      // [ITE]: assigned under a branch that is not the same for all
  Loop,       // [While]: assigned in a loop that threads leave at different times
  Start,      // not assigned yet
  Wide        // not top: a line of elements of more than four bytes
};
std::string_view name(Rule r); // "product", ...

struct Part {
  Slope slope = Slope::Bottom;
  Rule rule = Rule::None;
  bool operator==(const Part &) const = default;
};

struct Value {
  Part number;   // of an integer; a float is Zero or Top
  Part elements; // the number divided by the size of an element, where that is more than one granule
  bool as_signed = true, as_unsigned = true; // read so, the numbers of all threads are on the line
  Truth truth = Truth::Bottom;               // of a Boolean
  bool operator==(const Value &) const = default;
};
Value join(const Value &a, const Value &b);
Value top(Rule why);
Value uniform();

using State = std::vector<Value>; // by variable

class Evaluator {
public:
  // `scale`: granules of an element.
  Evaluator(const cfg::Kernel &k, const cfg::Analyses &a, unsigned scale) : k_(k), a_(a), scale_(scale) {}
  Value value(const cfg::Expr &e, const State &state);

private:
  Value find(const cfg::Expr &e);
  Value node(const cfg::ExprNode &e);
  Value sum(const cfg::ExprNode &e, int sign);
  Value times(const cfg::ExprNode &e, const cfg::Expr &x, std::int64_t literal, bool is_product);
  Value other(const cfg::ExprNode &e, Rule why);
  Value cast(const cfg::ExprNode &e);
  Value choice(const cfg::ExprNode &e);
  Truth equality(const cfg::ExprNode &e); // of integers
  Truth order(const cfg::ExprNode &e, bool is_signed);
  // Are the numbers of all threads on the line, read so?
  bool on_line(const cfg::Expr &e, bool is_signed);
  bool far_from_wrap(const cfg::Bounds &b, unsigned width, bool is_signed) const;

  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  const unsigned scale_;
  const State *state_ = nullptr;
  std::unordered_map<const cfg::ExprNode *, Value> seen_; // expressions share nodes
};

} // namespace lockstep::coalescing::paper
