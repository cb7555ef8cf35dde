// expect: race
//--local_size=64 --num_groups=4
// Shifting down merges pairs.

__kernel void shifts(__global int *out) {
  const int i = get_global_id(0);
  out[i >> 1] = i; /*@race*/
}
