// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16
// All threads' values, turned round.

__kernel void shape_meeting(__global int *out) {
  out[255 - get_global_id(0)] = get_global_id(0);
}
