// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read: wavefronts 4, degree 4, ideal 1
// Lanes 4 words apart.

__kernel void banks_stride_4(__global float *out) {
  __local float tile[1024];
  const int t = get_local_id(0);
  for (int i = t; i < 1024; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[4 * t];
}
