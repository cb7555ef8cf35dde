// expect: verified
//--local_size=[16,8,2] --num_groups=1
// Planes of the block take turns: the second reads what the first has written.
__global__ void named_planes(int *out) {
  __shared__ int tile[8][16];
  const int x = threadIdx.x, y = threadIdx.y;
  if (threadIdx.z == 0) {
    tile[y][x] = x;
    asm volatile("bar.arrive 1, 256;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 256;" ::: "memory");
    out[y * 16 + x] = tile[7 - y][15 - x];
  }
}
