// expect: verified
//--local_size=16,4 --num_groups=2,4
// independent: no, as --local_size=4,8 --num_groups=8,2
// The same cell for all, in turns: each finds what those before it have left.

__device__ int next_ticket, serving;

__global__ void shape_turns_by_block(int *out) {
  const int at = (blockIdx.y * blockDim.y + threadIdx.y) * 32 + blockIdx.x * blockDim.x + threadIdx.x;
  int mine = atomicAdd(&next_ticket, 1);
  while (atomicAdd(&serving, 0) != mine)
    ;
  __threadfence();
  out[0] = (out[0] * 3 + at) % 1000;
  __threadfence();
  atomicAdd(&serving, 1);
}
