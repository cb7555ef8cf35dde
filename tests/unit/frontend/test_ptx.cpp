// Inline PTX: its text, what its instructions compute, what they access, and what is refused by name.
#include "frontend/ptx/text.h"
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend::test_ptx {
namespace {

using Kind = PtxOperand::Kind;

TEST(PtxText, InstructionsModifiersOperands) {
  const PtxText t = parse_ptx("{ .reg .pred p; .reg .u32 a<2>, %b; // declared\n"
                              "setp.lt.s32 p, $1, -0x10; /* a comment; */ @!p ld.shared::cta.v2.u32 {a1, _}, [$2+8];\n"
                              "mov.u32 %b, %tid.x; st.f32 [a0-4], 0f3f800000 }");
  ASSERT_EQ(t.refused, "");
  EXPECT_EQ(t.registers, (std::vector<std::string>{"pred", "u32", "u32", "u32"}));
  ASSERT_EQ(t.instructions.size(), 4u);
  EXPECT_EQ(t.instructions[0].name, "setp");
  EXPECT_EQ(t.instructions[0].operands[2].number, ~std::uint64_t(15));
  const PtxInstruction &load = t.instructions[1];
  EXPECT_EQ(load.modifiers, (std::vector<std::string>{"shared::cta", "v2", "u32"}));
  ASSERT_TRUE(load.guard);
  EXPECT_TRUE(load.guard->negated);
  ASSERT_EQ(load.operands[0].kind, Kind::Pack);
  EXPECT_EQ(load.operands[0].parts[0].number, 2u);
  EXPECT_EQ(load.operands[0].parts[1].kind, Kind::Nothing);
  EXPECT_EQ(load.operands[1].kind, Kind::Address);
  EXPECT_EQ(load.operands[1].number, 8u);
  EXPECT_EQ(t.instructions[2].operands[1].name, "tid.x");
  EXPECT_EQ(t.instructions[3].operands[0].number, ~std::uint64_t(3));
  EXPECT_EQ(t.instructions[3].operands[1].number, 0x3f800000u);
}

TEST(PtxText, ScopesHideRegisters) {
  const PtxText t = parse_ptx(".reg .b32 r; { .reg .b64 r; mov.b64 r, 0; } mov.b32 r, 1;");
  ASSERT_EQ(t.instructions.size(), 2u);
  EXPECT_EQ(t.instructions[0].operands[0].number, 1u);
  EXPECT_EQ(t.instructions[1].operands[0].number, 0u);
}

TEST(PtxText, WhatIsNotReadIsNamed) {
  EXPECT_EQ(parse_ptx("L1: bra L1;").refused, "the label L1:");
  EXPECT_EQ(parse_ptx("setp.eq.u32 p|q, 1, 2;").refused, "setp.eq.u32");
  EXPECT_EQ(parse_ptx(".shared .b32 s;").refused, ".shared");
  EXPECT_EQ(parse_ptx("s_waitcnt vmcnt(0)").refused, "s_waitcnt");
  EXPECT_EQ(parse_ptx("mov.u32 $0, 12ab;").refused, "mov.u32");
  EXPECT_EQ(parse_ptx("mov.u32 $, 1;").refused, "mov.u32");
  EXPECT_EQ(parse_ptx("}").refused, "}");
  EXPECT_EQ(parse_ptx("").refused, "");
}

// r = what the assembly makes of a, b and c.
std::uint64_t computed(const std::string &assembly, std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0,
                       const std::string &type = "unsigned", const std::string &letter = "r") {
  const std::string source = "__global__ void k(" + type + " *p, " + type + " a, " + type + " b, " + type + " c) { " +
                             type + " r = 77; asm volatile(\"" + assembly + "\" : \"+" + letter + "\"(r) : \"" +
                             letter + "\"(a), \"" + letter + "\"(b), \"" + letter + "\"(c)); p[0] = r; }";
  Built k = build_text("computed.cu", source);
  EXPECT_TRUE(k.kernel) << assembly << "\n" << messages(k.diags);
  if (!k.kernel)
    return 0;
  OneThread t(*k.kernel);
  t.set("a", a).set("b", b).set("c", c).thread(37);
  EXPECT_EQ(t.go(), "") << assembly;
  return t.memory("p")[0];
}

TEST(Ptx, Computes) {
  struct Row {
    const char *assembly;
    std::uint64_t a, b, c, result;
  };
  const std::uint64_t all = 0xffffffff;
  for (const Row &r : std::vector<Row>{
           {"mov.u32 %0, %1;", 5, 0, 0, 5},
           {"mov.u32 %0, %%tid.x;", 0, 0, 0, 37},
           {"mov.u32 %0, %%laneid;", 0, 0, 0, 5},
           {"mov.u32 %0, %%lanemask_lt;", 0, 0, 0, 31},
           {"mov.u32 %0, %%lanemask_ge;", 0, 0, 0, all - 31},
           {"mov.u32 %0, %%lanemask_gt;", 0, 0, 0, all - 63},
           {"mov.u32 %0, WARP_SZ;", 0, 0, 0, 32},
           {"add.s32 %0, %1, %2;", all, 3, 0, 2},
           {"sub.u32 %0, %1, 1;", 0, 0, 0, all},
           {"mul.lo.u32 %0, %1, %2;", 0x10001, 0x10001, 0, 0x20001},
           {"mul.hi.u32 %0, %1, %2;", all, all, 0, all - 1},
           {"mul.hi.s32 %0, %1, %2;", all, all, 0, 0},
           {"mad.lo.s32 %0, %1, %2, %3;", 3, 4, 5, 17},
           {"mul24.lo.u32 %0, %1, %2;", 0xff000002, 3, 0, 6},
           {"mul24.lo.s32 %0, %1, %2;", 0x00ffffff, 3, 0, all - 2},
           {"sad.u32 %0, %1, %2, %3;", 3, 10, 1, 8},
           {"sad.s32 %0, %1, %2, %3;", all, 10, 1, 12},
           {"div.u32 %0, %1, %2;", 17, 5, 0, 3},
           {"div.s32 %0, %1, %2;", all - 16, 5, 0, all - 2},
           {"div.s32 %0, %1, %2;", 0x80000000, all, 0, 0x80000000},
           {"rem.s32 %0, %1, %2;", all - 16, 5, 0, all - 1},
           {"min.s32 %0, %1, %2;", all, 5, 0, all},
           {"min.u32 %0, %1, %2;", all, 5, 0, 5},
           {"max.s32 %0, %1, %2;", all, 5, 0, 5},
           {"neg.s32 %0, %1;", 1, 0, 0, all},
           {"abs.s32 %0, %1;", all - 4, 0, 0, 5},
           {"not.b32 %0, %1;", 5, 0, 0, all - 5},
           {"cnot.b32 %0, %1;", 0, 0, 0, 1},
           {"popc.b32 %0, %1;", 0xf0f0, 0, 0, 8},
           {"clz.b32 %0, %1;", 1, 0, 0, 31},
           {"brev.b32 %0, %1;", 1, 0, 0, 0x80000000},
           {"bfind.u32 %0, %1;", 0x1000, 0, 0, 12},
           {"bfind.u32 %0, %1;", 0, 0, 0, all},
           {"bfind.s32 %0, %1;", all - 7, 0, 0, 2},
           {"bfind.shiftamt.u32 %0, %1;", 0x1000, 0, 0, 19},
           {"shl.b32 %0, %1, %2;", 1, 31, 0, 0x80000000},
           {"shl.b32 %0, %1, %2;", 1, 32, 0, 0},
           {"shr.u32 %0, %1, %2;", all, 40, 0, 0},
           {"shr.s32 %0, %1, %2;", 0x80000000, 40, 0, all},
           {"shf.l.wrap.b32 %0, %1, %2, %3;", 0x80000000, 1, 33, 3},
           {"shf.l.clamp.b32 %0, %1, %2, %3;", 0x80000000, 1, 33, 0x80000000},
           {"shf.r.clamp.b32 %0, %1, %2, %3;", 4, 1, 1, 0x80000002},
           {"shf.r.clamp.b32 %0, %1, %2, %3;", 4, 9, 99, 9},
           {"bfe.u32 %0, %1, %2, %3;", 0xabcd, 4, 8, 0xbc},
           {"bfe.u32 %0, %1, %2, %3;", 0xabcd, 4, 200, 0xabc},
           {"bfe.u32 %0, %1, %2, %3;", 0xabcd, 40, 8, 0},
           {"bfe.s32 %0, %1, %2, %3;", 0xabcd, 4, 8, all - 0x43},
           {"bfe.s32 %0, %1, %2, %3;", 0x80000000, 28, 8, all - 7},
           {"bfe.s32 %0, %1, %2, %3;", 0x80000000, 99, 8, all},
           {"bfe.s32 %0, %1, %2, 0;", 0x80000000, 99, 0, 0},
           {"bfi.b32 %0, %1, %2, 8, 4;", 0xf5, all, 0, 0xfffff5ff},
           {"bfi.b32 %0, %1, %2, 30, 8;", 0xff, 0, 0, 0xc0000000},
           {"bfi.b32 %0, %1, %2, 32, 8;", 0xff, 7, 0, 7},
           {"prmt.b32 %0, %1, %2, %3;", 0x33221100, 0x77665544, 0x7531, 0x77553311},
           {"prmt.b32 %0, %1, %2, %3;", 0x80, 0x7f, 0xc884, 0x00ffff7f},
           {"lop3.b32 %0, %1, %2, %3, 0x96;", 0xf0, 0xcc, 0xaa, 0x96},
           {"lop3.b32 %0, %1, %2, %3, 0xe8;", 0xf0, 0xcc, 0xaa, 0xe8},
           {"lop3.b32 %0, %1, %2, %3, 0x1b;", 0xf0, 0xcc, 0xaa, 0xffffff1b},
           {"lop3.b32 %0, %1, %2, %3, 0;", 0xf0, 0xcc, 0xaa, 0},
           {"vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;", 0x01020304, 0x04030201, 100, 108},
           {"set.lt.u32.s32 %0, %1, %2;", all, 1, 0, all},
           {"slct.u32.s32 %0, %1, %2, %3;", 1, 2, all, 2},
           {"cvt.u32.u8 %0, %1;", 0x1ff, 0, 0, 0xff},
           {"cvt.s32.s8 %0, %1;", 0x1ff, 0, 0, all},
           {"{ .reg .pred p; setp.lo.u32 p, %1, %2; selp.b32 %0, 1, 2, p; }", 3, 4, 0, 1},
           {"{ .reg .pred p, q; setp.ge.s32 q, %1, 0; setp.eq.and.u32 p, %1, %2, q; @!p mov.u32 %0, %3; }", all, all, 9,
            9},
           {"{ .reg .pred p; setp.eq.u32 p, %1, %2; @p mov.u32 %0, %3; }", 1, 2, 9, 77},
           {"{ .reg .b64 t; mov.b64 t, {%1, %2}; mov.b64 {_, %0}, t; }", 1, 2, 0, 2},
       })
    EXPECT_EQ(computed(r.assembly, r.a, r.b, r.c) & all, r.result) << r.assembly;
}

TEST(Ptx, RefusesByName) {
  struct Row {
    const char *assembly, *named;
  };
  for (const Row &r : std::vector<Row>{{"shfl.sync.idx.b32 %0, %1, 0, 31, -1;", "shfl.sync.idx.b32"},
                                       {"bar.arrive 1;", "bar.arrive"},
                                       {"bar.red.popc.u32 %0, 0, %1;", "bar.red.popc.u32"},
                                       {"vote.sync.any.pred %0, %1, -1;", "vote.sync.any.pred"},
                                       {"prmt.b32.f4e %0, %1, %1, %1;", "prmt.b32.f4e"},
                                       {"ld.param.u32 %0, [%1];", "ld.param.u32"},
                                       {"add.sat.s32 %0, %1, 1;", "add.sat.s32"},
                                       {"add.s64 %0, %1, 1;", "add.s64"},
                                       {"addc.u32 %0, %1, 1;", "addc.u32"},
                                       {"mov.u32 %0, %%pm0;", "mov.u32"},
                                       {"bra L;", "bra"},
                                       {"cp.async.bulk.commit_group;", "cp.async.bulk.commit_group"}}) {
    Built k = build_text("refused.cu", "__global__ void k(unsigned *p, unsigned a) {\n unsigned r;\n asm volatile(\"" +
                                           std::string(r.assembly) + "\" : \"=r\"(r) : \"r\"(a)); p[0] = r; }");
    expect_refused(k, "'" + std::string(r.named) + "'", 3);
  }
}

TEST(Ptx, AddressesOfGroupMemoryAreFollowed) {
  BUILD(k, "address.cu",
        "__global__ void k(int *p, unsigned i) { __shared__ int s[64]; unsigned a;\n"
        "asm(\"{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }\" : \"=r\"(a) : \"l\"(s));\n"
        "asm volatile(\"st.shared.u32 [%0 + 4], %1;\" :: \"r\"(a + 4 * i), \"r\"(9)); p[0] = s[i + 1]; }");
  OneThread t(*k.kernel);
  t.set("i", 5);
  EXPECT_EQ(t.go(), "");
  EXPECT_EQ(t.memory("p")[0], 9u);
  EXPECT_EQ(t.memory("s")[6], 9u);
}

TEST(Ptx, AtomicsHaveTheirScope) {
  BUILD(k, "scope.cu",
        "__global__ void k(unsigned *p) { unsigned r;\n"
        "asm volatile(\"atom.relaxed.cta.global.add.u32 %0, [%1], 3;\" : \"=r\"(r) : \"l\"(p));\n"
        "asm volatile(\"red.global.gpu.max.u32 [%0], %1;\" :: \"l\"(p), \"r\"(r));\n"
        "asm volatile(\"ld.acquire.sys.u32 %0, [%1];\" : \"=r\"(r) : \"l\"(p)); p[1] = r; }");
  const auto atomics = k.all<cfg::Atomic>();
  ASSERT_EQ(atomics.size(), 3u);
  EXPECT_EQ(atomics[0].first.scope, cfg::AtomicScope::Group);
  EXPECT_EQ(atomics[1].first.op, cfg::AtomicOp::UMax);
  EXPECT_EQ(atomics[1].first.scope, cfg::AtomicScope::Grid);
  EXPECT_EQ(atomics[2].first.op, cfg::AtomicOp::Load);
}

} // namespace
} // namespace lockstep::frontend::test_ptx
