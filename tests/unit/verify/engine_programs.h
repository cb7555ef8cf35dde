// What the tests of the engines share: requests, outcomes as text, programs.
#pragma once

#include "emit/boogie/boogie.h"
#include "support/process.h"
#include "verify/engines/engine.h"

#include <random>
#include <stdexcept>

namespace lockstep::verify {

inline EngineOptions options() {
  EngineOptions o;
  o.host_path = std::string(LOCKSTEP_SOURCE_DIR) + "/build/boogie-host/lockstep-boogie-host";
  return o;
}

inline EngineRequest request(std::string program, std::vector<std::string> ids, unsigned limit = 5000) {
  EngineRequest r;
  r.program = std::move(program);
  r.assertion_ids = std::move(ids);
  r.time_limit_ms = limit;
  return r;
}

inline const AssertionResult &result_of(const EngineResponse &response, const std::string &id) {
  for (const AssertionResult &r : response.assertions)
    if (r.id == id)
      return r;
  throw std::logic_error("no result for " + id);
}

inline std::string name_of(Outcome o) {
  switch (o) {
  case Outcome::Proved: return "proved";
  case Outcome::Refuted: return "refuted";
  case Outcome::Unknown: return "unknown";
  case Outcome::TimedOut: return "timeout";
  case Outcome::EngineFailed: return "failed";
  }
  return "?";
}

inline std::string outcomes(const EngineResponse &response) {
  std::string s;
  for (const AssertionResult &r : response.assertions)
    s += (s.empty() ? "" : " ") + r.id + "=" + name_of(r.outcome);
  return s + (response.failure.empty() ? "" : " failure: " + response.failure);
}

// Proved, and refuted with models of each type.
inline constexpr const char *mixed = R"(const n: int;
const flag: bool;
const w: bv8;
function {:bvbuiltin "bvadd"} BV8_ADD(a: bv8, b: bv8) returns (bv8);
procedure main()
{
  var x: int;

  entry:
    assume n < 0;
    assert {:id "holds"} n + 1 <= 0;
    assert {:id "int"} n != -7;
    assert {:id "bool"} flag;
    assert {:id "bits"} BV8_ADD(w, 1bv8) != 0bv8;
    goto left, right;
  left:
    x := 1;
    goto join;
  right:
    x := 2;
    goto join;
  join:
    assert {:id "joined"} x == 1 || x == 2;
    return;
}
)";

// What no solver decides.
inline constexpr const char *fermat = R"(procedure main()
{
  var x: int;
  var y: int;
  var z: int;

  entry:
    assume x > 2 && y > 2 && z > 2;
    assert {:id "easy"} x + y > 4;
    assert {:id "hard"} x * x * x + y * y * y != z * z * z;
    assert {:id "wrong"} x < 10;
    return;
}
)";

namespace bpl = emit::boogie;

// Random integer and Boolean terms, each as the builders make it (`folded`) and as it is written (`raw`).
class Twins {
public:
  explicit Twins(unsigned seed) : random_(seed) {}
  struct Pair {
    bpl::Expr folded, raw;
  };

  Pair boolean(int depth) {
    if (depth == 0)
      return leaf(pick(2) ? bpl::bool_lit(pick(2) == 0) : bpl::ident(pick(2) ? "p" : "q", bpl::boolean()));
    switch (pick(5)) {
    case 0: {
      Pair a = boolean(depth - 1);
      return {bpl::not_(a.folded), node(bpl::Kind::Unary, bpl::boolean(), "!", {a.raw})};
    }
    case 1:
      return operation({"==", "!=", "<", "<=", ">", ">="}, bpl::boolean(), integer(depth - 1), integer(depth - 1));
    case 2: return conditional(boolean(depth - 1), boolean(depth - 1), boolean(depth - 1));
    default:
      return operation({"&&", "||", "==>", "<==>", "==", "!="}, bpl::boolean(), boolean(depth - 1), boolean(depth - 1));
    }
  }

  Pair integer(int depth) {
    if (depth == 0)
      return leaf(pick(2) ? bpl::int_lit(static_cast<int>(pick(9)) - 4)
                          : bpl::ident(pick(2) ? "x" : "y", bpl::integer()));
    switch (pick(5)) {
    case 0: {
      Pair a = integer(depth - 1);
      return {bpl::unary("-", a.folded), node(bpl::Kind::Unary, bpl::integer(), "-", {a.raw})};
    }
    case 1: return conditional(boolean(depth - 1), integer(depth - 1), integer(depth - 1));
    case 2: { // a product or quotient by a constant, which solvers decide
      Pair by = leaf(bpl::int_lit(static_cast<int>(pick(9)) - 4));
      return operation({"*", "div", "mod"}, bpl::integer(), integer(depth - 1), by);
    }
    default: return operation({"+", "-"}, bpl::integer(), integer(depth - 1), integer(depth - 1));
    }
  }

  // Not folded: a candidate keeps its form.
  static bpl::Expr implication(bpl::Expr a, bpl::Expr b) {
    return node(bpl::Kind::Binary, bpl::boolean(), "==>", {std::move(a), std::move(b)});
  }

private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  static Pair leaf(bpl::Expr e) { return {e, e}; }
  static bpl::Expr node(bpl::Kind k, bpl::Type t, std::string text, std::vector<bpl::Expr> args) {
    return std::make_shared<const bpl::Node>(bpl::Node{k, std::move(t), std::move(text), std::move(args), 0, 0, {}});
  }
  Pair operation(std::vector<std::string> ops, bpl::Type t, Pair a, Pair b) {
    std::string op = ops[pick(static_cast<unsigned>(ops.size()))];
    return {bpl::binary(op, a.folded, b.folded), node(bpl::Kind::Binary, std::move(t), op, {a.raw, b.raw})};
  }
  static Pair conditional(Pair c, Pair a, Pair b) {
    return {bpl::ite(c.folded, a.folded, b.folded), node(bpl::Kind::Ite, a.raw->type, "", {c.raw, a.raw, b.raw})};
  }
  std::mt19937 random_;
};

// A loop over x, y, p, q with random candidates, updates and assertions.
inline EngineRequest random_loop(unsigned seed) {
  Twins twins(seed);
  auto boolean = [&] { return twins.boolean(2).folded; };
  bpl::Program p;
  bpl::Block entry{"entry", {}, {"head"}}, head{"head", {}, {"body", "done"}}, body{"body", {}, {"head"}},
      done{"done", {}, {}};
  entry.commands = {bpl::AssignCmd{"x", bpl::int_lit(0)}, bpl::AssignCmd{"p", bpl::bool_lit(true)}};
  for (int n = 0; n < 10; ++n) {
    std::string c = "c" + std::to_string(n);
    p.constants.push_back({c, bpl::boolean(), false, {{"existential", {bpl::bool_lit(true)}}}});
    head.commands.emplace_back(bpl::AssertCmd{Twins::implication(bpl::ident(c, bpl::boolean()), boolean()), {}});
  }
  body.commands = {bpl::AssumeCmd{boolean(), {}}, bpl::AssignCmd{"x", twins.integer(1).folded},
                   bpl::AssignCmd{"q", boolean()}, bpl::AssignCmd{"y", twins.integer(2).folded}};
  EngineRequest r;
  for (int n = 0; n < 6; ++n) {
    r.assertion_ids.push_back("a" + std::to_string(n));
    bpl::Block &where = n < 2 ? body : done;
    where.commands.emplace_back(bpl::AssertCmd{boolean(), {bpl::id_attribute(r.assertion_ids.back())}});
  }
  p.procedures.push_back({"main",
                          {},
                          {{"x", bpl::integer()}, {"y", bpl::integer()}, {"p", bpl::boolean()}, {"q", bpl::boolean()}},
                          {entry, head, body, done}});
  r.program = bpl::print(p);
  r.houdini = true;
  return r;
}

} // namespace lockstep::verify
