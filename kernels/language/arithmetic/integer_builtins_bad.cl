// expect: race
//--local_size=64 --num_groups=4
// The number of one bits is no identity.

__kernel void integer_builtins(__global int *out) {
  const int i = get_global_id(0);
  out[popcount(i)] = i; /*@race*/
}
