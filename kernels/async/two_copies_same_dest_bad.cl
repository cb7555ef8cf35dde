// expect: race
//--local_size=8 --num_groups=1
// Two copies that are under way together fill the same four elements.

kernel void two_copies(global int *a, global int *b) {
  local int s[16];
  event_t e[2];
  e[0] = async_work_group_copy(s, a, 8, 0); /*@race*/
  e[1] = async_work_group_copy(s + 4, b, 8, 0); /*@race*/
  wait_group_events(2, e);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_local_id(0) + 100] = s[get_local_id(0)];
}
