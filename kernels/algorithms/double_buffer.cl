// expect: verified
//--local_size=64 --num_groups=16
// Prefetching: while one half of the buffer is used, the other half is filled; one barrier a round.

__kernel void double_buffer(__global const float *in, __global float *out, int rounds) {
  __local float tile[2][64];
  const int lid = get_local_id(0);
  float sum = 0.0f;
  tile[0][lid] = in[lid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int r = 0; r < rounds; ++r) {
    const int now = r & 1;
    if (r + 1 < rounds)
      tile[1 - now][lid] = in[(r + 1) * 64 + lid];
    sum += tile[now][(lid + 1) % 64];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
