// expect: verified
//--local_size=64 --num_groups=4 --only-divergence
// It races, which is not asked about.
kernel void k(global int *a, int n) {
  if (n > 3)
    barrier(CLK_GLOBAL_MEM_FENCE);
  a[0] = get_local_id(0);
}
