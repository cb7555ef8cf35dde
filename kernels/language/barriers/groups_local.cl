// expect: verified
//--local_size=64 --num_groups=16
// Local memory of different groups is different memory, though the places are the same.

__kernel void groups_local(__global int *out) {
  __local int mail[1];
  if (get_local_id(0) == 0)
    mail[0] = get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = mail[0];
}
