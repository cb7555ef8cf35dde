// expect: race
//--local_size=[16,16] --num_groups=[4,8]
// The result has the pitch of the input, so tiles of different groups overlap.

__kernel void transpose(__global const float *in, __global float *out) {
  __local float tile[16][17];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int gx = get_group_id(0), gy = get_group_id(1);
  const int w = 64;
  tile[ly][lx] = in[(gy * 16 + ly) * w + gx * 16 + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(gx * 16 + ly) * w + gy * 16 + lx] = tile[lx][ly]; /*@race*/
}
