// `build_kernel`: pointers that may lead to several arrays, null, pointers in memory, addresses as numbers.
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend::test_build_kernel_pointers {
namespace {

TEST(BuildPointers, AChoiceOfArraysIsABranchAtTheAccess) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, global int *b, int n) {\n"
        "  global int *p = n > 3 ? a + 1 : b;\n"
        "  if (n == 0) p = b + 7;\n"
        "  p[n] = p[n] + 1;\n}\n");
  EXPECT_EQ(b.all<cfg::Store>().size(), 2u);
  EXPECT_EQ(b.all<cfg::Load>().size(), 2u);
  EXPECT_EQ(b.all<cfg::Assert>().size(), 0u); // never null
  for (auto [n, array, at] :
       std::vector<std::tuple<unsigned, std::string, std::size_t>>{{0, "b", 7}, {2, "b", 2}, {5, "a", 6}}) {
    OneThread r(*b.kernel);
    EXPECT_EQ(r.set("n", n).go(), "");
    EXPECT_EQ(r.memory(array)[at], 1u) << n;
    EXPECT_EQ(r.memory(array == "a" ? "b" : "a")[at], 0u) << n;
  }
}

TEST(BuildPointers, MovingPointersInLoops) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, global int *b, int n) {\n"
        "  global int *p = a, *q = b;\n"
        "  for (int i = 0; i < n; i++) { *p++ = i; global int *t = p; p = q; q = t; }\n}\n");
  OneThread r(*b.kernel);
  EXPECT_EQ(r.set("n", 5).go(), "");
  EXPECT_EQ(std::vector<std::uint64_t>(r.memory("a").begin(), r.memory("a").begin() + 3),
            (std::vector<std::uint64_t>{0, 2, 4}));
  EXPECT_EQ(std::vector<std::uint64_t>(r.memory("b").begin(), r.memory("b").begin() + 2),
            (std::vector<std::uint64_t>{1, 3}));
}

TEST(BuildPointers, NullIsAsserted) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, int n) {\n"
        "  global int *p = 0;\n  if (n) p = a;\n  *p = 1;\n}\n");
  auto asserts = b.all<cfg::Assert>();
  ASSERT_EQ(asserts.size(), 1u);
  EXPECT_EQ(asserts[0].first.kind, cfg::AssertKind::Bounds);
  EXPECT_EQ(asserts[0].second.place().line, 4u);
  EXPECT_EQ(OneThread(*b.kernel).set("n", 1).go(), "");
  EXPECT_EQ(OneThread(*b.kernel).set("n", 0).go(), "assert: null pointer access");
}

TEST(BuildPointers, ComparisonsAndDifferencesWithinAnArray) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, int i, int j) {\n"
        "  global int *p = a + i, *q = a + j;\n"
        "  a[0] = p == q; a[1] = p < q; a[2] = p - q; a[3] = p != a;\n}\n");
  for (auto [i, j] : std::vector<std::pair<int, int>>{{5, 5}, {4, 9}, {9, 4}, {0, 3}}) {
    OneThread r(*b.kernel);
    EXPECT_EQ(r.set("i", static_cast<std::uint64_t>(i)).set("j", static_cast<std::uint64_t>(j)).go(), "");
    EXPECT_EQ(r.memory("a")[0], static_cast<unsigned>(i == j));
    EXPECT_EQ(r.memory("a")[1], static_cast<unsigned>(i < j));
    EXPECT_EQ(static_cast<std::int32_t>(r.memory("a")[2]), i - j);
    EXPECT_EQ(r.memory("a")[3], static_cast<unsigned>(i != 0));
  }
}

TEST(BuildPointers, AddressesOfDifferentArraysAreNotKnown) {
  BUILD(b, "k.cl", "kernel void k(global int *a, global int *b) { if (a == b) a[0] = 1; if (!b) a[1] = 1; }\n");
  // Both ways are possible: the conditions depend on where the arrays lie, the same for all threads.
  unsigned addresses = 0;
  for (const cfg::Var &v : b.kernel->vars)
    addresses += v.param && v.name.find("address.") == 0;
  EXPECT_EQ(addresses, 2u);
  EXPECT_EQ(b.all<cfg::Store>().size(), 2u);
}

TEST(BuildPointers, ParametersRequiredToBeEqualAreOneArray) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, global int *b, int n) {\n"
        "  __requires(a == b && n > 0);\n  a[n] = 1;\n  b[n + 1] = 2;\n}\n");
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 2u);
  EXPECT_EQ(stores[0].first.array, stores[1].first.array);
  EXPECT_EQ(b.kernel->arrays.size(), 1u);
}

TEST(BuildPointers, OtherAssumptionsAboutPlacesAreRefused) {
  expect_refused(build_text("k.cl", "kernel void k(global int *a, global int *b) {\n"
                                    "  __requires(a + 4 == b);\n  a[4] = b[0];\n}\n"),
                 "different buffers", 2);
}

TEST(BuildPointers, PointersInPrivateMemory) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, local int *l, int i) {\n"
        "  int x[8];\n  int y[8];\n"
        "  int *where[2] = {x + 1, y};\n"
        "  where[i & 1][2] = 5;\n"
        "  if (i > 8) where[0] = y + 4;\n"
        "  *where[0] = 6;\n"
        "  for (int k = 0; k < 8; k++) { a[k] = 0; }\n"
        "  a[0] = x[1]; a[1] = x[3]; a[2] = y[2]; a[3] = y[4];\n}\n");
  OneThread r(*b.kernel);
  EXPECT_EQ(r.set("i", 0).go(), "");
  EXPECT_EQ(r.memory("x")[3], 5u);
  EXPECT_EQ(r.memory("x")[1], 6u);
  OneThread s(*b.kernel);
  EXPECT_EQ(s.set("i", 9).go(), "");
  EXPECT_EQ(s.memory("y")[2], 5u);
  EXPECT_EQ(s.memory("y")[4], 6u);
}

TEST(BuildPointers, AnOverwrittenPointerIsNoPointer) {
  BUILD(b, "k.cl",
        "kernel void k(int i) {\n"
        "  int x[4];\n  union { int *p; long n; } u[2];\n  u[0].p = x; u[1].p = x;\n"
        "  u[i & 1].n = 1234;\n  *u[0].p = 5;\n}\n");
  EXPECT_EQ(OneThread(*b.kernel).set("i", 1).go(), "");
  EXPECT_EQ(OneThread(*b.kernel).set("i", 0).go(), "assert: null pointer access");
}

TEST(BuildPointers, PointersInsideByValueParameters) {
  BUILD(b, "k.cu",
        "struct s { int *p; int n; struct { float *q; } in; };\n"
        "__global__ void k(s v) { v.p[v.n] = 1; v.in.q[threadIdx.x] = 0; }\n");
  EXPECT_EQ(b.at("v.p").space, cfg::Space::Global);
  EXPECT_TRUE(b.at("v.in.q").param);
  EXPECT_EQ(b.at("v.in.q").element, cfg::float_type(32));
  EXPECT_EQ(b.all<cfg::Store>().size(), 2u);
}

TEST(BuildPointers, WhereAStoreMayChangeTheParameterItIsCopied) {
  BUILD(b, "k.cl",
        "struct s { int v[1000]; };\n"
        "kernel void k(struct s q, global int *a, int i) { q.v[i] = 3; a[0] = q.v[2]; }\n");
  const cfg::Array &original = b.at("q"), &copy = b.at("q.copy");
  EXPECT_EQ(original.space, cfg::Space::Constant);
  EXPECT_EQ(copy.space, cfg::Space::Private);
  OneThread r(*b.kernel);
  std::vector<std::uint64_t> v(1000, 9);
  EXPECT_EQ(r.fill("q", v).set("i", 1).go(), "");
  EXPECT_EQ(r.memory("a")[0], 9u);
  OneThread s(*b.kernel);
  EXPECT_EQ(s.fill("q", v).set("i", 2).go(), "");
  EXPECT_EQ(s.memory("a")[0], 3u);
}

TEST(BuildPointers, AddressesThereAndBack) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, long i) {\n"
        "  size_t n = (size_t)(a + i);\n  *(global int *)n = 7;\n}\n");
  EXPECT_EQ(b.at("a").granule_bytes, 4u);
  OneThread r(*b.kernel);
  EXPECT_EQ(r.set("i", 3).go(), "");
  EXPECT_EQ(r.memory("a")[3], 7u);
}

TEST(BuildPointers, ArithmeticOnAddressesMayLeaveTheArray) {
  expect_refused(build_text("k.cl", "kernel void k(global int *a, long i) {\n"
                                    "  *(global int *)((size_t)a + i * 4) = 7;\n}\n"),
                 "unknown origin", 2);
}

TEST(BuildPointers, PointersOutOfGlobalMemoryMayBeCopiedButNotFollowed) {
  BUILD(b, "k.cu",
        "struct s { int *p; int n; };\n__global__ void k(s *a, s *b) { b[threadIdx.x].p = a[threadIdx.x].p; }\n");
  EXPECT_EQ(b.all<cfg::Store>().size(), 1u);
  OneThread r(*b.kernel);
  std::vector<std::uint64_t> words(64, 0);
  unsigned per_pointer = 8 / b.at("a").granule_bytes;
  words[2 * per_pointer] = 77;
  EXPECT_EQ(r.fill("a", words).thread(1).go(), "");
  EXPECT_EQ(r.memory("b")[2 * per_pointer], 77u);
  expect_refused(build_text("k.cu", "__global__ void k(int **a) {\n  a[0][1] = 2;\n}\n"), "unknown origin", 2);
}

TEST(BuildPointers, StoresToConstantMemoryAreViolations) {
  BUILD(b, "k.cu", "__constant__ int c[4];\n__global__ void k(int i) {\n  c[i] = 1;\n}\n");
  auto asserts = b.all<cfg::Assert>();
  ASSERT_EQ(asserts.size(), 1u);
  EXPECT_TRUE(cfg::is_const(asserts[0].first.condition, 0));
  EXPECT_EQ(asserts[0].second.place().line, 3u);
}

TEST(BuildPointers, EverySpirDialectFile) {
  BUILD(
      b, "k.ll",
      "target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-n8:16:32:64\"\n"
      "target triple = \"spir64\"\n"
      "define spir_kernel void @k(ptr addrspace(1) %a, i1 %c) {\n"
      "entry:\n  br label %head\n"
      "head:\n  %i = phi i64 [ 0, %entry ], [ %j, %head ]\n  %p = phi ptr addrspace(1) [ %a, %entry ], [ %q, %head ]\n"
      "  store i64 %i, ptr addrspace(1) %p\n  %q = getelementptr inbounds i8, ptr addrspace(1) %p, i64 16\n"
      "  %j = add nuw nsw i64 %i, 1\n  %go = icmp ult i64 %j, 3\n  br i1 %go, label %head, label %exit\n"
      "exit:\n  ret void\n}\n");
  EXPECT_EQ(b.at("a").granule_bytes, 8u);
  OneThread r(*b.kernel);
  EXPECT_EQ(r.go(), "");
  EXPECT_EQ(r.memory("a")[2], 1u);
  EXPECT_EQ(r.memory("a")[4], 2u);
}

} // namespace
} // namespace lockstep::frontend::test_build_kernel_pointers
