// expect: verified
//--local_size=8 --num_groups=1
// Atomic updates of what has been copied.

kernel void k(global int *a, global int *b) {
  local int s[8];
  event_t e = async_work_group_copy(s, a, 8, 0);
  wait_group_events(1, &e);
  atomic_add(&s[0], 1);
}
