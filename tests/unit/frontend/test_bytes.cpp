// A value in memory is its bytes, of which the program's types are views: what copies touch, what other views read, and
// that what nobody has written has no value that a pass or the lowering made up. Results computed by hand.
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend::test_bytes {
namespace {

// The granules of shared memory that one load or store touches, as "[from, to)" in bytes.
std::string touched(const Built &b, const std::string &array, bool store) {
  std::string out;
  auto add = [&](cfg::ArrayId a, const cfg::Expr &offset, std::uint64_t granules) {
    if (a != b.array(array) || !cfg::is_const(offset))
      return;
    const std::uint64_t bytes = b.at(array).granule_bytes;
    out += "[" + std::to_string(offset->value * bytes) + "," + std::to_string((offset->value + granules) * bytes) + ")";
  };
  for (auto &[l, o] : b.all<cfg::Load>())
    if (!store)
      add(l.array, l.offset, l.dests.size() * l.per_value);
  for (auto &[s, o] : b.all<cfg::Store>())
    if (store)
      add(s.array, s.offset, s.values.size() * s.per_value);
  return out;
}

std::uint64_t result(const Built &b) { // what one thread leaves in o[0]
  OneThread t(*b.kernel);
  EXPECT_EQ(t.go(), "") << b.text();
  return t.memory("o")[0];
}

TEST(Bytes, ACopyTouchesThePaddingInOneAccess) {
  BUILD(b, "pad.cl",
        "typedef struct { int a; char c; } S;\nkernel void k(global S *p, global S *q) { S s = p[1]; s.a = 1; q[2] = "
        "s; }");
  EXPECT_EQ(touched(b, "p", false), "[8,16)") << b.text();
  EXPECT_EQ(touched(b, "q", true), "[16,24)") << b.text();
  EXPECT_EQ(b.at("p").granule_bytes, 4u) << b.text(); // padding makes no granule smaller
}

TEST(Bytes, PaddingInFrontOfAMember) {
  BUILD(b, "front.cl",
        "typedef struct { char c; int i; } S;\nkernel void k(global S *p, global int *o) { S s = p[0]; o[0] = s.i; }");
  EXPECT_EQ(touched(b, "p", false), "[0,8)") << b.text();
  EXPECT_EQ(b.at("p").granule_bytes, 4u) << b.text();
}

TEST(Bytes, APartOfAStructureIsCopiedToTheByte) {
  BUILD(b, "part.cl",
        "typedef struct { int key; char tag; } R;\nkernel void k(global uchar *out) {"
        " R r; r.key = 1; r.tag = 2; __builtin_memcpy(out + 3, &r, 5); }");
  EXPECT_EQ(touched(b, "out", true), "[3,7)[7,8)") << b.text();
}

TEST(Bytes, VectorsOfThree) {
  BUILD(b, "vec3.cl", "kernel void k(global float3 *p, global float *q) { p[1] = vload3(1, q); vstore3(p[2], 3, q); }");
  EXPECT_EQ(touched(b, "p", true), "[16,32)") << b.text();
  EXPECT_EQ(touched(b, "p", false), "[32,48)") << b.text();
  EXPECT_EQ(touched(b, "q", false), "[12,24)") << b.text();
  EXPECT_EQ(touched(b, "q", true), "[36,48)") << b.text();
}

TEST(Bytes, ThePaddingThatAllThreadsStoreIsOneValue) {
  BUILD(b, "same.cl",
        "typedef struct { int a; char c; float3 v; } S;\nkernel void k(global S *p) {"
        " S s; s.a = 1; s.c = 2; s.v = (float3)(1.0f, 2.0f, 3.0f); p[0] = s; }");
  EXPECT_NE(b.text().find("call \"padding\"():"), std::string::npos) << b.text();
  EXPECT_EQ(b.all<cfg::Havoc>().size(), 0u) << b.text();
}

TEST(Bytes, AMemberThatNobodyWroteIsAnyValue) {
  BUILD(b, "member.cl", "typedef struct { int a; int c; } S;\nkernel void k(global S *p) { S s; s.a = 1; p[0] = s; }");
  EXPECT_EQ(b.all<cfg::Havoc>().size(), 1u) << b.text();
}

TEST(Bytes, NoByteOfALocalHasAMadeUpValue) {
  for (const char *body : {"uchar a[64]; o[0] = a[1];", "int a[64]; o[0] = a[9];",
                           "struct { int n; uchar m[40]; } s; s.n = 1; o[0] = s.m[2];",
                           "union { struct { char c; int i; } s; uchar b[8]; } u; u.s.c = 1; u.s.i = 1; o[0] = u.b[1];",
                           "long3 v; o[0] = (int)v.y;"}) {
    BUILD(b, "uninit.cl", std::string("kernel void k(global int *o) { ") + body + " }");
    bool constant = false;
    for (auto &[s, o] : b.all<cfg::Store>())
      constant = constant || (s.array == b.array("o") && cfg::is_const(s.values[0]));
    EXPECT_FALSE(constant) << b.text();
  }
}

TEST(Bytes, ALocalStartsAnewWhereItIsDeclared) {
  BUILD(b, "loop.cl",
        "kernel void k(global int *o, int n) { for (int i = 0; i < n; ++i) {"
        " int x; if (i == 0) x = 7; o[i] = x; } }");
  EXPECT_GE(b.all<cfg::Havoc>().size(), 1u) << b.text();
  BUILD(a, "array.cl",
        "kernel void k(global int *o, int n) { for (int i = 0; i < n; ++i) {"
        " int x[4]; if (i == 0) x[n & 3] = 7; o[i] = x[n & 3]; } }");
  EXPECT_GE(a.all<cfg::Havoc>().size(), 4u) << a.text();
}

TEST(Bytes, ViewsOfAUnion) {
  BUILD(b, "union.cl",
        "typedef union { struct { char c; short s; } a; uchar raw[4]; uint w; } U;\n"
        "kernel void k(global uint *o) { U u; u.w = 0x01020304; u.a.c = 9; u.raw[3] = 5; o[0] = u.w; }");
  EXPECT_EQ(result(b), 0x05020309u) << b.text();
}

TEST(Bytes, AStructureThroughAPointerOfAnotherType) {
  BUILD(b, "cast.cl",
        "typedef struct { short a; char b, c; } S;\ntypedef struct { uchar x[4]; } T;\n"
        "kernel void k(global uint *o) { S s; s.a = 0x0201; s.b = 3; s.c = 4; T t = *(T *)&s; "
        "o[0] = t.x[0] | t.x[1] << 8 | t.x[2] << 16 | (uint)t.x[3] << 24; }");
  EXPECT_EQ(result(b), 0x04030201u) << b.text();
}

TEST(Bytes, ReturnedStructures) {
  BUILD(b, "ret.cu",
        "struct S { char c; int i; };\n__device__ S make(int t) { S s; s.c = 3; s.i = t; return s; }\n"
        "__global__ void k(int *o) { S a = make(5); S b = a; o[0] = b.i * 16 + b.c; }");
  EXPECT_EQ(result(b), 83u) << b.text();
}

TEST(Bytes, BitFieldsOfThreeBytes) {
  BUILD(b, "bits.cu",
        "struct __attribute__((packed)) B { unsigned a : 12; unsigned b : 12; };\n"
        "__global__ void k(B *p, unsigned *o) { p[0].a = 0xabc; p[0].b = 0x123; o[0] = p[0].a * 65536 + p[0].b; }");
  EXPECT_EQ(result(b), 0xabc0123u) << b.text();
  EXPECT_EQ(touched(b, "p", true), "[0,3)[0,3)") << b.text(); // the whole storage unit: one memory location
}

TEST(Bytes, BytesOfAPrivateArray) {
  BUILD(b, "private.cl",
        "kernel void k(global uint *o, int i) { uint a[4]; a[i & 3] = 0x01020304; ((uchar *)a)[(i & 3) * 4 + 1] = 9;"
        " o[0] = a[i & 3]; o[1] = ((ushort *)a)[(i & 3) * 2 + 1]; }");
  OneThread t(*b.kernel);
  EXPECT_EQ(t.set("i", 2).go(), "") << b.text();
  EXPECT_EQ(t.memory("o")[0], 0x01020904u);
  EXPECT_EQ(t.memory("o")[1], 0x0102u);
  for (auto &[l, o] : b.all<cfg::Load>())
    EXPECT_EQ(l.per_value, 1u) << b.text();
}

TEST(Bytes, StructuresOfPointers) {
  BUILD(b, "ptrs.cl",
        "typedef struct { global int *a; int n; } V;\nkernel void k(global int *p, global int *q, int i) {"
        " V x[2]; x[0].a = p; x[0].n = 1; x[1].a = q; x[1].n = 2; V y = x[i & 1]; y.a[y.n] = 7; }");
  OneThread t(*b.kernel);
  EXPECT_EQ(t.set("i", 1).go(), "") << b.text();
  EXPECT_EQ(t.memory("q")[2], 7u);
  EXPECT_EQ(t.memory("p")[1], 0u);
}

TEST(Bytes, APointerThatIsPartlyOverwrittenIsNone) {
  BUILD(b, "broken.cl",
        "typedef struct { global int *a; int n; } V;\nkernel void k(global int *p, int i) {"
        " V x[2]; x[0].a = p; x[1].a = p; ((int *)x)[(i & 1) * 4 + 1] = 5; x[i & 1].a[0] = 7; }");
  OneThread t(*b.kernel);
  EXPECT_EQ(t.set("i", 1).go(), "assert: null pointer access") << b.text();
}

TEST(Bytes, CopiesWithinAnArray) {
  const std::string text = "struct H { int a[400]; };\n__global__ void k(int *p, int from, int to) { BUILTIN(p + to, p "
                           "+ from, sizeof(H)); }";
  for (const char *builtin : {"__builtin_memcpy", "__builtin_memmove"}) {
    std::string source = text;
    source.replace(source.find("BUILTIN"), 7, builtin);
    BUILD(b, "within.cu", source);
    for (int shift : {-400, -3, 0, 5, 400}) {
      if (std::string(builtin) == "__builtin_memcpy" && shift != 0 && shift > -400 && shift < 400)
        continue; // undefined
      std::vector<std::uint64_t> before(1300);
      for (std::size_t k = 0; k < before.size(); ++k)
        before[k] = 7 * k + 1;
      OneThread t(*b.kernel);
      EXPECT_EQ(t.fill("p", before).set("from", 420).set("to", static_cast<std::uint64_t>(420 + shift)).go(), "")
          << b.text();
      for (std::size_t k = 0; k < 400; ++k)
        EXPECT_EQ(t.memory("p")[static_cast<std::size_t>(420 + shift) + k], before[420 + k])
            << builtin << " by " << shift << " at " << k;
    }
  }
}

TEST(Bytes, PaddingOfAByValueParameterIsAParameter) {
  BUILD(b, "byval.cl",
        "typedef struct { char c; int n; } S;\nkernel void k(S s, global int *o) { o[0] = ((uchar *)&s)[1]; }");
  OneThread t(*b.kernel);
  EXPECT_EQ(t.set("s.at1", 5).go(), "") << b.text();
  EXPECT_EQ(t.memory("o")[0], 5u);
  BUILD(unused, "unused.cl", "typedef struct { char c; int n; } S;\nkernel void k(S s, global int *o) { o[0] = s.n; }");
  EXPECT_EQ(unused.text().find("s.at1"), std::string::npos) << unused.text();
}

TEST(Bytes, WideScalarsAreCopiedButNotComputed) {
  BUILD(
      b, "wide.cu",
      "struct W { __int128 w; int n; };\n__global__ void k(W *p, W *q, int *o) { W x = p[0]; o[0] = x.n; q[0] = x; }");
  EXPECT_EQ(touched(b, "q", true), "[0,16)[16,24)[24,32)") << b.text();
  expect_refused(build_text("sum.cu", "__global__ void k(__int128 *p) {\n p[0] += 1;\n}"), "i128", 2);
}

const std::string module_head = "target datalayout = \"e-i64:64-i128:128-v16:16-v32:32-n16:32:64\"\n"
                                "target triple = \"nvptx64-nvidia-cuda\"\n%S = type { i8, i32 }\n";
const std::string module_tail = "!nvvm.annotations = !{!0}\n!0 = !{ptr @k, !\"kernel\", i32 1}\n";

TEST(Bytes, FirstClassAggregatesTouchTheirPadding) {
  BUILD(b, "fca.ll",
        module_head +
            "define void @k(ptr %p, ptr %q) {\n %v = load %S, ptr %p\n"
            " %w = insertvalue %S %v, i32 7, 1\n store %S %w, ptr %q\n ret void\n}\n" +
            module_tail);
  EXPECT_EQ(touched(b, "p", false), "[0,4)[4,8)") << b.text();
  EXPECT_EQ(touched(b, "q", true), "[0,4)[4,8)") << b.text();
  EXPECT_EQ(b.all<cfg::Havoc>().size(), 0u) << b.text(); // the padding stored is the same unknown for all threads
}

TEST(Bytes, FirstClassAggregatesOverLocalsForgetThePadding) {
  BUILD(b, "local.ll",
        module_head +
            "define void @k(ptr %o) {\n %a = alloca %S\n %b = getelementptr i8, ptr %a, i64 1\n"
            " store i8 5, ptr %b\n store %S { i8 1, i32 2 }, ptr %a\n %c = load i8, ptr %b\n"
            " %d = zext i8 %c to i32\n store i32 %d, ptr %o\n ret void\n}\n" +
            module_tail);
  EXPECT_EQ(result(b), 0xa5u) << b.text();
}

TEST(Bytes, VectorsOfThreeInAssemblyTouchTwelveBytes) {
  BUILD(b, "three.ll",
        module_head +
            "define void @k(ptr %p, ptr %q) {\n %v = load <3 x float>, ptr %p\n"
            " store <3 x float> %v, ptr %q\n ret void\n}\n" +
            module_tail);
  EXPECT_EQ(touched(b, "p", false), "[0,12)") << b.text();
  EXPECT_EQ(touched(b, "q", true), "[0,12)") << b.text();
}

TEST(Bytes, UndefAndPoisonAreNeverAConvenientValue) {
  for (const char *value :
       {"zext i8 undef to i32", "mul i32 poison, 0", "and i32 0, poison",
        "extractelement <2 x i32> <i32 1, i32 2>, i64 %n", "freeze i32 undef", "shl i32 undef, 31",
        "extractvalue { i32, i32 } { i32 1, i32 undef }, 1", "sdiv i32 undef, 1", "xor i32 undef, undef"}) {
    BUILD(b, "undef.ll",
          module_head + "define void @k(ptr %o, i64 %n) {\n %x = " + value + "\n store i32 %x, ptr %o\n ret void\n}\n" +
              module_tail);
    EXPECT_GE(b.all<cfg::Havoc>().size(), 1u) << value << "\n" << b.text();
  }
}

TEST(Bytes, WhatIsTheSameForEveryValueOfUndefIsKnown) {
  for (const char *value : {"and i32 undef, 0", "select i1 undef, i32 1, i32 1", "lshr i32 undef, 31"}) {
    BUILD(b, "undef.ll",
          module_head + "define void @k(ptr %o, i64 %n) {\n %x = " + value +
              "\n %c = icmp ugt i32 %x, 1\n %y = zext i1 %c to i32\n store i32 %y, ptr %o\n ret void\n}\n" +
              module_tail);
    OneThread t(*b.kernel);
    EXPECT_EQ(t.set("n", 1).go(), "") << b.text();
    EXPECT_EQ(t.memory("o")[0], 0u) << b.text();
  }
}

TEST(Bytes, APhiOfAggregates) {
  BUILD(b, "phi.ll",
        module_head +
            "define void @k(ptr %o, i32 %n) {\n %c = icmp eq i32 %n, 0\n br i1 %c, label %l, label %r\n"
            "l:\n %x = insertvalue %S undef, i32 3, 1\n br label %j\nr:\n %y = insertvalue %S poison, i32 4, 1\n"
            " br label %j\nj:\n %z = phi %S [ %x, %l ], [ %y, %r ]\n %v = extractvalue %S %z, 1\n"
            " store i32 %v, ptr %o\n ret void\n}\n" +
            module_tail);
  OneThread t(*b.kernel);
  EXPECT_EQ(t.set("n", 1).go(), "") << b.text();
  EXPECT_EQ(t.memory("o")[0], 4u) << b.text();
}

} // namespace
} // namespace lockstep::frontend::test_bytes
