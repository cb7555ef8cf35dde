// expect: divergence
//--local_size=64 --num_groups=4
// A grid-stride loop with a barrier: the threads near the end make one round less.

__kernel void barrier_in_loop(__global int *a, int n) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  for (int i = get_global_id(0); i < n; i += 256) {
    buffer[lid] = a[i];
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
    a[i] = buffer[lid] + 1;
  }
}
