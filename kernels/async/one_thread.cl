// expect: unsupported
//--local_size=1 --num_groups=4
// A group of one thread: nobody else makes its copies.

kernel void k(global int *a, global int *b) {
  local int s[8];
  event_t e = async_work_group_copy(s, a, 8, 0); /*@unsupported*/
  b[get_global_id(0)] = s[0];
  wait_group_events(1, &e);
}
