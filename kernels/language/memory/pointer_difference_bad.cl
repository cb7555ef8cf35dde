// expect: race
//--local_size=64 --num_groups=4
// The distance of two of the thread's own pointers is the same for all threads.

__kernel void pointer_difference(__global int *a, __global int *out) {
  const int i = get_global_id(0);
  __global int *p = a + i;
  __global int *q = p + 7;
  out[q - p] = i; /*@race*/
}
