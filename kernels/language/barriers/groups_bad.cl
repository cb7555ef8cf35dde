// expect: race
//--local_size=64 --num_groups=16
// The leader of each group hands the next group a value; a barrier does not order groups.

__kernel void groups(__global int *out, __global int *mail) {
  const int g = get_group_id(0);
  if (get_local_id(0) == 0)
    mail[g + 1] = g; /*@race*/
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = mail[g]; /*@race*/
}
