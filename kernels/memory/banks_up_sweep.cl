// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read (d=1): degree 2
// observe nvidia tile read (d=2): degree 4
// observe nvidia tile read (d=8): degree 16
// A step of a scan of 512 elements, up the tree.

__kernel void banks_up_sweep(__global float *out, int d) {
  const int t = get_local_id(0);
  __local float tile[512];
  for (int i = t; i < 512; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 256 / d)
    out[t] = tile[d * (2 * t + 1) - 1];
}
