// expect: verified
//--local_size=8 --num_groups=1
// One thread fetches the next piece of work for all.
__global__ void k(int *next, int *o, int m) {
  __shared__ int at;
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0)
      at = atomicAdd(next, 1);
    __syncthreads();
    if (at >= m)
      break;
    o[at * 8 + threadIdx.x] = at;
  }
}
