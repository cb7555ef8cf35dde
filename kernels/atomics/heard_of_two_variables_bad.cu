// expect: race
//--block-dim=32 --grid-dim=1
// The same with two variables in place of two elements.
__device__ int counter;
__global__ void heard_of(int *out) {
  __shared__ int first, second;
  const int t = threadIdx.x;
  if (t == 0) {
    second = atomicAdd(&counter, 8);
    first = atomicAdd(&counter, 8);
  }
  __syncthreads();
  int base;
  if (t < 16)
    base = first;
  else
    base = second;
  out[base + t] = t; /*@race*/
}
