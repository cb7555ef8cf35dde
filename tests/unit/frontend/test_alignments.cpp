// What the kernel IR says of the alignment of accesses.
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend::test_alignments {
namespace {

// Of each load and store of shared memory, in order: bytes, and the alignment that is said.
std::vector<std::pair<unsigned, unsigned>> accesses(const Built &b) {
  std::vector<std::pair<unsigned, unsigned>> out;
  EXPECT_TRUE(b.kernel) << messages(b.diags);
  if (!b.kernel)
    return out;
  const auto add = [&](cfg::ArrayId array, std::size_t values, unsigned per_value, unsigned align) {
    const cfg::Array &a = b.kernel->arrays[array];
    if (a.space != cfg::Space::Private)
      out.emplace_back(static_cast<unsigned>(values) * per_value * a.granule_bytes, align);
  };
  for (const cfg::Block &block : b.kernel->blocks)
    for (const cfg::Stmt &stmt : block.stmts)
      if (auto *l = std::get_if<cfg::Load>(&stmt.node))
        add(l->array, l->dests.size(), l->per_value, l->align);
      else if (auto *s = std::get_if<cfg::Store>(&stmt.node))
        add(s->array, s->values.size(), s->per_value, s->align);
  return out;
}
using Accesses = std::vector<std::pair<unsigned, unsigned>>;

Built cuda(const std::string &types, const std::string &parameters, const std::string &body) {
  return build_text("a.cu", types + "\n__global__ void k(" + parameters + ") { int t = threadIdx.x; " + body + " }\n",
                    Options());
}
Built opencl(const std::string &parameters, const std::string &body) {
  return build_text("a.cl", "__kernel void k(" + parameters + ") { int t = get_local_id(0); " + body + " }\n",
                    Options());
}

TEST(Alignments, OfTypes) {
  EXPECT_EQ(accesses(cuda("", "float4 *a, int2 *b, char4 *c, double2 *d",
                          "a[t] = make_float4(t, 1, 2, 3); b[t] = make_int2(t, 1); c[t] = make_char4(t, 1, 2, 3); "
                          "d[t] = make_double2(t, 1);")),
            (Accesses{{16, 0}, {8, 0}, {4, 0}, {16, 0}}));
  EXPECT_EQ(accesses(cuda("", "float3 *a", "a[t] = make_float3(t, 1, 2);")), (Accesses{{12, 4}}));
  EXPECT_EQ(accesses(cuda("struct P { float x, y, z, w; };", "P *a", "P p = a[t]; p.x = 1; a[t] = p;")),
            (Accesses{{16, 4}, {16, 4}}));
  EXPECT_EQ(accesses(cuda("struct __align__(8) P { float x, y, z, w; };", "P *a", "P p = a[t]; p.x = 1; a[t] = p;")),
            (Accesses{{16, 8}, {16, 8}}));
  EXPECT_EQ(accesses(cuda("struct __align__(16) P { float x, y, z, w; };", "P *a", "P p = a[t]; p.x = 1; a[t] = p;")),
            (Accesses{{16, 0}, {16, 0}}));
}

TEST(Alignments, OfCopiesTheLesser) {
  const std::string both = "struct P { float x, y, z, w; }; struct __align__(16) Q { float x, y, z, w; };";
  EXPECT_EQ(accesses(cuda(both, "P *a, Q *b", "*(P *)&b[t] = a[t];")), (Accesses{{16, 4}, {16, 4}}));
  EXPECT_EQ(accesses(cuda(both, "Q *a, Q *b", "b[t] = a[t];")), (Accesses{{16, 0}, {16, 0}}));
  EXPECT_EQ(accesses(cuda(both, "P *a", "memset(&a[t], 0, sizeof(P));")), (Accesses{{16, 4}}));
}

TEST(Alignments, OfPackedMembers) {
  EXPECT_EQ(accesses(cuda("struct __attribute__((packed)) P { char c; int i; short s; };", "P *a",
                          "a[t].i = 1; a[t].s = 2; a[t].c = 3;")),
            (Accesses{{4, 1}, {2, 1}, {1, 0}}));
}

TEST(Alignments, OfVectorsInOpenCL) {
  EXPECT_EQ(accesses(opencl("__global float4 *a, __global float3 *b", "a[t] = a[t + 64]; b[t] = b[t + 64];")),
            (Accesses{{16, 0}, {16, 0}, {16, 0}, {16, 0}}));
  EXPECT_EQ(accesses(opencl("__global float *a", "vstore4(vload4(t, a), t, a);")), (Accesses{{16, 4}, {16, 4}}));
  EXPECT_EQ(accesses(opencl("__global half *a, __global float4 *b", "b[t] = vload_half4(t, a) + vloada_half4(t, a);")),
            (Accesses{{8, 2}, {8, 0}, {16, 0}}));
}

} // namespace
} // namespace lockstep::frontend::test_alignments
