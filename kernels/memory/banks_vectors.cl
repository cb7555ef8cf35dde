// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read: wavefronts 4, degree 1, ideal 4
// Quarters of a warp, a phase each.

__kernel void banks_vectors(__global float4 *out) {
  __local float4 tile[256];
  const int t = get_local_id(0);
  for (int i = t; i < 256; i += 256)
    tile[i] = (float4)(i);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[t];
}
