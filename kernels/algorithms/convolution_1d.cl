// expect: verified
//--local_size=64 --num_groups=16
// Convolution with a filter of nine in constant memory.

__kernel void convolution(__global const float *in, __constant float *filter, __global float *out) {
  const int i = get_global_id(0);
  float sum = 0.0f;
  for (int k = -4; k <= 4; ++k)
    sum += in[i + 4 + k] * filter[k + 4];
  out[i] = sum;
}
