// expect: race
//--local_size=8 --num_groups=1
// A stride of 0: all elements go to the same place, in any order.

kernel void strided(global int *b) {
  local int s[8];
  s[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(b, s, 8, 0, 0); /*@race*/
  wait_group_events(1, &e);
}
