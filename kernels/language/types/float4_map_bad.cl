// expect: race
//--local_size=64 --num_groups=16
// A scalar read one element past the thread's own vector, through a cast pointer.

__kernel void float4_map(__global float4 *a, float s) {
  const int i = get_global_id(0);
  __global float *flat = (__global float *)a;
  float next = flat[4 * i + 4]; /*@race*/
  a[i] = (float4)(next, s, s, next); /*@race*/
}
