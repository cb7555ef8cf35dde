// expect: verified
//--local_size=256 --num_groups=8388608
// 2^31 threads: each int is the thread's own.

__kernel void k(__global int *out, int n) {
  const int i = get_global_id(0);
  if (i < n)
    out[i] = get_group_id(0);
}
