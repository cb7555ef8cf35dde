// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read (s=1): degree 2
// observe nvidia tile read (s=2): degree 4
// observe nvidia tile read (s=4): degree 8
// observe nvidia tile read (s=8): degree 8
// observe nvidia tile read (s=16): degree 8
// A step of a reduction, neighbours first.

__kernel void banks_reduction(__global float *out, int s) {
  const int t = get_local_id(0);
  __local float tile[256];
  for (int i = t; i < 256; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (2 * s * t < 256)
    out[t] = tile[2 * s * t];
}
