// expect: divergence
//--local_size=8 --num_groups=1
// Only some threads of the group start the copy.

kernel void k(global int *a, global int *b) {
  local int s[8];
  event_t e = 0;
  if (get_local_id(0) < 4)
    e = async_work_group_copy(s, a, 8, 0); /*@divergence*/
  barrier(CLK_LOCAL_MEM_FENCE);
}
