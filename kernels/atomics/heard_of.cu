// expect: verified
//--block-dim=32 --grid-dim=4
// One thread draws for its block: all have heard of that number, wherever they read it.
__device__ int counter;
__global__ void heard_of(int *out) {
  __shared__ volatile int s[2];
  const int t = threadIdx.x;
  if (t == 0) {
    s[0] = atomicAdd(&counter, 32);
    s[1] = t;
  }
  __syncthreads();
  int base;
  if (t < 16)
    base = s[0];
  else
    base = s[0];
  out[base + t] = t;
}
