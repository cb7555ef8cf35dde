// Where the control instructions of a graph go (place.h).
#include "simt_running.h"

namespace lockstep::semantics::simt::test::test_simt_place {
namespace {

std::string text(const std::string &kernel, Placement placement = Placement::PostDominators) {
  const std::string all = print(placed(semantics::test::kernel_of(kernel), placement));
  return all.substr(all.find("    0:"));
}

TEST(Place, IfElse) {
  EXPECT_EQ(text(R"(kernel k pointer_bits 32 { var x : i32;
block a: br eq(local_id(0, i32), 0:i32), b, c;
block b: x := 1:i32; goto d;
block c: x := 2:i32; goto d;
block d: x := 3:i32; return; })"),
            R"(    0: ssy 6;
    1: @ne(local_id(0, i32), 0:i32) bra 4;
    2: x := 1:i32;
    3: bra 5;
    4: x := 2:i32;
    5: sync;
    6: x := 3:i32;
    7: exit;
}
)");
}

// The region of the loop's end is the loop: one token for all rounds, pushed before it.
TEST(Place, ALoopIsEnteredOnce) {
  EXPECT_EQ(text(R"(kernel k pointer_bits 32 { var x : i32; var y : i32;
block a: x := 0:i32; goto h;
block h: br ult(x, local_id(0, i32)), b, e;
block b: x := add(x, 1:i32); goto h;
block e: y := x; return; })"),
            R"(    0: x := 0:i32;
    1: ssy 6;
    2: @not(ult(x, local_id(0, i32))) bra 5;
    3: x := add(x, 1:i32);
    4: bra 2;
    5: sync;
    6: y := x;
    7: exit;
}
)");
}

TEST(Place, ABranchToTheEndIsAGuardedExit) {
  EXPECT_EQ(text(R"(kernel k pointer_bits 32 { var x : i32;
block a: br ult(local_id(0, i32), 3:i32), b, e;
block b: x := 1:i32; goto e;
block e: return; })"),
            R"(    0: ssy 4;
    1: @not(ult(local_id(0, i32), 3:i32)) exit;
    2: x := 1:i32;
    3: sync;
    4: exit;
}
)");
}

TEST(Place, ABranchWhoseArmsReturnGetsNothing) {
  const std::string out = text(R"(kernel k pointer_bits 32 { var x : i32;
block a: br eq(local_id(0, i32), 0:i32), b, c;
block b: return;
block c: x := 2:i32; return; })");
  EXPECT_EQ(out.find("ssy"), std::string::npos) << out;
}

// Who leaves early waits for nobody: the others meet again in front of the barrier, behind a loop that they leave one
// after the other.
TEST(Place, AWayOutInFrontOfABarrier) {
  const cfg::Kernel k = semantics::test::kernel_of(R"(kernel k pointer_bits 32 {
  var x : i32; var y : i32;
  array a : i32[8] global initial { 0, 0, 0, 0, 0, 0, 0, 0 };
  array s : i32[4] group initial { 0, 0, 0, 0 };
block a: x := 0:i32; goto h;
block h: br ult(x, local_id(0, i32)), b, d;
block b: x := add(x, 1:i32); br eq(x, 9:i32), bad, h;
block bad: a[7:i32] := 1:i32; return;
block d: s[local_id(0, i32)] := x; barrier group fence(group); y := s[sub(3:i32, local_id(0, i32))];
  a[local_id(0, i32)] := y; return; })");
  const Program p = placed(k);
  const SimtCode code = simt_code_of(p);
  SimtMachine m(code, semantics::test::launch(4), {}, {.warp_size = 4});
  ZeroChoices zeros;
  ASSERT_EQ(m.run(Pick::InOrder, zeros).end, End::Completed);
  EXPECT_EQ(m.memory().contents(0), (std::vector<std::uint64_t>{3, 2, 1, 0, 0, 0, 0, 0}));
}

TEST(Place, NoneAtAll) {
  const std::string out = text(R"(kernel k pointer_bits 32 { var x : i32;
block a: br eq(local_id(0, i32), 0:i32), b, c;
block b: goto c;
block c: x := 2:i32; return; })",
                               Placement::None);
  EXPECT_EQ(out.find("ssy"), std::string::npos) << out;
}

// n lies in the regions of two joins, j1 and j2, and a, which leads to it, only in that of j1: were j2's region not
// made to hold all of j1's, lanes from a would push j1's token below j2's, and pop j2's first.
const char *const interleaved = R"(kernel k pointer_bits 32 {
  var t : i32;
  var h : i32;
  array out : i32[64] global;
block e: t := local_id(0, i32); h := 1:i32; br ult(t, 6:i32), s, d;
block s: h := add(mul(h, 3:i32), 1:i32); br ult(t, 4:i32), a, z;
block a: h := add(mul(h, 3:i32), 2:i32); br ult(t, 2:i32), n, j1;
block d: h := add(mul(h, 3:i32), 3:i32); br ult(t, 7:i32), n, j2;
block n: h := add(mul(h, 3:i32), 4:i32); goto j1;
block j1: h := add(mul(h, 3:i32), 5:i32); goto j2;
block j2: h := add(mul(h, 3:i32), 6:i32); goto j3;
block z: h := add(mul(h, 3:i32), 7:i32); goto j3;
block j3: out[t] := h; return;
})";
TEST(Place, RegionsAreNestedOrDisjoint) {
  const Program p = placed(semantics::test::kernel_of(interleaved));
  const SimtCode code = simt_code_of(p);
  std::vector<std::vector<std::uint64_t>> seen;
  for (unsigned width : {8u, 1u}) {
    SimtMachine machine(code, semantics::test::launch(8), {}, {.warp_size = width});
    ZeroChoices zeros;
    const Outcome out = machine.run(Pick::InOrder, zeros);
    EXPECT_EQ(out.end, End::Completed) << out.reason << "\n" << print(p);
    seen.push_back(machine.memory().contents(0));
  }
  EXPECT_EQ(seen[0], seen[1]);
}

} // namespace
} // namespace lockstep::semantics::simt::test::test_simt_place
