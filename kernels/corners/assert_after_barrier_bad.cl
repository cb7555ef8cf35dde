// expect: assertion
//--local_size=64 --num_groups=4
// Values in shared memory may be another thread's.

__kernel void after_barrier(__global int *out) {
  __local int a[64];
  const int lid = get_local_id(0);
  a[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[63 - lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[lid] == lid); /*@assert*/
  out[get_global_id(0)] = a[lid];
}
