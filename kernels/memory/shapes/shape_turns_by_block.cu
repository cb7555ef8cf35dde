// expect: verified
//--local_size=16,4 --num_groups=2,4
// independent: no, as --local_size=4,8 --num_groups=8,2
// The same cell for all, in turns: each finds what those before it have left.

__global__ void shape_turns_by_block(int *out, int *turns) {
  const int at = (blockIdx.y * blockDim.y + threadIdx.y) * 32 + blockIdx.x * blockDim.x + threadIdx.x;
  const int mine = atomicAdd(&turns[0], 1);
  while (atomicAdd(&turns[1], 0) != mine)
    ;
  __threadfence();
  out[0] = (out[0] * 3 + at) % 1000;
  __threadfence();
  atomicAdd(&turns[1], 1);
}
