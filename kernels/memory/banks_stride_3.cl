// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read: wavefronts 1, degree 1, ideal 1
// Lanes 3 words apart.

__kernel void banks_stride_3(__global float *out) {
  __local float tile[768];
  const int t = get_local_id(0);
  for (int i = t; i < 768; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[3 * t];
}
