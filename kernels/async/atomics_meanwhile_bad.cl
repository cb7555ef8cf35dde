// expect: race
//--local_size=8 --num_groups=1
// An atomic update of what is being copied: the copy is no atomic.

kernel void k(global int *a, global int *b) {
  local int s[8];
  event_t e = async_work_group_copy(s, a, 8, 0); /*@race*/
  atomic_add(&s[0], 1); /*@race*/
  wait_group_events(1, &e);
}
