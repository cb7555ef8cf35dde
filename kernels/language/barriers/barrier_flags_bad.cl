// expect: race
//--local_size=64 --num_groups=1
// A barrier that fences local memory only does not order accesses to global memory.

__kernel void barrier_flags(__global int *a) {
  const int lid = get_local_id(0);
  a[lid] = lid; /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  a[lid + 64] = a[63 - lid]; /*@race*/
}
