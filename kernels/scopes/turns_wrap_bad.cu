// expect: unknown
//--block-dim=1024 --grid-dim=8388608
// More threads than numbers of 32 bits: two have the same.
__device__ unsigned turn;
__global__ void turns_wrap_bad(int *sum) {
  unsigned mine = blockIdx.x * blockDim.x + threadIdx.x;
  while (atomicAdd(&turn, 0) != mine)
    ;
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicAdd(&turn, 1);
}
