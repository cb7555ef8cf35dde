// expect: verified
//--local_size=64 --num_groups=16
// Three-point stencil with a halo in local memory; the outer threads load the two extra elements.

__kernel void stencil(__global const float *in, __global float *out) {
  __local float tile[66];
  const int lid = get_local_id(0), i = get_global_id(0);
  tile[lid + 1] = in[i + 1];
  if (lid == 0)
    tile[0] = in[i];
  if (lid == 63)
    tile[65] = in[i + 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = 0.25f * tile[lid] + 0.5f * tile[lid + 1] + 0.25f * tile[lid + 2];
}
