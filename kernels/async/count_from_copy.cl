// expect: verified
//--local_size=8 --num_groups=1
// How often all threads meet is what a copy brought: the same for all.

kernel void count_from_copy(global const int *p) {
  local int x[8];
  event_t e = async_work_group_copy(x, p, 8, 0);
  wait_group_events(1, &e);
  for (int i = 0; i < x[0]; i++)
    barrier(CLK_LOCAL_MEM_FENCE);
}
