// What the pass pipeline promises (frontend/passes/passes.h), seen in the printed module.
#include "tests/unit/frontend/compile_fixture.h"

namespace lockstep::frontend::test_passes {
namespace {

std::string kernel_of(const std::string &name, const std::string &source, const std::string &kernel = "k") {
  CompiledText c = compile_text(name, source);
  EXPECT_TRUE(c.module) << messages(c.diags);
  return c.function(kernel);
}

TEST(Passes, ALoadWhoseResultNobodyUsesStays) {
  std::string f = kernel_of("dead.cl", "kernel void k(global int *a) { (void)a[1]; int x = a[2]; }");
  EXPECT_EQ(count(f, "load i32"), 2u) << f;
  EXPECT_EQ(count(f, "volatile"), 0u) << f;
}

TEST(Passes, ACounterMarkedNswMayWrapAround) { // whoever trusts the mark lists it
  std::string f = kernel_of("count.cl", "kernel void k(global int *a) {\n"
                                        "  int i = 0x7ffffff0;\n  while (i > 0) i += 8;\n  a[5] = 1;\n}");
  EXPECT_EQ(count(f, "store i32"), 1u) << f;
  EXPECT_EQ(count(f, "add nsw"), 1u) << f;
}

TEST(Passes, AnUnusedBuiltinThatReadsStays) {
  std::string f = kernel_of("vload.cl", "kernel void k(global float *a) { float4 v = vload4(0, a); }");
  EXPECT_EQ(count(f, "@_Z6vload4"), 1u) << f;
}

TEST(Passes, LoadsInInlinedFunctionsStay) {
  std::string f = kernel_of("inl.cl", "int f(global int *p) { return p[3]; }\nkernel void k(global int *a) { f(a); }");
  EXPECT_EQ(count(f, "load i32"), 1u) << f;
  EXPECT_EQ(count(f, "call "), 0u) << f;
}

TEST(Passes, ACopiedAggregateIsReadAsAWhole) {
  // Only one member is used; all are read, the last one with the padding behind it.
  std::string f = kernel_of("copy.cl", "typedef struct { int a; float b; char c; } S;\n"
                                       "kernel void k(global S *s, global int *o) { S t = s[1]; o[0] = t.a; }");
  EXPECT_EQ(count(f, "load i32"), 2u) << f;
  EXPECT_EQ(count(f, "load float"), 1u) << f;
  EXPECT_EQ(count(f, "alloca"), 0u) << f;
}

TEST(Passes, ALargeCopyStaysOneAccess) {
  std::string f = kernel_of("big.cl", "typedef struct { int a[500]; } S;\n"
                                      "kernel void k(global S *s, global int *o) { S t = s[1]; o[0] = t.a[3]; }");
  EXPECT_EQ(count(f, "call void @llvm.memcpy[^\n]*i64 2000, i1 false"), 1u) << f;
}

TEST(Passes, CopiesInMemoryStayCopies) {
  std::string f = kernel_of("mem.cl", "typedef struct { int a, b; } S;\nkernel void k(global S *s) { s[1] = s[0]; }");
  EXPECT_EQ(count(f, "@llvm.memcpy"), 1u) << f;
  EXPECT_EQ(count(f, "i1 false"), 1u) << f;
}

TEST(Passes, ConditionalLoadsAreNotSpeculated) {
  std::string f =
      kernel_of("spec.cl", "kernel void k(global int *a, int n) { local int s[4]; a[0] = n > 2 ? s[1] : 7; }");
  EXPECT_EQ(count(f, "br i1"), 1u) << f;
  EXPECT_EQ(count(f, "select"), 0u) << f;
}

TEST(Passes, PureConditionalsAreSelects) {
  std::string f = kernel_of(
      "pure.cl", "kernel void k(global int *a, int n) { a[0] = n > 2 ? n : 7; if (n > 3 && n != 7) a[1] = 2; }");
  EXPECT_EQ(count(f, "select i1 %[^\n]*i32 %n, i32 7"), 1u) << f;
}

TEST(Passes, WhatCarriesNswIsNotSpeculated) {
  std::string f = kernel_of("nsw.cl", "kernel void k(global int *a, int n) { a[0] = n > 2 ? n + 1 : 7; }");
  EXPECT_EQ(count(f, "add nsw"), 1u) << f;
  EXPECT_EQ(count(f, "br i1"), 1u) << f;
}

TEST(Passes, OverflowIsNotAssumedBySimplification) {
  // n + 1 > n is true only if signed overflow is assumed away; that is the verifier's decision.
  std::string f = kernel_of("over.cl", "kernel void k(global int *a, int n) { if (n + 1 > n) a[0] = 1; }");
  EXPECT_EQ(count(f, "br i1"), 1u) << f;
}

TEST(Passes, UninitialisedLocalsAreOneArbitraryValue) {
  std::string f = kernel_of("uninit.cl", "kernel void k(global int *a, int c) { int x; if (c) x = 5; a[x] = 1; }");
  EXPECT_EQ(count(f, "freeze i32 undef"), 1u) << f;
  EXPECT_EQ(count(f, "i32 5"), 1u) << f;
  std::string g =
      kernel_of("init.cl", "kernel void k(global int *a) { int x[4]; x[0] = 3; a[x[0]] = x[get_local_id(0)]; }");
  EXPECT_EQ(count(g, "freeze"), 0u) << g; // stays in memory: arbitrary as it is
  EXPECT_EQ(count(g, "alloca"), 1u) << g;
}

TEST(Passes, ByValueParametersAreSplitAndNamed) {
  CompiledText c = compile_text("byval.cu", "struct Inner { float f; int *p; };\nstruct S { int n; Inner in[2]; };\n"
                                            "__global__ void k(S s, int m) { s.in[1].p[s.n] = m; }");
  ASSERT_TRUE(c.module) << messages(c.diags);
  std::string f = c.function("_Z1k1Si");
  EXPECT_NE(
      f.find("(i32 %s.n, i32 \"lockstep.padding\" %s.at4, float %\"s.in[0].f\", i32 \"lockstep.padding\" %s.at12, "
             "ptr %\"s.in[0].p\", float %\"s.in[1].f\", i32 \"lockstep.padding\" %s.at28, ptr %\"s.in[1].p\", i32"),
      std::string::npos)
      << f;
  EXPECT_EQ(count(f, "alloca|byval"), 0u) << f;
  EXPECT_EQ(kernels(*c.module).size(), 1u); // the annotation follows the new function
}

TEST(Passes, RecursionIsRefusedWhereItIsCalled) {
  CompiledText c = compile_text("rec.cl", "int f(int n) { return n < 2 ? 1 : n * f(n - 1); }\n"
                                          "kernel void bad(global int *a) { a[0] = f(a[1]); }\n"
                                          "kernel void k(global int *a) { a[0] = 1; }\n");
  ASSERT_TRUE(c.module);
  EXPECT_EQ(count(c.function("bad"), "call [^\n]*@f\\([^\n]*!lockstep.refused"), 1u) << c.function("bad");
  EXPECT_NE(c.text.find("recursion: 'f' calls itself"), std::string::npos);
  EXPECT_EQ(count(c.function("k"), "refused"), 0u);
}

TEST(Passes, FunctionPointersThatAreKnownAreInlined) {
  CompiledText c =
      compile_text("fp.cu", "typedef int (*op)(int);\n__device__ int twice(int x) { return 2 * x; }\n"
                            "template <class F> __device__ int apply(F f, int x) { return f(x); }\n"
                            "__global__ void k(int *a) { op f = twice; a[0] = f(a[1]) + apply(twice, 4); }\n"
                            "__global__ void unknown(int *a, op f) { a[0] = f(1); }\n");
  ASSERT_TRUE(c.module) << messages(c.diags);
  EXPECT_EQ(count(c.function("_Z1kPi"), "call "), 0u) << c.function("_Z1kPi");
  const std::string unknown = c.function("_Z7unknownPiPFiiE"); // `twice`, whose address is taken
  EXPECT_EQ(count(unknown, "icmp eq ptr %f, @_Z5twicei"), 1u) << unknown;
  EXPECT_EQ(count(unknown, "call [^\n]*@__lockstep_no_function"), 1u) << unknown;
  EXPECT_EQ(count(unknown, "call "), 1u) << unknown;
}

TEST(Passes, OtherAssemblyIsRefused) {
  CompiledText c = compile_text("asm.cu", "__global__ void k(int *a) { asm volatile(\"bar.arrive 1;\"); a[0] = 1; }");
  ASSERT_TRUE(c.module);
  EXPECT_EQ(count(c.function("_Z1kPi"), "asm [^\n]*!lockstep.refused"), 1u);
}

TEST(Passes, IrreducibleGraphsAreRepaired) {
  std::string f = kernel_of("irr.cl", "kernel void k(global int *o, int n) {\n  int i = 0;\n  if (n > 3) goto mid;\n"
                                      "top: i++; o[i] = 1;\nmid: i += 2;\n  if (i < n) goto top;\n}");
  EXPECT_EQ(count(f, "store i32 1"), 1u) << f;
  EXPECT_NE(f.find("guard"), std::string::npos) << f;
}

TEST(Passes, SwitchesStay) {
  std::string f = kernel_of(
      "sw.cl", "kernel void k(global int *o, int n) { switch (n) { case 1: o[1] = 1; break; case 2: o[2] = 2; } }");
  EXPECT_EQ(count(f, "switch i32"), 1u) << f;
}

TEST(Passes, AnnotationsAreStraight) {
  std::string f = kernel_of(
      "spec.cl", "kernel void k(global int *o, int n) {\n"
                 "  for (int i = 0; __invariant(i >= 0 && (__implies(i > 0, o[i - 1] == 3) || n < 0)), i < n; i++)\n"
                 "    o[i] = 3;\n}");
  EXPECT_EQ(count(f, "br i1"), 1u) << f; // the loop's own
  std::smatch region;
  ASSERT_TRUE(std::regex_search(f, region, std::regex("@__lockstep_spec_begin\\(\\)[^]*?@__lockstep_spec_end")));
  EXPECT_EQ(count(region.str(), "\n[a-z.0-9]+:"), 0u) << f; // no block begins inside
  EXPECT_EQ(count(region.str(), "@__lockstep_invariant\\(i1"), 1u) << f;
  EXPECT_EQ(count(region.str(), "load i32"), 1u) << f;
  EXPECT_EQ(count(region.str(), "nsw|inbounds"), 0u) << f; // o[i - 1] was conditional
}

TEST(Passes, AnnotationsWithEffectsOrLoopsAreRefused) {
  std::string f = kernel_of("effect.cl", "kernel void k(global int *o) { __assert(o[0]++ == 1); }");
  EXPECT_EQ(count(f, "@__lockstep_spec_begin\\(\\)[^\n]*!lockstep.refused"), 1u) << f;
  std::string g = kernel_of(
      "loop.cl", "bool f(int n) { while (n > 7) n /= 2; return n; }\nkernel void k(int n) { __assert(f(n)); }");
  EXPECT_EQ(count(g, "@__lockstep_spec_begin\\(\\)[^\n]*!lockstep.refused"), 1u) << g;
}

TEST(Passes, PreconditionsOfInlinedFunctionsAreObligations) {
  std::string f = kernel_of("pre.cl", "int f(int x) { __requires(x > 0); return x; }\n"
                                      "kernel void k(global int *o, int n) { __requires(n > 5); o[f(n)] = 0; }");
  EXPECT_EQ(count(f, "@__lockstep_requires\\("), 1u) << f;
  EXPECT_EQ(count(f, "@__lockstep_assert\\("), 1u) << f;
}

TEST(Passes, PreconditionsOfACalledKernelAreObligationsOfItsCaller) {
  CompiledText c = compile_text("called.cl", "kernel void k(global int *o, int n) { __requires(n > 5); o[n] = 0; }\n"
                                             "kernel void caller(global int *o) { k(o, 3); k(o, 9); }\n");
  ASSERT_TRUE(c.module) << messages(c.diags);
  EXPECT_EQ(count(c.function("k"), "@__lockstep_requires\\("), 1u);
  EXPECT_EQ(count(c.function("caller"), "@__lockstep_requires\\("), 0u) << c.function("caller");
  EXPECT_EQ(count(c.function("caller"), "@__lockstep_assert\\(i1 [a-z ]*false"), 1u) << c.function("caller");
  EXPECT_EQ(kernels(*c.module).size(), 2u);
}

TEST(Passes, AxiomsAreAssumedByEveryKernel) {
  CompiledText c =
      compile_text("axiom.cu", "__axiom(blockDim.x == 64);\n__global__ void a() {}\n__global__ void b() {}\n");
  ASSERT_TRUE(c.module) << messages(c.diags);
  EXPECT_EQ(count(c.function("_Z1av"), "@__lockstep_assume\\(i1"), 1u);
  EXPECT_EQ(count(c.function("_Z1bv"), "@__lockstep_assume\\(i1"), 1u);
}

TEST(Passes, PlacesAreTheUsersEvenInOurHeaders) {
  CompiledText c = compile_text(
      "place.cu", "__global__ void k(int *a) {\n  a[threadIdx.x] =\n    min(atomicAdd(&a[1], 2), 3);\n}\n");
  ASSERT_TRUE(c.module) << messages(c.diags);
  EXPECT_EQ(c.text.find("inlinedAt"), std::string::npos);
  EXPECT_EQ(c.text.find("__lockstep__/own"), std::string::npos);
}

TEST(Passes, VolatileOfTheSourceStaysOnMemory) {
  std::string f = kernel_of("vol.cl", "kernel void k(volatile global int *a) { volatile int x = 3; a[x] = a[0]; }");
  EXPECT_EQ(count(f, "load volatile"), 1u) << f;
  EXPECT_EQ(count(f, "alloca"), 0u) << f;
}

std::size_t back_edges(const std::string &function) { return count(function, "!llvm\\.loop"); }

TEST(Passes, ShortLoopsThatOnlyComputeAreWrittenOut) {
  std::string f =
      kernel_of("bits.cl", "kernel void k(global int *a, int x) { int r = 0;\n"
                           "  for (int i = 0; i < 3; i++) { r = r << 1 | (x & 1); x >>= 1; }\n  a[r] = x; }");
  EXPECT_EQ(back_edges(f), 0u) << f;
  EXPECT_EQ(count(f, "br "), 0u) << f;
  EXPECT_EQ(count(f, "ashr i32"), 3u) << f;
}

TEST(Passes, NestsOfShortLoopsAreWrittenOutFromTheInside) {
  std::string f = kernel_of("nest.cl", "kernel void k(global int *a, int x) { int r = 0;\n"
                                       "  for (int i = 4; i > 0; i /= 2)\n    for (int j = 0; j < 2; j++) r = (r + i) "
                                       "* (int)get_local_id(0) + j;\n  a[r] = x; }");
  EXPECT_EQ(back_edges(f), 0u) << f;
  EXPECT_EQ(count(f, "mul nsw i32"), 6u) << f;
}

TEST(Passes, EarlyExitsOfShortLoopsStay) {
  std::string f = kernel_of(
      "early.cl", "kernel void k(global int *a, int x) { int r = 0;\n"
                  "  do { r += x; if (r * r > 50) break; x >>= 1; } while (r < 7 && x);\n  a[r] = 0;\n"
                  "  int s = 0;\n  for (int i = 0; i < 4; i++) { s = s * 3 + x; if (s > 9) break; }\n  a[s] = 1; }");
  EXPECT_EQ(back_edges(f), 1u) << f;
  EXPECT_EQ(count(f, "icmp sgt i32 [^\n]*, 9"), 3u) << f; // after the fourth it does not matter
}

TEST(Passes, OtherLoopsStay) {
  auto loop = [](const std::string &name, const std::string &body) {
    return back_edges(kernel_of(name + ".cl", "kernel void k(global int *a, int x, float y) { int r = 0;\n" + body +
                                                  "\n  a[r] = y; }"));
  };
  EXPECT_EQ(loop("store", "for (int i = 0; i < 3; i++) { r = r * 5 + x; a[i] = r; }"), 1u);
  EXPECT_EQ(loop("load", "for (int i = 0; i < 3; i++) r = r * 5 + a[i];"), 1u);
  EXPECT_EQ(loop("assert", "for (int i = 0; i < 3; i++) { r = r * 5 + x; __assert(r < 7); }"), 1u);
  EXPECT_EQ(loop("invariant", "for (int i = 0; __invariant(r < 7), i < 3; i++) r = r * 5 + x;"), 1u);
  EXPECT_EQ(loop("barrier", "for (int i = 0; i < 3; i++) { r = r * 5 + x; barrier(CLK_LOCAL_MEM_FENCE); }"), 1u);
  EXPECT_EQ(loop("long", "for (int i = 0; i < 33; i++) r = r * 5 + x;"), 1u);
  EXPECT_EQ(loop("large", "for (int i = 0; i < 32; i++) { r = r * 5 + x; r ^= r >> 3; r = r * 7 - x; r ^= r << 5; r = "
                          "r * r + i; r |= x; }"),
            1u);
  EXPECT_EQ(loop("overflow", "for (int i = 0; i != 5; i += 2) r = r * 5 + x;"),
            1u); // three rounds only if nothing overflows
  EXPECT_EQ(loop("window", "for (int i = x - 1; i <= x + 1; i++) r = r * 5 + x;"), 1u);
  EXPECT_EQ(loop("unknown", "for (int i = 0; i < x; i++) r = r * 5 + x;"), 1u);
  EXPECT_EQ(loop("counter", "for (int i = 0; i < 3; i++) if (i * x == 7) break;"), 1u);
  EXPECT_EQ(loop("floats", "for (int i = 0; i < 3; i++) y = y * 5 + x;"), 1u);
}

TEST(Passes, CopiesOfLoopsKeepFlagsAndPlaces) {
  CompiledText c =
      compile_text("flags.cl", "kernel void k(global int *a, int x) {\n  int r = x;\n  for (int i = 0; i < 2; i++)\n"
                               "    r = r * x + 1;\n  a[r] = x; }");
  ASSERT_TRUE(c.module) << messages(c.diags);
  std::string f = c.function("k");
  EXPECT_EQ(count(f, "mul nsw i32"), 2u) << f;
  EXPECT_EQ(count(f, "add nsw i32 [^\n]*, 1"), 2u) << f;
  EXPECT_GE(count(c.text, "line: 4,"), 2u) << c.text; // one for `*`, one for `+`
}

// A block that follows itself, in a loop with two entries.
TEST(Passes, ALoopWithTwoEntriesIsGivenOne) {
  const std::string f = kernel_of("self.ll", R"(
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, i32 %n, i32 %m) {
entry:
  %c = icmp slt i32 %n, 3
  br i1 %c, label %left, label %right
left:
  %v = phi i32 [ %n, %entry ], [ %v1, %left ], [ %w, %right ]
  %v1 = add i32 %v, 1
  %d = icmp slt i32 %v1, %m
  br i1 %d, label %left, label %right
right:
  %w = phi i32 [ %m, %entry ], [ %v1, %left ]
  %e = icmp sgt i32 %w, %n
  br i1 %e, label %left, label %end
end:
  store i32 %w, ptr addrspace(1) %a
  ret void
}
)");
  EXPECT_EQ(count(f, "store i32"), 1u) << f;
  EXPECT_EQ(count(f, "lockstep.refused"), 0u) << f;
}

} // namespace
} // namespace lockstep::frontend::test_passes
