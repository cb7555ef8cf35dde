// expect: race
//--local_size=64 --num_groups=16
// The distance from the middle: the ids on both sides of it meet.

__kernel void index_size_t(__global int *out) {
  const size_t m = get_global_size(0) / 2;
  const size_t i = get_global_id(0);
  out[i < m ? m - i : i - m] = (int)i; /*@race*/
}
