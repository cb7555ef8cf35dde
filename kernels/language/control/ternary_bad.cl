// expect: race
//--local_size=64 --num_groups=4
// The back half moves by the wrong distance.

__kernel void ternary(__global const int *in, __global int *out) {
  const int lid = get_local_id(0);
  const int base = 64 * get_group_id(0);
  const int target = lid < 32 ? lid + 32 : lid - 31;
  out[base + target] = in[base + lid] + lid; /*@race*/
}
