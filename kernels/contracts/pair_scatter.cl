// expect: verified
//--local_size=64 --num_groups=4
// Where each thread writes is in memory: no two cells hold the same.
kernel void pair_scatter(global int *restrict out, global const int *restrict in) {
  local int place[64];
  int t = get_local_id(0);
  place[t] = 63 - t;
  __barrier_invariant_binary_2(place[get_local_id(0)] != place[__other_int(get_local_id(0))], get_local_id(0) ^ 1,
                               __other_int(get_local_id(0)) ^ 1, 0, 1);
  __barrier_invariant_2(0 <= place[get_local_id(0)] && place[get_local_id(0)] < 64, get_local_id(0) ^ 1, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[64 * get_group_id(0) + place[t ^ 1]] = in[get_global_id(0)];
}
