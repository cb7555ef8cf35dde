// expect: race
//--local_size=64 --num_groups=16
// The scattering form: each input adds to nine outputs.

__kernel void convolution(__global const float *in, __constant float *filter, __global float *out) {
  const int i = get_global_id(0);
  for (int k = -4; k <= 4; ++k)
    out[i + 4 + k] += in[i] * filter[k + 4]; /*@race*/
}
