// expect: verified
//--local_size=64 --num_groups=16
// One thread of each group reports for its group.

__kernel void groups(__global int *out) {
  if (get_local_id(0) == 0)
    out[get_group_id(0)] = get_group_id(0);
}
