// expect: race
//--local_size=64 --num_groups=16
// The modulus is 1000, for 1024 threads.

__kernel void rotate_by(__global const int *in, __global int *out, int k) {
  __requires(0 <= k && k < 1000);
  const int i = get_global_id(0);
  out[(i + k) % 1000] = in[i]; /*@race*/
}
