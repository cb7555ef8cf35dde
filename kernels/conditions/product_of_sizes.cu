// expect: verified
//--block-dim=* --grid-dim=*
// Four elements a thread: i wraps around for more than 2^29 threads, and only for these.
__global__ void fill(float *d, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i < n)
    d[i] = threadIdx.x;
}
