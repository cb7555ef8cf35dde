// expect: race
//--local_size=64 --num_groups=4
// One thread resets the sum while others still add to it.

__global__ void atomics(int *out) {
  __shared__ int s;
  if (threadIdx.x == 0)
    s = 0;
  __syncthreads();
  atomicAdd(&s, threadIdx.x); /*@race*/
  if (threadIdx.x == 0)
    s = 7; /*@race*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
