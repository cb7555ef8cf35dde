// expect: verified
//--local_size=64 --num_groups=4
// Of memory that all groups have: each group's part of it.
kernel void pair_global(global int *restrict a, global int *restrict out) {
  int g = get_global_id(0);
  a[g] = 2 * g + 1;
  __barrier_invariant_binary_1(a[get_global_id(0)] != a[64 * get_group_id(0) + __other_int(get_local_id(0))],
                               get_local_id(0) ^ 1, __other_int(get_local_id(0)) ^ 1);
  __barrier_invariant_1(a[get_global_id(0)] / 128 == get_group_id(0) && a[get_global_id(0)] >= 0, get_local_id(0) ^ 1);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[a[64 * get_group_id(0) + (get_local_id(0) ^ 1)]] = g;
}
