// `build_kernel`: arrays, granules, accesses, control flow, ids.
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend::test_build_kernel {
namespace {

using cfg::Op;

TEST(BuildKernel, ArraysOfParametersAndLocals) {
  BUILD(b, "k.cl",
        "kernel void k(global float *a, constant int *c, local short *l, int n) {\n"
        "  local float t[16][17];\n"
        "  t[get_local_id(1)][get_local_id(0)] = a[n] + c[n] + l[n];\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  a[n] = t[0][1];\n"
        "}\n");
  const cfg::Array &a = b.at("a"), &c = b.at("c"), &l = b.at("l"), &t = b.at("t");
  EXPECT_EQ(a.space, cfg::Space::Global);
  EXPECT_TRUE(a.param);
  EXPECT_EQ(a.element, cfg::float_type(32));
  EXPECT_EQ(c.space, cfg::Space::Constant);
  EXPECT_EQ(c.element, cfg::int_type(32));
  EXPECT_EQ(l.space, cfg::Space::Group);
  EXPECT_EQ(l.granule_bytes, 2u);
  EXPECT_EQ(t.space, cfg::Space::Group);
  EXPECT_FALSE(t.param);
  EXPECT_EQ(t.extent, 16u * 17u);
  EXPECT_EQ(t.source_name, "t");
  EXPECT_EQ(t.source_element_bytes, 4u);
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 2u);
  EXPECT_EQ(b.text(stores[0].first.offset), "add.nsw(mul.nsw(local_id(1, i64), 17:i64), local_id(0, i64))");
  EXPECT_EQ(stores[0].second.place().line, 3u);
  auto barriers = b.all<cfg::Barrier>();
  ASSERT_EQ(barriers.size(), 1u);
  EXPECT_TRUE(barriers[0].first.fence_group);
  EXPECT_FALSE(barriers[0].first.fence_global);
  EXPECT_EQ(barriers[0].second.place().line, 4u);
}

TEST(BuildKernel, VectorsAreRangedAccesses) {
  BUILD(b, "k.cl",
        "kernel void k(global float4 *a, global float *b, int i) {\n"
        "  a[i] = vload4(i, b);\n"
        "  float3 v = vload3(i, b);\n"
        "  vstore3(v, i + 1, b);\n"
        "}\n");
  EXPECT_EQ(b.at("a").granule_bytes, 4u);
  EXPECT_EQ(b.at("a").source_element_bytes, 16u);
  auto loads = b.all<cfg::Load>();
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(loads.size(), 2u);
  ASSERT_EQ(stores.size(), 2u);
  EXPECT_EQ(loads[0].first.dests.size(), 4u);
  EXPECT_EQ(b.text(loads[0].first.offset), "mul.nsw(sext(i, i64), 4:i64)");
  EXPECT_EQ(stores[0].first.values.size(), 4u);
  EXPECT_EQ(loads[1].first.dests.size(), 3u);
  EXPECT_EQ(stores[1].first.values.size(), 3u);
  EXPECT_EQ(b.text(stores[1].first.offset), "mul.nsw(sext(add.nsw(i, 1:i32), i64), 3:i64)");
}

TEST(BuildKernel, BytewiseAccessMakesSmallGranules) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, int i) {\n"
        "  a[i] = 0x01020304;\n"
        "  ((global uchar *)a)[7] = 0xff;\n"
        "}\n");
  EXPECT_EQ(b.at("a").granule_bytes, 1u);
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 2u);
  EXPECT_EQ(stores[0].first.per_value, 4u);
  EXPECT_EQ(stores[0].first.values.size(), 1u);
  EXPECT_EQ(stores[1].first.per_value, 1u);
  OneThread r(*b.kernel);
  EXPECT_EQ(r.set("i", 1).go(), "");
  EXPECT_EQ(std::vector<std::uint64_t>(r.memory("a").begin() + 3, r.memory("a").begin() + 8),
            (std::vector<std::uint64_t>{0, 4, 3, 2, 0xff}));
}

TEST(BuildKernel, StructuresHaveOneAccessAMember) {
  BUILD(b, "k.cl",
        "struct s { int a; float b; char c; };\n"
        "kernel void k(global struct s *p, int i) { p[i].b = p[i + 1].a; p[i].c = 2; }\n");
  EXPECT_EQ(b.at("p").granule_bytes, 1u); // c is a byte
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 2u);
  EXPECT_EQ(b.text(stores[0].first.offset), "add.nsw(mul.nsw(sext(i, i64), 12:i64), 4:i64)");
  EXPECT_EQ(stores[0].first.per_value, 4u);
  EXPECT_EQ(b.text(stores[1].first.offset), "add.nsw(mul.nsw(sext(i, i64), 12:i64), 8:i64)");
}

TEST(BuildKernel, MixedTypesKeepTheBits) {
  BUILD(b, "k.cl",
        "kernel void k(global float *a, global int *b) {\n"
        "  ((global int *)a)[1] = 7;\n  a[0] = a[1];\n  b[0] = as_int(a[2]);\n}\n");
  EXPECT_EQ(b.at("a").element, cfg::int_type(32)); // accessed as both
  OneThread r(*b.kernel);
  r.fill("a", {1, 2, 0x40400000});
  EXPECT_EQ(r.go(), "");
  EXPECT_EQ(r.memory("a"), (std::vector<std::uint64_t>{7, 7, 0x40400000}));
  EXPECT_EQ(r.memory("b")[0], 0x40400000u);
}

TEST(BuildKernel, SignedArithmeticIsFlaggedAndUnsignedIsNot) {
  BUILD(b, "k.cl", "kernel void k(global int *a, int i, uint u) { a[i + 1] = 0; a[u + 1] = 0; a[u * 3 - u] = 0; }\n");
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 3u);
  EXPECT_EQ(b.text(stores[0].first.offset), "sext(add.nsw(i, 1:i32), i64)");
  EXPECT_EQ(b.text(stores[1].first.offset), "zext(add(u, 1:i32), i64)");
  EXPECT_EQ(b.text(stores[2].first.offset), "zext(sub(mul(u, 3:i32), u), i64)");
}

TEST(BuildKernel, IdsOfOpenCl) {
  Options o;
  o.launch.dimensions = 2;
  Built b = build_text("k.cl",
                       "kernel void k(global size_t *a, uint d) {\n"
                       "  a[0] = get_global_id(1); a[1] = get_global_size(0); a[2] = get_num_groups(0);\n"
                       "  a[3] = get_work_dim(); a[4] = get_local_size(5); a[5] = get_global_id(3);\n"
                       "  a[6] = get_local_id(d);\n}\n",
                       o);
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 7u);
  EXPECT_EQ(b.text(stores[0].first.values[0]),
            "add.nsw.nuw(add.nsw.nuw(mul.nsw.nuw(group_id(1, i64), local_size(1, i64)), "
            "local_id(1, i64)), global_offset(1, i64))");
  EXPECT_EQ(b.text(stores[1].first.values[0]), "mul.nsw.nuw(num_groups(0, i64), local_size(0, i64))");
  EXPECT_TRUE(cfg::is_const(stores[3].first.values[0], 2));
  EXPECT_TRUE(cfg::is_const(stores[4].first.values[0], 1));
  EXPECT_TRUE(cfg::is_const(stores[5].first.values[0], 0));
  for (std::uint64_t d = 0; d < 3; ++d)
    EXPECT_EQ(OneThread(*b.kernel).set("d", d).thread(9).value(stores[6].first.values[0]), d == 0 ? 9u : 0u);
}

TEST(BuildKernel, IdsOfCudaAre32Bit) {
  BUILD(b, "k.cu",
        "__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = gridDim.y; __syncthreads(); }\n");
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 1u);
  EXPECT_EQ(b.text(stores[0].first.offset),
            "zext(add(mul(group_id(0, i32), local_size(0, i32)), local_id(0, i32)), i64)");
  EXPECT_EQ(b.text(stores[0].first.values[0]), "num_groups(1, i32)");
  EXPECT_EQ(b.at("a").space, cfg::Space::Global);
  auto barriers = b.all<cfg::Barrier>();
  ASSERT_EQ(barriers.size(), 1u);
  EXPECT_TRUE(barriers[0].first.fence_group && barriers[0].first.fence_global);
  EXPECT_EQ(barriers[0].first.scope, cfg::Scope::Group);
}

TEST(BuildKernel, LoopsSwapInParallel) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, int n) {\n"
        "  int x = 1, y = 2, z = 3;\n"
        "  for (int i = 0; i < n; i++) { int t = x; x = y; y = z; z = t; }\n"
        "  a[0] = x; a[1] = y; a[2] = z;\n}\n");
  for (unsigned n = 0; n < 5; ++n) {
    OneThread r(*b.kernel);
    EXPECT_EQ(r.set("n", n).go(), "");
    for (unsigned k = 0; k < 3; ++k)
      EXPECT_EQ(r.memory("a")[k], (n + k) % 3 + 1);
  }
}

TEST(BuildKernel, ValuesAfterALoopAreThoseOfTheLastRound) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, int n) {\n"
        "  int i = 0, last;\n"
        "  do { last = i * 10; i++; } while (i < n);\n"
        "  a[0] = last; a[1] = i;\n}\n");
  OneThread r(*b.kernel);
  EXPECT_EQ(r.set("n", 4).go(), "");
  EXPECT_EQ(r.memory("a")[0], 30u);
  EXPECT_EQ(r.memory("a")[1], 4u);
}

TEST(BuildKernel, ConditionsOfSeveralPartsBranchDirectly) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, int n) {\n"
        "  int i = 0;\n"
        "  while (i < n && a[i] != 0) i++;\n"
        "  if (n < 0 || a[n] == 5) a[63] = i; else a[62] = i;\n}\n");
  for (const cfg::Var &v : b.kernel->vars) // no variable carries a condition from block to block
    EXPECT_FALSE(v.type.is_bool()) << b.text();
  OneThread r(*b.kernel);
  std::vector<std::uint64_t> a(64, 1);
  a[3] = 0;
  a[5] = 5;
  EXPECT_EQ(r.fill("a", a).set("n", 5).go(), "");
  EXPECT_EQ(r.memory("a")[63], 3u);
}

TEST(BuildKernel, SwitchGoesWhereItShould) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, int n) {\n"
        "  int r;\n  switch (n) { case 1: r = 10; break; case 2: case -3: r = 20; break; case 7: r = 5; "
        "default: r = 30; }\n  a[0] = r;\n}\n");
  for (auto [n, expected] : std::vector<std::pair<int, unsigned>>{{1, 10}, {2, 20}, {-3, 20}, {7, 30}, {0, 30}}) {
    OneThread r(*b.kernel);
    EXPECT_EQ(r.set("n", static_cast<std::uint64_t>(n)).go(), "");
    EXPECT_EQ(r.memory("a")[0], expected) << n;
  }
}

TEST(BuildKernel, OriginsFollowInlinedCalls) {
  BUILD(b, "k.cl",
        "void put(global int *p, int v) {\n  p[v] = v;\n}\n"
        "kernel void k(global int *a) {\n  put(a, 3);\n}\n");
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 1u);
  EXPECT_EQ(stores[0].second.place().line, 2u);
  EXPECT_EQ(stores[0].second.function(), "put");
  EXPECT_EQ(stores[0].second.inlined_at().place().line, 5u);
  EXPECT_EQ(stores[0].second.inlined_at().function(), "k");
}

TEST(BuildKernel, EveryStatementHasAnOrigin) {
  BUILD(b, "k.cl",
        "struct s { float4 v; int n; };\n"
        "kernel void k(global struct s *a, local int *l, int n) {\n"
        "  struct s t = a[n];\n  int c[4] = {1, 2, 3, 4};\n"
        "  for (int i = 0; i < n; i++) t.n += c[i & 3] + atomic_inc(l);\n"
        "  barrier(CLK_GLOBAL_MEM_FENCE);\n  a[n + 1] = t;\n}\n");
  for (const cfg::Block &block : b.kernel->blocks)
    for (const cfg::Stmt &s : block.stmts)
      EXPECT_TRUE(s.origin.known()) << cfg::print(s, *b.kernel);
}

TEST(BuildKernel, ConstantArraysHaveTheirContents) {
  BUILD(b, "k.cl",
        "constant int table[4] = {3, 1, -1, 5};\n"
        "kernel void k(global int *a, int i) { const short s[3] = {7, 8, 9}; a[i] = table[i] + s[i]; }\n");
  EXPECT_EQ(b.at("table").space, cfg::Space::Constant);
  EXPECT_EQ(b.at("table").initial, (std::vector<std::uint64_t>{3, 1, 0xffffffff, 5}));
  OneThread r(*b.kernel);
  EXPECT_EQ(r.set("i", 2).go(), "");
  EXPECT_EQ(r.memory("a")[2], 8u);
}

TEST(BuildKernel, ConstantMemoryOfCudaIsNotKnown) { // the host may have copied something there
  BUILD(b, "k.cu", "__constant__ int t[2] = {1, 2};\n__global__ void k(int *a) { a[0] = t[1]; }\n");
  EXPECT_EQ(b.at("t").space, cfg::Space::Constant);
  EXPECT_TRUE(b.at("t").initial.empty());
}

TEST(BuildKernel, DynamicSharedArraysAreOne) {
  BUILD(b, "k.cu", "__global__ void k(int i) { extern __shared__ int x[]; x[i] = 1; }\n");
  EXPECT_EQ(b.at("x").space, cfg::Space::Group);
  EXPECT_FALSE(b.at("x").extent);
}

TEST(BuildKernel, CopiesOfAnyLength) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, global int *b, int n) {\n"
        "  int t[100];\n  for (int i = 0; i < 100; i++) t[i] = i;\n"
        "  __builtin_memcpy(t + 1, t + 50, 5 * sizeof(int));\n"
        "  for (int i = 0; i < 10; i++) a[i] = t[i];\n}\n");
  OneThread r(*b.kernel);
  EXPECT_EQ(r.go(), "");
  EXPECT_EQ(std::vector<std::uint64_t>(r.memory("a").begin(), r.memory("a").begin() + 7),
            (std::vector<std::uint64_t>{0, 50, 51, 52, 53, 54, 6}));
}

TEST(BuildKernel, MembersThatOneExpressionCopiesAreOneAccess) {
  BUILD(b, "k.cu",
        "struct p { float x, y, z; };\n"
        "__global__ void k(p *a, int i) {\n  p q = a[i];\n  q.y = 1;\n  a[i + 1] = q;\n  a[i].x = q.z;\n  a[i].y = "
        "q.x;\n}\n");
  auto loads = b.all<cfg::Load>();
  ASSERT_EQ(loads.size(), 1u) << b.text();
  EXPECT_EQ(loads[0].first.dests.size(), 3u);
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 3u); // the last two are two expressions
  EXPECT_EQ(stores[0].first.values.size(), 3u);
  EXPECT_EQ(stores[1].first.values.size(), 1u);
}

TEST(BuildKernel, KnownContentsNeedNoLoad) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a) {\n  int t[5] = {9, 8, 7, 6, 5};\n  a[0] = t[get_local_id(0) & 3];\n}\n");
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 2u);
  ASSERT_EQ(stores[0].first.values.size(), 5u);
  EXPECT_TRUE(cfg::is_const(stores[0].first.values[3], 6));
  OneThread r(*b.kernel);
  EXPECT_EQ(r.thread(2).go(), "");
  EXPECT_EQ(r.memory("a")[0], 7u);
}

TEST(BuildKernel, UndefinedValuesAreArbitrary) {
  BUILD(b, "k.cl", "kernel void k(global int *a, int n) { int x; if (n) x = 1; a[0] = x; }\n");
  EXPECT_EQ(b.all<cfg::Havoc>().size(), 1u);
  OneThread r(*b.kernel);
  EXPECT_EQ(r.set("n", 1).go(), "");
  EXPECT_EQ(r.memory("a")[0], 1u);
}

TEST(BuildKernel, SaysThatBuffersMustNotOverlap) {
  BUILD(two, "k.cl", "kernel void k(global int *a, global int *b) { a[0] = b[0]; }\n");
  EXPECT_NE(messages(two.diags).find("'a', 'b' are assumed not to overlap"), std::string::npos);
  BUILD(promised, "k.cl", "kernel void k(global int *restrict a, global int *b) { a[0] = b[0]; }\n");
  EXPECT_EQ(messages(promised.diags), "");
  BUILD(only_read, "k.cl", "kernel void k(global int *a, global int *b, local int *c) { c[0] = a[0] + b[0]; }\n");
  EXPECT_EQ(messages(only_read.diags), "");
}

TEST(BuildKernel, RefusesByNameAndPlace) {
  expect_refused(build_text("k.cl", "int f(int);\nkernel void k(global int *a) {\n  a[0] = f(1);\n}\n"), "'f'", 3);
  expect_refused(build_text("k.cl", "kernel void k(global int *a) {\n  __asm__(\"nop\");\n}\n"), "inline assembly", 2);
  expect_refused(build_text("k.cu", "__global__ void k(int *a) {\n  a[0] = __isShared(a);\n}\n"),
                 "a call of '__isShared'", 2);
  expect_refused(build_text("k.cl", "kernel void k(global long *a) {\n  a[0] = *(global long *)a[1];\n}\n"),
                 "unknown origin", 2);
}

} // namespace
} // namespace lockstep::frontend::test_build_kernel
