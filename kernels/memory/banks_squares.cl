// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read: wavefronts 8, degree 8, ideal 1
// Squares meet.

__kernel void banks_squares(__global float *out) {
  const int t = get_local_id(0);
  __local float tile[65536];
  for (int i = t; i < 65536; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = tile[t * t];
}
