// expect: race
//--local_size=64 --num_groups=16
// The mailbox is overwritten by its readers' leader with no barrier between.

__kernel void groups_local(__global int *out) {
  __local int mail[1];
  const int lid = get_local_id(0);
  if (lid == 0)
    mail[0] = get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = mail[0]; /*@race*/
  if (lid == 63)
    mail[0] = -1; /*@race*/
}
