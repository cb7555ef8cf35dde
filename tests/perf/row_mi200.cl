//--local_size=256 --num_groups=64
// target: mi200
// The same for 64 threads and lines of 64 bytes.
__kernel void rows(__global float *a) {
  int t = get_local_id(0);
  a[t] = 1; /*@lines 4*/
  a[2 * t] = 1; /*@lines 8*/
  a[t + 1] = 1; /*@lines 5*/
  a[32 * t] = 1; /*@lines 64*/
}
