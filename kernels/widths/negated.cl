// expect: verified
//--local_size=256 --num_groups=8388608
// Negative numbers are as many as positive ones.

__kernel void k(__global int *out) {
  const long i = get_global_id(0);
  out[-i] = get_group_id(0);
}
