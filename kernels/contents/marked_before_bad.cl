// expect: assertion
//--local_size=64 --num_groups=4
// A barrier in the loop: what the cell held in front of it is another thread's business since then.
kernel void marked_before(global int *restrict a, global int *restrict b, int n) {
  int g = get_global_id(0), at = 64 * get_group_id(0) + (get_local_id(0) + 1) % 64;
  a[g] = 7;
  for (int i = 0; i < n; ++i) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[at] = b[g];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  __assert(a[g] == 7);
}
