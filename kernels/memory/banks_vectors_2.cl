// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read: wavefronts 8, degree 2, ideal 4
// Quarters of a warp, two vectors apart.

__kernel void banks_vectors_2(__global float4 *out) {
  __local float4 tile[512];
  const int t = get_local_id(0);
  for (int i = t; i < 512; i += 256)
    tile[i] = (float4)(i);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[2 * t];
}
