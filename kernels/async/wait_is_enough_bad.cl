// expect: race
//--local_size=64 --num_groups=4
// What is being copied is read in front of the wait.

kernel void reverse(global int *g, global int *o) {
  local int s[64];
  event_t e = async_work_group_copy(s, g + get_group_id(0) * 64, 64, 0); /*@race*/
  o[get_global_id(0)] = s[63 - get_local_id(0)]; /*@race*/
  wait_group_events(1, &e);
}
