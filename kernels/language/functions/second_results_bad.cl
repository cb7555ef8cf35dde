// expect: race
//--local_size=64 --num_groups=4
// The second result of all threads goes to one place.

__kernel void second_results(__global float *a, __global float *b) {
  const int i = get_global_id(0);
  float s = sincos(a[i], b); /*@race*/
  a[i] = s;
}
