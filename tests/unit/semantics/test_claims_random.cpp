// Tickets and preconditions against executions of random kernels by all threads of small launches: every ticket that is
// live differs from every other thread's at every step, and no launch gets on that the preconditions exclude. (The
// other analyses: tests/unit/cfg/analysis/test_analyses_random.cpp.)
#include "cfg/analysis/order/tickets.h"
#include "cfg/analysis/preconditions.h"
#include "running.h"

#include <random>

namespace lockstep::semantics::test::test_claims_random {
namespace {

using cfg::Expr;
using cfg::Op;
using cfg::Ticket;

class Random {
public:
  explicit Random(unsigned seed) : random_(seed) {}
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool chance(unsigned percent) { return pick(100) < percent; }
  std::string one_of(const std::vector<std::string> &all) { return all[pick(static_cast<unsigned>(all.size()))]; }

private:
  std::mt19937 random_;
};

// --- tickets ------------------------------------------------------------------------------------------------

// A kernel whose threads draw from counters, keep what they drew, and sometimes do what makes it no ticket: draw the
// other way, set the counter, assign the variable something else.
class CounterKernel {
public:
  explicit CounterKernel(unsigned seed) : random_(seed), space_(random_.chance(50) ? "group" : "global param") {}

  std::string make() {
    down_ = random_.chance(20);
    if (random_.chance(40)) { // a known start
      if (random_.chance(60))
        fork(random_.chance(80) ? "eq(local_id(0, i8), 0:i8)" : "eq(m, 9:i8)", [&] { store(); });
      else
        store();
      if (random_.chance(85))
        barrier();
    }
    for (unsigned n = 1 + random_.pick(4); n > 0; --n) {
      step(2);
      if (random_.chance(15))
        barrier();
      if (random_.chance(10)) { // begun anew
        barrier();
        fork("eq(local_id(0, i8), 0:i8)", [&] { store(); });
        barrier();
      }
    }
    text_ += "x := add(" + var() + ", " + var() + "); ";
    return "kernel k {\n  param m : i8;\n  var t : i8;\n  var u : i8;\n  var v : i8;\n  var i : i8;\n  var x : i8;\n"
           "  array c : i8[2] " +
           space_ + ";\nblock b0: " + text_ + "return;\n}\n";
  }

private:
  std::string var() { return random_.one_of({"t", "t", "u", "v"}); }
  void barrier() { text_ += "barrier group fence(group, global); "; }
  void store() {
    text_ +=
        "c[" + std::string(random_.chance(80) ? "0" : "1") + ":i64] := " + random_.one_of({"0", "5", "250"}) + ":i8; ";
  }
  void draw() {
    const bool down = random_.chance(92) == down_;
    const std::string amount =
        random_.one_of({"1:i8", "1:i8", "1:i8", "2:i8", "and(m, 3:i8)", "add(1:i8, and(local_id(0, i8), 1:i8))", "m"});
    text_ += var() + " := atomic " + (down ? "sub" : "add") + " c[" +
             random_.one_of({"0:i64", "0:i64", "0:i64", "1:i64", "and(local_id(0, i64), 1:i64)"}) + "](" +
             (down || random_.chance(60) ? "1:i8" : amount) + "); ";
  }

  template <typename Body> void fork(const std::string &condition, Body body) {
    const std::string inside = "b" + std::to_string(++blocks_), join = "b" + std::to_string(++blocks_);
    text_ += "br " + condition + ", " + inside + ", " + join + ";\nblock " + inside + ": ";
    body();
    text_ += "goto " + join + ";\nblock " + join + ": ";
  }
  template <typename Body> void loop(Body body) {
    const std::string head = "b" + std::to_string(++blocks_), inside = "b" + std::to_string(++blocks_),
                      out = "b" + std::to_string(++blocks_);
    text_ += "i := 0:i8; goto " + head + ";\nblock " + head + ": br ult(i, 2:i8), " + inside + ", " + out +
             ";\nblock " + inside + ": ";
    body();
    text_ += "i := add(i, 1:i8); goto " + head + ";\nblock " + out + ": ";
  }

  void step(unsigned depth) {
    const unsigned what = random_.pick(100);
    if (what < 50)
      draw();
    else if (what < 62)
      text_ += var() + " := " + var() + "; ";
    else if (what < 66)
      text_ += var() + " := " + random_.one_of({"0:i8", "add(t, 1:i8)", "local_id(0, i8)"}) + "; ";
    else if (what < 72)
      store();
    else if (what < 88 && depth > 0)
      fork(random_.one_of({"ult(local_id(0, i8), 2:i8)", "ult(m, 9:i8)", "eq(group_id(0, i8), 0:i8)"}),
           [&] { step(depth - 1); });
    else if (what < 94 && depth == 2)
      loop([&] { step(0); });
    else
      draw();
  }

  Random random_;
  std::string space_, text_;
  bool down_ = false;
  unsigned blocks_ = 0;
};

// What each thread holds is compared with what the others hold, whenever one of them takes a step.
class TicketChecker final : public Observer {
public:
  TicketChecker(const cfg::Kernel &k, const cfg::Liveness &live, const std::vector<Ticket> &tickets,
                const Interleaving &machine)
      : k_(k), live_(live), tickets_(tickets), machine_(machine), at_(machine.geometry().threads()) {}

  std::vector<std::string> wrong;
  std::uint64_t differ = 0, spans = 0, starts = 0; // how much was compared

  bool wants_steps() const override { return true; }
  void on_access(const Access &a) override { draws_ += a.kind == cfg::AccessKind::Atomic; }
  void on_step(ThreadIndex t, Site site, std::uint64_t) override {
    at_[t] = live_before(k_, live_, site.block, site.stmt);
    for (const Ticket &mine : tickets_) {
      if (!held(t, mine))
        continue;
      if (mine.first) {
        ++starts;
        const cfg::Wide value = machine_.variable(t, mine.var);
        check(*mine.first <= value && value <= *mine.first + *mine.span, t, mine, "start");
      }
      for (ThreadIndex other = 0; other < at_.size(); ++other)
        for (const Ticket &theirs : tickets_)
          if (other != t && held(other, theirs) && mine.counter == theirs.counter)
            compare(t, mine, other, theirs);
    }
  }

private:
  // Can what is said of the ticket be checked here and now?
  bool held(ThreadIndex t, const Ticket &x) const {
    const bool few = draws_ * 3 < 256; // the amounts are at most 3, or the parameter's, which is at most 3 here
    return !at_[t].empty() && at_[t][x.var] && x.lasting && x.stable && (!x.assumed || few);
  }

  void compare(ThreadIndex a, const Ticket &x, ThreadIndex b, const Ticket &y) {
    const Geometry &g = machine_.geometry();
    if (k_.arrays[x.counter].space == cfg::Space::Group && g.id(a).group != g.id(b).group)
      return;
    if (value(x.offset, a) != value(y.offset, b))
      return;
    const std::uint64_t p = machine_.variable(a, x.var), q = machine_.variable(b, y.var);
    const std::uint64_t there = (q - p) & 255, back = (p - q) & 255, m = value(x.amount, a), n = value(y.amount, b);
    ++differ;
    check(cfg::Wide(there) >= x.least && cfg::Wide(back) >= y.least, a, x, "at least");
    if (m != 0 && n != 0) // nothing has nothing in common with anything
      check(there >= m && back >= n, a, x, "another thread's " + k_.vars[y.var].name);
    if (x.span) {
      ++spans;
      check(cfg::Wide(std::min(there, back)) <= *x.span, a, x, "span");
    }
  }

  std::uint64_t value(const Expr &e, ThreadIndex t) const {
    if (e->op == Op::Const)
      return e->value;
    if (e->op == Op::Var)
      return machine_.variable(t, e->var);
    if (e->op == Op::LocalId)
      return machine_.geometry().id(t).local[e->value];
    std::vector<std::uint64_t> args;
    for (const Expr &a : e->args)
      args.push_back(value(a, t));
    return cfg::evaluate(*e, args).bits;
  }

  void check(bool holds, ThreadIndex t, const Ticket &x, const std::string &what) {
    if (!holds)
      wrong.push_back("thread " + std::to_string(t) + ", " + k_.vars[x.var].name +
                      " == " + std::to_string(machine_.variable(t, x.var)) + ": " + what);
  }

  const cfg::Kernel &k_;
  const cfg::Liveness &live_;
  const std::vector<Ticket> &tickets_;
  const Interleaving &machine_;
  std::vector<std::vector<bool>> at_; // per thread: the variables that are live where it is
  std::uint64_t draws_ = 0;
};

TEST(ClaimsRandom, TicketsDiffer) {
  std::uint64_t kernels = 0, runs = 0, races = 0, differ = 0, spans = 0, starts = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    const std::string text = CounterKernel(seed).make();
    const cfg::Kernel k = kernel_of(text);
    support::Diagnostics diags;
    const auto forest = cfg::loops(k, diags);
    const cfg::Liveness live = cfg::liveness(k);
    const Geometry g = launch(2 + seed % 3, 1 + seed % 2);
    cfg::Launch known;
    for (std::size_t d = 0; d < 3; ++d) {
      known.local_size[d] = g.local_size[d];
      known.num_groups[d] = g.num_groups[d];
    }
    if (seed % 5 == 0)
      known.num_groups[0].reset();
    const cfg::Ranges ranges = cfg::ranges(k, *forest, cfg::available_facts(k), known, {true, nullptr});
    const std::vector<Ticket> tickets = cfg::tickets(k, *forest, live, cfg::available_facts(k), ranges, known);
    if (tickets.empty())
      continue;
    ++kernels;
    const Code code = code_of(k);
    for (unsigned run = 0; run < 6; ++run) {
      Inputs inputs;
      inputs.scalars[var(k, "m")] = run % 4;
      inputs.arrays[array(k, "c")] = {0, 0};
      Interleaving machine(code, g, inputs);
      RaceObserver found;
      TicketChecker checker(k, live, tickets, machine);
      machine.attach(found);
      machine.attach(checker);
      RandomSchedule order(seed * 10 + run);
      RandomChoices choices(seed * 10 + run);
      machine.run(order, choices);
      ++runs;
      races += !found.races().empty();
      if (!found.races().empty())
        continue; // nothing is claimed
      differ += checker.differ;
      spans += checker.spans;
      starts += checker.starts;
      ASSERT_TRUE(checker.wrong.empty()) << checker.wrong.front() << "\nseed " << seed << "\n" << text;
    }
  }
  RecordProperty("compared", std::to_string(differ) + ", spans " + std::to_string(spans) + ", starts " +
                                 std::to_string(starts) + " in " + std::to_string(kernels) + " kernels, " +
                                 std::to_string(races) + " of " + std::to_string(runs) + " runs with races");
  // The test tests something.
  EXPECT_GT(differ, 10000u);
  EXPECT_GT(spans, 5000u);
  EXPECT_GT(starts, 500u);
  EXPECT_LT(races, runs / 2);
}

// --- preconditions ------------------------------------------------------------------------------------------

class SizesKernel {
public:
  explicit SizesKernel(unsigned seed) : random_(seed) {}

  std::string make() {
    std::string body;
    for (unsigned n = 1 + random_.pick(3); n > 0; --n)
      body += statement();
    return "kernel k {\n  var x : i32;\n  array o : i8[] global param;\nblock s: " + body +
           "o[0:i64] := 1:i8; return;\n}\n";
  }

private:
  std::string statement() {
    const unsigned what = random_.pick(10);
    if (what < 8)
      return "assume " + condition(2) + "; ";
    return what == 8 ? "x := local_size(0, i32); " : "o[1:i64] := 0:i8; ";
  }
  std::string condition(unsigned depth) {
    if (depth > 0 && random_.chance(30))
      return random_.one_of({"land", "land", "lor", "implies"}) + "(" + condition(depth - 1) + ", " +
             condition(depth - 1) + ")";
    if (depth > 0 && random_.chance(10))
      return "not(" + condition(depth - 1) + ")";
    const std::string type = random_.one_of({"i32", "i64", "i8"}), a = size(type), b = number(type);
    return random_.one_of({"ule", "ult", "sle", "slt", "eq", "ne"}) + "(" +
           (random_.chance(75) ? a + ", " + b : b + ", " + a) + ")";
  }
  std::string size(const std::string &type) {
    const std::string dimension = std::to_string(random_.pick(2)),
                      what = random_.one_of({"local_size", "num_groups", "local_size", "local_id"});
    if (type == "i64" && random_.chance(50))
      return random_.one_of({"zext", "sext"}) + "(" + what + "(" + dimension + ", " + random_.one_of({"i32", "i8"}) +
             "), i64)";
    if (type != "i64" && random_.chance(25))
      return "trunc(" + what + "(" + dimension + ", i64), " + type + ")";
    if (random_.chance(10))
      return "add(" + what + "(" + dimension + ", " + type + "), 255:" + type + ")"; // i8: one less
    return what + "(" + dimension + ", " + type + ")";
  }
  std::string number(const std::string &type) {
    return random_.one_of({"0", "1", "1", "2", "2", "3", "4", "200"}) + ":" + type;
  }
  Random random_;
};

class Works final : public Observer { // does any thread get to an access?
public:
  bool works = false;
  void on_access(const Access &) override { works = true; }
};

TEST(ClaimsRandom, PreconditionsExcludeNoLaunchThatGetsOn) {
  std::uint64_t bounded = 0, excluded = 0, got_on = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const std::string text = SizesKernel(seed).make();
    const cfg::Kernel k = kernel_of(text);
    cfg::Launch open;
    for (std::size_t d = 0; d < 2; ++d) {
      open.local_size[d].reset();
      open.num_groups[d].reset();
    }
    const cfg::Launch bounds = cfg::with_preconditions(k, open);
    bool some = false;
    for (std::size_t d = 0; d < 2; ++d)
      some = some || bounds.most_local[d] != open.most_local[d] || bounds.most_groups[d] != open.most_groups[d];
    bounded += some;
    if (!some)
      continue;
    const Code code = code_of(k);
    for (unsigned launch = 0; launch < 16; ++launch) {
      Geometry g;
      g.local_size = {1 + launch % 2 * 2, 1 + launch / 2 % 2 * 2, 1};
      g.num_groups = {1 + launch / 4 % 2 * 2, 1 + launch / 8 % 2 * 2, 1};
      Interleaving machine(code, g, {});
      Works works;
      machine.attach(works);
      InOrder order;
      ZeroChoices choices;
      machine.run(order, choices);
      bool inside = true;
      for (std::size_t d = 0; d < 2; ++d)
        inside = inside && g.local_size[d] <= bounds.most_local[d] && g.num_groups[d] <= bounds.most_groups[d];
      excluded += !inside;
      got_on += works.works;
      ASSERT_TRUE(inside || !works.works) << "launch " << launch << ", seed " << seed << "\n" << text;
    }
  }
  RecordProperty("launches", std::to_string(excluded) + " excluded, " + std::to_string(got_on) + " got on, of " +
                                 std::to_string(bounded) + " kernels with bounds");
  EXPECT_GT(bounded, 300u);
  EXPECT_GT(excluded, 1000u);
  EXPECT_GT(got_on, 500u);
}

} // namespace
} // namespace lockstep::semantics::test::test_claims_random
