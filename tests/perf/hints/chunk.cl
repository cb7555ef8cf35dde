// A chunk a thread.
//--local_size=256 --num_groups=1

__kernel void chunks(__global float *a) {
  const int t = get_local_id(0);
  for (int k = 0; k < 64; ++k)
    a[64 * t + k] *= 2; /*@hint chunk chunk_repaired*/
}

// Other elements have another sum.
__kernel void sums(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float s = 0;
  for (int k = 0; k < 64; ++k)
    s += a[64 * t + k];
  out[t] = s;
}

// What a round leaves is what the next one reads.
__kernel void prefix(__global float *a) {
  const int t = get_local_id(0);
  for (int k = 1; k < 16; ++k)
    a[16 * t + k] += a[16 * t + k - 1];
}

// Each round has its own number.
__kernel void numbers(__global int *a) {
  const int t = get_local_id(0);
  for (int k = 0; k < 64; ++k)
    a[64 * t + k] = k;
}

// Chunks that overlap are none.
__kernel void overlap(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float s = 0;
  for (int k = 0; k < 64; ++k)
    s += a[16 * t + k];
  out[t] = s;
}
