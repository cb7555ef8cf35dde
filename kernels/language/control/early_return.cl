// expect: verified
//--local_size=64 --num_groups=4
// Early return after the last barrier harms nobody.

__kernel void early_return(__global int *a, int n) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  const int i = get_global_id(0);
  buffer[lid] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= n)
    return;
  a[i] = buffer[63 - lid];
}
