// expect: race
//--local_size=64 --num_groups=16
// The table of counts is written with digit and group merely added.

__kernel void radix_count(__global const uint *keys, __global int *counts, int shift, int n) {
  __local int digits[16];
  const int lid = get_local_id(0), group = get_group_id(0);
  if (lid < 16)
    digits[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += 1024)
    atomic_inc(&digits[(keys[i] >> (shift & 31)) & 15]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 16)
    counts[lid + group] = digits[lid]; /*@race*/
}
