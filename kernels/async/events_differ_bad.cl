// expect: divergence
//--local_size=8 --num_groups=1
// The threads of the group wait for different events.

kernel void k(global int *a, global int *b) {
  local int s[8], r[8];
  event_t e = async_work_group_copy(s, a, 8, 0);
  event_t f = async_work_group_copy(r, a + 8, 8, 0);
  event_t mine;
  if (get_local_id(0) & 1) {
    mine = e;
    b[20] = 1;
  } else {
    mine = f;
    b[21] = 1;
  }
  wait_group_events(1, &mine); /*@divergence*/
}
