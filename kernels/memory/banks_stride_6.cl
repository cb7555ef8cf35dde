// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read: wavefronts 2, degree 2, ideal 1
// Lanes 6 words apart.

__kernel void banks_stride_6(__global float *out) {
  __local float tile[1536];
  const int t = get_local_id(0);
  for (int i = t; i < 1536; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[6 * t];
}
