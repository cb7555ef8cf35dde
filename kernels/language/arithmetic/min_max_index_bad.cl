// expect: race
//--local_size=64 --num_groups=4
// The last 56 threads meet at 200.

__kernel void min_max_index(__global int *out) {
  const int i = get_global_id(0);
  out[min(i, 200)] = i; /*@race*/
}
