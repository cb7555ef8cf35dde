// expect: race
//--local_size=32 --num_groups=1 --warp-sync=32
// No round of the loop ends the copy that is waited for behind it.
__kernel void lock_step_group_copy(__global int *out, __global const int *in, int n) {
  __local int tile[32];
  int t = get_local_id(0);
  tile[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(tile, in, 32, 0); /*@race*/
  for (int i = 0; i < n; ++i)
    out[i * 32 + t] = tile[t ^ 1]; /*@race*/
  wait_group_events(1, &e);
}
