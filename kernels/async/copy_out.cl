// expect: verified
//--local_size=64 --num_groups=4
// The group's results are complete before they are copied out.

kernel void copy_out(global int *out) {
  local int s[64];
  s[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + 64 * get_group_id(0), s, 64, 0);
  wait_group_events(1, &e);
}
