// expect: race
//--block-dim=32 --grid-dim=1
// Two numbers are drawn for the block: a thread has heard of one of them, not all of the same.
__device__ int counter;
__global__ void heard_of(int *out) {
  __shared__ int s[2];
  const int t = threadIdx.x;
  if (t == 0) {
    s[1] = atomicAdd(&counter, 8);
    s[0] = atomicAdd(&counter, 8);
  }
  __syncthreads();
  int base;
  if (t < 16)
    base = s[0];
  else
    base = s[1];
  out[base + t] = t; /*@race*/
}
