// expect: verified
//--local_size=64 --num_groups=1
// The wait is for both copies, which share an event.
__kernel void event_of_another_copy(__global int *a, __global int *b, int n) {
  __local int first[64];
  __local int second[64];
  int t = get_local_id(0);
  event_t e = async_work_group_copy(first, a, 64, 0);
  if (n > 3)
    e = async_work_group_copy(second, a, 64, e);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[t] = first[63 - t];
}
