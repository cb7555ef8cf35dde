// expect: race
//--local_size=[256,1] --num_groups=[256,65537]
// One row more than numbers.

__kernel void k(__global int *out) {
  const uint i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  out[i] = get_global_id(1);
}
