// expect: race
//--block-dim=* --grid-dim=* --accept-conditions=none
// Four elements a thread: i wraps around for more than 2^29 threads.
__global__ void fill(float *d, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i < n)
    d[i] = threadIdx.x; /*@race*/
}
