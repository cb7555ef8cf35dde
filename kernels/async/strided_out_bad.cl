// expect: race
//--local_size=8 --num_groups=1
// Within the stride of a copy that is under way, a thread writes one of its places.

kernel void strided(global int *b) {
  local int s[8];
  const int t = get_local_id(0);
  s[t] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(b, s, 8, 3, 0); /*@race*/
  b[2 * t + 1] = t; /*@race*/
  wait_group_events(1, &e);
}
