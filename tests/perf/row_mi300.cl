//--local_size=256 --num_groups=64
// target: mi300
// The same for 64 threads and lines of 128 bytes.
__kernel void rows(__global float *a) {
  int t = get_local_id(0);
  a[t] = 1; /*@lines 2*/
  a[2 * t] = 1; /*@lines 4*/
  a[t + 1] = 1; /*@lines 3*/
  a[32 * t] = 1; /*@lines 64*/
}
