// expect: divergence
//--local_size=64 --num_groups=4
// The threads beyond the end return before the barrier.

__kernel void early_return(__global int *a, int n) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  const int i = get_global_id(0);
  if (i >= n)
    return;
  buffer[lid] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
  a[i] = buffer[63 - lid];
}
