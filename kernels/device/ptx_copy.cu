// expect: verified
//--local_size=64 --num_groups=4
// Loads and stores with cache hints, four words at once, and an index from special registers.

__device__ __forceinline__ unsigned global_id() {
  unsigned t, b, n, i;
  asm("mov.u32 %0, %%tid.x;" : "=r"(t));
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(b));
  asm("mov.u32 %0, %%ntid.x;" : "=r"(n));
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(i) : "r"(b), "r"(n), "r"(t));
  return i;
}

__global__ void copy(const float4 *__restrict__ in, float4 *__restrict__ out) {
  const unsigned i = global_id();
  float4 v;
  asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(in + i));
  asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(out + i), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w)
               : "memory");
}
