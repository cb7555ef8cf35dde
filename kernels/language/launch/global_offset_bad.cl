// expect: assertion
//--local_size=64 --num_groups=4
// The number of groups is taken for the number of threads.

__kernel void sizes(__global int *out) {
  const size_t i = get_global_id(0);
  __assert(i < get_num_groups(0)); /*@assert*/
  out[i] = 0;
}
