// expect: verified
//--block-dim=64 --grid-dim=1
// Each element has its own thread, wherever the loop begins and ends.
__global__ void sum(float *d, int first, int last) {
  for (int i = first + threadIdx.x; i < last; i += 64)
    d[i] = threadIdx.x;
}
