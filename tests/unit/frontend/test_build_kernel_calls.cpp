// `build_kernel`: builtins of OpenCL and CUDA, atomics, annotations, other dialects.
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend::test_build_kernel_calls {
namespace {

// The value that a kernel of one `T r = <expression of x, y>` stores, for x and y.
std::uint64_t evaluate_cl(const std::string &type, const std::string &expression, std::uint64_t x, std::uint64_t y,
                          const std::string &result = "") {
  std::string out = result.empty() ? type : result;
  Built b = build_text("k.cl", "kernel void k(global " + out + " *a, " + type + " x, " + type +
                                   " y) { a[0] = " + expression + "; }\n");
  EXPECT_TRUE(b.kernel) << messages(b.diags);
  if (!b.kernel)
    return ~std::uint64_t(0);
  OneThread r(*b.kernel);
  EXPECT_EQ(r.set("x", x).set("y", y).go(), "");
  return r.memory("a")[0];
}

TEST(BuildCalls, IntegerFunctionsOfOpenCl) {
  auto i32 = [](std::int64_t v) { return static_cast<std::uint32_t>(v); };
  EXPECT_EQ(evaluate_cl("int", "max(x, y)", i32(-3), 2), 2u);
  EXPECT_EQ(evaluate_cl("uint", "max(x, y)", i32(-3), 2), i32(-3));
  EXPECT_EQ(evaluate_cl("int", "min(x, y)", i32(-3), 2), i32(-3));
  EXPECT_EQ(evaluate_cl("int", "clamp(x, -5, y)", i32(-30), 2), i32(-5));
  EXPECT_EQ(evaluate_cl("int", "abs(x)", i32(-30), 0, "uint"), 30u);
  EXPECT_EQ(evaluate_cl("int", "abs_diff(x, y)", i32(-30), 5, "uint"), 35u);
  EXPECT_EQ(evaluate_cl("uint", "abs_diff(x, y)", 3, 5), 2u);
  EXPECT_EQ(evaluate_cl("int", "add_sat(x, y)", 0x7fffffff, 5), 0x7fffffffu);
  EXPECT_EQ(evaluate_cl("int", "add_sat(x, y)", 0x80000000, i32(-1)), 0x80000000u);
  EXPECT_EQ(evaluate_cl("int", "add_sat(x, y)", 3, i32(-5)), i32(-2));
  EXPECT_EQ(evaluate_cl("uint", "add_sat(x, y)", 0xfffffff0, 0x20), 0xffffffffu);
  EXPECT_EQ(evaluate_cl("int", "sub_sat(x, y)", 0x80000001, 5), 0x80000000u);
  EXPECT_EQ(evaluate_cl("uint", "sub_sat(x, y)", 3, 5), 0u);
  EXPECT_EQ(evaluate_cl("int", "hadd(x, y)", i32(-3), i32(-4)), i32(-4));
  EXPECT_EQ(evaluate_cl("int", "rhadd(x, y)", i32(-3), i32(-4)), i32(-3));
  EXPECT_EQ(evaluate_cl("uint", "hadd(x, y)", 0xffffffff, 0xfffffffd), 0xfffffffeu);
  EXPECT_EQ(evaluate_cl("int", "mul_hi(x, y)", i32(-2), 3), i32(-1));
  EXPECT_EQ(evaluate_cl("uint", "mul_hi(x, y)", 0x80000000, 6), 3u);
  EXPECT_EQ(evaluate_cl("int", "mad24(x, y, 7)", 5, 6), 37u);
  EXPECT_EQ(evaluate_cl("uint", "rotate(x, y)", 0x80000001, 4), 0x18u);
  EXPECT_EQ(evaluate_cl("uint", "rotate(x, y)", 0x80000001, 32), 0x80000001u);
  EXPECT_EQ(evaluate_cl("short", "upsample(x, (ushort)y)", 0xfffe, 3, "int"), 0xfffe0003u);
  EXPECT_EQ(evaluate_cl("char", "mad_sat(x, y, (char)100)", 100, 100), 127u);
  EXPECT_EQ(evaluate_cl("char", "mad_sat(x, y, (char)-100)", 0x9c, 100), 0x80u);
  EXPECT_EQ(evaluate_cl("uint", "bitselect(x, y, 0xffu)", 0x1111, 0x2222), 0x1122u);
  EXPECT_EQ(evaluate_cl("int", "select(x, y, (x > 3))", 5, 9), 9u);
}

TEST(BuildCalls, ConversionsOfOpenCl) {
  EXPECT_EQ(evaluate_cl("int", "convert_uchar_sat(x)", 300, 0, "uchar"), 255u);
  EXPECT_EQ(evaluate_cl("int", "convert_uchar_sat(x)", static_cast<std::uint32_t>(-5), 0, "uchar"), 0u);
  EXPECT_EQ(evaluate_cl("int", "convert_char_sat(x)", static_cast<std::uint32_t>(-500), 0, "char"), 0x80u);
  EXPECT_EQ(evaluate_cl("uint", "convert_int_sat(x)", 0xffffffff, 0, "int"), 0x7fffffffu);
  EXPECT_EQ(evaluate_cl("int", "convert_uint_sat(x)", 0xffffffff, 0, "uint"), 0u);
  EXPECT_EQ(evaluate_cl("int", "convert_ulong_sat(x)", 0xffffffff, 0, "ulong"), 0u);
  EXPECT_EQ(evaluate_cl("int", "convert_long(x)", 0xffffffff, 0, "long"), ~std::uint64_t(0));
  EXPECT_EQ(evaluate_cl("uint", "convert_long_sat(x)", 0xffffffff, 0, "long"), 0xffffffffu);
  EXPECT_EQ(evaluate_cl("uchar", "convert_ushort(x)", 0xff, 0, "ushort"), 0xffu);
}

TEST(BuildCalls, VectorFunctionsOfOpenCl) {
  BUILD(b, "k.cl",
        "kernel void k(global int4 *a, global int *o, global short2 *s) {\n"
        "  int4 v = a[0], w = a[1];\n"
        "  a[2] = select(v, w, v < w);\n  a[3] = max(v, 5);\n  o[0] = any(v > 100); o[1] = all(v < w);\n"
        "  a[4] = shuffle(v, (uint4)(3, 2, 1, 0));\n  a[5] = v.zwxy;\n"
        "  a[6] = convert_int4(as_uchar4(v.x));\n  s[0] = as_short2(v.y);\n}\n");
  OneThread r(*b.kernel);
  std::vector<std::uint64_t> a(64, 0);
  a[0] = 0x01020304, a[1] = 0x00050006, a[2] = 3, a[3] = 4, a[4] = 0x10000000, a[5] = 9, a[6] = 2, a[7] = 5;
  ASSERT_EQ(r.fill("a", a).go(), "");
  auto row = [&](std::size_t k) {
    return std::vector<std::uint64_t>(r.memory("a").begin() + 4 * static_cast<long>(k),
                                      r.memory("a").begin() + 4 * static_cast<long>(k) + 4);
  };
  using V = std::vector<std::uint64_t>;
  EXPECT_EQ(row(2), (V{0x10000000, 0x00050006, 3, 5}));
  EXPECT_EQ(row(3), (V{0x01020304, 0x00050006, 5, 5}));
  EXPECT_EQ(r.memory("o")[0], 1u);
  EXPECT_EQ(r.memory("o")[1], 0u);
  EXPECT_EQ(row(4), (V{4, 3, 0x00050006, 0x01020304}));
  EXPECT_EQ(row(5), (V{3, 4, 0x01020304, 0x00050006}));
  EXPECT_EQ(row(6), (V{4, 3, 2, 1}));
  EXPECT_EQ(r.memory("s")[0], 6u);
  EXPECT_EQ(r.memory("s")[1], 5u);
}

TEST(BuildCalls, FloatFunctionsAreDeterministicCalls) {
  BUILD(b, "k.cl",
        "kernel void k(global float *a, global float2 *v, float x, private double y) {\n"
        "  a[0] = sin(x); a[1] = pow(x, 2.0f); v[0] = exp(v[1]); a[2] = dot(v[2], v[3]);\n"
        "  a[3] = fabs(x); a[4] = fmin(x, 1.0f); a[5] = isnan(x); a[6] = fract(x, &a[7]);\n"
        "  a[8] = convert_int_rte(x); a[9] = x * 2.0f;\n}\n");
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 11u);
  auto text = [&](std::size_t k) { return b.text(stores[k].first.values[0]); };
  EXPECT_EQ(text(0), "call \"sin.f32\"(x):f32");
  EXPECT_EQ(text(1), "call \"pow.f32\"(x, 0x40000000:f32):f32");
  EXPECT_EQ(stores[2].first.values.size(), 2u);
  EXPECT_NE(text(2).find("exp.f32"), std::string::npos);
  EXPECT_EQ(stores[3].first.values[0]->args.size(), 4u); // dot: of all components
  EXPECT_EQ(text(4), "fabs(x)");
  EXPECT_EQ(text(5), "fmin(x, 0x3f800000:f32)");
  EXPECT_NE(text(6).find("funo(x, x)"), std::string::npos);
  EXPECT_EQ(text(7), "call \"fract.out.f32\"(x):f32"); // through the pointer
  EXPECT_EQ(text(8), "call \"fract.f32\"(x):f32");
  EXPECT_NE(text(9).find("convert_int_rte"), std::string::npos);
  EXPECT_EQ(text(10), "fmul(x, 0x40000000:f32)");
}

TEST(BuildCalls, AtomicsOfOpenCl) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, global uint *u, local int *l, global float *f, volatile global atomic_int *c) {\n"
        "  a[1] = atomic_add(a, 5);\n  atomic_inc(l);\n  atomic_max(u, 3u);\n  atomic_max(a + 2, -3);\n"
        "  f[1] = atomic_xchg(f, 2.0f);\n  a[3] = atomic_cmpxchg(a, 5, 9);\n"
        "  atomic_fetch_or_explicit(c, 6, memory_order_relaxed, memory_scope_device);\n"
        "  a[4] = atomic_load(c + 1);\n  atomic_store(c + 2, 8);\n}\n");
  auto atomics = b.all<cfg::Atomic>();
  ASSERT_EQ(atomics.size(), 9u);
  std::vector<cfg::AtomicOp> ops;
  for (auto &[a, origin] : atomics)
    ops.push_back(a.op);
  using A = cfg::AtomicOp;
  EXPECT_EQ(ops, (std::vector<A>{A::Add, A::Add, A::UMax, A::Max, A::Xchg, A::CmpXchg, A::Or, A::Load, A::Store}));
  EXPECT_TRUE(atomics[0].first.dest);
  EXPECT_FALSE(atomics[1].first.dest);
  EXPECT_TRUE(cfg::is_const(atomics[1].first.operands.at(0), 1));
  EXPECT_EQ(b.at("f").element, cfg::float_type(32));
  EXPECT_EQ(atomics[4].second.place().line, 6u);
}

TEST(BuildCalls, AtomicsOfCuda) {
  BUILD(b, "k.cu",
        "__global__ void k(int *a, unsigned *u, float *f, unsigned long long *w) {\n"
        "  __shared__ int s[4];\n"
        "  a[0] = atomicAdd(s, 5);\n  atomicInc(u, 7u);\n  atomicMin(u, 3u);\n  atomicAdd(f, 2.0f);\n"
        "  atomicCAS(w, 1ull, 2ull);\n  atomicAdd_block(s + 1, 1);\n}\n");
  auto atomics = b.all<cfg::Atomic>();
  ASSERT_EQ(atomics.size(), 6u);
  EXPECT_EQ(atomics[0].first.op, cfg::AtomicOp::Add);
  EXPECT_EQ(atomics[1].first.op, cfg::AtomicOp::Inc);
  EXPECT_TRUE(cfg::is_const(atomics[1].first.operands.at(0), 7));
  EXPECT_EQ(atomics[2].first.op, cfg::AtomicOp::UMin);
  EXPECT_EQ(atomics[3].first.op, cfg::AtomicOp::FAdd);
  EXPECT_EQ(atomics[4].first.op, cfg::AtomicOp::CmpXchg);
  EXPECT_EQ(b.at("w").granule_bytes, 8u);
}

using Scopes = std::vector<cfg::AtomicScope>;
Scopes scopes_of(const Built &b) {
  Scopes out;
  for (auto &[a, origin] : b.all<cfg::Atomic>())
    out.push_back(a.scope);
  return out;
}
constexpr cfg::AtomicScope of_thread = cfg::AtomicScope::Thread, of_group = cfg::AtomicScope::Group,
                           of_grid = cfg::AtomicScope::Grid;

TEST(BuildCalls, ScopesOfCuda) {
  BUILD(
      b, "k.cu",
      "__global__ void k(int *a) {\n  __shared__ int s;\n  atomicAdd_block(a, 1);\n  atomicAdd_system(a, 1);\n"
      "  __scoped_atomic_fetch_add(a, __scoped_atomic_load_n(a, 0, __MEMORY_SCOPE_SINGLE), 0, __MEMORY_SCOPE_DEVICE);\n"
      "  __hip_atomic_store(a, 1, 0, __HIP_MEMORY_SCOPE_WORKGROUP);\n"
      "  __hip_atomic_fetch_or(a, 1, 0, __HIP_MEMORY_SCOPE_AGENT);\n  atomicAdd_block(&s, 1);\n}\n");
  EXPECT_EQ(scopes_of(b),
            (Scopes{of_group, of_grid, of_thread, of_grid, of_group, of_grid, of_grid})); // s is its group's
}

TEST(BuildCalls, ScopesOfOpenCl) {
  BUILD(b, "k.cl",
        "kernel void k(global atomic_int *a, global atomic_flag *f) {\n  atomic_fetch_add(a, 1);\n"
        "  atomic_store_explicit(a, 1, memory_order_relaxed, memory_scope_work_item);\n"
        "  int x = atomic_load_explicit(a, memory_order_relaxed, memory_scope_work_group);\n"
        "  atomic_exchange_explicit(a, x, memory_order_relaxed, memory_scope_all_svm_devices);\n"
        "  atomic_flag_clear_explicit(f, memory_order_relaxed, memory_scope_work_group);\n}\n");
  EXPECT_EQ(scopes_of(b), (Scopes{of_grid, of_thread, of_group, of_grid, of_group}));
  expect_refused(build_text("k.cl", "kernel void k(global atomic_int *a, int s) {\n"
                                    "  atomic_fetch_add_explicit(a, 1, memory_order_relaxed, s);\n}\n"),
                 "whose scope is no constant", 2);
}

TEST(BuildCalls, NamesAloneMeanNothing) {
  expect_refused(
      build_text("k.cu", "extern __device__ void barrier(int);\n__global__ void k(int *a) {\n  barrier(1);\n}\n"),
      "'barrier(int)'", 3);
  expect_refused(
      build_text("k.cu",
                 "struct Big { __device__ void exp(); };\n__global__ void k(int *a) {\n  Big b;\n  b.exp();\n}\n"),
      "'Big::exp()'", 4);
  expect_refused(build_text("k.cu", "namespace db { extern __device__ int select(int *, int, int); }\n"
                                    "__global__ void k(int *a) {\n  db::select(a, 1, 2);\n}\n"),
                 "--no-effect db::select", 3);
  expect_refused(build_text("k.cl", "void __attribute__((overloadable)) prefetch(global int *);\n"
                                    "kernel void k(global int *a) {\n  prefetch(a);\n}\n"),
                 "prefetch", 3);
  expect_refused(
      build_text("k.ll",
                 "target triple = \"spir64-unknown-unknown\"\ndeclare i32 @_Z3maxfi(float, i32)\n"
                 "define spir_kernel void @k() {\n  %m = call i32 @_Z3maxfi(float 0.0, i32 1)\n  ret void\n}\n"),
      "max(float, int)", 0);
}

TEST(BuildCalls, NamesOfOpenClInLlvmIr) {
  BUILD(b, "k.ll",
        "target triple = \"spir64-unknown-unknown\"\ndeclare i32 @_Z3maxii(i32, i32)\ndeclare i64 "
        "@_Z13get_global_idj(i32)\n"
        "declare <4 x float> @_Z6vload4mPU3AS1Kf(i64, ptr addrspace(1))\ndeclare i32 @_Z16convert_uint_satl(i64)\n"
        "define spir_kernel void @k(ptr addrspace(1) %a) {\n  %i = call i64 @_Z13get_global_idj(i32 0)\n"
        "  %n = call i32 @_Z16convert_uint_satl(i64 %i)\n  %m = call i32 @_Z3maxii(i32 %n, i32 3)\n"
        "  %v = call <4 x float> @_Z6vload4mPU3AS1Kf(i64 %i, ptr addrspace(1) %a)\n"
        "  store i32 %m, ptr addrspace(1) %a\n  ret void\n}\n");
  EXPECT_EQ(b.all<cfg::Load>().size(), 1u);
}

TEST(BuildCalls, LaunchAttributes) {
  const std::string source = "__global__ void __launch_bounds__(64) k(int *a) {\n  a[threadIdx.x] = 1;\n}\n";
  Options o;
  o.launch.local_size[0] = 128;
  Built b = build_text("k.cu", source, o);
  EXPECT_FALSE(b.kernel);
  EXPECT_NE(messages(b.diags).find("at most 64"), std::string::npos) << messages(b.diags);
  o.launch.local_size[0] = std::nullopt;
  b = build_text("k.cu", source, o);
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  ASSERT_EQ(b.all<cfg::Assume>().size(), 1u);
  EXPECT_EQ(b.all<cfg::Assume>()[0].first.kind, cfg::AssumeKind::Launch);
  EXPECT_EQ(b.text(b.all<cfg::Assume>()[0].first.condition), "ule(local_size(0, i32), 64:i32)");
}

TEST(BuildCalls, BarriersAndFences) {
  BUILD(b, "k.cl",
        "kernel void k(int n) {\n  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
        "  mem_fence(CLK_GLOBAL_MEM_FENCE);\n  barrier(n ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);\n}\n");
  auto barriers = b.all<cfg::Barrier>();
  ASSERT_EQ(barriers.size(), 2u);
  EXPECT_TRUE(barriers[0].first.fence_group && barriers[0].first.fence_global);
  EXPECT_FALSE(barriers[1].first.fence_group || barriers[1].first.fence_global); // not known: none is counted on
  EXPECT_NE(messages(b.diags).find("no constant"), std::string::npos);
}

TEST(BuildCalls, ResultsOfReducingBarriersAreTheGroups) {
  BUILD(b, "k.cu",
        "__global__ void k(int *a, int n) {\n"
        "  int once = __syncthreads_or(a[threadIdx.x] > 3);\n"
        "  for (int i = 0; i < n; i++) a[i] = __syncthreads_count(once);\n}\n");
  ASSERT_EQ(b.all<cfg::Barrier>().size(), 2u);
  std::vector<const cfg::ExprNode *> calls;
  auto assigns = b.all<cfg::Assign>();
  for (auto &[a, origin] : assigns)
    if (a.value->op == cfg::Op::Call)
      calls.push_back(a.value.get());
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_NE(calls[0]->name, calls[1]->name);
  EXPECT_EQ(calls[0]->args.size(), 3u); // of the group only
  ASSERT_EQ(calls[1]->args.size(), 4u); // each round has its own
  EXPECT_EQ(calls[1]->args[3]->op, cfg::Op::Var);
  EXPECT_EQ(b.all<cfg::Assume>().size(), 2u); // some thread's true makes the result true
}

TEST(BuildCalls, AnnotationsReadAndDoNotAccess) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, int n) {\n"
        "  __requires(n > 3);\n  __assume(a[n] == 2);\n  __assert(a[1] < a[n]);\n}\n");
  EXPECT_EQ(b.all<cfg::Load>().size(), 0u);
  auto assumes = b.all<cfg::Assume>();
  ASSERT_EQ(assumes.size(), 2u);
  EXPECT_EQ(assumes[0].first.kind, cfg::AssumeKind::Requires);
  EXPECT_EQ(b.text(assumes[0].first.condition), "slt(3:i32, n)");
  EXPECT_EQ(b.text(assumes[1].first.condition), "eq(read a[sext(n, i64)]:i32, 2:i32)");
  auto asserts = b.all<cfg::Assert>();
  ASSERT_EQ(asserts.size(), 1u);
  EXPECT_EQ(asserts[0].first.kind, cfg::AssertKind::User);
  EXPECT_EQ(asserts[0].first.message, "a[1] < a[n]");
  EXPECT_EQ(asserts[0].second.place().line, 4u);
}

TEST(BuildCalls, AnnotationsLoadFromPrivateMemory) { // that is no access, and the value is known
  BUILD(b, "k.cl",
        "kernel void k(global int *a, int n) {\n"
        "  int t[4] = {1, 2, 3, n};\n  __assert(t[n & 3] > 0);\n"
        "  for (int i = 0; __invariant(t[0] == 1), i < n; i++) a[i] = t[i & 3];\n}\n");
  auto asserts = b.all<cfg::Assert>();
  ASSERT_EQ(asserts.size(), 2u);
  for (auto &[a, origin] : asserts)
    EXPECT_EQ(b.text(a.condition).find("read") != std::string::npos, a.kind == cfg::AssertKind::Invariant)
        << b.text(a.condition);
}

TEST(BuildCalls, InvariantsStandAtTheHead) {
  BUILD(b, "k.cl",
        "kernel void k(global int *a, int n) {\n"
        "  for (int i = 0; __invariant(i >= 0 && i * 2 <= n + 5), __invariant(a[0] == 0 || i > 7), i < n; i++)\n"
        "    a[i] = 0;\n}\n");
  bool found = false;
  for (const cfg::Block &block : b.kernel->blocks)
    for (std::size_t k = 0; k < block.stmts.size(); ++k)
      if (auto *a = std::get_if<cfg::Assert>(&block.stmts[k].node)) {
        EXPECT_EQ(a->kind, cfg::AssertKind::Invariant);
        EXPECT_LT(k, 2u); // `check` knows, too
        EXPECT_EQ(a->message.empty(), false);
        found = true;
      }
  EXPECT_TRUE(found);
  EXPECT_EQ(b.all<cfg::Assert>().size(), 2u);
}

TEST(BuildCalls, InvariantsElsewhereAreMistakes) {
  Built b = build_text("k.cl", "kernel void k(global int *a, int n) {\n  __invariant(n > 0);\n  a[n] = 0;\n}\n");
  EXPECT_FALSE(b.kernel);
  EXPECT_NE(messages(b.diags).find("head of a loop"), std::string::npos) << messages(b.diags);
}

TEST(BuildCalls, FailuresInTheProgram) {
  BUILD(b, "k.cu",
        "__global__ void k(int *a, int n) {\n  assert(n != 3);\n  if (n == 4) __trap();\n"
        "  if (n == 5) __builtin_unreachable();\n  a[0] = 1;\n}\n");
  EXPECT_EQ(OneThread(*b.kernel).set("n", 3).go(), "assert: n != 3");
  EXPECT_EQ(OneThread(*b.kernel).set("n", 4).go(), "assert: trap");
  EXPECT_EQ(OneThread(*b.kernel).set("n", 5).go(), "assume"); // a promise
  EXPECT_EQ(OneThread(*b.kernel).set("n", 6).go(), "");
}

TEST(BuildCalls, Images) {
  BUILD(b, "k.cl",
        "kernel void k(read_only image2d_t in, write_only image2d_t out, sampler_t s) {\n"
        "  int2 p = (int2)(get_global_id(0), get_global_id(1));\n"
        "  if (p.x != get_image_width(in)) write_imagef(out, p, read_imagef(in, s, p));\n}\n");
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 1u); // the write is an access, the read is none
  EXPECT_EQ(b.all<cfg::Load>().size(), 0u);
  EXPECT_EQ(b.kernel->arrays[stores[0].first.array].source_name, "out");
  OneThread r(*b.kernel), s(*b.kernel); // different pixels have different offsets
  b.kernel->arrays[stores[0].first.array].extent = 64;
  EXPECT_EQ(OneThread(*b.kernel).thread(3).go(), "");
  r.thread(3).go(), s.thread(4).go();
  EXPECT_NE(r.value(stores[0].first.offset), s.value(stores[0].first.offset));
  expect_refused(build_text("k.cl", "kernel void k(read_write image2d_t i) {\n"
                                    "  write_imagef(i, (int2)(0, 0), (float4)(0));\n}\n"),
                 "write_imagef", 2);
}

TEST(BuildCalls, NvptxFile) {
  BUILD(b, "k.ll",
        "target triple = \"nvptx64-nvidia-cuda\"\n"
        "define ptx_kernel void @k(ptr addrspace(1) %a) {\n"
        "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %g = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()\n"
        "  call void @llvm.nvvm.barrier0()\n"
        "  %p = getelementptr float, ptr addrspace(1) %a, i32 %t\n  %f = sitofp i32 %g to float\n"
        "  store float %f, ptr addrspace(1) %p\n  ret void\n}\n"
        "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\ndeclare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()\n"
        "declare void @llvm.nvvm.barrier0()\n");
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 1u);
  EXPECT_EQ(b.text(stores[0].first.offset), "sext(local_id(0, i32), i64)");
  EXPECT_EQ(b.text(stores[0].first.values[0]), "stof(group_id(1, i32), f32)");
  EXPECT_EQ(b.all<cfg::Barrier>().size(), 1u);
}

TEST(BuildCalls, AmdgcnFile) {
  BUILD(
      b, "k.ll",
      "target datalayout = \"e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-i64:64-A5\"\n"
      "target triple = \"amdgcn-amd-amdhsa\"\n"
      "define amdgpu_kernel void @k(ptr addrspace(1) %a) {\n"
      "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n  %g = call i32 @llvm.amdgcn.workgroup.id.x()\n"
      "  %d = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()\n"
      "  %q = getelementptr inbounds i8, ptr addrspace(4) %d, i64 4\n  %s = load i16, ptr addrspace(4) %q\n"
      "  %z = zext i16 %s to i32\n  %m = mul i32 %g, %z\n  %i = add i32 %m, %t\n  call void @llvm.amdgcn.s.barrier()\n"
      "  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i\n"
      "  store i32 1, ptr addrspace(1) %p\n  ret void\n}\n"
      "declare i32 @llvm.amdgcn.workitem.id.x()\ndeclare i32 @llvm.amdgcn.workgroup.id.x()\n"
      "declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()\ndeclare void @llvm.amdgcn.s.barrier()\n");
  auto stores = b.all<cfg::Store>();
  ASSERT_EQ(stores.size(), 1u);
  EXPECT_EQ(b.text(stores[0].first.offset),
            "sext(add(mul(group_id(0, i32), zext(local_size(0, i16), i32)), local_id(0, i32)), i64)");
  EXPECT_EQ(b.all<cfg::Load>().size(), 0u);
}

// A kernel that calls f; the functions are told apart by their results.
Built build_pointer_call(const std::string &choose) {
  return build_text("fp.cu", "typedef int (*Function)(int);\n__device__ int twice(int i) { return 2 * i; }\n"
                             "__device__ int next(int i) { return i + 1; }\n"
                             "__device__ float other(float x) { return x; }\n"
                             "__device__ float (*kept)(float) = other;\n"
                             "__global__ void k(int *a, int n) {\n  Function f = " +
                                 choose + ";\n  a[0] = f(5);\n}\n");
}

TEST(BuildCalls, PointersToFunctionsAreCompared) {
  Built b = build_pointer_call("n == 1 ? twice : n == 2 ? next : nullptr");
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  for (std::uint64_t n : {1, 2, 3}) {
    OneThread r(*b.kernel);
    const std::string end = r.fill("a", {0}).set("n", n).set("address.twice", 40).set("address.next", 80).go();
    EXPECT_EQ(end.empty(), n != 3) << end; // null: the assertion
    EXPECT_EQ(r.memory("a")[0], n == 1 ? 10u : n == 2 ? 6u : 0u);
  }
  auto assertions = b.all<cfg::Assert>();
  ASSERT_EQ(assertions.size(), 1u);
  EXPECT_EQ(assertions[0].second.place().line, 8u);
  auto assumptions = b.all<cfg::Assume>(); // neither is null or odd, and they differ
  EXPECT_EQ(assumptions.size(), 5u);
}

TEST(BuildCalls, APointerThatIsSurelyAFunctionFailsNoAssertion) {
  Built b = build_pointer_call("n == 1 ? twice : next");
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  EXPECT_TRUE(b.all<cfg::Assert>().empty()) << b.text();
}

TEST(BuildCalls, AFunctionOfAnotherTypeIsNotCalled) {
  Built b = build_pointer_call("n == 1 ? twice : (Function)other");
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  EXPECT_EQ(b.all<cfg::Assert>().size(), 1u) << b.text();
  for (std::uint64_t n : {1, 2}) {
    OneThread r(*b.kernel);
    EXPECT_EQ(r.fill("a", {0}).set("n", n).set("address.twice", 40).set("address.other", 80).go().empty(), n == 1);
  }
}

TEST(BuildCalls, RecursionThroughPointersIsRefused) {
  expect_refused(build_text("fp.cu",
                            "typedef void (*Step)(void *, int *);\n"
                            "__device__ void again(void *self, int *a) { Step s = *(Step *)self; s(self, a); }\n"
                            "__global__ void k(Step *p, int *a) {\n  Step s = a ? again : nullptr;\n  s(p, a);\n}\n"),
                 "recursion", 5);
}

} // namespace
} // namespace lockstep::frontend::test_build_kernel_calls
