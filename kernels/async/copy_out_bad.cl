// expect: race
//--local_size=64 --num_groups=4
// A start is no barrier: another thread's result may be missing from what is copied out.

kernel void copy_out(global int *out) {
  local int s[64];
  s[get_local_id(0)] = get_global_id(0); /*@race*/
  event_t e = async_work_group_copy(out + 64 * get_group_id(0), s, 64, 0); /*@race*/
  wait_group_events(1, &e);
}
