// A chunk a thread.
//--local_size=256 --num_groups=1

__kernel void chunks(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float s = 0;
  for (int k = 0; k < 64; ++k)
    s += a[64 * t + k]; /*@hint chunk chunk_repaired*/
  out[t] = s;
}

// Chunks that overlap are none.
__kernel void overlap(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float s = 0;
  for (int k = 0; k < 64; ++k)
    s += a[16 * t + k];
  out[t] = s;
}
