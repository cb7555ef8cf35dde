// expect: race
//--local_size=[16,16] --num_groups=[4,8]
// The barrier is missing.

__kernel void transpose(__global const float *in, __global float *out) {
  __local float tile[16][17];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int gx = get_group_id(0), gy = get_group_id(1);
  const int w = 64, h = 128;
  tile[ly][lx] = in[(gy * 16 + ly) * w + gx * 16 + lx]; /*@race*/
  out[(gx * 16 + ly) * h + gy * 16 + lx] = tile[lx][ly]; /*@race*/
}
