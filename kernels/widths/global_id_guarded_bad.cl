// expect: race
//--local_size=256 --num_groups=16777217
// The guard does not help: thread 2^32 is thread 0 again.

__kernel void k(__global int *out, int n) {
  const int i = get_global_id(0);
  if (i < n)
    out[i] = get_group_id(0);
}
