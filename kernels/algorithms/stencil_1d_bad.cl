// expect: race
//--local_size=64 --num_groups=16
// The right halo is stored one place too low, by thread 0, where the last thread stores its own element.

__kernel void stencil(__global const float *in, __global float *out) {
  __local float tile[66];
  const int lid = get_local_id(0), i = get_global_id(0);
  tile[lid + 1] = in[i + 1]; /*@race*/
  if (lid == 0) {
    tile[0] = in[i];
    tile[64] = in[i + 65]; /*@race*/
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = 0.25f * tile[lid] + 0.5f * tile[lid + 1] + 0.25f * tile[lid + 2];
}
