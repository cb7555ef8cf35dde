// expect: race
//--local_size=64 --num_groups=4
// The same in one array, one row further: the next thread writes there.

__device__ __forceinline__ unsigned global_id() {
  unsigned t, b, n, i;
  asm("mov.u32 %0, %%tid.x;" : "=r"(t));
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(b));
  asm("mov.u32 %0, %%ntid.x;" : "=r"(n));
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(i) : "r"(b), "r"(n), "r"(t));
  return i;
}

__global__ void copy(float4 *out) {
  const unsigned i = global_id();
  float4 v;
  asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];" /*@race*/
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(out + i + 1));
  asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" /*@race*/ ::"l"(out + i), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w)
               : "memory");
}
