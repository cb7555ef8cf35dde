// expect: race
//--local_size=64 --num_groups=4
// A neighbour's half is read while it is written.

__kernel void half_and_double(__global half *h) {
  const size_t i = get_global_id(0);
  float v = vload_half(i + 1, h); /*@race*/
  vstore_half(v, i, h);           /*@race*/
}
