// The correctness theorem of the document, on random programs: what each lane does in a warp is what its thread does
// alone. Every instruction of interest folds its place into the lane's `h`, which is written out at the end: equal
// results are equal traces.
//
//   structured   ifs, loops with preBrk, indirect branches, guarded brk, ret, exit in nested regions, direct and
//   indirect
//                guarded calls, three kinds of machines: 4 lanes, 1 lane, 4 lanes scheduled independently
//   graphs       control-flow graphs with branches to anywhere, irreducible ones among them, control instructions
//   placed
//                by place.h; judged by the interleaving machine
//
// LOCKSTEP_SOAK=N runs N programs of each instead (from seed 1 on); all monitors are on.
#include "simt_running.h"

#include <cstdlib>
#include <random>

namespace lockstep::semantics::simt::test::test_simt_random {
namespace {

unsigned programs(unsigned otherwise) {
  const char *soak = std::getenv("LOCKSTEP_SOAK");
  return soak ? static_cast<unsigned>(std::atoi(soak)) : otherwise;
}

// --- structured programs ------------------------------------------------------------------------------------------
class Writer {
public:
  explicit Writer(unsigned seed) : random_(seed) {}

  std::string run() {
    const unsigned functions = below(4);
    for (unsigned f = 0; f < functions; ++f)
      functions_.push_back(label());
    emit("h := add(mul(local_id(0, i32), 7919:i32), " + std::to_string(below(100000)) + ":i32)");
    block(3, false, false, 0);
    emit("out[local_id(0, i32)] := h");
    emit("exit");
    for (unsigned f = 0; f < functions; ++f) {
      place(functions_[f]);
      block(2, false, true, f + 1);
      emit("ret");
    }
    std::string out = "simt random {\n  var h : i32;\n  var n : i32;\n  array out : i32[64] global;\n";
    for (std::size_t i = 0; i < lines_.size(); ++i)
      out += fmt::format("{:>5}: {};\n", i, resolved(lines_[i]));
    return out + "}\n";
  }

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  unsigned label() { return labels_++; }
  static std::string to(unsigned l) { return "<" + std::to_string(l) + ">"; }
  void place(unsigned l) { at_[l] = lines_.size(); }
  void emit(std::string line) { lines_.push_back(std::move(line)); }
  std::string resolved(std::string line) const {
    for (auto open = line.find('<'); open != std::string::npos; open = line.find('<')) {
      const auto close = line.find('>', open);
      const auto l = static_cast<unsigned>(std::stoul(line.substr(open + 1, close - open - 1)));
      line = line.substr(0, open) + std::to_string(at_.at(l)) + line.substr(close + 1);
    }
    return line;
  }

  void mix() { emit(fmt::format("h := add(mul(h, 1103515245:i32), {}:i32)", lines_.size() * 2 + 12345)); }
  std::string bits(unsigned of) { return fmt::format("urem(lshr(h, 16:i32), {}:i32)", of); }
  std::string holds(unsigned of, unsigned n) { return fmt::format("@ult({}, {}:i32) ", bits(of), n); }

  void block(unsigned depth, bool in_loop, bool in_function, unsigned callable) {
    for (unsigned n = 1 + below(3); n > 0; --n) {
      const unsigned k = below(100);
      mix();
      if (depth == 0 || k < 20)
        emit((below(10) < 7 ? "" : holds(2, 1)) + "h := xor(h, " + std::to_string(below(1000)) + ":i32)");
      else if (k < 45)
        branch(depth, in_loop, in_function, callable);
      else if (k < 66)
        loop(depth, in_function, callable);
      else if (k < 75 && in_loop)
        emit((below(10) < 8 ? holds(2, 1) : "") + "brk");
      else if (k < 82 && in_function)
        emit((below(10) < 8 ? holds(2, 1) : "") + "ret");
      else if (k < 86)
        leave();
      else if (k < 96 && callable < functions_.size())
        call(callable);
      else
        indirect(depth, in_loop, in_function, callable);
    }
  }
  void branch(unsigned depth, bool in_loop, bool in_function, unsigned callable) {
    const unsigned taken = label(), join = label(), behind = label();
    emit("ssy " + to(behind));
    emit(holds(2, 1) + "bra " + to(taken));
    block(depth - 1, in_loop, in_function, callable);
    emit("bra " + to(join));
    place(taken);
    block(depth - 1, in_loop, in_function, callable);
    place(join);
    emit("sync");
    place(behind);
  }
  void loop(unsigned depth, bool in_function, unsigned callable) {
    const unsigned head = label(), end = label();
    emit("preBrk " + to(end));
    place(head);
    emit("n := add(n, 1:i32)");
    block(depth - 1, true, in_function, callable);
    mix();
    emit("@lor(ult(24:i32, n), ult(" + bits(3) + ", 1:i32)) brk");
    if (below(2))
      block(depth - 1, true, in_function, callable);
    emit("bra " + to(head));
    place(end);
    mix();
  }
  void leave() { // a rare exit; what has been done is written out first
    emit(holds(12, 1) + "out[local_id(0, i32)] := h");
    emit(holds(12, 1) + "exit");
  }
  void call(unsigned callable) {
    const unsigned after = label();
    const std::string guard = below(10) < 4 ? "" : holds(3, 2);
    emit(guard + "preRet " + to(after));
    const auto any = [&] { return functions_[callable + below(static_cast<unsigned>(functions_.size()) - callable)]; };
    const unsigned f = any(), g = any();
    emit(guard + (below(10) < 6 ? "call " + to(f)
                                : fmt::format("call [ite(ult({}, 1:i32), {}:i32, {}:i32)]", bits(5), to(f), to(g))));
    place(after);
    mix();
  }
  void indirect(unsigned depth, bool in_loop, bool in_function, unsigned callable) {
    const unsigned join = label(), behind = label(), a = label(), b = label(), c = label();
    emit("ssy " + to(behind));
    emit(fmt::format("bra [ite(ult({}, 1:i32), {}:i32, ite(ult({}, 1:i32), {}:i32, {}:i32))]", bits(3), to(a), bits(2),
                     to(b), to(c)));
    for (unsigned target : {a, b, c}) {
      place(target);
      block(depth - 1, in_loop, in_function, callable);
      emit("bra " + to(join));
    }
    place(join);
    emit("sync");
    place(behind);
  }

  std::mt19937 random_;
  std::vector<std::string> lines_;
  std::map<unsigned, std::size_t> at_;
  std::vector<unsigned> functions_;
  unsigned labels_ = 0;
};

// How a machine ends, and what it writes.
std::pair<std::string, std::vector<std::uint64_t>> result(const SimtCode &code, const Geometry &g, SimtOptions o,
                                                          Pick pick, Choices &choices) {
  o.max_steps = 200'000;
  SimtMachine machine(code, g, {}, o);
  const Outcome out = machine.run(pick, choices);
  return {std::string(name(out.end)) + (out.end == End::StepLimit ? "" : " " + out.reason),
          machine.memory().contents(0)};
}

TEST(SimtRandom, StructuredProgramsAsLaneByLane) {
  unsigned ended = 0;
  const unsigned all = programs(400);
  for (unsigned seed = 1; seed <= all; ++seed) {
    const std::string text = Writer(seed).run();
    const Program p = program_of(text);
    const SimtCode code = simt_code_of(p);
    ZeroChoices zeros;
    RandomChoices any(seed);
    const auto together = result(code, semantics::test::launch(4), {.warp_size = 4}, Pick::InOrder, any);
    const auto alone = result(code, semantics::test::launch(4), {.warp_size = 1}, Pick::InOrder, zeros);
    const auto free = result(code, semantics::test::launch(4), {.warp_size = 4, .scheduling = Scheduling::Independent},
                             Pick::InOrder, zeros);
    if (alone.first != "completed ") // too long
      continue;
    ++ended;
    ASSERT_EQ(together.first, "completed ") << "seed " << seed << "\n" << text;
    ASSERT_EQ(together, alone) << "seed " << seed << "\n" << text;
    ASSERT_EQ(free, alone) << "seed " << seed << "\n" << text;
  }
  EXPECT_GT(ended, all * 95 / 100);
  RecordProperty("programs", static_cast<int>(ended));
}

// Each property of the monitors watched alone: none is broken. (tests/soundness/table lists rules of the machine that
// are changed, and the property that catches each.)
class SimtProperty : public testing::TestWithParam<Property> {};

TEST_P(SimtProperty, IsKeptByStructuredPrograms) {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    const std::string text = Writer(seed).run();
    const Program p = program_of(text);
    const SimtCode code = simt_code_of(p);
    SimtMachine machine(
        code, semantics::test::launch(4), {},
        {.warp_size = 4, .consistency = false, .watched = property_bit(GetParam()), .max_steps = 20'000});
    RandomChoices any(seed);
    const Outcome out = machine.run(Pick::InOrder, any);
    ASSERT_NE(out.end, End::Violation) << "seed " << seed << ": " << out.reason << "\n" << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, SimtProperty, testing::ValuesIn(all_properties),
                         [](const auto &info) { return std::string(name(info.param)); });

// --- graphs -------------------------------------------------------------------------------------------------------
// Every block counts, folds its number into h and goes on to up to three blocks anywhere; behind 24 blocks, to the one
// that is nearest to the end.
std::string graph(unsigned seed) {
  std::mt19937 random(seed);
  auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  const unsigned n = 3 + below(10);
  std::vector<std::vector<unsigned>> to(n);
  for (unsigned b = 0; b + 1 < n; ++b)
    for (unsigned k = 1 + (below(4) != 0) + (below(6) == 0); k > 0; --k)
      to[b].push_back(below(3) == 0 ? 1 + below(n - 1) : std::min(n - 1, b + 1 + below(3)));
  for (unsigned b = 1; b + 1 < n; ++b)
    if (below(12) == 0)
      to[b].clear();                  // another return
  std::vector<unsigned> far(n, 1000); // blocks to a return
  for (unsigned round = 0; round < n; ++round)
    for (unsigned b = 0; b < n; ++b)
      for (unsigned t : to[b])
        far[b] = std::min(far[b], far[t] + 1);
  for (unsigned round = 0; round <= n; ++round)
    for (unsigned b = 0; b < n; ++b) {
      if (to[b].empty())
        far[b] = 0;
      for (unsigned t : to[b])
        far[b] = std::min(far[b], far[t] + 1);
    }
  std::string out = "kernel graph pointer_bits 32 {\n  var h : i32;\n  var n : i32;\n  array out : i32[64] global;\n";
  for (unsigned b = 0; b < n; ++b) {
    out += fmt::format("block b{}:\n", b);
    if (b == 0)
      out += fmt::format("  h := add(mul(local_id(0, i32), 7919:i32), {}:i32);\n  n := 0:i32;\n", below(100000));
    out += fmt::format("  n := add(n, 1:i32);\n  h := add(mul(h, 1103515245:i32), {}:i32);\n", 12345 + 2 * b);
    if (below(3) == 0)
      out += fmt::format("  out[add(32:i32, local_id(0, i32))] := h;\n");
    if (to[b].empty()) {
      out += "  out[local_id(0, i32)] := h;\n  return;\n";
      continue;
    }
    unsigned nearest = to[b][0];
    for (unsigned t : to[b])
      nearest = far[t] < far[nearest] ? t : nearest;
    if (to[b].size() == 1)
      out += fmt::format("  goto b{};\n", to[b][0]);
    else if (to[b].size() == 2)
      out += fmt::format("  br ite(ult(n, 24:i32), ult(urem(lshr(h, 16:i32), 2:i32), 1:i32), {}), b{}, b{};\n",
                         to[b][0] == nearest ? "true" : "false", to[b][0], to[b][1]);
    else
      out += fmt::format("  switch ite(ult(n, 24:i32), urem(lshr(h, 16:i32), 3:i32), 3:i32) {{ 0: b{}, 1: b{}, 2: b{}, "
                         "default: b{} }};\n",
                         to[b][0], to[b][1], to[b][2], nearest);
  }
  return out + "}\n";
}

TEST(SimtRandom, GraphsAsThreadByThread) {
  unsigned judged = 0, divergent = 0;
  const unsigned all = programs(400);
  for (unsigned seed = 1; seed <= all; ++seed) {
    const std::string text = graph(seed);
    const cfg::Kernel k = semantics::test::kernel_of(text);
    const unsigned threads = 4 + seed % 2; // a last warp that is part-filled, too
    const Geometry g = semantics::test::launch(threads);
    std::vector<std::uint64_t> expected;
    for (Placement placement : {Placement::PostDominators, Placement::None}) {
      const Program p = placed(k, placement);
      ASSERT_EQ(print(p), print(program_of(print(p)))) << "prints and reads back";
      const SimtCode code = simt_code_of(p);
      ZeroChoices zeros;
      const auto alone = result(code, g, {.warp_size = 1}, Pick::InOrder, zeros);
      if (alone.first != "completed ")
        break; // no return is near
      expected = alone.second;
      for (const SimtOptions &o :
           {SimtOptions{.warp_size = 4}, SimtOptions{.warp_size = 4, .order = PathOrder::FallThroughFirst},
            SimtOptions{.warp_size = 4, .scheduling = Scheduling::Independent}}) {
        RandomChoices any(seed);
        const auto together = result(code, g, o, Pick::InOrder, any);
        ASSERT_EQ(together, alone) << "seed " << seed << "\n" << text << print(p);
      }
      divergent += placement == Placement::PostDominators;
    }
    if (expected.empty())
      continue;
    support::Diagnostics diags;
    const auto code = semantics::compile(k, {}, diags);
    if (!code)
      continue; // an irreducible graph, which that machine refuses: judged by warps of one lane above
    Interleaving machine(*code, g, {});
    InOrder in_order;
    ZeroChoices zeros;
    ASSERT_EQ(machine.run(in_order, zeros).ending, Ending::Terminated) << text;
    ASSERT_EQ(machine.memory().contents(0), expected) << "seed " << seed << "\n" << text;
    ++judged;
  }
  EXPECT_GT(divergent, all * 8 / 10);
  EXPECT_GT(judged, all / 2);
  RecordProperty("judged_by_interleaving", static_cast<int>(judged));
  RecordProperty("programs", static_cast<int>(divergent));
}

} // namespace
} // namespace lockstep::semantics::simt::test::test_simt_random
