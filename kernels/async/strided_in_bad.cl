// expect: race
//--local_size=64 --num_groups=4
// Every fourth element of a group's part is gathered; a thread writes the last of them meanwhile.

kernel void gather(global int *in, global int *out) {
  local int s[64];
  event_t e = async_work_group_strided_copy(s, in + 256 * get_group_id(0), 64, 4, 0); /*@race*/
  if (get_local_id(0) == 0)
    in[256 * get_group_id(0) + 252] = 1; /*@race*/
  wait_group_events(1, &e);
  out[get_global_id(0)] = s[63 - get_local_id(0)];
}
