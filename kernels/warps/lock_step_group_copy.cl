// expect: verified
//--local_size=32 --num_groups=1 --warp-sync=32
// The group's copy is waited for before what it writes is read, round by round.
__kernel void lock_step_group_copy(__global int *out, __global const int *in, int n) {
  __local int tile[32];
  int t = get_local_id(0);
  event_t e = async_work_group_copy(tile, in, 32, 0);
  wait_group_events(1, &e);
  for (int i = 0; i < n; ++i)
    out[i * 32 + t] = tile[t ^ 1];
}
