// expect: race
//--local_size=64 --num_groups=16
// The vectors begin where the third array begins.

__kernel void carved_scratch(__global const float *in, __global float *out, __local float *scratch) {
  const uint lid = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
  __local float *re = scratch;
  __local float *im = re + n;
  __local float *product = im + n;
  __local float4 *both = (__local float4 *)(im + n);
  re[lid] = in[2 * i];
  im[lid] = in[2 * i + 1];
  both[lid] = (float4)(re[lid], im[lid], 0.0f, 1.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  product[lid] = re[n - 1 - lid] * im[lid] - re[lid] * both[n - 1 - lid].y; /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = product[(lid + 1) & (n - 1)];
}
